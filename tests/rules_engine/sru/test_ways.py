from typing import Any

import pytest
from msgspec.structs import replace

from rules_engine.kernel.messages import Command
from rules_engine.sru.commands import (
    CallForStep,
    GoIntoDetail,
    HelpStep,
    PlanRun,
    SkipStep,
    TakeStep,
)
from rules_engine.sru.components import Assistant
from rules_engine.sru.legal import awaiting, legal_commands
from rules_engine.sru.setups import CallOffer, HelpOffer, Lowered, ScriptTest
from rules_engine.sru.state import SessionState
from rules_engine.sru.ways import points_for
from tests.support.sru import character, give, place, scripted, step

WHOLE = ("MOD-OBST-GLOBAL", "MOD-DUR-SCENE")
HACK = ScriptTest(domain="matrix", skill="hacking", target="net", option="device", rows=("MOD-SYN-2",))
HELP = HelpOffer(id="help", title="Help", test=HACK, effect="score", amount=2)
CALL = CallOffer(id="agent", title="agent", domain="matrix", kind="agent", aspect="search")
OPPONENTS = (place(skill=4), place("net", domain="matrix", option="device"))


def playing(*steps: Any, characters: Any = (), **more: Any) -> SessionState:
    team = characters or (character(skills={"stealth": 5}),)
    return scripted(*steps, characters=team, opponents=OPPONENTS, **more)


def listed(state: SessionState) -> list[dict[str, Any]]:
    """The ways, each as its kind and what is special about it."""
    return [shown(command) for command in legal_commands(state, awaiting(state)[0]).commands]


def shown(command: Command) -> dict[str, Any]:
    fields = {
        name: getattr(command, name) for name in command.__struct_fields__ if name not in {"seat", "decision", "pool"}
    }
    return {"way": type(command).__name__} | {name: value for name, value in fields.items() if value}


def test_a_step_that_the_skill_reaches_is_tried_plainly() -> None:
    assert listed(playing(step("door"))) == [{"way": "TakeStep", "actor": "rae"}, {"way": "SkipStep"}]


def test_sru_impossible_06_what_is_missing_is_spent_or_risked() -> None:
    assert listed(playing(step("door", WHOLE), rulings={"risk_mode": "table", "botch_mode": "table"})) == [
        {"way": "TakeStep", "actor": "rae", "reserve": 3},
        {"way": "TakeStep", "actor": "rae", "reserve": 2, "risk": True},
        {"way": "TakeStep", "actor": "rae", "reserve": 1, "risk": True},
        {"way": "TakeStep", "actor": "rae", "risk": True},
        {"way": "TakeStep", "actor": "rae", "reserve": 2, "botched": True},
        {"way": "SkipStep"},
    ]
    by_hand = listed(playing(step("door", WHOLE)))
    assert [each.get("reserve") for each in by_hand] == [3, 2, 2, None]
    poor = (character(skills={"stealth": 5}, reserves=()),)
    assert listed(playing(step("door", WHOLE), characters=poor)) == [{"way": "SkipStep"}]


def test_sru_impossible_03_to_08_all_ways_are_listed() -> None:
    crew = (
        character(skills={"stealth": 5}),
        character("Bob", skills={"hacking": 6, "software": 4}, ratings={"commlink": 4}),
        character("Cay", skills={"software": 4}),
    )
    whole = step(
        "office",
        WHOLE,
        helps=(HELP,),
        calls=(CALL,),
        lowered=Lowered(rows=()),
        detail=(step("door"),),
        plan=(step("order"),),
    )
    state = playing(whole, characters=crew)
    kinds = [type(command) for command in legal_commands(state, awaiting(state)[0]).commands]
    assert list(dict.fromkeys(kinds)) == [TakeStep, HelpStep, CallForStep, GoIntoDetail, PlanRun, SkipStep]
    ways = listed(state)
    assert {"way": "HelpStep", "offer": "help", "actor": "bob"} in ways
    assert {"way": "TakeStep", "actor": "rae", "lowered": True} in ways
    calls = [each for each in ways if each["way"] == "CallForStep"]
    assert calls == [
        {"way": "CallForStep", "offer": "agent", "character": "bob"},
        {"way": "CallForStep", "offer": "agent", "character": "bob", "reserve": 2},
    ]


def test_what_was_taken_or_cannot_be_done_is_not_listed() -> None:
    crew = (character(skills={"stealth": 5}), character("Bob", skills={"hacking": 6}))
    other = replace(HELP, id="other", unless=("help",))
    state = playing(step("office", WHOLE, helps=(HELP, other), calls=(CALL,), plan=(step("order"),)), characters=crew)
    state = give(state, HelpStep, offer="help", actor="bob")
    state = replace(state, used=(*state.used, "agent"))
    assert {each["way"] for each in listed(state)} == {"TakeStep", "PlanRun", "SkipStep"}
    state = give(give(state, PlanRun), SkipStep)
    assert {each["way"] for each in listed(state)} == {"TakeStep", "SkipStep"}


def test_assistants_act_in_their_domain_without_spending() -> None:
    drone = Assistant(
        id="drone",
        domain="infiltration",
        kind="equipment",
        label="drone",
        aspect="x",
        power=6,
        duration=0,
        row="DUR-0",
        owner="rae",
        controller="rae",
        span="action",
    )
    agent = replace(drone, id="agent", domain="matrix")
    weak = replace(drone, id="weak", power=1)
    gone = replace(drone, id="gone", state="ended")
    state = playing(step("door"), assistants=(drone, agent, weak, gone), rulings={"risk_mode": "table"})
    assert [each.get("actor") for each in listed(state)] == ["rae", "drone", None]


@pytest.mark.parametrize(("missing", "value", "points"), [(3, 1, 3), (3, 2, 2), (0, 2, 0), (-1, 1, -1)])
def test_sru_ruling_30_points_make_up_for_what_is_missing(missing: int, value: int, points: int) -> None:
    state = playing(step("door"), rulings={"reserve_point_value": value})
    assert points_for(state, missing) == points
