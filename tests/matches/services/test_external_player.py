"""A player in a process of its own: asked, late, crashed, killed. What the match does then: test_computer."""

import os
import time
from collections.abc import Iterator

import pytest

from matches.services.external_player import ExternalPlayer, PlayerCrashed, PlayerLate
from rules_engine.kernel.errors import MalformedInput
from rules_engine.kernel.fold import fold
from rules_engine.kernel.messages import Command
from tests.support.hostile_players import PATHS
from tests.support.tiny_game import TINY, TinySetup

STATE = fold(TINY, TINY.start(TinySetup()))
DECISION = TINY.awaiting(STATE)[0]
LEGAL = TINY.legal_commands(STATE, DECISION)


@pytest.fixture
def players() -> Iterator[list[ExternalPlayer]]:
    """Those that a test has seated; their processes are ended after it."""
    seated: list[ExternalPlayer] = []
    yield seated
    for player in seated:
        player.close()


def seat(players: list[ExternalPlayer], kind: str, seconds: float = 20.0) -> ExternalPlayer:
    players.append(ExternalPlayer(PATHS[kind], TINY, "seed", seconds=seconds))
    return players[-1]


def ask(player: ExternalPlayer) -> Command:
    return player.choose(STATE, DECISION, LEGAL)


def pid(player: ExternalPlayer) -> int:
    assert player._process is not None
    return player._process.pid


def test_it_answers_question_after_question_in_one_process(players: list[ExternalPlayer]) -> None:
    player = seat(players, "Honest")
    assert ask(player) == LEGAL.commands[0]
    first = pid(player)
    assert ask(player) == LEGAL.commands[0]
    assert pid(player) == first


def test_after_it_was_closed_it_is_started_again(players: list[ExternalPlayer]) -> None:
    player = seat(players, "Honest")
    ask(player)
    first = pid(player)
    player.close()
    player.close()
    with pytest.raises(ProcessLookupError):
        os.kill(first, 0)
    assert ask(player) == LEGAL.commands[0]


@pytest.mark.parametrize(
    ("kind", "error"),
    [
        ("Crash", PlayerCrashed),
        ("CrashAtStart", PlayerCrashed),
        ("Exit", PlayerCrashed),
        ("HugeOutput", PlayerCrashed),
        ("Garbage", MalformedInput),
    ],
)
def test_a_player_that_fails_is_ended(players: list[ExternalPlayer], kind: str, error: type[Exception]) -> None:
    player = seat(players, kind)
    with pytest.raises(error):
        ask(player)
    assert player._process is None


@pytest.mark.parametrize("kind", ["Idle", "Busy", "Spawns"])
def test_a_player_that_is_late_is_killed(players: list[ExternalPlayer], kind: str) -> None:
    player = seat(players, kind, 1.0)
    start = time.monotonic()
    with pytest.raises(PlayerLate):
        ask(player)
    assert time.monotonic() - start < 5
    assert player._process is None


def test_a_question_that_nobody_reads_does_not_block(players: list[ExternalPlayer]) -> None:
    player = seat(players, "Idle", 1.0)
    for _ in range(2):  # of the second question it reads nothing any more
        with pytest.raises(PlayerLate):
            player._exchange((STATE, DECISION, "x" * 10_000_000), time.monotonic() + 2)  # more than a pipe holds


def test_a_process_that_has_ended_is_noticed_when_it_is_asked(players: list[ExternalPlayer]) -> None:
    player = seat(players, "Honest")
    ask(player)
    os.kill(pid(player), 9)
    with pytest.raises(PlayerCrashed):
        ask(player)
