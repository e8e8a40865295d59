"""Which abilities a character has now: those of its card and those that powers gave it; KO stops them."""

from typing import Final

from rules_engine.marvel.components import AbilityName, CardAbility
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
