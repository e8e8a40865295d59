"""R1: what was acknowledged is kept, and all work comes to its end, whichever processes are killed meanwhile."""

import time
import urllib.error
import urllib.request
import uuid
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest

from config import processes
from tests.promises.counts import count
from tests.promises.databases import reports
from tests.promises.processes import Daemon, Tier, server_tier, torment
from tests.services import free_port

pytestmark = [pytest.mark.postgres, pytest.mark.timeout(count(300, 7200))]
KILLS = count(8, 500)
CLIENTS = tuple(f"client{number}" for number in range(4))
PLAYERS = count(4, 24)
STREAMS = [f"noted/{number}" for number in range(8)]
PATIENCE = count(200, 1800)  # seconds that the league may take when nobody is killed any more


@pytest.fixture
def tier(tmp_path: Path) -> Iterator[Tier]:
    with server_tier(tmp_path) as tier:
        yield tier


def start_everything(tier: Tier, folder: Path) -> str:
    """Start web, worker, beat, a league that is played and clients that append; returns the address of the pages."""
    port = free_port()
    tier.start("web", "-m", *processes.web(host="127.0.0.1", port=port, workers=1))
    tier.start("worker", "-m", *processes.worker())
    tier.start("beat", "-m", *processes.beat(schedule=str(folder / "schedule")))
    plan = {"players": PLAYERS, "level": "random", "variant": "basic"}
    tier.client("league", "league", plan=plan, command_id=str(uuid.uuid4()))
    start_clients(tier, pause=count(20, 2) / 1000)
    return f"http://127.0.0.1:{port}/"


def start_clients(tier: Tier, pause: float) -> None:
    for number, name in enumerate(CLIENTS):
        tier.client(name, "acknowledge", streams=STREAMS, seed=number, pause=pause)


def acknowledged(tier: Tier) -> list[str]:
    """The ids of all commands that clients were told are written."""
    return [command_id for name in CLIENTS for (command_id,) in tier.daemons[name].reports()]


def has_acknowledged(tier: Tier, commands: int) -> bool:
    return len(acknowledged(tier)) >= commands


def wait_until(reached: Callable[[], bool], daemon: Daemon) -> None:
    """Give the processes a minute to get somewhere; a daemon whose errors tell why they do not."""
    deadline = time.monotonic() + 60
    while not reached():
        assert time.monotonic() < deadline, daemon.errors()
        time.sleep(0.05)


def stop_clients(tier: Tier) -> list[str]:
    """Kill the clients; returns the ids of all commands that were acknowledged."""
    for name in CLIENTS:
        tier.daemons[name].kill()
    return acknowledged(tier)


def game_events(tier: Tier) -> int:
    """How many events the computer players have made happen."""
    sql = "SELECT count(*) FROM ledger_event WHERE actor LIKE 'computer/%'"
    return int(tier.database.execute(sql)[0][0])


def wrong(tier: Tier, commands: list[str]) -> list[str]:
    """The commands that were acknowledged and are not in the log exactly once, and those that are in it repeatedly."""
    kept = Counter(
        command_id
        for (command_id,) in tier.database.execute("SELECT command_id FROM ledger_event WHERE kind LIKE 'test.%'")
    )
    return [command_id for command_id in {*commands, *kept} if kept[command_id] != 1]


def page(address: str, seconds: float) -> str:
    """A page, as soon as it is answered in full; the test fails when that takes too long."""
    deadline = time.monotonic() + seconds
    while True:
        try:
            with urllib.request.urlopen(address, timeout=10) as answer:  # noqa: S310 -- our own address
                return str(answer.read().decode())
        except (urllib.error.URLError, ConnectionError, TimeoutError):
            if time.monotonic() > deadline:
                raise
            time.sleep(0.2)


def test_what_was_acknowledged_is_kept_and_every_match_ends(tier: Tier, tmp_path: Path) -> None:
    address = start_everything(tier, tmp_path)
    wait_until(partial(has_acknowledged, tier, 1), tier.daemons[CLIENTS[0]])
    wait_until(lambda: game_events(tier) > 200, tier.daemons["worker"])
    torment(tier, ("web", "worker", "beat", "league", "postgresql", CLIENTS[0]), KILLS, seed=36)  # the worker first
    assert "Demo league" in page(address, 60)
    commands = stop_clients(tier)
    assert len(commands) >= count(100, 100_000)
    assert wrong(tier, commands) == []
    league = tier.daemons["league"]
    assert league.ended(PATIENCE), league.errors() + tier.daemons["worker"].errors()
    assert league.reports() == [[PLAYERS * (PLAYERS - 1) // 2, 0, "intact", "clean"]]
    reports([tier.database.start("manage.py", "verify")])


def test_canary_commits_that_do_not_wait_for_the_disk_are_lost(tier: Tier) -> None:
    tier.database.execute(
        "ALTER DATABASE postgres SET synchronous_commit = off",
        "ALTER SYSTEM SET wal_writer_delay = '10s'",
        "ALTER SYSTEM SET wal_writer_flush_after = '1GB'",
        "SELECT pg_reload_conf()",
    )
    start_clients(tier, pause=0)
    for enough in (100, 200, 300):
        wait_until(partial(has_acknowledged, tier, enough), tier.daemons[CLIENTS[0]])
        tier.restart("postgresql")
    commands = stop_clients(tier)
    assert wrong(tier, commands)
