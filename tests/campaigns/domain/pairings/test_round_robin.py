from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaigns.domain.pairings.round_robin import round_robin

PEOPLE = st.integers(2, 40).map(lambda n: [f"p{i}" for i in range(n)])


@given(PEOPLE)
def test_everyone_meets_everyone_once(people: list[str]) -> None:
    met = Counter(frozenset(pair) for played in round_robin(people) for pair in played if pair[1] is not None)
    assert met == Counter(frozenset(pair) for pair in combinations(people, 2))


@given(PEOPLE)
def test_nobody_plays_twice_in_a_round_and_nobody_is_left_out(people: list[str]) -> None:
    for played in round_robin(people):
        seated = [who for pair in played for who in pair if who is not None]
        assert sorted(seated) == sorted(people)


@given(PEOPLE)
def test_byes_are_shared_out_one_each_and_only_where_the_number_is_odd(people: list[str]) -> None:
    byes = [pair[0] for played in round_robin(people) for pair in played if pair[1] is None]
    assert sorted(byes) == (sorted(people) if len(people) % 2 else [])


@given(PEOPLE)
def test_first_seats_are_as_even_as_the_number_allows(people: list[str]) -> None:
    first = Counter(pair[0] for played in round_robin(people) for pair in played if pair[1] is not None)
    assert max(first.values()) - min(first[who] for who in people) <= 2


def test_the_table_of_four() -> None:
    assert round_robin(["a", "b", "c", "d"]) == (
        (("a", "d"), ("c", "b")),
        (("c", "a"), ("b", "d")),
        (("a", "b"), ("d", "c")),
    )


@pytest.mark.parametrize("people", [[], ["a"], ["a", "a"]])
def test_too_few_or_twice_the_same_is_refused(people: list[str]) -> None:
    with pytest.raises(ValueError, match="two or more participants"):
        round_robin(people)
