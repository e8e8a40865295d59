"""Criticals (MARVEL-CRIT): equal dice on a successful hit roll, and what the attacker makes of them."""

from collections import Counter
from collections.abc import Sequence
from typing import Final

from rules_engine.kernel.dice import Face
from rules_engine.marvel.rulings import Rulings

HIT_DICE: Final = 2  # MARVEL-ATK-08; dice after these are of an overload
EIGHT: Final = 8


def is_critical(faces: Sequence[Face], rulings: Rulings) -> bool:
    """Whether two or more dice of a hit roll are equal; three equal ones are one critical all the same.

    Rules: MARVEL-CRIT-01, MARVEL-RULING-25. faces: natural faces after re-rolls, those of an overload last.
    """
    return max(Counter(counting(faces, rulings)).values()) > 1


def shows_double_eight(faces: Sequence[Face], rulings: Rulings) -> bool:
    """Whether two dice that count show an 8 (MARVEL-ABILITY-ASSASSIN, MARVEL-RULING-44)."""
    return list(counting(faces, rulings)).count(EIGHT) > 1


def counting(faces: Sequence[Face], rulings: Rulings) -> Sequence[Face]:
    """The faces that count for a critical: an overload die does by default (MARVEL-RULING-25)."""
    return faces if rulings.overload_die_counts_for_critical else faces[:HIT_DICE]
