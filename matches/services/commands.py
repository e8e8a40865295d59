"""A player's commands: load the match, decide, append."""

import secrets
from typing import Final
from uuid import UUID

from ledger.errors import CommandIdReused
from ledger.events import StoredEvent
from matches import events as e
from matches import queries, replay
from matches.dice_sources import TableDice
from matches.domain.commands import SealChoice
from matches.errors import NotAllowed
from matches.models import SealedChoice
from matches.permissions import require
from matches.services import dice, results, texts
from matches.services.writing import Draft, carry_out, first_answer, require_status
from rules_engine.kernel.codec import encode, kind_of
from rules_engine.kernel.errors import CorruptHistory, DecisionClosed
from rules_engine.kernel.messages import JUDGE, Command, Decision, Event

SALT_BYTES: Final = 16


def submit(match_id: UUID, command_id: str, actor: str, command: Command) -> tuple[StoredEvent, ...]:
    """Carry out a game's command for its seat; returns the events of its batch, the same ones for the same command.

    A command states the decision that it answers, so others' commands in between do no harm: it is decided again, at
    most three times. An answer to a hidden decision is recorded as its seal until everybody has chosen. Of the texts
    that people typed into it references are recorded.
    Errors: MatchNotFound; NotAllowed; WrongStatus; CommandIdReused; ConcurrencyConflict; SeatsNotSeeded; and what
    ``decide`` raises: RuleViolation, MalformedInput, DecisionClosed. Nothing is written then.
    """
    with texts.kept(match_id, command) as kept:
        return _submit(match_id, command_id, actor, kept)


def _submit(match_id: UUID, command_id: str, actor: str, command: Command) -> tuple[StoredEvent, ...]:
    def decide(draft: Draft) -> None:
        if command.seat == JUDGE:
            raise NotAllowed(actor, "speak for the judge without giving a reason")
        require(actor, "play", draft.play.known, command.seat)
        answer(draft, command_id, actor, command)

    try:
        return carry_out(match_id, command_id, e.accepted(command), decide)
    except CommandIdReused:  # a secret choice is recorded by its salted seal, so that the same one looks like another
        sealed = queries.sealed_by_command(match_id, command_id)
        if sealed is None or sealed.command != encode(command):
            raise
        return first_answer(replay.stream_of(match_id), command_id, _sealing(command, sealed.seal))


def answer(
    draft: Draft, command_id: str, actor: str, command: Command, *, notes: tuple[Event, ...] = (), seal: bool = True
) -> None:
    """Add what a command makes happen: its batch, and, when it was the last secret choice, the reveals.

    notes: what the batch says besides. seal: whether answers to hidden decisions stay secret until all have chosen.
    Errors: as ``submit``.
    """
    play = draft.play
    require_status(play.known, "running")
    decision = _open_decision(draft, command)
    if seal and decision and decision.hidden:
        _seal(draft, command_id, actor, command, notes)
        _reveal(draft)
    else:
        happen(draft, command_id, actor, command, notes)


def happen(draft: Draft, command_id: str, actor: str, command: Command, notes: tuple[Event, ...] = ()) -> None:
    """Add the batch of a command that is decided now, with the result if it ends the match. Errors: as ``submit``."""
    source = dice.source(draft.match_id, draft.play, command)
    events = draft.play.ruleset.decide(draft.play.state, command, source)
    if isinstance(source, TableDice):
        source.check_all_used()
    request = e.accepted(command)
    told = (request, *notes, *events)
    draft.add(command_id, actor, (*told, *results.by_rules(draft, events)))


def _open_decision(draft: Draft, command: Command) -> Decision | None:
    """The decision that a command answers; None where it answers none. Raises DecisionClosed if it is under seal."""
    for sealed in draft.play.seals:
        if sealed.decision == command.decision:
            raise DecisionClosed(f"The decision {command.decision} is answered already, under seal.")
    return next((each for each in draft.play.awaiting() if each.id == command.decision), None)


def _sealing(command: Command, seal: str) -> e.CommandAccepted:
    return e.accepted(SealChoice(seat=command.seat, decision=command.decision, seal=seal))


def _seal(draft: Draft, command_id: str, actor: str, command: Command, notes: tuple[Event, ...]) -> None:
    """Add the seal of a choice that the rules allow, and keep the choice."""
    draft.play.ruleset.decide(draft.play.state, command, dice.source(draft.match_id, draft.play, command))
    salt = secrets.token_bytes(SALT_BYTES)
    seal = replay.seal(salt, encode(command))
    draft.secrets.append(
        SealedChoice(
            match_id=draft.match_id,
            command_id=command_id,
            seal=seal,
            salt=salt,
            kind=kind_of(command),
            schema=command.schema,
            command=encode(command),
        )
    )
    sealed = e.ChoiceSealed(seat=command.seat, decision=command.decision, seal=seal)
    draft.add(command_id, actor, (_sealing(command, seal), *notes, sealed))


def _reveal(draft: Draft) -> None:
    """When no hidden decision is left to answer, add the sealed choices as ordinary commands, in the order sealed."""
    if any(decision.hidden for decision in draft.play.awaiting()):
        return
    authors = {
        note.seal: step.actor for step in draft.play.steps for note in step.notes if isinstance(note, e.ChoiceSealed)
    }
    for sealed in draft.play.seals:
        choice = _choice(draft, sealed.seal)
        command = draft.play.ruleset.codec.decode_recorded_command(choice.kind, choice.schema, bytes(choice.command))
        note = e.ChoiceRevealed(seat=sealed.seat, decision=sealed.decision, salt=bytes(choice.salt).hex())
        happen(draft, draft.derived_id(f"reveal:{sealed.decision}"), authors[sealed.seal], command, (note,))


def _choice(draft: Draft, seal: str) -> SealedChoice | queries.Sealed:
    """What is under a seal: of this draft, or from the table. Raises CorruptHistory."""
    for row in draft.secrets:
        if isinstance(row, SealedChoice) and row.seal == seal:
            return row
    found = queries.sealed_by_seal(seal)
    if found is None:
        raise CorruptHistory(f"Nothing is kept under the seal {seal}.")
    return found
