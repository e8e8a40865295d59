"""Tie-breaks from opponents' results outside FIDE: strength of schedule, win shares, points of the beaten."""

from collections.abc import Callable, Iterator
from fractions import Fraction

from campaigns.domain.numbers import Number, exact
from campaigns.domain.scoring import FORFEITS, PLAYED
from campaigns.domain.tiebreaks.field import Field, Part, Parts, mean_of
from campaigns.domain.tiebreaks.outings import Outing, Who


def sos_sum(field: Field, who: Who) -> Parts:
    """`sos_sum`, `opponents_mean`: the points of all opponents, unadjusted, byes adding nothing (Steamroller 2014).

    Rules: CAMP-TIE-31, CAMP-TIE-46 (their mean), CAMP-RULING-66, CAMP-RULING-67.
    """
    return _over_opponents(field, who, lambda opponent: _strength(field, opponent))


def sos_mean(field: Field, who: Who) -> Parts:
    """`sos_mean`: the mean over opponents of their points a match, byes left out (Cobra), or of their wins (OWR).

    Rules: CAMP-TIE-32, CAMP-RULING-66.
    """
    means = field.each(_points_a_match, mean_of)
    return _over_opponents(field, who, lambda opponent: means[opponent])


def sos_weighted(field: Field, who: Who) -> Parts:
    """`sos_weighted`: the same mean with a weight for each round in which one met them.

    Rules: CAMP-TIE-33, CAMP-RULING-69.
    """
    return [_weighted(part, field.rulings.sos_weights) for part in sos_mean(field, who)]


def ext_sos(field: Field, who: Who) -> Parts:
    """`ext_sos`: extended strength of schedule, the mean over opponents of their `sos_mean` (Cobra).

    Rules: CAMP-TIE-34.
    """
    means = field.each(sos_mean, mean_of)
    return _over_opponents(field, who, lambda opponent: means[opponent])


def sosos(field: Field, who: Who) -> Parts:
    """`sosos`: the sum over opponents of their `sos_sum` (go).

    Rules: CAMP-TIE-38.
    """
    sums = field.each(sos_sum)
    return _over_opponents(field, who, lambda opponent: sums[opponent])


def sodos(field: Field, who: Who) -> Parts:
    """`sodos`: the points of beaten opponents, half of those one drew with (Sensei's Library).

    Rules: CAMP-TIE-37, CAMP-RULING-70.
    """
    draw = 1 if field.rulings.sodos_draw == "half" else 0
    worth = {"win": 2, "draw": draw, "loss": 0}
    return [
        _part(outing, opponent, exact(worth[verdict] * field.points[opponent], 2))
        for outing in field.matches(who)
        for opponent, verdict in zip(outing.opponents, outing.verdicts, strict=True)
    ]


def omw(field: Field, who: Who) -> Parts:
    """`omw`: the mean over opponents of their share of the possible points, at least the floor (Magic, appendix C).

    Rules: CAMP-TIE-35, CAMP-RULING-63, CAMP-RULING-64, CAMP-RULING-65.
    """
    shares = field.each(_share)
    found = [_part(outing, opponent, shares[opponent]) for outing, opponent in _opponents(field, who)]
    return found or [Part(worth=_floor(field))]


def oomw(field: Field, who: Who) -> Parts:
    """`oomw`: the mean over opponents of their `omw` (Play! Pokémon).

    Rules: CAMP-TIE-36.
    """
    means = field.each(omw, mean_of)
    found = [_part(outing, opponent, means[opponent]) for outing, opponent in _opponents(field, who)]
    return found or [Part(worth=_floor(field))]


def _floor(field: Field) -> Fraction:
    """The least that a win share is taken as (CAMP-RULING-63)."""
    return Fraction(field.rulings.omw_floor, 100)


def _strength(field: Field, opponent: Who) -> int:
    """What strength of schedule adds up: points, or wins at the table (CAMP-RULING-66)."""
    if field.rulings.sos_counts == "points":
        return field.points[opponent]
    return field.unit * sum(outing.outcome == "win" for outing in field.rounds[opponent])


def _points_a_match(field: Field, who: Who) -> Parts:
    """Points from tables, one part a table; or all wins as one part."""
    if field.rulings.sos_counts == "wins":
        return [Part(worth=_strength(field, who))]
    return [Part(worth=outing.points) for outing in field.rounds[who] if outing.seat]


def _share(field: Field, who: Who) -> Parts:
    """A participant's share of the possible points, at least the floor, as one part."""
    counted = [outing for outing in field.rounds[who] if _counts_in_share(field, outing)]
    possible = field.win * len(counted)
    if not possible:
        return [Part(worth=_floor(field))]
    gained = sum([_twice_gained(field, outing) for outing in counted])
    return [Part(worth=max(_floor(field), Fraction(gained, 2 * possible)))]


def _counts_in_share(field: Field, outing: Outing) -> bool:
    if outing.outcome in PLAYED or outing.outcome in FORFEITS:
        return True
    return field.rulings.omw_counts_byes and outing.outcome in ("bye", "full_bye")


def _twice_gained(field: Field, outing: Outing) -> int:
    """Twice the points of a round, or for a draw the points of a win: half of them, by CAMP-RULING-65."""
    halved = outing.outcome == "draw" and field.rulings.omw_draw == "half"
    return field.win if halved else 2 * outing.points


def _opponents(field: Field, who: Who) -> Iterator[tuple[Outing, Who]]:
    return ((outing, opponent) for outing in field.matches(who) for opponent in outing.opponents)


def _over_opponents(field: Field, who: Who, worth: Callable[[Who], Number]) -> Parts:
    """A part for each opponent, each time or once by CAMP-RULING-67."""
    parts, seen = [], set[Who]()
    for outing, opponent in _opponents(field, who):
        if field.rulings.sos_same_opponent == "each_time" or opponent not in seen:
            seen.add(opponent)
            parts.append(_part(outing, opponent, worth(opponent)))
    return parts


def _weighted(part: Part, weights: tuple[int, ...]) -> Part:
    weight = weights[part.round - 1] if part.round <= len(weights) else 1
    return Part(worth=part.worth * weight, weight=weight, round=part.round, match=part.match, opponent=part.opponent)


def _part(outing: Outing, opponent: Who, worth: Number) -> Part:
    return Part(worth=worth, round=outing.round, match=outing.match, opponent=opponent)
