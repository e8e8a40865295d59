from typing import Any

import pytest
from msgspec.structs import replace

from rules_engine.marvel import powers
from rules_engine.marvel.events import CharacterLost, PowerUsed, TestBegan
from rules_engine.marvel.story import Story
from tests.support.marvel_attacks import PARRY, scene


@pytest.mark.parametrize(
    ("changes", "frequency", "usable"),
    [
        ({}, "unlimited", True),
        ({"pow": 0}, "unlimited", False),
        ({"ko": True}, "unlimited", False),
        ({"uses": ("PARRY",)}, "unlimited", True),
        ({"uses": ("PARRY",)}, "once_per_turn", False),
        ({"uses_ever": ("PARRY",)}, "once_per_turn", True),
        ({"uses_ever": ("PARRY",)}, "once_per_game", False),
    ],
)
def test_marvel_ruling_19_cost_and_frequency_of_powers(changes: dict[str, Any], frequency: str, usable: bool) -> None:
    state = scene({"steps": []})
    bravo = replace(state.character("BRAVO"), **changes)
    assert powers.can_pay(bravo, replace(PARRY, frequency=frequency)) is usable


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({}, {"bonus": 1}),
        ({"kind": "active"}, {"defence": "physical", "x": 1}),
        ({"defence": None, "defence_change": 0, "endurance": 2}, {"endurance": 7}),
        ({"defence": None, "defence_change": 0, "endurance": 9}, {"endurance": 10}),
        ({"defence": None, "defence_change": 0}, {"seat": "two"}),
        ({"defence": "mental"}, {}),
    ],
)
def test_marvel_atk_04_a_power_answers_an_attack(changes: dict[str, Any], told: dict[str, Any]) -> None:
    state = scene({"steps": [], "with": {"BRAVO": {"endurance": 5}}})
    story = Story(state)
    powers.react(story, state.character("BRAVO"), replace(PARRY, **changes), defence="physical")
    assert story.events == [PowerUsed(character="BRAVO", power="PARRY", target="BRAVO", pow=4, **told)]


@pytest.mark.parametrize(
    ("price", "follows"),
    [
        (-2, []),
        (-3, [TestBegan(character="BRAVO", attribute="stamina", purpose="red_zone", limit=9)]),
        (-5, [CharacterLost(character="BRAVO", points=1)]),
    ],
)
def test_marvel_ko_01_loss_01_a_power_that_costs_endurance_may_end_its_user(price: int, follows: list[Any]) -> None:
    story = Story(scene({"steps": [], "with": {"BRAVO": {"endurance": 5}}}))
    power = replace(PARRY, defence=None, defence_change=0, endurance=price)
    powers.react(story, story.state.character("BRAVO"), power, defence="physical")
    assert story.events[1:] == follows
