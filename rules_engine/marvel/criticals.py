"""Criticals (MARVEL-CRIT): equal dice on a successful hit roll, and what the attacker makes of them."""

from collections import Counter
from collections.abc import Sequence
from typing import Final

from rules_engine.kernel.dice import Face
from rules_engine.kernel.errors import RuleViolation
from rules_engine.kernel.messages import Decision, Legal
from rules_engine.kernel.rule_ids import RuleId
from rules_engine.marvel import abilities
from rules_engine.marvel.commands import ChooseCritical
from rules_engine.marvel.events import CriticalTaken
from rules_engine.marvel.pending import AttackPending
from rules_engine.marvel.rulings import Rulings
from rules_engine.marvel.state import MatchState
from rules_engine.marvel.story import Story

HIT_DICE: Final = 2  # MARVEL-ATK-08; dice after these are of an overload
EIGHT: Final = 8


def is_critical(faces: Sequence[Face], rulings: Rulings) -> bool:
    """Whether two or more dice of a hit roll are equal; three equal ones are one critical all the same.

    Rules: MARVEL-CRIT-01, MARVEL-RULING-25. faces: natural faces after re-rolls, those of an overload last.
    """
    return max(Counter(counting(faces, rulings)).values()) > 1


def shows_double_eight(faces: Sequence[Face], rulings: Rulings) -> bool:
    """Whether two dice that count show an 8 (MARVEL-ABILITY-ASSASSIN, MARVEL-RULING-44)."""
    return list(counting(faces, rulings)).count(EIGHT) > 1


def counting(faces: Sequence[Face], rulings: Rulings) -> Sequence[Face]:
    """The faces that count for a critical: an overload die does by default (MARVEL-RULING-25)."""
    return faces if rulings.overload_die_counts_for_critical else faces[:HIT_DICE]


# --- the choice -------------------------------------------------------------------------------------------------------


def choices(state: MatchState, pending: AttackPending) -> tuple[tuple[bool, bool], ...]:
    """What may be made of a critical: whether the attack's own effect is taken, and whether Brutal pushes.

    Rules: MARVEL-CRIT-02, MARVEL-ABILITY-BRUTAL, MARVEL-RULING-45 (``brutal_needs_plus_one``). Scenery has neither an
    effect on it nor a push.
    """
    attacker = state.character(pending.attacker)
    attack = attacker.card.find_attack(pending.attack)
    if attack is None or state.find(pending.current) is None:
        return ((False, False),)
    found = [(False, False), (True, False)] if attack.critical_effect else [(False, False)]
    if abilities.is_brutal(state, attacker, attack.mode):
        needs_plus_one = state.rulings.brutal_needs_plus_one
        found += [(effect, True) for effect, _ in found if not (effect and needs_plus_one)]
    return tuple(found)


def step(story: Story, pending: AttackPending) -> bool:
    """Take the +1 damage where there is nothing to choose (MARVEL-CRIT-01)."""
    if len(choices(story.state, pending)) > 1:
        return False
    story.tell(CriticalTaken(attacker=pending.attacker, target=pending.current))
    return True


def choose(story: Story, command: ChooseCritical, decision: Decision) -> None:
    """Take +1 damage or the attack's own effect, with Brutal's push or without.

    Rules: MARVEL-CRIT-01, MARVEL-CRIT-02, MARVEL-ABILITY-BRUTAL, MARVEL-RULING-45. Errors: RuleViolation for an effect
    that the attack lacks, or a push that does not come with it.
    """
    pending = story.state.top
    assert isinstance(pending, AttackPending), "an attack is being resolved"
    if (command.effect, command.push) not in choices(story.state, pending):
        rule_id = RuleId("MARVEL-ABILITY-BRUTAL" if command.push else "MARVEL-CRIT-02")
        raise RuleViolation(rule_id, character=decision.subject)
    story.tell(
        CriticalTaken(attacker=pending.attacker, target=pending.current, effect=command.effect, push=command.push)
    )


def options(state: MatchState, decision: Decision) -> Legal:
    """Everything that may be made of the critical."""
    pending = state.top
    assert isinstance(pending, AttackPending), "an attack is being resolved"
    return Legal(
        commands=tuple(
            ChooseCritical(seat=decision.seat, decision=decision.id, effect=effect, push=push)
            for effect, push in choices(state, pending)
        )
    )
