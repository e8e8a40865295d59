"""Everything that can happen and every rule that can refuse has its sentence in each language, with facts it has."""

import ast
import re
import tomllib
import typing
from collections.abc import Callable, Iterator
from functools import cache
from string import Formatter
from typing import Any, Final, NamedTuple

import pytest

from rules_engine.duels import narration as duels
from rules_engine.duels.components import DIALS, LETTERS, TerrainKind
from rules_engine.duels.dice_uses import Purpose
from rules_engine.duels.events import DuelsEvents
from rules_engine.duels.rulings import Variant
from rules_engine.kernel.codec import kind_of
from rules_engine.marvel import narration as marvel
from rules_engine.marvel.components import AbilityName, Attribute, DefenceName, SpecialName
from rules_engine.marvel.events import MarvelEvents
from rules_engine.marvel.pending import TestPurpose
from rules_engine.sru import narration as sru
from rules_engine.sru.domains import BUILT_IN
from rules_engine.sru.events import SruEvents
from tests.support import told_events, told_marvel, told_sru
from tests.support.sources import ROOT, RULE_ID, python_files, text

LANGUAGES: Final = ("en", "fr", "es")


class Told(NamedTuple):
    """What a game tells: its events, how they are narrated, a sample of each, the words among the facts."""

    events: Any  # a union of events
    narrate: Callable[..., Any]
    samples: Callable[[], Iterator[tuple[Any, Any]]]
    words: dict[str, tuple[str, ...]]


GAMES: Final = {
    "duels": Told(
        DuelsEvents,
        duels.narrate,
        told_events.samples,
        {
            "colour": tuple(LETTERS),
            "dial": DIALS,
            "terrain": typing.get_args(TerrainKind),
            "purpose": typing.get_args(Purpose),
            "variant": typing.get_args(Variant),
        },
    ),
    "marvel": Told(
        MarvelEvents,
        marvel.narrate,
        told_marvel.samples,
        {
            "attribute": typing.get_args(Attribute),
            "defence": typing.get_args(DefenceName),
            "rule": typing.get_args(SpecialName),
            "ability": typing.get_args(AbilityName),
            "purpose": typing.get_args(TestPurpose),
        },
    ),
    "sru": Told(
        SruEvents,
        sru.narrate,
        told_sru.samples,
        {"domain": tuple(each.id for each in BUILT_IN), "missing": ("circle", "adjective", "domain", "index")},
    ),
}
EACH: Final = pytest.mark.parametrize("game", GAMES)
ALL: Final = pytest.mark.parametrize(("game", "language"), [(game, each) for game in GAMES for each in LANGUAGES])


@cache
def texts(game: str, language: str) -> dict[str, Any]:
    return tomllib.loads((ROOT / "matches" / "rule_texts" / f"{game}.{language}.toml").read_text(encoding="utf-8"))


def placeholders(template: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(template) if name}


# --- events -----------------------------------------------------------------------------------------------------------


@cache
def told(game: str) -> dict[str, set[str]]:
    """The key of every sentence that an event can need, with the facts told for it."""
    found = {}
    for state, event in GAMES[game].samples():
        facts = dict(GAMES[game].narrate(state, event))
        case = facts.pop("case", "")
        found[kind_of(event) + (f".{case}" if case else "")] = set(facts)
    return found


@EACH
def test_there_is_a_sample_of_every_event(game: str) -> None:
    kinds = {kind_of(event) for _, event in GAMES[game].samples()}
    assert {event.__struct_config__.tag for event in typing.get_args(GAMES[game].events)} == kinds


@ALL
def test_every_event_has_its_sentence(game: str, language: str) -> None:
    assert sorted(texts(game, language)["events"]) == sorted(told(game))


@ALL
def test_parts_begin_with_events_and_use_facts_that_are_told(game: str, language: str) -> None:
    parts = texts(game, language)["parts"]
    assert list(parts) == list(texts(game, "en")["parts"])
    assert [kind for kind, title in parts.items() if not placeholders(title) <= told(game)[kind]] == []


@ALL
def test_sentences_of_events_use_facts_that_are_told(game: str, language: str) -> None:
    unknown = {
        key: placeholders(template) - told(game)[key] for key, template in texts(game, language)["events"].items()
    }
    assert {key: names for key, names in unknown.items() if names} == {}


# --- rules ------------------------------------------------------------------------------------------------------------


def trees(game: str) -> Iterator[ast.Module]:
    for path in python_files(f"rules_engine/{game}"):
        if path.name not in {"pass_rules.py", "rulebook.py", "rulings.py"}:  # they speak of rules and apply none
            yield ast.parse(text(path))


def ids_in(node: ast.AST) -> list[str]:
    constants = (part.value for part in ast.walk(node) if isinstance(part, ast.Constant))
    return [value for value in constants if isinstance(value, str) and RULE_ID.fullmatch(value)]


def refusals(tree: ast.Module) -> Iterator[tuple[ast.expr, set[str]]]:
    """What names the rule of each refusal, and the facts given with it."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            position = {"RuleViolation": 0, "_problem": 1}.get(node.func.id)
            if position is not None:
                yield node.args[position], {keyword.arg for keyword in node.keywords if keyword.arg}


@cache
def facts_of_rules(game: str) -> tuple[dict[str, set[str]], list[set[str]], set[str]]:
    """Facts of refusals that name their rule (those common to all), of those that do not, and rules named elsewhere."""
    named: dict[str, set[str]] = {}
    handed_on: list[set[str]] = []
    elsewhere: set[str] = set()
    for tree in trees(game):
        for rule, facts in refusals(tree):
            for rule_id in ids_in(rule):
                named[rule_id] = named.get(rule_id, facts) & facts
            if not ids_in(rule):
                handed_on.append(facts)
        in_refusals = [rule_id for rule, _ in refusals(tree) for rule_id in ids_in(rule)]
        for rule_id in ids_in(tree):
            if rule_id in in_refusals:
                in_refusals.remove(rule_id)
            else:
                elsewhere.add(rule_id)
    return named, handed_on, elsewhere


@ALL
def test_every_rule_that_refuses_has_its_sentence(game: str, language: str) -> None:
    named, _, elsewhere = facts_of_rules(game)
    assert sorted(texts(game, language)["rules"]) == sorted(named.keys() | elsewhere)


@ALL
def test_sentences_of_rules_use_facts_that_are_given(game: str, language: str) -> None:
    named, handed_on, elsewhere = facts_of_rules(game)
    wrong = []
    for rule_id, template in texts(game, language)["rules"].items():
        used = placeholders(template)
        if not used <= named.get(rule_id, used) or (
            rule_id in elsewhere and not any(used <= facts for facts in handed_on)
        ):
            wrong.append(f"{rule_id}: {sorted(used)}")
    assert wrong == []


# --- words and style --------------------------------------------------------------------------------------------------


@ALL
def test_every_word_among_the_facts_is_translated(game: str, language: str) -> None:
    words = {name: tuple(table) for name, table in texts(game, language)["words"].items()}
    assert words == GAMES[game].words


@ALL
def test_sentences_are_plain(game: str, language: str) -> None:
    sentences = [*texts(game, language)["events"].values(), *texts(game, language)["rules"].values()]
    assert [line for line in sentences if not line.endswith(".") or re.search(r"[!\"']|\bplease\b|  ", line)] == []


@EACH
def test_french_has_its_no_break_spaces(game: str) -> None:
    sentences = [*texts(game, "fr")["events"].values(), *texts(game, "fr")["rules"].values()]
    assert [line for line in sentences if re.search(r"[^\u00a0][;:?!%]", line)] == []
