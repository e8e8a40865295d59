"""Tie-breaks from one's own results: points, wins, rounds, progressive scores, and numbers of the stage's start."""

from collections.abc import Iterable
from fractions import Fraction
from typing import Final

from msgspec.structs import replace

from campaigns.domain.numbers import Number
from campaigns.domain.results import REQUESTED
from campaigns.domain.tiebreaks.field import Field, Part, Parts
from campaigns.domain.tiebreaks.outings import LOST_FORFEITS, Outing, Who

HALF: Final = Fraction(1, 2)


def points(field: Field, who: Who) -> Parts:
    """`points`, TRF `PTS`: the points of all rounds, byes and forfeits as scoring says, and what a judge gave.

    Rules: CAMP-TIE-12, CAMP-SCORE-05.
    """
    parts = [_part(outing, outing.points) for outing in field.outings[who]]
    given = field.adjustments[who]
    return [*parts, Part(worth=given, points=given)] if given else parts


def wins(field: Field, who: Who) -> Parts:
    """`wins`, TRF `WON`: matches won at the table; no bye, no forfeit (FIDE C.07, 2024 and 2026, article 7.2).

    Rules: CAMP-TIE-13, CAMP-BYE-03.
    """
    return _count(outing for outing in field.rounds[who] if outing.outcome == "win")


def win_rounds(field: Field, who: Who) -> Parts:
    """`win_rounds`, TRF `WIN`: rounds that gave as many points as a win, played or not (C.07, article 7.1).

    Rules: CAMP-TIE-14.
    """
    return _count(outing for outing in field.rounds[who] if outing.points >= field.win)


def rounds_elected(field: Field, who: Who) -> Parts:
    """`rounds_elected`, TRF `REP`: all rounds but requested byes and forfeit losses (C.07, article 7.6).

    Rules: CAMP-TIE-15, CAMP-TIE-08 (in round robins forfeit losses count in edition 2024).
    """
    return _count(
        outing
        for outing in field.rounds[who]
        if outing.outcome not in REQUESTED and not (outing.outcome in LOST_FORFEITS and not _as_played(field))
    )


def standard_points(field: Field, who: Who) -> Parts:
    """`standard_points`, TRF `STD`: 1 for each round with more points than the opponent, ½ for as many.

    Rules: CAMP-TIE-27 (FIDE C.07 of 2026, article 7.7; not in 2024, where it is computed in the same way). A round
    without play is compared with a draw; at a table of several the best other counts.
    """
    return [_part(outing, _standard(field, outing)) for outing in field.rounds[who]]


def progressive(field: Field, who: Who) -> Parts:
    """`progressive`, TRF `PS`: the points reached after each round, added up (C.07, article 7.5).

    Rules: CAMP-TIE-24.
    """
    parts, so_far = [], 0
    for outing in field.rounds[who]:
        so_far += outing.points
        parts.append(_part(outing, so_far))
    return parts


def progressive_cut1(field: Field, who: Who) -> Parts:
    """`progressive_cut1`, TRF `PS/C1`: the same without the first round's sum (C.07, article 14.1).

    Rules: CAMP-TIE-25.
    """
    parts = progressive(field, who)
    if len(parts) > 1:
        parts[0] = replace(parts[0], cut=True)
    return parts


def pairing_number(_: Field, who: Who) -> Parts:
    """`pairing_number`, TRF `TPN`: the place in the seeding order, the lower is better (C.07 of 2026, article 7.8).

    Rules: CAMP-TIE-28. ``pairing_number_reversed``: the higher is better.
    """
    return [Part(worth=who + 1)]


def rating(field: Field, who: Who) -> Parts:
    """`rating`, TRF `RTNG`: the rating at the start of the stage, the higher is better (C.07 of 2026, article 10.6).

    Rules: CAMP-TIE-29. Nobody's rating is 0; ``rating_reversed``: the lower is better.
    """
    return [Part(worth=field.results.ratings.get(field.results.participants[who], 0))]


def _as_played(field: Field) -> bool:
    """Whether forfeit losses count like played ones among one's own results.

    Rules: CAMP-TIE-08.
    """
    return field.known and field.edition == 2024


def _standard(field: Field, outing: Outing) -> Number:
    lost_by_forfeit = outing.outcome in LOST_FORFEITS and not _as_played(field)
    bar = outing.best_other if field.is_match(outing) and not lost_by_forfeit else field.draw
    return 1 if outing.points > bar else HALF if outing.points == bar else 0


def _count(outings: Iterable[Outing]) -> Parts:
    return [_part(outing, 1) for outing in outings]


def _part(outing: Outing, worth: Number) -> Part:
    return Part(worth=worth, round=outing.round, match=outing.match, points=outing.points)
