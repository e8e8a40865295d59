from typing import Any

import pytest
from msgspec.structs import replace

from rules_engine.kernel.dice import FixedDice, NoDice
from rules_engine.kernel.errors import DecisionClosed, MalformedInput
from rules_engine.kernel.messages import JUDGE
from rules_engine.sru import commands as c
from rules_engine.sru.components import Circle, Link
from rules_engine.sru.decide import ANSWERS, decide, told
from rules_engine.sru.events import SruEvents
from rules_engine.sru.legal import awaiting
from rules_engine.sru.ruleset import CODEC
from rules_engine.sru.state import SessionState
from tests.support.sru import CITY, answer, character, give, kinds, place, rumor, scripted, session, step


def ask(state: SessionState, command: Any) -> tuple[SruEvents, ...]:
    return decide(state, command, NoDice())


def test_a_command_answers_an_open_decision_of_its_seat() -> None:
    state = session(character(attributes={"reaction": 1}), character("Bob", seat="bob"))
    good = answer(state, c.ShieldOthers, seat="alice", character="rae", domain="combat", others=("bob",))
    assert ask(state, good)
    with pytest.raises(DecisionClosed, match="not for bob"):
        ask(state, replace(good, seat="bob"))
    with pytest.raises(DecisionClosed, match="is not open"):
        ask(state, replace(good, decision="closed"))
    with pytest.raises(DecisionClosed, match="none named"):
        ask(state, replace(good, decision=""))
    run = next(each for each in awaiting(state) if each.kind == "run")
    with pytest.raises(MalformedInput, match="is no answer to run"):
        ask(state, replace(good, seat="gm", decision=run.id))
    with pytest.raises(MalformedInput, match="roll is no answer to run"):
        ask(state, c.Roll(seat="gm", decision=run.id))


def test_who_acts_at_the_same_time_as_others_need_not_ask_again() -> None:
    before = session(opponents=(place(),))
    late = answer(before, c.DismissAssistant, seat="alice", assistant="nobody")
    state = give(before, c.RevealThreat, who="rae", threat="office")
    assert late.decision not in {each.id for each in awaiting(state)}
    with pytest.raises(MalformedInput, match="no nobody"):
        ask(state, late)
    for named in (f"play:alice:{state.ply + 1}", "play:alice:", "play:bob:1", "play:alice:x"):
        with pytest.raises(DecisionClosed):
            ask(state, replace(late, decision=named))
    closed = give(state, c.CloseSession)
    with pytest.raises(DecisionClosed):
        ask(closed, late)


def test_the_judge_may_answer_for_anybody() -> None:
    state = session(character(attributes={"reaction": 1}), character("Bob", seat="bob"))
    command = answer(state, c.ShieldOthers, seat="alice", character="rae", domain="combat", others=("bob",))
    assert ask(state, replace(command, seat=JUDGE))


def test_every_command_but_rolls_and_rulings_answers_a_kind_of_decision() -> None:
    everything = set(CODEC.command_types.values())
    assert everything - set(ANSWERS) == {c.Roll, c.GmRule}


def test_nothing_has_happened_when_a_command_is_refused() -> None:
    state = session()
    with pytest.raises(MalformedInput):
        give(state, c.GiveActions, character="nobody", actions=1)
    assert kinds(state) == ["run:gm", "play:alice"]


def test_to_look_ahead_is_to_decide() -> None:
    state = session()
    command = answer(state, c.OpenScene, scene="s2", title="Later")
    story = told(state, command, NoDice())  # type: ignore[arg-type]
    assert (tuple(story.events), story.state.scene is not None) == (ask(state, command), True)


def test_every_editing_command_reaches_its_rule() -> None:
    state = session(rumors=(rumor(4),), graph=CITY, rulings={"rumors_fade_mode": "off"})
    state = give(state, c.SaveCircle, circle=Circle(id="x", name="x"))
    state = give(state, c.LinkCircles, link=Link(a="x", b="city"))
    state = give(state, c.UnlinkCircles, a="x", b="city")
    state = give(state, c.CountDetection, plan="run", base=1, rumors=("r1",))
    assert give(state, c.WithdrawRumor, rumor="r1").rumor("r1").state == "withdrawn"


def test_every_way_reaches_its_rule() -> None:
    state = scripted(step("office", detail=(step("door"),), plan=(step("order"),)))
    for command in (c.GoIntoDetail, c.PlanRun, c.SkipStep):
        assert decide(state, answer(state, command), FixedDice(()))  # type: ignore[arg-type]


def test_opponents_hamper_through_the_game_master() -> None:
    state = session(opponents=(place(knows_threat=("rae",)),))
    fields = {"protector": "office", "threat": "rae", "domain": "infiltration"}
    assert kinds(give(state, c.HamperThreat, seat="gm", **fields)) == ["respond:alice"]
    with pytest.raises(MalformedInput):
        give(state, c.HamperThreat, seat="alice", **fields)
