"""Matches at a real table, typed in as text: what a game has to say about the lines."""

from collections.abc import Callable
from typing import Any, Protocol, TypeAlias

from msgspec import Struct

from rules_engine.kernel.messages import Command

Builder: TypeAlias = Callable[[Any], Command]
"""Builds a command from the state in which it is given. Raises MalformedInput for what is not there."""


class LogHead(Protocol):
    """The head of a log, read line by line."""

    def read(self, text: str) -> None:
        """Take in a line. Raises MalformedInput when it is none of a head."""
        ...

    def setup(self, catalog: Any) -> Struct:  # each game has its own catalog and setup records
        """The setup that the head describes. Raises MalformedInput, RuleViolation."""
        ...


class TableLog(Protocol):
    """How one game's matches are typed in."""

    def head(self, variant: str) -> LogHead:
        """An empty head for a match of a variant."""
        ...

    def in_scenario(self, setup: Any, scenario: Any) -> Struct:  # the game's own records
        """The setup of a head, played in a scenario at a real table. Raises MalformedInput, RuleViolation."""
        ...

    def read_line(self, text: str) -> tuple[Builder, ...]:
        """The commands that a line of play asks for. Raises MalformedInput when it reads like none."""
        ...
