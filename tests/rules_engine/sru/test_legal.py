from rules_engine.sru.commands import (
    AdmitAction,
    CallAssistant,
    CloseSession,
    DeclareAction,
    HamperThreat,
    Roll,
)
from rules_engine.sru.legal import OPTIONS, awaiting, legal_commands
from tests.support.sru import CITY, character, give, kinds, opened, place, rumor, scripted, session, setup, step

ACTION = {"actor": "rae", "domain": "infiltration", "skill": "x", "target": "office", "option": "security"}


def test_players_and_the_game_master_may_act_at_any_time() -> None:
    bob = character("Bob", seat="bob", team="B")
    state = session(character(), character("Cay"), bob, opponents=(place(knows_threat=("rae",)),))
    assert kinds(state) == ["run:gm", "play:alice", "play:bob"]
    assert kinds(give(state, DeclareAction, **ACTION)) == ["admit_action:gm"]
    call = {"character": "rae", "domain": "magic", "assistant": "spirit", "label": "x", "aspect": "x"}
    mage = session(character(attributes={"magic": 2}, skills={"summoning": 1}))
    assert kinds(give(mage, CallAssistant, **call)) == ["admit_call:gm"]
    fields = {"protector": "office", "threat": "rae", "domain": "infiltration"}
    assert kinds(give(state, HamperThreat, seat="gm", **fields)) == ["respond:alice"]
    assert awaiting(give(state, CloseSession)) == ()


def test_rumors_roll_first_and_a_script_asks_for_ways() -> None:
    state = opened(setup(character(), rumors=(rumor(4),), graph=CITY))
    (decision,) = awaiting(state)
    assert (decision.kind, decision.pools[0].sides) == ("roll_fade", 6)
    (roll,) = legal_commands(state, decision).commands
    assert isinstance(roll, Roll)
    assert kinds(scripted(step("door"))) == ["way:alice"]


def test_each_decision_that_is_no_roll_has_its_answers() -> None:
    declared = give(session(opponents=(place(),)), DeclareAction, **ACTION)
    (decision,) = awaiting(declared)
    assert any(isinstance(command, AdmitAction) for command in legal_commands(declared, decision).commands)
    assert len(OPTIONS) == 12
