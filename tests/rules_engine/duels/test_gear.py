from typing import Any

import pytest

from rules_engine.duels.commands import (
    ChooseDodge,
    DeclareAttack,
    DropGear,
    GiveUpGear,
    PickUpGear,
    Roll,
    TradeGear,
)
from rules_engine.duels.state import MatchState
from rules_engine.kernel.errors import MalformedInput
from rules_engine.kernel.messages import Command
from tests.support.duels import answer, examples, happened, play
from tests.support.scenes import Scene, fields, listed, scene


@pytest.mark.parametrize("row", examples("gear"))
def test_duels_gear_01_worked_gear_actions(row: dict[str, Any]) -> None:
    Scene(row).run(row)


HANDFUL: dict[str, Any] = {
    "figures": {
        "A1": {"as": "F1", "dice": "W6 U6", "gear": [{"slug": "rig", "points": 8}, {"slug": "pin", "points": 1}]},
        "A2": {"as": "F3", "gear": [{"slug": "vest", "points": 9}]},
        "A3": {"as": "F3", "gear": [{"slug": "cap"}]},
        "B1": {
            "as": "F4",
            "gear": [
                {"slug": "free"},
                {"slug": "gun", "dice": "G6"},
                {"slug": "far"},
                {"slug": "mail", "shields": "U5 Y5 G5"},
            ],
        },
    },
    "measured": [{"a": "A1", "b": "A2", "distance": "0"}],
    "lying": [
        {"of": "B1", "gear": "free", "beside": ["A1"]},
        {"of": "B1", "gear": "gun", "beside": ["A1"]},
        {"of": "B1", "gear": "mail", "beside": ["A1"]},
        {"of": "B1", "gear": "far"},
    ],
}


def drops(state: MatchState) -> list[str]:
    return [fields(command, "gear") for command in listed(state, DropGear)]


def pick_ups(state: MatchState) -> list[str]:
    return [fields(command, "gear", "pay") for command in listed(state, PickUpGear)]


def trades(state: MatchState) -> list[str]:
    return [fields(command, "ally", "gives", "takes") for command in listed(state, TradeGear)]


def test_duels_gear_01_all_that_can_be_done_with_gear_is_listed() -> None:
    state = scene(HANDFUL)
    assert drops(state) == ["rig", "pin"]
    assert pick_ups(state) == ["free -", "gun W6", "gun U6"]
    assert trades(state) == ["A2 rig vest", "A2 pin -"]


def test_duels_ruling_034_what_follows_in_one_action_lays_down_or_pays() -> None:
    turn = Scene(HANDFUL).run({"steps": [{"do": "drop", "gear": "pin"}]})
    assert (drops(turn.state), pick_ups(turn.state), trades(turn.state)) == (["rig"], ["gun W6", "gun U6"], [])


@pytest.mark.parametrize("row", [{"variant": "basic"}, {"rulings": {"gear_action_scope": "single_operation"}}])
def test_duels_act_04_no_gear_action_is_listed_where_none_is_allowed(row: dict[str, Any]) -> None:
    turn = Scene(HANDFUL | row)
    if "rulings" in row:
        turn.run({"steps": [{"do": "drop", "gear": "pin"}]})
    assert drops(turn.state) + pick_ups(turn.state) + trades(turn.state) == []


@pytest.mark.parametrize(
    ("type_", "values"),
    [
        (DropGear, {"gear": "A2/vest"}),
        (PickUpGear, {"gear": "A1/rig"}),
        (PickUpGear, {"gear": "no such gear"}),
        (PickUpGear, {"gear": "B1/gun", "pay": ("no such die",)}),
        (TradeGear, {"ally": "A1", "gives": ("A1/rig",)}),
        (TradeGear, {"ally": "B1", "gives": ("A1/rig",)}),
        (TradeGear, {"ally": "A2"}),
        (TradeGear, {"ally": "A2", "gives": ("A1/rig", "A1/rig")}),
        (TradeGear, {"ally": "A2", "takes": ("A1/rig",)}),
    ],
)
def test_duels_gear_01_what_nobody_has_is_malformed(type_: type[Command], values: dict[str, Any]) -> None:
    state = scene(HANDFUL)
    with pytest.raises(MalformedInput):
        happened(state, answer(state, "act", type_, figure="A1", **values))


def test_duels_ruling_101_a_black_ace_takes_the_like_die_from_the_cup() -> None:
    figures = {
        "A1": {"as": "F3", "dice": "K6 G6"},
        "B1": {"as": "F4", "dice": "W6", "cup": "W6", "gear": [{"slug": "rig", "dice": "W6"}]},
    }
    row = {"figures": figures, "rulings": {"identical_dice_interchangeable": True}}
    state = scene(row | {"measured": [{"a": "A1", "b": "B1", "distance": "5"}]})
    dice = ("A1/K6", "A1/G6")
    state = play(state, (answer(state, "act", DeclareAttack, attacker="A1", target="B1", dice=dice), ""))
    state = play(state, (answer(state, "choose_dodge", ChooseDodge), ""))
    state = play(state, (answer(state, "roll_attack", Roll), "K6=A G6=6"))
    state = play(state, (answer(state, "give_up_gear", GiveUpGear, gear="B1/rig"), ""))
    assert (state.figure("B1").base, state.figure("B1").cup) == (("B1/W6",), ())
