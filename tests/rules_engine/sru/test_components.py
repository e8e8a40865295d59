from rules_engine.sru.components import Reserve
from tests.support.sru import character


def test_ratings_and_attributes_are_found_by_their_name() -> None:
    rae = character(attributes={"magic": 5}, ratings={"commlink": 3})
    assert [rae.rating(name) for name in ("magic", "commlink", "charm")] == [5, 3, 0]


def test_the_free_reserve_is_that_of_all_pools() -> None:
    rae = character(reserves=(Reserve(maximum=4, current=2), Reserve(id="magic", maximum=3, current=3)))
    assert (rae.free, character(reserves=()).free) == (5, 0)
