"""What the engine does with each rule and ruling of docs/rules/sru.md; a guard compares this with code and tests."""

from typing import Final

from rules_engine.kernel.rulebook import Rulebook

RULEBOOK: Final = Rulebook(
    areas=(
        *("DOMAIN", "DEF", "PASSIVE", "ACTIVE", "ACTION", "IMPOSSIBLE", "SYNERGY", "COMP", "ASSIST", "RUMOR", "RULING"),
    ),
    exceptions={},
)
