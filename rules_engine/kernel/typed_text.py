"""Texts that people type, marked as such in the records that hold them.

To the rules a typed text is opaque: equal texts are equal, and a blank one is none. So whoever keeps the words
elsewhere can put references in their place before a command is decided.
"""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Annotated, Any, Final, TypeAlias, TypeVar, get_args

from msgspec import Meta, Struct, structs

LONGEST: Final = "longest_typed_text"  # marks a field; its value: how many characters the words may have
Typed: TypeAlias = Annotated[str, Meta(description="a text", extra={LONGEST: 500})]

R = TypeVar("R", bound=Struct)
Change: TypeAlias = Callable[[str, int], str]


def with_texts(record: R, change: Change) -> R:
    """The record with each typed text in it, however deep, as ``change`` gives it; the same one if none differs.

    change: takes a text and how many characters it may have. Fields hold typed texts alone or in tuples.
    """
    changed: R = _changed(record, change, 0)
    return changed


def typed_texts(record: Struct) -> tuple[tuple[str, int], ...]:
    """The typed texts of a record that are not blank, in order, each with how many characters it may have."""
    found: list[tuple[str, int]] = []

    def note(text: str, longest: int) -> str:
        found.append((text, longest))
        return text

    with_texts(record, note)
    return tuple((text, longest) for text, longest in found if text.strip())


def longest_of(kind: Any) -> int:  # a field's type, of any shape
    """How many characters the typed texts of a field's type may have; 0: it holds none, but perhaps in records."""
    metas = (meta.extra or {} for meta in getattr(kind, "__metadata__", ()) if isinstance(meta, Meta))
    own = next((int(extra[LONGEST]) for extra in metas if LONGEST in extra), 0)
    return own or max(map(longest_of, get_args(kind)), default=0)


@cache
def _may_hold(kind: type[Struct]) -> bool:
    """Whether a typed text can stand anywhere in records of a type; most have none and need no look."""
    kinds: list[Any] = [kind]
    for each in kinds:  # grows as fields are found
        if longest_of(each):
            return True
        within = [field.type for field in structs.fields(each)] if _is_record(each) else get_args(each)
        kinds += (inner for inner in within if not (_is_record(inner) and inner in kinds))
    return False


def _is_record(kind: Any) -> bool:  # a field's type, of any shape
    return isinstance(kind, type) and issubclass(kind, Struct)


@cache
def _marked(kind: type[Struct]) -> Mapping[str, int]:
    return {field.name: longest_of(field.type) for field in structs.fields(kind)}


def _changed(value: Any, change: Change, longest: int) -> Any:  # whatever a field of a record holds
    match value:
        case str():
            return change(value, longest) if longest else value
        case tuple():
            parts = [_changed(part, change, longest) for part in value]
            return tuple(parts) if any(map(_differ, parts, value)) else value
        case Struct() if _may_hold(type(value)):
            marked, held = _marked(type(value)), structs.asdict(value)
            fields = {name: _changed(part, change, marked[name]) for name, part in held.items()}
            changed = {name: part for name, part in fields.items() if part is not held[name]}
            return structs.replace(value, **changed) if changed else value
        case _:
            return value


def _differ(one: object, other: object) -> bool:
    return one is not other
