"""Texts that people type into a game's commands and setups: the ledger keeps the words, the log gets references."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from typing import TypeVar
from uuid import UUID

import msgspec
from django.db import transaction
from msgspec import Struct

from ledger import queries as ledger_queries
from ledger import services as ledger
from ledger.errors import UnwritableText
from ledger.events import Batch
from matches import queries, replay
from matches.domain.commands import NO_SETUP
from matches.domain.references import is_reference, reference
from matches.errors import CorrectionConflict
from rules_engine.kernel.codec import encode
from rules_engine.kernel.errors import MalformedInput, RuleViolation
from rules_engine.kernel.typed_text import typed_texts, with_texts
from rules_engine.registry import AnyRuleset

R = TypeVar("R", bound=Struct)


@contextmanager
def kept(match_id: UUID, record: R) -> Iterator[R]:
    """The record with references, for what is decided and written within the block; a refusal there keeps no words.

    Errors: as ``interned``; what is raised within comes out as of ``refused_in_words``.
    """
    with transaction.atomic() if typed_texts(record) else nullcontext(), refused_in_words(match_id):
        yield interned(match_id, record)


@contextmanager
def refused_in_words(match_id: UUID) -> Iterator[None]:
    """Lets a RuleViolation, also behind a CorrectionConflict, come out with the words that people know."""
    try:
        yield
    except RuleViolation as refusal:
        raise _in_words(match_id, refusal) from refusal
    except CorrectionConflict as conflict:
        cause = _in_words(match_id, conflict.cause)
        raise CorrectionConflict(conflict.version, conflict.command, cause) from conflict


def _in_words(match_id: UUID, refusal: Exception) -> Exception:
    if not isinstance(refusal, RuleViolation):
        return refusal
    return RuleViolation(refusal.rule_id, **queries.refusal_in_words(match_id, refusal.facts))


@contextmanager
def kept_setup(match_id: UUID, ruleset: AnyRuleset, raw: msgspec.Raw) -> Iterator[msgspec.Raw]:
    """As ``kept``, of a setup in JSON; the same bytes where nothing in it was typed, or where there is none yet."""
    if raw == NO_SETUP:
        yield raw
        return
    setup = ruleset.codec.decode_setup(bytes(raw))
    with kept(match_id, setup) as told:
        yield raw if told is setup else msgspec.Raw(encode(told))


def interned(match_id: UUID, record: R, batches: Sequence[Batch] = ()) -> R:
    """The record with a reference for each typed text, the same one for the same words in the same match.

    A text that is a reference already must stand in the match's log, or in the batches that are about to be written.
    Errors: MalformedInput for another one, for a text that is too long, or that cannot be kept.
    """
    stream, texts = replay.stream_of(match_id), typed_texts(record)
    _check_ours(stream, [text for text, _ in texts if is_reference(text)], batches)
    references = {text: _reference(stream, text, longest) for text, longest in sorted(set(texts))}
    return with_texts(record, lambda text, _: references.get(text, ""))


def _reference(stream: str, text: str, longest: int) -> str:
    if is_reference(text):
        return text
    if len(text) > longest:
        raise MalformedInput(f"A text has at most {longest} characters here, not {len(text)}.")
    try:
        return reference(ledger.intern_text(stream, text))
    except UnwritableText as refusal:
        raise MalformedInput(str(refusal)) from refusal


def _check_ours(stream: str, found: Iterable[str], batches: Sequence[Batch]) -> None:
    """Raise MalformedInput for a reference that the match does not know: it would show another one's words."""
    for each in found:
        stored = ledger_queries.read_stream(stream)
        bodies = [event.body for event in stored] + [event.body for batch in batches for event in batch.events]
        if not any(each.encode() in body for body in bodies):
            raise MalformedInput("A text is sent in words: this reference to one is not of this match.")
