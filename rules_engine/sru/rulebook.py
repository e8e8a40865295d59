"""What the engine does with each rule and ruling of docs/rules/sru.md; a guard compares this with code and tests."""

from typing import Final

from rules_engine.kernel.rulebook import Rulebook, described

RULEBOOK: Final = Rulebook(
    areas=(
        *("DOMAIN", "DEF", "PASSIVE", "ACTIVE", "ACTION", "IMPOSSIBLE", "SYNERGY", "COMP", "ASSIST", "RUMOR", "RULING"),
    ),
    exceptions={
        "SRU-ASSIST-08": described("how often one action is enough; an activation is a test like any other"),
        "SRU-IMPOSSIBLE-02": described("the numbers of the text's example, which the usual scenario has"),
    },
)
