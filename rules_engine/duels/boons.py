"""What played passes do for a figure now (DUELS-PASS-02), as the rules that they override ask for it."""

from collections.abc import Iterable
from typing import TypeVar

from rules_engine.duels.components import (
    GEAR_LIMIT,
    Colour,
    ExtraClicks,
    ExtraShield,
    FewerClicks,
    GearPoints,
    IgnoreKarma,
    MoreDice,
)
from rules_engine.duels.state import Figure

E = TypeVar("E", ExtraClicks, ExtraShield, FewerClicks, GearPoints, IgnoreKarma, MoreDice)


def gear_limit(figure: Figure) -> int:
    """How many gear points a figure may carry: DUELS-GEAR-05, and what passes add."""
    return GEAR_LIMIT + sum(effect.points for effect in _effects(figure, GearPoints))


def more_dice(figure: Figure) -> int:
    """How many dice over six a figure may put on its base."""
    return sum(effect.dice for effect in _effects(figure, MoreDice))


def shields(figure: Figure) -> tuple[tuple[Colour, int | None], ...]:
    """Shields that passes lend: colour and number, None for one that blocks any result."""
    return tuple((effect.colour, effect.number) for effect in _effects(figure, ExtraShield))


def spares_dice(figure: Figure) -> bool:
    """Whether bad karma leaves the dice of a figure's attack alone."""
    return any(_effects(figure, IgnoreKarma))


def clicks_added(attacker: Figure, target: Figure) -> int:
    """By how many clicks passes change what a hit deals; below 0 for fewer."""
    more = sum(effect.clicks for effect in _effects(attacker, ExtraClicks))
    return more - sum(effect.clicks for effect in _effects(target, FewerClicks))


def _effects(figure: Figure, kind: type[E]) -> Iterable[E]:
    if not figure.boons:  # nearly always
        return ()
    return (boon.effect for boon in figure.boons if isinstance(boon.effect, kind))
