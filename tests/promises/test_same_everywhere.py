"""R7: a seed plays the same league on every tier, and a recorded match replays to the same states everywhere."""

import json
from pathlib import Path
from typing import Any

import pytest

from config import processes
from tests.promises.counts import count
from tests.promises.databases import Client, Database, empty_database, reports
from tests.promises.processes import server_tier

pytestmark = [pytest.mark.postgres, pytest.mark.timeout(count(300, 3600))]
PLAYERS = count(3, 8)
MATCHES = PLAYERS * (PLAYERS - 1) // 2
PLACES = (("0", "UTC"), ("1", "XXX-12:45"), ("4711", "YYY+9:30"))  # hash seeds and time zones


def start_demo(database: Database, place: tuple[str, str], players: int, **environment: str) -> Client:
    options = ("--players", str(players), "--seed", "7", "--level", "random", "--variant", "basic", "--json")
    seed, zone = place
    return database.start("manage.py", "demo", *options, PYTHONHASHSEED=seed, TZ=zone, **environment)


def result(demo: Client) -> dict[str, Any]:
    """The one JSON object that a demo prints, without how long it took."""
    assert demo.wait(timeout=3600) == 0, demo.complained
    printed: dict[str, Any] = json.loads(demo.reported)
    assert demo.reported == json.dumps(printed, separators=(",", ":"), ensure_ascii=False) + "\n"
    assert printed.pop("seconds") > 0
    return printed


def replayed(database: Database, place: tuple[str, str], *, careless: bool = False) -> Any:
    """How many matches a database holds, and the digest of their states as a process elsewhere replays them."""
    seed, zone = place
    options = json.dumps({"careless": careless})
    command = ("-m", "tests.promises.clients", "replay", options)
    return reports([database.start(*command, PYTHONHASHSEED=seed, TZ=zone)])[0]


def test_a_seed_plays_the_same_league_on_every_tier(tmp_path: Path) -> None:
    with (
        empty_database(tmp_path, sqlite=True) as sqlite,
        empty_database(tmp_path) as postgresql,
        server_tier(tmp_path) as tier,
    ):
        tier.start("worker", "-m", *processes.worker())
        databases = (sqlite, postgresql, tier.database)
        brokers = ("", "", tier.environment["REDIS_URL"])
        demos = [
            start_demo(database, place, PLAYERS, REDIS_URL=broker)
            for database, place, broker in zip(databases, PLACES, brokers, strict=True)
        ]
        first, *others = [result(demo) for demo in demos]
        assert (first["matches"], first["chain"], first["audit"]) == (MATCHES, "intact", "clean")
        assert len(first["standings"]) == PLAYERS
        assert others == [first, first]
        states, *elsewhere = [
            replayed(database, place) for database, place in zip(databases, reversed(PLACES), strict=True)
        ]
        assert states[0] == MATCHES
        assert elsewhere == [states, states]


def test_canary_the_order_of_a_set_differs_between_processes(tmp_path: Path) -> None:
    with empty_database(tmp_path, sqlite=True) as database:
        result(start_demo(database, PLACES[0], 2, REDIS_URL=""))
        careless = [replayed(database, place, careless=True) for place in PLACES[:2]]
        assert careless[0] != careless[1]
