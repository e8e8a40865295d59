from typing import Any

import pytest
from msgspec.structs import replace

from rules_engine.marvel import defences
from rules_engine.marvel.components import DefenceName
from rules_engine.marvel.pending import HitPending, Manner
from rules_engine.marvel.rulings import Rulings
from rules_engine.marvel.state import Boon, Reduction
from tests.support.marvel import BRAVO, make_setup, opened, with_abilities
from tests.support.marvel_attacks import scene

DISTRACTED = (Reduction(rule="distract", x=2), Reduction(rule="distract", x=3), Reduction(rule="dazzle", x=1))


@pytest.mark.parametrize(
    ("changes", "rulings", "name", "value"),
    [
        ({}, {}, "physical", 15),
        ({"enhancements": ("physical",)}, {}, "physical", 17),
        ({"enhancements": ("physical", "physical")}, {}, "physical", 17),
        ({"enhancements": ("physical", "physical")}, {"defensive_enhancement_stacks": True}, "physical", 19),
        ({"enhancements": ("energy",)}, {}, "physical", 15),
        ({"reductions": DISTRACTED}, {}, "physical", 10),
        ({"reductions": DISTRACTED}, {"defence_reductions_stack": False}, "physical", 12),
        ({"reductions": DISTRACTED}, {}, "mental", 11),
        ({"reductions": DISTRACTED}, {}, "energy", 14),
        ({"reductions": DISTRACTED}, {}, "supernatural", 0),
        ({"boons": (Boon(power="shield", defence="physical", x=3),)}, {}, "physical", 18),
        ({"down": True}, {}, "mental", 11),
        ({"ko": True, "down": True}, {}, "mental", 8),
        ({"ko": True, "down": True}, {"ko_down_penalties_stack": False}, "mental", 9),
    ],
)
def test_marvel_atk_09_what_a_hit_roll_must_exceed(
    changes: dict[str, Any], rulings: dict[str, Any], name: DefenceName, value: int
) -> None:
    bravo = replace(opened(make_setup()).character("BRAVO"), **changes)
    assert defences.value(bravo, name, Rulings(**rulings)) == value


@pytest.mark.parametrize(
    ("target", "manner", "bonus", "value"),
    [("BRAVO", "melee", 0, 16), ("BRAVO", "ranged", 0, 15), ("BRAVO", "melee", 2, 18), ("lorry", "melee", 0, 12)],
)
def test_marvel_ability_fly_02_counts_against_melee(target: str, manner: Manner, bonus: int, value: int) -> None:
    state = scene({"steps": [], "scenery": [["lorry", "T3", 5, 1, 3]], "rulings": {"scenery_defence": 12}})
    state = state.changed("BRAVO", card=with_abilities(BRAVO, "fly"))
    hit = HitPending(
        attacker="ALPHA", target=target, purpose="attack", manner=manner, defence="physical", bonus=bonus
    )  # fmt: skip
    assert defences.against(state, hit) == value


def test_marvel_atk_07_what_may_be_enhanced() -> None:
    bravo = replace(opened(make_setup()).character("BRAVO"), pow=1)
    assert defences.open_enhancements(bravo, Rulings()) == ("physical", "energy", "mental")
    for changes in ({"pow": 0}, {"enhanced": True}, {"ko": True}, {"down": True}):
        assert defences.open_enhancements(replace(bravo, **changes), Rulings()) == ()
