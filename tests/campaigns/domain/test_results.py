"""What happened at tables: outcomes, places, concessions, and results as of a round."""

from typing import Any

import pytest

from campaigns.domain.results import (
    Bye,
    Seat,
    StageResults,
    TableResult,
    after_concession,
    as_of,
    cap_of,
    outcome_of,
    pairwise,
    reached,
    with_table,
    without_table,
)
from tests.support.campaigns import SeatState, examples


def table(*seats: tuple[int, SeatState], match: str = "m", round_: int = 1) -> TableResult:
    people = tuple(Seat(participant=name, place=p, state=s) for name, (p, s) in zip("abcdefg", seats, strict=False))
    return TableResult(round=round_, match=match, seats=people)


def outcomes(*seats: tuple[int, SeatState]) -> list[tuple[str, int, int]]:
    return [(each.outcome, each.place, each.sharing) for each in reached(table(*seats))]


def test_camp_result_09_and_10_who_is_absent_loses_without_play() -> None:
    assert outcomes((1, "played"), (2, "absent")) == [("forfeit_win", 1, 1), ("forfeit_loss", 1, 1)]
    assert outcomes((1, "absent"), (1, "absent")) == [("double_forfeit", 1, 1)] * 2
    assert outcomes((1, "absent")) == [("double_forfeit", 1, 1)]


def test_camp_result_11_a_concession_is_a_played_loss() -> None:
    assert outcomes((1, "played"), (2, "conceded")) == [("win", 1, 1), ("loss", 2, 1)]


def test_camp_multi_07_a_table_with_two_left_is_played_and_the_missing_share_the_last_places() -> None:
    found = outcomes((2, "played"), (1, "absent"), (1, "played"), (1, "absent"))
    assert found == [("loss", 2, 1), ("loss", 3, 2), ("win", 1, 1), ("loss", 3, 2)]
    alone = outcomes((1, "absent"), (1, "played"), (1, "absent"))
    assert [outcome for outcome, *_ in alone] == ["forfeit_loss", "forfeit_win", "forfeit_loss"]


def test_camp_score_02_a_sole_first_place_wins_and_a_shared_one_draws() -> None:
    assert [outcome_of(1, 1), outcome_of(1, 2), outcome_of(2, 1), outcome_of(2, 2)] == ["win", "draw", "loss", "loss"]


@pytest.mark.parametrize("example", examples("pairwise"))
def test_camp_multi_05_each_two_at_a_table_are_compared_by_place(example: dict[str, Any]) -> None:
    places = example["places"]
    found = [
        sorted(pairwise(own, other) for at, other in enumerate(places) if at != seat) for seat, own in enumerate(places)
    ]
    assert [" ".join(each) for each in found] == example["expect"]


def test_an_objective_margin_is_against_the_best_other_seat() -> None:
    seats = tuple(Seat(participant=who, place=1, objectives=count) for who, count in zip("abc", (4, 2, 5), strict=True))
    assert [each.objective_margin for each in reached(TableResult(round=1, match="m", seats=seats))] == [-1, -3, 1]
    (alone,) = reached(TableResult(round=1, match="m", seats=seats[:1]))
    assert (alone.outcome, alone.objective_margin) == ("win", 4)


def test_camp_ruling_54_what_a_conceding_side_had_left_may_count_as_destroyed() -> None:
    winner = Seat(participant="a", destroyed=60, left=70, lost=30)
    loser = Seat(participant="b", place=2, state="conceded", destroyed=30, left=40, lost=60)
    first, second = after_concession((winner, loser))
    assert (first.destroyed, first.left, first.lost) == (100, 70, 30)
    assert (second.destroyed, second.left, second.lost) == (30, 0, 100)
    for seats in ((winner, winner), (loser, loser), (winner, loser, loser)):
        assert after_concession(seats) == seats


@pytest.mark.parametrize(("round_", "cap"), [(1, 100), (2, 100), (3, 120), (9, 120)])
def test_camp_roster_05_the_cap_rises_by_round(round_: int, cap: int) -> None:
    assert cap_of(StageResults(participants=(), caps=((1, 100), (3, 120))), round_) == cap
    assert cap_of(StageResults(participants=(), caps=((4, 80),)), 3) == 0


def test_camp_rank_07_as_of_a_round_later_tables_and_byes_are_not_there() -> None:
    tables = tuple(table((1, "played"), (2, "played"), match=str(round_), round_=round_) for round_ in (1, 2, 3))
    byes = tuple(Bye(round=round_, participant="c") for round_ in (1, 2, 3))
    known = as_of(StageResults(participants=("a", "b", "c"), tables=tables, byes=byes), 2)
    assert (known.tables, known.byes) == (tables[:2], byes[:2])


def test_camp_rank_08_result_14_a_table_is_put_in_place_of_what_it_was_or_taken_away() -> None:
    one, other = table((1, "played"), (2, "played")), table((2, "played"), (1, "played"))
    results = StageResults(participants=("a", "b"), tables=(one,))
    assert with_table(results, other).tables == (other,)
    assert with_table(StageResults(participants=("a", "b")), one).tables == (one,)
    assert without_table(results, "m").tables == ()
