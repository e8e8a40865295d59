"""What the client processes of the promise tests do: ``python -m tests.promises.clients ROLE OPTIONS``.

Each reports on standard output, one JSON array a line.
"""

import json
import random
import sys
import time
import uuid
from collections.abc import Callable, Sequence
from hashlib import sha256
from typing import Any

import django

django.setup()

from django.db import Error, connection, connections, transaction  # noqa: E402 -- needs the setup

from campaigns.services import demo  # noqa: E402
from ledger import queries, services, subscriptions  # noqa: E402
from ledger.errors import CommandIdReused, ConcurrencyConflict  # noqa: E402
from ledger.events import Batch, FeedPage, FeedPosition, NewEvent, StoredEvent  # noqa: E402
from matches import queries as match_queries  # noqa: E402
from rules_engine.kernel.codec import encode  # noqa: E402


def report(*fields: object) -> None:
    sys.stdout.write(json.dumps(fields) + "\n")
    sys.stdout.flush()


def batch(command_id: str, *bodies: str) -> Batch:
    return Batch(command_id, "client", tuple(NewEvent("test.noted", 1, body.encode()) for body in bodies))


def digest(parts: Sequence[str]) -> str:
    return sha256("\n".join(parts).encode()).hexdigest()


def play(streams: list[str], operations: int, seed: int, deferred: bool = False) -> None:
    """Read a stream, then append behind what was read.

    Reports stream, length and digest of what was read, the command's id, the version it got or null, an error's name.
    """
    if deferred:
        connection.ensure_connection()
        vars(connections["default"])["transaction_mode"] = None  # of the SQLite wrapper only
    choose = random.Random(seed)
    for _ in range(operations):
        stream, command_id, version, error = choose.choice(streams), str(uuid.uuid4()), None, ""
        try:
            with transaction.atomic():
                seen = [event.command_id for event in queries.read_stream(stream)]
                time.sleep(0.001)  # to decide takes a moment
                version = services.append(stream, [batch(command_id, "1")], expected_version=len(seen))[0].version
        except ConcurrencyConflict:
            version = None
        except Error as failure:
            version, error = None, str(failure)
        report(stream, len(seen), digest(seen), command_id, version, error)


def send(commands: list[tuple[str, str, int]], seed: int, times: int = 1, pause: float = 0.0) -> None:
    """Send every command, each a number of times, in any order, until it is answered.

    Reports command and the digest of its answer. commands: stream, id and number of events.
    """
    choose = random.Random(seed)
    work = commands * times
    choose.shuffle(work)
    for stream, command_id, events in work:
        time.sleep(pause * choose.random())
        bodies = (f'"{command_id}"', *(str(choose.random()) for _ in range(events - 1)))  # a retry rolls other dice
        report(command_id, answer_of(stream, batch(command_id, *bodies)))


def answer_of(stream: str, command: Batch) -> str:
    while True:
        try:
            version = queries.stream_version(stream)
            answer = services.append(stream, [command], expected_version=version)
            return digest([f"{event.version} {event.hash.hex()} {event.body.decode()}" for event in answer])
        except ConcurrencyConflict:
            continue
        except Error:
            connection.close()


def acknowledge(streams: list[str], seed: int, pause: float) -> None:
    """Append command after command for ever; reports each one's id as soon as it is acknowledged."""
    choose = random.Random(seed)
    while True:
        command_id = str(uuid.uuid4())
        answer_of(choose.choice(streams), batch(command_id, "1"))
        report(command_id)
        time.sleep(pause)


def league(plan: dict[str, Any], command_id: str) -> None:
    """Open a demo league, let the workers play it and report on it; the same command goes on where it stopped.

    Reports matches, those without a result, and the verdicts on chain and audit.
    """
    while True:
        try:
            opened = demo.open_demo_league(demo.DemoPlan(**plan), command_id)
            demo.play_demo_league(opened, lambda _ended, _total: None, patience_seconds=600)
            outcome = demo.report(opened)
        except Error:
            connection.close()
        else:
            report(outcome.matches, outcome.open, outcome.chain, outcome.audit)
            return


def replay(careless: bool = False) -> None:
    """Replay every match; reports how many there are and a digest of all their states.

    careless: the states in the order of a set, as no rule may do it.
    """
    digests = []
    for match_id in match_queries.match_ids():
        states = [encode(moment.after).decode() for moment in match_queries.load(match_id).history if moment.after]
        digests.append(digest(list(set(states)) if careless else states))
    report(len(digests), digest(sorted(digests)))


def misuse(commands: list[tuple[str, str, int]]) -> None:
    """Send every command's id with another request. Reports whether each was refused for that."""
    for stream, command_id, _ in commands:
        try:
            services.append(stream, [batch(command_id, '"other"')], expected_version=queries.stream_version(stream))
            report(False)
        except CommandIdReused:
            report(True)


def write(streams: list[str], operations: int, seed: int) -> None:
    """Append in transactions of which one in five lingers up to 4 ms and one in fifty is rolled back."""
    choose = random.Random(seed)
    for _ in range(operations):
        stream = choose.choice(streams)
        try:
            with transaction.atomic():
                version = queries.stream_version(stream)
                services.append(stream, [batch(str(uuid.uuid4()), "1", "2")], expected_version=version)
                if choose.random() < 0.2:
                    time.sleep(choose.random() * 0.004)
                if choose.random() < 0.02:
                    transaction.set_rollback(True)
        except ConcurrencyConflict:
            continue
    report("done")


def subscribe(name: str) -> None:
    """A projection that keeps one row for each event it was handed."""

    def handle(events: Sequence[StoredEvent]) -> None:
        with connection.cursor() as cursor:
            cursor.executemany(
                "INSERT INTO seen (name, stream, version) VALUES (%s, %s, %s)",
                [(name, event.stream, event.version) for event in events],
            )

    def reset() -> None:
        with connection.cursor() as cursor:
            cursor.execute("DELETE FROM seen WHERE name = %s", [name])

    subscriptions.register(subscriptions.Subscriber(name, handle, reset))


def project(name: str, naive: bool = False, rebuild: bool = False, forever: bool = False) -> None:
    """Follow the feed from the checkpoint, for ever or to its end."""
    if naive:
        queries.read_feed = read_by_position
    subscribe(name)
    if rebuild:
        subscriptions.rebuild(name, limit=50)
    while subscriptions.catch_up(name, 50) or forever:
        time.sleep(0.001)
    report("done")


def read_by_position(after: FeedPosition, limit: int) -> FeedPage:
    """The feed as it must not be read: a transaction that commits late is passed by."""
    sql = f"SELECT {queries.FIELDS} FROM ledger_event WHERE position > %s ORDER BY position LIMIT %s"  # noqa: S608
    events = tuple(StoredEvent(*row) for row in queries.fetch(sql, (after.position, limit)))
    return FeedPage(events, FeedPosition(0, events[-1].position) if events else after)


ROLES: dict[str, Callable[..., None]] = {
    "play": play, "send": send, "acknowledge": acknowledge, "league": league, "misuse": misuse, "write": write,
    "project": project, "replay": replay,
}  # fmt: skip

if __name__ == "__main__":
    options: dict[str, Any] = json.load(sys.stdin) if sys.argv[2] == "-" else json.loads(sys.argv[2])
    ROLES[sys.argv[1]](**options)
