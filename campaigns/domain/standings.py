"""Standings: participants sorted by an ordered list of tie-breaks, each number shown, each rank explained."""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import groupby

import msgspec

from campaigns.domain.numbers import Number, exact
from campaigns.domain.results import StageResults, TableResult
from campaigns.domain.scoring import PLAYED
from campaigns.domain.tiebreaks.catalogue import OrderEntry, read_order
from campaigns.domain.tiebreaks.field import Field, Part, field_after, field_of
from campaigns.domain.tiebreaks.head_to_head import head_to_head, parts_among
from campaigns.domain.tiebreaks.outings import Who


class Standing(msgspec.Struct, frozen=True, kw_only=True):
    """One participant's rank and why.

    rank: equal numbers share it, 0 for who is listed without one. numbers: one for each code of the order; that of
    ``head_to_head`` is 0 for who was not tied any more. decided_by: the code that put this participant below the one
    before, empty for the first, for an equal rank and without a rank. played: at the table.
    """

    participant: str
    rank: int
    numbers: tuple[Number, ...]
    decided_by: str
    played: int
    won: int
    drawn: int
    lost: int


class Contribution(msgspec.Struct, frozen=True, kw_only=True):
    """One thing that a number is made of. worth: what it adds, or would if it were not cut.

    match: empty for a bye and for what has no round. opponent: None for one's own result alone and for a dummy. score:
    what the opponent's score was taken as. points: what one got. weight: in a mean.
    """

    worth: Number
    round: int
    match: str
    opponent: str | None
    score: Number
    points: Number
    weight: int
    dummy: bool
    cut: bool


class _Ranking(msgspec.Struct, frozen=True):
    """Groups of equal rank, best first, and for each the code that put it below the one before.

    tied, numbers: for each code of the order who was tied when it was asked, and everyone's numbers.
    """

    groups: list[tuple[Who, ...]]
    decided_by: list[str]
    tied: list[dict[Who, tuple[Who, ...]]]
    numbers: list[dict[Who, Number]]


class StandingTable:
    """The standing of a stage: ``rows``, best first, equal ranks by pairing number (CAMP-RANK-02)."""

    def __init__(self, field: Field, order: Sequence[str]) -> None:
        self.order = tuple(order)
        self._entries = read_order(order)
        self._field, results = field, field.results
        self._index = {who: number for number, who in enumerate(results.participants)}
        listed = [who for who in self._field.everyone if _is_listed(results, who)]
        self._ranked = _rank(self._field, self._entries, [who for who in listed if _has_rank(self._field, who)])
        self._unranked = _rank(self._field, self._entries, [who for who in listed if not _has_rank(self._field, who)])
        self.rows = (*_rows(self._field, self._ranked, ranked=True), *_rows(self._field, self._unranked, ranked=False))

    @property
    def shown(self) -> int:
        """How many codes of the order decided anything: up to the one that decided last for anybody (CAMP-RANK-03)."""
        deciding = {row.decided_by for row in self.rows}
        return max((number for number, code in enumerate(self.order, start=1) if code in deciding), default=1)

    def after(self, table: TableResult) -> "StandingTable":
        """The standing if this table had ended so: a new result, a correction or a dry run (CAMP-RANK-08)."""
        return StandingTable(field_after(self._field, table), self.order)

    def contributions(self, participant: str, code: str) -> tuple[Contribution, ...]:
        """What the number of a participant is made of, by round.

        Rules: CAMP-RANK-05. code: one of the order. Errors: KeyError for a stranger, ValueError for another code.
        """
        who, at = self._index[participant], self.order.index(code)
        entry = self._entries[at]
        if entry.is_head_to_head:
            tied = self._ranked.tied[at].get(who) or self._unranked.tied[at].get(who, ())
            return self._shown(parts_among(self._field, who, tied), 1)
        return self._shown(entry.parts(self._field, who), entry.tie_break.degree)

    def matches(self, participant: str, code: str) -> tuple[str, ...]:
        """The matches behind a number, each once, in the order of rounds (CAMP-RANK-05)."""
        found = (part.match for part in self.contributions(participant, code))
        return tuple(dict.fromkeys(match for match in found if match))

    def _shown(self, parts: Iterable[Part], degree: int) -> tuple[Contribution, ...]:
        ids, unit = self._field.results.participants, self._field.unit
        return tuple(
            Contribution(
                worth=exact(part.worth, unit**degree),
                round=part.round,
                match=part.match,
                opponent=None if part.opponent is None else ids[part.opponent],
                score=exact(part.score, unit),
                points=exact(part.points, unit),
                weight=part.weight,
                dummy=part.dummy,
                cut=part.cut,
            )
            for part in parts
        )


def standings(results: StageResults, order: Sequence[str]) -> StandingTable:
    """Rank all participants; those whose numbers are all equal share a rank.

    Rules: CAMP-RANK-01, CAMP-RANK-02, CAMP-RANK-04, CAMP-RANK-09, CAMP-RULING-05, CAMP-RULING-72. order: codes of
    ``read_order``. Errors: KeyError for a result of somebody who does not take part, or an unknown code.
    """
    return StandingTable(field_of(results), order)


class Line(msgspec.Struct, frozen=True):
    """Who goes on to the next stage. tied: those of equal rank across the line, of whom not all can; else empty."""

    through: tuple[str, ...]
    tied: tuple[str, ...]


def line_after(rows: Sequence[Standing], places: int) -> Line:
    """The first ``places`` of a final standing, and who is tied across the line.

    Rules: CAMP-STAGE-06.
    """
    ranked = [row for row in rows if row.rank]
    if len(ranked) <= places or ranked[places].rank != ranked[places - 1].rank:
        return Line(tuple(row.participant for row in ranked[:places]), ())
    rank = ranked[places].rank
    through = tuple(row.participant for row in ranked if row.rank < rank)
    return Line(through, tuple(row.participant for row in ranked if row.rank == rank))


def _is_listed(results: StageResults, who: Who) -> bool:
    return results.rulings.dropped_in_standings or results.participants[who] not in results.dropped


def _has_rank(field: Field, who: Who) -> bool:
    """Who is neither removed nor taken out, and has played enough (CAMP-RANK-09, CAMP-ROBIN-07, CAMP-LADDER-10)."""
    results = field.results
    if results.participants[who] in results.removed | results.annulled:
        return False
    return not results.minimum or sum(o.outcome in PLAYED for o in field.rounds[who]) >= results.minimum


def _rank(field: Field, order: Sequence[OrderEntry], everyone: Sequence[Who]) -> _Ranking:
    """Split those who are equal, code by code, each group by itself.

    Rules: CAMP-TIE-01, CAMP-RANK-04.
    """
    found = _Ranking([tuple(everyone)], [""], [], [])
    for entry in order:
        tied = {who: group for group in found.groups for who in group if len(group) > 1}
        numbers: dict[Who, Number] = dict.fromkeys(everyone, 0)
        if not entry.is_head_to_head:
            each = entry.numbers(field)
            numbers = {who: each[who] for who in everyone}
        groups, decided_by = list[tuple[Who, ...]](), list[str]()
        for group, code in zip(found.groups, found.decided_by, strict=True):
            smaller = _split(field, entry, group, numbers)
            groups += smaller
            decided_by += [code, *(entry.code for _ in smaller[1:])]
        found.groups[:], found.decided_by[:] = groups, decided_by
        found.tied.append(tied)
        found.numbers.append(numbers)
    return found


def _split(
    field: Field, entry: OrderEntry, group: tuple[Who, ...], numbers: dict[Who, Number]
) -> Sequence[tuple[Who, ...]]:
    """The groups that a code leaves of a tied one, best first; ``head_to_head`` writes its numbers as well."""
    if len(group) < 2:
        return [group]
    if entry.is_head_to_head:
        split = head_to_head(field, group)
        numbers.update((who, exact(number, field.unit)) for who, number in split.numbers.items())
        return split.groups
    ranked = sorted(group, key=numbers.__getitem__, reverse=not entry.tie_break.lower)
    return [tuple(equal) for _, equal in groupby(ranked, key=numbers.__getitem__)]


def _rows(field: Field, ranking: _Ranking, *, ranked: bool) -> Iterable[Standing]:
    rank = 1
    for group, code in zip(ranking.groups, ranking.decided_by, strict=True):
        for who in group:
            outcomes = Counter(outing.outcome for outing in field.rounds[who] if outing.outcome in PLAYED)
            yield Standing(
                participant=field.results.participants[who],
                rank=rank if ranked else 0,
                numbers=tuple(numbers[who] for numbers in ranking.numbers),
                decided_by=code if ranked and who == group[0] else "",
                played=outcomes.total(),
                won=outcomes["win"],
                drawn=outcomes["draw"],
                lost=outcomes["loss"],
            )
        rank += len(group)
