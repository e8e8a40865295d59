"""docs/scenarios.md and the shapes of files that it speaks of."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, get_args

from msgspec import Struct
from msgspec.structs import fields

GUIDE: Final = (Path(__file__).parents[2] / "docs" / "scenarios.md").read_text(encoding="utf-8")


def unnamed_fields(guide: str, kind: type[Struct]) -> list[str]:
    """Fields of a file's shape, or of a shape within it, that a guide names nowhere."""
    names = dict.fromkeys(field.name for shape in _shapes(kind, set()) for field in fields(shape))
    return [name for name in names if f"`{name}`" not in guide]


def _shapes(kind: Any, seen: set[type]) -> Iterator[type[Struct]]:
    if isinstance(kind, type) and issubclass(kind, Struct):
        if kind not in seen:
            seen.add(kind)
            yield kind
            for field in fields(kind):
                yield from _shapes(field.type, seen)
    else:
        for part in get_args(kind):
            yield from _shapes(part, seen)
