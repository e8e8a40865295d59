import pytest
from msgspec.structs import replace

from rules_engine.kernel.dice import Chance
from rules_engine.kernel.errors import MalformedInput
from rules_engine.marvel.catalog import Catalog, read_catalog
from rules_engine.marvel.rosters import roster_problems
from rules_engine.marvel.sampling import draw_roster
from tests.support.samples import plain_sample

CATALOG: Catalog = read_catalog(plain_sample("marvel"), "marvel-sample.yaml")


@pytest.mark.parametrize("army_points", [16, 24, 35])
def test_drawn_rosters_are_legal_and_differ(army_points: int) -> None:
    rosters = [draw_roster(CATALOG, army_points, Chance(seed)) for seed in range(20)]
    assert [roster_problems(roster, CATALOG, army_points) for roster in rosters] == [()] * 20
    assert len({roster.characters for roster in rosters}) > 5


def test_the_same_chance_gives_the_same_roster() -> None:
    assert draw_roster(CATALOG, 24, Chance(3)) == draw_roster(CATALOG, 24, Chance(3))


def test_nobody_is_drawn_under_two_cards() -> None:
    card = replace(CATALOG.characters[0], level=5, real_name="Ann")
    both = Catalog(characters=(card, replace(card, id="other")))
    assert len(draw_roster(both, 5, Chance(1)).characters) == 1
    with pytest.raises(MalformedInput, match="exactly 10"):
        draw_roster(both, 10, Chance(1))
