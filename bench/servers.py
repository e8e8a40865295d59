"""A PostgreSQL of our own for the time of a run, and processes whose Django is connected to it.

The servers are the ones that the tests start, from the same wheels, but with settings that lose nothing.
"""

import os
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context

import django
import psycopg
from django.db import connection

from tests.services import DURABLE, Services

SETTINGS = {
    "DJANGO_SETTINGS_MODULE": "config.settings",
    "DEBUG": "0",
    "SECRET_KEY": "of-a-benchmark-that-serves-nobody-" * 2,
    "ALLOWED_HOSTS": "localhost",
    "LEDGER_SIGNING_SEED": "22" * 32,
}


@contextmanager
def postgresql() -> Iterator[str]:
    """The URL of a durable PostgreSQL, stopped and removed at the end."""
    services = Services()
    try:
        yield services.postgres(DURABLE).start()
    finally:
        services.stop()


def connect(url: str) -> None:
    """Set Django up in this process, on this database."""
    os.environ |= {**SETTINGS, "DATABASE_URL": url}
    django.setup()


def migrate() -> None:
    """Bring the database up to date."""
    from ledger.services import migrate_safely  # noqa: PLC0415 -- app ready

    migrate_safely()


@contextmanager
def not_waiting_for_the_disk(url: str) -> Iterator[None]:
    """For our session and all that begin inside: commits return before they are on the disk."""
    with psycopg.connect(url, autocommit=True) as admin, connection.cursor() as ours:
        admin.execute("ALTER DATABASE postgres SET synchronous_commit = off")
        ours.execute("SET synchronous_commit = off")
        yield
        admin.execute("ALTER DATABASE postgres RESET synchronous_commit")
        ours.execute("RESET synchronous_commit")


def processes(url: str, count: int) -> ProcessPoolExecutor:
    """Processes of their own, each set up for this database before it imports what it is to run."""
    return ProcessPoolExecutor(count, mp_context=get_context("spawn"), initializer=connect, initargs=(url,))
