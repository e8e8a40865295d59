"""What a command can lead to: real states with whole-number weights, rolls lumped by what they bring about."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate
from typing import Final

from rules_engine.duels import odds, shields
from rules_engine.duels.commands import DuelsCommand, PlayPass, Roll
from rules_engine.duels.components import ACE_FACE
from rules_engine.duels.decide import answered, told
from rules_engine.duels.legal import awaiting
from rules_engine.duels.odds import Coded, Effect, Situation
from rules_engine.duels.state import (
    AttackPending,
    HealPending,
    MatchState,
    MovePending,
    ReRolling,
    SkillTestPending,
)
from rules_engine.kernel import odds as exact
from rules_engine.kernel.dice import Chance, Face, FixedDice, NoDice
from rules_engine.kernel.messages import Decision, Seat
from rules_engine.kernel.odds import Distribution
from rules_engine.kernel.ruleset import Branches

MOST_BRANCHES: Final = 8
TRIES: Final = 400  # rolls looked at for one of each effect
SAMPLES: Final = 3  # of rolls that only settle an order
Faces = tuple[Face, ...]
Lumps = tuple[tuple[int, Faces], ...]


def forecast(state: MatchState, command: DuelsCommand) -> Branches[MatchState]:
    """The states that a legal command can lead to, each with its weight.

    An attack roll is lumped by its effects with exact weights (the rarest join the nearest), other rolls by their
    totals; each branch is what the rules make of one roll that stands for all like it. Rolls for alpha, initiative and
    ties are samples. A pass is looked at together with the roll that its seat makes next, as it is played for that.
    Errors: those of `decide`.
    """
    if isinstance(command, PlayPass):
        return _with_roll(told(state, command, NoDice()).state, command.seat)
    if not isinstance(command, Roll):
        return ((1, told(state, command, NoDice()).state),)
    decision = answered(state, command)
    return tuple((weight, told(state, command, FixedDice(faces)).state) for weight, faces in _lumps(state, decision))


def _with_roll(state: MatchState, seat: Seat) -> Branches[MatchState]:
    for decision in awaiting(state):
        if decision.seat == seat and decision.kind.startswith("roll_"):
            return forecast(state, Roll(seat=seat, decision=decision.id))
    return ((1, state),)


def _lumps(state: MatchState, decision: Decision) -> Lumps:
    dice = state.parts.dice
    if state.rerolling is not None:
        return _rolled_again(state.rerolling)
    match state.pending:
        case AttackPending():
            return _attack_lumps(odds.situation_of(state, state.pending), _order(state, state.pending))
        case MovePending():
            return total_lumps(tuple(_counted(state, die, ace=0) for die in state.pending.dice))
        case HealPending():
            die = state.pending.die
            return total_lumps((_counted(state, die, ace=dice[die].spec.sides),))
        case SkillTestPending():
            needed = state.pending.difficulty - state.pending.value
            values = tuple(_counted(state, die, ace=dice[die].spec.sides) for die in state.pending.dice)
            return total_lumps(values, cut=needed)
        case _:
            return _samples(decision)


def _rolled_again(again: ReRolling) -> Lumps:
    """Every face of one die, as it decides what becomes of the others; of several dice their totals."""
    if len(again.dice) == 1:
        return tuple((1, (face,)) for face in range(1, again.dice[0].sides + 1))
    return total_lumps(tuple(tuple(range(1, die.sides + 1)) for die in again.dice))


def _counted(state: MatchState, die_id: str, *, ace: int) -> tuple[int, ...]:
    """What each face of a die counts, in the order of its faces."""
    die = state.parts.dice[die_id]
    return tuple(ace if die.is_ace(face) else face for face in range(1, die.spec.sides + 1))


def _samples(decision: Decision) -> Lumps:
    chance = Chance(0)
    return tuple((1, tuple(1 + chance.below(die.sides) for die in decision.pools)) for _ in range(SAMPLES))


# --- totals -----------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=4096)
def total_lumps(values: tuple[tuple[int, ...], ...], cut: int | None = None) -> Lumps:
    """One roll for each of a few ranges of totals, with the weight of the range.

    values: what each face of each die counts. cut: where only reaching this total matters, there are two ranges.
    """
    whole = exact.added(*(exact.die(faces) for faces in values))
    parts = _ranges(whole, MOST_BRANCHES // 2) if cut is None else _two_ranges(whole, cut)
    return tuple((part.total, _faces_for(values, _middle(part))) for part in parts)


def _two_ranges(whole: Distribution, cut: int) -> list[Distribution]:
    short = tuple(pair for pair in whole.weights if pair[0] < cut)
    enough = tuple(pair for pair in whole.weights if pair[0] >= cut)
    return [Distribution(part) for part in (short, enough) if part]


def _ranges(whole: Distribution, number: int) -> list[Distribution]:
    """Cut a distribution into ranges of about equal weight."""
    parts: dict[int, list[tuple[int, int]]] = {}
    before = [0, *accumulate(weight for _, weight in whole.weights)]
    for pair, seen in zip(whole.weights, before, strict=False):
        parts.setdefault(number * (2 * seen + pair[1]) // (2 * whole.total), []).append(pair)
    return [Distribution(tuple(part)) for part in parts.values()]


def _middle(part: Distribution) -> int:
    """The outcome in the middle of the weight."""
    sums = accumulate(weight for _, weight in part.weights)
    return next(value for (value, _), seen in zip(part.weights, sums, strict=True) if 2 * seen >= part.total)


def _faces_for(values: Sequence[tuple[int, ...]], total: int) -> Faces:
    """Faces of the dice that add up to a total that they can have."""
    if not values:
        return ()
    rest = exact.added(*(exact.die(faces) for faces in values[1:]))
    possible = {outcome for outcome, _ in rest.weights}
    face = next(face for face, value in enumerate(values[0], start=1) if total - value in possible)
    return (face, *_faces_for(values[1:], total - values[0][face - 1]))


# --- attacks ----------------------------------------------------------------------------------------------------------


def _order(state: MatchState, pending: AttackPending) -> tuple[tuple[Coded, ...], tuple[tuple[int, int], ...]]:
    """The attack dice and the dodge dice in the order in which they are rolled."""
    dice = tuple(odds.code(state.parts.dice[die].spec) for die in pending.dice)
    return dice, odds.dodge(state, pending.dodge or (), pending.dodge_terrain)


@lru_cache(maxsize=4096)
def _attack_lumps(attack: Situation, order: tuple[tuple[Coded, ...], tuple[tuple[int, int], ...]]) -> Lumps:
    """One roll for each effect, with its exact weight; effects without a roll at hand join the nearest."""
    table = odds.odds(attack)
    found = _rolls_by_effect(attack, *order, wanted=len(table.effects))
    ranked = sorted(table.effects, key=lambda pair: (pair[0] in found, pair[1]), reverse=True)
    chosen = [effect for effect, _ in ranked[:MOST_BRANCHES] if effect in found]
    weights = dict.fromkeys(chosen, 0)
    for effect, weight in table.effects:
        weights[min(chosen, key=lambda other: _unlikeness(effect, other))] += weight
    return tuple((weight, found[effect]) for effect, weight in weights.items())


def _unlikeness(one: Effect, other: Effect) -> tuple[int, int]:
    flags = (one.stuns != other.stuns) + (one.calls != other.calls) + abs(one.black - other.black)
    return abs(one.clicks - other.clicks), flags


def _rolls_by_effect(
    attack: Situation, dice: tuple[Coded, ...], dodge: tuple[tuple[int, int], ...], *, wanted: int
) -> dict[Effect, Faces]:
    """Look at rolls, the same ones every time, until each effect has been seen or enough were tried."""
    chance, found = Chance(0), dict[Effect, Faces]()
    sides = [*(die.sides for die in dice), *(number for number, _ in dodge)]
    for _ in range(TRIES):
        faces = tuple(1 + chance.below(number) for number in sides)
        found.setdefault(effect_of(attack, dice, dodge, faces=faces), faces)
        if len(found) == wanted:
            break
    return found


def effect_of(
    attack: Situation, dice: tuple[Coded, ...], dodge: tuple[tuple[int, int], ...], *, faces: Faces
) -> Effect:
    """What one roll does: the rules that `odds` counts, applied to faces. dice and dodge: in the order of the faces."""
    shown = [(die, face) for die, face in zip(dice, faces, strict=False) if not (die.ace and face == ACE_FACE)]
    aces = [die for die, face in zip(dice, faces, strict=False) if die.ace and face == ACE_FACE]
    numbers = [face for _, face in shown]
    kept = [(die, face) for die, face in shown if attack.habits.keeps_all or numbers.count(face) == 1]
    if attack.habits.keeps_one and not attack.habits.keeps_all:
        kept += _saved(attack, [(die, face) for die, face in shown if numbers.count(face) > 1])
    dodging = zip(dodge, faces[len(dice) :], strict=True)
    dodged = sum(0 if ace and face == ACE_FACE else face for (_, ace), face in dodging)
    lives = bool(kept) or (bool(aces) and attack.habits.aces_live)
    hit = lives and sum(face for _, face in kept) - dodged >= attack.margin
    if not hit and not (attack.habits.aces_on_miss and aces):
        return odds.NO_EFFECT
    dealing = _unblocked(attack, kept) if hit else []
    hurt = {*dealing, *((die.colour for die in aces) if attack.habits.aces_trigger else ())}
    bonus = max((clicks for colour, clicks in attack.bonuses if colour in hurt), default=0) if hit else 0
    effect = odds.of_aces(die.colour for die in aces)
    effect = effect._replace(clicks=effect.clicks + len(dealing) + bonus)
    return odds.with_added(effect, attack.added) if hit else effect


def _saved(attack: Situation, matching: list[tuple[Coded, Face]]) -> list[tuple[Coded, Face]]:
    """The die that is kept of each group of equal ones (DUELS-RULING-063 ``all_but_one_of_each``)."""
    groups = {face: [pair for pair in matching if pair[1] == face] for _, face in matching}
    return [
        min(group, key=lambda pair: odds.keeping_order(pair[0].colour, pair[1], attack.shields))
        for group in groups.values()
    ]


def _unblocked(attack: Situation, kept: list[tuple[Coded, Face]]) -> list[int]:
    """The colours of the dice that shields do not stop, highest dice first against the shields that can."""
    used: list[int] = []
    through = []
    for die, face in sorted(kept, key=lambda pair: -pair[1]):
        if used.count(die.colour) < shields.blockers(die.colour, face, attack.shields):
            used.append(die.colour)
        else:
            through.append(die.colour)
    return through
