from typing import Any

import pytest

from rules_engine.marvel import criticals
from rules_engine.marvel.rulings import Rulings
from tests.support.marvel import examples
from tests.support.marvel_attacks import check

EVERY_DIE = Rulings()
FIRST_TWO = Rulings(overload_die_counts_for_critical=False)


@pytest.mark.parametrize("example", examples("criticals"))
def test_marvel_crit_02_worked_criticals(example: dict[str, Any]) -> None:
    check(example)


@pytest.mark.parametrize(
    ("faces", "rulings", "critical"),
    [
        ((6, 6), EVERY_DIE, True),
        ((6, 5), EVERY_DIE, False),
        ((2, 5, 5), EVERY_DIE, True),
        ((5, 5, 5), EVERY_DIE, True),
        ((2, 5, 5), FIRST_TWO, False),
        ((5, 5, 2), FIRST_TWO, True),
    ],
)
def test_marvel_crit_01_two_or_more_equal_dice(faces: tuple[int, ...], rulings: Rulings, critical: bool) -> None:
    assert criticals.is_critical(faces, rulings) is critical


@pytest.mark.parametrize(
    ("faces", "rulings", "double"),
    [
        ((8, 8), EVERY_DIE, True),
        ((7, 7), EVERY_DIE, False),
        ((8, 1, 8), EVERY_DIE, True),
        ((8, 1, 8), FIRST_TWO, False),
    ],
)
def test_marvel_ruling_44_any_two_eights_that_count(faces: tuple[int, ...], rulings: Rulings, double: bool) -> None:
    assert criticals.shows_double_eight(faces, rulings) is double
