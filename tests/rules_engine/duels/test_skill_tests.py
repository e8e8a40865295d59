from typing import Any

import pytest
from msgspec.structs import replace

from rules_engine.duels.commands import DeclareSkillTest
from rules_engine.duels.state import MatchState
from rules_engine.kernel.errors import MalformedInput, RuleViolation
from tests.support.duels import answer, examples, happened
from tests.support.scenes import Scene, fields, listed, scene


@pytest.mark.parametrize("row", examples("skill_tests"))
def test_duels_skill_01_worked_tests(row: dict[str, Any]) -> None:
    Scene(row).run(row)


OFFICE: dict[str, Any] = {
    "figures": {"A1": {"as": "F3", "dice": "K6 W6 U6"}, "B1": {"as": "F4"}},
    "tests": [
        {"id": "files", "colour": "K", "difficulty": 1},
        {"id": "camera", "colour": "W", "difficulty": 10, "stealth": True},
        {"id": "door", "colour": "K", "difficulty": 10, "ranged": True},
        {"id": "roof", "colour": "K", "difficulty": 10},
    ],
    "measured": [{"a": "A1", "b": "files", "distance": "0"}, {"a": "A1", "b": "camera", "distance": "0"}],
}


def tries(state: MatchState) -> list[str]:
    return [fields(command, "test", "dice") for command in listed(state, DeclareSkillTest)]


def test_duels_skill_04_every_test_within_reach_is_listed_with_its_dice() -> None:
    assert tries(scene(OFFICE)) == ["files K6", "camera W6"]


def test_duels_act_06_no_second_test_is_listed_and_none_in_basic() -> None:
    turn = Scene(OFFICE).run({"steps": [{"do": "test", "test": "files", "dice": "K6", "roll": "K6=6"}]})
    assert tries(turn.state) == []
    assert tries(scene(OFFICE | {"variant": "basic"})) == []
    assert tries(scene(OFFICE | {"tests": []})) == []


def test_duels_skill_10_a_test_can_be_won_once() -> None:
    state = replace(scene(OFFICE), tests_won=("files",))
    assert tries(state) == ["camera W6"]
    with pytest.raises(RuleViolation, match="DUELS-SKILL-10"):
        happened(state, answer(state, "act", DeclareSkillTest, figure="A1", test="files", dice=("A1/K6",)))


def test_duels_skill_01_a_test_that_the_scenario_lacks_is_malformed() -> None:
    state = scene(OFFICE)
    with pytest.raises(MalformedInput, match="no test"):
        happened(state, answer(state, "act", DeclareSkillTest, figure="A1", test="none", dice=("A1/K6",)))
