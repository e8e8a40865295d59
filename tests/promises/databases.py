"""Databases and client processes of their own for tests that kill, cut and race."""

import contextlib
import json
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import uuid
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

import psycopg

from tests.promises.counts import count

ROOT = Path(__file__).parents[2]


class Client(subprocess.Popen[str]):
    """A process that writes into files: a pipe that nobody reads until its end would stop it."""

    def __init__(self, command: Sequence[str], environment: Mapping[str, str], stdin: int) -> None:
        self.reported = self.complained = ""
        self._files = tuple(tempfile.TemporaryFile("w+") for _ in range(2))  # noqa: SIM115 -- closed by `wait`
        super().__init__(
            command, env=environment, cwd=ROOT, text=True,
            stdin=stdin, stdout=self._files[0], stderr=self._files[1],
        )  # fmt: skip

    def wait(self, timeout: float | None = None) -> int:
        """Wait for the end; then ``reported`` and ``complained`` hold all that was written."""
        code = super().wait(timeout)
        if not self._files[0].closed:
            self.reported, self.complained = map(_whole, self._files)
        return code


def _whole(file: IO[str]) -> str:
    with file:
        file.seek(0)
        return file.read()


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

    def start(self, *command: str, **environment: str) -> Client:
        """Start a Python process on this database."""
        return self._started(command, environment, stdin=subprocess.DEVNULL)

    def _started(self, command: Sequence[str], environment: Mapping[str, str], *, stdin: int) -> Client:
        settings = {"DATABASE_URL": self.url, "DJANGO_SETTINGS_MODULE": "config.settings"}
        return Client([sys.executable, *command], {**os.environ, **settings, **environment}, stdin)

    def client(self, role: str, **options: object) -> Client:
        """Start a process that plays a role of ``tests.promises.clients``."""
        client = self._started(("-m", "tests.promises.clients", role, "-"), {}, stdin=subprocess.PIPE)
        assert client.stdin
        with client.stdin as options_for_client:  # on standard input, for they may be long
            json.dump(options, options_for_client)
        client.stdin = None
        return client

    def run(self, role: str, **options: object) -> list[Any]:
        """Play a role to its end; returns what it reported."""
        return reports([self.client(role, **options)])


def reports(clients: Sequence[Client], *, killed: bool = False) -> list[Any]:
    """Wait for clients and return all that they reported; one that failed fails the test, unless it was killed."""
    lines: list[Any] = []
    for client in clients:
        client.wait(timeout=count(280, 7000))
        assert client.returncode == 0 or (killed and client.returncode == -9), client.complained
        lines += [json.loads(line) for line in client.reported.splitlines() if line.endswith("]")]  # a kill can cut one
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
