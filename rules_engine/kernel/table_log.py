"""Matches at a real table, typed in as text: what a game has to say about the lines."""

from collections.abc import Callable, Iterable, Sequence
from difflib import get_close_matches
from typing import Any, Protocol, TypeAlias

from msgspec import Struct

from rules_engine.kernel.errors import MalformedInput
from rules_engine.kernel.messages import Command, Decision

Builder: TypeAlias = Callable[[Any], Command]
"""Builds a command from the state in which it is given. Raises MalformedInput for what is not there."""


def check_known(written: str, what: str, slugs: Iterable[str]) -> None:
    """Raises MalformedInput when what is written is none of a catalog's slugs, with the one that is most like it."""
    known = tuple(slugs)
    if written not in known:
        near = get_close_matches(written, known, n=1)
        hint = f" (do you mean {near[0]}?)" if near else ""
        raise MalformedInput(f"There is no {what} {written!r} in the catalog{hint}.")


class LogHead(Protocol):
    """The head of a log, read line by line."""

    def read(self, text: str) -> None:
        """Take in a line. Raises MalformedInput when it is none of a head."""
        ...

    def setup(self) -> Struct:  # each game has its own setup record
        """The setup that the head describes. Raises MalformedInput, RuleViolation."""
        ...


class TableLog(Protocol):
    """How one game's matches are typed in."""

    def head(self, variant: str, catalog: Any) -> LogHead:  # each game has its own catalog record
        """An empty head for a match of a variant, with what a catalog has."""
        ...

    def in_scenario(self, setup: Any, scenario: Any) -> Struct:  # the game's own records
        """The setup of a head, played in a scenario at a real table. Raises MalformedInput, RuleViolation."""
        ...

    def read_line(self, text: str) -> tuple[Builder, ...]:
        """The commands that a line of play asks for. Raises MalformedInput when it reads like none."""
        ...

    def expected(self, decisions: Sequence[Decision]) -> str:
        """The open decisions in words, each with the line that answers it."""
        ...
