"""Hands the feed to subscribers, each from its own checkpoint, exactly once for each of their transactions."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from django.db import connection, transaction

from ledger import queries, queue
from ledger.errors import NotUnderstood
from ledger.events import FEED_START, FeedPosition, StoredEvent
from ledger.models import Checkpoint

PAGE: Final = 500


@dataclass(frozen=True)
class Subscriber:
    """Who wants to know of which events.

    handle: writes rows or appends events, in the transaction that moves the checkpoint, so calls nothing outside the
    database; it gets the wanted events of a page in the order of the feed, in which a stream's versions ascend.
    reset: drops all that ``handle`` wrote, for a rebuild; left out where it wrote no rows. prefix: of the streams, none
    for all; kinds: none for all.
    """

    name: str
    handle: Callable[[Sequence[StoredEvent]], None]
    reset: Callable[[], None] = lambda: None
    prefix: str = ""
    kinds: frozenset[str] = frozenset()

    def wants(self, event: StoredEvent) -> bool:
        """Whether an event is handed to this subscriber."""
        return event.stream.startswith(self.prefix) and (not self.kinds or event.kind in self.kinds)


_subscribers: Final[dict[str, Subscriber]] = {}
_chores: Final[dict[str, Callable[[], None]]] = {}


def register(subscriber: Subscriber) -> None:
    """Make a subscriber known, when its app is ready; its name keeps the checkpoint, so never changes."""
    _subscribers[subscriber.name] = subscriber


def unregister(name: str) -> None:
    """Forget a subscriber, for tests."""
    del _subscribers[name]


def register_chore(name: str, chore: Callable[[], None]) -> None:
    """Make known what every sweep does besides: it makes up for lost messages of another kind than the feed's."""
    _chores[name] = chore


def unregister_chore(name: str) -> None:
    """Forget a chore, for tests."""
    del _chores[name]


def subscribers() -> tuple[str, ...]:
    """The names of all subscribers, in the order they were registered."""
    return tuple(_subscribers)


def wake(events: Sequence[StoredEvent]) -> None:
    """Send word, after the commit, to the subscribers that want one of these events."""
    for subscriber in _subscribers.values():
        if any(map(subscriber.wants, events)):
            queue.enqueue("ledger.tasks.run_subscriber", subscriber.name)


def rehearse(events: Sequence[StoredEvent]) -> None:
    """Let the subscribers take these events one after the other, and undo what they did.

    Errors: NotUnderstood names the first that cannot take those that it wants.
    """
    with transaction.atomic():
        for subscriber in _subscribers.values():
            wanted = [event for event in events if subscriber.wants(event)]
            try:
                if wanted:
                    subscriber.handle(wanted)
                    connection.check_constraints()
            except Exception as failure:  # whatever it is, it would come back at every sweep
                raise NotUnderstood(events[0].stream, subscriber.name, failure) from failure
        transaction.set_rollback(True)


def run_subscriber(name: str, limit: int = PAGE) -> int:
    """Hand a subscriber its next page; rows and checkpoint change in one transaction.

    Several copies at once are harmless: they take turns at the checkpoint. Returns how many events were read, wanted
    or not; fewer than ``limit`` means that it has caught up.
    """
    subscriber = _subscribers[name]
    with transaction.atomic():
        Checkpoint.objects.get_or_create(name=name)
        checkpoint = Checkpoint.objects.select_for_update().get(name=name)
        page = queries.read_feed(FeedPosition(checkpoint.xid, checkpoint.position), limit)
        if wanted := [event for event in page.events if subscriber.wants(event)]:
            subscriber.handle(wanted)
        if page.events:
            _move(name, page.end)
    return len(page.events)


def catch_up(name: str, limit: int = PAGE) -> int:
    """Hand a subscriber all that is new, page by page; returns how many events were read."""
    total = 0
    while read := run_subscriber(name, limit):
        total += read
        if read < limit:
            break
    return total


def sweep() -> int:
    """Let every subscriber catch up, woken or not, then do the chores; returns how many events were read.

    Errors: ExceptionGroup of what subscribers and chores raised, after all had their turn.
    """
    total, failures = 0, []
    works: list[Callable[[], int | None]] = [*(partial(catch_up, name) for name in _subscribers), *_chores.values()]
    for work in works:
        try:
            total += work() or 0
        except Exception as failure:  # noqa: BLE001 -- one that is broken must not hold up the others; raised below
            failures.append(failure)
    if failures:
        raise ExceptionGroup("subscribers failed", failures)
    return total


def rebuild(name: str, progress: Callable[[int, int], None] = lambda _done, _total: None, limit: int = PAGE) -> int:
    """Drop what a subscriber has made and let it read the feed from its start; returns how many events were read.

    progress: called after each page with the events read so far and the total. A rebuild that is interrupted is
    finished by the next sweep.
    """
    subscriber = _subscribers[name]
    with transaction.atomic():
        Checkpoint.objects.get_or_create(name=name)
        Checkpoint.objects.select_for_update().get(name=name)
        subscriber.reset()
        _move(name, FEED_START)
    done, total = 0, queries.count_events()
    while read := run_subscriber(name, limit):
        done += read
        progress(done, max(done, total))
    return done


def _move(name: str, end: FeedPosition) -> None:
    Checkpoint.objects.filter(name=name).update(xid=end.xid, position=end.position)
