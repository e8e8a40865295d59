"""Databases and client processes of their own for tests that kill, cut and race."""

import contextlib
import json
import os
import shutil
import sqlite3
import subprocess
import sys
import uuid
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psycopg

from tests.promises.counts import count

ROOT = Path(__file__).parents[2]


@dataclass(frozen=True)
class Database:
    """One database, by its URL."""

    url: str

    @property
    def is_postgresql(self) -> bool:
        return self.url.startswith("postgres")

    def execute(self, *statements: str) -> list[Any]:
        """Run statements as the owner, outside Django; returns the rows of the last one, if it has any."""
        with contextlib.closing(self._connect()) as connection:
            for statement in statements:
                cursor = connection.execute(statement)
            return cursor.fetchall() if cursor.description else []

    def _connect(self) -> Any:  # two drivers
        if self.is_postgresql:
            return psycopg.connect(self.url, autocommit=True)
        return sqlite3.connect(self.url.removeprefix("sqlite:///"), timeout=20, isolation_level=None)

    def start(self, *command: str, **environment: str) -> "subprocess.Popen[str]":
        """Start a Python process on this database."""
        settings = {"DATABASE_URL": self.url, "DJANGO_SETTINGS_MODULE": "config.settings"}
        return subprocess.Popen(
            [sys.executable, *command], env=os.environ | settings | environment, cwd=ROOT, text=True,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        )  # fmt: skip

    def client(self, role: str, **options: object) -> "subprocess.Popen[str]":
        """Start a process that plays a role of ``tests.promises.clients``."""
        client = self.start("-m", "tests.promises.clients", role, "-")
        assert client.stdin
        with client.stdin as options_for_client:  # on standard input, for they may be long
            json.dump(options, options_for_client)
        client.stdin = None
        return client

    def run(self, role: str, **options: object) -> list[Any]:
        """Play a role to its end; returns what it reported."""
        return reports([self.client(role, **options)])


def reports(clients: Sequence["subprocess.Popen[str]"], *, killed: bool = False) -> list[Any]:
    """Wait for clients and return all that they reported; one that failed fails the test, unless it was killed."""
    lines: list[Any] = []
    for client in clients:
        out, err = client.communicate(timeout=count(280, 7000))
        assert client.returncode == 0 or (killed and client.returncode == -9), err
        lines += [json.loads(line) for line in out.splitlines() if line.endswith("]")]  # a kill can cut a line
    return lines


@contextlib.contextmanager
def empty_database(folder: Path, *, sqlite: bool = False) -> Iterator[Database]:
    """A database without tables, of the kind that the tests run on, or on SQLite."""
    server = os.environ["DATABASE_URL"]
    if sqlite or server.startswith("sqlite"):
        yield Database(f"sqlite:///{folder / uuid.uuid4().hex}.sqlite3")
        return
    name = f"promise_{uuid.uuid4().hex}"
    Database(server).execute(f"CREATE DATABASE {name}")
    yield Database(f"{server.rsplit('/', 1)[0]}/{name}")
    Database(server).execute(f"DROP DATABASE {name} WITH (FORCE)")


@contextlib.contextmanager
def copied_database(template: Database, folder: Path) -> Iterator[Database]:
    """A copy of a database that nobody uses."""
    with empty_database(folder, sqlite=not template.is_postgresql) as copy:
        if copy.is_postgresql:
            name, source = (database.url.rsplit("/", 1)[1] for database in (copy, template))
            Database(os.environ["DATABASE_URL"]).execute(
                f"DROP DATABASE {name}", f"CREATE DATABASE {name} TEMPLATE {source}"
            )
        else:
            shutil.copy(*(database.url.removeprefix("sqlite:///") for database in (template, copy)))
        yield copy
