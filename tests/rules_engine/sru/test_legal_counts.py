"""Counts of legal commands from known states pin the rules of SRU."""

from collections.abc import Mapping
from typing import Any

import pytest
from msgspec.structs import replace

from rules_engine.kernel.dice import SeededDice
from rules_engine.sru.catalog import Roster
from rules_engine.sru.decide import decide
from rules_engine.sru.legal import awaiting, legal_commands
from rules_engine.sru.state import SessionState
from tests.rules_engine.sru.test_catalog import CATALOG
from tests.rules_engine.sru.test_options import table
from tests.rules_engine.sru.test_scenarios import RULESET, scenario
from tests.support.counts import legal_counts, rows
from tests.support.sru import fold, opened


def state_of(row: Mapping[str, Any]) -> SessionState:
    """The state that a row describes; rumors do not fade in it."""
    if "table" in row:
        state = table(scene=row["table"])
    else:
        roster = Roster(characters=tuple(row["roster"]))
        made = RULESET.league_setup([("alice", roster)], CATALOG, scenario(row["scenario"]))
        state = opened(replace(made, rulings=replace(made.rulings, rumors_fade_mode="off")))
    for kind in row["after"]:
        state = after(state, kind)
    return state


def after(state: SessionState, kind: str) -> SessionState:
    """The state after the first listed command of a kind."""
    listed = (command for decision in awaiting(state) for command in legal_commands(state, decision).commands)
    command = next(command for command in listed if type(command).__name__ == kind)
    return fold(state, decide(state, command, SeededDice(1)))  # type: ignore[arg-type]


@pytest.mark.parametrize("row", rows("sru"), ids=lambda row: row["id"])
def test_as_many_commands_are_legal_as_were_counted(row: Mapping[str, Any]) -> None:
    assert legal_counts(RULESET, state_of(row), len(row["counts"])) == row["counts"]
