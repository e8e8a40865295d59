"""What a command can lead to: real states with whole-number weights, rolls lumped by what they bring about."""

from collections.abc import Callable, Hashable, Iterable
from functools import lru_cache
from itertools import product
from typing import Final, TypeAlias

from rules_engine.kernel.dice import Face, FixedDice, NoDice
from rules_engine.kernel.messages import Decision
from rules_engine.kernel.ruleset import Branches
from rules_engine.marvel import abilities, attribute_tests, criticals, defences, hit_rolls
from rules_engine.marvel.commands import MarvelCommand, Roll
from rules_engine.marvel.decide import answered, told
from rules_engine.marvel.pending import SIDES, Faces, HitPending, TestPending
from rules_engine.marvel.rulings import Rulings
from rules_engine.marvel.state import MatchState

Lumps: TypeAlias = tuple[tuple[int, tuple[Face, ...]], ...]
"""Rolls that stand for all rolls of the same effect, each with how many those are."""
NEAR: Final = 3  # totals that count as one where a roll goes on after a miss


def forecast(state: MatchState, command: MarvelCommand) -> Branches[MatchState]:
    """The states that a legal command can lead to, each with its weight.

    A hit roll is lumped by hit, critical and double eight, a test by success, a draw by whose counter it is, all with
    exact weights. Where a miss may be rolled again, how far it misses counts too. Errors: those of `decide`.
    """
    if not isinstance(command, Roll):
        return ((1, told(state, command, NoDice()).state),)
    decision = answered(state, command)
    return tuple((weight, told(state, command, FixedDice(faces)).state) for weight, faces in _lumps(state, decision))


def _lumps(state: MatchState, decision: Decision) -> Lumps:
    match state.top:
        case HitPending() as hit:
            return _hit(state, hit, dice=len(decision.pools))
        case TestPending() as test:
            return pass_lumps(test.dice.faces, test.dice.again or _all(len(decision.pools)), test.limit)
        case _ if decision.kind == "roll_initiative":
            return _counters(state)
        case _:
            return pass_lumps((), _all(len(decision.pools)), state.character(decision.subject).card.stamina)


def _all(dice: int) -> tuple[int, ...]:
    return tuple(range(dice))


def _counters(state: MatchState) -> Lumps:
    """One counter of each team that has any in the bag, in the order of its faces (MARVEL-TURN-03)."""
    first, lumps = 1, []
    for _, number in state.bag:
        if number:
            lumps.append((number, (first,)))
        first += number
    return tuple(lumps)


def _hit(state: MatchState, hit: HitPending, *, dice: int) -> Lumps:
    attacker = state.character(hit.attacker)
    goes_on = state.rulings.area_hit_roll == "single" or _may_reroll(state, hit)
    return hit_lumps(
        hit.dice.faces,
        hit.dice.again or _all(dice),
        defences.against(state, hit) - hit_rolls.modifier(state, hit),
        state.rulings,
        assassin=abilities.is_assassin(state, attacker, hit.manner),
        goes_on=goes_on,
    )


def _may_reroll(state: MatchState, hit: HitPending) -> bool:
    """Whether a roll of the attacker may be followed by a re-roll."""
    spent = Faces(abilities=hit.dice.abilities)
    return bool(abilities.rerolls(state, state.character(hit.attacker), spent, manner=hit.manner))


# --- rolls and what they stand for ------------------------------------------------------------------------------------


@lru_cache(maxsize=1 << 12)
def hit_lumps(
    faces: tuple[Face, ...],
    again: tuple[int, ...],
    beats: int,
    rulings: Rulings,
    *,
    assassin: bool = False,
    goes_on: bool = False,
) -> Lumps:
    """One roll for each effect of a hit roll that must exceed ``beats``: MARVEL-ATK-09, MARVEL-CRIT-01.

    faces: as the dice lie, none before the first roll. again: places that are rolled. goes_on: totals matter as well.
    """

    def effect(rolled: tuple[Face, ...]) -> Hashable:
        total = sum(rolled)
        near = total // NEAR if goes_on else 0
        if total <= beats:
            return False, near
        double_eight = assassin and criticals.shows_double_eight(rolled, rulings)
        return True, near, criticals.is_critical(rolled, rulings), double_eight

    return _lumped(faces, again, effect)


@lru_cache(maxsize=1 << 12)
def pass_lumps(faces: tuple[Face, ...], again: tuple[int, ...], limit: int) -> Lumps:
    """One roll for success and one for failure: MARVEL-TEST-01."""
    return _lumped(faces, again, lambda rolled: attribute_tests.succeeds(sum(rolled), limit))


def _lumped(faces: tuple[Face, ...], again: tuple[int, ...], effect: Callable[[tuple[Face, ...]], Hashable]) -> Lumps:
    """The rolls of some dice by the effect of all; the one with the middle total stands for each."""
    found: dict[Hashable, list[tuple[Face, ...]]] = {}
    for new in product(range(1, SIDES + 1), repeat=len(again)):
        found.setdefault(effect(_with(faces, again, new)), []).append(new)
    return tuple((len(rolls), _middle(rolls)) for rolls in found.values())


def _with(faces: tuple[Face, ...], again: tuple[int, ...], new: tuple[Face, ...]) -> tuple[Face, ...]:
    if not faces:
        return new
    return attribute_tests.with_again(Faces(faces=faces, again=again), new)


def _middle(rolls: Iterable[tuple[Face, ...]]) -> tuple[Face, ...]:
    ordered = sorted(rolls, key=sum)
    return ordered[len(ordered) // 2]
