from typing import Any

import pytest

from rules_engine.duels.rulings import Variant
from rules_engine.duels.scenarios import read_scenario
from rules_engine.kernel.plain_data import FileRejected

SMALL: dict[str, Any] = {
    "id": "small",
    "ruleset": "duels",
    "title": {"en": "Small"},
    "description": {"en": "Two teams, an empty table."},
    "army_points": 3,
    "teams": [{"id": "A"}, {"id": "B"}],
}


def problems(plain: Any, variant: Variant = "advanced") -> list[str]:
    with pytest.raises(FileRejected) as refused:
        read_scenario(plain, "small.yaml", variant)
    lines = str(refused.value).splitlines()
    assert all(line.startswith("small.yaml: ") for line in lines)
    return [line.removeprefix("small.yaml: ") for line in lines]


def test_a_field_that_no_scenario_has_is_named() -> None:
    assert problems(SMALL | {"weather": "rain", "army_points": 0}) == [
        "weather: is no field of this entry",
        "army_points: must be 1–1000000",
    ]
