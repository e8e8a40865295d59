"""What passes may do when (DUELS-PASS): each effect's points, what it changes until when, the rules it overrides."""

from typing import Final, assert_never, get_args

from rules_engine.duels import components as c
from rules_engine.duels.components import ActionName, DialName, Effect, PassEffect, PassPoint
from rules_engine.duels.rulings import Variant
from rules_engine.duels.state import Until
from rules_engine.kernel.rule_ids import RuleId

POINTS: Final[dict[type[PassEffect], frozenset[PassPoint]]] = {
    c.ExtraDie: frozenset(("setup", "dice", "initiative", "turn", "attack", "dodge", "test")),
    c.DialBonus: frozenset(get_args(PassPoint)) - {"dice", "hit", "heal"},
    c.ExtraShield: frozenset(("setup", "turn", "dodge", "hit")),
    c.MoreDice: frozenset(("setup", "dice")),
    c.GearPoints: frozenset(("setup",)),
    c.ExtraAction: frozenset(("turn",)),
    c.HealClicks: frozenset(("turn",)),
    c.FreePickUp: frozenset(("turn",)),
    c.RePlace: frozenset(("turn",)),
    c.ReRoll: frozenset(("move", "attack_rolled", "test_rolled", "heal")),
    c.SetFace: frozenset(("move", "attack_rolled", "test_rolled", "heal")),
    c.IgnoreKarma: frozenset(("attack", "attack_rolled")),
    c.ExtraClicks: frozenset(("attack", "attack_rolled", "hit")),
    c.FewerClicks: frozenset(("dodge", "attack_rolled", "hit")),
    c.JudgeRules: frozenset(get_args(PassPoint)) - {"setup"},
}
"""Where each effect can be hooked in; a pass may name those points that all its effects share."""

CHOOSERS: Final[tuple[type[PassEffect], ...]] = (c.HealClicks, c.FreePickUp, c.RePlace, c.ReRoll, c.SetFace)
"""Effects for which whoever plays the pass has to choose something: a pass has one of each at most."""

_NOW: Final[dict[PassPoint, Until]] = {
    "setup": "match",
    "dice": "round",
    "initiative": "initiative",
    "turn": "turn",
    "move": "move",
    "attack": "attack",
    "dodge": "attack",
    "attack_rolled": "attack",
    "hit": "attack",
    "test": "test",
    "test_rolled": "test",
    "heal": "turn",
}
_ACTIONS: Final[dict[ActionName, RuleId]] = {
    "move": RuleId("DUELS-ACT-02"),
    "attack": RuleId("DUELS-ACT-03"),
    "gear": RuleId("DUELS-ACT-04"),
    "heal": RuleId("DUELS-ACT-05"),
    "test": RuleId("DUELS-ACT-06"),
}
_ROLLED_ONCE: Final[dict[PassPoint, RuleId]] = {
    "move": RuleId("DUELS-MOVE-02"),
    "attack_rolled": RuleId("DUELS-ATK-12"),
    "test_rolled": RuleId("DUELS-SKILL-04"),
    "heal": RuleId("DUELS-HEAL-05"),
}
_POOL: Final[dict[PassPoint, tuple[RuleId, ...]]] = {
    "setup": (RuleId("DUELS-SETUP-07"),),
    "attack": (RuleId("DUELS-ATK-03"), RuleId("DUELS-ATK-09")),
    "test": (RuleId("DUELS-SKILL-04"),),
}


def lasting(effect: Effect, point: PassPoint) -> Until | None:
    """Until when an effect stays in force; None for what is done at once."""
    match effect:
        case c.DialBonus() | c.ExtraShield() | c.MoreDice():
            return _NOW[point] if effect.lasts == "now" else effect.lasts
        case c.GearPoints() | c.FreePickUp() | c.IgnoreKarma() | c.ExtraClicks() | c.FewerClicks():
            return _NOW[point]
        case c.ExtraDie() | c.ExtraAction() | c.HealClicks() | c.RePlace() | c.ReRoll() | c.SetFace() | c.JudgeRules():
            return None
        case _:
            assert_never(effect)


def dial_at_hand(point: PassPoint, *, attacks: bool) -> DialName | None:
    """The dial that counts for the roll at a point, where it is always the same; attacks: for the attacker."""
    match point:
        case "initiative" | "move":
            return "head"
        case "attack" | "dodge" | "attack_rolled":
            return "weapon" if attacks else "body"
        case _:
            return None


def overridden(effect: Effect, point: PassPoint, variant: Variant) -> tuple[RuleId, ...]:
    """The rules that an effect overrides at a point (DUELS-PASS-02)."""
    match effect:
        case c.ExtraDie():
            return _POOL.get(point, (RuleId("DUELS-ROUND-06"),))
        case c.DialBonus():
            return (RuleId("DUELS-FIG-04"),)
        case c.ExtraShield():
            return (RuleId("DUELS-SHLD-05"),)
        case c.MoreDice():
            return (RuleId("DUELS-ROUND-04" if variant == "advanced" else "DUELS-ROUND-05"),)
        case c.GearPoints():
            return (RuleId("DUELS-SETUP-06"), RuleId("DUELS-GEAR-05"))
        case c.ExtraAction():
            return (_ACTIONS[effect.action],)
        case c.HealClicks():
            return (RuleId("DUELS-HEAL-02"),)
        case c.FreePickUp():
            return (RuleId("DUELS-ACT-04"), RuleId("DUELS-GEAR-06"))
        case c.RePlace():
            return (RuleId("DUELS-MOVE-09"),)
        case c.ReRoll() | c.SetFace():
            return (_ROLLED_ONCE[point],)
        case c.IgnoreKarma():
            return (RuleId("DUELS-ATK-14"),)
        case c.ExtraClicks() | c.FewerClicks():
            return (RuleId("DUELS-DMG-01"),)
        case c.JudgeRules():
            return (RuleId("DUELS-RULING-119"),)
        case _:
            assert_never(effect)
