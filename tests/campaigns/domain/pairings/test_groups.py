from collections import Counter
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from campaigns.domain.pairings import groups
from campaigns.domain.pairings.groups import Finisher, apart, deal, qualified
from campaigns.domain.pairings.protocol import History, Options, Participant
from tests.support.pairings import met, options, paired, people, play_through, refused, rows, sets, shown


@pytest.mark.parametrize("row", rows("groups", "deal"))
def test_camp_group_01_and_group_02_seeds_are_dealt(row: dict[str, Any]) -> None:
    dealt = deal(people(row["people"], tags=row.get("tags", {})), options(**row["options"]), "demo")
    assert [" ".join(who.id for who in group) for group in dealt] == row["deal"]


@pytest.mark.parametrize("row", rows("groups", "finishers"))
def test_camp_group_04_to_group_06_who_goes_on_and_as_which_seed(row: dict[str, Any]) -> None:
    finishers = [
        Finisher(participant=name, number=number, group=group, rank=rank, numbers=tuple(numbers), matches=matches)
        for number, (name, group, rank, numbers, matches) in enumerate(row["finishers"], start=1)
    ]
    seeds = qualified(finishers, options(**row["options"]))
    assert list(seeds) == row["seeds"]
    assert qualified(finishers[::-1], options(**row["options"])) == seeds
    if "first" in row:
        named = [Participant(id=name, number=number) for number, name in enumerate(["A1", "A2", "B1", "B2"], start=1)]
        made = paired(groups.pair(named, History(), Options(groups=2, qualified=seeds), ""))
        assert met(made) == sets(row["first"])


@given(st.integers(2, 8), st.integers(2, 64))
def test_camp_group_01_sizes_differ_by_one_at_most(count: int, size: int) -> None:
    sizes = [len(group) for group in deal(people(size), Options(groups=count), "")]
    assert sum(sizes) == size
    assert max(sizes) - min(sizes) <= 1


@settings(deadline=None)
@given(st.integers(2, 6), st.integers(1, 5), st.lists(st.integers(0, 5), min_size=30, max_size=30))
def test_camp_group_02_one_club_is_spread_as_far_as_the_numbers_allow(count: int, rows_: int, clubs: list[int]) -> None:
    size = count * rows_
    members = [str(n) for n in range(1, size + 1) if clubs[n - 1] == 0]
    tagged = people(size, tags={who: ["club:a"] for who in members})
    dealt = deal(tagged, Options(groups=count, separate_tag="club"), "demo")
    held = [sum(who.id in members for who in group) for group in dealt]
    assert max(held) - min(held) <= 1


def test_camp_group_03_every_group_is_a_round_robin_of_its_own() -> None:
    rounds, done = play_through(groups.pair, people(7), Options(groups=2))
    assert [shown(played) for played in rounds] == ["4-5 2-7 3-6 1", "1-4 7-6 2-3 5", "5-1 3-7 6-2 4"]
    assert [one.place for one in rounds[0].pairings] == ["group-1", "group-2", "group-2", "group-1"]
    assert [one.table for one in rounds[0].pairings] == [1, 2, 3, 0]
    dealt = deal(people(7), Options(groups=2), "")
    played = Counter(pair for one in rounds for pair in met(one) if len(pair) == 2)
    assert played == Counter(frozenset(two) for group in dealt for two in combinations([who.id for who in group], 2))
    assert refused(groups.pair(people(7), done, Options(groups=2), "")) == ("groups_complete", ())


def test_camp_group_07_the_knockout_starts_once_it_is_decided_who_plays_it() -> None:
    _, done = play_through(groups.pair, people(8), Options(groups=2))
    knockout = Options(groups=2, qualified=("1", "2", "3", "4"))
    first = paired(groups.pair(people(8), done, knockout, ""))
    assert (first.number, met(first)) == (4, sets("1-4 2-3"))
    assert {one.place for one in first.pairings} == {"upper-1-1", "upper-1-2"}


@pytest.mark.parametrize("count", [0, 3])
def test_camp_pair_06_too_few_for_the_groups_are_named(count: int) -> None:
    everybody = tuple(str(n) for n in range(1, count + 1))
    assert refused(groups.pair(people(count), History(), Options(groups=2), "")) == ("too_few", everybody)


@pytest.mark.parametrize(
    ("by_seed", "order"),
    [
        ("A B A B", "1 2 3 4"),
        ("A B B A", "1 2 4 3"),
        ("A A", "1 2"),  # nothing helps
        ("A B C A B C", "1 2 3 4 6 5"),
        ("A B C D D C B A", "1 2 3 4 6 5 8 7"),  # each exchange mends two
        ("A B C D D A C B", "1 2 3 4 8 6 7 5"),
        ("A", "1"),
    ],
)
def test_camp_ruling_37_lower_seeds_are_exchanged_as_little_as_possible(by_seed: str, order: str) -> None:
    letters = by_seed.split()
    seeds = tuple(str(n) for n in range(1, len(letters) + 1))
    found = apart(seeds, [ord(letter) for letter in letters])
    assert sorted(found) == sorted(seeds)
    assert " ".join(found) == order


@given(st.integers(1, 4), st.randoms(use_true_random=False))
def test_camp_group_06_nobody_meets_the_own_group_first_where_two_of_each_go_on(doubled: int, shuffle: Any) -> None:
    count = 2**doubled
    firsts, seconds = list(range(count)), list(range(count))
    shuffle.shuffle(seconds)
    group = [*firsts, *seconds]
    found = [group[int(seed)] for seed in apart(tuple(str(n) for n in range(2 * count)), group)]
    assert found[:count] == firsts
    assert all(found[at] != found[-1 - at] for at in range(count))
