"""Plain data, as a YAML or JSON file gives it, → records; what is wrong with it is reported all at once.

The shape of a file is declared as `Struct` classes with `Annotated[…, Meta(description="0–99")]` fields; the
description is what the person who wrote the file is told: "must be 0–99".
"""

from collections.abc import Callable, Iterable
from types import NoneType, UnionType
from typing import Annotated, Any, Final, Literal, TypeAlias, get_args, get_origin

import msgspec
from msgspec import Meta, Struct

from rules_engine.kernel.errors import MalformedInput
from rules_engine.kernel.units import Length, inches

Slug: TypeAlias = Annotated[
    str, Meta(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$", description="a slug: small letters, digits, single hyphens")
]
Text: TypeAlias = Annotated[str, Meta(pattern=r"\S", description="a text that is not empty")]


class Inches(int):
    """A length field of a file: inches as people write them (``4.72``, ``"4.72"``, ``5``), read as a `Length`."""


class Fault(Struct, frozen=True):
    """One thing that is wrong inside an entry: where, and what it must be."""

    path: str
    message: str


class FileProblem(Struct, frozen=True):
    """One thing that is wrong with a file: the file, the entry in it, the field in the entry, and what it must be."""

    source: str
    entry: str
    field: str
    message: str

    def __str__(self) -> str:
        return ": ".join(part for part in (self.source, self.entry, self.field, self.message) if part)


class FileRejected(MalformedInput):
    """A file that cannot be read, with every problem found in it."""

    def __init__(self, problems: tuple[FileProblem, ...]) -> None:
        super().__init__("\n".join(str(problem) for problem in problems))
        self.problems = problems


Result: TypeAlias = tuple[Any, tuple[Fault, ...]]  # the record, or None where a fault was found
_SIMPLE: Final[dict[Any, str]] = {int: "a whole number", str: "a text", bool: "true or false", list[Any]: "a list"}
_Kind: TypeAlias = Any  # a type as it is annotated: a class, `tuple[X, ...]`, a union, or one of these in `Annotated`


def read(plain: Any, kind: _Kind, path: str = "") -> Result:
    """Turn plain data into ``kind``: a record class, ``tuple[X, ...]`` or a simple type.

    Returns the value and no faults, or None and every fault below ``path``.
    """
    shape, metas = _peel(kind)
    if plain is not None and (wanted := _wanted_record(shape)):
        return _record(plain, wanted, path)
    if isinstance(shape, type) and issubclass(shape, Struct):
        return _record(plain, shape, path)
    if get_origin(shape) is tuple:
        return _sequence(plain, get_args(shape)[0], metas, path)
    return _leaf(plain, kind, metas, path)


def read_entries(  # plain: of any shape
    plain: dict[Any, Any],
    name: str,
    kind: type[Struct],
    source: str,
    *,
    key: str,
    check: Callable[[Any], Iterable[Fault]] = lambda _: (),
) -> tuple[list[tuple[str, Any]], list[FileProblem]]:
    """The readable entries of a file's list, each with its label (``figures[3] 'silver-max'``), and what is wrong.

    key: the field that an entry is called by, which no other has. check: what is wrong between an entry's fields.
    """
    listed = plain.get(name, [])
    if not isinstance(listed, list):
        return [], [FileProblem(source, name, "", "must be a list of entries")]
    entries, problems, seen = [], [], set[str]()
    for index, raw in enumerate(listed):
        called = raw.get(key) if isinstance(raw, dict) else None
        label = f"{name}[{index}] {called!r}" if called else f"{name}[{index}]"
        entry, faults = read(raw, kind)
        if entry is not None:
            faults = tuple(check(entry))
            entries.append((label, entry))
        if isinstance(called, str):  # also of an entry that cannot be read: all problems are told at once
            faults += (Fault(key, "is used by an earlier entry"),) * (called in seen)
            seen.add(called)
        problems += [FileProblem(source, label, fault.path, fault.message) for fault in faults]
    return entries, problems


def _peel(kind: _Kind) -> tuple[Any, tuple[Meta, ...]]:
    metas: tuple[Meta, ...] = getattr(kind, "__metadata__", ())
    return (get_args(kind)[0] if metas else kind), metas


def _wanted_record(shape: Any) -> type[Struct] | None:
    """The record of ``Record | None``."""
    parts = [part for part in get_args(shape) if part is not NoneType]
    is_one = isinstance(shape, UnionType) and len(parts) == 1 and isinstance(parts[0], type)
    return parts[0] if is_one and issubclass(parts[0], Struct) else None


def _record(plain: Any, shape: type[Struct], path: str) -> Result:
    if not isinstance(plain, dict):
        return None, (Fault(path, "must be a mapping of fields"),)
    fields = {field.encode_name: field for field in msgspec.structs.fields(shape)}
    faults = [Fault(_join(path, str(name)), "is no field of this entry") for name in plain if name not in fields]
    values = {}
    for name, field in fields.items():
        if name in plain:
            values[field.name], found = read(plain[name], field.type, _join(path, name))
            faults += found
        elif field.required:
            faults.append(Fault(_join(path, name), "is missing"))
    return (None if faults else shape(**values)), tuple(faults)


def _sequence(plain: Any, item: _Kind, metas: tuple[Meta, ...], path: str) -> Result:
    _, faults = _leaf(plain, Annotated[(list[Any], *metas)] if metas else list[Any], metas, path)
    if not isinstance(plain, list | tuple):
        return None, faults
    results = [read(entry, item, f"{path}[{index}]") for index, entry in enumerate(plain)]
    faults += tuple(fault for _, found in results for fault in found)
    return (None if faults else tuple(value for value, _ in results)), faults


def _leaf(plain: Any, kind: _Kind, metas: tuple[Meta, ...], path: str) -> Result:
    try:
        return msgspec.convert(plain, kind, dec_hook=_convert), ()
    except msgspec.ValidationError as error:
        described = (meta.description for meta in metas if meta.description)
        choices = get_args(kind) if get_origin(kind) is Literal else ()  # type: ignore[comparison-overlap]  # it may be
        wanted = next(described, ", ".join(map(str, choices)) or _SIMPLE.get(kind, ""))
        return None, (Fault(path, f"must be {wanted}" if wanted else str(error)),)


def _convert(kind: type, plain: Any) -> Inches:
    assert kind is Inches, f"{kind} is no type of a file's field"
    return Inches(read_inches(plain))


def read_inches(plain: Any) -> Length:
    """Inches as a file holds them; a float counts as the decimal number that was written. Raises as `inches` does."""
    return inches(repr(plain) if isinstance(plain, float) else plain)


def _join(path: str, name: str) -> str:
    return f"{path}.{name}" if path else name
