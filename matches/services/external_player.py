"""A computer player in a process of its own, which can be killed: for players that might not return.

The process gets no secrets and no database. It is asked by pickles, which it has to trust; it answers with JSON, which
is checked like any client's.
"""

import contextlib
import os
import pickle
import selectors
import signal
import subprocess
import sys
import time
from typing import Any, Final

from msgspec import Struct

from rules_engine.kernel.messages import Command, Decision, Legal
from rules_engine.registry import AnyRuleset

MAX_ANSWER: Final = 64 * 1024  # bytes; no command is that long


class PlayerLate(Exception):
    """No answer came in time."""


class PlayerCrashed(Exception):
    """The process ended without an answer."""


class ExternalPlayer:
    """Asks a player in a child process, started when it is first needed and again after it was killed.

    path: ``module:factory``; the factory gets the ruleset and a seed and returns a Player.
    """

    def __init__(self, path: str, ruleset: AnyRuleset, seed: str, *, seconds: float) -> None:
        self._path, self._ruleset, self._seed, self._seconds = path, ruleset, seed, seconds
        self._process: subprocess.Popen[bytes] | None = None

    def choose(self, view: Struct, decision: Decision, legal: Legal) -> Command:
        """The player's answer. Raises PlayerLate, PlayerCrashed, MalformedInput; the process is killed then."""
        try:
            line = self._exchange((view, decision, legal), time.monotonic() + self._seconds)
            return self._ruleset.codec.decode_command(line)
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Kill the process with all that it has started."""
        if self._process is None:
            return
        process, self._process = self._process, None
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        for pipe in (process.stdin, process.stdout):
            assert pipe is not None
            pipe.close()
        process.wait()

    def _exchange(self, question: Any, deadline: float) -> bytes:  # a pickle of anything
        process = self._process or self._start()
        assert process.stdin is not None
        assert process.stdout is not None
        to_send, answer = memoryview(_framed(question)), bytearray()
        with selectors.DefaultSelector() as selector:
            selector.register(process.stdin, selectors.EVENT_WRITE)
            selector.register(process.stdout, selectors.EVENT_READ)
            while not answer.endswith(b"\n"):
                ready = selector.select(max(0.0, deadline - time.monotonic()))
                if not ready or time.monotonic() > deadline:
                    raise PlayerLate
                for key, _ in ready:
                    if key.fileobj is process.stdout:
                        answer += _read(process.stdout.fileno())
                    else:
                        to_send = to_send[_write(process.stdin.fileno(), to_send) :]
                        if not to_send:
                            selector.unregister(process.stdin)
                if len(answer) > MAX_ANSWER:
                    raise PlayerCrashed("its answer is too long")
        return bytes(answer)

    def _start(self) -> subprocess.Popen[bytes]:
        self._process = subprocess.Popen(  # noqa: S603 -- the organizer's own setting names the player
            [sys.executable, "-m", "matches.services.player_process", self._path],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
            bufsize=0,
            env={"PYTHONPATH": os.pathsep.join(filter(None, ["", *sys.path])), "PATH": os.environ.get("PATH", "")},
        )
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        os.set_blocking(self._process.stdin.fileno(), False)
        os.set_blocking(self._process.stdout.fileno(), False)
        name = (self._ruleset.key, self._ruleset.version, self._ruleset.variant)
        self._process.stdin.write(_framed((name, self._seed)))
        return self._process


def _framed(question: Any) -> bytes:  # a pickle of anything
    body = pickle.dumps(question)
    return len(body).to_bytes(4, "big") + body


def _read(fd: int) -> bytes:
    data = os.read(fd, MAX_ANSWER)
    if not data:
        raise PlayerCrashed("it ended")
    return data


def _write(fd: int, data: memoryview) -> int:
    try:
        return os.write(fd, data)
    except BrokenPipeError as error:
        raise PlayerCrashed("it ended") from error
