from typing import Annotated, Any, Literal

import pytest
from msgspec import Meta, Struct

from rules_engine.kernel.plain_data import Fault, FileProblem, FileRejected, Inches, read, read_entries, read_inches


class Part(Struct, frozen=True, kw_only=True):
    length: Annotated[Inches, Meta(description="inches")]
    number: Annotated[int, Meta(ge=0, le=9, description="0–9")] = 0


class Whole(Struct, frozen=True, kw_only=True):
    parts: Annotated[tuple[Part, ...], Meta(min_length=1, description="a list of parts")]
    plain: tuple[int, ...] = ()
    best: Part | None = None
    size: Literal["small", "big"] = "small"


def test_a_record_that_may_be_missing_is_read_or_none() -> None:
    plain = {"parts": [{"length": 1}], "best": {"length": 2}}
    assert read(plain, Whole)[0].best == Part(length=Inches(200))
    assert read(plain | {"best": None}, Whole)[0].best is None


def test_a_tuple_is_a_list_too_for_records_made_plain_hold_them() -> None:
    whole = Whole(parts=(Part(length=Inches(472)),), plain=(1, 2))
    assert read({"parts": ({"length": "4.72"},), "plain": (1, 2)}, Whole) == (whole, ())


def test_a_record_is_read_with_its_defaults_and_exact_lengths() -> None:
    plain = {"parts": [{"length": 4.72}, {"length": "0.5", "number": 3}, {"length": 5}], "plain": [1, 2]}
    parts = (Part(length=Inches(472)), Part(length=Inches(50), number=3), Part(length=Inches(500)))
    assert read(plain, Whole) == (Whole(parts=parts, plain=(1, 2)), ())


@pytest.mark.parametrize(
    ("plain", "faults"),
    [
        (7, [("", "must be a mapping of fields")]),
        ({}, [("parts", "is missing")]),
        ({"parts": []}, [("parts", "must be a list of parts")]),
        ({"parts": 3}, [("parts", "must be a list of parts")]),
        ({"parts": [{"length": 1}], "plain": ["x"]}, [("plain[0]", "must be a whole number")]),
        ({"parts": [{"length": 1}], "plain": 1}, [("plain", "must be a list")]),
        ({"parts": [{"length": 1}], "best": {"length": "x"}}, [("best.length", "must be inches")]),
        ({"parts": [{"length": 1}], "best": 3}, [("best", "must be a mapping of fields")]),
        ({"parts": [{"length": 1}], "size": "tiny"}, [("size", "must be small, big")]),
        (
            {"parts": [{"length": "1.234", "number": 10}, {"size": 1}, "x"]},
            [
                ("parts[0].length", "must be inches"),
                ("parts[0].number", "must be 0–9"),
                ("parts[1].size", "is no field of this entry"),
                ("parts[1].length", "is missing"),
                ("parts[2]", "must be a mapping of fields"),
            ],
        ),
    ],
)
def test_every_fault_is_found_at_once(plain: Any, faults: list[tuple[str, str]]) -> None:
    assert read(plain, Whole) == (None, tuple(Fault(path, message) for path, message in faults))


@pytest.mark.parametrize("plain", [True, -1, -0.5, "about 3", 0.125, None, [1]])
def test_what_is_no_length_is_refused(plain: Any) -> None:
    with pytest.raises((TypeError, ValueError)):
        read_inches(plain)


def test_a_rejected_file_lists_its_problems_line_by_line() -> None:
    problems = (
        FileProblem("a.yaml", "gear[1] 'axe'", "points", "must be 0–12"),
        FileProblem("a.yaml", "", "", "is empty"),
    )
    error = FileRejected(problems)
    assert str(error) == "a.yaml: gear[1] 'axe': points: must be 0–12\na.yaml: is empty"
    assert error.problems == problems


def test_entries_are_read_with_their_labels() -> None:
    plain = {"parts": [{"length": 1, "number": 3}, {"length": 2}]}
    assert read_entries(plain, "parts", Part, "x.yaml", key="number") == (
        [("parts[0] 3", Part(length=Inches(100), number=3)), ("parts[1]", Part(length=Inches(200)))],
        [],
    )
    assert read_entries({}, "parts", Part, "x.yaml", key="number") == ([], [])


class Named(Struct, frozen=True, kw_only=True):
    slug: str
    size: int


def test_a_name_that_is_used_twice_is_told_beside_every_other_problem() -> None:
    plain = {
        "things": [{"slug": "a"}, {"slug": "a", "size": "x"}, {"slug": "b", "size": 7}, {"slug": "b", "size": 1}, 5]
    }
    entries, problems = read_entries(
        plain, "things", Named, "x.yaml", key="slug", check=lambda each: [Fault("size", "is odd")] * (each.size % 2)
    )
    assert [label for label, _ in entries] == ["things[2] 'b'", "things[3] 'b'"]
    assert list(map(str, problems)) == [
        "x.yaml: things[0] 'a': size: is missing",
        "x.yaml: things[1] 'a': size: must be a whole number",
        "x.yaml: things[1] 'a': slug: is used by an earlier entry",
        "x.yaml: things[2] 'b': size: is odd",
        "x.yaml: things[3] 'b': size: is odd",
        "x.yaml: things[3] 'b': slug: is used by an earlier entry",
        "x.yaml: things[4]: must be a mapping of fields",
    ]
    listed = read_entries({"things": 3}, "things", Named, "x.yaml", key="slug")
    assert list(map(str, listed[1])) == ["x.yaml: things: must be a list of entries"]
