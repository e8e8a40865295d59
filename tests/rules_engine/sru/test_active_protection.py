from typing import Any

import pytest
from msgspec.structs import replace

from rules_engine.kernel.errors import MalformedInput
from rules_engine.sru.active_protection import Points, bonus_left, lose, points_of
from rules_engine.sru.commands import EnterScore, GiveActions, HamperThreat, Respond, Roll, SetPointsAside
from rules_engine.sru.components import Adjustment, Guardian, Opponent, Reserve, SetAside
from rules_engine.sru.events import ProtectionActiveResolved
from rules_engine.sru.state import Hampering, SessionState
from rules_engine.sru.thresholds import passive
from tests.support.sru import character, examples, give, happened, kinds, only, place, refusal, rulings, session

FIELDS = {"protector": "guard", "threat": "rae", "domain": "infiltration"}


def facing(example: dict[str, Any]) -> SessionState:
    """Rae, the threat, and an opponent's guardian with a reserve of 3 who knows her."""
    rae = character(reserve=example.get("free", 6) + example.get("aside", 0), skills={"perception": example["threat"]})
    guardian = Guardian(
        name="the guard", skills={"infiltration": example["protector"]}, reserve=Reserve(maximum=6, current=3)
    )
    guard = place("guard", guardian=guardian, knows_threat=("rae",))
    timing = "action_phase" if example.get("phase") else "outside"
    state = session(rae, opponents=(guard,), rulings=example.get("rulings"), scene=timing)
    if "aside" in example:
        fields = {"character": "rae", "domain": "infiltration", "points": example["aside"]}
        state = give(state, SetPointsAside, **fields)
    return state


@pytest.mark.parametrize("example", examples("active_protection"))
def test_sru_active_04_active_05_worked_protection(example: dict[str, Any]) -> None:
    state = give(facing(example), HamperThreat, seat="gm", **FIELDS)
    assert kinds(state) == ["respond:alice"]
    events = happened(state, Respond, response=example["response"])
    told = only(events, ProtectionActiveResolved)
    after = give(state, Respond, response=example["response"])
    guard = after.opponent("guard").guardian
    assert guard is not None
    assert guard.reserve is not None
    rae = after.character("rae")
    found = {
        "loser": told.loser, "lost": told.points_lost, "bonus": after.bonus_of("rae"), "free": rae.free,
        "passive": passive(rae, "infiltration", after.situation), "guard": guard.reserve.current,
    }  # fmt: skip
    assert {name: found[name] for name in example["expect"]} == example["expect"]


def test_sru_active_02_it_costs_an_action() -> None:
    guard = character("Guard", seat="bob", skills={"perception": 4}, knows_threat=("rae",))
    state = session(guard, character(), scene="action_phase")
    state = give(state, GiveActions, character="guard", actions=1)
    after = give(state, HamperThreat, seat="bob", **FIELDS)
    assert after.character("guard").actions_left == 0
    after = give(after, Respond, response="ignored")
    assert refusal(after, HamperThreat, seat="bob", **FIELDS) == ("SRU-ACTIVE-02", "no_action")


def test_sru_active_03_only_against_a_known_threat() -> None:
    state = session(character("Guard", seat="bob"), character())
    assert refusal(state, HamperThreat, seat="bob", **FIELDS) == ("SRU-ACTIVE-03", "threat_not_identified")


def test_sru_active_01_a_character_hampers_an_opponent_without_points() -> None:
    rae = character(skills={"dodge": 6}, knows_threat=("thug",))
    thug = Opponent(
        id="thug", name="the thug", kind="person", resistance={"combat": {"reaction": 3}},
        guardian=Guardian(name="himself", skills={"combat": 2}),
    )  # fmt: skip
    drone = place("drone", domain="combat", option="reaction")
    state = session(rae, opponents=(thug, drone), scene="action_phase")
    fields = {"protector": "rae", "threat": "thug", "domain": "combat"}
    state = give(state, HamperThreat, seat="alice", **fields)
    assert kinds(state) == ["respond:gm"]
    told = only(happened(state, Respond, response="ignored"), ProtectionActiveResolved)
    assert (told.passive, told.points_lost, told.loser) == (1, 0, "")
    assert points_of(drone) == Points(reserves=())
    state = give(state, Respond, response="countered")
    assert state.pending is None


def test_who_has_no_guardian_counters_with_nothing() -> None:
    rae = character(skills={"dodge": 6}, knows_threat=("drone",))
    state = session(rae, opponents=(place("drone", domain="combat", option="reaction"),))
    state = give(state, HamperThreat, seat="alice", protector="rae", threat="drone", domain="combat")
    told = only(happened(state, Respond, response="countered"), ProtectionActiveResolved)
    assert (told.hampering.threat_score, told.bonus_left) == (0, 0)


def test_sru_ruling_34_the_whole_defence_index_may_be_the_reference() -> None:
    example = {"protector": 6, "threat": 4, "rulings": {"active_reference": "defence_index"}}
    state = facing(example)
    rae = replace(state.character("rae"), attributes={"intuition": 3})
    state = give(replace(state, characters=(rae,)), HamperThreat, seat="gm", **FIELDS)
    told = only(happened(state, Respond, response="ignored"), ProtectionActiveResolved)
    assert (told.passive, told.bonus_left) == (5, 1)


def test_sru_ruling_34_an_opponent_resists_with_its_weakest_and_its_alarms() -> None:
    rae = character(skills={"perception": 9}, knows_threat=("office",))
    alarm = Adjustment(domain="infiltration", change=1, reason="alarm")
    resistance = {"infiltration": {"security": 5, "intuition": 3}}
    office = place(resistance=resistance, adjustments=(alarm,))
    state = session(rae, opponents=(office,), rulings={"active_reference": "defence_index"})
    state = give(state, HamperThreat, seat="alice", protector="rae", threat="office", domain="infiltration")
    assert only(happened(state, Respond, response="ignored"), ProtectionActiveResolved).passive == 4


@pytest.mark.parametrize(("floor", "left"), [(0, 0), (-1, -1), (-9, -3)])
def test_sru_ruling_37_the_bonus_has_a_floor(floor: int, left: int) -> None:
    made = Hampering(id="p", protector="a", threat="b", domain="combat", response="ignored", protector_score=5)
    assert bonus_left(2, made, 0, rulings({"active_bonus_floor": floor})) == left


def test_sru_ruling_31_free_points_go_first() -> None:
    had = Points(
        reserves=(Reserve(maximum=6, current=1), Reserve(id="two", maximum=6, current=1)),
        set_aside=(SetAside(domain="combat", reserve="reserve", points=2),),
    )
    left, lost = lose(3, had)
    assert ([each.current for each in left.reserves], left.set_aside[0].points, lost) == ([0, 0], 1, 3)
    assert lose(9, had) == (replace(left, set_aside=()), 4)


def test_sru_ruling_27_scores_may_be_rolled_or_entered() -> None:
    example = {"protector": 2, "threat": 1, "phase": True, "free": 4}
    state = give(facing(example | {"rulings": {"test_model": "dice_pool"}}), HamperThreat, seat="gm", **FIELDS)
    state = give(state, Respond, response="countered")
    assert kinds(state) == ["roll_test:gm"]
    state = give(state, Roll, faces=(5, 6))
    assert kinds(state) == ["roll_test:alice"]
    told = only(happened(state, Roll, faces=(1,)), ProtectionActiveResolved)
    assert (told.loser, told.points_lost) == ("rae", 2)
    state = give(facing(example | {"rulings": {"test_model": "manual"}}), HamperThreat, seat="gm", **FIELDS)
    state = give(state, Respond, response="countered")
    assert kinds(state) == ["enter_score:gm"]
    with pytest.raises(MalformedInput, match="-99 to 99"):
        give(state, EnterScore, score=-100)
    state = give(give(state, EnterScore, score=3), EnterScore, score=4)
    guard = state.opponent("guard").guardian
    assert guard is not None
    assert guard.reserve == Reserve(maximum=6, current=2)


def test_the_game_master_protects_with_opponents_only() -> None:
    state = facing({"protector": 2, "threat": 1})
    with pytest.raises(MalformedInput, match="no opponent"):
        give(state, HamperThreat, seat="gm", protector="rae", threat="guard", domain="infiltration")
