"""A match from its log: the steps that count, the state after each, what was struck out, and the audit.

Rewinds and corrections never rewrite the log; here the *effective* list is made: the steps of the game as it stands.
"""

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, pairwise
from typing import Any, TypeAlias
from uuid import UUID

from msgspec import Struct

from ledger.events import StoredEvent
from matches import events as e
from matches.domain.commands import CODEC, MatchCommand
from matches.domain.facts import MatchFacts, apply, unasked
from rules_engine import registry
from rules_engine.kernel import fold
from rules_engine.kernel.codec import encode
from rules_engine.kernel.errors import CorruptHistory, Facts
from rules_engine.kernel.messages import Command, Decision, Event, roll_of
from rules_engine.kernel.picture import DieFace
from rules_engine.kernel.rule_ids import RuleId
from rules_engine.registry import AnyRuleset

State: TypeAlias = Any  # each game has a state of its own
PREFIX = "match/"


def stream_of(match_id: UUID) -> str:
    """The name of a match's stream."""
    return f"{PREFIX}{match_id}"


def match_of(stream: str) -> UUID:
    """The match whose stream has this name."""
    return UUID(stream.removeprefix(PREFIX))


class Step(Struct, frozen=True):
    """A step of the game: what one command made happen, or the opening (command None), or a sealed choice (no events).

    version: of its first event, last: of its last; versions: of the game's events. notes: what else its batch says:
    seals, reveals, rulings, fallbacks. seals: all choices that are under seal after it. request: the command as it was
    recorded. barrier: a roll or a reveal, which a rewind does not pass freely.
    """

    version: int
    last: int
    actor: str
    seat: str
    command: Command | None
    request: e.CommandAccepted | e.Redone
    events: tuple[Event, ...]
    versions: tuple[int, ...]
    notes: tuple[e.MatchEvent, ...]
    seals: tuple[e.ChoiceSealed, ...]
    barrier: bool
    state: State

    @property
    def is_reveal(self) -> bool:
        """Whether it reveals a sealed choice; reveals follow by themselves when everybody has chosen."""
        return any(isinstance(note, e.ChoiceRevealed) for note in self.notes)


class Moment(Struct, frozen=True):
    """An event with the state of the game before and after it; None before the opening."""

    event: Event
    before: State | None
    after: State | None


class Play:
    """A match that grows batch by batch, from its log or from what is about to be written to it.

    facts: where it stands beside the game, None before its first event. rolls: how many rolls were ever made,
    struck-out ones too. history: every event, struck-out ones too, at index version - 1. struck: version of an event →
    version of the one that struck it out.
    """

    def __init__(self) -> None:
        self.facts: MatchFacts | None = None
        self.rolls = 0
        self.steps: list[Step] = []
        self.history: list[Moment] = []
        self.struck: dict[int, int] = {}

    @classmethod
    def of(cls, stored: Iterable[StoredEvent]) -> "Play":
        """The match in a stream's events. Raises CorruptHistory."""
        play = cls()
        for _, batch in groupby(stored, key=lambda event: event.command_id):
            events = list(batch)
            play.take(play._decoded(events), actor=events[0].actor)
        return play

    @property
    def version(self) -> int:
        """The version of the last event, 0 for none."""
        return len(self.history)

    @property
    def known(self) -> MatchFacts:
        """The facts of a match that has some. Raises CorruptHistory."""
        if self.facts is None:
            raise CorruptHistory("The stream does not begin with a scheduled match.")
        return self.facts

    @property
    def ruleset(self) -> AnyRuleset:
        """The rules that the match is played by, for ever."""
        return registry.ruleset(self.known.ruleset, self.known.ruleset_version, self.known.variant)

    @property
    def state(self) -> State:
        """The game as it stands. Raises CorruptHistory before it has started."""
        if not self.steps:
            raise CorruptHistory("The match has not started.")
        return self.steps[-1].state

    @property
    def seals(self) -> tuple[e.ChoiceSealed, ...]:
        """The choices that are under seal and not revealed yet."""
        return self.steps[-1].seals if self.steps else ()

    def awaiting(self) -> tuple[Decision, ...]:
        """The open decisions that nobody has answered, not even under seal; none unless the match is running."""
        if self.known.status != "running":
            return ()
        sealed = {seal.decision for seal in self.seals}
        return tuple(decision for decision in self.ruleset.awaiting(self.state) if decision.id not in sealed)

    def waits_for_computer(self) -> bool:
        """Whether a decision of a computer player is open."""
        seats = {plan.seat for plan in self.known.computer_seats}
        return bool(seats) and any(decision.seat in seats for decision in self.awaiting())

    def index_of(self, version: int) -> int | None:
        """The index of the effective step that begins at a version."""
        return next((index for index, step in enumerate(self.steps) if step.version == version), None)

    def take(self, events: Iterable[Event], *, actor: str) -> None:
        """Let one batch happen: its events, the request first. Raises CorruptHistory."""
        batch = _Batch(self, actor)
        for event in events:
            before = batch.state
            if isinstance(event, e.MatchEvent):
                self._match_event(event)
                batch.match_event(event)
            else:
                batch.game_event(event)
            self.history.append(Moment(event, before, batch.state))
        batch.end()

    def _decoded(self, stored: Iterable[StoredEvent]) -> Iterator[Event]:
        """Each event as a record, one by one: the first of a stream tells by which rules the others are read."""
        for event in stored:
            codec = CODEC if event.kind.startswith("match.") else self.ruleset.codec
            yield codec.decode_event(event.kind, event.schema, event.body)

    def _match_event(self, event: e.MatchEvent) -> None:
        if not isinstance(event, e.CommandAccepted | e.MatchScheduled) and self.facts is None:
            raise CorruptHistory("The stream does not begin with a scheduled match.")
        if not isinstance(event, e.CommandAccepted):
            self.facts = apply(self.facts, event, self.version + 1)
        match event:
            case e.Rewound():
                self._strike([step for step in self.steps if step.last > event.to_version])
            case e.Corrected():
                self._strike([step for step in self.steps if step.version >= event.version])
            case _:
                pass

    def _strike(self, steps: Sequence[Step]) -> None:
        for step in steps:
            self.struck |= dict.fromkeys(range(step.version, step.last + 1), self.version + 1)
        del self.steps[len(self.steps) - len(steps) :]


class _Batch:
    """Makes the steps of one batch: one, none, or, in a correction, several."""

    def __init__(self, play: Play, actor: str) -> None:
        self._play, self._actor = play, actor
        self._begin(None)

    def _begin(self, request: e.CommandAccepted | e.Redone | None) -> None:
        self.state: State | None = self._play.steps[-1].state if self._play.steps else None
        self._start = self._play.version + 1
        self._request = request
        self._command = self._decode(request) if request else None
        self._moves = isinstance(request, e.Redone) or not isinstance(self._command, MatchCommand | None)
        self._barrier = False
        self._seals = self._play.seals
        self._notes: list[e.MatchEvent] = []
        self._events: list[Event] = []
        self._versions: list[int] = []

    def _decode(self, request: e.CommandAccepted | e.Redone) -> Command:
        codec = CODEC if request.command_kind.startswith("match.") else self._play.ruleset.codec
        return codec.decode_recorded_command(request.command_kind, request.command_schema, bytes(request.command))

    def match_event(self, event: e.MatchEvent) -> None:
        match event:
            case e.CommandAccepted():
                self._begin(event)
            case e.Redone():
                self.end()
                self._begin(event)
            case e.Rewound() | e.Corrected():
                self.state = self._play.state
            case e.MatchStarted():
                self._moves = True
            case e.ChoiceSealed():
                self._moves = True
                self._notes.append(event)
                self._seals = (*self._seals, event)
            case e.ChoiceRevealed():
                self._barrier = True
                self._notes.append(event)
                self._seals = tuple(seal for seal in self._seals if seal.decision != event.decision)
            case e.JudgeRuled():  # what was chosen in secret before may no longer be possible
                self._notes.append(event)
                self._seals = ()
            case e.ComputerFellBack():
                self._notes.append(event)
            case _:
                pass

    def game_event(self, event: Event) -> None:
        self.state = self._play.ruleset.evolve(self.state, event)
        self._events.append(event)
        self._versions.append(self._play.version + 1)
        if roll := roll_of(event):
            self._play.rolls = max(self._play.rolls, roll.n)
            self._barrier = True

    def end(self) -> None:
        """Make the step of what has been told since the last one, if it moves the game."""
        if not self._moves or self._request is None:
            return
        play, command = self._play, self._command
        play.facts = unasked(play.known)
        play.steps.append(
            Step(
                version=self._start,
                last=play.version,
                actor=self._actor,
                seat=command.seat if command else "",
                command=None if isinstance(command, MatchCommand) else command,
                request=self._request,
                events=tuple(self._events),
                versions=tuple(self._versions),
                notes=tuple(self._notes),
                seals=self._seals,
                barrier=self._barrier,
                state=self.state,
            )
        )


# --- what readers ask -------------------------------------------------------------------------------------------------


class Frame(Struct, frozen=True):
    """An event as the viewer shows it.

    opens: whether it is the first of its batch. sentence: what its sentence needs to know, for events of the game.
    dice: those that it rolled. struck_by: the version of the rewind or correction that struck it out, 0 if it counts.
    """

    version: int
    kind: str
    event: Event
    actor: str
    recorded_at: int
    opens: bool
    sentence: Facts
    dice: tuple[DieFace, ...]
    struck_by: int
    state: State | None


def frames(stored: Sequence[StoredEvent]) -> tuple[Frame, ...]:
    """Every event of a match, in order, struck-out ones too, each with the state of the game after it."""
    return frames_of(Play.of(stored), stored)


def frames_of(play: Play, stored: Sequence[StoredEvent]) -> tuple[Frame, ...]:
    """The same, of a match that has been folded already."""
    return tuple(
        Frame(
            version=event.version,
            kind=event.kind,
            event=moment.event,
            actor=event.actor,
            recorded_at=event.recorded_at,
            opens=event.opens,
            sentence={}
            if isinstance(moment.event, e.MatchEvent)
            else play.ruleset.narrate(moment.before, moment.event),
            dice=play.ruleset.dice_shown(moment.after, roll) if (roll := roll_of(moment.event)) else (),
            struck_by=play.struck.get(event.version, 0),
            state=moment.after,
        )
        for event, moment in zip(stored, play.history, strict=True)
    )


class Finding(Struct, frozen=True):
    """Where a match departs from what its rules give: the event's version, what is recorded, what was expected."""

    version: int
    recorded: str
    expected: str
    rule_id: RuleId | None = None

    def __str__(self) -> str:
        return f"version {self.version}: recorded {self.recorded}; expected {self.expected}"


def audit(play: Play) -> tuple[Finding, ...]:
    """Decide a match again, as it stands, by its own rules; what differs, nothing for an honest one.

    Also checked: rolls come from the match's dice, and a correction tells them again as they were made; every revealed
    choice is the one that was sealed; the result is the one that the rules give.
    """
    if not play.steps:
        return ()
    setup = play.ruleset.codec.decode_setup(bytes(play.known.setup or b""))
    steps = [step for step in play.steps if step.events or step.command]
    differences = fold.audit(play.ruleset, setup, [fold.Step(step.command, step.events) for step in steps])
    found = [
        Finding(_version(steps[each.step], each.event), each.recorded, each.expected, each.rule_id)
        for each in differences
    ]
    return (*found, *_wrong_rolls(play), *_wrong_seals(play), *_wrong_result(play))


def seal(salt: bytes, command: bytes) -> str:
    """The seal of a choice: SHA-256 of a salt and the canonical command, in hexadecimal."""
    return hashlib.sha256(salt + command).hexdigest()


def _version(step: Step, index: int) -> int:
    """The version of an event of a step; of its last where the step has fewer events."""
    return step.versions[index] if index < len(step.versions) else step.last


def _wrong_rolls(play: Play) -> Iterator[Finding]:
    made: dict[int, list[int]] = {}  # version of a step, struck-out ones too → the numbers of its rolls
    for version, number, source in _rolls_by_step(play):
        made.setdefault(version, []).append(number)
        if source != play.known.dice:
            yield Finding(version, f"a roll of {source} dice", f"{play.known.dice} dice")
    for version, moment in enumerate(play.history, 1):
        if isinstance(moment.event, e.Redone):
            before, now = made.get(moment.event.version, []), made.get(version, [])
            if before != now:
                yield Finding(version, f"rolls {now}", f"rolls {before}")


def _rolls_by_step(play: Play) -> Iterator[tuple[int, int, str]]:
    """Every roll ever recorded: the version at which its step begins, its number, its source."""
    start = 0
    for version, moment in enumerate(play.history, 1):
        if isinstance(moment.event, e.CommandAccepted | e.Redone):
            start = version
        if roll := roll_of(moment.event):
            yield start, roll.n, roll.source


def _wrong_seals(play: Play) -> Iterator[Finding]:
    for before, step in pairwise(play.steps):
        for note in step.notes:
            if isinstance(note, e.ChoiceRevealed) and step.command:
                sealed = {each.decision: each.seal for each in before.seals}.get(note.decision, "no seal")
                shown = seal(bytes.fromhex(note.salt), encode(step.command))
                if shown != sealed:
                    yield Finding(step.version, f"a choice with the seal {shown}", sealed)


def _wrong_result(play: Play) -> Iterator[Finding]:
    outcome = play.ruleset.outcome(play.state)
    for version, moment in enumerate(play.history, 1):
        event = moment.event
        if isinstance(event, e.ResultReported) and not event.by and version not in play.struck:
            placings = outcome.placings if outcome else ()
            if event.placings != placings:
                yield Finding(version, str(event.placings), str(placings))
