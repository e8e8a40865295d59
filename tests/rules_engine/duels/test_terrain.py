from typing import Any

import pytest

from tests.support.attacks import check
from tests.support.duels import examples


@pytest.mark.parametrize("example", examples("terrain"))
def test_duels_terr_02_worked_terrain(example: dict[str, Any]) -> None:
    check(example)
