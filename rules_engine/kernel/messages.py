"""The records that every game is made of: commands, events, decisions, outcomes."""

import re
from typing import Annotated, ClassVar, TypeAlias

from msgspec import Meta, Struct

from rules_engine.kernel.dice import Die, Roll
from rules_engine.kernel.rule_ids import RuleId

Id: TypeAlias = Annotated[str, Meta(pattern=r"^\S*$", max_length=200, description="an id without blanks")]
Seat: TypeAlias = str
JUDGE: Seat = "judge"  # the seat whose commands override the rules; `matches` decides who may take it


def snake(name: str) -> str:
    """``DeclareAttack`` → ``declare_attack``: the kind under which a record is stored."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


class Record(Struct, frozen=True, kw_only=True):
    """An immutable, typed record."""


class Command(Record, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="kind", tag=snake):
    """What a seat asks for, in answer to an open decision.

    seat: who answers. decision: the id of the decision that is answered; empty for what may be said at any time.
    """

    schema: ClassVar[int] = 1
    seat: Seat
    decision: Id = ""


class RollCommand(Command, frozen=True, kw_only=True):
    """A roll: empty, and the match's dice source rolls; or with the faces of real dice, in the order asked for."""

    faces: tuple[int, ...] = ()


class Event(Record, frozen=True, kw_only=True, tag_field="kind"):
    """What has happened, outcome included. A game's own base class sets the tag ``<game>.<kind>``."""

    schema: ClassVar[int] = 1


def roll_of(event: Event) -> Roll | None:
    """The roll that an event records, if it records one."""
    roll = getattr(event, "roll", None)
    return roll if isinstance(roll, Roll) else None


class Decision(Record, frozen=True, kw_only=True):
    """An open question to one seat.

    id: stable while the question is open. kind: what is asked. subject: the figure (or team) that it is about.
    pools: for a roll, the dice to roll, in order. hidden: the answer is sealed until all have answered.
    """

    id: str
    seat: Seat
    kind: str
    subject: str = ""
    pools: tuple[Die, ...] = ()
    hidden: bool = False


class Legal(Record, frozen=True, kw_only=True):
    """The answers to a decision: all of them, or samples where ``complete`` is false."""

    commands: tuple[Command, ...]
    complete: bool = True


class Placing(Record, frozen=True, kw_only=True):
    """What a team has reached: its place (1 is best, equal places are ties) and its points."""

    team: str
    place: int
    points_left: int
    points_destroyed: int
    objectives: int = 0


class Outcome(Record, frozen=True, kw_only=True):
    """The result of an ended match: placings, best first, and the rule that ended it."""

    placings: tuple[Placing, ...]
    rule_id: RuleId

    def winners(self) -> tuple[str, ...]:
        """The teams in first place, one or, after a draw, several."""
        return tuple(placing.team for placing in self.placings if placing.place == 1)
