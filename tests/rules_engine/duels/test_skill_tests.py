from typing import Any

import pytest

from tests.support.duels import examples
from tests.support.scenes import Scene


@pytest.mark.parametrize("row", examples("skill_tests"))
def test_duels_skill_01_worked_tests(row: dict[str, Any]) -> None:
    Scene(row).run(row)
