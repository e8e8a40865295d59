"""Kinds of events, ids of rules and their facts → the sentences that people read, from the files in ``rule_texts``."""

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

TEXTS: Final = Path(__file__).parents[1] / "rule_texts"
ENGLISH: Final = "en"  # what is told where a language has no texts
DECIMAL_COMMA: Final = ("fr", "es")


def told_in(language: str | None) -> str:
    """The language of the sentences for who asks for this one (``fr-CA``, None): it or English."""
    short = (language or ENGLISH).partition("-")[0]
    return short if (TEXTS / f"match.{short}.toml").exists() else ENGLISH


def sentence(kind: str, facts: Mapping[str, object], language: str | None = ENGLISH) -> str:
    """The sentence of an event, or of its ``case``, filled with its facts; the bare kind where no text is known."""
    family, language = kind.partition(".")[0], told_in(language)
    events = _texts(family, language).get("events", {})
    template = events.get(f"{kind}.{facts.get('case')}") or events.get(kind)
    return _filled(template, facts, family, language) if template else kind.partition(".")[2].replace("_", " ") + "."


def part(kind: str, facts: Mapping[str, object], language: str | None = ENGLISH) -> str:
    """The title of the part of a match that an event begins, such as a round; empty for an event that begins none."""
    family, language = kind.partition(".")[0], told_in(language)
    template = _texts(family, language).get("parts", {}).get(kind)
    return _filled(template, facts, family, language) if template else ""


def refusal(rule_id: str, facts: Mapping[str, object], language: str | None = ENGLISH) -> str:
    """What a player reads when a rule refuses something, with the rule's id; the bare id where no text is known."""
    family, language = rule_id.partition("-")[0].lower(), told_in(language)
    template = _texts(family, language).get("rules", {}).get(rule_id)
    return f"{_filled(template, facts, family, language)} [{rule_id}]" if template else rule_id


def rule_text(rule_id: str, language: str | None = ENGLISH) -> str:
    """What a rule says, in our own words, as in ``rule_texts/rules``; empty where no text is known."""
    return _rules(rule_id.partition("-")[0].lower(), told_in(language)).get(rule_id, "")


@cache
def _rules(game: str, language: str) -> Mapping[str, str]:
    path = TEXTS / "rules" / f"{game}.{language}.toml"
    return tomllib.loads(path.read_text(encoding="utf-8")) if path.exists() else {}


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
