"""Event kind and facts → the sentence that a person reads, from the text files of matches."""

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final

import matches

TEXTS: Final = Path(matches.__file__).parent / "rule_texts"


def sentence(kind: str, facts: Mapping[str, object], language: str = "en") -> str:
    """The sentence of an event, filled with its facts; the bare kind where no text is known for it."""
    template = texts(kind.partition(".")[0], language).get(kind)
    return template.format_map(_Facts(facts)) if template else kind.partition(".")[2].replace("_", " ") + "."


@cache
def texts(family: str, language: str) -> Mapping[str, str]:
    """The sentences of a family of events, a game's or ``match``, in a language; none where there is no file."""
    path = TEXTS / f"{family}.{language}.toml"
    if not path.exists():
        return {}
    events: dict[str, str] = tomllib.loads(path.read_text(encoding="utf-8"))["events"]
    return {key if "." in key else f"{family}.{key}": text for key, text in events.items()}


class _Facts(dict[str, object]):
    """Facts whose gaps show as such, so that an old event with fewer facts can still be read."""

    def __missing__(self, key: str) -> str:
        return "…"
