"""The levels by name."""

import pytest

from rules_engine.players.expert_player import ExpertPlayer
from rules_engine.players.greedy_player import GreedyPlayer
from rules_engine.players.levels import LEVELS, Level, player
from rules_engine.players.player import Budget
from rules_engine.players.random_player import RandomPlayer
from tests.support.tiny_game import TINY, TinySetup, TinyState

STATE = TinyState(setup=TinySetup(), reach=200, guards=("open", "open"), striker="A", ply=7)


@pytest.mark.parametrize(
    ("level", "kind"), [("random", RandomPlayer), ("greedy", GreedyPlayer), ("expert", ExpertPlayer)]
)
def test_a_level_is_a_player(level: Level, kind: type) -> None:
    assert type(player(level, TINY, "seed")) is kind


def test_all_levels_are_listed() -> None:
    assert LEVELS == ("random", "greedy", "expert")


@pytest.mark.parametrize("level", ["greedy", "expert"])
def test_the_budget_is_the_one_handed_in(level: Level) -> None:
    budget = Budget(2)
    decision = TINY.awaiting(STATE)[0]
    player(level, TINY, "seed", budget).choose(STATE, decision, TINY.legal_commands(STATE, decision))
    assert budget.left == 0
