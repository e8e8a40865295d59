"""Counts of legal commands from known states pin the rules of Marvel."""

from collections.abc import Mapping
from typing import Any

import pytest

from rules_engine import registry
from rules_engine.marvel.state import MatchState
from tests.support.counts import legal_counts, rows
from tests.support.marvel import in_action, make_setup, piece
from tests.support.marvel_steps import before


def state_of(row: Mapping[str, Any]) -> MatchState:
    """The state of a row; ``at``: where characters stand, in inches, with a bench in the middle of the table."""
    if "at" not in row:
        return before(row)
    bench = piece("bench", "T1", 2, 0, 2, outline=((1300, 1000), (1500, 1000), (1500, 1100), (1300, 1100)))
    places: Any = {name: tuple(place.split()) for name, place in row["at"].items()}
    return in_action(make_setup(board="tracked", scenery=(bench,)), places=places)


@pytest.mark.parametrize("row", rows("marvel"), ids=lambda row: row["id"])
def test_as_many_commands_are_legal_as_were_counted(row: Mapping[str, Any]) -> None:
    assert legal_counts(registry.newest("marvel"), state_of(row), len(row["counts"])) == row["counts"]
