"""R5: no projection skips or repeats an event, whatever writers and readers do or suffer."""

import itertools
import random
import time
from collections import defaultdict

from tests.promises.counts import count
from tests.promises.databases import Client, Database, reports

WRITERS = count(4, 8)
KILLS = count(20, 2) / 100  # of the live projection at each look, half as many of writers
SEEN = {
    True: "CREATE TABLE seen (id bigserial PRIMARY KEY, name text, stream text, version int)",
    False: "CREATE TABLE seen (id integer PRIMARY KEY, name text, stream text, version int)",
}


def run(database: Database, events: int, *, naive: bool = False, kills: bool = True) -> None:
    """Write so many events from many processes while one projection follows live and another is rebuilt.

    Writers and the live projection are killed now and then, and others take their place.
    """
    database.execute(SEEN[database.is_postgresql])
    streams, choose = [f"match/{number}" for number in range(12)], random.Random(7)
    seeds = itertools.count()

    def writer() -> Client:
        return database.client("write", streams=streams, operations=events, seed=next(seeds))

    writers = [writer() for _ in range(WRITERS)]
    live = database.client("project", name="live", naive=naive, forever=True)
    rebuilt = [database.client("project", name="rebuilt", rebuild=True)]
    ended = []
    while database.execute("SELECT count(*) FROM ledger_event")[0][0] < events:
        time.sleep(0.1)
        if kills and choose.random() < KILLS / 2:
            ended.append(writers.pop(choose.randrange(WRITERS)))
            ended[-1].kill()
            writers.append(writer())
        if kills and choose.random() < KILLS:
            live.kill()
            ended.append(live)
            live = database.client("project", name="live", naive=naive, forever=True)
    for client in (*writers, live):
        client.kill()
    reports([*writers, *ended, live], killed=True)
    reports(rebuilt)
    for name in ("live", "rebuilt"):
        database.run("project", name=name, naive=naive and name == "live")


def differences(database: Database, name: str) -> list[str]:
    """Where a projection's rows are not each stream's events, each once and in order."""
    events = dict(database.execute("SELECT stream, max(version) FROM ledger_event GROUP BY stream"))
    seen = defaultdict[str, list[int]](list)
    for owner, stream, version in database.execute("SELECT name, stream, version FROM seen ORDER BY id"):
        if owner == name:
            seen[stream].append(version)
    return [stream for stream, last in events.items() if seen[stream] != list(range(1, last + 1))]


def test_live_and_rebuilt_projections_hold_every_event_once(database: Database) -> None:
    run(database, count(400, 100_000))
    assert differences(database, "live") == []
    assert differences(database, "rebuilt") == []


def test_canary_a_reader_by_position_skips_events(postgresql: Database) -> None:
    run(postgresql, 1200, naive=True, kills=False)
    assert differences(postgresql, "live")
    assert differences(postgresql, "rebuilt") == []
