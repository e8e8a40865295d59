from collections import Counter
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from campaigns.domain.pairings import round_robin as robin
from campaigns.domain.pairings.lots import lot_of_number
from campaigns.domain.pairings.protocol import History, Options
from campaigns.domain.pairings.round_robin import round_robin, withdrawal
from tests.support.pairings import history, options, paired, people, play_through, refused, rows, shown

PEOPLE = st.integers(2, 64).map(lambda n: [f"p{i}" for i in range(n)])


def text(pair: tuple[str, str | None]) -> str:
    return "-".join(who for who in pair if who is not None)


@pytest.mark.parametrize("row", rows("round_robin", "rounds"))
def test_camp_robin_01_the_rounds_are_those_of_the_table(row: dict[str, Any]) -> None:
    numbers = [str(number) for number in range(1, row["participants"] + 1)]
    how = {"double": row.get("double", False), "swap_last_two": row.get("swap_last_two", True)}
    assert [" ".join(map(text, played)) for played in round_robin(numbers, **how)] == row["rounds"]


@given(PEOPLE)
def test_camp_robin_01_everyone_meets_everyone_once_over_the_fewest_rounds(people: list[str]) -> None:
    rounds = round_robin(people)
    met = Counter(frozenset(pair) for played in rounds for pair in played if pair[1] is not None)
    assert met == Counter(frozenset(pair) for pair in combinations(people, 2))
    assert len(rounds) == len(people) - 1 + len(people) % 2


@given(PEOPLE)
def test_nobody_plays_twice_in_a_round_and_nobody_is_left_out(people: list[str]) -> None:
    for played in round_robin(people):
        assert sorted(who for pair in played for who in pair if who is not None) == sorted(people)


@given(PEOPLE)
def test_camp_robin_03_everyone_rests_once_where_the_number_is_odd_and_is_listed_last(people: list[str]) -> None:
    rounds = round_robin(people)
    assert all(pair[1] is not None for played in rounds for pair in played[:-1])
    rests = [played[-1][0] for played in rounds if played[-1][1] is None]
    assert sorted(rests) == (sorted(people) if len(people) % 2 else [])


@given(PEOPLE, st.booleans())
def test_camp_robin_04_in_two_cycles_each_two_meet_once_in_each_order(people: list[str], swap: bool) -> None:
    met = Counter(pair for played in round_robin(people, double=True, swap_last_two=swap) for pair in played)
    both = {(one, other): 1 for one in people for other in people if one != other}
    assert {pair: times for pair, times in met.items() if pair[1] is not None} == both


@given(PEOPLE)
def test_first_seats_are_as_even_as_the_number_allows(people: list[str]) -> None:
    first = Counter(pair[0] for played in round_robin(people) for pair in played if pair[1] is not None)
    assert max(first.values()) - min(first[who] for who in people) <= 1


@pytest.mark.parametrize("people", [[], ["a"], ["a", "a"]])
def test_too_few_or_twice_the_same_is_refused(people: list[str]) -> None:
    with pytest.raises(ValueError, match="two or more participants"):
        round_robin(people)


def test_camp_robin_06_rounds_are_paired_one_by_one_until_all_are_played() -> None:
    rounds, done = play_through(robin.single, people(5), Options())
    assert [shown(played) for played in rounds] == ["2-5 3-4 1", "5-3 1-2 4", "3-1 4-5 2", "1-4 2-3 5", "4-2 5-1 3"]
    assert [pairing.table for pairing in rounds[0].pairings] == [1, 2, 0]
    assert [pairing.reason.code for pairing in rounds[0].pairings] == ["berger", "berger", "rest"]
    assert rounds[0].pairings[2].bye == "rest"
    assert refused(robin.single(people(5), done, Options(), "demo")) == ("complete", ())
    assert len(play_through(robin.double, people(5), Options())[0]) == 10


def test_camp_robin_06_rounds_can_be_published_while_results_are_open() -> None:
    assert shown(paired(robin.single(people(4), history("1?4 2?3"), Options(), ""))) == "4-3 1-2"


def test_camp_robin_06_a_late_entry_takes_the_place_of_the_rest() -> None:
    assert shown(paired(robin.single(people(6), history("2>5 3>4 1R"), Options(), ""))) == "6-4 5-3 1-2"


def test_camp_robin_06_and_pair_06_without_a_rest_there_is_no_place_for_a_late_entry() -> None:
    made = robin.single(people(5), history("1>4 2>3"), Options(), "")
    assert refused(made) == ("no_place_left", ("1", "2", "3", "4"))


def test_camp_robin_06_who_left_before_playing_can_be_replaced() -> None:
    left = tuple(replace(who, id="new") if who.id == "4" else who for who in people(4))
    assert shown(paired(robin.single(left, history("1f>4 2>3"), Options(), ""))) == "new-3 1-2"


def test_camp_robin_05_ruling_28_numbers_are_drawn_by_lot_if_asked_for() -> None:
    drawn = sorted("1234", key=lambda who: -lot_of_number("demo", int(who)))
    assert drawn == ["4", "2", "1", "3"]  # as CAMP-EX-117 says
    made = paired(robin.single(people(4), History(), Options(robin_numbers="lot"), "demo"))
    assert shown(made) == "4-3 2-1"


@pytest.mark.parametrize(
    ("state", "places", "codes"),
    [
        ("dropped", "2-3 1", ["berger", "opponent_missing"]),
        ("removed", "2-3 1", ["berger", "opponent_missing"]),
        ("absent", "2-3 1 4", ["berger", "opponent_missing", "absent"]),
    ],
)
def test_camp_pair_04_nobody_meets_somebody_who_is_not_there(state: str, places: str, codes: list[str]) -> None:
    made = paired(robin.single(people(4, state={"4": state}), History(), Options(), ""))
    assert shown(made) == places
    assert [pairing.reason.code for pairing in made.pairings] == codes
    assert made.pairings[1].reason.facts == {"who": "1", "opponent": "4", "state": state}


@pytest.mark.parametrize("row", rows("round_robin", "played"))
def test_camp_robin_07_ruling_06_who_leaves_early_counts_for_nobody(row: dict[str, Any]) -> None:
    becomes = [withdrawal(played, row["matches"], options(**row["options"])) for played in row["played"]]
    assert becomes == row["becomes"]


@pytest.mark.parametrize("count", [0, 1])
def test_camp_pair_06_one_alone_is_told_so(count: int) -> None:
    assert refused(robin.single(people(count), History(), Options(), "")) == ("too_few", ("1",) * count)


@given(PEOPLE, st.randoms(use_true_random=False))
def test_camp_pair_02_the_order_in_which_people_are_stored_does_not_matter(names: list[str], shuffle: Any) -> None:
    everybody = list(people(len(names)))
    before = robin.single(everybody, History(), Options(), "demo")
    shuffle.shuffle(everybody)
    assert robin.single(everybody, History(), Options(), "demo") == before
