"""What people type into a command is marked as typed, so that no word of it gets into a match's events."""

from collections.abc import Iterator
from typing import Annotated, Any, Final

import msgspec.inspect as i
import pytest
from msgspec import Meta, Struct

from rules_engine.kernel.messages import Id
from rules_engine.kernel.typed_text import LONGEST, Typed
from rules_engine.registry import ruleset, rulesets
from tests.support.sources import GAMES

RULESETS = [ruleset(*name) for name in rulesets() if name[0] in GAMES]
TABLES: Final = "a table or domain of the league's profile, data that an organizer keeps, as a catalog is"
ALLOWED: Final = {
    "seat": "a seat of the match: nobody can speak for another one",
    **dict.fromkeys(
        ("Profile.id", "ModifierRow.id", "ModifierRow.label", "DurationRow.id", "DurationRow.label"), TABLES
    ),
    **dict.fromkeys(("IndexRow.id", "IndexRow.label", "GambleRow.id", "GambleRow.label"), TABLES),
    **dict.fromkeys(("ResistanceOption.id", "ResistanceOption.label", "Limit.rating", "AssistantKind.id"), TABLES),
    **dict.fromkeys(("AssistantKind.label", "AssistantKind.skill", "Domain.id", "Domain.name"), TABLES),
    **dict.fromkeys(("Domain.protection_skill", "Domain.protection_attribute", "Domain.rumor_themes"), TABLES),
    **dict.fromkeys(("PlaceTemplate.id", "PlaceTemplate.label", "PlaceTemplate.domain"), TABLES),
}
"""Fields that hold words without being marked, and why they may."""


def words(kind: i.Type, path: str, seen: set[Any], *, keyed: bool = False) -> Iterator[str]:
    """Where a command can hold words that nothing marks, or a marked text where `with_texts` does not look.

    keyed: below a mapping.
    """
    match kind:
        case i.Metadata(type=inner, extra=extra):
            if LONGEST not in (extra or {}) or keyed:
                yield from words(inner, path, seen, keyed=keyed)
        case i.StrType(pattern=pattern):
            if pattern is None or keyed:
                yield path
        case i.StructType(cls=cls, fields=fields) if cls not in seen:
            seen.add(cls)
            for field in fields:
                own = "seat" if field.name == "seat" else f"{cls.__name__}.{field.name}"
                yield from words(field.type, own, seen, keyed=keyed)
        case i.UnionType(types=types) | i.TupleType(item_types=types):
            for each in types:
                yield from words(each, path, seen, keyed=keyed)
        case i.VarTupleType(item_type=item):
            yield from words(item, path, seen, keyed=keyed)
        case i.DictType(key_type=key, value_type=value):
            yield from words(key, path, seen, keyed=True)
            yield from words(value, path, seen, keyed=True)


def found(types: Any) -> set[str]:
    seen: set[Any] = set()
    return {path for type_ in types for path in words(i.type_info(type_), "", seen)}


@pytest.mark.parametrize("game", RULESETS, ids=lambda game: f"{game.key}-{game.variant}")
def test_every_text_of_a_command_is_an_id_or_marked_as_typed(game: Any) -> None:
    assert found(game.codec.command_types.values()) - set(ALLOWED) == set()


def test_every_exception_is_needed() -> None:
    every = [type_ for game in RULESETS for type_ in game.codec.command_types.values()]
    assert found(every) == set(ALLOWED)


def test_words_are_found_wherever_they_hide() -> None:
    class Inner(Struct):
        plain: tuple[tuple[int, str], ...]
        marked: Typed
        table: dict[Id, int]

    class Outer(Struct):
        inner: Inner | None
        id: Id
        short: Annotated[str, Meta(max_length=3)]
        listed: dict[int, Typed]

    assert found([Outer]) == {"Inner.plain", "Inner.table", "Outer.short", "Outer.listed"}
