"""The computer players' task: woken by the feed, run by a real worker on a real broker."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from uuid import UUID

import pytest
import redis
from django.conf import settings
from django.db import connection

from config import processes
from ledger import subscriptions
from matches import queries, subscribers
from matches.models import Match
from tests.support.matches import computers, raw_setup, started

ROOT = Path(__file__).parents[2]


def database_url() -> str:
    """Of the database that this test uses."""
    there = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite:///{there['NAME']}"
    return f"postgresql://{there['USER']}@{there['HOST']}:{there['PORT']}/{there['NAME']}"


@contextmanager
def worker() -> Iterator["subprocess.Popen[bytes]"]:
    environment = os.environ | {"DATABASE_URL": database_url(), "DJANGO_SETTINGS_MODULE": "config.settings"}
    process = subprocess.Popen(
        [sys.executable, "-m", *processes.worker(), "--include", "tests.support.tiny_game"],
        env=environment, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True,
    )  # fmt: skip
    try:
        yield process
    finally:
        if process.poll() is None:
            os.killpg(process.pid, 9)
        process.wait(20)


def wait_until_ended(match_id: UUID, seconds: float = 60) -> None:
    deadline = time.monotonic() + seconds
    while queries.match(match_id).status == "running" and time.monotonic() < deadline:
        time.sleep(0.1)


@pytest.fixture
def empty_broker() -> None:
    redis.Redis.from_url(settings.REDIS_URL).flushdb()


@pytest.mark.django_db(transaction=True)
def test_a_worker_plays_a_match_of_computer_players_to_its_end(empty_broker: None) -> None:
    with worker():
        match_id = started(computers("greedy", "random"))
        wait_until_ended(match_id)
    assert (queries.match(match_id).status, queries.audit(match_id)) == ("confirmed", ())


@pytest.mark.django_db(transaction=True)
def test_after_a_killed_worker_the_sweep_goes_on_with_the_match(empty_broker: None) -> None:
    match_id = started(computers("expert", "expert"), setup=raw_setup(target=100, rounds=60))
    before = queries.match(match_id).version
    with worker() as first:
        deadline = time.monotonic() + 60
        while queries.match(match_id).version == before and time.monotonic() < deadline:
            time.sleep(0.01)
        os.killpg(first.pid, 9)
    at_kill = queries.match(match_id)
    assert (at_kill.status, at_kill.version > before) == ("running", True)
    redis.Redis.from_url(settings.REDIS_URL).flushdb()  # and the message is lost with it
    Match.objects.update(changed_at=at_kill.changed_at - subscribers.STALLED_SECONDS * 1_000_000)
    subscriptions.sweep()
    with worker():
        wait_until_ended(match_id)
    assert (queries.match(match_id).status, queries.audit(match_id)) == ("confirmed", ())
