from typing import Any

import pytest
from msgspec.structs import replace

from rules_engine.kernel.errors import MalformedInput
from rules_engine.sru.circles import check, circle, costs, extra_cost, index_there, indices
from rules_engine.sru.components import Circle, Graph, Link
from rules_engine.sru.rumors import fade
from tests.support.sru import CITY, examples, rulings, rumor


@pytest.mark.parametrize("example", examples("circles"))
def test_sru_rumor_12_worked_circles(example: dict[str, Any]) -> None:
    chosen = rulings(example.get("rulings"))
    told = rumor(example["index"])
    told = fade(told, example["die"], chosen) if "die" in example else told
    for name, index in example["there"].items():
        assert index_there(told, name, CITY, chosen) == index


def test_sru_rumor_14_all_circles_at_once() -> None:
    found = indices(rumor(4), CITY, rulings())
    assert found == {"gang-a": 4, "neighbourhood": 3, "district": 2, "city": 1, "gang-b": 3, "coven": 2}
    assert indices(rumor(0, state="faded"), CITY, rulings()) == {}


def test_sru_ruling_10_rumors_may_travel_down() -> None:
    told = rumor(4, circle="city")
    assert index_there(told, "district", CITY, rulings()) == 0
    assert index_there(told, "district", CITY, rulings({"rumors_propagate_down": True})) == 3


def test_sru_ruling_11_what_an_isolated_circle_costs() -> None:
    coven = circle(CITY, "coven")
    assert extra_cost(coven, rulings()) == 1
    assert extra_cost(coven, rulings({"rumors_obscure_extra_cost": 2})) == 2
    assert extra_cost(replace(coven, extra_cost=0), rulings()) == 0
    assert extra_cost(replace(coven, isolated=False, obscure=True), rulings()) == 1
    assert extra_cost(circle(CITY, "city"), rulings()) == 0
    both = Graph(
        circles=(Circle(id="a", name="a", obscure=True), Circle(id="b", name="b", isolated=True, extra_cost=3)),
        links=(Link(a="a", b="b", cost=2),),
    )
    assert costs(both, "a", rulings()) == {"a": 0, "b": 5}


def test_sru_ruling_12_the_cheapest_way_counts() -> None:
    dear = Graph(circles=CITY.circles, links=(*CITY.links, Link(a="gang-a", b="city", cost=2)))
    assert costs(dear, "gang-a", rulings())["city"] == 2


def test_sru_ruling_13_copies_count_in_their_own_circle_only() -> None:
    own = rulings({"rumors_spread_mode": "own_copies"})
    assert (index_there(rumor(4), "gang-a", CITY, own), index_there(rumor(4), "gang-b", CITY, own)) == (4, 0)


@pytest.mark.parametrize(
    ("circles", "links", "wrong"),
    [
        ((Circle(id="a", name="a"), Circle(id="a", name="b")), (), "same id"),
        ((Circle(id="a", name="a", parent="b"), Circle(id="b", name="b", parent="a")), (), "contains itself"),
        ((Circle(id="a", name="a", parent="x"),), (), "no circle x"),
        ((Circle(id="a", name="a"),), (Link(a="a", b="x"),), "no circle x"),
        ((Circle(id="a", name="a"),), (Link(a="a", b="a"),), "cost of 1 to 9"),
        ((Circle(id="a", name="a"), Circle(id="b", name="b")), (Link(a="a", b="b", cost=0),), "cost of 1 to 9"),
        ((Circle(id="a", name="a", extra_cost=6),), (), "extra cost"),
    ],
)
def test_a_graph_that_is_none_is_refused(circles: tuple[Circle, ...], links: tuple[Link, ...], wrong: str) -> None:
    check(CITY)
    with pytest.raises(MalformedInput, match=wrong):
        check(Graph(circles=circles, links=links))
