import base64
import json
import time

import pytest
import redis
from django.conf import settings
from pytest_django import DjangoCaptureOnCommitCallbacks

from ledger import queries as ledger
from matches import queries, subscribers
from matches.models import Match
from matches.services import computer
from tests.support.matches import PEOPLE, computers, guard, started


@pytest.mark.django_db
def test_only_matches_that_wait_for_a_computer_player_are_woken() -> None:
    waiting, for_a_person = (
        started(computers("random", "random")),
        started((PEOPLE[0], computers("random", "random")[1])),
    )
    people = started()
    assert set(queries.waiting_for_computers([waiting, for_a_person, people])) == {waiting, for_a_person}
    computer.play(for_a_person)
    assert queries.waiting_for_computers([waiting, for_a_person, people]) == (waiting,)
    guard(for_a_person, "A")
    assert queries.waiting_for_computers() == (waiting,)


@pytest.fixture
def broker() -> redis.Redis:
    broker = redis.Redis.from_url(settings.REDIS_URL)
    broker.flushdb()
    return broker


def sent(broker: redis.Redis) -> list[tuple[str, list[str]]]:
    """The tasks that wait for a worker, with their arguments, in the order they were sent."""
    messages = [json.loads(raw) for raw in reversed(broker.lrange("demo", 0, -1))]
    return [(each["headers"]["task"], json.loads(base64.b64decode(each["body"]))[0]) for each in messages]


@pytest.mark.django_db
def test_word_is_sent_after_the_commit_to_matches_that_wait(
    broker: redis.Redis, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    waiting, people = started(computers("random", "random")), started()
    events = [event for id_ in (waiting, people) for event in ledger.read_stream(f"match/{id_}")]
    with django_capture_on_commit_callbacks(execute=True):
        subscribers.wake_computers(events)
    assert sent(broker) == [(subscribers.PLAY_TASK, [str(waiting)])]


@pytest.mark.django_db
def test_computer_players_do_not_wake_themselves(
    broker: redis.Redis, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    match_id = started((PEOPLE[0], computers("random", "random")[1]))
    computer.play(match_id)
    guard(match_id, "A")
    own = [event for event in ledger.read_stream(f"match/{match_id}") if event.actor.startswith("computer/")]
    Match.objects.filter(id=match_id).update(waits_for_computer=True)
    with django_capture_on_commit_callbacks(execute=True):
        subscribers.wake_computers(own)
    assert sent(broker) == []


@pytest.mark.django_db
def test_stalled_matches_are_woken_by_the_sweep(
    broker: redis.Redis, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    match_id, fresh = (started(computers("random", "random")) for _ in range(2))
    Match.objects.exclude(id__in=[match_id, fresh]).delete()
    Match.objects.filter(id=match_id).update(
        changed_at=time.time_ns() // 1000 - subscribers.STALLED_SECONDS * 1_000_001
    )
    with django_capture_on_commit_callbacks(execute=True):
        subscribers.wake_stalled_computers()
    assert sent(broker) == [(subscribers.PLAY_TASK, [str(match_id)])]
