"""Append to a campaign's or stage's stream, with the rows that go with it."""

import uuid
from collections.abc import Callable, Sequence
from typing import Final

from django.db import transaction

from campaigns import events as e
from campaigns import projections
from ledger import queries as ledger_queries
from ledger import services as ledger
from ledger.errors import ConcurrencyConflict
from ledger.events import Batch, NewEvent, StoredEvent

NAMES: Final = uuid.UUID("c8f4b1a2-3d54-4f0b-9c86-51d2a7e0b9f3")  # the name space of derived ids
ATTEMPTS: Final = 4


def derived_id(*parts: str | int) -> str:
    """An id that the same parts always give: of a command that another one causes, or of what it makes."""
    return str(uuid.uuid5(NAMES, "/".join(map(str, parts))))


def write(stream: str, command_id: str, actor: str, events: Sequence[e.CampaignEvents]) -> tuple[StoredEvent, ...]:
    """Append one command's events to a stream that only this command changes now. Errors: as ``ledger.append``."""
    return write_decided(stream, command_id, actor, lambda: events)


def write_decided(
    stream: str, command_id: str, actor: str, decide: Callable[[], Sequence[e.CampaignEvents]]
) -> tuple[StoredEvent, ...]:
    """Append what ``decide`` says, and decide again, at most three times, when others were faster.

    Errors: ConcurrencyConflict after the last attempt; CommandIdReused; what ``decide`` raises.
    """
    for attempt in range(1, ATTEMPTS + 1):
        version = ledger_queries.stream_version(stream)
        batch = Batch(command_id, actor, tuple(NewEvent(*e.body_of(event)) for event in decide()))
        try:
            with transaction.atomic():
                stored = ledger.append(stream, [batch], expected_version=version)
                projections.apply(stored)
        except ConcurrencyConflict:
            if attempt == ATTEMPTS:
                raise
        else:
            return stored
    raise AssertionError("unreachable")  # pragma: no cover -- the last attempt returns or raises
