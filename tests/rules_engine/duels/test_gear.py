from typing import Any

import pytest

from tests.support.duels import examples
from tests.support.scenes import Scene


@pytest.mark.parametrize("row", examples("gear"))
def test_duels_gear_01_worked_gear_actions(row: dict[str, Any]) -> None:
    Scene(row).run(row)
