from typing import Any

import pytest

from tests.support.duels import examples
from tests.support.scenes import Scene


@pytest.mark.parametrize("row", examples("elevation"))
def test_duels_elev_01_worked_climbs_and_jumps(row: dict[str, Any]) -> None:
    Scene(row).run(row)
