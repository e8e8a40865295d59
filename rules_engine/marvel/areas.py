"""Whom an attack reaches: its target, or everybody in a wave, under a breath, in a circle, on a line of fire."""

from collections.abc import Iterable
from typing import Final, assert_never

from rules_engine.kernel.errors import MalformedInput, RuleViolation
from rules_engine.kernel.geometry import Point, point_distance
from rules_engine.kernel.messages import Record
from rules_engine.kernel.rule_ids import RuleId
from rules_engine.kernel.units import INCH, Length, show
from rules_engine.marvel import measuring, seeing
from rules_engine.marvel.commands import DeclareAttack
from rules_engine.marvel.components import Attack, AttackMode, Template
from rules_engine.marvel.state import Character, MatchState, SceneryInPlay

NEAREST: Length = 2 * INCH  # MARVEL-RANGED-02
NO_TARGET = RuleId("MARVEL-ATK-02")
OUTSIDE: Final[dict[AttackMode, RuleId]] = {
    "wave": RuleId("MARVEL-WAVE-01"),
    "breath": RuleId("MARVEL-BREATH-01"),
}
"""The rule that somebody is not in an area."""


class Aim(Record, frozen=True, kw_only=True):
    """Whom an attack is resolved against, in order.

    targets: characters and pieces of scenery. crossed: those pieces that a Penetrative attack passes through, hit
    without a roll (MARVEL-RULING-35). declared: the characters that react before an overload (MARVEL-RULING-21).
    """

    targets: tuple[str, ...]
    crossed: tuple[str, ...] = ()
    declared: tuple[str, ...] = ()


def aim(state: MatchState, attacker: Character, attack: Attack, command: DeclareAttack) -> Aim:
    """Step 2 of an attack: its valid targets, in the attacker's order.

    Rules: MARVEL-ATK-02, MARVEL-RULING-04, MARVEL-RULING-18. Errors: RuleViolation for a target that is not valid or an
    area without any; MalformedInput for one that is not in play or named twice, and for a target of an area.
    """
    if len(set(command.order)) < len(command.order):
        raise MalformedInput("A target is named twice.")
    if attack.mode in {"melee", "ranged"}:
        return _at_target(state, attacker, attack, command)
    if command.target:
        raise MalformedInput(f"{attack.id} is an area attack: it has no single target.")
    found = _in_area(state, attacker, attack, command)
    if not found:
        raise RuleViolation(NO_TARGET, character=attacker.id, attack=attack.id)
    as_stated = attack.mode == "breath" and not state.tracked
    targets = found if as_stated else in_order(found, command.order, OUTSIDE[attack.mode], attacker)
    return Aim(targets=targets, declared=targets)


# --- one target -------------------------------------------------------------------------------------------------------


def _at_target(state: MatchState, attacker: Character, attack: Attack, command: DeclareAttack) -> Aim:
    target = command.target
    check_target(state, attacker, attack, target)
    through = scenery_through(state, attacker.id, target) if attack.special("penetrative") else ()
    pierced = in_order(pierced_by(state, attacker, attack, target), _on_line(attack, command), NO_TARGET, attacker)
    others = (*pierced, *[piece for piece in through if piece not in pierced])
    declared = (target,) if state.find(target) else ()
    return Aim(targets=(target, *others), crossed=through, declared=declared)


def _on_line(attack: Attack, command: DeclareAttack) -> tuple[str, ...]:
    """What the attacker names for a line of fire; with Explosive it names who is in the circle."""
    return () if attack.special("explosive") else command.order


def check_target(state: MatchState, attacker: Character, attack: Attack, target_id: str) -> None:
    """Refuse what is no valid target of a melee or ranged attack.

    Rules: MARVEL-MELEE-01, MARVEL-RANGED-01, MARVEL-RANGED-02, MARVEL-SPECIAL-HOMING, MARVEL-RULING-18,
    MARVEL-RULING-22, MARVEL-RULING-27. Errors: RuleViolation; MalformedInput for what is not in play.
    """
    target = state.find(target_id)
    if target_id == attacker.id or (target is None and state.find_scenery(target_id) is None):
        raise MalformedInput(f"{target_id} cannot be a target: it is not on the table, or the attacker itself.")
    if target is not None:
        _check_enemy(state, attacker, attack, target)
    if attack.mode == "melee":
        if not measuring.in_contact(state, attacker.id, target_id):
            raise RuleViolation(RuleId("MARVEL-MELEE-01"), character=attacker.id, target=target_id)
        return
    found = measuring.check_reach(state, attacker.id, target_id, attack.range, rule_id=RuleId("MARVEL-RANGED-01"))
    if found < NEAREST:
        raise RuleViolation(RuleId("MARVEL-RANGED-02"), a=attacker.id, b=target_id, distance=show(found))
    barred = seeing.bars_attack(state, attacker.id, target_id, homing=attack.special("homing") is not None)
    if barred is not None:
        raise RuleViolation(barred, character=attacker.id, target=target_id)


def _check_enemy(state: MatchState, attacker: Character, attack: Attack, target: Character) -> None:
    if target.team == attacker.team and not state.rulings.allow_targeting_allies:
        raise RuleViolation(RuleId("MARVEL-RULING-18"), character=attacker.id, target=target.id)
    if not can_be_hit(target, attack):
        raise RuleViolation(RuleId("MARVEL-RULING-22"), character=attacker.id, target=target.id)


def can_be_hit(target: Character, attack: Attack) -> bool:
    """Whether a card has the defence that an attack is compared with (MARVEL-RULING-22)."""
    return target.card.defences.of(attack.defence) is not None


def in_cover(state: MatchState, attacker_id: str, target_id: str, attack: Attack) -> bool:
    """Whether a target has cover from an attack: from ranged attacks and waves only.

    Rules: MARVEL-RANGED-03, MARVEL-WAVE-04, MARVEL-SPECIAL-PENETRATIVE, MARVEL-RULING-28, MARVEL-RULING-38.
    """
    if attack.mode not in {"ranged", "wave"} or target_id == attacker_id:
        return False
    homing, penetrative = (attack.special(name) is not None for name in ("homing", "penetrative"))
    return seeing.in_cover(state, attacker_id, target_id, homing=homing, penetrative=penetrative)


def scenery_through(state: MatchState, attacker_id: str, target_id: str) -> tuple[str, ...]:
    """The pieces of scenery between an attacker and its target (MARVEL-SPECIAL-PENETRATIVE-02)."""
    between = measuring.crossed(state, attacker_id, target_id)
    return tuple([name for name in between if state.find_scenery(name) is not None])


def pierced_by(state: MatchState, attacker: Character, attack: Attack, target_id: str) -> tuple[str, ...]:
    """What else a Pierce attack reaches: all on the line of fire, X inches beyond the target included.

    Rules: MARVEL-SPECIAL-PIERCE, MARVEL-SPECIAL-PIERCE-02, MARVEL-SPECIAL-PIERCE-03 (each has its own hit roll),
    MARVEL-RULING-36 (allies too; ``behind_target_only``).
    """
    pierce = attack.special("pierce")
    if pierce is None:
        return ()
    beyond = measuring.behind(state, attacker.id, target_id, pierce.x * INCH)
    whole = state.rulings.pierce_line == "whole_line"
    before = measuring.crossed(state, attacker.id, target_id) if whole else ()
    return _hittable(state, attack, (*before, *beyond))


# --- areas ------------------------------------------------------------------------------------------------------------


def _in_area(state: MatchState, attacker: Character, attack: Attack, command: DeclareAttack) -> tuple[str, ...]:
    if attack.mode == "wave":
        return in_wave(state, attacker, attack)
    return under_breath(state, attacker, attack, command)


def in_wave(state: MatchState, attacker: Character, attack: Attack) -> tuple[str, ...]:
    """Everybody within a wave's range but the attacker.

    Rules: MARVEL-WAVE-01, MARVEL-RULING-28, MARVEL-RULING-29 (``area_hits_allies``, ``wave_requires_los``).
    """
    found = _caught(state, attacker, attack, measuring.within(state, attacker.id, attack.range))
    if not state.rulings.wave_requires_los:
        return found
    return tuple([name for name in found if seeing.sees(state, attacker.id, name)])


def under_breath(state: MatchState, attacker: Character, attack: Attack, command: DeclareAttack) -> tuple[str, ...]:
    """Everybody in line of sight with any part of the base under the template: computed, or as the players see it.

    Rules: MARVEL-BREATH-01, MARVEL-RULING-29. Errors: MalformedInput without a direction on the tracked board, and for
    somebody who is not in play.
    """
    if state.tracked:
        if command.aim is None:
            raise MalformedInput(f"{attack.id} is a breath: where does its template point?")
        return _breathed_at(state, attacker, attack, command.aim)
    if any(state.find(name) is None or name == attacker.id for name in command.order):
        raise MalformedInput(f"Under the template are other characters in play, not {', '.join(command.order)}.")
    return _seen(state, attacker, _caught(state, attacker, attack, command.order))


def _breathed_at(state: MatchState, attacker: Character, attack: Attack, aim: Point) -> tuple[str, ...]:
    template = attack.template or Template()
    under = measuring.under_template(state, attacker.id, template, aim)
    return _seen(state, attacker, _caught(state, attacker, attack, under))


def _seen(state: MatchState, attacker: Character, names: Iterable[str]) -> tuple[str, ...]:
    return tuple([name for name in names if seeing.bars_sight(state, attacker.id, name) is None])


def _caught(state: MatchState, attacker: Character, attack: Attack, names: Iterable[str]) -> tuple[str, ...]:
    """Of those in an area the ones that it hits (MARVEL-RULING-29)."""
    everybody = state.rulings.area_hits_allies
    hit = [name for name in names if everybody or state.character(name).team != attacker.team]
    return _hittable(state, attack, hit)


def blast(
    state: MatchState, attacker_id: str, attack: Attack, target_id: str, named: tuple[str, ...]
) -> tuple[str, ...]:
    """Everybody else in the circle that an Explosive attack makes around the target it has hit.

    Rules: MARVEL-SPECIAL-EXPLOSIVE, MARVEL-SPECIAL-EXPLOSIVE-02, MARVEL-RULING-34 (``explosive_hits_attacker``). named:
    those whom the attacker has put first.
    """
    explosive = attack.special("explosive")
    if explosive is None:
        return ()
    radius = explosive.x * INCH // 2
    piece = state.find_scenery(target_id)
    found = measuring.in_circle(state, target_id, radius) if piece is None else _around(state, piece, radius)
    spared = () if state.rulings.explosive_hits_attacker else (attacker_id,)
    caught = _hittable(state, attack, [name for name in found if name not in spared])
    first = [name for name in named if name in caught]
    return (*first, *[name for name in caught if name not in first])


def _around(state: MatchState, piece: SceneryInPlay, radius: Length) -> tuple[str, ...]:
    """Who is in a circle around the middle of a piece of scenery; on the declared board nobody has measured that."""
    if not piece.outline:
        return ()
    xs, ys = [x for x, _ in piece.outline], [y for _, y in piece.outline]
    middle = (min(xs) + max(xs)) // 2, (min(ys) + max(ys)) // 2
    return tuple(
        [
            other.id
            for other in state.characters
            if other.in_play and other.place and point_distance(other.place, other.card.radius, *middle) <= radius
        ]
    )


# --- samples ----------------------------------------------------------------------------------------------------------


def has_one_target(attack: Attack) -> bool:
    """Whether an attack is resolved against its target alone, so that there is no order to choose."""
    several = ("explosive", "pierce", "penetrative")
    return attack.mode in {"melee", "ranged"} and not any(rule.rule in several for rule in attack.special_rules)


def samples(state: MatchState, attacker: Character, attack: Attack) -> tuple[tuple[str, Point | None], ...]:
    """Targets that an attack can be declared against now, enemies first, and where a template may point.

    On the declared board nobody knows who is under a template until the players say so.
    """
    match attack.mode:
        case "melee" | "ranged":
            return tuple(
                [(name, None) for name in _candidates(state, attacker) if _reaches(state, attacker, attack, name)]
            )
        case "wave":
            return (("", None),) if in_wave(state, attacker, attack) else ()
        case "breath":
            aims = dict.fromkeys(enemy.place.point for enemy in state.enemies(attacker.team) if enemy.place)
            return tuple([("", aim) for aim in aims if _breathed_at(state, attacker, attack, aim)])
        case _:
            assert_never(attack.mode)


def _candidates(state: MatchState, attacker: Character) -> list[str]:
    allies = state.team(attacker.team) if state.rulings.allow_targeting_allies else ()
    figures = [other.id for other in (*state.enemies(attacker.team), *allies) if other.id != attacker.id]
    return [*figures, *[piece.id for piece in state.scenery if not piece.destroyed]]


def _reaches(state: MatchState, attacker: Character, attack: Attack, target_id: str) -> bool:
    try:
        check_target(state, attacker, attack, target_id)
    except RuleViolation:
        return False
    return True


# --- all --------------------------------------------------------------------------------------------------------------


def _hittable(state: MatchState, attack: Attack, names: Iterable[str]) -> tuple[str, ...]:
    """Of some things those that can be hit: scenery, and characters that have the defence (MARVEL-RULING-22)."""
    return tuple([name for name in names if (found := state.find(name)) is None or can_be_hit(found, attack)])


def in_order(found: tuple[str, ...], named: tuple[str, ...], rule_id: RuleId, attacker: Character) -> tuple[str, ...]:
    """The targets in the attacker's order: those it has named, then the rest (MARVEL-RULING-04).

    Errors: RuleViolation by the id handed in for one that is not reached.
    """
    for name in named:
        if name not in found:
            raise RuleViolation(rule_id, character=attacker.id, target=name)
    return (*named, *[name for name in found if name not in named])
