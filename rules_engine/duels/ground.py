"""Gear laid on the table: a marker at a point of the base's edge (DUELS-RULING-103)."""

from math import dist

from rules_engine.duels.state import Figure, GroundGear, MatchState
from rules_engine.kernel.errors import RuleViolation
from rules_engine.kernel.geometry import Place, Point
from rules_engine.kernel.rule_ids import RuleId

ROUNDING = 1  # whole hundredths of an inch lie up to this far off a circle


def laid_down(state: MatchState, figure: Figure, gear: str, *, spot: Point | None) -> GroundGear:
    """A piece that a figure lays down touching its base, at a spot of its controller's choice.

    Rules: DUELS-GEAR-02, DUELS-ACE-05, DUELS-RULING-103. On the declared board the figure itself is known to touch it.
    Errors: RuleViolation for a spot that is not on the base's edge.
    """
    if not state.tracked or figure.place is None:
        return GroundGear(gear=gear, beside=(figure.id,))
    place, radius = figure.place, figure.profile.radius
    x, y = spot or (place.x + radius, place.y)
    if abs(dist((x, y), (place.x, place.y)) - radius) > ROUNDING:
        raise RuleViolation(RuleId("DUELS-RULING-103"), figure=figure.id, gear=gear)
    return GroundGear(gear=gear, place=Place(x, y, place.level))
