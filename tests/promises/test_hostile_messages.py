"""S14: whatever somebody puts into the broker, nothing of it is executed, and honest work goes on."""

import base64
import json
import os
import pickle
from pathlib import Path
from uuid import UUID, uuid4

import pytest
import redis
from django.conf import settings

from matches import queries
from matches.services import computer
from tests.matches.test_tasks import wait_until_ended, worker
from tests.promises.counts import count
from tests.support.matches import ANN, PEOPLE, computers, started

MESSAGES = count(24, 200)
TASK = "matches.tasks.play_computer_turns"


class Exploit:
    """A pickle that leaves a file behind when somebody loads it."""

    def __init__(self, file: Path) -> None:
        self.file = file

    def __reduce__(self) -> tuple[object, ...]:
        return os.system, (f"touch {self.file}",)


def message(body: bytes, task: str = TASK, content_type: str = "application/json") -> str:
    """A message as it lies in Redis."""
    tag = str(uuid4())
    return json.dumps(
        {
            "body": base64.b64encode(body).decode(),
            "content-encoding": "binary" if "json" not in content_type else "utf-8",
            "content-type": content_type,
            "headers": {"task": task, "id": tag, "lang": "py", "argsrepr": "", "kwargsrepr": "", "origin": "attacker"},
            "properties": {
                "correlation_id": tag, "delivery_mode": 2, "delivery_tag": tag, "body_encoding": "base64",
                "delivery_info": {"exchange": "", "routing_key": "demo"}, "priority": 0,
            },
        }
    )  # fmt: skip


def call(*args: object, **kwargs: object) -> bytes:
    return json.dumps([args, kwargs, {}]).encode()


def hostile_messages(file: Path, people: UUID) -> list[str]:
    exploit = pickle.dumps(((Exploit(file),), {}, {}))
    yaml = f"!!python/object/apply:os.system ['touch {file}']".encode()
    return [
        message(exploit, content_type="application/x-python-serialize"),
        message(exploit),
        message(yaml, content_type="application/x-yaml"),
        message(call("touch", str(file)), task="os.system"),
        message(call(), task="celery.backend_cleanup"),
        message(call(str(people))),  # a match that waits for people
        message(call(str(people), actor=ANN)),  # a forged user
        message(call(str(uuid4()))),
        message(call({"__class__": "os.system"})),
        message(call("x" * 5_000_000)),
        message(b"{", content_type="application/json"),
        message(json.dumps({"id": "1", "task": TASK, "args": [str(people)], "kwargs": {"seat": "A"}}).encode()),
    ]


@pytest.mark.django_db(transaction=True)
def test_nothing_that_is_put_into_the_broker_is_executed(tmp_path: Path) -> None:
    broker, file = redis.Redis.from_url(settings.REDIS_URL), tmp_path / "executed"
    broker.flushdb()
    people = started((PEOPLE[0], computers("random", "random")[1]))
    computer.play(people)
    before = queries.match(people)
    broker.flushdb()
    messages = hostile_messages(file, people)
    for number in range(MESSAGES):
        broker.lpush("demo", messages[number % len(messages)])
    with worker():
        honest = started(computers("random", "random"))
        wait_until_ended(honest)
    assert queries.match(honest).status == "confirmed"
    assert not file.exists()
    assert queries.match(people) == before
    assert broker.llen("demo") == 0


def test_canary_the_pickle_would_leave_its_file(tmp_path: Path) -> None:
    file = tmp_path / "executed"
    pickle.loads(pickle.dumps(Exploit(file)))  # noqa: S301 -- that is the point
    assert file.exists()
