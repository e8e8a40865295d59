"""What happened in a stage, as standings see it: tables that count, byes, and what the stage says about them."""

from collections.abc import Mapping
from typing import Final, Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from campaigns.domain.numbers import Number
from campaigns.domain.scoring import LEAGUE, ByeOutcome, Decided, Outcome, Reached, Scoring

ByeKind: TypeAlias = Literal["pairing_allocated", "full", "half", "zero", "absent", "late", "rest"]
BYES: Final[Mapping[str, ByeOutcome]] = {
    "pairing_allocated": "bye",
    "full": "full_bye",
    "half": "half_bye",
    "zero": "zero_bye",
    "absent": "absent",
    "late": "late",
}
REQUESTED: Final = frozenset[str](("half_bye", "zero_bye", "absent", "late"))  # CAMP-BYE-04
Edition: TypeAlias = Literal[2024, 2026]
Numbers: TypeAlias = Literal["none", "average_own", "cap"]


class StandingRulings(msgspec.Struct, frozen=True, kw_only=True):
    """The settings that standings ask for.

    Rules: CAMP-RULING-59 fide_edition; 25 bye_numbers; 53 forfeit_numbers; 54 concession_numbers; 30 rest_points;
    47 pairwise_results; 61 head_to_head_forfeits; 62 koya_steps; 63, 64, 65 omw_floor (hundredths), omw_counts_byes,
    omw_draw; 66, 67 sos_counts, sos_same_opponent; 69 sos_weights (by round from the first, past the end 1; empty: all
    equal); 68 margin_cap; 70 sodos_draw; 05 dropped_in_standings.
    """

    fide_edition: Edition = 2026
    bye_numbers: Numbers = "none"
    forfeit_numbers: Numbers = "none"
    concession_numbers: Literal["as_on_table", "all_destroyed"] = "as_on_table"
    rest_points: Literal["zero", "bye"] = "zero"
    pairwise_results: bool = True
    head_to_head_forfeits: bool = False
    koya_steps: int = 0
    omw_floor: int = 33
    omw_counts_byes: bool = True
    omw_draw: Literal["points", "half"] = "points"
    sos_counts: Literal["points", "wins"] = "points"
    sos_same_opponent: Literal["each_time", "once"] = "each_time"
    sos_weights: tuple[int, ...] = ()
    margin_cap: int | None = None
    sodos_draw: Literal["half", "none"] = "half"
    dropped_in_standings: bool = True


class Seat(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """What one participant reached at a table: place 1 is best, equal places are shared.

    state: ``absent`` for a forfeit without play, ``conceded`` for who gave up. destroyed, left: army points of
    opponents put out of play, of one's own in play at the end; lost: of one's own put out of play. rounds: of the
    match.
    """

    participant: str
    place: int = 1
    state: Literal["played", "conceded", "absent"] = "played"
    destroyed: int = 0
    left: int = 0
    lost: int = 0
    objectives: int = 0
    rounds: int = 0


class TableResult(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A table that counts (CAMP-RESULT-05); one that is void or was not played is left out."""

    round: int
    match: str
    seats: tuple[Seat, ...]


class Bye(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A round without an opponent; every round of a late or dropped participant has one, a rest too."""

    round: int
    participant: str
    kind: ByeKind = "pairing_allocated"


class Adjustment(msgspec.Struct, frozen=True):
    """Points that a judge gave, or took away with a negative number (CAMP-SCORE-05)."""

    participant: str
    points: Number


class StageResults(msgspec.Struct, frozen=True, kw_only=True):
    """All that the standing of a stage depends on, as of some moment.

    participants: ids in seeding order. tables, byes: in any order; a match or a round of a participant once. known:
    pairings do not follow from results, as in round robins and elimination (CAMP-TIE-08). ratings: at the start of the
    stage, whole numbers. caps: (from round, army points), as CAMP-ROSTER-05. adjustments: penalties and bonuses.
    decided: orders that the organizer set for ties, best first. annulled: whose results count for nobody; removed,
    dropped: who is listed without a rank, or out of the stage. best: how many matches count for each, None for all.
    minimum: how many matches somebody must have played for a rank (CAMP-RULING-45), 0 where the format does not ask.
    """

    participants: tuple[str, ...]
    tables: tuple[TableResult, ...] = ()
    byes: tuple[Bye, ...] = ()
    scoring: Scoring = LEAGUE
    seed: str = ""
    known: bool = False
    rulings: StandingRulings = StandingRulings()
    ratings: Mapping[str, int] = {}
    caps: tuple[tuple[int, int], ...] = ()
    adjustments: tuple[Adjustment, ...] = ()
    decided: tuple[tuple[str, ...], ...] = ()
    annulled: frozenset[str] = frozenset()
    removed: frozenset[str] = frozenset()
    dropped: frozenset[str] = frozenset()
    best: int | None = None
    minimum: int = 0


def as_of(results: StageResults, round_number: int) -> StageResults:
    """The results of the rounds up to this one, with the corrections that were made since.

    Rules: CAMP-RANK-07.
    """
    tables = tuple(table for table in results.tables if table.round <= round_number)
    return replace(results, tables=tables, byes=tuple(bye for bye in results.byes if bye.round <= round_number))


def with_table(results: StageResults, table: TableResult) -> StageResults:
    """The results if this table had ended so, in place of what it ended with, if it did: a dry run, or a correction.

    Rules: CAMP-RANK-08, CAMP-FIX-02.
    """
    others = tuple(each for each in results.tables if each.match != table.match)
    return replace(results, tables=(*others, table))


def without_table(results: StageResults, match: str) -> StageResults:
    """The results with this table void.

    Rules: CAMP-RESULT-14.
    """
    return replace(results, tables=tuple(each for each in results.tables if each.match != match))


def after_concession(seats: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """The seats of a table of two as if all that the conceding side had left were destroyed.

    Rules: CAMP-RULING-54 `all_destroyed`.
    """
    if len(seats) != 2 or {seat.state for seat in seats} != {"played", "conceded"}:
        return seats
    left = next(seat.left for seat in seats if seat.state == "conceded")
    return tuple(
        replace(seat, left=0, lost=seat.lost + left)
        if seat.state == "conceded"
        else replace(seat, destroyed=seat.destroyed + left)
        for seat in seats
    )


def reached(table: TableResult) -> tuple[Reached, ...]:
    """What each seat of a table reached, in the order of the seats, as scoring sees it.

    Rules: CAMP-RESULT-09, CAMP-RESULT-10, CAMP-RESULT-11, CAMP-MULTI-07, CAMP-SCORE-02.
    """
    present = len(table.seats) - [seat.state for seat in table.seats].count("absent")
    if present < min(2, len(table.seats)):
        return tuple(Reached(outcome=_forfeit(seat, present), seats=len(table.seats)) for seat in table.seats)
    places = [seat.place if seat.state != "absent" else present + 1 for seat in table.seats]
    best, second = sorted([0, 0, *(seat.objectives for seat in table.seats)])[:-3:-1]
    return tuple(
        Reached(
            outcome=outcome_of(place, places.count(place)),
            seats=len(places),
            place=place,
            sharing=places.count(place),
            objectives=seat.objectives,
            objective_margin=seat.objectives - (second if seat.objectives == best else best),
            destroyed=seat.destroyed,
            left=seat.left,
            lost=seat.lost,
            rounds=seat.rounds,
        )
        for seat, place in zip(table.seats, places, strict=True)
    )


def outcome_of(place: int, sharing: int) -> Decided:
    """A sole first place is a win, a shared one a draw, any other place a loss.

    Rules: CAMP-SCORE-02.
    """
    if place > 1:
        return "loss"
    return "win" if sharing == 1 else "draw"


def pairwise(own_place: int, their_place: int) -> Decided:
    """The result between two at a table of more than two.

    Rules: CAMP-MULTI-05.
    """
    if own_place == their_place:
        return "draw"
    return "win" if own_place < their_place else "loss"


def cap_of(results: StageResults, round_number: int) -> int:
    """The army points that a roster may have in a round, 0 where nothing is said.

    Rules: CAMP-ROSTER-05.
    """
    return max((entry for entry in results.caps if entry[0] <= round_number), default=(0, 0))[1]


def _forfeit(seat: Seat, present: int) -> Outcome:
    if seat.state != "absent":
        return "forfeit_win"
    return "forfeit_loss" if present else "double_forfeit"
