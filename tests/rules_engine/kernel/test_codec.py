"""Records to canonical JSON and back; old bodies are upcast."""

from typing import ClassVar

import msgspec
import pytest

from rules_engine.kernel.codec import Codec, Plain, encode, encode_text, kind_of
from rules_engine.kernel.errors import CorruptHistory, MalformedInput, UnknownEventType
from rules_engine.kernel.messages import Command, Event, Record


class Opening(Record, frozen=True, kw_only=True, forbid_unknown_fields=True):
    stones: int


class Take(Command, frozen=True, kw_only=True):
    """Schema 1 had no ``hand``; schema 2 called it ``side``."""

    schema: ClassVar[int] = 3
    stones: int
    hand: str


class Pass(Command, frozen=True, kw_only=True):
    pass


class Taken(Event, frozen=True, kw_only=True, tag="test.taken"):
    """Schema 1 counted pairs; schema 2 counts stones."""

    schema: ClassVar[int] = 2
    stones: int


class Renamed(Event, frozen=True, kw_only=True, tag="test.renamed"):
    """Schema 2, but nobody wrote the upcast."""

    schema: ClassVar[int] = 2
    name: str


def add_hand(body: Plain) -> Plain:
    return {**body, "side": "left"}


def rename_side(body: Plain) -> Plain:
    return {**{name: value for name, value in body.items() if name != "side"}, "hand": body["side"]}


def pairs_to_stones(body: Plain) -> Plain:
    return {"kind": body["kind"], "stones": 2 * body["pairs"]}


CODEC = Codec(
    setup=Opening,
    commands=(Take, Pass),
    events=(Taken, Renamed),
    upcasts={("take", 1): add_hand, ("take", 2): rename_side, ("test.taken", 1): pairs_to_stones},
)
RECORDED_EVENT_1 = b'{"kind":"test.taken","pairs":3}'
RECORDED_COMMAND_1 = b'{"decision":"take:A","kind":"take","seat":"A","stones":2}'
RECORDED_COMMAND_2 = b'{"decision":"take:A","kind":"take","seat":"A","side":"right","stones":2}'


def test_json_is_canonical() -> None:
    command = Take(seat="Ä", decision="take:A", stones=2, hand="left")
    assert encode(command) == (
        '{"decision":"take:A","hand":"left","kind":"take","seat":"Ä","stones":2}'.encode()  # sorted, no spaces, UTF-8
    )


def test_a_record_and_its_type_have_the_same_kind() -> None:
    assert (kind_of(Taken(stones=1)), kind_of(Taken), kind_of(Take)) == ("test.taken", "test.taken", "take")


def test_an_event_comes_back() -> None:
    event = Taken(stones=4)
    assert CODEC.decode_event("test.taken", 2, encode(event)) == event


def test_an_old_event_is_upcast() -> None:
    assert CODEC.decode_event("test.taken", 1, RECORDED_EVENT_1) == Taken(stones=6)


@pytest.mark.parametrize(("kind", "schema"), [("test.burnt", 1), ("test.taken", 0), ("test.taken", 3)])
def test_an_event_that_never_was_is_refused(kind: str, schema: int) -> None:
    with pytest.raises(UnknownEventType, match=f"no event {kind} with schema {schema}"):
        CODEC.decode_event(kind, schema, RECORDED_EVENT_1)


def test_a_missing_upcast_is_told() -> None:
    with pytest.raises(UnknownEventType, match=r"No upcast leads from schema 1 of test\.renamed"):
        CODEC.decode_event("test.renamed", 1, b'{"kind":"test.renamed"}')


@pytest.mark.parametrize(
    ("schema", "body"),
    [
        (2, b'{"kind":"test.taken","stones":"many"}'),
        (2, b'{"kind":"test.taken"'),
        (1, b'{"kind":"test.taken","pairs":1.5}'),
        (1, b"not json"),
    ],
)
def test_an_event_that_does_not_fit_its_schema_is_corrupt(schema: int, body: bytes) -> None:
    with pytest.raises(CorruptHistory, match=rf"test\.taken does not fit its schema {schema}"):
        CODEC.decode_event("test.taken", schema, body)


@pytest.mark.parametrize("command", [Take(seat="A", stones=1, hand="left"), Pass(seat="B", decision="take:B")])
def test_a_command_comes_back(command: Command) -> None:
    assert CODEC.decode_command(encode(command)) == command


@pytest.mark.parametrize(
    ("body", "told"),
    [
        (b'{"kind":"take","seat":"A","stones":"x","hand":"left"}', r"\$\.stones"),
        (b'{"kind":"take","seat":"A","stones":1,"hand":"left","extra":1}', "extra"),
        (b'{"kind":"burn","seat":"A"}', "burn"),
        (b'{"seat":"A"}', "kind"),
        (b"not json", "JSON"),
    ],
)
def test_what_is_no_command_is_malformed(body: bytes, told: str) -> None:
    with pytest.raises(MalformedInput, match=told):
        CODEC.decode_command(body)


@pytest.mark.parametrize(
    ("schema", "body", "hand"),
    [
        (1, RECORDED_COMMAND_1, "left"),
        (2, RECORDED_COMMAND_2, "right"),
        (3, encode(Take(seat="A", decision="take:A", stones=2, hand="both")), "both"),
    ],
)
def test_an_old_command_is_upcast_step_by_step(schema: int, body: bytes, hand: str) -> None:
    expected = Take(seat="A", decision="take:A", stones=2, hand=hand)
    assert CODEC.decode_recorded_command("take", schema, body) == expected


@pytest.mark.parametrize(("kind", "schema"), [("burn", 1), ("take", 0), ("take", 4)])
def test_a_command_that_never_was_is_refused(kind: str, schema: int) -> None:
    with pytest.raises(UnknownEventType, match=f"no command {kind} with schema {schema}"):
        CODEC.decode_recorded_command(kind, schema, RECORDED_COMMAND_1)


@pytest.mark.parametrize("body", [b'{"kind":"take","seat":"A","hand":"left"}', b"not json"])
def test_a_recorded_command_that_does_not_fit_is_corrupt(body: bytes) -> None:
    with pytest.raises(CorruptHistory, match="command take does not fit its schema 3"):
        CODEC.decode_recorded_command("take", 3, body)


def test_a_setup_comes_back() -> None:
    assert CODEC.decode_setup(encode(Opening(stones=9))) == Opening(stones=9)


@pytest.mark.parametrize("body", [b'{"stones":"many"}', b'{"stones":9,"extra":1}', b"not json"])
def test_what_is_no_setup_is_malformed(body: bytes) -> None:
    with pytest.raises(MalformedInput, match="Not a setup of this game"):
        CODEC.decode_setup(body)


@pytest.mark.parametrize("text", ["", 'a "quote"', "a \\ and\na line", "Maëlle"])
def test_a_text_stands_between_the_quotes_of_a_json_string(text: str) -> None:
    assert b'"' + encode_text(text) + b'"' == msgspec.json.encode(text)
