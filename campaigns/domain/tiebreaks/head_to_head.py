"""The comparison among those who are tied: `head_to_head`, TRF `DE` (FIDE C.07, articles 6.1 to 6.3)."""

from collections.abc import Mapping, Sequence
from itertools import groupby

import msgspec

from campaigns.domain.numbers import Number, exact, total
from campaigns.domain.scoring import FORFEITS
from campaigns.domain.tiebreaks.field import Field, Part, Parts
from campaigns.domain.tiebreaks.outings import Outing, Who


class Split(msgspec.Struct, frozen=True):
    """A tied group after the comparison: groups that are still tied, best first; everyone's points among the tied."""

    groups: tuple[tuple[Who, ...], ...]
    numbers: Mapping[Who, Number]


def head_to_head(field: Field, tied: Sequence[Who]) -> Split:
    """Compare a tied group by the meetings among them.

    Rules: CAMP-TIE-16, CAMP-RULING-61. If all have met, the sums rank them, and those still equal are compared again
    among themselves. If not, whoever would be alone first whatever the missing meetings gave is first; then the rest
    again. numbers: of the first comparison, in steps. tied: in seeding order, which groups keep.
    """
    return Split(tuple(_compare(field, tuple(tied))), {who: sum_among(field, who, tied) for who in tied})


def parts_among(field: Field, who: Who, tied: Sequence[Who]) -> Parts:
    """Somebody's meetings with the others of a tied group; several with one opponent are averaged."""
    others = frozenset(tied)
    met: dict[Who, list[tuple[Outing, int]]] = {}
    for outing in field.rounds[who]:
        if _counts(field, outing):
            for opponent, against in zip(outing.opponents, outing.against, strict=True):
                if opponent in others:
                    met.setdefault(opponent, []).append((outing, against))
    return [
        Part(worth=exact(points, len(meetings)), round=o.round, match=o.match, opponent=opponent, points=points)
        for opponent, meetings in met.items()
        for o, points in meetings
    ]


def sum_among(field: Field, who: Who, tied: Sequence[Who]) -> Number:
    """Somebody's points among a tied group."""
    return total([part.worth for part in parts_among(field, who, tied)])


def _counts(field: Field, outing: Outing) -> bool:
    """Whether a table was a meeting: no forfeit, unless pairings are known beforehand or the setting says so."""
    return field.is_match(outing) or (outing.outcome in FORFEITS and field.rulings.head_to_head_forfeits)


def _compare(field: Field, tied: tuple[Who, ...]) -> list[tuple[Who, ...]]:
    """The groups of a tied group, best first."""
    if len(tied) == 1:
        return [tied]
    parts = {who: parts_among(field, who, tied) for who in tied}
    sums = {who: total([part.worth for part in own]) for who, own in parts.items()}
    missing = {who: len(tied) - 1 - len({part.opponent for part in own}) for who, own in parts.items()}
    if any(missing.values()):
        return _first_alone(field, tied, sums, missing)
    ranked = sorted(tied, key=lambda who: -sums[who])
    groups = [tuple(group) for _, group in groupby(ranked, key=lambda who: sums[who])]
    if len(groups) == 1:
        return groups
    return [smaller for group in groups for smaller in _compare(field, group)]


def _first_alone(
    field: Field, tied: tuple[Who, ...], sums: Mapping[Who, Number], missing: Mapping[Who, int]
) -> list[tuple[Who, ...]]:
    """Put first whoever is alone first in any case, then compare the rest; else the tie stays."""
    least = {who: sums[who] + field.loss * missing[who] for who in tied}
    most = {who: sums[who] + field.win * missing[who] for who in tied}
    first = max(tied, key=lambda who: least[who])
    if any(most[who] >= least[first] for who in tied if who != first):
        return [tied]
    return [(first,), *_compare(field, tuple(who for who in tied if who != first))]
