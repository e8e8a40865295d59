"""Load, decide, append: the way of every change to a match."""

import uuid
from collections.abc import Callable, Sequence
from typing import Final
from uuid import UUID

from django.db import transaction

from ledger import queries as ledger_queries
from ledger import services as ledger
from ledger.errors import CommandIdReused, ConcurrencyConflict
from ledger.events import Batch, NewEvent, StoredEvent
from matches import events as e
from matches import projections, queries, replay
from matches.domain.facts import MatchFacts, Status
from matches.errors import WrongStatus
from matches.models import SealedChoice, ServerSeed
from matches.replay import Play
from rules_engine.kernel.codec import encode, kind_of
from rules_engine.kernel.messages import Event

DECIDES: Final = 4  # once, and again at most three times when others were faster


class Draft:
    """What is about to be written: batches, and the match as it will stand after them.

    seeds, choices: rows of secrets that go with them.
    """

    def __init__(self, match_id: UUID, play: Play) -> None:
        self.match_id, self.play = match_id, play
        self.expected_version = play.version
        self.batches: list[Batch] = []
        self.secrets: list[ServerSeed | SealedChoice] = []

    @property
    def stream(self) -> str:
        """The name of the match's stream."""
        return replay.stream_of(self.match_id)

    def add(self, command_id: str, actor: str, events: Sequence[Event]) -> None:
        """Add the batch of one command: its events, the request first."""
        self.play.take(events, actor=actor)
        self.batches.append(Batch(command_id, actor, tuple(map(_new_event, events))))

    def derived_id(self, name: str) -> str:
        """A command id for what the match itself does next: the same whoever does it, at this version."""
        return str(uuid.uuid5(self.match_id, f"{self.play.version}:{name}"))


def carry_out(
    match_id: UUID,
    command_id: str,
    request: e.CommandAccepted,
    decide: Callable[[Draft], None],
    *,
    expected_version: int | None = None,
) -> tuple[StoredEvent, ...]:
    """Let ``decide`` add to a draft of the match what the request makes happen, and write it.

    The same command again gets its first answer. When others were faster, decides again, at most three times; with an
    ``expected_version`` it does not. Returns the events of this command's batch.
    Errors: MatchNotFound; CommandIdReused; ConcurrencyConflict; what ``decide`` raises. Nothing is written then.
    """
    stream = replay.stream_of(match_id)
    for attempt in range(1, DECIDES + 1):
        draft = Draft(match_id, queries.load(match_id))
        if known := first_answer(stream, command_id, request):  # after loading: else it could be written in between
            return known
        if expected_version not in {None, draft.expected_version}:
            raise ConcurrencyConflict(stream, expected_version or 0, draft.expected_version)
        decide(draft)
        try:
            return write(draft)
        except (ConcurrencyConflict, CommandIdReused):  # the latter: the same command, sent twice at once
            if attempt == DECIDES or expected_version is not None:
                raise
    raise AssertionError("unreachable")  # pragma: no cover -- the last attempt returns or raises


def require_status(facts: MatchFacts, *wanted: Status) -> None:
    """Raises WrongStatus unless the match has one of these."""
    if facts.status not in wanted:
        raise WrongStatus(facts.status, wanted)


def first_answer(stream: str, command_id: str, request: e.CommandAccepted) -> tuple[StoredEvent, ...]:
    """The events that a command made happen already, none if it is new. Raises CommandIdReused."""
    known = ledger_queries.batch_of(stream, command_id)
    if known and known[0].body != encode(request):
        raise CommandIdReused(stream, command_id)
    return known


def write(draft: Draft) -> tuple[StoredEvent, ...]:
    """Append a draft, with the rows that go with it; returns the events of its first batch.

    Errors: ConcurrencyConflict, CommandIdReused: nothing is written.
    """
    bodies = [event.body for batch in draft.batches for event in batch.events]
    with transaction.atomic():
        stored = ledger.append(draft.stream, draft.batches, expected_version=draft.expected_version)
        if [event.body for event in stored] == bodies:  # else it was written before, with secrets of its own
            for row in draft.secrets:
                row.save(force_insert=True)
            if draft.play.known.revealed:
                ServerSeed.objects.filter(match_id=draft.match_id).delete()
            projections.write_rows(draft.play, stored)
    return stored[: len(draft.batches[0].events)]


def typed_text(match_id: UUID, text: str) -> e.TypedText:
    """Keep a text that a person typed, a reason say, and return what events hold of it."""
    ref = ledger.intern_text(replay.stream_of(match_id), text)
    return e.TypedText(id=ref.id, hash=ref.hash)


def _new_event(event: Event) -> NewEvent:
    return NewEvent(kind_of(event), event.schema, encode(event))
