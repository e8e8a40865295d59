"""What a command can lead to: the states with their odds, rolls lumped by effect."""

from collections.abc import Sequence
from math import comb
from typing import Final

from rules_engine.kernel.dice import Die, FixedDice, NoDice
from rules_engine.kernel.ruleset import Branches
from rules_engine.sru.commands import Roll, SruCommand
from rules_engine.sru.decide import answered, told
from rules_engine.sru.scores import SUCCESS
from rules_engine.sru.state import SessionState

HITS: Final = 2  # faces of a d6 that succeed in a pool
MISSES: Final = 4  # those that do not
MISS: Final = 1


def forecast(state: SessionState, command: SruCommand) -> Branches[SessionState]:
    """The states after a legal command, each with its whole-number weight.

    A pool of a test is counted by its successes; of several dice of one call the faces are taken as equal, which is
    what one die of the call would do.
    """
    if not isinstance(command, Roll):
        return ((1, told(state, command, NoDice()).state),)
    pools = answered(state, command).pools
    rolls = _by_successes(pools) if command.decision.startswith("roll_test") else _by_face(pools)
    return tuple((weight, told(state, command, FixedDice(faces)).state) for faces, weight in rolls.items())


def _by_successes(pools: Sequence[Die]) -> dict[tuple[int, ...], int]:
    dice = len(pools)
    return {
        (*(SUCCESS for _ in range(hits)), *(MISS for _ in range(dice - hits))): comb(dice, hits)
        * HITS**hits
        * MISSES ** (dice - hits)
        for hits in range(dice + 1)
    }


def _by_face(pools: Sequence[Die]) -> dict[tuple[int, ...], int]:
    return {(face,) * len(pools): 1 for face in range(1, pools[0].sides + 1)}
