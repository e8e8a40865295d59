"""What people ask of a match beside the game's own commands, and the codec of the ``match.*`` family."""

import typing
from typing import Final, TypeAlias

import msgspec

from matches.events import DiceMode, MatchEvents, SeatPlan, TypedText
from rules_engine.kernel.codec import Codec
from rules_engine.kernel.messages import Command, Placing, Record, Seat, snake

NO_SETUP: Final = msgspec.Raw(b"null")


class MatchCommand(Command, frozen=True, kw_only=True, tag=lambda name: "match." + snake(name)):
    """Base of these commands; ``seat`` is empty where an organizer or a judge asks."""

    seat: Seat = ""


class ScheduleMatch(MatchCommand, frozen=True, kw_only=True):
    """Plan a match: which rules, who plays, with which dice, who may judge (opaque ids); the setup, if it is ready."""

    ruleset: str
    ruleset_version: int
    variant: str
    seats: tuple[SeatPlan, ...]
    dice: DiceMode = "server"
    judges: tuple[str, ...] = ()
    setup: msgspec.Raw = NO_SETUP


class GiveBye(MatchCommand, frozen=True, kw_only=True):
    """Note that a team has no opponent."""

    ruleset: str
    ruleset_version: int
    variant: str
    team: str
    seats: tuple[SeatPlan, ...]


class MusterTeams(MatchCommand, frozen=True, kw_only=True):
    """Hand in what the match starts from: the game's own setup."""

    setup: msgspec.Raw


class SeedDice(MatchCommand, frozen=True, kw_only=True):
    """Give a seat's share in the dice: 16 to 64 bytes in hexadecimal."""

    seed: str


class AllowScorekeeper(MatchCommand, frozen=True, kw_only=True):
    """Let somebody write for a seat, or nobody any more."""

    scorekeeper: str


class StartMatch(MatchCommand, frozen=True, kw_only=True):
    """Begin to play."""


class SealChoice(MatchCommand, frozen=True, kw_only=True):
    """Choose in secret: the salted hash of the game's command."""

    seal: str


class Rewind(MatchCommand, frozen=True, kw_only=True):
    """Set the match back to a version."""

    to_version: int
    reason: TypedText


class Correct(MatchCommand, frozen=True, kw_only=True):
    """Replace the command at a version, faces of real dice or a measurement, by the right one."""

    version: int
    command_kind: str
    command_schema: int
    command: msgspec.Raw
    reason: TypedText


class AgreeChange(MatchCommand, frozen=True, kw_only=True):
    """Agree to the rewind or correction that was asked for at a version."""

    asked: int


class ReportResult(MatchCommand, frozen=True, kw_only=True):
    """Say how a match ended that was not logged to its end."""

    placings: tuple[Placing, ...]


class AgreeResult(MatchCommand, frozen=True, kw_only=True):
    """Agree to the reported result."""


class DisputeResult(MatchCommand, frozen=True, kw_only=True):
    """Do not agree to the reported result."""

    reason: TypedText


class RuleResult(MatchCommand, frozen=True, kw_only=True):
    """Set the result, as a judge."""

    placings: tuple[Placing, ...]
    reason: TypedText


class Forfeit(MatchCommand, frozen=True, kw_only=True):
    """Give up for a team."""

    team: str
    reason: TypedText


class Abandon(MatchCommand, frozen=True, kw_only=True):
    """Break the match off without a result."""

    reason: TypedText


MatchCommands: TypeAlias = (
    ScheduleMatch
    | GiveBye
    | MusterTeams
    | SeedDice
    | AllowScorekeeper
    | StartMatch
    | SealChoice
    | Rewind
    | Correct
    | AgreeChange
    | ReportResult
    | AgreeResult
    | DisputeResult
    | RuleResult
    | Forfeit
    | Abandon
)
CODEC = Codec(setup=Record, commands=typing.get_args(MatchCommands), events=typing.get_args(MatchEvents))
