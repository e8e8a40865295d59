"""No float is stored or compared: a log replays to the same bytes on every machine (docs/adr/0003)."""

from collections.abc import Iterator
from typing import Any

import msgspec.inspect
import pytest

from rules_engine.registry import ruleset, rulesets

RULESETS = [ruleset(*name) for name in rulesets()]


def floats(kind: msgspec.inspect.Type, path: str, seen: set[Any]) -> Iterator[str]:
    """Where a float can stand below a type."""
    match kind:
        case msgspec.inspect.FloatType() | msgspec.inspect.AnyType():
            yield path
        case msgspec.inspect.StructType(cls=cls, fields=fields) if cls not in seen:
            seen.add(cls)
            for field in fields:
                yield from floats(field.type, f"{cls.__name__}.{field.name}", seen)
        case msgspec.inspect.UnionType(types=types):
            for each in types:
                yield from floats(each, path, seen)
        case msgspec.inspect.VarTupleType(item_type=item):
            yield from floats(item, path, seen)
        case msgspec.inspect.TupleType(item_types=items):
            for each in items:
                yield from floats(each, path, seen)
        case msgspec.inspect.DictType(key_type=key, value_type=value):
            yield from floats(key, path, seen)
            yield from floats(value, path, seen)


@pytest.mark.parametrize("game", RULESETS, ids=lambda game: f"{game.key}-{game.variant}")
def test_no_record_of_a_game_can_hold_a_float(game: Any) -> None:
    seen: set[Any] = set()
    types = (*game.codec.command_types.values(), *game.codec.event_types.values(), game.codec.setup_type)
    found = [path for type_ in types for path in floats(msgspec.inspect.type_info(type_), "", seen)]
    assert found == []
    assert seen >= set(types)


def test_a_float_is_found_wherever_it_hides() -> None:
    class Inner(msgspec.Struct):
        deep: tuple[tuple[int, float], ...]
        table: dict[str, float | None]

    class Outer(msgspec.Struct):
        inner: tuple[Inner, ...]

    assert list(floats(msgspec.inspect.type_info(Outer), "", set())) == ["Inner.deep", "Inner.table"]
