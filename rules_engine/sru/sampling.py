"""Legal rosters drawn by chance, for demo leagues and for tests of whole sessions."""

from collections.abc import Iterable

from rules_engine.kernel.dice import Chance
from rules_engine.kernel.errors import MalformedInput
from rules_engine.sru.catalog import Catalog, Roster
from rules_engine.sru.components import Character


def draw_roster(catalog: Catalog, army_points: int, chance: Chance) -> Roster:
    """A roster of exactly ``army_points``, no character twice; the same chance gives the same one.

    Errors: `MalformedInput` when no characters of the catalog add up to ``army_points``.
    """
    reached: dict[int, tuple[str, ...]] = {0: ()}
    for character in _shuffled(catalog.characters, chance):
        for total, chosen in list(reached.items()):
            reached.setdefault(total + character.army_points, (*chosen, character.id))
    if not reached.get(army_points):
        raise MalformedInput(f"No characters of the catalog add up to exactly {army_points} points.")
    return Roster(characters=reached[army_points])


def _shuffled(characters: Iterable[Character], chance: Chance) -> list[Character]:
    deck = list(characters)
    for last in range(len(deck) - 1, 0, -1):
        other = chance.below(last + 1)
        deck[last], deck[other] = deck[other], deck[last]
    return deck
