"""Rows 1 to 3: append events, with hash chain, command ids and append-only triggers."""

import tempfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from uuid import uuid4

from bench import servers
from bench.bare_stores import BarePostgresql, BareSqlite
from bench.harness import Figure, Options, Setting, compared, race
from bench.rival_store import Game, Games
from bench.samples import PLAIN, rolled
from config.env import journal_mode
from ledger.events import Batch
from ledger.services import append, migrate_safely

COMMITS = 50  # a new match after so many


def measure(setting: Setting) -> Iterator[Figure]:
    """Every figure of the three rows."""
    yield from _one(setting)
    yield from _many(setting)
    with servers.not_waiting_for_the_disk(setting.url):
        yield from _unsynced(setting)
    yield _on_sqlite(setting.options)


def _one(setting: Setting) -> Iterator[Figure]:
    with Games(setting.url) as games:
        rates = race(
            {
                "ours": partial(write, 1),
                "eventsourcing save": partial(write_rival, games, 1),
                "bare psycopg insert": partial(BarePostgresql(setting.url).write, COMMITS, rolled().body),
            },
            setting.options,
        )
    what = "append, one event a commit"
    yield compared(1, what, rates, "eventsourcing save", unit="events", goal=4)
    yield compared(1, what, rates, "bare psycopg insert", unit="events", goal=0.75)


def _many(setting: Setting) -> Iterator[Figure]:
    for size, goal in ((10, 3), (100, 4)):
        with Games(setting.url) as games:
            work = {"ours": partial(write, size), "eventsourcing save": partial(write_rival, games, size)}
            rates = race(work, setting.options)
        what = f"append, {size} events a commit"
        yield compared(2, what, rates, "eventsourcing save", unit="events", goal=goal)


def _unsynced(setting: Setting) -> Iterator[Figure]:
    with Games(setting.url) as games:
        work = {"ours": partial(write, 1), "eventsourcing save": partial(write_rival, games, 1)}
        rates = race(work, setting.options)
    what = "append, one event a commit, not waiting for the disk"
    yield compared(3, what, rates, "eventsourcing save", unit="events", goal=6)


def _on_sqlite(options: Options) -> Figure:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "ledger.sqlite3"
        with servers.processes(f"sqlite:///{path}", 1) as process:
            rates = process.submit(_race_on_sqlite, Path(folder) / "bare.sqlite3", options).result()
    return compared(1, "append on SQLite, one event a commit", rates, "bare sqlite3 insert", unit="events")


def _race_on_sqlite(path: Path, options: Options) -> dict[str, list[float]]:
    migrate_safely()
    bare = BareSqlite(path, journal_mode())
    return race(
        {"ours": partial(write, 1), "bare sqlite3 insert": partial(bare.write, COMMITS, rolled().body)}, options
    )


def write(size: int) -> int:
    """Write a new match to our ledger, ``size`` events a commit."""
    stream, commits = f"bench/{uuid4()}", max(1, COMMITS // size)
    for version in range(0, commits * size, size):
        events = tuple(rolled() for _ in range(size))
        append(stream, [Batch(str(uuid4()), "account-1", events)], expected_version=version)
    return commits * size


def write_rival(games: Games, size: int) -> int:
    """Write a new match to the other one, ``size`` events a commit; creating it is the first event."""
    commits = max(1, COMMITS // size)
    game = Game()
    for commit in range(commits):
        for _ in range(size - (commit == 0)):
            game.happen("bench.rolled", PLAIN)
        games.save(game)
    return commits * size
