"""Which abilities a character has now: those of its card and those that powers gave it; KO stops them."""

from typing import Final

from rules_engine.kernel.units import INCH, Length
from rules_engine.marvel.components import AbilityName, CardAbility, DamageKind
from rules_engine.marvel.damage import Ward
from rules_engine.marvel.pending import Faces, Manner
from rules_engine.marvel.state import Character, MatchState

DRAWBACKS: Final[tuple[AbilityName, ...]] = ("weakness",)  # no benefit, so KO does not take it (MARVEL-RULING-49)


def all_of(state: MatchState, character: Character, name: AbilityName) -> tuple[CardAbility, ...]:
    """A character's abilities of one name, none while it is KO.

    Rules: MARVEL-KO-04, MARVEL-RULING-49 (``ko_keeps_drawbacks``).
    """
    if character.ko and not (name in DRAWBACKS and state.rulings.ko_keeps_drawbacks):
        return ()
    printed = character.card.abilities_of(name)
    if not character.boons:
        return printed
    return printed + tuple([boon.ability for boon in character.boons if boon.ability and boon.ability.ability == name])


def has(state: MatchState, character: Character, name: AbilityName) -> bool:
    """Whether a character can use or suffers an ability now (MARVEL-KO-04)."""
    return bool(all_of(state, character, name))


def x_of(state: MatchState, character: Character, name: AbilityName) -> int:
    """The largest X of a character's abilities of one name, 0 for one that it has not."""
    return max((ability.x for ability in all_of(state, character, name)), default=0)


def is_printed(character: Character, name: AbilityName) -> bool:
    """Whether a character's card has an ability, KO or not."""
    return character.card.ability(name) is not None


# --- hit rolls --------------------------------------------------------------------------------------------------------


def hit_bonus(state: MatchState, attacker: Character, manner: Manner) -> int:
    """What Marksmanship adds to a hit roll: +1 in ranged attacks (MARVEL-ABILITY-MARKSMANSHIP)."""
    return int(manner == "ranged" and has(state, attacker, "marksmanship"))


def fly_bonus(state: MatchState, attacker: Character, target: Character, *, manner: Manner) -> int:
    """What Fly adds to the defence: +1 in melee against who has no Fly (MARVEL-ABILITY-FLY-02, MARVEL-RULING-17)."""
    return int(manner == "melee" and has(state, target, "fly") and not has(state, attacker, "fly"))


def rerolls(state: MatchState, attacker: Character, dice: Faces, *, manner: Manner) -> tuple[AbilityName, ...]:
    """The abilities by which the attacker may roll one die of a hit roll again.

    Rules: MARVEL-ABILITY-MASTER-FIGHTER (once a hit roll), MARVEL-ABILITY-LUCK (once a turn), MARVEL-RULING-70.
    """
    found: list[AbilityName] = []
    everywhere = not state.rulings.master_fighter_melee_only
    if "master_fighter" not in dice.abilities and (everywhere or manner == "melee"):
        found.append("master_fighter")
    if not attacker.lucky:
        found.append("luck")
    return tuple([ability for ability in found if has(state, attacker, ability)])


def is_assassin(state: MatchState, attacker: Character, manner: Manner) -> bool:
    """Whether a double 8 doubles the damage, in melee and ranged attacks: MARVEL-ABILITY-ASSASSIN, MARVEL-RULING-44."""
    return manner in {"melee", "ranged"} and has(state, attacker, "assassin")


def is_brutal(state: MatchState, attacker: Character, manner: Manner) -> bool:
    """Whether a critical may push too: in melee (MARVEL-ABILITY-BRUTAL)."""
    return manner == "melee" and has(state, attacker, "brutal")


# --- damage and effects -----------------------------------------------------------------------------------------------


def ward(state: MatchState, character: Character, kind: DamageKind) -> Ward:
    """What a character has against damage of a nature and a type.

    Rules: MARVEL-ABILITY-WEAKNESS, MARVEL-ABILITY-IMMUNITY, MARVEL-ABILITY-RESISTANCE, MARVEL-RULING-39,
    MARVEL-RULING-41, MARVEL-RULING-49.
    """
    resistances = all_of(state, character, "resistance")
    return Ward(
        weak=any(kind.matches(entry.versus) for entry in all_of(state, character, "weakness")),
        immune=any(kind.matches(entry.versus) for entry in all_of(state, character, "immunity")),
        resistances=tuple([entry.x for entry in resistances if kind.matches(entry.versus)]),
    )


def stunned_by(state: MatchState, character: Character, x: int) -> int:
    """The POW counters that a Stun takes: one less from who is Metallic, never more than there are.

    Rules: MARVEL-SPECIAL-STUN, MARVEL-ABILITY-METALLIC.
    """
    return min(max(x - has(state, character, "metallic"), 0), character.pow)


# --- size -------------------------------------------------------------------------------------------------------------


def size(state: MatchState, character: Character) -> int:
    """A character's Size with its Toughness, at least 1 (MARVEL-ABILITY-TOUGHNESS, MARVEL-RULING-62)."""
    toughness = sum(entry.x for entry in all_of(state, character, "toughness"))
    return max(character.card.size + toughness, 1)


def shortened(state: MatchState, character: Character, distance: Length) -> Length:
    """How far a character can be pushed or thrown: less by its Toughness (MARVEL-ABILITY-TOUGHNESS-02)."""
    toughness = sum(abs(entry.x) for entry in all_of(state, character, "toughness"))
    return max(distance - toughness * INCH, 0)
