"""What can have happened to a match beside the game itself: the kinds ``match.*``.

A match's stream has these and the game's own events. Every batch begins with CommandAccepted. Texts that people typed
are held by the ledger; events name them by id and salted hash.
"""

from typing import Literal, TypeAlias

import msgspec

from rules_engine.kernel.codec import encode, kind_of
from rules_engine.kernel.messages import Command, Event, Placing, Record, Seat, snake
from rules_engine.kernel.rule_ids import RuleId

DiceMode: TypeAlias = Literal["server", "table"]
FallbackReason: TypeAlias = Literal["crashed", "late", "malformed", "refused", "retired"]


class SeatPlan(Record, frozen=True, kw_only=True):
    """A place at the table. account: opaque id of the person; computer: level of the player instead of a person.

    scorekeeper: opaque id of who may write for this seat. computer_seed: what a computer player's choices, and its seed
    for the dice, derive from; empty for a fresh one.
    """

    seat: Seat
    team: str
    account: str = ""
    computer: str = ""
    scorekeeper: str = ""
    computer_seed: str = ""


class TypedText(Record, frozen=True, kw_only=True):
    """A text that a person typed, kept by the ledger: its id and salted hash."""

    id: str
    hash: str


class MatchEvent(Event, frozen=True, kw_only=True, tag=lambda name: "match." + snake(name)):
    """Base of these events."""


class CommandAccepted(MatchEvent, frozen=True, kw_only=True):
    """First of a batch: the request, in canonical JSON, that made the batch's other events happen."""

    command_kind: str
    command_schema: int
    command: msgspec.Raw


class MatchScheduled(MatchEvent, frozen=True, kw_only=True):
    """There will be a match: which rules, who plays, with which dice, who may judge."""

    ruleset: str
    ruleset_version: int
    variant: str
    seats: tuple[SeatPlan, ...]
    dice: DiceMode
    judges: tuple[str, ...] = ()


class ByeGiven(MatchEvent, frozen=True, kw_only=True):
    """A team has no opponent; nothing is played."""

    team: str
    placings: tuple[Placing, ...]


class DiceCommitted(MatchEvent, frozen=True, kw_only=True):
    """SHA-256 of the server's secret seed, in hexadecimal, before any seat's seed is known."""

    commitment: str


class Mustered(MatchEvent, frozen=True, kw_only=True):
    """What the match starts from is ready and checked."""

    setup: msgspec.Raw


class SeatSeeded(MatchEvent, frozen=True, kw_only=True):
    """A seat's share in the dice, in hexadecimal."""

    seat: Seat
    seed: str


class ScorekeeperAllowed(MatchEvent, frozen=True, kw_only=True):
    """A seat lets somebody write for it; empty: nobody any more."""

    seat: Seat
    scorekeeper: str


class MatchStarted(MatchEvent, frozen=True, kw_only=True):
    """Play begins: the game's opening events follow."""


class ChoiceSealed(MatchEvent, frozen=True, kw_only=True):
    """A seat has chosen in secret: SHA-256 of a salt and the canonical command, in hexadecimal."""

    seat: Seat
    decision: str
    seal: str


class ChoiceRevealed(MatchEvent, frozen=True, kw_only=True):
    """The batch's command is the one that was sealed; with this salt, in hexadecimal, anyone can check it."""

    seat: Seat
    decision: str
    salt: str


class RewindAsked(MatchEvent, frozen=True, kw_only=True):
    """A seat wants the match set back past a roll or past others' choices; the other teams are asked."""

    seat: Seat
    to_version: int
    reason: TypedText


class CorrectionAsked(MatchEvent, frozen=True, kw_only=True):
    """A seat wants a fact from the table corrected; the other teams are asked."""

    seat: Seat
    version: int
    command_kind: str
    command_schema: int
    command: msgspec.Raw
    reason: TypedText


class ChangeAgreed(MatchEvent, frozen=True, kw_only=True):
    """A seat agrees, for its team, to the change that was asked for at a version."""

    seat: Seat
    asked: int


class Rewound(MatchEvent, frozen=True, kw_only=True):
    """The match stands as it stood after ``to_version``; what came later is struck out."""

    to_version: int
    reason: TypedText


class Corrected(MatchEvent, frozen=True, kw_only=True):
    """The step at ``version`` and all later ones are struck out; they follow, decided again, each behind a Redone."""

    version: int
    reason: TypedText


class Redone(MatchEvent, frozen=True, kw_only=True):
    """The step at ``version``, with the command as it counts now; the game's events that follow are its new ones."""

    version: int
    command_kind: str
    command_schema: int
    command: msgspec.Raw


class JudgeRuled(MatchEvent, frozen=True, kw_only=True):
    """The batch's command is a judge's ruling, for this reason."""

    judge: str
    reason: TypedText


class ComputerFellBack(MatchEvent, frozen=True, kw_only=True):
    """A computer player gave no usable answer; the batch's command is the fixed fallback."""

    seat: Seat
    decision: str
    reason: FallbackReason


class ResultReported(MatchEvent, frozen=True, kw_only=True):
    """A result waits for the teams to agree. by: the seat that says so, empty when the rules themselves ended it."""

    by: Seat
    placings: tuple[Placing, ...]
    rule_id: RuleId | None = None


class ResultAgreed(MatchEvent, frozen=True, kw_only=True):
    """A seat agrees, for its team, to the reported result."""

    seat: Seat


class ResultConfirmed(MatchEvent, frozen=True, kw_only=True):
    """All teams have agreed: the result counts."""

    placings: tuple[Placing, ...]


class Disputed(MatchEvent, frozen=True, kw_only=True):
    """A seat does not agree to the reported result; a judge must rule."""

    seat: Seat
    reason: TypedText


class ResultRuled(MatchEvent, frozen=True, kw_only=True):
    """A judge has set the result: it counts."""

    judge: str
    placings: tuple[Placing, ...]
    reason: TypedText


class Forfeited(MatchEvent, frozen=True, kw_only=True):
    """A team gave up or did not come: the others win."""

    team: str
    placings: tuple[Placing, ...]
    reason: TypedText


class Abandoned(MatchEvent, frozen=True, kw_only=True):
    """The match was broken off and has no result."""

    reason: TypedText


class DiceRevealed(MatchEvent, frozen=True, kw_only=True):
    """The server's seed, in hexadecimal: from now on anyone can recompute every roll."""

    seed: str


MatchEvents: TypeAlias = (
    CommandAccepted
    | MatchScheduled
    | ByeGiven
    | DiceCommitted
    | Mustered
    | SeatSeeded
    | ScorekeeperAllowed
    | MatchStarted
    | ChoiceSealed
    | ChoiceRevealed
    | RewindAsked
    | CorrectionAsked
    | ChangeAgreed
    | Rewound
    | Corrected
    | Redone
    | JudgeRuled
    | ComputerFellBack
    | ResultReported
    | ResultAgreed
    | ResultConfirmed
    | Disputed
    | ResultRuled
    | Forfeited
    | Abandoned
    | DiceRevealed
)
FINAL: tuple[type[MatchEvent], ...] = (ByeGiven, ResultConfirmed, ResultRuled, Forfeited, Abandoned)


def accepted(command: Command) -> CommandAccepted:
    """The first event of the batch that a command makes."""
    return CommandAccepted(
        command_kind=kind_of(command), command_schema=command.schema, command=msgspec.Raw(encode(command))
    )
