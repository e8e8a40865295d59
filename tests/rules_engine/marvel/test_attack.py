from typing import Any

import pytest

from tests.support.marvel import examples
from tests.support.marvel_attacks import check


@pytest.mark.parametrize("example", examples("attack"))
def test_marvel_atk_01_worked_attacks(example: dict[str, Any]) -> None:
    check(example)
