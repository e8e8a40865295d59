"""What events mean for the league: rows of imported streams, results of matches, new standings."""

from collections.abc import Sequence
from typing import Final

import msgspec

from campaigns import events as e
from campaigns import projections
from campaigns.models import StandingRow
from campaigns.services import results, standings
from ledger import subscriptions
from ledger.events import StoredEvent
from matches import replay
from matches.events import FINAL, Abandoned
from rules_engine.kernel.codec import kind_of
from rules_engine.kernel.messages import Placing

COUNTS: Final = frozenset(kind_of(type_) for type_ in FINAL if type_ is not Abandoned)


class _Result(msgspec.Struct, frozen=True):
    """What every closing event of a match carries."""

    placings: tuple[Placing, ...]


def record_results(events: Sequence[StoredEvent]) -> None:
    """Record the confirmed results of matches in their stages."""
    for event in events:
        result = msgspec.json.decode(event.body, type=_Result)
        results.record(str(replay.match_of(event.stream)), event.version, result.placings)


def refresh_standings(events: Sequence[StoredEvent]) -> None:
    """Compute the standings of every stage that something happened to: once each, however many events there are."""
    for stage in dict.fromkeys(e.id_of(event.stream) for event in events):
        standings.refresh(stage)


def drop_standings() -> None:
    """Drop all standings, for a rebuild."""
    StandingRow.objects.all().delete()


def register() -> None:
    """Make the league's subscribers known; rows come first, for the others read them."""
    subscriptions.register(
        subscriptions.Subscriber(
            name="campaigns.rows",
            handle=projections.apply,
            reset=projections.reset,
            kinds=frozenset(e.CODEC.event_types),
        )
    )
    subscriptions.register(
        subscriptions.Subscriber(name="campaigns.results", handle=record_results, prefix=replay.PREFIX, kinds=COUNTS)
    )
    subscriptions.register(
        subscriptions.Subscriber(
            name="campaigns.standings", handle=refresh_standings, reset=drop_standings, prefix=e.STAGE
        )
    )
