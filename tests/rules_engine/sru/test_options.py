from typing import Any

import pytest
from msgspec.structs import replace

from rules_engine.kernel.dice import SeededDice
from rules_engine.sru import commands as c
from rules_engine.sru.components import Assistant, Circle
from rules_engine.sru.decide import decide
from rules_engine.sru.legal import awaiting, legal_commands
from rules_engine.sru.state import SessionState
from tests.support.sru import CITY, character, declared, give, place, rumor, session

RAE = character(
    attributes={"magic": 4, "charisma": 4}, skills={"skill": 3, "summoning": 4, "dodge": 2}, nuyen=2000,
    knows_threat=("target",),
)  # fmt: skip
SPIRIT = Assistant(
    id="spirit", domain="infiltration", kind="equipment", label="kit", aspect="doors", power=4, duration=3, row="DUR-3",
    owner="rae", controller="rae", span="sessions", sessions_left=1,
)  # fmt: skip


def table(**more: Any) -> SessionState:
    fields: dict[str, Any] = {
        "opponents": (place("target", knows_threat=("rae",)),), "graph": CITY, "rumors": (rumor(4, "depends"),),
        "assistants": (SPIRIT, replace(SPIRIT, id="gone", state="ended")), "rulings": {"rumors_fade_mode": "off"},
    }  # fmt: skip
    return session(RAE, **(fields | more))


def listed(state: SessionState, kind: str) -> list[Any]:
    """The answers to a decision, each accepted by `decide`."""
    decision = next(each for each in awaiting(state) if each.kind == kind)
    commands = legal_commands(state, decision).commands
    assert all(decide(state, command, SeededDice(1)) for command in commands)  # type: ignore[arg-type]
    return list(commands)


def types(commands: list[Any]) -> set[str]:
    return {type(command).__name__ for command in commands}


def test_players_are_offered_actions_protection_and_assistants() -> None:
    assert types(listed(table(), "play")) == {
        "DeclareAction", "HamperThreat", "CallAssistant", "RentAssistant", "DismissAssistant", "ShieldOthers",
    }  # fmt: skip
    in_phase = table(scene="action_phase")
    assert "SetPointsAside" in types(listed(in_phase, "play"))
    tired = give(in_phase, c.GiveActions, character="rae", actions=0)
    own = [each for each in listed(tired, "play") if isinstance(each, c.DeclareAction)]
    assert {each.actor for each in own} == {"spirit"}
    aside = give(in_phase, c.SetPointsAside, character="rae", domain="combat", points=2)
    assert "SetPointsAside" not in types(listed(aside, "play"))


def test_who_can_do_nothing_can_still_answer() -> None:
    plain = session(character(skills={}, reserves=()), scene="action_phase")
    assert types(listed(plain, "play")) == {"ShieldOthers"}


def test_the_game_master_is_offered_scenes_threats_rumors_and_the_end() -> None:
    before = table(scene="", rulings={"rumors_fade_mode": "off", "reserve_recharge_on": "by_hand"})
    spent = replace(before.character("rae"), reserves=(replace(before.character("rae").reserves[0], current=0),))
    before = replace(before, characters=(spent,))
    assert types(listed(before, "run")) == {
        "OpenScene", "GiveActions", "HamperThreat", "CountDetection", "WithdrawRumor", "RecordDeed", "Recharge",
        "DestroyAssistant", "CloseSession",
    }  # fmt: skip
    assert {"CloseScene", "OpenPhase"} <= types(listed(table(), "run"))
    assert "ClosePhase" in types(listed(table(scene="action_phase"), "run"))
    stranger = table(opponents=(place("target"),))
    assert "RevealThreat" in types(listed(stranger, "run"))


def test_fading_is_chosen_either_way() -> None:
    state = table(scene="", rulings={"rumors_fade_mode": "off"})
    state = replace(
        state, phase="fading", to_fade=("r1",), rulings=replace(state.rulings, rumors_fade_mode="player_choice")
    )
    assert [each.roll for each in listed(state, "choose_fade")] == [True, False]


def test_an_action_is_admitted_hindered_or_refused() -> None:
    state = declared(table(), {})
    assert [(each.rows, each.accepted) for each in listed(state, "admit_action")] == [
        ((), True), (("MOD-CIRC-HARD1",), True), ((), False),
    ]  # fmt: skip


def test_sru_rumor_20_rumors_that_the_target_knows_are_offered() -> None:
    target = place("target", circles=("district", "moonlight"))
    graph = replace(CITY, circles=(*CITY.circles, Circle(id="moonlight", name="moonlight")))
    known = (rumor(5, domain="infiltration"), rumor(5, id="r2"))
    state = declared(table(opponents=(target,), rumors=known, graph=graph), {})
    used = [each.rumors[0] for each in listed(state, "admit_action") if each.rumors]
    assert [(each.rumor, each.circle, each.amount) for each in used] == [("r1", "district", 1)]


def test_a_risk_is_settled_either_way() -> None:
    state = give(declared(table(), {"risk": True, "rows": ("MOD-OBST-GLOBAL",)}), c.AdmitAction)
    assert [each.reached for each in listed(state, "settle_gamble")] == [True, False]


def test_complications_are_offered_for_opponents_and_for_characters() -> None:
    state = give(declared(table(), {"conspicuous": True}), c.AdmitAction)
    picked = [each.complications[0].kind if each.complications else "" for each in listed(state, "complicate")]
    assert picked == ["", "damage", "stress", "defence_raised", "runner_identified"]
    bob = character("Bob", seat="bob", attributes={"intuition": 1})
    duel = session(RAE, bob)
    against = declared(duel, {"conspicuous": True}, target="bob", option="intuition")
    assert len(listed(give(against, c.AdmitAction), "complicate")) == 3


def test_calls_are_admitted_under_some_circles_split_and_quoted() -> None:
    call = {"character": "rae", "domain": "magic", "assistant": "spirit", "label": "spirit", "aspect": "fire"}
    state = give(table(), c.CallAssistant, **call)
    answers = listed(state, "admit_call")
    assert [each.available for each in answers] == [True, True, True, True, False]
    assert answers[1].signs == (("r1", 1),)
    splits = listed(give(state, c.AdmitCall), "split")
    assert [(each.power, each.duration) for each in splits] == [(4, 0), (3, 1), (2, 2), (1, 3), (0, 4)]
    least = table(rulings={"rumors_fade_mode": "off", "assistants_min_power": 1, "assistants_min_duration": 2})
    splits = listed(give(give(least, c.CallAssistant, **call), c.AdmitCall), "split")
    assert [(each.power, each.duration) for each in splits] == [(2, 2), (1, 3)]
    rental = give(give(table(), c.RentAssistant, **call, power=1, duration=1), c.AdmitCall)
    assert [each.factor for each in listed(rental, "quote_rental")] == [None, 120]


@pytest.mark.parametrize("kind", ["respond", "enter_score"])
def test_threats_respond_and_scores_are_entered(kind: str) -> None:
    state = table(rulings={"rumors_fade_mode": "off", "test_model": "manual"})
    state = give(state, c.HamperThreat, seat="alice", protector="rae", threat="target", domain="combat")
    if kind == "respond":
        assert [each.response for each in listed(state, kind)] == ["countered", "ignored"]
    else:
        assert len(listed(give(state, c.Respond, response="ignored"), kind)) == 13
