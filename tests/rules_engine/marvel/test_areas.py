from typing import Any

import pytest

from tests.support.marvel import examples
from tests.support.marvel_attacks import check


@pytest.mark.parametrize("example", examples("areas"))
def test_marvel_wave_01_worked_areas(example: dict[str, Any]) -> None:
    check(example)
