"""Computer players of a higher level reach more steps, and of as many steps keep more of their reserve."""

import pytest

from rules_engine.kernel.dice import Chance
from rules_engine.players.levels import Level, player
from rules_engine.players.playout import playout
from tests.rules_engine.sru.test_catalog import CATALOG
from tests.rules_engine.sru.test_scenarios import NAMES, RULESET, scenario

SEEDS = range(5)


def results(name: str, level: Level) -> list[tuple[int, int]]:
    """Steps reached and reserve points left, by seed."""
    found = []
    for seed in SEEDS:
        roster = RULESET.draw_roster(CATALOG, RULESET.usual_points, Chance(seed))
        made = RULESET.league_setup([("alice", roster)], CATALOG, scenario(name))
        outcome = playout(RULESET, made, {"alice": player(level, RULESET, seed)}, seed=seed).outcome
        assert outcome is not None
        found.append((outcome.placings[0].objectives, outcome.placings[0].points_left))
    return found


@pytest.mark.parametrize("name", NAMES)
def test_greedy_beats_random_and_expert_is_no_worse(name: str) -> None:
    by_chance, greedy, expert = (results(name, level) for level in ("random", "greedy", "expert"))
    assert sum(better > worse for better, worse in zip(greedy, by_chance, strict=True)) >= len(SEEDS) - 1
    assert sum(steps for steps, _ in expert) >= sum(steps for steps, _ in greedy)
    assert sum(left for _, left in expert) >= sum(left for _, left in greedy)
