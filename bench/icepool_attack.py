"""The attack roll told to icepool: a general library of dice, and an oracle that shares no line with our counting.

By the rules as they are by default: equal values are lost, an ace counts 0 and always gets through, the best bonus of a
colour that deals damage is taken. Every die here has an ace.
"""

from collections.abc import Hashable
from itertools import groupby
from typing import Any, TypeAlias

import icepool

from rules_engine.duels.components import ACE_FACE
from rules_engine.duels.dice_uses import COLOURS
from rules_engine.duels.odds import Effect, Odds, Situation

Table: TypeAlias = tuple[int, int, dict[Effect, int]]  # ways in all, ways to hit, ways to each effect


# Total, dice that deal damage; then for each colour of the attack: shields used, whether a die with a bonus hurts,
# aces. As few states as the question allows, and plain tuples, since icepool's speed hangs on both.
State: TypeAlias = tuple[int, int, tuple[int, ...], tuple[bool, ...], tuple[int, ...]]


class Attack(icepool.MultisetEvaluator):  # type: ignore[misc]  # no types of its own are read here
    """Sees the values of an attack roll, the highest first, as counts of each colour's dice."""

    def __init__(self, situation: Situation) -> None:
        self.margin = situation.margin
        self.colours = sorted({die.colour for die in situation.dice})
        self.limits = [[limit for own, limit in situation.shields if own == colour] for colour in self.colours]
        self.bonuses = [max((n for own, n in situation.bonuses if own == colour), default=0) for colour in self.colours]

    def initial_state(self, order: icepool.Order, *_: Any, **__: Hashable) -> State:
        """Nothing is seen yet."""
        if order != icepool.Order.Descending:
            raise icepool.UnsupportedOrder
        none = (0,) * len(self.colours)
        return 0, 0, none, (False,) * len(self.colours), none

    def next_state(self, state: State, _: icepool.Order, outcome: int, /, *counts: int) -> State:
        """Dice that show the same are lost; of aces, each counts."""
        total, dealing, used, hurts, aces = state
        if outcome == ACE_FACE:
            return total, dealing, used, hurts, counts
        if sum(counts) != 1:
            return state
        place = counts.index(1)
        if used[place] < sum(outcome < limit for limit in self.limits[place]):
            return total + outcome, dealing, (*used[:place], used[place] + 1, *used[place + 1 :]), hurts, aces
        if self.bonuses[place]:
            hurts = (*hurts[:place], True, *hurts[place + 1 :])
        return total + outcome, dealing + 1, used, hurts, aces

    def final_outcome(self, final_state: State, *_: Any, **__: Hashable) -> tuple[bool, Effect]:
        """Whether it hits, and what it does."""
        total, dealing, _used, hurts, aces = final_state
        if total < self.margin or not (total or any(aces)):
            return False, Effect()
        shown = {COLOURS[colour]: count for colour, count in zip(self.colours, aces, strict=True) if count}
        bonus = max(n * (hurt or ace > 0) for n, hurt, ace in zip(self.bonuses, hurts, aces, strict=True))
        clicks = dealing + sum(aces) + shown.get("red", 0) + bonus
        return True, Effect(clicks, "blue" in shown, shown.get("black", 0), "green" in shown)


def pools(situation: Situation) -> list[Any]:
    """The dice of the attack, a pool for each colour."""
    return [
        icepool.Pool([icepool.d(die.sides) for die in dice])
        for _, dice in groupby(situation.dice, key=lambda die: die.colour)
    ]


def table(rolled: Any) -> Table:
    """The cells of what icepool gives."""
    effects: dict[Effect, int] = {}
    hits = 0
    for (hit, effect), ways in rolled.items():
        effects[Effect(*effect)] = effects.get(Effect(*effect), 0) + ways
        hits += ways if hit else 0
    return rolled.denominator(), hits, effects


def our_table(odds: Odds) -> Table:
    """The cells of ours."""
    return odds.total, odds.hit, dict(odds.effects)
