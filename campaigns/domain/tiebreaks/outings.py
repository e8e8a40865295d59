"""Everyone's rounds, made of the results of a stage once for all tie-breaks.

Points are counted in whole steps (CAMP-SWISS-06): multiplied by ``unit``, a number that makes all of them whole.
"""

from collections.abc import Iterable, Iterator, Sequence
from math import lcm
from typing import Final, TypeAlias

import msgspec
from msgspec.structs import replace

from campaigns.domain.numbers import Number
from campaigns.domain.results import (
    BYES,
    REQUESTED,
    Bye,
    Seat,
    StageResults,
    TableResult,
    after_concession,
    pairwise,
    reached,
)
from campaigns.domain.scoring import (
    FORFEITS,
    OUTCOMES,
    Decided,
    Reached,
    Scoring,
    award,
    pairwise_award,
    round_points,
)

Who: TypeAlias = int  # a participant's place in the seeding order, from 0
LOST_FORFEITS: Final = frozenset(("forfeit_loss", "double_forfeit"))
REST: Final = "rest"


class Outing(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A participant's round. points: in steps. outcome: of scoring, or ``rest``.

    opponents: the scheduled ones, of forfeits too; against: the points against each; verdicts: how it ended between the
    two. best_other: the most points that another at the table got. seat: of a table, as it was reported.
    """

    round: int
    outcome: str
    points: int
    match: str = ""
    opponents: tuple[Who, ...] = ()
    against: tuple[int, ...] = ()
    verdicts: tuple[Decided, ...] = ()
    best_other: int = 0
    seat: Seat | None = None


def is_voluntary(outing: Outing) -> bool:
    """Whether an unplayed round is a voluntary one: a requested bye or a forfeit loss.

    Rules: CAMP-TIE-04 (kinds 3, 4 and 5), CAMP-BYE-04.
    """
    return outing.outcome in REQUESTED or outing.outcome in LOST_FORFEITS


def trailing_byes(rounds: Sequence[Outing]) -> Iterable[Outing]:
    """The requested byes with nothing but voluntary unplayed rounds after them.

    Rules: CAMP-TIE-04 (kind 5).
    """
    for outing in reversed(rounds):
        if not is_voluntary(outing):
            return
        if outing.outcome in REQUESTED:
            yield outing


class Reader:
    """Makes rounds of the tables and byes of a stage. unit: how many steps a point has."""

    def __init__(self, results: StageResults) -> None:
        self.results = results
        self.unit = unit_of(results)
        self._index = {who: number for number, who in enumerate(results.participants)}

    def steps(self, number: Number) -> int:
        """A number of points in steps."""
        return number.numerator * (self.unit // number.denominator)

    def everyones(self) -> list[list[Outing]]:
        """Everyone's rounds, in the order of rounds, whatever order the results came in.

        Errors: KeyError for somebody who does not take part.
        """
        outings: list[list[Outing]] = [[] for _ in self.results.participants]
        for table in sorted(self.results.tables, key=lambda table: (table.round, table.match)):
            for who, outing in self.of_table(table):
                outings[who].append(outing)
        for bye in self.results.byes:
            outings[self.who(bye.participant)].append(self.of_bye(bye))
        if self.results.byes:
            outings = [in_order(own) for own in outings]
        best = self.results.best
        return outings if best is None else [_best(own, best) for own in outings]

    def who(self, participant: str) -> Who:
        """The place of a participant in the seeding order. Errors: KeyError for somebody who does not take part."""
        return self._index[participant]

    def of_table(self, table: TableResult) -> Iterable[tuple[Who, Outing]]:
        """The round of everyone at a table, none if somebody there was taken out (CAMP-ROBIN-07)."""
        seated = [self._index[seat.participant] for seat in table.seats]
        if self.results.annulled and not self.results.annulled.isdisjoint(seat.participant for seat in table.seats):
            return ()
        if self.results.rulings.concession_numbers == "all_destroyed":
            table = replace(table, seats=after_concession(table.seats))
        numbers = reached(table)
        points = [self.steps(round_points(number, self.results.scoring)) for number in numbers]
        return zip(seated, self._outings(table, seated, numbers, points), strict=True)

    def of_bye(self, bye: Bye) -> Outing:
        """A round without an opponent.

        Rules: CAMP-BYE-01, CAMP-ROBIN-03, CAMP-RULING-30.
        """
        scoring = self.results.scoring
        if bye.kind == REST:
            worth = award("bye", scoring) if self.results.rulings.rest_points == "bye" else 0
            return Outing(round=bye.round, outcome=REST, points=self.steps(worth))
        outcome = BYES[bye.kind]
        points = self.steps(round_points(Reached(outcome=outcome), scoring))
        return Outing(round=bye.round, outcome=outcome, points=points)

    def _outings(
        self, table: TableResult, seated: Sequence[Who], numbers: Sequence[Reached], points: Sequence[int]
    ) -> Iterator[Outing]:
        pairs = len(seated) == 2 or self.results.rulings.pairwise_results
        for at, own in enumerate(numbers):
            others = [other for other in range(len(seated)) if other != at]
            verdicts = tuple([_between(own, numbers[other]) for other in others if pairs])
            yield Outing(
                round=table.round,
                outcome=own.outcome,
                points=points[at],
                match=table.match,
                opponents=tuple([seated[other] for other in others if pairs]),
                against=self._against(verdicts, points[at], len(seated)),
                verdicts=verdicts,
                best_other=max([points[other] for other in others], default=0),
                seat=table.seats[at],
            )

    def _against(self, verdicts: tuple[Decided, ...], points: int, seats: int) -> tuple[int, ...]:
        """The points against each opponent: at a table of two those of the round.

        Rules: CAMP-TIE-10.
        """
        if seats == 2:
            return (points,)
        return tuple([self.steps(pairwise_award(verdict, self.results.scoring)) for verdict in verdicts])


def unit_of(results: StageResults) -> int:
    """How many steps a point has, so that all points of a stage are whole, whatever the results are.

    Rules: CAMP-SWISS-06.
    """
    scoring = results.scoring
    numbers = [award(outcome, scoring) for outcome in OUTCOMES]
    numbers += [bonus.amount for bonus in scoring.bonuses]
    numbers += [bonus.up_to for bonus in scoring.bonuses if bonus.up_to is not None]
    numbers += [limit for limit in (scoring.lower, scoring.upper) if limit is not None]
    numbers += [points for row in scoring.places for points in row.points]
    numbers += [adjustment.points for adjustment in results.adjustments]
    return lcm(*(number.denominator for number in numbers)) * _shares(results, scoring)


def _shares(results: StageResults, scoring: Scoring) -> int:
    """What points of places may be divided by: the number of other seats, and of those who share a place."""
    if scoring.names_outcomes and not scoring.places:
        return 1
    most = max((len(table.seats) for table in results.tables), default=2)
    return lcm(*range(1, max(most, 2) + 1)) ** 2


def in_order(outings: Iterable[Outing]) -> list[Outing]:
    """A participant's rounds in their order."""
    return sorted(outings, key=lambda outing: (outing.round, outing.match))


def _between(own: Reached, other: Reached) -> Decided:
    if own.outcome in FORFEITS:
        return "win" if own.outcome == "forfeit_win" else "loss"
    return pairwise(own.place, other.place)


def _best(outings: list[Outing], count: int) -> list[Outing]:
    """The best matches: those with most points, then the larger margin, then the earlier; byes stay.

    Rules: CAMP-LADDER-11.
    """
    played = [number for number, outing in enumerate(outings) if outing.seat]
    played.sort(key=lambda number: (-outings[number].points, -margin(outings[number]), number))
    kept = set(played[:count])
    return [outing for number, outing in enumerate(outings) if not outing.seat or number in kept]


def margin(outing: Outing) -> int:
    """Army points destroyed minus army points lost in a match."""
    assert outing.seat, "only tables have numbers"
    return outing.seat.destroyed - outing.seat.lost
