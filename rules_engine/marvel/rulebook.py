"""What the engine does with each rule and ruling of docs/rules/marvel.md; a guard compares this with code and tests."""

from typing import Final

from rules_engine.kernel.rulebook import Rulebook

RULEBOOK: Final = Rulebook(
    areas=(
        *("TEST", "TURN", "MOVE", "JUMP", "ATK", "MELEE", "RANGED", "WAVE", "BREATH", "OVL", "CRIT", "LOSS", "KO"),
        *("REC", "DOWN", "GRAB", "THROW", "LEAP", "FALL", "SCEN", "SPECIAL", "ABILITY", "RULING"),
    ),
    exceptions={},
)
