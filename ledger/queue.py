"""Wakes tasks after a commit. A message may be lost: what it asks for is in the log, and the sweep does it too."""

import logging
import threading
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Any, Final

from celery import current_app
from django.db import connection, transaction
from kombu.exceptions import OperationalError

if TYPE_CHECKING:
    from celery import Task  # generic in its stubs only

Message = tuple[str, tuple[str | int, ...]]
logger = logging.getLogger(__name__)
SWEEP: Final = ("ledger.tasks.sweep", ())


def enqueue(task: str, *ids: str | int) -> None:
    """Send a task, by its full name, once the transaction is committed, at once if there is none.

    Errors: none; a message that cannot be sent is logged, and the sweep makes up for it.
    """
    # no partial: Django logs a failure under the function's name, which a partial has not
    transaction.on_commit(lambda: _send((task, ids)), robust=True)


def _send(message: Message) -> None:
    if _background and _background.is_alive():
        _background.add(message)
    else:
        name, ids = message
        try:
            _task(name).delay(*ids)
        except OperationalError as failure:  # no broker: one line, for many may be lost while it is away
            logger.warning("%s is not sent, the sweep makes up for it: %s", name, failure)


def _task(name: str) -> "Task[Any, Any]":  # of any parameters and result
    if name not in current_app.tasks:  # a process that is no worker has not imported them
        current_app.loader.import_default_modules()
    return current_app.tasks[name]


class Background(threading.Thread):
    """The embedded tier's worker: one thread that runs tasks, and the sweep when none came for a while."""

    def __init__(self, sweep_seconds: float) -> None:
        super().__init__(name="ledger-background", daemon=True)
        self._sweep_seconds = sweep_seconds
        self._messages: SimpleQueue[Message | None] = SimpleQueue()
        self._waiting: set[Message] = set()

    def add(self, message: Message) -> None:
        """Run a task soon; one that waits already is not run twice."""
        if message not in self._waiting:
            self._waiting.add(message)
            self._messages.put(message)

    def stop(self) -> None:
        """Finish the tasks that wait, then end."""
        self._messages.put(None)
        self.join()

    def run(self) -> None:
        while message := self._next():
            self._waiting.discard(message)
            name, ids = message
            _task(name).apply(args=ids)  # logs a failure and goes on
            connection.close()  # none is kept over the time that no one needs it, as it may go stale

    def _next(self) -> Message | None:
        try:
            return self._messages.get(timeout=self._sweep_seconds)
        except Empty:
            return SWEEP


_background: Background | None = None


def start_background(sweep_seconds: float) -> Background:
    """From now on run this process's tasks in a thread of their own, with the sweep."""
    global _background  # noqa: PLW0603 -- one thread a process
    _background = Background(sweep_seconds)
    _background.start()
    return _background
