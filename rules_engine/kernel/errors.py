"""What can go wrong in a rules engine, by who can act on it."""

from collections.abc import Mapping
from typing import TypeAlias

from rules_engine.kernel.rule_ids import RuleId

Facts: TypeAlias = Mapping[str, str | int]


class RulesEngineError(Exception):
    """Base of all errors of the rules engine."""


class MalformedInput(RulesEngineError):
    """Not a command, setup or catalog at all: the client's author can act."""


class RuleViolation(RulesEngineError):
    """A rule forbids what was asked: the player can act. Nothing has changed.

    ``rule_id`` names the rule; ``facts`` fill the sentence that the player reads.
    """

    def __init__(self, rule_id: RuleId, **facts: str | int) -> None:
        super().__init__(rule_id, facts)
        self.rule_id = rule_id
        self.facts: Facts = facts

    def __str__(self) -> str:
        told = ", ".join(f"{name}={value}" for name, value in self.facts.items())
        return f"{self.rule_id} ({told})" if told else str(self.rule_id)


class CorruptHistory(RulesEngineError):
    """Recorded events that no match can have produced: we can act."""


class UnknownEventType(CorruptHistory):
    """An event or command kind, or a schema version of it, that this ruleset never had."""


class DecisionClosed(RulesEngineError):
    """The decision that a command answers is not open (any more), or it is another seat's: read again, choose again."""
