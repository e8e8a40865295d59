from typing import Any

import pytest

from tests.support.marvel import examples
from tests.support.marvel_board import check


@pytest.mark.parametrize("example", examples("movement"))
def test_marvel_move_03_worked_movements(example: dict[str, Any]) -> None:
    check(example)
