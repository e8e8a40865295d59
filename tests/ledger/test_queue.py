import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from celery import Task, current_app, shared_task
from celery.contrib.testing.worker import start_worker
from celery.exceptions import NotRegistered
from django.db import transaction
from kombu.exceptions import OperationalError

from ledger import queries, queue, services
from tests.ledger.conftest import Notebook
from tests.ledger.store_contract import batch, new_stream
from tests.services import free_port

done: list[tuple[str, str]] = []


@shared_task(name="tests.note")
def note(what: str) -> None:
    done.append((what, threading.current_thread().name))


@shared_task(name="tests.fail")
def fail() -> None:
    raise ZeroDivisionError


class Unreachable(Task):  # type: ignore[type-arg]  # generic in its stubs only
    def delay(self, *_: Any, **__: Any) -> Any:
        raise OperationalError("nobody answers")


@shared_task(name="tests.unreachable", base=Unreachable)
def unreachable() -> None: ...


@pytest.fixture(autouse=True)
def _nothing_done() -> None:
    done.clear()


@contextmanager
def celery_settings(**settings: object) -> Iterator[None]:
    before = {name: getattr(current_app.conf, name) for name in settings}
    current_app.conf.update(settings)
    yield
    current_app.conf.update(before)


@pytest.fixture
def eager() -> Iterator[None]:
    with celery_settings(task_always_eager=True):
        yield


def wait_until(condition: Any, seconds: float = 20) -> None:
    deadline = time.monotonic() + seconds
    while not condition() and time.monotonic() < deadline:
        time.sleep(0.01)
    assert condition()


@pytest.mark.django_db(transaction=True)
def test_a_task_is_sent_after_the_commit_only(eager: None) -> None:
    with transaction.atomic():
        queue.enqueue("tests.note", "committed")
        assert done == []
    with transaction.atomic():
        queue.enqueue("tests.note", "rolled back")
        transaction.set_rollback(True)
    assert [what for what, _ in done] == ["committed"]
    queue.enqueue("tests.note", "at once")
    assert [what for what, _ in done] == ["committed", "at once"]


@pytest.mark.django_db(transaction=True)
def test_a_message_that_cannot_be_sent_is_logged_and_spoils_nothing(caplog: pytest.LogCaptureFixture) -> None:
    stream = new_stream()
    with transaction.atomic():
        stored = services.append(stream, [batch()], expected_version=0)
        queue.enqueue("tests.note", object())  # type: ignore[arg-type]  # no JSON, so that sending fails
    assert queries.read_stream(stream) == stored
    assert "is not JSON serializable" in caplog.text


@pytest.mark.django_db(transaction=True)
def test_a_message_that_no_broker_takes_is_logged_in_one_line(caplog: pytest.LogCaptureFixture) -> None:
    queue.enqueue("tests.unreachable")
    assert [(record.name, record.getMessage()) for record in caplog.records] == [
        ("ledger.queue", "tests.unreachable is not sent, the sweep makes up for it: nobody answers")
    ]


def test_without_a_broker_each_lost_message_is_one_line_in_the_log() -> None:
    code = "import django; django.setup(); from ledger import queue; queue.enqueue('ledger.tasks.sweep')"
    nowhere = {"REDIS_URL": f"redis://127.0.0.1:{free_port()}/0", "DATABASE_URL": "sqlite:///:memory:"}
    process = subprocess.run(
        [sys.executable, "-c", code], env=os.environ | nowhere | {"DJANGO_SETTINGS_MODULE": "config.settings"},
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert "ledger.tasks.sweep is not sent, the sweep makes up for it" in process.stderr
    assert "Traceback" not in process.stderr


def test_an_unknown_task_is_a_mistake() -> None:
    with pytest.raises(NotRegistered):
        queue._task("tests.unknown")


def test_a_process_that_is_no_worker_finds_the_tasks() -> None:
    code = "import django; django.setup(); from ledger import queue; print(queue._task('ledger.tasks.sweep').name)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "ledger.tasks.sweep\n"


class TestBackground:
    @pytest.fixture
    def background(self) -> Iterator[queue.Background]:
        background = queue.start_background(sweep_seconds=30)
        yield background
        background.stop()

    @pytest.mark.django_db(transaction=True)
    def test_it_runs_tasks_on_a_thread_of_its_own(self, background: queue.Background) -> None:
        queue.enqueue("tests.note", "there")
        wait_until(lambda: done)
        assert background.is_alive()
        assert done == [("there", "ledger-background")]

    @pytest.mark.django_db(transaction=True)
    def test_a_failed_task_does_not_end_it(self, background: queue.Background) -> None:
        background.add(("tests.fail", ()))
        background.add(("tests.note", ("after",)))
        wait_until(lambda: done)

    @pytest.mark.django_db(transaction=True)
    def test_one_that_waits_already_is_not_run_twice(self) -> None:
        background = queue.Background(30)
        for _ in range(3):
            background.add(("tests.note", ("once",)))
        background.start()
        background.stop()
        assert [what for what, _ in done] == ["once"]

    @pytest.mark.django_db(transaction=True)
    def test_it_sweeps_when_nothing_came_for_a_while(self, notebook: Notebook) -> None:
        services.append(f"{notebook.name}/a", [batch()], expected_version=0)
        background = queue.Background(sweep_seconds=0.05)
        background.start()
        wait_until(lambda: notebook.events)
        background.stop()


@contextmanager
def worker() -> Iterator[None]:
    """A real worker, on a thread, with the real broker; messages of other tests are lost."""
    with celery_settings(task_always_eager=False):
        current_app.control.purge()
        with start_worker(current_app, pool="solo", perform_ping_check=False):
            yield


@pytest.mark.django_db(transaction=True)
def test_an_append_wakes_the_worker(notebook: Notebook) -> None:
    with worker():
        stored = services.append(f"{notebook.name}/a", [batch("1", "2")], expected_version=0)
        wait_until(lambda: len(notebook.events) == 2)
    assert notebook.events == list(stored)


@pytest.mark.django_db(transaction=True)
def test_the_sweep_makes_up_for_a_lost_message(notebook: Notebook) -> None:
    stored = services.append(f"{notebook.name}/a", [batch()], expected_version=0)
    with worker():
        assert notebook.events == []
        queue.enqueue("ledger.tasks.sweep")
        wait_until(lambda: notebook.events)
    assert notebook.events == list(stored)
