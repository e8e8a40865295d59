"""How many commands are legal, as numbers that pin a ruleset: from a known state, after 0, 1, 2 … more commands.

A changed number is a changed rule, or a changed list of samples; whoever changes it says so in the data. Dice fall the
same every time.
"""

import tomllib
from collections.abc import Mapping, Sequence
from typing import Any

from rules_engine.kernel.dice import SeededDice
from rules_engine.kernel.fold import fold
from rules_engine.kernel.ruleset import Ruleset
from tests.support.sources import ROOT


def rows(game: str) -> list[Mapping[str, Any]]:
    """The known states of a game, each with its counts: ``counts.toml`` beside the game's tests."""
    text = (ROOT / "tests" / "rules_engine" / game / "counts.toml").read_text(encoding="utf-8")
    table: list[Mapping[str, Any]] = tomllib.loads(text)["count"]
    return table


def legal_counts(ruleset: Ruleset[Any], state: Any, depth: int) -> list[int]:
    """The numbers of commands listed for all open decisions: now, and in all states one, two … commands later."""
    counts: list[int] = []
    states: Sequence[Any] = (state,)
    for left in reversed(range(depth)):
        later: list[Any] = []
        number = 0
        for each in states:
            for decision in ruleset.awaiting(each):
                commands = ruleset.legal_commands(each, decision).commands
                number += len(commands)
                if left:
                    later += [fold(ruleset, ruleset.decide(each, command, SeededDice(1)), each) for command in commands]
        counts.append(number)
        states = later
    return counts
