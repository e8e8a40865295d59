"""The results of a stage as tie-breaks look at them: everyone's rounds, points and opponents, computed once for all.

Points are counted in whole steps (CAMP-SWISS-06): multiplied by ``unit``, the least number that makes them all whole.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from math import lcm
from typing import Final, TypeAlias

import msgspec
from msgspec.structs import replace

from campaigns.domain.numbers import Number, exact, total
from campaigns.domain.results import (
    BYES,
    REQUESTED,
    Edition,
    Seat,
    StageResults,
    TableResult,
    after_concession,
    pairwise,
    reached,
)
from campaigns.domain.scoring import FORFEITS, PLAYED, Decided, Reached, award, pairwise_award, round_points

Who: TypeAlias = int  # a participant's place in the seeding order, from 0
LOST_FORFEITS: Final = frozenset(("forfeit_loss", "double_forfeit"))
REST: Final = "rest"


class Part(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """One of the things that a number is made of.

    worth: what it adds, in steps to the power of the tie-break's degree. match: empty for a bye. opponent: None for
    one's own result alone and for a dummy. score: what the opponent's or the dummy's score was taken as. points: what
    one got. weight: in a mean. voluntary: of a voluntary unplayed round. cut: shown, and left out of the sum.
    """

    worth: Number
    round: int = 0
    match: str = ""
    opponent: Who | None = None
    score: int = 0
    points: int = 0
    weight: int = 1
    dummy: bool = False
    voluntary: bool = False
    cut: bool = False


Parts: TypeAlias = list[Part]
PartsOf: TypeAlias = Callable[["Field", Who], Parts]
Finish: TypeAlias = Callable[[Parts], Number]


def sum_of(parts: Parts) -> Number:
    """What all parts add, those that are cut aside."""
    return total([part.worth for part in parts if not part.cut])


def mean_of(parts: Parts) -> Number:
    """The mean of all parts by their weights, 0 without any."""
    weight = sum(part.weight for part in parts if not part.cut)
    return exact(sum_of(parts), weight) if weight else 0


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


class Field:
    """Everyone's rounds and what follows from them; ``edition`` says which text of FIDE C.07 its dummies follow."""

    def __init__(
        self, results: StageResults, unit: int, outings: Sequence[Sequence[Outing]], edition: Edition | None = None
    ) -> None:
        self.results, self.unit, self.outings = results, unit, outings
        self.rulings, self.known = results.rulings, results.known
        self.edition: Edition = edition or results.rulings.fide_edition
        self.win = _in_steps(award("win", results.scoring), unit)
        self.draw = _in_steps(award("draw", results.scoring), unit)
        self.loss = _in_steps(award("loss", results.scoring), unit)
        self._numbers: dict[tuple[PartsOf, Finish], list[Number]] = {}

    @property
    def everyone(self) -> range:
        """All participants, in seeding order."""
        return range(len(self.outings))

    @cached_property
    def rounds(self) -> list[list[Outing]]:
        """Everyone's rounds but rests, which are no round of anybody.

        Rules: CAMP-ROBIN-03, CAMP-TIE-04.
        """
        return [[outing for outing in own if outing.outcome != REST] for own in self.outings]

    @cached_property
    def last_round(self) -> int:
        """The number of the last round of the stage so far (CAMP-TIE-03, CAMP-RULING-74)."""
        return max((outing.round for own in self.outings for outing in own), default=0)

    @cached_property
    def adjustments(self) -> list[int]:
        """What judges gave and took, by participant, in steps (CAMP-SCORE-05)."""
        given = [0] * len(self.outings)
        index = {who: number for number, who in enumerate(self.results.participants)}
        for adjustment in self.results.adjustments:
            given[index[adjustment.participant]] += _in_steps(adjustment.points, self.unit)
        return given

    @cached_property
    def points(self) -> list[int]:
        """Everyone's points: S(i) of the document, in steps."""
        return [sum([o.points for o in own]) + given for own, given in zip(self.outings, self.adjustments, strict=True)]

    @cached_property
    def adjusted(self) -> list[int]:
        """Everyone's points as others' tie-breaks see them: A(i), a trailing requested bye counting as a draw.

        Rules: CAMP-TIE-04, CAMP-TIE-05.
        """
        if self.known:
            return self.points
        return [
            points + sum(self.draw - outing.points for outing in trailing_byes(own))
            for points, own in zip(self.points, self.rounds, strict=True)
        ]

    @cached_property
    def contests(self) -> list[Parts]:
        """Everyone's opponents by round, each worth its score, with dummies for unplayed rounds.

        Rules: CAMP-TIE-06, CAMP-TIE-08, CAMP-TIE-09, CAMP-TIE-10.
        """
        return [[part for outing in own for part in self._met(who, outing)] for who, own in enumerate(self.rounds)]

    def matches(self, who: Who) -> Iterable[Outing]:
        """A participant's rounds that count as matches against opponents."""
        return (outing for outing in self.rounds[who] if self.is_match(outing))

    def is_match(self, outing: Outing) -> bool:
        """Played at the table, or a forfeit where pairings are known beforehand.

        Rules: CAMP-TIE-08.
        """
        return outing.outcome in PLAYED or (self.known and outing.outcome in FORFEITS)

    def each(self, parts: PartsOf, finish: Finish = sum_of) -> list[Number]:
        """Everyone's number of a tie-break in steps, computed once."""
        key = (parts, finish)
        if key not in self._numbers:
            self._numbers[key] = [finish(parts(self, who)) for who in self.everyone]
        return self._numbers[key]

    def of_edition(self, edition: Edition | None) -> "Field":
        """The same results by the text of another edition."""
        if edition in (None, self.edition):
            return self
        return self._of_other_edition

    @cached_property
    def _of_other_edition(self) -> "Field":
        return Field(self.results, self.unit, self.outings, 2024 if self.edition == 2026 else 2026)

    @cached_property
    def last_round_drawn(self) -> "Field":
        """The same results as if every match paired in the last round were a draw (CAMP-TIE-20)."""
        outings = [[self._drawn(outing) for outing in own] for own in self.outings]
        return Field(self.results, self.unit, outings, self.edition)

    def _drawn(self, outing: Outing) -> Outing:
        if outing.round != self.last_round or not outing.opponents:
            return outing
        against = tuple(self.draw for _ in outing.opponents)
        return replace(outing, outcome="draw", points=self.draw, against=against)

    def _met(self, who: Who, outing: Outing) -> Iterable[Part]:
        if self.is_match(outing):
            for opponent, points in zip(outing.opponents, outing.against, strict=True):
                score = self.adjusted[opponent]
                yield Part(
                    worth=score, round=outing.round, match=outing.match, opponent=opponent, score=score, points=points
                )
        elif not self.known:
            score = self._dummy(who, outing)
            yield Part(
                worth=score,
                round=outing.round,
                match=outing.match,
                score=score,
                points=outing.points,
                dummy=True,
                voluntary=is_voluntary(outing),
            )

    def _dummy(self, who: Who, outing: Outing) -> int:
        """The score of the imagined opponent of an unplayed round.

        Rules: CAMP-TIE-06. A table of more than two bounds it by the least score that was scheduled.
        """
        own = self.points[who]
        if self.edition == 2024:
            return own
        if outing.outcome in FORFEITS:
            return min([own, *(self.adjusted[opponent] for opponent in outing.opponents)])
        return min(own, len(self.rounds[who]) * self.draw)


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


# --- from results -----------------------------------------------------------------------------------------------------


class _Raw(msgspec.Struct, frozen=True, gc=False):
    """A round before its points are counted in steps."""

    who: Who
    points: Number
    round: int
    outcome: str
    match: str = ""
    opponents: tuple[Who, ...] = ()
    against: tuple[Number, ...] = ()
    verdicts: tuple[Decided, ...] = ()
    best_other: Number = 0
    seat: Seat | None = None


def field_of(results: StageResults) -> Field:
    """Everyone's rounds from the results of a stage, in the order of rounds, whatever order the results came in.

    Errors: KeyError for somebody who does not take part.
    """
    index = {who: number for number, who in enumerate(results.participants)}
    raws = [*_from_tables(results, index), *_from_byes(results, index)]
    raws.sort(key=lambda raw: (raw.round, raw.match))
    denominators = {number.denominator for raw in raws for number in (raw.points, *raw.against)}
    denominators |= {award(outcome, results.scoring).denominator for outcome in ("win", "draw", "loss")}
    denominators |= {adjustment.points.denominator for adjustment in results.adjustments}
    unit = lcm(*denominators)
    outings: list[list[Outing]] = [[] for _ in results.participants]
    for raw in raws:
        outings[raw.who].append(_outing(raw, unit))
    if results.best is not None:
        outings = [_best(own, results.best) for own in outings]
    return Field(results, unit, outings)


def _outing(raw: _Raw, unit: int) -> Outing:
    return Outing(
        round=raw.round,
        outcome=raw.outcome,
        points=_in_steps(raw.points, unit),
        match=raw.match,
        opponents=raw.opponents,
        against=tuple([_in_steps(points, unit) for points in raw.against]),
        verdicts=raw.verdicts,
        best_other=_in_steps(raw.best_other, unit),
        seat=raw.seat,
    )


def _in_steps(number: Number, unit: int) -> int:
    return number.numerator * (unit // number.denominator)


def _from_tables(results: StageResults, index: dict[str, Who]) -> Iterable[_Raw]:
    for table in results.tables:
        if not results.annulled.isdisjoint(seat.participant for seat in table.seats):
            continue
        if results.rulings.concession_numbers == "all_destroyed":
            table = replace(table, seats=after_concession(table.seats))  # noqa: PLW2901 -- the same table from here on
        yield from _from_table(table, results, [index[seat.participant] for seat in table.seats])


def _from_table(table: TableResult, results: StageResults, seated: list[Who]) -> Iterable[_Raw]:
    numbers = reached(table)
    points = [round_points(number, results.scoring) for number in numbers]
    for at, who in enumerate(seated):
        others = [other for other in range(len(seated)) if other != at]
        counted = others if len(seated) == 2 or results.rulings.pairwise_results else []
        yield _Raw(
            who,
            points[at],
            table.round,
            numbers[at].outcome,
            table.match,
            tuple([seated[other] for other in counted]),
            tuple([_against(numbers[at], numbers[other], points[at], results) for other in counted]),
            tuple([_between(numbers[at], numbers[other]) for other in counted]),
            max([points[other] for other in others], default=0),
            table.seats[at],
        )


def _against(own: Reached, other: Reached, points: Number, results: StageResults) -> Number:
    """The points against one opponent: at a table of two those of the round (CAMP-TIE-10)."""
    if own.seats == 2:
        return points
    return pairwise_award(_between(own, other), results.scoring)


def _between(own: Reached, other: Reached) -> Decided:
    if own.outcome in FORFEITS:
        return "win" if own.outcome == "forfeit_win" else "loss"
    return pairwise(own.place, other.place)


def _from_byes(results: StageResults, index: dict[str, Who]) -> Iterable[_Raw]:
    for bye in results.byes:
        who = index[bye.participant]
        if bye.kind == REST:
            worth = award("bye", results.scoring) if results.rulings.rest_points == "bye" else 0
            yield _Raw(who, worth, bye.round, REST)
        else:
            outcome = BYES[bye.kind]
            yield _Raw(who, round_points(Reached(outcome=outcome), results.scoring), bye.round, outcome)


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
