"""Counts of legal commands from known states pin the rules of Duels."""

from collections.abc import Mapping
from typing import Any

import pytest

from rules_engine import registry
from tests.support.counts import legal_counts, rows
from tests.support.scenes import scene


@pytest.mark.parametrize("row", rows("duels"), ids=lambda row: row["id"])
def test_as_many_commands_are_legal_as_were_counted(row: Mapping[str, Any]) -> None:
    ruleset = registry.ruleset("duels", 1, row.get("variant", "advanced"))
    assert legal_counts(ruleset, scene(row), len(row["counts"])) == row["counts"]
