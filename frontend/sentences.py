"""Kinds of events, ids of rules and their facts → the sentences that people read, from the text files of matches."""

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

import matches

TEXTS: Final = Path(matches.__file__).parent / "rule_texts"
DECIMAL_COMMA: Final = ("fr", "es")


def sentence(kind: str, facts: Mapping[str, object], language: str = "en") -> str:
    """The sentence of an event, or of its ``case``, filled with its facts; the bare kind where no text is known."""
    family = kind.partition(".")[0]
    events = _texts(family, language).get("events", {})
    template = events.get(f"{kind}.{facts.get('case')}") or events.get(kind)
    return _filled(template, facts, family, language) if template else kind.partition(".")[2].replace("_", " ") + "."


def refusal(rule_id: str, facts: Mapping[str, object], language: str = "en") -> str:
    """What a player reads when a rule refuses something; the bare id where no text is known for it."""
    family = rule_id.partition("-")[0].lower()
    template = _texts(family, language).get("rules", {}).get(rule_id)
    return _filled(template, facts, family, language) if template else rule_id


@cache
def _texts(family: str, language: str) -> Mapping[str, Any]:  # Any: a file of tables of texts
    """The texts of a game, or of ``match``, in a language: events, rules and words; none where there is no file."""
    path = TEXTS / f"{family}.{language}.toml"
    return tomllib.loads(path.read_text(encoding="utf-8")) if path.exists() else {}


def _filled(template: str, facts: Mapping[str, object], family: str, language: str) -> str:
    words = _texts(family, language).get("words", {})
    return template.format_map(
        _Facts({name: _written(fact, words.get(name, {}), language) for name, fact in facts.items()})
    )


def _written(fact: object, words: Mapping[str, str], language: str) -> object:
    """A fact in a language: a word of its own, or a number with its decimal comma."""
    if isinstance(fact, str) and language in DECIMAL_COMMA and re.fullmatch(r"\d+\.\d+", fact):
        return fact.replace(".", ",")
    return words.get(fact, fact) if isinstance(fact, str) else fact


class _Facts(dict[str, object]):
    """Facts whose gaps show as such, so that an old event with fewer facts can still be read."""

    def __missing__(self, key: str) -> str:
        return "…"
