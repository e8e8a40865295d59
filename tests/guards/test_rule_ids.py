"""Rules and code find each other: every id has a status, and what is done is named in code and in a test."""

from functools import cache
from typing import Final

import pytest

from rules_engine.duels import rulebook as duels
from rules_engine.kernel.rule_ids import RuleId
from rules_engine.marvel import rulebook as marvel
from rules_engine.sru import rulebook as sru
from tests.support.sources import (
    PACKAGES,
    PREFIXES,
    ROOT,
    RULE_ID,
    defined,
    ids_in_name,
    names_of_tests,
    python_files,
    rules_of_examples,
    text,
    worked_examples,
)

RULEBOOKS: Final = {"duels": duels.RULEBOOK, "marvel": marvel.RULEBOOK, "sru": sru.RULEBOOK}
SIZES: Final = {
    "duels": (290, 70),
    "marvel": (210, 90),
    "sru": (170, 65),
    "campaigns": (370, 140),
}  # rules and rulings, examples: about as many
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


@pytest.mark.parametrize("game", PREFIXES)
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


@pytest.mark.parametrize("game", PREFIXES)
def test_no_code_and_no_test_names_an_unknown_id(game: str) -> None:
    known, unknown = set(defined(game)), []
    for path in python_files(*PACKAGES, "tests", "bench"):
        for rule_id in RULE_ID.findall(text(path)):
            if rule_id.startswith(PREFIXES[game]) and rule_id not in known and path.name not in MAY_INVENT:
                unknown.append(f"{path.relative_to(ROOT)}: {rule_id}")
    assert unknown == []


MAY_INVENT: Final = {"test_rule_ids.py"}  # it reads the name of a test that there is not


def test_no_test_or_example_is_named_after_an_unknown_id() -> None:
    known = {rule_id for game in PREFIXES for rule_id in defined(game)}
    assert sorted(proved() - known) == []


@pytest.mark.parametrize(
    ("name", "ids"),
    [
        ("test_duels_setup_04_ruling_013_teams_take_turns", ("DUELS-SETUP-04", "DUELS-RULING-013")),
        ("test_marvel_ability_thermal_vision_sees", ("MARVEL-ABILITY-THERMAL-VISION",)),
        ("test_marvel_special_push_02_and_ruling_37_met", ("MARVEL-SPECIAL-PUSH-02", "MARVEL-RULING-37")),
        ("test_sru_rumor_99_there_is_none", ("SRU-RUMOR-99",)),
        ("test_camp_tie_07_and_ruling_60_cuts", ("CAMP-TIE-07", "CAMP-RULING-60")),
        ("test_chess_atk_14", ()),
    ],
)
def test_ids_stand_first_in_the_name_of_a_test(name: str, ids: tuple[str, ...]) -> None:
    assert ids_in_name(name) == ids


@EACH
def test_every_worked_example_is_data(game: str) -> None:
    assert [example for example in examples_of(game) if example not in worked_examples()] == []


@pytest.mark.parametrize("game", PREFIXES)
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
        ("campaigns", "CAMP-EX-102", {"CAMP-TIE-22", "CAMP-TIE-26", "CAMP-RULING-60"}),
        ("marvel", "MARVEL-EX-47", {"MARVEL-LOSS-01", "MARVEL-KO-01", "MARVEL-RULING-31"}),
        ("sru", "SRU-EX-61", {"SRU-DEF-03", "SRU-PASSIVE-08", "SRU-PASSIVE-10", "SRU-PASSIVE-12", "SRU-RUMOR-06"}),
    ],
)
def test_the_document_says_what_an_example_proves(game: str, example: str, some: set[str]) -> None:
    assert some <= rules_of_examples(game)[example]
