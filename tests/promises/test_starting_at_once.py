"""Many processes that start at once on a database without tables all start."""

from pathlib import Path

import pytest

from tests.promises.counts import count
from tests.promises.databases import Database, empty_database

PROCESSES = 20
ROUNDS = count(1, 25)


def failures(database: Database, command: str, processes: int) -> int:
    """How many processes do not get the tables that they need."""
    started = [database.start("manage.py", command) for _ in range(processes)]
    for process in started:
        process.wait(timeout=280)
    return sum(process.returncode != 0 for process in started)


def test_all_start(tmp_path: Path) -> None:
    for _ in range(ROUNDS):
        with empty_database(tmp_path) as database:
            assert failures(database, "migrate_locked", PROCESSES) == 0
            assert database.execute("SELECT count(*) FROM ledger_event") == [(0,)]


def test_canary_without_the_lock_some_fail(tmp_path: Path) -> None:
    for _ in range(6):  # it is for chance to say when two meet
        with empty_database(tmp_path) as database:
            if failures(database, "migrate", 12):
                return
    pytest.fail("all started without the lock, six times")
