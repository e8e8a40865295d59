"""Tie-breaks from what matches count besides their winner: margins, army points, objectives."""

from typing import Literal, TypeAlias

from campaigns.domain.numbers import Number
from campaigns.domain.results import cap_of
from campaigns.domain.scoring import PLAYED
from campaigns.domain.tiebreaks.field import Field, Part, Parts, mean_of
from campaigns.domain.tiebreaks.outings import Outing, Who
from campaigns.domain.tiebreaks.outings import margin as margin_of

Counted: TypeAlias = Literal["destroyed", "left", "objectives"]


def margin(field: Field, who: Who) -> Parts:
    """`margin`, `margin_mean`: army points destroyed minus lost in played matches, each within the cap.

    Rules: CAMP-TIE-39, CAMP-TIE-40 (the mean over played matches), CAMP-RULING-68.
    """
    return [_part(outing, _capped(field, margin_of(outing))) for outing in _played(field, who)]


def destroyed(field: Field, who: Who) -> Parts:
    """`destroyed`: army points of opponents put out of play.

    Rules: CAMP-TIE-41, CAMP-RULING-25, CAMP-RULING-53.
    """
    return _numbers(field, who, "destroyed")


def left(field: Field, who: Who) -> Parts:
    """`left`: one's own army points still in play at the end.

    Rules: CAMP-TIE-42, CAMP-RULING-25, CAMP-RULING-53.
    """
    return _numbers(field, who, "left")


def objectives(field: Field, who: Who) -> Parts:
    """`objectives`: objectives reached.

    Rules: CAMP-TIE-43, CAMP-RULING-25, CAMP-RULING-53.
    """
    return _numbers(field, who, "objectives")


def _numbers(field: Field, who: Who, counted: Counted) -> Parts:
    """The number of each played match, and what the settings give for byes and forfeit wins."""
    parts = [_part(outing, getattr(outing.seat, counted)) for outing in _played(field, who)]
    mean = mean_of(parts)
    for outing in field.rounds[who]:
        match _given_for(field, outing):
            case "average_own":
                parts.append(_part(outing, mean))
            case "cap" if counted != "objectives":
                parts.append(_part(outing, cap_of(field.results, outing.round)))
    return parts


def _given_for(field: Field, outing: Outing) -> str:
    if outing.outcome == "bye":
        return field.rulings.bye_numbers
    return field.rulings.forfeit_numbers if outing.outcome == "forfeit_win" else "none"


def _played(field: Field, who: Who) -> list[Outing]:
    return [outing for outing in field.rounds[who] if outing.outcome in PLAYED]


def _capped(field: Field, number: int) -> int:
    cap = field.rulings.margin_cap
    return number if cap is None else max(-cap, min(cap, number))


def _part(outing: Outing, worth: Number) -> Part:
    return Part(worth=worth, round=outing.round, match=outing.match, points=outing.points)
