"""Whole matches between players."""

import subprocess
import sys
from collections.abc import Mapping

import pytest

from rules_engine.kernel.codec import encode
from rules_engine.kernel.errors import DecisionClosed
from rules_engine.kernel.fold import audit, fold
from rules_engine.kernel.messages import Command, Decision, Legal, Seat
from rules_engine.players.levels import LEVELS, Level, player
from rules_engine.players.player import Player
from rules_engine.players.playout import Playout, playout
from tests.support.tiny_game import TINY, Strike, TinySetup, TinyState


def played(a: Level, b: Level, seed: int = 1) -> Playout[TinyState]:
    return playout(
        TINY, TinySetup(), {"A": player(a, TINY, f"A{seed}"), "B": player(b, TINY, f"B{seed}")}, seed=seed
    )  # fmt: skip


@pytest.mark.parametrize("level", LEVELS)
def test_a_match_of_each_level_ends_and_audits_clean(level: Level) -> None:
    match = played(level, level)
    assert match.outcome is not None
    assert match.outcome == TINY.outcome(match.state)
    assert match.decisions == sum(step.command is not None for step in match.steps)
    assert fold(TINY, [event for step in match.steps for event in step.events]) == match.state
    assert audit(TINY, TinySetup(), match.steps) == ()


@pytest.mark.parametrize("level", LEVELS)
def test_the_same_seed_gives_the_same_match(level: Level) -> None:
    assert played(level, level, 5) == played(level, level, 5)
    assert played(level, level, 5) != played(level, level, 6)


PROBE = """
import sys
from rules_engine.kernel.codec import encode
from tests.rules_engine.players.test_playout import played
sys.stdout.buffer.write(encode(played(sys.argv[1], "greedy").steps[-1]))
"""


@pytest.mark.parametrize("level", LEVELS)
def test_a_seed_gives_the_same_match_in_every_process(level: Level) -> None:
    for hash_seed in ("1", "2"):
        run = subprocess.run(
            [sys.executable, "-c", PROBE, level],
            env={"PYTHONHASHSEED": hash_seed, "TZ": "Asia/Tokyo"},
            capture_output=True,
            check=True,
        )
        assert run.stdout == encode(played(level, "greedy").steps[-1])


def test_a_match_is_cut_off_at_the_step_limit() -> None:
    players: Mapping[Seat, Player[TinyState]] = {seat: player("random", TINY, seat) for seat in "AB"}
    match = playout(TINY, TinySetup(), players, seed=1, step_limit=4)
    assert (match.decisions, match.outcome) == (4, None)


class Spy:
    """Notes the views it is shown; answers with the first legal command."""

    def __init__(self) -> None:
        self.seen: list[tuple[str, TinyState]] = []

    def choose(self, view: TinyState, decision: Decision, legal: Legal) -> Command:
        self.seen.append((decision.seat, view))
        return legal.commands[0]


def test_players_see_their_view_and_no_hidden_choice_of_others() -> None:
    spy = Spy()
    playout(TINY, TinySetup(), {"A": spy, "B": spy}, seed=1, step_limit=2)
    assert [(seat, view.guards) for seat, view in spy.seen] == [("A", ("", "")), ("B", ("", ""))]


class Cheat:
    """Answers what nobody asked."""

    def choose(self, view: TinyState, decision: Decision, legal: Legal) -> Command:  # noqa: ARG002
        return Strike(seat="A", decision="strike:A:1", at="head")


def test_an_illegal_answer_is_refused_like_anybodys() -> None:
    with pytest.raises(DecisionClosed):
        playout(TINY, TinySetup(), {"A": Cheat(), "B": Spy()}, seed=1)


def test_more_thought_wins_more_matches() -> None:
    """Whoever holds back at random loses to who never does."""
    wins = sum(
        (outcome := played("greedy", "random", seed).outcome) is not None and outcome.winners() == ("red",)
        for seed in range(20)
    )
    assert wins >= 14
