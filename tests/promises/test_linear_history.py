"""R3: the history of a stream is one line. R18: on SQLite nobody is told that the database is locked."""

from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.promises.clients import digest
from tests.promises.counts import count
from tests.promises.databases import Database, empty_database, reports

CLIENTS = count(4, 8)


def play(database: Database, operations: int, streams: int, **options: object) -> list[Any]:
    """What the clients saw and did, all at the same streams."""
    names = [f"match/{number}" for number in range(streams)]
    each = operations // CLIENTS
    return reports(
        [database.client("play", streams=names, operations=each, seed=seed, **options) for seed in range(CLIENTS)]
    )


def anomalies(database: Database, observations: list[Any]) -> list[str]:
    """What cannot be if every stream has one history: forks, lost updates, reads that are no prefix."""
    final = defaultdict[str, list[str]](list)
    found = []
    for stream, version, command_id in database.execute(
        "SELECT stream, version, command_id FROM ledger_event ORDER BY stream, version"
    ):
        final[stream].append(command_id)
        if version != len(final[stream]):
            found.append(f"{stream}: version {version} is event {len(final[stream])}")
    acknowledged = 0
    for stream, length, seen, command_id, version, error in observations:
        if error:
            found.append(error)
        if digest(final[stream][:length]) != seen:
            found.append(f"{stream}: a read of {length} events is no prefix")
        if version is not None:
            acknowledged += 1
            if final[stream][version - 1 : version] != [command_id]:
                found.append(f"{stream}: {command_id} is not at version {version}")
    if acknowledged != sum(len(set(ids)) for ids in final.values()):
        found.append(f"{acknowledged} appends were acknowledged, not as many were kept")
    return found


def test_every_stream_has_one_history(database: Database) -> None:
    observations = play(database, count(400, 50_000), 20)
    assert len(observations) == count(400, 50_000)
    assert anomalies(database, observations) == []


def test_canary_without_the_key_histories_fork(postgresql: Database) -> None:
    postgresql.execute("ALTER TABLE ledger_event DROP CONSTRAINT ledger_event_pkey")
    assert anomalies(postgresql, play(postgresql, 400, 1))


@pytest.fixture
def sqlite(tmp_path: Path) -> Iterator[Database]:
    with empty_database(tmp_path, sqlite=True) as database:
        reports([database.start("manage.py", "migrate_locked")])
        yield database


def locked(observations: list[Any]) -> int:
    return sum("locked" in error for *_, error in observations)


def test_sqlite_never_says_locked(sqlite: Database) -> None:
    assert locked(play(sqlite, count(200, 10_000), 2)) == 0


def test_canary_transactions_that_do_not_begin_immediate_are_locked_out(sqlite: Database) -> None:
    assert locked(play(sqlite, 800, 2, deferred=True)) > 0
