"""What a character is worth in thousandths of a level, and what it loses by damage, a KO, lying on the ground."""

from functools import lru_cache
from typing import Final

from rules_engine.marvel import odds
from rules_engine.marvel.components import Card
from rules_engine.marvel.odds import Odds
from rules_engine.marvel.state import Character

ALIVE, HEALTH, POWER = 250, 600, 150  # thousandths of its level: for being there, its endurance, the POW it generates
KO: Final = 380  # thousandths of its worth that a KO character lacks
DOWN: Final = 40  # thousandths of its level: lying on the ground
MOST_DAMAGE: Final = 20  # of one attack, for the table of losses


@lru_cache(maxsize=1 << 14)
def of(card: Card, endurance: int, *, ko: bool = False, down: bool = False) -> int:
    """A character by its endurance and condition; 0 once it is lost."""
    if endurance <= 0:
        return 0
    level = max(card.level, 1)
    whole = level * (ALIVE + HEALTH * min(endurance, card.endurance.total) // card.endurance.total)
    whole += level * POWER * _pow(card, endurance) // max(card.pow.green, 1)
    return (whole - level * DOWN * down) * (1000 - KO * ko) // 1000


def _pow(card: Card, endurance: int) -> int:
    boxes = card.endurance
    if endurance <= boxes.red:
        return card.pow.red
    return card.pow.pale if endurance <= boxes.red + boxes.pale else card.pow.green


def now(character: Character) -> int:
    """A character as it is; 0 for one that is out of play."""
    if not character.in_play:
        return 0
    return of(character.card, character.endurance, ko=character.ko, down=character.down)


@lru_cache(maxsize=1 << 14)
def losses(card: Card, endurance: int, *, ko: bool, down: bool) -> tuple[int, ...]:
    """What a character loses by 0, 1, 2 … damage; the Stamina test of a zone that turns red is part of it."""
    before = of(card, endurance, ko=ko, down=down)
    return tuple(
        [before - _after(card, endurance - damage, endurance, ko=ko, down=down) for damage in range(MOST_DAMAGE)]
    )


def _after(card: Card, left: int, before: int, *, ko: bool, down: bool) -> int:
    """The mean worth with endurance left: who newly is red may be KO (MARVEL-KO-01)."""
    standing = of(card, left, ko=ko, down=down)
    if ko or not 0 < left <= card.endurance.red < before:
        return standing
    return standing - fall(card, left)


def fall(card: Card, endurance: int) -> int:
    """What a Stamina test that is still to be made is expected to cost."""
    passing, ways = odds.passes(card.stamina, again=card.ability("soldier") is not None)
    whole = of(card, endurance)
    return (whole - of(card, endurance, ko=True, down=True)) * (ways - passing) // ways


def by_damage(target: Character, damage: int) -> int:
    """What some damage costs a character."""
    table = losses(target.card, target.endurance, ko=target.ko, down=target.down)
    return table[min(max(damage, 0), MOST_DAMAGE - 1)]


def by_odds(target: Character, table: Odds) -> int:
    """The mean of what an attack with these odds costs a character."""
    return sum(weight * by_damage(target, damage) for damage, weight in table.damage.weights) // table.total
