"""Legal rosters drawn by chance, for demo leagues and for tests of whole matches."""

from collections.abc import Iterable

from rules_engine.kernel.dice import Chance
from rules_engine.kernel.errors import MalformedInput
from rules_engine.marvel.catalog import Catalog
from rules_engine.marvel.components import Card
from rules_engine.marvel.rosters import Roster


def draw_roster(catalog: Catalog, army_points: int, chance: Chance) -> Roster:
    """A roster whose levels add up to exactly ``army_points``; the same chance gives the same one.

    No card comes twice, nor two cards of one real name (MARVEL-RULING-01).
    Errors: `MalformedInput` when no characters of the catalog add up to ``army_points``.
    """
    cards = _exactly(army_points, _one_a_person(_shuffled(catalog.characters, chance)))
    if not cards:
        raise MalformedInput(f"No characters of the catalog have levels that add up to exactly {army_points}.")
    return Roster(characters=tuple(card.id for card in cards))


def _exactly(points: int, cards: Iterable[Card]) -> tuple[Card, ...]:
    """The cards of the first subset, in the given order, whose levels add up to ``points``; none if there is none."""
    reached: dict[int, tuple[Card, ...]] = {0: ()}
    for card in cards:
        for total, chosen in list(reached.items()):
            reached.setdefault(total + card.level, (*chosen, card))
    return reached.get(points, ())


def _one_a_person(cards: Iterable[Card]) -> tuple[Card, ...]:
    """The first card of each real name, and all cards that print none."""
    people: dict[str, Card] = {}
    for card in cards:
        people.setdefault(card.real_name or f"card {card.id}", card)
    return tuple(people.values())


def _shuffled(cards: Iterable[Card], chance: Chance) -> list[Card]:
    deck = list(cards)
    for last in range(len(deck) - 1, 0, -1):
        other = chance.below(last + 1)
        deck[last], deck[other] = deck[other], deck[last]
    return deck
