from typing import Any

import pytest
from msgspec.structs import replace

from rules_engine.kernel.errors import MalformedInput, RuleViolation
from rules_engine.sru.components import Adjustment, Guardian, Reserve, SetAside, Shielding
from rules_engine.sru.profile import STANDARD
from rules_engine.sru.thresholds import (
    Help,
    Situation,
    combined,
    modifiers,
    own_passive,
    passive,
    passive_in_phase,
    threshold,
    verdict,
)
from tests.support.sru import acting, character, examples, place, resolve, rulings


def at(*, in_phase: bool = False, **changed: Any) -> Situation:
    return Situation(profile=STANDARD, rulings=rulings(changed), in_phase=in_phase)


@pytest.mark.parametrize("example", examples("thresholds"))
def test_sru_action_06_worked_thresholds(example: dict[str, Any]) -> None:
    state = acting(example)
    target = state.opponent("target")
    if "also" in example:
        domain = example["domain"]
        target = replace(target, resistance={domain: dict(target.resistance[domain]) | example["also"]})
        state = replace(state, opponents=(target,))
    if "hindered" in example:
        state = replace(state, bonuses=(("rae", state.rulings.test_generic_bonus - example["hindered"]),))
    action = resolve(example, state)
    domain = example.get("domain", "infiltration")
    found = threshold(
        target, domain, example.get("option", "security"),
        rows=modifiers(STANDARD, action.rows), at=state.situation,
    )  # fmt: skip
    told = {"passive": found.passive, "defence": found.defence, "free": 6 - action.reserve}
    told |= {name: getattr(action, name) for name in ("threshold", "score", "outcome", "margin", "shortfall")}
    assert {name: told[name] for name in example["expect"]} == example["expect"]
    assert found.value == action.threshold


def test_sru_action_05_one_row_an_axis() -> None:
    with pytest.raises(RuleViolation) as caught:
        modifiers(STANDARD, ("MOD-OBST-MINOR", "MOD-SYN-1"))
    assert caught.value.rule_id == "SRU-ACTION-05"
    with pytest.raises(RuleViolation):
        modifiers(STANDARD, ("MOD-DUR-NONE", "MOD-DUR-SCENE"))
    with pytest.raises(MalformedInput, match="MOD-NONE"):
        modifiers(STANDARD, ("MOD-NONE",))
    assert modifiers(STANDARD, ("MOD-CIRC-HARD1", "MOD-CIRC-HARD2")).circumstances == 3


def test_sru_def_01_adjustments_belong_to_a_domain() -> None:
    alarmed = place(adjustments=(Adjustment(domain="infiltration", change=1, reason="alarm"),))
    assert threshold(alarmed, "infiltration", "security", rows=modifiers(STANDARD, ()), at=at()).defence == 4
    other = place(adjustments=(Adjustment(domain="matrix", change=1, reason="alarm"),))
    assert threshold(other, "infiltration", "security", rows=modifiers(STANDARD, ()), at=at()).defence == 3


@pytest.mark.parametrize(
    ("reserve", "changed", "expected"),
    [
        (None, {}, 2),
        (None, {"passive_no_reserve_opponent": "zero"}, 0),
        (3, {}, 3),
        (3, {"passive_in_phase": "half_plus"}, 5),
    ],
)
def test_sru_ruling_24_a_guardian_in_an_action_phase(
    reserve: int | None, changed: dict[str, Any], expected: int
) -> None:
    guardian = Guardian(
        name="the guardian",
        skills={"infiltration": 4},
        reserve=None if reserve is None else Reserve(maximum=6, current=3),
        set_aside=() if reserve is None else (SetAside(domain="infiltration", reserve="reserve", points=reserve),),
    )
    guarded = place(guardian=guardian)
    assert passive(guarded, "infiltration", at(in_phase=True, **changed)) == expected
    assert passive(place(), "infiltration", at(in_phase=True)) == 0


def test_sru_ruling_24_half_plus_adds_the_half() -> None:
    assert passive_in_phase(4, 3, rulings()) == 3
    assert passive_in_phase(4, 3, rulings({"passive_in_phase": "half_plus"})) == 5


def test_sru_passive_12_each_domain_has_its_protection_skill() -> None:
    skills = {"dodge": 2, "counterspelling": 4, "infosec": 6, "leadership": 8, "perception": 10}
    rae = character(skills=skills)
    domains = ("combat", "magic", "matrix", "social", "infiltration")
    assert [own_passive(rae, domain, at()) for domain in domains] == [1, 2, 3, 4, 5]


def test_sru_ruling_32_points_handed_out_protect() -> None:
    mage = character(
        "Mage", shielding=(Shielding(domain="magic", other="rae", points=1),), skills={"counterspelling": 6}
    )
    rae = character()
    situation = replace(at(), characters=(mage, rae))
    assert passive(rae, "magic", situation) == 3
    by_points = replace(situation, rulings=rulings({"passive_others_limit": "points"}))
    assert passive(rae, "magic", by_points) == 1


def test_sru_ruling_33_own_and_foreign_protection() -> None:
    assert combined(1, 2, rulings()) == 2
    assert combined(1, 2, rulings({"passive_combine": "sum"})) == 3


def test_sru_ruling_40_passive_protection_does_not_fall_below_0() -> None:
    rows = modifiers(STANDARD, ("MOD-OBST-MINOR",))
    found = threshold(place(skill=2), "infiltration", "security", rows=rows, at=at(), helped=Help(passive=5))
    assert (found.passive, found.value) == (0, 3)


def test_sru_ruling_26_reach_or_exceed() -> None:
    assert verdict(5, 5, rulings()).reached
    exceeding = verdict(5, 5, rulings({"test_compare": "gt"}))
    assert (exceeding.reached, exceeding.shortfall) == (False, 1)
    assert verdict(6, 5, rulings({"test_compare": "gt"})).shortfall == 0
