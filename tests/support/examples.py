"""Worked examples as data: the rows of an ``examples/<file>.toml``."""

import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Row = dict[str, Any]


def rows(folder: Path, file: str) -> list[Row]:
    """All rows of a file."""
    table: list[Row] = tomllib.loads((folder / f"{file}.toml").read_text(encoding="utf-8"))["example"]
    return table


def by_id(folder: Path, file: str) -> dict[str, Row]:
    """All rows of a file by their ids."""
    return {row["id"]: row for row in rows(folder, file)}


def cases(folder: Path, file: str, chosen: Callable[[Row], bool] = bool) -> list[Any]:
    """The rows of a file that are chosen, all if left out, as parameters of a test; their ids are the pytest ids."""
    found = [pytest.param(row, id=row["id"]) for row in rows(folder, file) if chosen(row)]
    assert found, f"{file}.toml has no such example"
    return found
