"""Rules and code find each other: every id has a status, and what is done is named in code and in a test."""

import ast
import re
import typing
from functools import cache
from typing import Any, Final

import pytest

from rules_engine.duels.rulebook import RULEBOOK
from rules_engine.duels.rulings import Rulings, Variant, rulings_for
from rules_engine.kernel.rule_ids import RuleId
from tests.support.sources import (
    PACKAGES,
    ROOT,
    RULE_ID,
    defined,
    ids_in_name,
    names_of_tests,
    python_files,
    rules_text,
    text,
    worked_examples,
)

DUELS: Final = ROOT / "rules_engine" / "duels"
TESTS: Final = "tests/rules_engine/duels"
DEFINED: Final = defined("duels")
RULES: Final = tuple(rule_id for rule_id in DEFINED if "-EX-" not in rule_id)
EXAMPLE_IDS: Final = tuple(rule_id for rule_id in DEFINED if "-EX-" in rule_id)


@cache
def code() -> str:
    """All code of the ruleset but the rulebook, which names every exception, and rulings, which are settings."""
    apart = {DUELS / "rulebook.py", DUELS / "rulings.py"}
    return "\n".join(text(path) for path in python_files("rules_engine") if path not in apart)


@cache
def proved() -> frozenset[str]:
    """The ids in names of tests and in the rules of worked examples."""
    names = {rule_id for name in names_of_tests("tests") for rule_id in ids_in_name(name)}
    return frozenset(names.union(worked_examples(), *worked_examples().values()))


def done() -> list[str]:
    return [rule_id for rule_id in RULES if RULEBOOK.status_of(RuleId(rule_id)).status == "done"]


def test_the_document_is_read() -> None:
    assert len(RULES) > 290
    assert len(EXAMPLE_IDS) > 70


def test_every_area_and_every_exception_is_one_of_the_document() -> None:
    assert {rule_id.split("-")[1] for rule_id in RULES} == set(RULEBOOK.areas)
    assert set(RULEBOOK.exceptions) <= set(RULES)


def test_nothing_is_left_to_do() -> None:
    assert [rule_id for rule_id in RULES if RULEBOOK.status_of(RuleId(rule_id)).status == "todo"] == []


def test_every_done_id_is_named_in_code() -> None:
    named = set(RULE_ID.findall(code()))
    assert [rule_id for rule_id in done() if rule_id not in named] == []


def test_every_done_id_is_named_by_a_test() -> None:
    assert [rule_id for rule_id in done() if rule_id not in proved()] == []


@pytest.mark.parametrize("game", ["duels", "marvel", "sru"])
def test_no_code_and_no_test_names_an_unknown_id(game: str) -> None:
    known, unknown = set(defined(game)), []
    for path in python_files(*PACKAGES, "tests", "bench"):
        for rule_id in RULE_ID.findall(text(path)):
            if rule_id.startswith(game.upper()) and rule_id not in known and path.name not in MAY_INVENT:
                unknown.append(f"{path.relative_to(ROOT)}: {rule_id}")
    assert unknown == []


MAY_INVENT: Final = {"test_rulebook.py"}  # it asks for an area that there is not


def test_no_test_or_example_is_named_after_an_unknown_id() -> None:
    assert sorted(proved() - set(DEFINED)) == []


def test_every_worked_example_is_data() -> None:
    assert [example for example in EXAMPLE_IDS if example not in worked_examples()] == []


def test_a_worked_example_proves_the_rules_that_the_document_says() -> None:
    said = dict(re.findall(r"^- \*\*(DUELS-EX-\d+)\*\* \*\((.*?)\)\*", rules_text("duels"), re.MULTILINE))
    missing = {
        example: sorted(set(RULE_ID.findall(rules)) - worked_examples()[example])
        for example, rules in said.items()
        if example in worked_examples()
    }
    assert {example: rules for example, rules in missing.items() if rules} == {}


# Section 22: one row a setting.

ROW: Final = re.compile(r"^\| `(\w+)` \| `(\w+)` \| `(\w+)` \| (.*?) \| (DUELS-RULING-\d+) \|$", re.MULTILINE)
ROWS: Final = {row[0]: row[1:] for row in ROW.findall(rules_text("duels"))}
TYPES: Final = typing.get_type_hints(Rulings)


def values(setting: str) -> tuple[Any, ...]:
    """The values that a setting's type lists; none for a number."""
    kind = TYPES[setting]
    return (True, False) if kind is bool else typing.get_args(kind) if typing.get_origin(kind) is typing.Literal else ()


def written(value: Any) -> str:
    """A value as the document writes it: ``true``, ``none``, ``3``, ``left_each_round``."""
    return str(value).lower()


def test_there_is_one_setting_for_each_row() -> None:
    assert list(ROWS) == list(Rulings.__struct_fields__)


def test_every_configurable_ruling_has_its_row() -> None:
    found = re.findall(r"^- \*\*(DUELS-RULING-\d+)\*\*.*configurable: yes, `(\w+)`", rules_text("duels"), re.MULTILINE)
    assert {name: rule_id for rule_id, name in found} == {name: row[-1] for name, row in ROWS.items()}


@pytest.mark.parametrize("setting", ROWS)
def test_a_setting_names_its_ruling(setting: str) -> None:
    source = text(DUELS / "rulings.py")
    field = re.search(rf"^    {setting}: .*?(DUELS-RULING-\d+)", source, re.MULTILINE | re.DOTALL)
    assert field is not None
    assert field[1] == ROWS[setting][-1]


@pytest.mark.parametrize(("variant", "column"), [("basic", 0), ("advanced", 1)])
def test_defaults_are_those_of_the_table(variant: Variant, column: int) -> None:
    rulings = rulings_for(variant)
    assert {name: written(getattr(rulings, name)) for name in ROWS} == {name: row[column] for name, row in ROWS.items()}


@pytest.mark.parametrize("setting", [name for name in ROWS if values(name)])
def test_a_setting_takes_the_values_of_the_table_and_no_others(setting: str) -> None:
    basic, advanced, others, _ = ROWS[setting]
    listed = {basic, advanced, *re.findall(r"`(\w+)`", others)}
    assert {written(value) for value in values(setting)} == listed


@cache
def attributes(folder: str) -> frozenset[str]:
    """Every attribute that the code below a folder reads, rulings.py aside."""
    trees = (ast.parse(text(path)) for path in python_files(folder) if path.name != "rulings.py")
    return frozenset(node.attr for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Attribute))


def test_every_setting_is_read_by_the_rules() -> None:
    assert [setting for setting in ROWS if setting not in attributes("rules_engine/duels")] == []


def test_every_setting_is_tried_by_a_test() -> None:
    tests = "\n".join(text(path) for path in [*python_files(TESTS), *sorted((ROOT / TESTS).rglob("*.toml"))])
    assert [setting for setting in ROWS if not re.search(rf"\b{setting}\b", tests)] == []
