"""Standings: ranks, what decided them, what is behind each number, and an oracle that computes everything naively."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from campaigns.domain.numbers import Number
from campaigns.domain.results import (
    REQUESTED,
    Adjustment,
    Bye,
    ByeKind,
    Seat,
    StageResults,
    StandingRulings,
    TableResult,
    as_of,
    with_table,
    without_table,
)
from campaigns.domain.standings import Contribution, Line, Standing, line_after, standings
from tests.support.campaigns import BYES, EVENT_T, SeatState, crosstable, examples, numbers, ranks, stage_of

FOUR = "2+ 3= 4+\n1- 4- 3+\n4+ 1= 2-\n3- 2+ 1-"


def written(rows: Sequence[Standing]) -> str:
    """``1 2=3 4``: those with a rank, in order."""
    text = ""
    for above, row in zip([None, *rows], rows, strict=False):
        text += ("=" if above and above.rank == row.rank else " ") + row.participant if row.rank else ""
    return text.strip()


@pytest.mark.parametrize("example", examples("ranks"))
def test_worked_examples(example: dict[str, Any]) -> None:
    results = stage_of(example)
    table = standings(results, example["order"])
    if instead := example.get("instead"):
        seats = (Seat(participant=instead["first"]), Seat(participant=instead["second"], place=2))
        table = table.after(TableResult(round=instead["round"], match=instead["match"], seats=seats))
    rows = {row.participant: row for row in table.rows}
    assert written(table.rows) == example["places"]
    for who, code in example.get("decided", {}).items():
        assert rows[who].decided_by == code
    for code, expected in example.get("numbers", {}).items():
        at = example["order"].index(code)
        assert [rows[who].numbers[at] for who in results.participants] == numbers(expected)
    assert [row.participant for row in table.rows if not row.rank] == example.get("unranked", "").split()
    if line := example.get("line"):
        expected = Line(tuple(line["through"].split()), tuple(line["tied"].split()))
        assert line_after(table.rows, line["places"]) == expected


def test_camp_rank_01_02_and_04_a_standing_shows_numbers_and_what_decided() -> None:
    table = standings(crosstable(FOUR, scoring="win 3, draw 1"), ("points", "wins", "sonneborn_berger"))
    assert table.rows[0] == Standing(
        participant="1", rank=1, numbers=(7, 2, 22), decided_by="", played=3, won=2, drawn=1, lost=0
    )
    assert ranks(table.rows) == [("1", 1, ""), ("3", 2, "points"), ("2", 3, "points"), ("4", 4, "sonneborn_berger")]
    assert [(row.won, row.drawn, row.lost) for row in table.rows] == [(2, 1, 0), (1, 1, 1), (1, 0, 2), (1, 0, 2)]


def test_camp_rank_03_codes_are_shown_down_to_the_one_that_decided_last() -> None:
    results = crosstable(EVENT_T)
    assert standings(results, ("points", "buchholz_cut1", "buchholz", "sonneborn_berger", "lot")).shown == 4
    assert standings(results, ("pairing_number", "points")).shown == 1
    assert standings(crosstable(".\n."), ("points", "wins")).shown == 1
    assert standings(crosstable(""), ("points",)).rows == ()


def test_camp_rank_05_each_number_leads_to_rounds_opponents_dummies_cuts_and_matches() -> None:
    table = standings(crosstable(EVENT_T), ("points", "buchholz_cut1", "head_to_head", "sonneborn_berger"))
    cut = [part for part in table.contributions("4", "buchholz_cut1") if part.cut]
    half = Fraction(1, 2)
    assert cut == [
        Contribution(
            worth=Fraction(5, 2), round=2, match="", opponent=None, score=Fraction(5, 2), points=half, weight=1,
            dummy=True, cut=True,
        )
    ]  # fmt: skip
    first = table.contributions("4", "sonneborn_berger")[0]
    assert (first.opponent, first.round, first.match, first.worth) == ("12", 1, "4-12 in 1", 3)
    assert table.matches("4", "points") == ("4-12 in 1", "4-13 in 3", "3-4 in 4", "1-4 in 5")
    assert table.matches("4", "head_to_head") == ()
    with pytest.raises(ValueError, match="not in tuple"):
        table.contributions("4", "wins")
    with pytest.raises(KeyError):
        table.contributions("17", "points")


def test_camp_rank_05_head_to_head_leads_to_the_matches_among_the_tied() -> None:
    table = standings(crosstable("2+ 3+ .\n1- . 4+\n. 1- 5+\n. . 2-\n. . 3-"), ("points", "head_to_head"))
    assert ranks(table.rows)[1:3] == [("2", 2, "points"), ("3", 2, "")]
    assert table.contributions("2", "head_to_head") == ()
    tied = standings(crosstable("2+ .\n1- 3+\n. 2-"), ("head_to_head",))
    assert tied.matches("2", "head_to_head") == ("1-2 in 1", "2-3 in 2")


def test_camp_rank_09_ruling_05_who_dropped_is_listed_and_who_was_removed_has_no_rank() -> None:
    results = replace(crosstable(FOUR), dropped=frozenset("3"), removed=frozenset("1"))
    order = ("points", "pairing_number")
    assert ranks(standings(results, order).rows) == [
        ("3", 1, ""),
        ("2", 2, "points"),
        ("4", 3, "pairing_number"),
        ("1", 0, ""),
    ]
    hidden = replace(results, rulings=StandingRulings(dropped_in_standings=False))
    assert [row.participant for row in standings(hidden, order).rows] == ["2", "4", "1"]


def test_camp_robin_07_fix_02_annulled_results_count_for_nobody() -> None:
    results = replace(crosstable(FOUR, known=True), annulled=frozenset("1"))
    table = standings(results, ("points",))
    assert ranks(table.rows) == [("2", 1, ""), ("3", 1, ""), ("4", 1, ""), ("1", 0, "")]
    assert {row.numbers[0] for row in table.rows} == {0, 1}


def test_camp_rank_08_a_dry_run_records_nothing() -> None:
    before = crosstable("2+ 3-\n1- . 3+\n. 1+ 2-", scoring="win 3, draw 1", known=True)
    assert ranks(standings(before, ("points",)).rows) == [("1", 1, ""), ("2", 1, ""), ("3", 1, "")]
    other = TableResult(
        round=1, match="1-2 in 1", seats=(Seat(participant="1", place=2), Seat(participant="2", place=1))
    )
    dry = standings(before, ("points",)).after(other)
    assert dry.rows == standings(with_table(before, other), ("points",)).rows
    assert [(row.participant, row.numbers) for row in dry.rows] == [("2", (6,)), ("3", (3,)), ("1", (0,))]
    assert {row.numbers for row in standings(before, ("points",)).rows} == {(3,)}


def test_camp_rank_07_as_of_a_round_is_what_it_was_then() -> None:
    rows = standings(as_of(crosstable(EVENT_T), 1), ("points",)).rows
    assert [row.rank for row in rows].count(1) == 6
    assert max(row.played for row in rows) == 1


def test_camp_stage_06_all_go_on_where_places_are_enough() -> None:
    rows = standings(crosstable("2+\n1-\n."), ("points",)).rows
    assert line_after(rows, 1) == Line(("1",), ())
    assert line_after(rows, 2) == Line(("1",), ("2", "3"))
    assert line_after(rows, 3) == line_after(rows, 9) == Line(("1", "2", "3"), ())


def test_camp_score_05_tie_12_what_a_judge_gave_counts() -> None:
    results = replace(crosstable("2+\n1-"), adjustments=(Adjustment("1", Fraction(-3, 4)), Adjustment("2", 1)))
    table = standings(results, ("points",))
    assert [(row.participant, row.numbers) for row in table.rows] == [("2", (1,)), ("1", (Fraction(1, 4),))]
    assert [part.worth for part in table.contributions("1", "points")] == [1, Fraction(-3, 4)]


def test_a_result_of_a_stranger_is_a_mistake() -> None:
    table = TableResult(round=1, match="m", seats=(Seat(participant="x"), Seat(participant="1", place=2)))
    with pytest.raises(KeyError):
        standings(with_table(crosstable("."), table), ("points",))


# --- properties -------------------------------------------------------------------------------------------------------

ORDER = ("points", "head_to_head", "buchholz_cut1", "sonneborn_berger", "omw", "sos_mean", "progressive", "margin")


states: st.SearchStrategy[SeatState] = st.sampled_from(("played", "played", "absent"))
kinds: st.SearchStrategy[ByeKind] = st.sampled_from(tuple(BYES.values()))


@st.composite
def stages(draw: st.DrawFn) -> StageResults:
    """A stage of up to eight people and five rounds: wins, draws, forfeits, byes of all kinds, and rounds left out."""
    people = [str(number) for number in range(1, draw(st.integers(2, 8)) + 1)]
    tables, byes = [], []
    for round_ in range(1, draw(st.integers(1, 5)) + 1):
        present = draw(st.permutations(people))
        while len(present) > 1 and draw(st.integers(0, 5)):
            one, other, *present = present
            seats = [
                Seat(participant=who, place=place, state=state, destroyed=destroyed)
                for who, place, state, destroyed in (
                    (one, draw(st.integers(1, 2)), draw(states), 5),
                    (other, draw(st.integers(1, 2)), draw(states), 3),
                )
            ]
            tables.append(TableResult(round=round_, match=f"{round_} {one}", seats=tuple(seats)))
        byes += [Bye(round=round_, participant=who, kind=draw(kinds)) for who in present]
    return StageResults(
        participants=tuple(people),
        tables=tuple(tables),
        byes=tuple(byes),
        known=draw(st.booleans()),
        rulings=StandingRulings(fide_edition=draw(st.sampled_from((2024, 2026)))),
    )


@given(stages(), st.randoms(use_true_random=False))
def test_the_order_of_recording_does_not_matter(results: StageResults, random: Any) -> None:
    shuffled = replace(
        results,
        tables=tuple(random.sample(results.tables, len(results.tables))),
        byes=tuple(random.sample(results.byes, len(results.byes))),
    )
    assert standings(shuffled, ORDER).rows == standings(results, ORDER).rows


@given(stages(), st.data())
def test_camp_fix_02_a_correction_is_as_if_the_wrong_value_had_never_been(
    results: StageResults, data: st.DataObject
) -> None:
    if not results.tables:
        return
    right = data.draw(st.sampled_from(results.tables))
    flipped = tuple(replace(seat, place=3 - seat.place, state="played", destroyed=9) for seat in right.seats)
    wrong = with_table(results, replace(right, seats=flipped))
    assert standings(with_table(wrong, right), ORDER).rows == standings(results, ORDER).rows
    assert (
        standings(without_table(wrong, right.match), ORDER).rows
        == standings(without_table(results, right.match), ORDER).rows
    )


@given(stages(), st.data())
def test_a_win_instead_of_a_loss_never_costs_points_or_ranks_by_points(
    results: StageResults, data: st.DataObject
) -> None:
    if not results.tables:
        return
    table = data.draw(st.sampled_from(results.tables))
    one, other = (replace(seat, state="played") for seat in table.seats)
    lost = with_table(results, replace(table, seats=(replace(one, place=2), replace(other, place=1))))
    won = with_table(results, replace(table, seats=(replace(one, place=1), replace(other, place=2))))
    rank = [
        {row.participant: (row.rank, row.numbers[0]) for row in standings(each, ("points",)).rows}[one.participant]
        for each in (lost, won)
    ]
    assert rank[1][0] <= rank[0][0]
    assert rank[1][1] == rank[0][1] + 3


@settings(max_examples=200)
@given(stages())
def test_an_oracle_that_computes_everything_naively_agrees(results: StageResults) -> None:
    naive = Oracle(results)
    order = ("points", "buchholz", "buchholz_cut1", "sonneborn_berger", "progressive", "sos_sum")
    for row in standings(results, order).rows:
        assert list(row.numbers) == [getattr(naive, code)(row.participant) for code in order]
    rows = standings(results, order).rows
    for above, below in pairwise(rows):
        assert above.numbers >= below.numbers
        assert (above.numbers == below.numbers) == (above.rank == below.rank)


class Oracle:
    """Points, Buchholz, Sonneborn-Berger and others for tables of two at 3, 1, 0, as plainly as the rules say them."""

    worth = {"win": 3, "draw": 1, "loss": 0, "forfeit_win": 3, "forfeit_loss": 0, "rest": 0}  # noqa: RUF012
    byes = {"pairing_allocated": 3, "full": 3, "half": 1, "zero": 0, "absent": 0, "late": 0, "rest": 0}  # noqa: RUF012

    def __init__(self, results: StageResults) -> None:
        self.results = results
        rounds = [table.round for table in results.tables] + [bye.round for bye in results.byes]
        self.rounds = range(1, max(rounds, default=0) + 1)

    def round_of(self, who: str, round_: int) -> tuple[str, str]:
        """How a round ended for somebody, and the opponent."""
        for table in self.results.tables:
            own = [seat for seat in table.seats if seat.participant == who]
            if table.round == round_ and own:
                (other,) = (seat for seat in table.seats if seat.participant != who)
                if own[0].state == "absent":
                    return "forfeit_loss", other.participant
                if other.state == "absent":
                    return "forfeit_win", other.participant
                mine, theirs = own[0].place, other.place
                if mine != 1:
                    return "loss", other.participant
                return "draw" if theirs == 1 else "win", other.participant
        for bye in self.results.byes:
            if (bye.participant, bye.round) == (who, round_):
                return bye.kind, ""
        return "", ""

    def gained(self, who: str, round_: int) -> int:
        kind, _ = self.round_of(who, round_)
        return (self.worth | self.byes).get(kind, 0)

    def points(self, who: str) -> int:
        return sum(self.gained(who, round_) for round_ in self.rounds)

    def adjusted(self, who: str) -> int:
        total, trailing = 0, not self.results.known
        for round_ in reversed(self.rounds):
            kind, _ = self.round_of(who, round_)
            requested = kind in ("half", "zero", "absent", "late")
            total += 1 if trailing and requested else self.gained(who, round_)
            trailing = trailing and (requested or kind in ("forfeit_loss", "rest", ""))
        return total

    def contributions(self, who: str) -> list[tuple[Number, Number, bool]]:
        """Score, points of the round, and whether it was a voluntary unplayed round."""
        found: list[tuple[Number, Number, bool]] = []
        counted = sum(self.round_of(who, round_)[0] not in ("", "rest") for round_ in self.rounds)
        for round_ in self.rounds:
            kind, other = self.round_of(who, round_)
            forfeit = kind.startswith("forfeit")
            if kind in ("win", "draw", "loss") or (forfeit and self.results.known):
                found.append((self.adjusted(other), self.gained(who, round_), False))
            elif kind not in ("", "rest") and not self.results.known:
                dummy = self.points(who)
                if self.results.rulings.fide_edition == 2026:
                    dummy = min(dummy, self.adjusted(other) if forfeit else counted)
                voluntary = kind in ("half", "zero", "absent", "late", "forfeit_loss")
                found.append((dummy, self.gained(who, round_), voluntary))
        return found

    def buchholz(self, who: str) -> Number:
        return sum(score for score, _, _ in self.contributions(who))

    def buchholz_cut1(self, who: str) -> Number:
        scores = self.contributions(who)
        if len(scores) < 2:
            return self.buchholz(who)
        voluntary = [score for score, _, unplayed in scores if unplayed]
        return self.buchholz(who) - (min(voluntary) if voluntary else min(score for score, _, _ in scores))

    def sonneborn_berger(self, who: str) -> Number:
        return sum(score * gained for score, gained, _ in self.contributions(who))

    def progressive(self, who: str) -> int:
        counted = [round_ for round_ in self.rounds if self.round_of(who, round_)[0] not in ("", "rest")]
        return sum(self.gained(who, round_) * (len(counted) - at) for at, round_ in enumerate(counted))

    def sos_sum(self, who: str) -> int:
        met = (self.round_of(who, round_) for round_ in self.rounds)
        counted = ("win", "draw", "loss", *(("forfeit_win", "forfeit_loss") if self.results.known else ()))
        return sum(self.points(other) for kind, other in met if kind in counted)


def test_camp_bye_04_the_oracle_knows_the_requested_byes() -> None:
    assert frozenset(("half_bye", "zero_bye", "absent", "late")) == REQUESTED


def test_a_table_can_be_asked_for_the_rank_of_ten_thousand_equal_people() -> None:
    rows = standings(crosstable(".\n" * 10_000), ("points", "head_to_head")).rows
    assert {row.rank for row in rows} == {1}
