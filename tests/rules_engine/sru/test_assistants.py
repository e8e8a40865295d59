from typing import Any

import pytest
from msgspec.structs import replace

from rules_engine.kernel.errors import DecisionClosed, MalformedInput, RuleViolation
from rules_engine.sru.assistants import carried, check_split, counted, index, limit, recharged, rent, result_of
from rules_engine.sru.commands import (
    AdmitAction,
    CallAssistant,
    CloseSession,
    DeclareAction,
    DestroyAssistant,
    DismissAssistant,
    HandOver,
    OpenPhase,
    OpenScene,
)
from rules_engine.sru.components import Assistant, AssistantKind, Limit
from rules_engine.sru.domains import BUILT_IN, COMBAT, MAGIC, assistant_kind
from rules_engine.sru.events import ActionResolved, AssistantEnded
from rules_engine.sru.state import SessionState
from tests.support.sru import (
    character,
    examples,
    give,
    happened,
    kinds,
    only,
    place,
    refusal,
    rows_by_id,
    rulings,
    session,
)

ROWS = rows_by_id("assistants")
ACTS = [row for row in examples("assistants") if "acts" in row.values[0]]
LIMITS = [row for row in examples("assistants") if "most" in row.values[0]]
RENTS = [row for row in examples("assistants") if "rent" in row.values[0]]
DOMAINS = {each.id: each for each in BUILT_IN}


def spirit(name: str = "spirit", **more: Any) -> Assistant:
    fields: dict[str, Any] = {
        "domain": "matrix", "kind": "agent", "label": name, "aspect": "search", "power": 4, "duration": 3,
        "row": "DUR-3", "owner": "rae", "controller": "rae", "span": "sessions", "sessions_left": 1,
    }  # fmt: skip
    return Assistant(id=name, **(fields | more))


def acting_with(assistant: Assistant, **changed: Any) -> SessionState:
    target = place("target", domain="matrix", option="device", rating=6)
    rae = character(ratings={"commlink": 4}, skills={"software": 3})
    return session(rae, opponents=(target,), assistants=(assistant,), rulings=changed)


ACTION = {
    "actor": "spirit", "domain": "matrix", "skill": "", "target": "target", "option": "device", "aspect": "search",
}  # fmt: skip


@pytest.mark.parametrize("example", ACTS)
def test_sru_assist_14_worked_actions(example: dict[str, Any]) -> None:
    given = dict(example["acts"])
    special = given.pop("specialised", False)
    state = acting_with(spirit(specialised=special, field="files" if special else ""))
    if "refused" in example:
        assert refusal(state, DeclareAction, **(ACTION | given))[1] == example["refused"]
        return
    state = give(state, DeclareAction, **(ACTION | given))
    action = only(happened(state, AdmitAction), ActionResolved).action
    assert {name: getattr(action, name) for name in example["expect"]} == example["expect"]


@pytest.mark.parametrize("example", LIMITS)
def test_sru_assist_20_worked_limits(example: dict[str, Any]) -> None:
    domain, kind = example["kind"]
    rae = character(ratings=example["ratings"])
    assert limit(rae, DOMAINS[domain], assistant_kind(DOMAINS[domain], kind), rulings()) == example["most"]


@pytest.mark.parametrize("example", RENTS)
def test_sru_assist_26_worked_rents(example: dict[str, Any]) -> None:
    power, duration = example["rent"]
    chosen = rulings(example.get("rulings"))
    assert rent(power, duration, chosen, example.get("factor")) == example["price"]


def test_sru_ruling_51_the_leagues_factor_and_price() -> None:
    assert rent(1, 0, rulings({"rental_factor": 133, "rental_per_point": 1})) == 2  # rounded up
    assert rent(1, 1, rulings({"rental_factor": 150})) == 1500


def test_sru_ruling_48_limits_may_be_rounded_up_and_have_a_minimum() -> None:
    rae = character(attributes={"magic": 5})
    kind = assistant_kind(MAGIC, "spirit")
    assert limit(rae, MAGIC, kind, rulings({"assistants_limit_rounding": "up"})) == 3
    assert limit(character(), MAGIC, kind, rulings({"assistants_limit_minimum": 1})) == 1


def test_sru_ruling_53_a_kind_may_have_a_limit_of_its_own() -> None:
    dogs = AssistantKind(id="animal", label="dogs", skill="x", own_limit=Limit(rating="charisma", divisor=1))
    rae = character(attributes={"charisma": 3})
    assert limit(rae, COMBAT, dogs, rulings()) == 3
    helping = (spirit("a", domain="combat", kind="drone"), spirit("b", domain="combat", kind="animal"))
    assert counted(helping, "rae", "combat", dogs, rulings()) == 1


def test_sru_assist_11_ruling_49_a_group_counts_once_also_after_a_hand_over() -> None:
    """SRU-EX-42."""
    given = ROWS["SRU-EX-42"]
    spirits = tuple(spirit(name, domain="magic", kind="spirit", group=name == "b") for name in "ab")
    rae = character(attributes={"magic": given["magic"]}, skills={"summoning": 4})
    bob = character("Bob", seat="bob", attributes={"magic": 2})
    state = session(rae, bob, assistants=spirits)
    assert limit(rae, MAGIC, assistant_kind(MAGIC, "spirit"), rulings()) == given["limit"]
    call = {"character": "rae", "domain": "magic", "assistant": "spirit", "label": "third", "aspect": "fire"}
    assert refusal(state, CallAssistant, **call) == ("SRU-ASSIST-20", "limit_reached")
    state = give(state, HandOver, assistant="a", to="bob")
    assert state.assistant("a").controller == "bob"
    assert refusal(state, CallAssistant, **call) == ("SRU-ASSIST-20", "limit_reached")
    state = give(state, DismissAssistant, assistant="b")
    assert state.assistant("b").state == "dismissed"
    assert kinds(give(state, CallAssistant, **call)) == ["admit_call:gm"]


def test_sru_ruling_49_the_controller_may_count_instead() -> None:
    spirits = tuple(spirit(name, domain="magic", kind="spirit") for name in "ab")
    rae, bob = character(attributes={"magic": 5}), character("Bob", seat="bob", attributes={"magic": 2})
    state = session(rae, bob, assistants=spirits, rulings={"assistants_count_for": "controller"})
    state = give(state, HandOver, assistant="a", to="bob")
    assert refusal(state, HandOver, assistant="b", to="bob") == ("SRU-ASSIST-20", "limit_reached")
    kind = assistant_kind(MAGIC, "spirit")
    assert [counted(state.assistants, who, "magic", kind, state.rulings) for who in ("rae", "bob")] == [1, 1]


def test_sru_ruling_54_a_limit_is_common_to_a_domain_or_one_a_kind() -> None:
    """SRU-EX-72."""
    given = ROWS["SRU-EX-72"]
    rae = character(ratings=given["ratings"])
    drone, dog = (spirit(name, domain="combat", kind=name) for name in ("drone", "animal"))
    agents = tuple(spirit(name) for name in ("x", "y"))
    helping = (drone, dog, *agents)
    kind = assistant_kind(COMBAT, "drone")
    assert limit(rae, COMBAT, kind, rulings()) == given["drones"]
    assert counted(helping, "rae", "combat", kind, rulings()) == given["drones"]
    assert counted(helping, "rae", "matrix", assistant_kind(DOMAINS["matrix"], "agent"), rulings()) == given["agents"]
    assert counted(helping, "rae", "combat", kind, rulings({"assistants_limit_scope": "kind"})) == 1


def test_sru_assist_19_ruling_47_invested_points_at_a_recharge() -> None:
    """SRU-EX-43."""
    given = ROWS["SRU-EX-43"]
    helping = (spirit(power=given["power"], invested=given["invested"], reserve="reserve"),)
    for setting in ("refill", "locked"):
        chosen = rulings({"assistants_invested_at_recharge": setting})
        assert recharged(given["maximum"], "reserve", helping, "rae", chosen) == given[setting]
    ended = (replace(helping[0], state="ended"),)
    assert recharged(6, "reserve", ended, "rae", rulings({"assistants_invested_at_recharge": "locked"})) == 6


def test_sru_ruling_46_least_power_and_duration() -> None:
    check_split(5, 0, 5, rulings())
    for setting, split in (("assistants_min_power", (0, 5)), ("assistants_min_duration", (5, 0))):
        with pytest.raises(RuleViolation) as caught:
            check_split(5, *split, rulings({setting: 1}))
        assert caught.value.facts["reason"] == "split_mismatch"
    with pytest.raises(RuleViolation):
        check_split(5, 6, -1, rulings())


def test_sru_ruling_45_the_result_is_the_score_or_a_margin() -> None:
    assert (result_of(6, 4, rulings()), result_of(6, 4, rulings({"assistants_result": "margin"}))) == (6, 2)
    assert result_of(1, 4, rulings({"assistants_result": "margin"})) == 0


def test_sru_ruling_50_a_specialised_assistant_outside_its_field_may_act_with_its_power() -> None:
    special = spirit(specialised=True, field="files")
    assert index(special, in_field=True, rulings=rulings({"assistants_specialised_bonus": 3})) == 7
    state = acting_with(special, assistants_outside_field="power_only")
    state = give(state, DeclareAction, **ACTION, in_field=False)
    assert only(happened(state, AdmitAction), ActionResolved).action.score == 4


def test_sru_assist_15_an_assistant_of_a_single_action_ends_with_it() -> None:
    state = acting_with(spirit(span="action", sessions_left=None))
    state = give(state, DeclareAction, **ACTION)
    assert only(happened(state, AdmitAction), AssistantEnded).reason == "duration"


def test_sru_ruling_52_phases_scenes_and_sessions_end_what_lasts_as_long() -> None:
    spans: tuple[Any, ...] = ("action", "phase", "scene", "sessions", "dismissed")
    assistants = tuple(spirit(span, span=span, sessions_left=2 if span == "sessions" else None) for span in spans)
    state = session(character(), assistants=assistants)
    state = give(state, OpenPhase)

    def active() -> list[str]:
        return [each.id for each in state.assistants if each.state == "active"]

    state = give(state, OpenScene, scene="s2", title="Later")
    assert active() == ["action", "sessions", "dismissed"]
    state = give(state, CloseSession)
    assert active() == ["sessions", "dismissed"]
    sessions_left = {each.id: each.sessions_left for each in carried(state.assistants)}
    assert sessions_left == {"sessions": 1, "dismissed": None}


def test_who_does_not_control_an_assistant_does_not_send_it() -> None:
    state = session(character(), character("Bob", seat="bob"), assistants=(spirit(),))
    with pytest.raises(DecisionClosed):
        give(state, DismissAssistant, seat="bob", assistant="spirit")
    state = give(state, DestroyAssistant, assistant="spirit")
    assert state.assistant("spirit").state == "ended"
    with pytest.raises(MalformedInput, match="no longer"):
        give(state, DestroyAssistant, assistant="spirit")
    with pytest.raises(MalformedInput, match="no longer"):
        give(state, DismissAssistant, seat="alice", assistant="spirit")
    with pytest.raises(MalformedInput, match="no longer"):
        give(replace(state, opponents=(place("target"),)), DeclareAction, **ACTION)
