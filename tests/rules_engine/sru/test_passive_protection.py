from typing import Any

import pytest

from rules_engine.kernel.errors import MalformedInput
from rules_engine.sru.commands import AdmitAction, ClosePhase, DeclareAction, SetPointsAside, ShieldOthers
from rules_engine.sru.domains import COMBAT, MAGIC, resistance
from rules_engine.sru.events import ActionResolved, ProtectionAbandoned
from rules_engine.sru.state import SessionState
from rules_engine.sru.thresholds import own_passive, passive, passive_of_skill
from tests.support.sru import character, examples, give, happened, only, place, refusal, rulings, session

IN_PHASE = [row for row in examples("passive_protection") if "aside" in row.values[0]]
HALVES = [row for row in examples("passive_protection") if "halves" in row.values[0]]
OTHERS = [row for row in examples("passive_protection") if "others" in row.values[0]]
BOTH = [row for row in examples("passive_protection") if "together" in row.values[0]]
ASIDE = {"character": "rae", "domain": "combat"}


def fighting(reserve: int = 6, **changed: Any) -> SessionState:
    rae = character(reserve=reserve, attributes={"reaction": 3}, skills={"dodge": 4, "firearms": 5})
    enemy = place("enemy", domain="combat", option="reaction", rating=9)
    return session(rae, opponents=(enemy,), rulings=changed, scene="action_phase")


def shown(state: SessionState) -> dict[str, int]:
    rae = state.character("rae")
    protection = passive(rae, "combat", state.situation)
    return {"passive": protection, "defence": resistance(rae, COMBAT, "reaction") + protection, "free": rae.free}


def attack(state: SessionState, **fields: Any) -> dict[str, Any]:
    return {
        "actor": "rae", "domain": "combat", "skill": "firearms", "target": "enemy", "option": "reaction",
    } | fields  # fmt: skip


@pytest.mark.parametrize("example", IN_PHASE)
def test_sru_passive_03_points_set_aside(example: dict[str, Any]) -> None:
    state, expect = fighting(example["reserve"], **example.get("rulings", {})), example["expect"]
    aside = ASIDE | {"points": example["aside"]}
    if "taken_back" in example:
        state = give(state, SetPointsAside, **aside)
        fields = attack(state, taken_back=example["taken_back"])
        if "refused" in expect:
            assert refusal(state, DeclareAction, **fields) == ("SRU-PASSIVE-05", expect["refused"])
            return
        declared = give(state, DeclareAction, **fields)
        events = happened(declared, AdmitAction)
        state = give(declared, AdmitAction)
        told = {"score": only(events, ActionResolved).action.score, "lost": only(events, ProtectionAbandoned).lost}
    elif "refused" in expect:
        assert refusal(state, SetPointsAside, **aside) == ("SRU-PASSIVE-03", expect["refused"])
        return
    else:
        state, told = give(state, SetPointsAside, **aside), {}
        state = give(state, ClosePhase) if example.get("ends") else state
    told |= shown(state)
    if example.get("ends"):
        told["passive"] = own_passive(state.character("rae"), "magic", state.situation)
    assert {name: told[name] for name in expect} == expect


@pytest.mark.parametrize("example", HALVES)
def test_sru_passive_02_half_the_skill_protects(example: dict[str, Any]) -> None:
    chosen = rulings(example.get("rulings"))
    assert [passive_of_skill(skill, chosen) for skill in example["skills"]] == example["halves"]


def protecting(**changed: Any) -> SessionState:
    mage = character("Mage", attributes={"magic": 3}, skills={"counterspelling": 4})
    names = ("Ann", "Ben", "Cay", "Dee")
    return session(mage, *(character(name, attributes={"physique": 3}) for name in names), rulings=changed)


@pytest.mark.parametrize("example", OTHERS)
def test_sru_passive_07_protecting_others(example: dict[str, Any]) -> None:
    state, fields = protecting(), {"character": "mage", "domain": "magic", "others": tuple(example["others"])}
    if "refused" in example:
        assert refusal(state, ShieldOthers, **fields) == ("SRU-PASSIVE-07", example["refused"])
        return
    state = give(state, ShieldOthers, **fields)
    for other in example["others"]:
        found = state.character(other)
        assert passive(found, "magic", state.situation) == example["passive"]
        assert resistance(found, MAGIC, "physique") + example["passive"] == example["defence"]
    assert passive(state.character("dee"), "magic", state.situation) == 0


@pytest.mark.parametrize("example", BOTH)
def test_sru_ruling_33_own_and_foreign(example: dict[str, Any]) -> None:
    mage = character("Mage", attributes={"magic": 3}, skills={"counterspelling": example["foreign"]})
    rae = character(skills={"counterspelling": example["own"]})
    state = session(mage, rae, rulings=example.get("rulings"))
    state = give(state, ShieldOthers, character="mage", domain="magic", others=("rae",))
    assert passive(state.character("rae"), "magic", state.situation) == example["together"]


def test_sru_passive_03_only_in_an_action_phase() -> None:
    state = session(character(skills={"dodge": 4}))
    assert refusal(state, SetPointsAside, **ASIDE, points=1) == ("SRU-PASSIVE-03", "no_phase")


def test_sru_passive_03_setting_fewer_aside_gives_some_back() -> None:
    state = give(fighting(), SetPointsAside, **ASIDE, points=4)
    state = give(state, SetPointsAside, **ASIDE, points=1)
    assert shown(state) == {"passive": 1, "defence": 4, "free": 5}
    state = give(state, SetPointsAside, **ASIDE, points=0)
    assert state.character("rae").set_aside == ()


def test_a_reserve_that_there_is_not_cannot_be_set_aside() -> None:
    with pytest.raises(MalformedInput, match="sprite"):
        give(fighting(), SetPointsAside, **ASIDE, points=1, reserve="sprite")
    with pytest.raises(MalformedInput):
        give(fighting(), SetPointsAside, **ASIDE, points=-1)


def test_sru_ruling_32_points_are_handed_out() -> None:
    state = protecting(passive_others_limit="points")
    fields = {"character": "mage", "domain": "magic", "others": ("ann", "ben")}
    given = give(state, ShieldOthers, **fields, points=(2, 1))
    assert [passive(given.character(who), "magic", given.situation) for who in ("ann", "ben")] == [2, 1]
    assert refusal(state, ShieldOthers, **fields, points=(2, 2)) == ("SRU-PASSIVE-07", "over_attribute")
    assert refusal(state, ShieldOthers, **fields, points=(3, 0)) == ("SRU-PASSIVE-07", "over_attribute")


def test_protecting_is_for_others_each_once() -> None:
    state = protecting()
    for others, points in ((("mage",), ()), (("ann", "ann"), ()), (("ann",), (1, 2)), (("ann",), (-1,))):
        with pytest.raises(MalformedInput):
            give(state, ShieldOthers, character="mage", domain="magic", others=others, points=points)
    state = give(state, ShieldOthers, character="mage", domain="magic", others=("ann",))
    assert give(state, ShieldOthers, character="mage", domain="magic", others=()).character("mage").shielding == ()
