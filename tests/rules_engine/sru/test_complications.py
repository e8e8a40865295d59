from typing import Any

import pytest

from rules_engine.kernel.errors import MalformedInput, RuleViolation
from rules_engine.sru.commands import AdmitAction, Complicate, Complication, DeclareAction, SettleGamble
from rules_engine.sru.events import ActionComplicated, ActionResolved, ComplicationApplied
from rules_engine.sru.state import Offer, SessionState
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
    rumor,
    session,
)

OFFERED = [row for row in examples("complications") if "offered" in row.values[0]]
PICKED = [row for row in examples("complications") if "picked" in row.values[0]]
REPUTATION = [row for row in examples("complications") if "after" in row.values[0]]
BOTCHED = {
    "actor": "rae", "domain": "matrix", "skill": "skill", "target": "target", "option": "device", "botched": True,
}  # fmt: skip


@pytest.mark.parametrize("example", OFFERED)
def test_sru_comp_01_when_complications_are_offered(example: dict[str, Any]) -> None:
    more = {"helps": Offer(effect="remove_passive", amount=1)} if example.get("helps") else {}
    state = give(declared(acting(example), example, **more), AdmitAction)
    state = give(state, SettleGamble, reached=False) if kinds(state) == ["settle_gamble:gm"] else state
    assert ("complicate:gm" in kinds(state)) == example["offered"]


def hacking(**more: Any) -> SessionState:
    """Rae has botched a job against a device of rating 3."""
    target = place("target", domain="matrix", option="device")
    state = session(character(skills={"skill": 6}), opponents=(target,), **more)
    return give(give(state, DeclareAction, **BOTCHED), AdmitAction)


@pytest.mark.parametrize("example", PICKED)
def test_sru_comp_03_the_game_master_picks_none_or_some(example: dict[str, Any]) -> None:
    state = hacking()
    picked = tuple(Complication(**each) for each in example["picked"])
    events = happened(state, Complicate, complications=picked)
    state = give(state, Complicate, complications=picked)
    assert only(events, ActionComplicated).number == len(picked)
    if "logged" in example:
        assert sum(isinstance(event, ComplicationApplied) for event in events) == example["logged"]
    target, rae = state.opponent("target"), state.character("rae")
    assert list(target.identified) == example.get("identified", [])
    assert rae.damage == example.get("damage", 0)
    if "index" in example:
        rows = ("MOD-OBST-GLOBAL", "MOD-DUR-SCENE")
        state = give(state, DeclareAction, **(BOTCHED | {"botched": False}), rows=rows)
        action = only(happened(state, AdmitAction), ActionResolved).action
        assert (action.threshold, action.threshold - 3) == (example["threshold"], example["index"])


@pytest.mark.parametrize("example", REPUTATION)
def test_sru_comp_06_negative_reputation(example: dict[str, Any]) -> None:
    known = rumor(example["before"], "negative", domain="matrix", adjective="clumsy") if "before" in example else None
    state = hacking(graph=CITY, rumors=(known,) if known else (), rulings={"rumors_fade_mode": "off"})
    point = Complication(kind="negative_reputation", who="rae", circle="gang-a", adjective="clumsy")
    state = give(state, Complicate, complications=(point,))
    (after,) = state.rumors
    assert (after.index, after.polarity, after.domain) == (example["after"], "negative", "matrix")
    assert state.character("rae").negative_reputation == 0


def test_sru_ruling_22_a_counter_may_keep_the_points() -> None:
    state = hacking(rulings={"complications_reputation": "counter"})
    point = Complication(kind="negative_reputation", who="rae")
    state = give(state, Complicate, complications=(point,))
    assert (state.character("rae").negative_reputation, state.rumors) == (1, ())


def test_sru_ruling_22_a_point_needs_its_circle_and_adjective() -> None:
    state = hacking(graph=CITY)
    with pytest.raises(RuleViolation) as caught:
        give(state, Complicate, complications=(Complication(kind="negative_reputation", who="rae"),))
    assert caught.value.facts["reason"] == "rumor_incomplete"


def test_sru_comp_07_damage_and_stress_have_no_default() -> None:
    state = hacking()
    for kind in ("damage", "stress"):
        for amount in (None, -1):
            with pytest.raises(MalformedInput, match=kind):
                give(state, Complicate, complications=(Complication(kind=kind, who="rae", amount=amount),))
    state = give(state, Complicate, complications=(Complication(kind="stress", who="rae", amount=3),))
    assert state.character("rae").stress == 3


def test_sru_comp_04_an_alarm_adds_as_much_as_is_entered() -> None:
    alarm = Complication(kind="defence_raised", who="target", amount=2)
    (adjustment,) = give(hacking(), Complicate, complications=(alarm,)).opponent("target").adjustments
    assert (adjustment.change, adjustment.domain) == (2, "matrix")


def test_sru_comp_05_who_is_identified_is_a_known_threat() -> None:
    seen = Complication(kind="runner_identified", who="rae", opponent="target")
    state = give(hacking(), Complicate, complications=(seen, seen))
    assert state.opponent("target").identified == ("rae",)
    assert state.opponent("target").knows_threat == ("rae",)
