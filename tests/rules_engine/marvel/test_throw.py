from typing import Any

import pytest

from tests.support.marvel import examples
from tests.support.marvel_board import check


@pytest.mark.parametrize("example", examples("throw"))
def test_marvel_throw_01_worked_throws(example: dict[str, Any]) -> None:
    check(example)
