from typing import Any

import pytest

from rules_engine.kernel.errors import MalformedInput, RuleViolation
from rules_engine.sru.commands import AdmitAction, CloseScene, CloseSession, DeclareAction, OpenScene
from rules_engine.sru.events import ActionResolved, SynergyRefused
from rules_engine.sru.profile import STANDARD
from rules_engine.sru.state import Offer, SessionState, Synergy
from rules_engine.sru.synergy import check_offer, combined, scope_of
from rules_engine.sru.thresholds import Help
from tests.support.sru import character, examples, give, happened, only, place, rulings, session

WHOLE = ("MOD-OBST-GLOBAL", "MOD-DUR-SCENE")
MAIN = {"actor": "rae", "domain": "infiltration", "skill": "stealth", "target": "office", "option": "security"}


def crew(helps: list[dict[str, Any]], **changed: Any) -> SessionState:
    """Rae with stealth 5 against the office of SRU-EX-01; a helper and a target for each synergy."""
    people = [character(f"Help{number}", skills={"skill": each["skill"]}) for number, each in enumerate(helps)]
    targets = [
        place(
            f"target{number}", domain=each["domain"], option=each["option"], rating=each["resistance"],
            skill=each.get("protector"),
        )
        for number, each in enumerate(helps)
    ]  # fmt: skip
    return session(
        character(skills={"stealth": 5}), *people, opponents=(place("office", skill=4), *targets), rulings=changed
    )


def helping(state: SessionState, number: int, given: dict[str, Any]) -> tuple[SessionState, Any]:
    """The state after a synergy action, which uses what was granted to its helper, and the action."""
    offer = Offer(effect=given["effect"], amount=given.get("amount", 0), helped=given.get("helped", ""))
    ready = tuple(each.id for each in state.synergies if each.offer.helped == f"help{number}")
    fields = {
        "actor": f"help{number}", "domain": given["domain"], "skill": "skill", "target": f"target{number}",
        "option": given["option"], "rows": tuple(given["rows"]), "helps": offer, "synergies": ready,
    }  # fmt: skip
    state = give(state, DeclareAction, **fields)
    action = only(happened(state, AdmitAction), ActionResolved).action
    return give(state, AdmitAction), action


@pytest.mark.parametrize("example", examples("synergy"))
def test_sru_synergy_02_worked_synergies(example: dict[str, Any]) -> None:
    state = crew(example["helps"])
    for number, given in enumerate(example["helps"]):
        state, action = helping(state, number, given)
        assert action.outcome == "reached"
        for name in ("threshold", "margin"):
            assert getattr(action, name) == given.get(name, getattr(action, name))
    ready = tuple(each.id for each in state.synergies)
    state = give(state, DeclareAction, **MAIN, rows=tuple(example.get("rows", WHOLE)), synergies=ready)
    action = only(happened(state, AdmitAction), ActionResolved).action
    assert {name: getattr(action, name) for name in example["expect"]} == example["expect"]


WON_OVER = {
    "domain": "social", "option": "charisma", "resistance": 3, "skill": 6, "effect": "remove_passive", "amount": 2,
}  # fmt: skip


def test_sru_synergy_08_ruling_40_a_prepared_synergy_serves_one_later_action() -> None:
    """SRU-EX-68: gained in an earlier scene, used once, gone when the session closes."""
    state, _ = helping(crew([WON_OVER | {"rows": []}]), 0, WON_OVER | {"rows": []})
    (granted,) = state.synergies
    assert (granted.scope, granted.scene) == ("action", "s1")
    state = give(state, OpenScene, scene="s2", title="Later")
    declared = give(state, DeclareAction, **MAIN, rows=WHOLE, synergies=(granted.id,))
    action = only(happened(declared, AdmitAction), ActionResolved).action
    assert action.threshold == 6
    assert give(declared, AdmitAction).synergies == ()
    assert give(state, CloseSession).synergies == ()


@pytest.mark.parametrize(("rows", "left"), [(("MOD-DUR-SCENE",), 0), (("MOD-DUR-SESSION",), 1)])
def test_sru_ruling_40_a_duration_row_serves_a_scene_or_the_session(rows: tuple[str, ...], left: int) -> None:
    state, _ = helping(crew([WON_OVER | {"rows": rows}]), 0, WON_OVER | {"rows": rows})
    (granted,) = state.synergies
    for _ in range(2):
        state = give(give(state, DeclareAction, **MAIN, rows=WHOLE, synergies=(granted.id,)), AdmitAction)
    assert state.synergies == (granted,)
    state = give(state, CloseScene)
    assert len(state.synergies) == left


def test_a_synergy_of_another_scene_cannot_be_used() -> None:
    state, _ = helping(crew([WON_OVER | {"rows": []}]), 0, WON_OVER | {"rows": ["MOD-DUR-SCENE"]})
    other = Synergy(id="x", giver="help0", offer=Offer(effect="routine"), scope="scene", scene="s9")
    assert state.synergies[0].scope == "scene"
    state = give(state, OpenScene, scene="s2", title="Later")
    for chosen in (("x",), (state.ply,)):
        with pytest.raises(MalformedInput, match="synergies"):
            give(state, DeclareAction, **MAIN, rows=WHOLE, synergies=tuple(map(str, chosen)))
    assert other not in state.synergies


def test_sru_synergy_08_a_synergy_may_be_tied_to_a_later_scene() -> None:
    state = crew([WON_OVER | {"rows": []}])
    fields = {"actor": "help0", "domain": "social", "skill": "skill", "target": "target0", "option": "charisma"}
    offer = Offer(effect="remove_passive", amount=2, scene="s2")
    state = give(give(state, DeclareAction, **fields, rows=("MOD-DUR-SCENE",), helps=offer), AdmitAction)
    (granted,) = state.synergies
    with pytest.raises(MalformedInput, match="synergies"):
        give(state, DeclareAction, **MAIN, rows=WHOLE, synergies=(granted.id,))
    state = give(state, OpenScene, scene="s2", title="Later")
    declared = give(state, DeclareAction, **MAIN, rows=WHOLE, synergies=(granted.id,))
    assert only(happened(declared, AdmitAction), ActionResolved).action.threshold == 6


@pytest.mark.parametrize("reason", ["not_credible_place", "not_credible_time"])
def test_sru_synergy_09_synergy_10_what_is_not_credible_is_refused_and_logged(reason: str) -> None:
    state = crew([WON_OVER | {"rows": []}])
    fields = {"actor": "help0", "domain": "social", "skill": "skill", "target": "target0", "option": "charisma"}
    declared = give(state, DeclareAction, **fields, helps=Offer(effect="remove_passive", amount=2))
    events = happened(declared, AdmitAction, credible=reason)
    assert only(events, SynergyRefused).reason == reason
    assert give(declared, AdmitAction, credible=reason).pending is None


def test_sru_synergy_02_a_synergy_that_is_not_reached_gives_nothing() -> None:
    given = WON_OVER | {"rows": [], "resistance": 9}
    declared = crew([given])
    state, action = helping(declared, 0, given)
    assert action.outcome == "not_reached"
    assert state.synergies == ()


def test_sru_ruling_38_a_routine_is_earned_by_the_whole_building_for_the_whole_scene() -> None:
    check_offer(Offer(effect="routine"), WHOLE, STANDARD)
    with pytest.raises(RuleViolation) as caught:
        check_offer(Offer(effect="routine"), ("MOD-OBST-GLOBAL",), STANDARD)
    assert caught.value.rule_id == "SRU-RULING-38"


def test_sru_ruling_39_giving_n_costs_n() -> None:
    check_offer(Offer(effect="score", amount=1), ("MOD-SYN-1",), STANDARD)
    for amount, rows in ((2, ("MOD-SYN-1",)), (1, ("MOD-OBST-MINOR",))):
        with pytest.raises(RuleViolation) as caught:
            check_offer(Offer(effect="threshold", amount=amount), rows, STANDARD)
        assert caught.value.rule_id == "SRU-RULING-39"
    with pytest.raises(MalformedInput):
        check_offer(Offer(effect="remove_passive", amount=-1), (), STANDARD)


def granted(effect: str, amount: int) -> Synergy:
    return Synergy(id=effect, giver="a", offer=Offer(effect=effect, amount=amount))  # type: ignore[arg-type]


def test_sru_synergy_07_synergies_accumulate_up_to_a_cap() -> None:
    all_of_them = (granted("score", 2), granted("threshold", 2), granted("remove_passive", 3), granted("routine", 0))
    assert combined(all_of_them, rulings()) == Help(score=2, threshold=2, passive=3, routine=True)
    assert combined(all_of_them, rulings({"synergy_cap": 3})) == Help(score=2, threshold=1, passive=3, routine=True)
    assert combined(all_of_them, rulings({"synergy_cap": 1})).threshold == 0


def test_sru_ruling_40_the_scope_is_that_of_the_duration_row() -> None:
    rows = ((), ("MOD-DUR-NONE",), ("MOD-DUR-SCENE",), ("MOD-DUR-SESSION",), ("MOD-DUR-LASTING",))
    assert [scope_of(each) for each in rows] == ["action", "action", "scene", "session", "session"]
