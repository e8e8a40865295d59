from typing import Any

import pytest

from tests.support.duels import examples
from tests.support.scenes import Scene


@pytest.mark.parametrize("row", examples("movement"))
def test_duels_move_01_worked_moves(row: dict[str, Any]) -> None:
    Scene(row).run(row)
