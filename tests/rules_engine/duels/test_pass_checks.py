from typing import Any

import pytest
from msgspec.structs import replace

from rules_engine.duels import components as c
from rules_engine.duels.components import DieSpec, Effect, HeldPass, Setup
from rules_engine.duels.events import PassPlayed
from rules_engine.duels.pass_checks import card_faults
from rules_engine.duels.setup import start
from rules_engine.kernel.errors import MalformedInput, RuleViolation
from tests.support.duels import F1, entry, gear, make_setup
from tests.support.security_passes import card, held

BONUS = c.DialBonus(dial="weapon", amount=2)


def faults(*effects: Effect, **more: Any) -> list[str]:
    return [f"{fault.path} {fault.message}" for fault in card_faults(card(*effects, **more))]


def test_a_pass_names_a_point_an_effect_and_how_often() -> None:
    assert faults(BONUS) == []
    assert faults(when=(), uses=0) == [
        "when must name at least one point of the rules",
        "effects must hold at least one effect; one that has no word here is judge_rules",
        "uses must be 1 or more",
    ]


def test_what_is_in_force_from_the_setup_on_is_not_played_otherwise() -> None:
    assert faults(BONUS, when="setup") == []
    for wrong in ({"when": ("setup", "turn")}, {"when": "setup", "uses": 2}, {"when": "setup", "per": "round"}):
        assert faults(BONUS, **wrong)[0].startswith("when must hold nothing beside setup")


def test_an_effect_works_only_at_its_points() -> None:
    assert faults(BONUS, c.MoreDice(dice=1), when=("turn", "attack")) == [
        "effects[1] cannot be more_dice at the point turn; more_dice works at: dice, setup",
        "effects[1] cannot be more_dice at the point attack; more_dice works at: dice, setup",
    ]


def test_nothing_is_chosen_twice() -> None:
    assert faults(c.HealClicks(clicks=1), c.HealClicks(clicks=2)) == [
        "effects[1] must not be heal_clicks a second time"
    ]
    assert faults(c.ReRoll(), c.SetFace(), when="attack_rolled") == [
        "effects[1] must not change dice beside another effect that does"
    ]


@pytest.mark.parametrize(
    ("effect", "point"),
    [
        (c.DialBonus(dial="head", amount=0), "turn"),
        (c.MoreDice(dice=0), "dice"),
        (c.ReRoll(dice=0), "move"),
        (c.SetFace(face=0), "move"),
        (c.SetFace(dice=0), "move"),
        (c.GearPoints(points=0), "setup"),
        (c.HealClicks(clicks=0), "turn"),
        (c.ExtraClicks(clicks=-1), "hit"),
        (c.FewerClicks(clicks=0), "hit"),
        (c.RePlace(within=0), "turn"),
        (c.ExtraShield(colour="red", number=0), "hit"),
        (c.ExtraDie(die=DieSpec(colour="red", sides=1)), "turn"),
    ],
)
def test_an_effect_does_something(effect: Effect, point: Any) -> None:
    assert faults(effect, when=point) == ["effects[0] must be by 1 or more"]


@pytest.mark.parametrize(
    "effect",
    [
        c.SetFace(),
        c.RePlace(),
        c.ExtraShield(colour="red"),
        c.ExtraAction(action="move"),
        c.FreePickUp(),
        c.JudgeRules(),
    ],
)
def test_some_effects_need_no_number(effect: Effect) -> None:
    point: Any = "move" if isinstance(effect, c.SetFace) else "turn"
    assert faults(effect, when=point) == []


# --- who holds it -----------------------------------------------------------------------------------------------------


def setup(*passes: HeldPass, points: int = 12) -> Setup:
    return make_setup(entry("A1", F1, "W6", gear("rig", points)), entry("B1", F1, "W6"), passes=passes)


@pytest.mark.parametrize(
    "one",
    [
        held(BONUS, id=""),
        held(BONUS, id="A1"),
        held(BONUS, seat="Z"),
        held(BONUS, figure="Z1"),
        held(BONUS, figure="B1"),
        held(BONUS, when="setup"),
        held(BONUS, uses=0),
    ],
    ids=["no id", "a figure's id", "no seat", "no figure", "an enemy", "bound to nobody", "no card"],
)
def test_a_pass_that_cannot_be_is_refused(one: HeldPass) -> None:
    with pytest.raises(MalformedInput):
        start(setup(one))


def test_ids_of_passes_are_unique() -> None:
    start(setup(held(BONUS), held(BONUS, id="Q")))
    with pytest.raises(MalformedInput, match="'P' is not one"):
        start(setup(held(BONUS), held(BONUS)))


@pytest.mark.parametrize(
    "one",
    [held(BONUS, teams=("B",)), held(BONUS, seats=("B",)), held(BONUS, figures=("troll",), figure="A1")],
    ids=["another team", "another seat", "another figure"],
)
def test_duels_pass_02_who_may_hold_a_pass_stands_on_it(one: HeldPass) -> None:
    with pytest.raises(RuleViolation, match="DUELS-PASS-02"):
        start(setup(one))


def test_those_who_may_hold_a_pass_do() -> None:
    start(setup(held(BONUS, teams=("A",), seats=("A",), figures=("F1",), figure="A1")))


def test_duels_pass_02_setup_06_a_pass_lets_a_figure_carry_more_gear() -> None:
    permit = held(c.GearPoints(points=3), when="setup", figure="A1")
    _, played = start(setup(permit, points=15))
    assert isinstance(played, PassPlayed)
    assert played.overrides == ("DUELS-SETUP-06", "DUELS-GEAR-05")
    for wrong in (setup(permit, points=16), setup(points=15), setup(replace(permit, figure="B1", seat="B"), points=15)):
        with pytest.raises(RuleViolation, match="DUELS-SETUP-06"):
            start(wrong)
