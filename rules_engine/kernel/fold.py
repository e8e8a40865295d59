"""Replay and audit: the only two loops over a match's events.

*Replay* folds what was recorded. *Audit* decides again, with the recorded commands and faces, and compares.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import TypeAlias, TypeVar

from msgspec import Struct

from rules_engine.kernel.codec import encode, kind_of
from rules_engine.kernel.dice import RecordedDice
from rules_engine.kernel.errors import CorruptHistory, DecisionClosed, MalformedInput, RuleViolation
from rules_engine.kernel.messages import Command, Event, roll_of
from rules_engine.kernel.rule_ids import RuleId
from rules_engine.kernel.ruleset import Ruleset

S = TypeVar("S", bound=Struct)
Refusal: TypeAlias = RuleViolation | DecisionClosed | MalformedInput


class Step(Struct, frozen=True):
    """A command, or None for the opening, and the events that were recorded for it."""

    command: Command | None
    events: tuple[Event, ...]


class Difference(Struct, frozen=True):
    """Where a recorded match departs from what the rules give.

    step: index of the command, from 0; event: index of the event within it; rule_id: of the rule that refuses, if one
    does.
    """

    step: int
    event: int
    recorded: str
    expected: str
    rule_id: RuleId | None = None


def fold(ruleset: Ruleset[S], events: Iterable[Event], state: S | None = None) -> S:
    """The state after all events. Raises CorruptHistory when there is none."""
    for event in events:
        state = ruleset.evolve(state, event)
    if state is None:
        raise CorruptHistory("A match without events has no state.")
    return state


def states(ruleset: Ruleset[S], events: Iterable[Event], state: S | None = None) -> Iterator[S]:
    """The state after each event, in order."""
    for event in events:
        state = ruleset.evolve(state, event)
        yield state


def audit(ruleset: Ruleset[S], setup: Struct, steps: Sequence[Step]) -> tuple[Difference, ...]:
    """Decide a recorded match again; the differences, none for an honest match.

    The first step is the opening. After a difference the audit goes on from what was recorded, so that one wrong event
    is one finding.
    """
    found: list[Difference] = []
    state: S | None = None
    for number, step in enumerate(steps):
        found += _differences(number, step.events, _decide_again(ruleset, setup, state, step))
        state = fold(ruleset, step.events, state)
    return tuple(found)


def _decide_again(ruleset: Ruleset[S], setup: Struct, state: S | None, step: Step) -> tuple[Event, ...] | Refusal:
    rolls = [roll for event in step.events if (roll := roll_of(event))]
    try:
        if step.command is None or state is None:
            return ruleset.start(setup)
        return ruleset.decide(state, step.command, RecordedDice(rolls))
    except (RuleViolation, DecisionClosed, MalformedInput) as refusal:
        return refusal


def _differences(number: int, recorded: tuple[Event, ...], expected: tuple[Event, ...] | Refusal) -> list[Difference]:
    if isinstance(expected, Refusal):
        rule_id = expected.rule_id if isinstance(expected, RuleViolation) else None
        return [Difference(number, 0, _show(recorded[:1]), str(expected), rule_id)]
    for index in range(max(len(recorded), len(expected))):
        there, wanted = recorded[index : index + 1], expected[index : index + 1]
        if there != wanted:
            return [Difference(number, index, _show(there), _show(wanted))]
    return []


def _show(events: tuple[Event, ...]) -> str:
    return f"{kind_of(events[0])} {encode(events[0]).decode()}" if events else "no event"
