from typing import Annotated

from msgspec import Meta

from rules_engine.kernel.messages import Record
from rules_engine.kernel.typed_text import LONGEST, Typed, longest_of, typed_texts, with_texts

Short = Annotated[str, Meta(extra={LONGEST: 3})]


class Note(Record, frozen=True, kw_only=True):
    id: str
    said: Short
    replies: tuple["Note", ...] = ()


class Case(Record, frozen=True, kw_only=True):
    id: str
    reasons: tuple[Typed, ...] = ()
    pairs: tuple[tuple[int, Note], ...] = ()
    why: Typed | None = None
    named: Annotated[str, Meta(min_length=1)] = "x"


CASE = Case(
    id="a",
    reasons=("because", " "),
    pairs=((1, Note(id="b", said="no", replies=(Note(id="c", said="yes"),))),),
    why="why",
)


def test_typed_texts_are_found_however_deep_and_blank_ones_left_out() -> None:
    assert typed_texts(CASE) == (("because", 500), ("no", 3), ("yes", 3), ("why", 500))
    assert typed_texts(Case(id="a")) == ()


def test_only_marked_fields_are_changed() -> None:
    assert with_texts(CASE, lambda text, longest: f"{text}/{longest}") == Case(
        id="a",
        reasons=("because/500", " /500"),
        pairs=((1, Note(id="b", said="no/3", replies=(Note(id="c", said="yes/3"),))),),
        why="why/500",
    )


def test_a_record_in_which_nothing_changes_is_the_same_one() -> None:
    assert with_texts(CASE, lambda text, _: text) is CASE


class Plain(Record, frozen=True, kw_only=True):
    id: str
    inner: "tuple[Plain, ...] | None" = ()


class Holder(Record, frozen=True, kw_only=True):
    plain: Plain
    notes: tuple[tuple[int, Note | Plain], ...] = ()


def test_texts_are_found_beside_records_that_have_none() -> None:
    plain = Plain(id="p", inner=(Plain(id="q"),))
    assert typed_texts(plain) == ()
    assert typed_texts(Holder(plain=plain, notes=((1, plain), (2, Note(id="n", said="yes"))))) == (("yes", 3),)


def test_a_type_without_typed_texts_has_no_length() -> None:
    assert [longest_of(kind) for kind in (str, int | None, tuple[Typed, ...], Short)] == [0, 0, 500, 3]
