"""The catalogs of invented values that come with the games."""

from functools import cache
from typing import Any

import yaml

from tests.support.sources import ROOT


@cache
def plain_sample(game: str) -> Any:
    """The plain data of a game's sample catalog."""
    return yaml.safe_load((ROOT / "catalogs" / f"{game}-sample.yaml").read_text(encoding="utf-8"))
