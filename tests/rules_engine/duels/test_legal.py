from typing import Any

import pytest
from msgspec.structs import replace

from rules_engine.duels.commands import EndTurn, Roll
from rules_engine.duels.legal import awaiting, legal_commands
from rules_engine.duels.state import (
    AttackPending,
    HealPending,
    MatchState,
    MovePending,
    SkillTestPending,
    SpillPending,
)
from tests.support.duels import F1, F2, begin, entry, in_turn, kinds, make_setup


def turn(**changes: Any) -> MatchState:
    return replace(in_turn(make_setup(entry("A1", F1, "W6 K6"), entry("B1", F2, "W6")), "A1"), **changes)


@pytest.mark.parametrize(
    ("pending", "asked"),
    [
        (None, "act:A1"),
        (MovePending(figure="A1", dice=(), allowance=600), "move:A1"),
        (MovePending(figure="A1", dice=("A1/W6",)), "roll_move:A1"),
        (AttackPending(attacker="A1", target="B1", distance=100, dice=("A1/K6",)), "choose_dodge:B1"),
        (HealPending(healer="A1", healed="A1", die="A1/K6"), "roll_heal:A1"),
        (SkillTestPending(figure="A1", test="lock", dice=("A1/K6",), difficulty=9, value=6), "roll_test:A1"),
        (SpillPending(figure="B1", seat="B", clicks=2), "assign_damage:B1"),
    ],
)
def test_who_decides_while_something_is_resolved(pending: Any, asked: str) -> None:
    assert kinds(turn(pending=pending)) == [asked]


def test_a_roll_has_one_answer() -> None:
    state = begin(make_setup(entry("A1", F1), entry("B1", F2)))
    (decision,) = awaiting(state)
    assert legal_commands(state, decision).commands == (Roll(seat="A", decision=decision.id),)


def test_duels_act_07_ending_the_turn_is_always_possible() -> None:
    (decision,) = awaiting(turn())
    legal = legal_commands(turn(), decision)
    assert legal.commands[-1] == EndTurn(seat="A", decision=decision.id, figure="A1")
    assert not legal.complete
