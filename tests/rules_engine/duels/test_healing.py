from typing import Any

import pytest

from tests.support.duels import examples
from tests.support.scenes import Scene


@pytest.mark.parametrize("row", examples("healing"))
def test_duels_heal_01_worked_heals(row: dict[str, Any]) -> None:
    Scene(row).run(row)
