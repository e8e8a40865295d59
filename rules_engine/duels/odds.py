"""Exact odds of an attack, for people and players: hit and effects, by all the rules of its steps 5 to 13."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import lru_cache
from operator import add, mul
from typing import NamedTuple, TypeAlias

from rules_engine.duels import boons, damage, shields, terrain
from rules_engine.duels.components import ACE_FACE, DieSpec
from rules_engine.duels.dice_uses import COLOURS
from rules_engine.duels.measuring import Sight
from rules_engine.duels.state import AttackPending, Figure, MatchState
from rules_engine.kernel import odds as exact
from rules_engine.kernel.dice import Die
from rules_engine.kernel.messages import Record
from rules_engine.kernel.odds import Distribution, Slots


class Coded(NamedTuple):
    """A die in a form that is quick to compare and hash: place of its colour in ``COLOURS``, sides, 1 for an ace."""

    colour: int
    sides: int
    ace: int


class Habits(NamedTuple):
    """The rules in force that change the odds (DUELS-RULING-063, -065, -066, -072); keeps_all: by a pass."""

    keeps_one: bool = False
    aces_live: bool = True
    aces_on_miss: bool = False
    aces_trigger: bool = True
    keeps_all: bool = False


class Situation(NamedTuple):
    """All that the odds of an attack depend on.

    dice, dodge: sorted. shields: colours' places and numbers, sorted. margin: by how much the dice that count must at
    least exceed the dodge: Body less Weapon less the terrain's bonus. bonuses: those in range, colours' places and
    clicks. added: clicks that passes add to a hit, below 0 for fewer.
    """

    dice: tuple[Coded, ...]
    margin: int
    dodge: tuple[tuple[int, int], ...] = ()
    shields: tuple[tuple[int, int], ...] = ()
    bonuses: tuple[tuple[int, int], ...] = ()
    habits: Habits = Habits()
    added: int = 0


class Effect(NamedTuple):
    """What an attack does: clicks, and what its aces do."""

    clicks: int = 0
    stuns: bool = False
    black: int = 0
    calls: bool = False


NO_EFFECT = Effect()


class Odds(Record, frozen=True, kw_only=True):
    """The exact table of an attack: ways to hit of all ways the dice can fall, and ways to each effect."""

    total: int
    hit: int
    effects: tuple[tuple[Effect, int], ...]

    @property
    def clicks(self) -> Distribution:
        """How many ways lead to each number of clicks, misses included."""
        return exact.lumped((effect.clicks, weight) for effect, weight in self.effects)

    @property
    def chance_to_hit(self) -> Fraction:
        """How likely a hit is."""
        return Fraction(self.hit, self.total)


# --- from a match -----------------------------------------------------------------------------------------------------


def habits_of(state: MatchState) -> Habits:
    """The rules in force in a match."""
    rulings = state.setup.rulings
    return Habits(
        keeps_one=rulings.bad_karma_removal == "all_but_one_of_each",
        aces_live=rulings.aces_keep_attack_alive,
        aces_on_miss=not state.advanced and rulings.basic_aces_on_miss == "one_click_and_effect",
        aces_trigger=rulings.ace_triggers_damage_bonus,
    )


def code(spec: DieSpec) -> Coded:
    """A die in its quick form."""
    return Coded(COLOURS.index(spec.colour), spec.sides, int(spec.has_ace))


def situation(state: MatchState, attacker: Figure, target: Figure, *, dice: Sequence[str], sight: Sight) -> Situation:
    """The situation of an attack that could be declared, against a target that does not dodge."""
    bonus = terrain.attack_bonus(state, sight)
    return _situation(state, attacker, target, dice, distance=sight.distance, bonus=bonus)


def situation_of(state: MatchState, pending: AttackPending) -> Situation:
    """The situation of a declared attack before its roll; a target that has not chosen yet does not dodge."""
    attacker, target = state.figure(pending.attacker), state.figure(pending.target)
    plain = _situation(state, attacker, target, pending.dice, distance=pending.distance, bonus=pending.attack_bonus)
    return plain._replace(dodge=tuple(sorted(dodge(state, pending.dodge or (), pending.dodge_terrain))))


def dodge(state: MatchState, own: Iterable[str], granted: Iterable[Die] = ()) -> tuple[tuple[int, int], ...]:
    """Dodge dice in their quick form, in order: sides, and 1 for an ace. own: the target's; granted: of terrain."""
    specs = [state.parts.dice[die].spec for die in own]
    plain = [(spec.sides, int(spec.has_ace)) for spec in specs]
    ace = int(state.setup.rulings.terrain_die_has_ace)
    return (*plain, *((die.sides, ace) for die in granted))


def _situation(
    state: MatchState, attacker: Figure, target: Figure, dice: Sequence[str], *, distance: int, bonus: int
) -> Situation:
    codes = sorted(code(state.parts.dice[die].spec) for die in dice)
    in_play = {die.colour for die in codes}
    limits = [(COLOURS.index(colour), number) for colour, number in shields.shields_of(state, target)]
    in_range = damage.bonuses_in_range(state, attacker, distance)
    bonuses = [(COLOURS.index(each.colour), each.clicks) for each in in_range]
    habits = habits_of(state)
    return Situation(
        dice=tuple(codes),
        margin=target.value("body") - attacker.value("weapon") - bonus,
        shields=tuple(sorted(limit for limit in limits if limit[0] in in_play)),
        bonuses=tuple(sorted(each for each in bonuses if each[0] in in_play)),
        habits=habits._replace(keeps_all=True) if boons.spares_dice(attacker) else habits,
        added=boons.clicks_added(attacker, target) if attacker.boons or target.boons else 0,
    )


# --- exact counting ---------------------------------------------------------------------------------------------------


@lru_cache(maxsize=1 << 16)
def odds(attack: Situation) -> Odds:
    """The exact table of an attack.

    Rules: DUELS-ATK-12 to DUELS-ATK-22, DUELS-SHLD-02 to DUELS-SHLD-04, DUELS-DMG-01 to DUELS-DMG-07, DUELS-ACE-01 to
    DUELS-ACE-08. Choices that do not change the damage (which die a shield blocks) need no assumption; of several
    bonuses the attacker takes the best; where it keeps one of equal dice (DUELS-RULING-063) it keeps the one that
    `keeping_order` puts first.
    """
    outcomes = _outcomes(attack.dice, attack.shields, attack.bonuses, attack.habits)
    dodging = _dodge(attack.dodge)
    height = sum(die.sides for die in attack.dice) + 1
    enough = exact.at_most(dodging, size=max(height, height - attack.margin))
    reach = [enough[total - attack.margin] if total >= attack.margin else 0 for total in range(height)]
    ways, total, hits = dodging.total, 0, 0
    effects: dict[Effect, int] = {}
    for outcome in outcomes:
        both = sum(outcome.weights) * ways
        hit = sum(map(mul, outcome.weights, reach)) if outcome.lives else 0
        total, hits = total + both, hits + hit
        on_hit = with_added(outcome.on_hit, attack.added) if attack.added else outcome.on_hit
        effects[on_hit] = effects.get(on_hit, 0) + hit
        effects[outcome.on_miss] = effects.get(outcome.on_miss, 0) + both - hit
    return Odds(total=total, hit=hits, effects=tuple(sorted(pair for pair in effects.items() if pair[1])))


def with_added(effect: Effect, added: int) -> Effect:
    """A hit to which passes add clicks, or from which they take some (DUELS-PASS-02)."""
    return effect._replace(clicks=max(effect.clicks + added, 0))


@lru_cache(maxsize=4096)
def _dodge(dice: tuple[tuple[int, int], ...]) -> Distribution:
    """The sum of dodge dice; their aces count 0 (DUELS-DICE-13)."""
    return exact.added(*(exact.die(_values(sides, ace)) for sides, ace in dice))


def _values(sides: int, ace: int) -> list[int]:
    return [0 if ace and face == ACE_FACE else face for face in range(1, sides + 1)]


class _Outcome(NamedTuple):
    """Rolls of the attack dice with one and the same effect. weights: ways to each total of the dice that count.

    lives: whether the attack can hit at all (DUELS-ATK-15, DUELS-RULING-065).
    """

    on_hit: Effect
    on_miss: Effect
    lives: bool
    weights: tuple[int, ...]


# For each colour that matters: how many of its dice shields have blocked, and whether one of them deals damage.
_Progress: TypeAlias = tuple[tuple[int, bool], ...]
_Layers: TypeAlias = dict[_Progress, list[int]]
_Moves: TypeAlias = list[tuple[int, _Progress, int]]  # a die's bit, the progress when it counts, the shift of its ways


@lru_cache(maxsize=4096)
def _outcomes(
    dice: tuple[Coded, ...], limits: tuple[tuple[int, int], ...], bonuses: tuple[tuple[int, int], ...], habits: Habits
) -> tuple[_Outcome, ...]:
    return _Count(dice, limits, bonuses, habits).outcomes()


class _Count:
    """Counts all ways that attack dice can fall, from the highest value down.

    A layer holds one packed integer for each set of dice that have not shown a value yet: ways by number of dice that
    deal damage (major) and total of the dice that count (minor). Values come highest first, so each die that a shield
    can block is blocked at once: dice that come later are easier to block, never harder.
    """

    def __init__(
        self,
        dice: tuple[Coded, ...],
        limits: tuple[tuple[int, int], ...],
        bonuses: tuple[tuple[int, int], ...],
        habits: Habits,
    ) -> None:
        self.dice, self.limits, self.bonuses, self.habits = dice, limits, bonuses, habits
        self.rewarded = {colour for colour, _ in bonuses}
        self.colours = sorted({colour for colour, _ in (*limits, *bonuses)})
        self.height = sum(die.sides for die in dice) + 1
        self.slots = Slots.for_weights_up_to(exact.ways(die.sides for die in dice))
        self.bits = [1 << place for place in range(len(dice))]

    def outcomes(self) -> tuple[_Outcome, ...]:
        """All effects that are possible, with their weights."""
        untouched: _Progress = tuple((0, False) for _ in self.colours)
        layers: _Layers = {untouched: [0] * (len(self._all) - 1) + [1]}
        for value in range(max(die.sides for die in self.dice), 0, -1):
            layers = self._show(layers, value)
        return self._lump(layers)

    @property
    def _all(self) -> range:
        return range(1 << len(self.dice))

    def _show(self, layers: _Layers, value: int) -> _Layers:
        """One value: any of the dice left may show it; bad karma takes those that are not alone (DUELS-ATK-14)."""
        able = [
            place for place, die in enumerate(self.dice) if die.sides >= value and not (die.ace and value == ACE_FACE)
        ]
        if self.habits.keeps_all:
            return self._keep_all(layers, able, value)
        if self.habits.keeps_one:
            able.sort(key=lambda place: keeping_order(self.dice[place].colour, value, self.limits), reverse=True)
        part = self._keep_one if self.habits.keeps_one else self._keep_singles
        after: _Layers = defaultdict(lambda: [0] * len(self._all))
        for progress, layer in layers.items():
            moves = [(self.bits[place], *self._count(progress, self.dice[place].colour, value)) for place in able]
            part(layer, moves, after[progress], after)
        return after

    def _keep_singles(self, layer: list[int], moves: _Moves, rest: list[int], after: _Layers) -> None:
        """A die counts if it alone shows the value; two or more are lost (DUELS-RULING-063 ``all_matching``)."""
        lost = exact.superset_sums(layer, [bit for bit, _, _ in moves])
        for bit, then, shift in moves:
            counting = after[then]
            for mask in exact.without(len(layer), bit):
                ways = layer[mask | bit]
                if ways:
                    lost[mask] -= ways
                    counting[mask] += ways << shift
        rest[:] = map(add, rest, lost)

    def _keep_one(self, layer: list[int], moves: _Moves, rest: list[int], after: _Layers) -> None:
        """The best of equal dice counts (DUELS-RULING-063 ``all_but_one_of_each``); moves: the worst die first."""
        worse = layer
        for bit, then, shift in moves:
            counting = after[then]
            for mask in exact.without(len(layer), bit):
                ways = worse[mask | bit]
                if ways:
                    counting[mask] += ways << shift
            worse = exact.superset_sums(worse, (bit,))
        rest[:] = map(add, rest, layer)

    def _keep_all(self, layers: _Layers, able: list[int], value: int) -> _Layers:
        """Every die that shows the value counts: a pass keeps bad karma away (DUELS-PASS-02)."""
        for place in able:
            after: _Layers = defaultdict(lambda: [0] * len(self._all))
            bit = self.bits[place]
            for progress, layer in layers.items():
                then, shift = self._count(progress, self.dice[place].colour, value)
                after[progress] = list(map(add, after[progress], layer))
                counting = after[then]
                for mask in exact.without(len(layer), bit):
                    counting[mask] += layer[mask | bit] << shift
            layers = after
        return layers

    def _count(self, progress: _Progress, colour: int, value: int) -> tuple[_Progress, int]:
        """What follows when a die counts: a shield blocks it, or it deals damage; and the shift of its layer."""
        if colour not in self.colours:
            return progress, self.slots.shift(self.height + value)
        place = self.colours.index(colour)
        used, hurt = progress[place]
        blocked = used < shields.blockers(colour, value, self.limits)
        entry = (used + 1, hurt) if blocked else (used, colour in self.rewarded)
        shift = self.slots.shift(value if blocked else self.height + value)
        return (*progress[:place], entry, *progress[place + 1 :]), shift

    def _lump(self, layers: _Layers) -> tuple[_Outcome, ...]:
        """What dice are left after the value 1 show aces; ways with the same effects are added up."""
        nothing_counts = (1 << self.slots.shift(1)) - 1
        lumps: dict[tuple[Effect, int, bool], int] = defaultdict(int)
        for hurt, layer in self._by_hurt(layers).items():
            for aces in self._ace_sets():
                if layer[aces]:
                    effect, none = self._aces(aces), layer[aces] & nothing_counts
                    lumps[effect, self._bonus(hurt, aces), True] += layer[aces] - none
                    lumps[effect, self._bonus((), aces), bool(aces) and self.habits.aces_live] += none
        return tuple(outcome for key, packed in lumps.items() for outcome in self._rows(*key, packed))

    def _by_hurt(self, layers: _Layers) -> dict[tuple[int, ...], list[int]]:
        """Layers added up by the colours, of those with a bonus, of which a die deals damage."""
        merged: dict[tuple[int, ...], list[int]] = defaultdict(lambda: [0] * len(self._all))
        for progress, layer in layers.items():
            hurt = tuple(colour for colour, (_, deals) in zip(self.colours, progress, strict=True) if deals)
            merged[hurt] = list(map(add, merged[hurt], layer))
        return merged

    def _ace_sets(self) -> list[int]:
        able = sum(bit for bit, die in zip(self.bits, self.dice, strict=True) if die.ace)
        return [mask for mask in self._all if not mask & ~able]

    def _aces(self, mask: int) -> Effect:
        """The clicks and effects of a set of aces."""
        return of_aces(die.colour for bit, die in zip(self.bits, self.dice, strict=True) if mask & bit)

    def _bonus(self, hurt: tuple[int, ...], aces: int) -> int:
        """The best damage bonus (DUELS-DMG-07, DUELS-RULING-072)."""
        if not self.bonuses:
            return 0
        by_aces = aces if self.habits.aces_trigger else 0
        dealing = {die.colour for bit, die in zip(self.bits, self.dice, strict=True) if by_aces & bit}.union(hurt)
        return max((clicks for colour, clicks in self.bonuses if colour in dealing), default=0)

    def _rows(self, aces: Effect, bonus: int, lives: bool, packed: int) -> list[_Outcome]:
        """Unpack by the number of dice that deal damage."""
        on_miss = aces if self.habits.aces_on_miss else NO_EFFECT
        rows = []
        for dealing in range(len(self.dice) + 1):
            weights = self.slots.unpack(packed >> self.slots.shift(dealing * self.height), self.height)
            if any(weights):
                on_hit = aces._replace(clicks=aces.clicks + dealing + bonus)
                rows.append(_Outcome(on_hit, on_miss, lives, weights))
        return rows


def of_aces(colours: Iterable[int]) -> Effect:
    """The clicks and effects of aces, by the places of their colours (DUELS-ACE-01 to DUELS-ACE-08)."""
    named = [COLOURS[colour] for colour in colours]
    return Effect(len(named) + named.count("red"), "blue" in named, named.count("black"), "green" in named)


def keeping_order(colour: int, value: int, limits: Iterable[tuple[int, int]]) -> tuple[int, int]:
    """How much a die is worth keeping, the best lowest: that which fewest shields can block."""
    return shields.blockers(colour, value, limits), colour
