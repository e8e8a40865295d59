"""Row 6: encode, hash and decode 600 mixed events, without any database."""

from collections.abc import Iterator, Sequence
from typing import Any

from eventsourcing.persistence import Mapper

from bench import sample_match
from bench.harness import Figure, Setting, Work, compared, race
from bench.rival_store import Games
from ledger import chain
from ledger.events import StoredEvent
from rules_engine.kernel.codec import Codec, encode, kind_of
from rules_engine.kernel.messages import Event


def measure(setting: Setting) -> Iterator[Figure]:
    """Our codec, with the hash and without it, beside the other one's mapper, which hashes nothing."""
    events, codec = sample_match.events(), sample_match.ruleset().codec
    with Games(setting.url) as games:
        theirs = sample_match.rival_game().collect_events()
        work: dict[str, Work] = {
            "ours": lambda: hashed(codec, events),
            "without the hash": lambda: there_and_back(codec, events),
            "eventsourcing mapper": lambda: _mapped(games.mapper, theirs),
        }
        rates = race(work, setting.options, computes=True)
    against = "eventsourcing mapper"
    yield compared(6, "encode, hash and decode an event", rates, against, unit="events", goal=10)
    what = "encode and decode an event"
    yield compared(6, what, rates, against, unit="events", ours="without the hash")


def there_and_back(codec: Codec, events: Sequence[Event]) -> int:
    """Turn each event to bytes and back."""
    for event in events:
        codec.decode_event(kind_of(event), event.schema, encode(event))
    return len(events)


def hashed(codec: Codec, events: Sequence[Event]) -> int:
    """Turn each event to bytes, chain them, and turn them back."""
    head = chain.GENESIS
    for version, event in enumerate(events, 1):
        kind, body = kind_of(event), encode(event)
        head = chain.event_hash(
            head, StoredEvent("bench", version, kind, event.schema, body, "command", "account", 1, True, 0, b"", b"")
        )
        codec.decode_event(kind, event.schema, body)
    return len(events)


def _mapped(mapper: Mapper[Any], events: Sequence[Any]) -> int:
    for event in events:
        mapper.to_domain_event(mapper.to_stored_event(event))
    return len(events)
