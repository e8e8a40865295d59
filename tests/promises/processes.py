"""The server tier on servers of its own; every process of it can be killed and started again."""

import contextlib
import json
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from tests.promises.databases import ROOT, Database, reports
from tests.services import DURABLE, Services

OPTIONS: Final = DURABLE + " -c recovery_init_sync_method=syncfs" * (sys.platform == "linux")  # starts in 0.4 s, not 4
RESTARTS: Final = 5  # shared memory of a killed server is in use until its last child is gone


class Daemon:
    """A process with a process group of its own and, for each time it is started, a file of what it reports."""

    def __init__(self, folder: Path, command: Sequence[str], environment: Mapping[str, str]) -> None:
        folder.mkdir()
        self._folder, self._command, self._environment = folder, command, environment
        self._starts = 0
        self.start()

    def start(self) -> None:
        self._starts += 1
        name = self._folder / str(self._starts)
        with name.with_suffix(".out").open("wb") as out, name.with_suffix(".err").open("wb") as err:
            self._process = subprocess.Popen(
                [sys.executable, *self._command], env=os.environ | self._environment, cwd=ROOT, stdout=out, stderr=err,
                start_new_session=True,
            )  # fmt: skip

    def kill(self) -> None:
        """SIGKILL the process and its children."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait(10)

    def ended(self, seconds: float) -> bool:
        """Whether it comes to a good end by itself within a time."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            return self._process.wait(seconds) == 0
        return False

    def reports(self) -> list[Any]:
        """What it reported, however often it was killed; a kill can cut a line."""
        lines = [line for path in self._folder.glob("*.out") for line in path.read_text().splitlines()]
        return [json.loads(line) for line in lines if line.endswith("]")]

    def errors(self) -> str:
        """The end of what it said on standard error since it was last started, for a test that fails."""
        return (self._folder / f"{self._starts}.err").read_text()[-2000:]


class Tier:
    """A durable PostgreSQL cluster, a Redis-protocol server and the daemons that work with them, by name."""

    def __init__(self, folder: Path, services: Services) -> None:
        self._folder = folder
        self._postgresql = services.postgres(OPTIONS)
        self.database = Database(self._postgresql.start())
        self.environment = {
            "DATABASE_URL": self.database.url,
            "REDIS_URL": services.redis().start(),
            "DJANGO_SETTINGS_MODULE": "config.settings",
            "SWEEP_SECONDS": "1",
        }
        self.daemons: dict[str, Daemon] = {}
        reports([self.database.start("manage.py", "migrate_locked")])

    def start(self, name: str, *command: str) -> Daemon:
        """Start a Python process under a name."""
        self.daemons[name] = Daemon(self._folder / name, command, self.environment)
        return self.daemons[name]

    def client(self, name: str, role: str, **options: object) -> Daemon:
        """Start a process that plays a role of ``tests.promises.clients``."""
        return self.start(name, "-m", "tests.promises.clients", role, json.dumps(options))

    def restart(self, name: str) -> None:
        """Kill a daemon, or "postgresql", and start it again."""
        if name == "postgresql":
            self._postgresql.kill()
            self._start_postgresql()
        else:
            self.daemons[name].kill()
            self.daemons[name].start()

    def _start_postgresql(self) -> None:
        for attempt in range(1, RESTARTS + 1):
            try:
                self._postgresql.start()
            except subprocess.CalledProcessError:
                if attempt == RESTARTS:
                    raise
                time.sleep(0.5)
            else:
                return


@contextlib.contextmanager
def server_tier(folder: Path) -> Iterator[Tier]:
    """A tier whose servers run; all that was started in it ends with it."""
    services = Services()
    daemons: dict[str, Daemon] = {}
    try:
        tier = Tier(folder, services)
        daemons = tier.daemons
        yield tier
    finally:
        for daemon in daemons.values():
            daemon.kill()
        services.stop()


def torment(tier: Tier, victims: Sequence[str], kills: int, seed: int) -> None:
    """Every 0.3 to 1 s kill one of the victims and start it again; in any order, each equally often."""
    choose, waiting = random.Random(seed), list[str]()
    for _ in range(kills):
        time.sleep(choose.uniform(0.3, 1))
        waiting = waiting or choose.sample(victims, len(victims))
        tier.restart(waiting.pop())
