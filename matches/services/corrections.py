"""Setting right what went wrong: rewinds, corrections of what was typed in, a judge's rulings. Nothing is rewritten."""

from collections.abc import Iterator, Sequence
from uuid import UUID

import msgspec
from django.db import transaction
from msgspec.structs import replace

from ledger.events import StoredEvent
from matches import events as e
from matches.dice_sources import TableDice
from matches.domain import commands as c
from matches.domain.facts import MatchFacts
from matches.errors import CorrectionConflict, NotAllowed, NotCorrectable, NotEffective
from matches.permissions import may, require
from matches.replay import Play, State, Step
from matches.services import commands, results, texts
from matches.services.writing import Draft, carry_out, require_status, typed_text
from rules_engine.kernel.codec import encode, kind_of
from rules_engine.kernel.dice import RecordedDice
from rules_engine.kernel.errors import DecisionClosed, MalformedInput, RuleViolation
from rules_engine.kernel.fold import fold
from rules_engine.kernel.messages import JUDGE, Command, Decision, Event, RollCommand, Seat, roll_of

REFUSALS = (RuleViolation, MalformedInput, DecisionClosed)


@transaction.atomic  # a refusal keeps nothing of the text that was typed
def rewind(
    match_id: UUID,
    command_id: str,
    actor: str,
    *,
    seat: Seat,
    to_version: int,
    reason: str,
    expected_version: int | None = None,
) -> tuple[StoredEvent, ...]:
    """Set the match back to the end of one of its steps.

    Free for who may act for all seats whose steps are struck out, as long as none was a roll or a reveal; a judge (the
    seat ``judge``) is free to do it; else the other teams are asked, and it happens when all have agreed.
    Errors: NotAllowed, also where a computer player would have to be asked; WrongStatus; NotEffective;
    ConcurrencyConflict for another ``expected_version``.
    """
    command = c.Rewind(seat=seat, to_version=to_version, reason=typed_text(match_id, reason))

    def decide(draft: Draft) -> None:
        facts = draft.play.known
        _require_changeable(actor, facts, seat)
        struck = _steps_after(draft.play, to_version)
        if seat == JUDGE or _is_free(actor, facts, struck):
            told: Sequence[Event] = (e.Rewound(to_version=to_version, reason=command.reason),)
        else:
            _require_people(actor, facts, seat)
            told = (e.RewindAsked(seat=seat, to_version=to_version, reason=command.reason),)
        draft.add(command_id, actor, (e.accepted(command), *told))

    return carry_out(match_id, command_id, e.accepted(command), decide, expected_version=expected_version)


@transaction.atomic  # a refusal keeps nothing of the text that was typed
def correct(
    match_id: UUID,
    command_id: str,
    actor: str,
    *,
    seat: Seat,
    version: int,
    command: Command,
    reason: str,
    expected_version: int | None = None,
) -> tuple[StoredEvent, ...]:
    """Replace the faces of a table roll, or a measurement, at a version, and decide all that follows again.

    Done at once for a judge (the seat ``judge``) and for who writes for all seats; else the other teams are asked.
    Errors: NotAllowed; WrongStatus; NotCorrectable; CorrectionConflict names the first later step that is not possible
    any more; ConcurrencyConflict for another ``expected_version``.
    """
    text, right = typed_text(match_id, reason), texts.interned(match_id, command)
    request = c.Correct(
        seat=seat,
        version=version,
        command_kind=kind_of(right),
        command_schema=right.schema,
        command=msgspec.Raw(encode(right)),
        reason=text,
    )

    def decide(draft: Draft) -> None:
        facts = draft.play.known
        _require_changeable(actor, facts, seat)
        told: Sequence[Event] = tuple(_corrected(draft, version, right, text))
        if seat != JUDGE and not all(may(actor, "play", facts, plan.seat) for plan in facts.seats):
            _require_people(actor, facts, seat)
            told = (_asked(request),)
        draft.add(command_id, actor, (e.accepted(request), *told))

    with texts.refused_in_words(match_id):
        return carry_out(match_id, command_id, e.accepted(request), decide, expected_version=expected_version)


def agree(match_id: UUID, command_id: str, actor: str, *, seat: Seat, asked: int) -> tuple[StoredEvent, ...]:
    """Agree to the rewind or correction that was asked for at a version; when all teams have, it happens.

    Errors: NotAllowed; MalformedInput when nothing is asked there any more; as ``rewind`` and ``correct``.
    """
    command = c.AgreeChange(seat=seat, asked=asked)

    def decide(draft: Draft) -> None:
        facts = draft.play.known
        _require_changeable(actor, facts, seat)
        if facts.asked is None or facts.asked_at != asked:
            raise MalformedInput(f"No change is asked for at version {asked}, or play has gone on since.")
        told: list[Event] = [e.ChangeAgreed(seat=seat, asked=asked)]
        if set(facts.teams) <= {*facts.change_agreed, facts.team_of(seat)}:
            told += _change(draft, facts.asked)
        draft.add(command_id, actor, (e.accepted(command), *told))

    with texts.refused_in_words(match_id):
        return carry_out(match_id, command_id, e.accepted(command), decide)


@transaction.atomic  # a refusal keeps nothing of the text that was typed
def rule(
    match_id: UUID,
    command_id: str,
    actor: str,
    *,
    command: Command,
    reason: str,
    expected_version: int | None = None,
) -> tuple[StoredEvent, ...]:
    """Carry out a judge's ruling: a typed override of the ruleset, for the seat ``judge``, with a reason.

    What had been chosen in secret and not been revealed is chosen again.
    Errors: NotAllowed; WrongStatus; MalformedInput for another seat; what the ruleset refuses; ConcurrencyConflict.
    """
    note = e.JudgeRuled(judge=actor, reason=typed_text(match_id, reason))
    with texts.kept(match_id, command) as kept:

        def decide(draft: Draft) -> None:
            require(actor, "rule", draft.play.known)
            if kept.seat != JUDGE:
                raise MalformedInput("A ruling is a command of the judge's seat.")
            commands.answer(draft, command_id, actor, kept, notes=(note,), seal=False)

        return carry_out(match_id, command_id, e.accepted(kept), decide, expected_version=expected_version)


# --- who has to agree -------------------------------------------------------------------------------------------------


def _require_changeable(actor: str, facts: MatchFacts, seat: Seat) -> None:
    require(actor, "rule" if seat == JUDGE else "play", facts, "" if seat == JUDGE else seat)
    require_status(facts, "running", "reported", "disputed")


def _require_people(actor: str, facts: MatchFacts, seat: Seat) -> None:
    """Raises NotAllowed when a team of computer players would have to agree: they never do, so that nothing is free."""
    if set(facts.teams) - set(facts.human_teams) - {facts.team_of(seat)}:
        raise NotAllowed(actor, "take this back without a judge: computer players do not agree to it")


def _is_free(actor: str, facts: MatchFacts, struck: Sequence[Step]) -> bool:
    return all(not step.barrier and may(actor, "play", facts, step.seat) for step in struck)


def _change(draft: Draft, asked: e.RewindAsked | e.CorrectionAsked) -> Iterator[Event]:
    """The events of a change that all teams have agreed to."""
    if isinstance(asked, e.RewindAsked):
        _steps_after(draft.play, asked.to_version)
        yield e.Rewound(to_version=asked.to_version, reason=asked.reason)
    else:
        codec = draft.play.ruleset.codec
        command = codec.decode_recorded_command(asked.command_kind, asked.command_schema, bytes(asked.command))
        yield from _corrected(draft, asked.version, command, asked.reason)


def _asked(request: c.Correct) -> e.CorrectionAsked:
    return e.CorrectionAsked(
        seat=request.seat,
        version=request.version,
        command_kind=request.command_kind,
        command_schema=request.command_schema,
        command=request.command,
        reason=request.reason,
    )


# --- what happens -----------------------------------------------------------------------------------------------------


def _steps_after(play: Play, version: int) -> Sequence[Step]:
    """The steps after the one that ends at a version.

    Errors: NotEffective when no step ends there, or the last one does, or when reveals follow by themselves: then there
    would be nothing left to decide.
    """
    for index, step in enumerate(play.steps[:-1]):
        if step.last == version and not play.steps[index + 1].is_reveal:
            return play.steps[index + 1 :]
    raise NotEffective(version)


def _corrected(draft: Draft, version: int, command: Command, reason: e.TypedText) -> Iterator[Event]:
    """The events of a correction: what is struck out, then each step decided again, then the result, if it ends."""
    play = draft.play
    index = play.index_of(version)
    if not index:
        raise NotEffective(version)
    _check_correctable(play, play.steps[index], command)
    yield e.Corrected(version=version, reason=reason)
    state = play.steps[index - 1].state
    for step in _without_open_seals(play, index):
        redone, events = _decide_again(play, state, step, command if step.version == version else None)
        state = fold(play.ruleset, events, state)
        yield redone
        yield from step.notes
        yield from events
    yield from results.of_state(draft, state)


def _check_correctable(play: Play, step: Step, command: Command) -> None:
    old = step.command
    if (type(old), command.seat, command.decision) != (type(command), step.seat, old.decision if old else ""):
        raise NotCorrectable(step.version, "the right command is of another kind, or answers another decision")
    if isinstance(command, RollCommand):
        if play.known.dice == "server":
            raise NotCorrectable(step.version, "the server rolled these dice")
    elif command.decision or command.seat == JUDGE:
        raise NotCorrectable(step.version, "it is a choice, no fact from the table")


def _without_open_seals(play: Play, index: int) -> Iterator[Step]:
    """The steps from an index on, but for secret choices that are not revealed yet: those are made again."""
    still_open = set(play.seals)
    return (step for step in play.steps[index:] if not still_open & set(step.notes))


def _decide_again(play: Play, state: State, step: Step, right: Command | None) -> tuple[e.Redone, tuple[Event, ...]]:
    """A step with the command as it counts now, and its events. Raises CorrectionConflict."""
    recorded = right or step.command
    if recorded is None:
        request = step.request
        return e.Redone(
            version=step.version,
            command_kind=request.command_kind,
            command_schema=request.command_schema,
            command=request.command,
        ), ()
    try:
        command = _retargeted(play, state, step, recorded)
        events = play.ruleset.decide(state, command, _dice(step, right))
        _check_same_rolls(step, events)
    except REFUSALS as refusal:
        raise CorrectionConflict(step.version, kind_of(recorded), refusal) from refusal
    raw = msgspec.Raw(encode(command))
    return e.Redone(
        version=step.version, command_kind=kind_of(command), command_schema=command.schema, command=raw
    ), events


def _dice(step: Step, right: Command | None) -> RecordedDice | TableDice:
    """The dice of a step as they were rolled, or, for a corrected roll, as they lie on the table."""
    rolls = [roll for event in step.events if (roll := roll_of(event))]
    if isinstance(right, RollCommand):
        return TableDice(right.faces, first=rolls[0].n)
    return RecordedDice(rolls)


def _check_same_rolls(step: Step, events: Sequence[Event]) -> None:
    before, now = (len([event for event in each if roll_of(event)]) for each in (step.events, events))
    if before != now:
        raise MalformedInput(f"{before} rolls were made, {now} are needed now.")


def _retargeted(play: Play, state: State, step: Step, command: Command) -> Command:
    """The command for the decision that now stands where its own stood: the same kind, seat and subject."""
    open_now = play.ruleset.awaiting(state)
    if not command.decision or command.decision in {decision.id for decision in open_now}:
        return command
    if step.is_reveal:
        return command  # the seal covers the id of its decision
    own = _key(_decision_before(play, step, command))
    same = [decision for decision in open_now if _key(decision) == own]
    return replace(command, decision=same[0].id) if len(same) == 1 else command


def _decision_before(play: Play, step: Step, command: Command) -> Decision:
    """The decision that a command answered when it was given."""
    state = play.history[step.version - 1].before
    return next(decision for decision in play.ruleset.awaiting(state) if decision.id == command.decision)


def _key(decision: Decision) -> tuple[str, str, str]:
    return decision.kind, decision.seat, decision.subject
