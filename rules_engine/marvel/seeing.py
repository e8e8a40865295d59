"""Who sees whom (MARVEL-ABILITY-STEALTH, -INVISIBLE, -THERMAL-VISION, -TOTAL-VISION), and what counts as cover."""

from typing import Final

from rules_engine.kernel.rule_ids import RuleId
from rules_engine.kernel.units import Length, inches
from rules_engine.marvel import abilities, measuring
from rules_engine.marvel.components import AbilityName
from rules_engine.marvel.measuring import Sight
from rules_engine.marvel.state import MatchState

HIDDEN_FROM: Final[tuple[tuple[AbilityName, Length, RuleId], ...]] = (
    ("stealth", inches(8), RuleId("MARVEL-ABILITY-STEALTH")),
    ("invisible", inches(1), RuleId("MARVEL-ABILITY-INVISIBLE")),
)
"""Abilities of who cannot be seen, and from more than how far away: exactly there it is seen (MARVEL-RULING-71)."""
NO_LINE = RuleId("MARVEL-RULING-18")
VISION = RuleId("MARVEL-RULING-71")


def bars_sight(state: MatchState, viewer: str, target: str) -> RuleId | None:
    """The rule by which a character has no line of sight to a target; None where it sees it.

    Rules: MARVEL-ABILITY-TOTAL-VISION (through anything), MARVEL-ABILITY-THERMAL-VISION, MARVEL-RULING-18. Errors:
    RuleViolation while nobody has measured.
    """
    sight = measuring.known_sight(state, viewer, target)
    if abilities.has(state, state.character(viewer), "total_vision"):
        return None
    return _unnoticed(state, viewer, target, sight) or (None if sight.clear else NO_LINE)


def sees(state: MatchState, viewer: str, target: str) -> bool:
    """Whether a character has a line of sight to a target; not where nobody has measured."""
    return measuring.sight(state, viewer, target) is not None and bars_sight(state, viewer, target) is None


def bars_attack(state: MatchState, attacker: str, target: str, *, homing: bool = False) -> RuleId | None:
    """The rule by which a target is out of sight for an attack or a throw; None where it may be attacked.

    Rules: MARVEL-SPECIAL-HOMING (needs no line, MARVEL-RULING-38), MARVEL-SPECIAL-PENETRATIVE (some part must be seen,
    MARVEL-RULING-35), MARVEL-RULING-71 (``total_vision_attacks_through_scenery``). Errors: as `bars_sight`.
    """
    if homing:
        measuring.known_sight(state, attacker, target)
        return None
    barred = bars_sight(state, attacker, target)
    if barred is None and not state.rulings.total_vision_attacks_through_scenery:
        return None if measuring.known_sight(state, attacker, target).clear else VISION
    return barred


def in_cover(state: MatchState, attacker: str, target: str, *, homing: bool = False, penetrative: bool = False) -> bool:
    """Whether scenery hides enough of a target for −1 on the hit roll; wholly hidden counts as well.

    Rules: MARVEL-RANGED-03, MARVEL-WAVE-04, MARVEL-RULING-26, MARVEL-RULING-35 (Penetrative: never), MARVEL-RULING-38
    (``homing_ignores_cover``), MARVEL-RULING-71 (``total_vision_ignores_cover``). Unmeasured: no cover is claimed.
    """
    rulings = state.rulings
    if penetrative or (homing and rulings.homing_ignores_cover):
        return False
    if rulings.total_vision_ignores_cover and abilities.has(state, state.character(attacker), "total_vision"):
        return False
    sight = measuring.sight(state, attacker, target)
    return sight is not None and sight.hidden >= rulings.cover_min_hidden_percent


def _unnoticed(state: MatchState, viewer: str, target: str, sight: Sight) -> RuleId | None:
    """The ability by which a target is not seen; Thermal Vision sees it all the same."""
    character = state.find(target)
    if character is None or abilities.has(state, state.character(viewer), "thermal_vision"):
        return None
    for ability, most, rule_id in HIDDEN_FROM:
        if sight.distance > most and abilities.has(state, character, ability):
            return rule_id
    return None
