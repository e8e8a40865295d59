"""What a match's log holds of a text that somebody typed, and how the words come back for people to read."""

import re
from collections.abc import Iterable, Mapping
from typing import Final

from ledger.events import TextRef
from rules_engine.kernel.codec import encode_text

FORGOTTEN: Final = "(forgotten)"  # what is read where a text was erased
_SHAPE: Final = r"text:([0-9a-f-]{36}):[0-9a-f]{64}"
_ALONE: Final = re.compile(_SHAPE)
_WITHIN: Final = re.compile(_SHAPE.encode())


def reference(ref: TextRef) -> str:
    """What stands for a text in a command or an event: its id and salted hash."""
    return f"text:{ref.id}:{ref.hash}"


def is_reference(text: str) -> bool:
    """Whether a text looks like a reference; nobody types such a one."""
    return _ALONE.fullmatch(text) is not None


def mentioned(bodies: Iterable[bytes]) -> set[str]:
    """The ids of the texts to which bodies in JSON refer."""
    return {found.decode() for body in bodies for found in _WITHIN.findall(body)}


def in_words(body: bytes, words: Mapping[str, str]) -> bytes:
    """A body in JSON with its references replaced; words: by id, those that are still kept."""
    return _WITHIN.sub(lambda found: encode_text(words.get(found[1].decode(), FORGOTTEN)), body)
