"""What a hit roll must exceed: a defence, and all that raises and lowers it; defensive enhancements (MARVEL-ATK)."""

from typing import Final

from rules_engine.marvel import abilities
from rules_engine.marvel.components import DefenceName
from rules_engine.marvel.pending import HitPending
from rules_engine.marvel.rulings import Rulings
from rules_engine.marvel.state import Character, MatchState

ENHANCEMENT: Final = 2  # MARVEL-ATK-05
ENHANCEMENT_COST: Final = 1
KO_PENALTY: Final = 3  # MARVEL-KO-06
DOWN_PENALTY: Final = 1  # MARVEL-DOWN-02
LOWERED_BY: Final[dict[DefenceName, str]] = {"physical": "distract", "energy": "awkwardness", "mental": "dazzle"}
"""The special rule that takes something off a defence (MARVEL-RULING-33)."""


def value(character: Character, name: DefenceName, rulings: Rulings) -> int:
    """A defence as it is now; it has no floor. A card without the fourth defence counts as 0 (MARVEL-RULING-22).

    Rules: MARVEL-ATK-05, MARVEL-ATK-06, MARVEL-KO-06, MARVEL-DOWN-02, MARVEL-RULING-33.
    """
    printed = character.card.defences.of(name) or 0
    boons = sum(boon.x for boon in character.boons if boon.defence == name)
    raised = enhancement(character, name, rulings) + boons
    return printed + raised - reduction(character, name, rulings) - penalty(character, rulings)


def enhancement(character: Character, name: DefenceName, rulings: Rulings) -> int:
    """What purchases give one defence: +2, several of them more only where they stack (MARVEL-RULING-21)."""
    bought = character.enhancements.count(name)
    return ENHANCEMENT * (bought if rulings.defensive_enhancement_stacks else min(bought, 1))


def reduction(character: Character, name: DefenceName, rulings: Rulings) -> int:
    """What special rules take off a defence: all together, or, where they do not stack, the largest.

    Rules: MARVEL-SPECIAL-AWKWARDNESS, MARVEL-SPECIAL-DAZZLE, MARVEL-SPECIAL-DISTRACT, MARVEL-RULING-33.
    """
    taken = [entry.x for entry in character.reductions if entry.rule == LOWERED_BY.get(name)]
    return sum(taken) if rulings.defence_reductions_stack else max(taken, default=0)


def penalty(character: Character, rulings: Rulings) -> int:
    """What being KO and lying on the ground take off every defence (MARVEL-RULING-50)."""
    parts = KO_PENALTY * character.ko, DOWN_PENALTY * character.down
    return sum(parts) if rulings.ko_down_penalties_stack else max(parts)


def against(state: MatchState, hit: HitPending) -> int:
    """What a hit roll must exceed: the defence, Fly, and what powers add to it; a fixed number for scenery.

    Rules: MARVEL-ATK-09, MARVEL-ABILITY-FLY-02, MARVEL-RULING-68.
    """
    target = state.find(hit.target)
    if target is None:
        return state.rulings.scenery_defence or 0
    fly = abilities.fly_bonus(state, state.character(hit.attacker), target, manner=hit.manner)
    return value(target, hit.defence, state.rulings) + fly + hit.bonus


def open_enhancements(character: Character, rulings: Rulings) -> tuple[DefenceName, ...]:
    """The defences that a character may raise now: one purchase a turn, none while KO or knocked down.

    Rules: MARVEL-ATK-05, MARVEL-ATK-07, MARVEL-KO-07, MARVEL-DOWN-03, MARVEL-RULING-21, MARVEL-RULING-22.
    """
    if character.enhanced or character.ko or character.down or character.pow < ENHANCEMENT_COST:
        return ()
    return tuple(
        [
            name
            for name in rulings.defensive_enhancement_defences
            if character.card.defences.of(name) is not None
            and (rulings.defensive_enhancement_stacks or name not in character.enhancements)
        ]
    )
