"""Stores that guarantee nothing but the row: an insert with a commit."""

import sqlite3
from pathlib import Path
from uuid import uuid4

import psycopg

COLUMNS = "(stream text, version integer, kind text, body {bytes}, PRIMARY KEY (stream, version))"


class BarePostgresql:
    """One table, one prepared statement, each row committed by itself."""

    def __init__(self, url: str) -> None:
        self.connection = psycopg.connect(url, autocommit=True, prepare_threshold=0)
        self.connection.execute(f"CREATE TABLE IF NOT EXISTS bare_event {COLUMNS.format(bytes='bytea')}".encode())

    def write(self, events: int, body: bytes) -> int:
        """Write a stream, event by event."""
        stream = str(uuid4())
        for version in range(1, events + 1):
            self.connection.execute(
                "INSERT INTO bare_event VALUES (%s, %s, %s, %s)", (stream, version, "bench.rolled", body), binary=True
            )
        return events


class BareSqlite:
    """The same in SQLite, in the journal mode and with the durability that the project runs it with."""

    def __init__(self, path: Path, journal_mode: str) -> None:
        self.connection = sqlite3.connect(path, isolation_level=None)
        self.connection.execute(f"PRAGMA journal_mode={journal_mode}")
        self.connection.execute("PRAGMA synchronous=FULL")
        self.connection.execute(f"CREATE TABLE bare_event {COLUMNS.format(bytes='blob')}")

    def write(self, events: int, body: bytes) -> int:
        """Write a stream, event by event."""
        stream = str(uuid4())
        for version in range(1, events + 1):
            self.connection.execute(
                "INSERT INTO bare_event VALUES (?, ?, ?, ?)", (stream, version, "bench.rolled", body)
            )
        return events
