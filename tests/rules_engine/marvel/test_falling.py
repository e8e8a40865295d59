from typing import Any

import pytest
from msgspec import convert

from rules_engine.kernel.units import inches
from rules_engine.marvel import falling
from rules_engine.marvel.rulings import Rulings
from tests.support.marvel import examples
from tests.support.marvel_board import check


@pytest.mark.parametrize("example", examples("falling"))
def test_marvel_fall_01_worked_falls(example: dict[str, Any]) -> None:
    if "heights" in example:
        rulings = convert(example.get("rulings", {}), Rulings)
        found = [falling.damage_of(inches(height), rulings) for height in example["heights"]]
        assert found == example["damage"]
    else:
        check(example)
