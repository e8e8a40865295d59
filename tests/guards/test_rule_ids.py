"""Rules and code find each other: every id has a status, and what is done is named in code and in a test."""

import ast
import re
import typing
from functools import cache
from typing import Any, Final

import pytest

from rules_engine.duels import rulebook as duels
from rules_engine.duels.rulings import Rulings, Variant, rulings_for
from rules_engine.kernel.rule_ids import RuleId
from tests.support.sources import (
    GAMES,
    PACKAGES,
    ROOT,
    RULE_ID,
    defined,
    ids_in_name,
    names_of_tests,
    python_files,
    rules_of_examples,
    rules_text,
    text,
    worked_examples,
)

DUELS: Final = ROOT / "rules_engine" / "duels"
TESTS: Final = "tests/rules_engine/duels"
RULEBOOKS: Final = {"duels": duels.RULEBOOK}
SIZES: Final = {"duels": (290, 70), "marvel": (210, 90), "sru": (170, 65)}  # rules and rulings, examples: about as many
EACH: Final = pytest.mark.parametrize("game", RULEBOOKS)


def rules(game: str) -> list[str]:
    return [rule_id for rule_id in defined(game) if "-EX-" not in rule_id]


def examples_of(game: str) -> list[str]:
    return [rule_id for rule_id in defined(game) if "-EX-" in rule_id]


@cache
def code(game: str) -> str:
    """All code of a game and the kernel but the rulebook, which names every exception, and rulings, the settings."""
    apart = {"rulebook.py", "rulings.py"}
    paths = python_files("rules_engine/kernel", f"rules_engine/{game}")
    return "\n".join(text(path) for path in paths if path.name not in apart)


@cache
def proved() -> frozenset[str]:
    """The ids in names of tests and in the rules of worked examples."""
    names = {rule_id for name in names_of_tests("tests") for rule_id in ids_in_name(name)}
    return frozenset(names.union(worked_examples(), *worked_examples().values()))


def of_status(game: str, status: str) -> list[str]:
    return [rule_id for rule_id in rules(game) if RULEBOOKS[game].status_of(RuleId(rule_id)).status == status]


@pytest.mark.parametrize("game", GAMES)
def test_the_document_is_read(game: str) -> None:
    least_rules, least_examples = SIZES[game]
    assert len(rules(game)) > least_rules
    assert len(examples_of(game)) > least_examples
    assert len(set(defined(game))) == len(defined(game))


@EACH
def test_every_area_and_every_exception_is_one_of_the_document(game: str) -> None:
    assert {rule_id.split("-")[1] for rule_id in rules(game)} == set(RULEBOOKS[game].areas)
    assert set(RULEBOOKS[game].exceptions) <= set(rules(game))


@EACH
def test_nothing_is_left_to_do(game: str) -> None:
    assert of_status(game, "todo") == []


@EACH
def test_what_is_not_applied_says_why(game: str) -> None:
    assert [rule_id for rule_id, entry in RULEBOOKS[game].exceptions.items() if not entry.note] == []


@EACH
def test_every_done_id_is_named_in_code(game: str) -> None:
    named = set(RULE_ID.findall(code(game)))
    assert [rule_id for rule_id in of_status(game, "done") if rule_id not in named] == []


@EACH
def test_every_done_id_is_named_by_a_test(game: str) -> None:
    assert [rule_id for rule_id in of_status(game, "done") if rule_id not in proved()] == []


@pytest.mark.parametrize("game", GAMES)
def test_no_code_and_no_test_names_an_unknown_id(game: str) -> None:
    known, unknown = set(defined(game)), []
    for path in python_files(*PACKAGES, "tests", "bench"):
        for rule_id in RULE_ID.findall(text(path)):
            if rule_id.startswith(game.upper()) and rule_id not in known and path.name not in MAY_INVENT:
                unknown.append(f"{path.relative_to(ROOT)}: {rule_id}")
    assert unknown == []


MAY_INVENT: Final = {"test_rule_ids.py"}  # it reads the name of a test that there is not


def test_no_test_or_example_is_named_after_an_unknown_id() -> None:
    known = {rule_id for game in GAMES for rule_id in defined(game)}
    assert sorted(proved() - known) == []


@pytest.mark.parametrize(
    ("name", "ids"),
    [
        ("test_duels_setup_04_ruling_013_teams_take_turns", ("DUELS-SETUP-04", "DUELS-RULING-013")),
        ("test_marvel_ability_thermal_vision_sees", ("MARVEL-ABILITY-THERMAL-VISION",)),
        ("test_marvel_special_push_02_and_ruling_37_met", ("MARVEL-SPECIAL-PUSH-02", "MARVEL-RULING-37")),
        ("test_sru_rumor_99_there_is_none", ("SRU-RUMOR-99",)),
        ("test_chess_atk_14", ()),
    ],
)
def test_ids_stand_first_in_the_name_of_a_test(name: str, ids: tuple[str, ...]) -> None:
    assert ids_in_name(name) == ids


@EACH
def test_every_worked_example_is_data(game: str) -> None:
    assert [example for example in examples_of(game) if example not in worked_examples()] == []


@EACH
def test_a_worked_example_proves_the_rules_that_the_document_says(game: str) -> None:
    missing = {
        example: sorted(said - worked_examples()[example])
        for example, said in rules_of_examples(game).items()
        if example in worked_examples()
    }
    assert {example: rules for example, rules in missing.items() if rules} == {}


@pytest.mark.parametrize(
    ("game", "example", "some"),
    [
        ("duels", "DUELS-EX-24", {"DUELS-ATK-14"}),
        ("marvel", "MARVEL-EX-47", {"MARVEL-LOSS-01", "MARVEL-KO-01", "MARVEL-RULING-31"}),
        ("sru", "SRU-EX-61", {"SRU-DEF-03", "SRU-PASSIVE-08", "SRU-PASSIVE-10", "SRU-PASSIVE-12", "SRU-RUMOR-06"}),
    ],
)
def test_the_document_says_what_an_example_proves(game: str, example: str, some: set[str]) -> None:
    assert some <= rules_of_examples(game)[example]


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
