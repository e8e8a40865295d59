"""Whatever a computer player does, no match hangs or is spoilt: eight kinds of hostility, and their variations."""

import os
import subprocess
import threading
import time
from uuid import UUID

import pytest
from django.db import connection
from pytest_django import Settings

from ledger.verify import verify_streams
from matches import queries
from matches.events import ComputerFellBack
from matches.services import computer
from tests.promises.counts import count
from tests.support import hostile_players
from tests.support.matches import computers, raw_setup, started

MATCHES = count(1, 70)  # of each kind
KINDS = [kind.__name__ for kind in hostile_players.KINDS]
PATIENCE = 30.0  # seconds for a whole match


@pytest.fixture(autouse=True)
def external_players(settings: Settings) -> None:
    settings.EXTERNAL_PLAYERS = hostile_players.PATHS
    settings.EXTERNAL_PLAYER_SECONDS = hostile_players.SECONDS


def ends(match_id: UUID, seconds: float) -> bool:
    """Let the computer players play; whether they have come to an end in time."""

    def play() -> None:
        computer.play(match_id)
        connection.close()

    thread = threading.Thread(target=play, daemon=True)
    thread.start()
    thread.join(seconds)
    return not thread.is_alive()


def fallbacks(match_id: UUID) -> list[ComputerFellBack]:
    return [frame.event for frame in queries.log(match_id) if isinstance(frame.event, ComputerFellBack)]


def children() -> list[int]:
    """The players' processes that are left."""
    found = subprocess.run(
        ["pgrep", "-P", str(os.getpid()), "-f", "player_process"], capture_output=True, text=True, check=False
    )
    return [int(line) for line in found.stdout.split()]


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("kind", KINDS)
def test_a_hostile_player_neither_hangs_nor_spoils_a_match(kind: str) -> None:
    for number in range(MATCHES):
        levels = (kind, "random") if number % 2 == 0 else ("greedy", kind)
        match_id = started(computers(*levels), setup=raw_setup(target=3))
        assert ends(match_id, PATIENCE)
        assert queries.match(match_id).status == "confirmed"
        assert queries.audit(match_id) == ()
        assert verify_streams([f"match/{match_id}"]).problems == ()
        assert {each.seat for each in fallbacks(match_id)} <= {"AB"[number % 2]}  # the honest one plays undisturbed
        if kind not in {"Mutating", "Illegal"}:  # these answer as they may, in part
            assert fallbacks(match_id)
        assert children() == []


@pytest.mark.django_db(transaction=True)
def test_two_hostile_players_of_a_kind_do_no_more() -> None:
    for kind in KINDS[:: count(4, 1)]:
        match_id = started(computers(kind, kind), setup=raw_setup(target=3))
        assert ends(match_id, PATIENCE)
        assert (queries.match(match_id).status, queries.audit(match_id)) == ("confirmed", ())


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("kind", ["Idle", "Busy"])
def test_canary_without_a_time_limit_a_silent_player_hangs_the_match(kind: str, settings: Settings) -> None:
    settings.EXTERNAL_PLAYER_SECONDS = 3600.0
    match_id = started(computers(kind, kind), setup=raw_setup(target=3))
    assert not ends(match_id, 3)
    settings.EXTERNAL_PLAYER_SECONDS = hostile_players.SECONDS
    deadline = time.monotonic() + PATIENCE
    while queries.match(match_id).status == "running" and time.monotonic() < deadline:
        for pid in children():  # so that the thread comes to an end
            os.kill(pid, 9)
        time.sleep(0.05)
    assert queries.match(match_id).status == "confirmed"
