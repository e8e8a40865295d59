"""What matches themselves do when the feed brings their events."""

import time
from collections.abc import Iterable, Sequence
from typing import Final
from uuid import UUID

from ledger import queue
from ledger.events import StoredEvent
from ledger.subscriptions import Subscriber, register, register_chore
from matches import projections, queries, replay

PLAY_TASK: Final = "matches.tasks.play_computer_turns"
STALLED_SECONDS: Final = 30  # longer than a slice of any computer player takes


def wake_computers(events: Sequence[StoredEvent]) -> None:
    """Send word to the computer players of these events' matches, unless they wrote the events themselves."""
    by_others = {event.stream for event in events if not event.actor.startswith("computer/")}
    _wake(queries.waiting_for_computers([replay.match_of(stream) for stream in by_others]))


def wake_stalled_computers() -> None:
    """Send word again where a computer player has to decide and nothing happens: its task was lost, or killed."""
    _wake(queries.waiting_for_computers(unchanged_since=time.time_ns() // 1000 - STALLED_SECONDS * 1_000_000))


def _wake(match_ids: Iterable[UUID]) -> None:
    for match_id in match_ids:
        queue.enqueue(PLAY_TASK, str(match_id))


def register_all() -> None:
    """Make this app's subscribers known, when it is ready. Rows come first: waking reads them."""
    register(Subscriber("matches.rows", projections.handle, projections.reset, prefix=replay.PREFIX))
    register(
        Subscriber(
            "matches.computers",
            wake_computers,
            prefix=replay.PREFIX,
            kinds=frozenset({"match.command_accepted"}),
        )
    )
    register_chore("matches.computers", wake_stalled_computers)
