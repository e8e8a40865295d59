"""What matches themselves do when the feed brings their events."""

from collections.abc import Sequence

from ledger import queue
from ledger.events import StoredEvent
from ledger.subscriptions import Subscriber, register
from matches import projections, queries, replay

PLAY_TASK = "matches.tasks.play_computer_turns"


def wake_computers(events: Sequence[StoredEvent]) -> None:
    """Send word to the computer players of these events' matches, unless they wrote the events themselves."""
    by_others = {event.stream: None for event in events if not event.actor.startswith("computer/")}
    for match_id in queries.computers_may_have_to_decide([replay.match_of(stream) for stream in by_others]):
        queue.enqueue(PLAY_TASK, str(match_id))


def nothing() -> None:
    """What the computer players have done is in the log; there is nothing to drop."""


def register_all() -> None:
    """Make this app's subscribers known, when it is ready. Rows come first: waking reads them."""
    register(Subscriber("matches.rows", projections.handle, projections.reset, prefix=replay.PREFIX))
    register(
        Subscriber(
            "matches.computers",
            wake_computers,
            nothing,
            prefix=replay.PREFIX,
            kinds=frozenset({"match.command_accepted"}),
        )
    )
