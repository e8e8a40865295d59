"""The results of a stage as tie-breaks look at them: everyone's rounds, points and opponents, computed once for all."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from typing import TypeAlias

import msgspec
from msgspec.structs import replace

from campaigns.domain.numbers import Number, exact, total
from campaigns.domain.results import Edition, StageResults, TableResult, with_table
from campaigns.domain.scoring import FORFEITS, PLAYED, award
from campaigns.domain.tiebreaks.outings import REST, Outing, Reader, Who, in_order, is_voluntary, trailing_byes


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


class Field:
    """Everyone's rounds and what follows from them; ``edition`` says which text of FIDE C.07 its dummies follow."""

    def __init__(self, reader: Reader, outings: Sequence[Sequence[Outing]], edition: Edition | None = None) -> None:
        self._reader, self.outings = reader, outings
        self.results, self.unit = reader.results, reader.unit
        self.rulings, self.known = self.results.rulings, self.results.known
        self.edition: Edition = edition or self.rulings.fide_edition
        self.win = reader.steps(award("win", reader.results.scoring))
        self.draw = reader.steps(award("draw", reader.results.scoring))
        self.loss = reader.steps(award("loss", reader.results.scoring))
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
        for adjustment in self.results.adjustments:
            given[self._reader.who(adjustment.participant)] += self._reader.steps(adjustment.points)
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
        return Field(self._reader, self.outings, 2024 if self.edition == 2026 else 2026)

    @cached_property
    def last_round_drawn(self) -> "Field":
        """The same results as if every match paired in the last round were a draw (CAMP-TIE-20)."""
        outings = [[self._drawn(outing) for outing in own] for own in self.outings]
        return Field(self._reader, outings, self.edition)

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


def field_of(results: StageResults) -> Field:
    """Everyone's rounds from the results of a stage. Errors: KeyError for somebody who does not take part."""
    reader = Reader(results)
    return Field(reader, reader.everyones())


def field_after(field: Field, table: TableResult) -> Field:
    """The field if this table had ended so: only the rounds of those who sit at it are made anew.

    Rules: CAMP-RANK-08, CAMP-FIX-02. The same as ``field_of`` of all results.
    """
    reader = Reader(with_table(field.results, table))
    if reader.unit != field.unit or reader.results.best is not None:
        return field_of(reader.results)
    found = dict(reader.of_table(table))
    outings = [
        in_order([*(outing for outing in own if outing.match != table.match), *_at(found, who)])
        if who in found or any(outing.match == table.match for outing in own)
        else own
        for who, own in enumerate(field.outings)
    ]
    return Field(reader, outings)


def _at(found: Mapping[Who, Outing], who: Who) -> tuple[Outing, ...]:
    return (found[who],) if who in found else ()
