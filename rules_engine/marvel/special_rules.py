"""Special rules of attacks (MARVEL-SPECIAL): which of them a hit brings about, and what each of them does."""

from typing import Final

from rules_engine.marvel import abilities, push
from rules_engine.marvel.components import Attack, SpecialName, SpecialRule
from rules_engine.marvel.damage import Wound
from rules_engine.marvel.events import CountersLost, EffectBegan, Weakened
from rules_engine.marvel.rulings import Rulings
from rules_engine.marvel.state import Reduction
from rules_engine.marvel.story import Story

LASTING: Final[frozenset[SpecialName]] = frozenset({"awkwardness", "dazzle", "distract", "ensnare"})
EFFECTS: Final[frozenset[SpecialName]] = LASTING | {"push", "stun"}
"""The rules that do something to a target that is hit; the others are part of aiming, or of the damage."""
BRUTAL_PUSH: Final = SpecialRule(rule="push", x=4)  # MARVEL-ABILITY-BRUTAL


def effects(attack: Attack, *, push: bool) -> tuple[SpecialRule, ...]:
    """What a hit does to its target besides damage, in card order; last, Brutal's push if the attacker wants it.

    Rules: MARVEL-ABILITY-BRUTAL, MARVEL-RULING-32.
    """
    found = tuple([rule for rule in attack.special_rules if rule.rule in EFFECTS])
    return (*found, BRUTAL_PUSH) if push else found


def is_prevented(wound: Wound, rulings: Rulings) -> bool:
    """Whether special rules do not work as no damage came through (MARVEL-RULING-32, MARVEL-RULING-39)."""
    if wound.blocked and rulings.immunity_blocks_effects:
        return True
    return rulings.effects_require_damage and wound.damage == 0


def apply(story: Story, attacker_id: str, target_id: str, special: SpecialRule) -> None:
    """Let one special rule take effect on a target.

    Rules: MARVEL-SPECIAL-AWKWARDNESS, MARVEL-SPECIAL-DAZZLE, MARVEL-SPECIAL-DISTRACT, MARVEL-SPECIAL-ENSNARE,
    MARVEL-SPECIAL-PUSH, MARVEL-SPECIAL-STUN.
    """
    story.tell(EffectBegan(attacker=attacker_id, target=target_id, rule=special.rule, x=special.x))
    if special.rule in LASTING:
        story.tell(Weakened(character=target_id, reduction=Reduction(rule=special.rule, x=special.x)))
    elif special.rule == "stun":
        stun(story, target_id, special.x)
    else:
        push.begin(story, attacker_id, target_id, special.x)


def stun(story: Story, target_id: str, x: int) -> None:
    """Take POW counters from a character (MARVEL-SPECIAL-STUN, MARVEL-ABILITY-METALLIC)."""
    target = story.state.character(target_id)
    taken = abilities.stunned_by(story.state, target, x)
    if taken:
        story.tell(CountersLost(character=target_id, lost=taken, pow=target.pow - taken))
