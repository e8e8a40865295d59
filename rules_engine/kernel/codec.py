"""Records ↔ canonical JSON, by kind and schema version; old records are upcast on read, never rewritten."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Generic, TypeAlias, TypeVar

import msgspec

from rules_engine.kernel.errors import CorruptHistory, MalformedInput, UnknownEventType
from rules_engine.kernel.messages import Command, Event, Record

Plain: TypeAlias = dict[str, Any]  # a decoded JSON object before it is given a type
Upcast: TypeAlias = Callable[[Plain], Plain]
Upcasts: TypeAlias = Mapping[tuple[str, int], Upcast]
E = TypeVar("E", bound=Event)
R = TypeVar("R", bound=Command | Event)

_encoder = msgspec.json.Encoder(order="sorted")


def encode(record: msgspec.Struct | Plain) -> bytes:
    """Canonical JSON: keys sorted, no spaces, UTF-8; the same record gives the same bytes everywhere."""
    return _encoder.encode(record)


def encode_text(text: str) -> bytes:
    """A text as it stands between the quotes of a JSON string."""
    return _encoder.encode(text)[1:-1]


def kind_of(record: Record | type[Record]) -> str:
    """The stable word under which a command or an event is stored."""
    return str(record.__struct_config__.tag)


class Stored(Generic[R]):
    """Records of one family as they lie in the ledger: by kind, in the schema that was theirs when they were written.

    family: what they are, for errors. upcasts: (kind, schema) → function from a body of that schema to one of the next,
    on plain dictionaries.
    """

    def __init__(self, family: str, types: Sequence[type[R]], upcasts: Upcasts) -> None:
        self.types = {kind_of(type_): type_ for type_ in types}
        self._decoders = {kind: msgspec.json.Decoder(type_) for kind, type_ in self.types.items()}
        self._family, self._upcasts = family, dict(upcasts)

    def decode(self, kind: str, schema: int, body: bytes) -> R:
        """The record in a stored body, upcast where it is old. Raises UnknownEventType, CorruptHistory."""
        type_ = self.types.get(kind)
        if type_ is None or not 1 <= schema <= type_.schema:
            raise UnknownEventType(f"There is no {self._family} {kind} with schema {schema} here.")
        try:
            if schema == type_.schema:
                return self._decoders[kind].decode(body)
            upcast = self._upcast(kind, schema, type_.schema, msgspec.json.decode(body))
            return self._decoders[kind].decode(msgspec.json.encode(upcast))
        except msgspec.MsgspecError as error:
            raise CorruptHistory(f"The {self._family} {kind} does not fit its schema {schema}: {error}.") from error

    def _upcast(self, kind: str, schema: int, newest: int, body: Plain) -> Plain:
        for step in range(schema, newest):
            upcast = self._upcasts.get((kind, step))
            if upcast is None:
                raise UnknownEventType(f"No upcast leads from schema {step} of {kind} to the next.")
            body = upcast(body)
        return body


class EventCodec(Generic[E]):
    """Events of one family; upcasts: as for `Stored`."""

    def __init__(self, events: Sequence[type[E]], upcasts: Upcasts | None = None) -> None:
        self._events = Stored("event", events, upcasts or {})
        self.event_types = self._events.types

    def decode_event(self, kind: str, schema: int, body: bytes) -> E:
        """The event in a stored body. Raises UnknownEventType, CorruptHistory."""
        return self._events.decode(kind, schema, body)


class Codec(EventCodec[Event]):
    """The commands, events and setup of one game; upcasts: of events and commands."""

    def __init__(
        self,
        *,
        setup: type[msgspec.Struct],
        commands: Sequence[type[Command]],
        events: Sequence[type[Event]],
        upcasts: Upcasts | None = None,
    ) -> None:
        super().__init__(events, upcasts)
        self.setup_type = setup
        self._commands = Stored("command", commands, upcasts or {})
        self.command_types = self._commands.types
        self._sent = msgspec.json.Decoder(_union(commands))

    def decode_command(self, body: bytes) -> Command:
        """The command in JSON that a client sent. Raises MalformedInput, naming the path of the bad field."""
        try:
            command: Command = self._sent.decode(body)
        except msgspec.MsgspecError as error:
            raise MalformedInput(f"Not a command of this game: {error}.") from error
        return command

    def decode_recorded_command(self, kind: str, schema: int, body: bytes) -> Command:
        """The command in a stored body, upcast where it is old. Raises UnknownEventType, CorruptHistory."""
        return self._commands.decode(kind, schema, body)

    def decode_setup(self, body: bytes) -> msgspec.Struct:
        """The setup in JSON. Raises MalformedInput, naming the path of the bad field."""
        try:
            setup: msgspec.Struct = msgspec.json.decode(body, type=self.setup_type)
        except msgspec.MsgspecError as error:
            raise MalformedInput(f"Not a setup of this game: {error}.") from error
        return setup


def _union(types: Sequence[type[Command]]) -> Any:  # a union made at run time has no static type
    union: Any = types[0]
    for type_ in types[1:]:
        union = union | type_
    return union
