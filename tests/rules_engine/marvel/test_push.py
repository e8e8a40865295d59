from typing import Any

import pytest

from tests.support.marvel import examples
from tests.support.marvel_board import check


@pytest.mark.parametrize("example", examples("push"))
def test_marvel_special_push_worked_pushes(example: dict[str, Any]) -> None:
    check(example)
