from typing import Any

import pytest
from msgspec.structs import replace

from rules_engine.kernel.errors import DecisionClosed, MalformedInput
from rules_engine.sru.commands import (
    AdmitAction,
    DeclareAction,
    EnterScore,
    GiveActions,
    Roll,
    RumorUse,
    SettleGamble,
)
from rules_engine.sru.events import ActionRefused, ActionResolved, ActionTested
from tests.support.sru import (
    CITY,
    acting,
    character,
    declared,
    examples,
    give,
    happened,
    kinds,
    only,
    place,
    refusal,
    resolve,
    rows_by_id,
    rumor,
    session,
)

ROWS = rows_by_id("actions")
REFUSED = [row for row in examples("actions") if "reason" in row.values[0]]
HARD = {"resistance": 7}


@pytest.mark.parametrize("example", REFUSED)
def test_sru_action_01_action_02_refused_actions_are_logged_and_cost_nothing(example: dict[str, Any]) -> None:
    state = declared(acting({}), {"spent": 2}, conditions=("line of sight",))
    word = {"conditions": tuple(example["conditions"]), "accepted": example.get("accepted", True)}
    (told,) = happened(state, AdmitAction, **word)
    assert isinstance(told, ActionRefused)
    assert told.reason == example["reason"]
    state = give(state, AdmitAction, **word)
    assert (state.pending, state.character("rae").free) == (None, 6)


def test_sru_action_01_conditions_are_met_unless_the_game_master_says_no() -> None:
    state = declared(acting({}), {}, conditions=("sight", "access"))
    assert only(happened(state, AdmitAction, conditions=(True,)), ActionResolved).action.outcome == "reached"
    assert only(happened(state, AdmitAction, conditions=(True, False)), ActionRefused)
    with pytest.raises(MalformedInput, match="2 conditions"):
        give(state, AdmitAction, conditions=(True, True, False))


def test_sru_ruling_27_the_table_may_enter_the_score() -> None:
    """SRU-EX-76."""
    given = ROWS["SRU-EX-76"]
    state = give(declared(acting(given | {"rulings": {"test_model": "manual"}}), given), AdmitAction)
    assert kinds(state) == ["enter_score:alice"]
    action = only(happened(state, EnterScore, score=given["entered"]), ActionResolved).action
    assert {name: getattr(action, name) for name in given["expect"]} == given["expect"]
    with pytest.raises(MalformedInput, match="-99 to 99"):
        give(state, EnterScore, score=100)


def test_sru_ruling_27_a_pool_counts_its_successes() -> None:
    given = {"resistance": 2, "skill": 3, "rulings": {"test_model": "dice_pool"}}
    state = give(declared(acting(given), given), AdmitAction)
    assert kinds(state) == ["roll_test:alice"]
    told = only(happened(state, Roll, faces=(5, 6, 4)), ActionResolved)
    assert (told.action.score, told.action.outcome, told.roll is not None) == (2, "reached", True)
    nothing = {"resistance": 2, "skill": 0, "rulings": {"test_model": "dice_pool"}}
    assert resolve(nothing).score == 0


def test_sru_ruling_42_a_risk_is_settled_at_the_table() -> None:
    """SRU-EX-65: the attempt with a declared risk is accepted and its outcome entered by hand."""
    given = ROWS["SRU-EX-65"] | {"risk": True}
    state = give(declared(acting(given | {"reserve": 2}), given), AdmitAction)
    assert kinds(state) == ["settle_gamble:gm"]
    action = only(happened(state, SettleGamble, reached=True), ActionResolved).action
    assert (action.outcome, action.shortfall) == ("reached", given["shortfall"])
    assert only(happened(state, SettleGamble, reached=False), ActionResolved).action.outcome == "not_reached"


@pytest.mark.parametrize(
    ("declares", "setting", "skill", "face", "outcome"),
    [
        ("risk", "risk_mode", 6, 3, "reached"),
        ("risk", "risk_mode", 6, 2, "not_reached"),
        ("risk", "risk_mode", 5, 4, "reached"),
        ("botched", "botch_mode", 6, 2, "reached"),
        ("botched", "botch_mode", 5, 3, "not_reached"),
    ],
)
def test_sru_action_08_ruling_42_a_table_settles_risks(
    declares: str, setting: str, skill: int, face: int, outcome: str
) -> None:
    given = HARD | {"skill": skill, declares: True, "rulings": {setting: "table"}}
    ready = declared(acting(given), given)
    assert only(happened(ready, AdmitAction), ActionTested).action.outcome == "not_reached"
    state = give(ready, AdmitAction)
    assert kinds(state) == ["roll_gamble:alice"]
    assert only(happened(state, Roll, faces=(face,)), ActionResolved).action.outcome == outcome


def test_sru_ruling_42_what_no_row_bridges_has_failed() -> None:
    given = HARD | {"skill": 1, "risk": True, "rulings": {"risk_mode": "table"}}
    assert resolve(given).outcome == "not_reached"


def test_sru_ruling_29_the_bonus_is_for_who_claims_it_and_has_time() -> None:
    given = {"resistance": 3, "bonus": True}
    state = declared(acting(given), given)
    assert only(happened(state, AdmitAction), ActionResolved).action.score == 7
    assert only(happened(state, AdmitAction, time=False), ActionResolved).action.score == 5
    assert resolve(given | {"phase": True}).score == 5
    assert resolve({"rulings": {"test_generic_bonus_applies": "always_outside", "test_generic_bonus": 3}}).score == 8


def test_sru_ruling_30_points_are_worth_what_a_league_says() -> None:
    assert resolve({"spent": 2, "rulings": {"reserve_point_value": 2}}).score == 9
    state = acting({"reserve": 2})
    fields = {"actor": "rae", "domain": "infiltration", "skill": "skill", "target": "target", "option": "security"}
    assert refusal(state, DeclareAction, **fields, reserve=3) == ("SRU-RULING-30", "over_reserve")
    assert refusal(state, DeclareAction, **fields, reserve=1, pool="sprite") == ("SRU-RULING-30", "over_reserve")


def test_sru_action_04_the_game_master_adds_circumstances_only() -> None:
    state = declared(acting({}), {})
    with pytest.raises(MalformedInput, match="circumstances"):
        give(state, AdmitAction, rows=("MOD-OBST-MAJOR",))


def test_sru_active_02_actions_of_a_phase_are_counted_where_the_game_master_counts_them() -> None:
    state = acting({"phase": True})
    state = give(give(declared(state, {}), AdmitAction), GiveActions, character="rae", actions=1)
    state = give(declared(state, {}), AdmitAction)
    assert state.character("rae").actions_left == 0
    fields = {"actor": "rae", "domain": "infiltration", "skill": "skill", "target": "target", "option": "security"}
    assert refusal(state, DeclareAction, **fields) == ("SRU-ACTIVE-02", "no_action")
    state = give(state, GiveActions, character="rae", actions=None)
    assert declared(state, {}).pending is not None
    with pytest.raises(MalformedInput):
        give(state, GiveActions, character="rae", actions=-1)


def test_sru_ruling_21_a_rumor_without_a_proposed_amount_needs_one() -> None:
    known, rules = rumor(4, "negative", domain="infiltration"), {"rumors_fade_mode": "off", "rumors_gm_amount": "free"}
    state = session(
        character(skills={"skill": 5}), opponents=(place("target"),), rumors=(known,), graph=CITY, rulings=rules
    )
    state = declared(state, {})
    assert refusal(state, AdmitAction, rumors=(RumorUse(rumor="r1"),)) == ("SRU-RULING-21", "")
    usual = replace(state, rulings=replace(state.rulings, rumors_gm_amount="half"))
    used = happened(usual, AdmitAction, rumors=(RumorUse(rumor="r1", effect="score"),))
    assert only(used, ActionResolved).action.score == 3
    for use, why in ((RumorUse(rumor="nobody", amount=1), "no nobody"), (RumorUse(rumor="r1", amount=10**9), "-99 to")):
        with pytest.raises(MalformedInput, match=why):
            give(usual, AdmitAction, rumors=(use,))


def test_an_action_is_for_ones_own_active_character() -> None:
    state = session(character(), character("Bob", seat="bob", state="retired"), opponents=(place("target"),))
    fields = {"actor": "bob", "domain": "infiltration", "skill": "x", "target": "target", "option": "security"}
    with pytest.raises(DecisionClosed):
        give(state, DeclareAction, seat="alice", **fields)
    with pytest.raises(MalformedInput, match="retired"):
        give(state, DeclareAction, seat="bob", **fields)


def test_sru_ruling_18_main_actions_that_are_reached_count_for_their_team() -> None:
    bob = character("Bob", seat="bob", team="B", skills={"skill": 1})
    state = session(character(skills={"skill": 5}), bob, opponents=(place("target"),))
    state = give(declared(state, {}), AdmitAction)
    assert state.reached == (("A", 1), ("B", 0))
    state = give(declared(state, {}, actor="bob", seat="bob"), AdmitAction)
    assert state.reached == (("A", 1), ("B", 0))
