"""Row 4: four writers at once, and a reader of the feed that follows them."""

import os
import signal
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import cache, partial
from uuid import uuid4

import psycopg
from django.db import transaction

from bench import servers
from bench.bare_stores import BarePostgresql
from bench.harness import Figure, Setting, Work, compared, counted, race_by, rate
from bench.rival_store import Games
from bench.rows import appending
from bench.samples import rolled
from ledger import queries
from ledger.events import FEED_START, Batch
from ledger.services import append

WRITERS = 4
HELD_SECONDS = (0, 0.002, 0.002)  # that the writers keep their transactions open
LEAD_SECONDS = 0.02  # until all writers of a round begin together


def measure(setting: Setting) -> Iterator[Figure]:
    """The writers' rate together, then what the reader missed."""
    with servers.processes(setting.url, WRITERS) as pool:
        rate_of = {name: partial(_together, pool, setting.url, name) for name in _contenders(setting.url)}
        rates = race_by(rate_of, setting.options)
    what = "append, four writers at once"
    yield compared(4, what, rates, "eventsourcing save", unit="events", goal=6)
    yield compared(4, what, rates, "bare psycopg insert", unit="events")
    yield from _followed(setting)


@cache
def _contenders(url: str) -> dict[str, Work]:
    """The stores, as a process of its own writes to them."""
    return {
        "ours": partial(appending.write, 1),
        "eventsourcing save": partial(appending.write_rival, Games(url), 1),
        "bare psycopg insert": partial(BarePostgresql(url).write, appending.COMMITS, rolled().body),
    }


def _together(pool: ProcessPoolExecutor, url: str, name: str, seconds: float) -> float:
    start = time.monotonic() + LEAD_SECONDS
    writers = [pool.submit(_write_from, url, name, start, seconds) for _ in range(WRITERS)]
    return sum(writer.result() for writer in writers)


def _write_from(url: str, name: str, start: float, seconds: float) -> float:
    work = _contenders(url)[name]
    time.sleep(max(0.0, start - time.monotonic()))
    return rate(work, seconds)


# --- the reader -------------------------------------------------------------------------------------------------------


def _followed(setting: Setting) -> Iterator[Figure]:
    """Follow four writers, of whom two are slow and one is killed half-way, and compare with what is in the table."""
    prefix, seconds = f"followed-{uuid4()}/", setting.options.tail_seconds
    feed, naive = _Feed(), _Naive(setting.url)
    with servers.processes(setting.url, WRITERS - 1) as pool, servers.processes(setting.url, 1) as victim:
        writers = [
            pool.submit(_keep_writing, f"{prefix}{n}", seconds, held=held) for n, held in enumerate(HELD_SECONDS)
        ]
        writers.append(victim.submit(_keep_writing, f"{prefix}killed", seconds / 2, killed=True))
        while not all(writer.done() for writer in writers):
            feed.read()
            naive.read()
    while feed.read() or naive.read():
        pass
    written = naive.written(prefix)
    missed = len(written - feed.seen) + feed.doubled
    yield counted(
        4,
        f"a reader that follows four writers, one of them killed: missed or repeated of {len(written):,} events",
        f"{missed} (a reader by position alone: {len(written - naive.seen)})",
        "0",
        met=bool(written) and not missed,
    )


def _keep_writing(stream: str, seconds: float, *, held: float = 0, killed: bool = False) -> None:
    """Write event by event, each in a transaction that stays open for a while; die in the midst of the last one."""
    until, version = time.monotonic() + seconds, 0
    while time.monotonic() < until or killed:
        with transaction.atomic():
            append(stream, [Batch(str(uuid4()), "account-1", (rolled(),))], expected_version=version)
            time.sleep(held)
            if killed and time.monotonic() >= until:
                os.kill(os.getpid(), signal.SIGKILL)
        version += 1


class _Feed:
    """Reads the feed as subscribers do, from where it ends now."""

    def __init__(self) -> None:
        self.seen: set[tuple[str, int]] = set()
        self.doubled = 0
        self._after = FEED_START
        while self.read():
            pass
        self.seen.clear()

    def read(self) -> int:
        """The next page; returns how many events it had."""
        events, self._after = queries.read_feed(self._after, 1000)
        before = len(self.seen)
        self.seen.update((event.stream, event.version) for event in events)
        self.doubled += before + len(events) - len(self.seen)
        return len(events)


class _Naive:
    """Reads by position alone, as many do: it shows that the test can see what is missed."""

    def __init__(self, url: str) -> None:
        self.seen: set[tuple[str, int]] = set()
        self._connection = psycopg.connect(url, autocommit=True)
        self._last = self._ask("SELECT coalesce(max(position), 0) FROM ledger_event")[0][0]

    def _ask(self, statement: str, *values: object) -> list[tuple[int, str, int]]:
        return self._connection.execute(statement.encode(), values).fetchall()

    def read(self) -> int:
        """What lies past the last position seen; returns how many events that is."""
        rows = self._ask("SELECT position, stream, version FROM ledger_event WHERE position > %s", self._last)
        self.seen.update((stream, version) for _, stream, version in rows)
        self._last = max((position for position, _, _ in rows), default=self._last)
        return len(rows)

    def written(self, prefix: str) -> set[tuple[str, int]]:
        """All that is in the table, of streams that begin so."""
        rows = self._ask("SELECT 0, stream, version FROM ledger_event WHERE starts_with(stream, %s)", prefix)
        return {(stream, version) for _, stream, version in rows}
