from collections import Counter
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from campaigns.domain.pairings import multi_table
from campaigns.domain.pairings.multi_table import (
    final_places,
    is_forfeit,
    pairwise_results,
    place_points,
    sizes,
)
from campaigns.domain.pairings.protocol import History, Options, PastBye, PastRound, PastTable, Round
from tests.support.pairings import gained, met, options, paired, people, refused, rows, sets


def played(done: History, made: Round) -> History:
    """The history with a round whose tables ended in the order of seats."""
    tables = tuple(
        PastTable(seats=one.seats, table=one.table, gained=place_points(range(1, len(one.seats) + 1)))
        for one in made.pairings
        if not one.bye
    )
    byes = tuple(PastBye(participant=one.seats[0], kind=one.bye, gained=60) for one in made.pairings if one.bye)
    rounds = (*done.rounds, PastRound(tables=tables, byes=byes))
    return History(rounds=rounds, points=gained(rounds))


def through(count: int, chosen: Options, rounds: int) -> tuple[list[Round], History]:
    done, made = History(), []
    for _ in range(rounds):
        made.append(paired(multi_table.pair(people(count), done, chosen, "")))
        done = played(done, made[-1])
    return made, done


@pytest.mark.parametrize("row", rows("multi_table", "sizes"))
def test_camp_multi_01_and_multi_02_tables_are_as_near_to_the_size_as_can_be(row: dict[str, Any]) -> None:
    found = {count: sizes(int(count), options(**row["options"])) for count in row["sizes"]}
    assert {count: [byes, list(split)] for count, (byes, split) in found.items()} == row["sizes"]


@pytest.mark.parametrize("row", rows("multi_table", "points"))
def test_camp_multi_03_ruling_46_places_give_points(row: dict[str, Any]) -> None:
    assert list(place_points(row["places"], row.get("scale", ()))) == row["points"]


@pytest.mark.parametrize("row", rows("multi_table", "pairwise"))
def test_camp_multi_05_ruling_47_each_two_at_a_table_have_met(row: dict[str, Any]) -> None:
    won: Counter[tuple[int, int]] = Counter()
    for one, other, result in pairwise_results(row["places"]):
        won[one, result] += 1
        won[other, -result] += 1
    assert {who: [won[int(who) - 1, result] for result in (1, 0, -1)] for who in row["pairwise"]} == row["pairwise"]


@given(st.lists(st.integers(1, 7), min_size=3, max_size=7))
def test_camp_multi_03_all_tables_of_a_size_give_the_same_sum(order: list[int]) -> None:
    places = [1 + sum(other < place for other in order) for place in order]
    assert sum(place_points(places)) == 30 * len(places)


def test_camp_multi_06_and_multi_07_who_leaves_takes_the_lowest_place_that_is_free() -> None:
    assert final_places({"A": 1, "B": 1}, ["E", "D"], []) == {"A": 1, "B": 1, "D": 3, "E": 4}
    assert final_places({"A": 1, "B": 2}, ["C"], ["X", "Y"]) == {"A": 1, "B": 2, "C": 3, "X": 4, "Y": 4}
    assert [is_forfeit(4, missing) for missing in (1, 2, 3, 4)] == [False, False, True, True]


def test_camp_multi_04_nobody_meets_again_while_that_can_be_avoided() -> None:
    rounds, _ = through(9, Options(table_size=3), 4)
    times = Counter(pair for made in rounds for one in made.pairings for pair in combinations(sorted(one.seats), 2))
    assert times == Counter(combinations(map(str, range(1, 10)), 2))  # a plane of nine points: each two once
    assert all(made.exact for made in rounds)
    assert [one.reason.code for one in rounds[0].pairings] == ["same_points"] * 3


def test_camp_multi_04_points_are_close_where_nobody_has_met() -> None:
    points = {str(n): n % 2 * 60 for n in range(1, 7)}
    made = paired(multi_table.pair(people(6), History(points=points), Options(table_size=3), ""))
    assert met(made) == sets("1-3-5 2-4-6")


def test_camp_pair_03_the_reason_counts_meetings_and_spread() -> None:
    made = paired(multi_table.pair(people(3), History(points={"1": 60}), Options(), ""))
    assert (made.pairings[0].reason.code, made.pairings[0].reason.facts) == ("float", {"meetings": 0, "spread": 7200})
    again = paired(multi_table.pair(people(3), played(History(), made), Options(), ""))
    assert (again.pairings[0].reason.code, again.pairings[0].reason.facts["meetings"]) == ("rematch", 3)


def test_camp_multi_02_a_bye_goes_to_somebody_without_one_and_with_fewest_points() -> None:
    rounds, _ = through(5, Options(smallest=4, largest=4), 5)
    byes = [one.seats[0] for made in rounds for one in made.pairings if one.bye]
    assert byes[0] == "5"
    assert sorted(byes) == ["1", "2", "3", "4", "5"]


@pytest.mark.parametrize("count", [0, 2])
def test_camp_pair_06_too_few_for_a_table_are_named(count: int) -> None:
    everybody = tuple(str(n) for n in range(1, count + 1))
    assert refused(multi_table.pair(people(count), History(), Options(), "")) == ("too_few", everybody)


def test_camp_round_05_open_results_are_awaited() -> None:
    open_ = History(rounds=(PastRound(tables=(PastTable(seats=("1", "2", "3"), state="open"),)),))
    assert refused(multi_table.pair(people(3), open_, Options(), ""))[0] == "open_results"


def test_camp_robin_08_a_round_robin_ends_when_all_have_met_or_the_rounds_are_played() -> None:
    done = through(9, Options(table_size=3), 4)[1]
    assert refused(multi_table.until_all_met(people(9), done, Options(table_size=3), "")) == ("complete", ())
    first = History(rounds=done.rounds[:1])
    assert refused(multi_table.until_all_met(people(9), first, Options(rounds=1), ""))[0] == "complete"
    assert len(paired(multi_table.until_all_met(people(9), first, Options(rounds=2, table_size=3), "")).pairings) == 3


def test_camp_pair_05_the_alternative_takes_a_table_apart() -> None:
    points = {str(n): n % 2 * 60 for n in range(1, 7)}
    history, chosen = History(points=points), Options(table_size=3)
    made = paired(multi_table.pair(people(6), history, chosen, ""))
    other = multi_table.alternative(people(6), history, chosen, made.pairings[0])
    assert other is not None
    assert (other.aim, other.best, other.cost) == ("spread", 0, 4 * 3600)
    assert made.pairings[0].seats not in other.seats
    fresh = paired(multi_table.pair(people(6), History(), chosen, ""))
    equal = multi_table.alternative(people(6), History(), chosen, fresh.pairings[0])
    assert equal is not None
    assert (equal.aim, equal.cost) == ("", 0)


def test_camp_pair_05_there_is_no_alternative_to_the_only_table_or_a_bye() -> None:
    made = paired(multi_table.pair(people(4), History(), Options(), ""))
    assert multi_table.alternative(people(4), History(), Options(), made.pairings[0]) is None
    byes = Options(smallest=4, largest=4)
    made = paired(multi_table.pair(people(9), History(), byes, ""))
    assert multi_table.alternative(people(9), History(), byes, made.pairings[-1]) is None
    open_ = History(rounds=(PastRound(tables=(PastTable(seats=("1", "2", "3"), state="open"),)),))
    assert multi_table.alternative(people(9), open_, byes, made.pairings[0]) is None


@settings(max_examples=25, deadline=None)
@given(st.integers(3, 64), st.integers(3, 7), st.integers(1, 3), st.randoms(use_true_random=False))
def test_camp_round_04_and_pair_02_everybody_has_one_place(count: int, size: int, most: int, shuffle: Any) -> None:
    chosen, done = Options(table_size=size), History()
    for _ in range(most):
        everybody = list(people(count))
        shuffle.shuffle(everybody)
        made = paired(multi_table.pair(everybody, done, chosen, ""))
        assert made == multi_table.pair(people(count), done, chosen, "")
        assert sorted(who for one in made.pairings for who in one.seats) == sorted(who.id for who in everybody)
        counts = [len(one.seats) for one in made.pairings if not one.bye]
        assert all(3 <= seats <= 7 for seats in counts)
        assert max(counts) - min(counts) <= 1
        done = played(done, made)


def test_camp_multi_04_a_larger_field_is_seated_by_exchanges() -> None:
    rounds, _ = through(16, Options(), 3)
    assert [made.exact for made in rounds] == [False] * 3
    times = Counter(pair for made in rounds for one in made.pairings for pair in combinations(sorted(one.seats), 2))
    assert max(times.values()) == 1
