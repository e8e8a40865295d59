from typing import Any

import pytest
from msgspec.structs import replace

from rules_engine.kernel.errors import MalformedInput, RuleViolation
from rules_engine.sru.commands import (
    CallForStep,
    GoIntoDetail,
    HelpStep,
    PlanRun,
    Roll,
    SkipStep,
    SplitResult,
    TakeStep,
)
from rules_engine.sru.events import (
    ComplicationApplied,
    RumorDetectionCounted,
    SceneOpened,
    SessionClosed,
    StepEnded,
)
from rules_engine.sru.setups import CallOffer, Consequence, HelpOffer, Lowered, Script, ScriptScene, ScriptTest, Trouble
from rules_engine.sru.state import SessionState
from tests.support.sru import (
    CITY,
    character,
    give,
    happened,
    kinds,
    only,
    opened,
    place,
    refusal,
    rumor,
    script,
    scripted,
    setup,
    step,
)

WHOLE = ("MOD-OBST-GLOBAL", "MOD-DUR-SCENE")
HACK = ScriptTest(domain="matrix", skill="hacking", target="net", option="device", rows=WHOLE)
TAKE_OVER = HelpOffer(id="take-over", title="Take over", test=HACK, effect="routine")
CREW = (character(skills={"stealth": 5}), character("Bob", skills={"hacking": 6}))
OPPONENTS = (place(skill=4), place("net", domain="matrix", option="device"))


def playing(*steps: Any, **more: Any) -> SessionState:
    more.setdefault("characters", CREW)
    return scripted(*steps, opponents=OPPONENTS, **more)


def test_sru_action_03_a_step_that_is_reached_counts_and_the_next_follows() -> None:
    state = playing(step("door"), step("room"))
    assert kinds(state) == ["way:alice"]
    assert state.scene is not None
    state = give(state, TakeStep, actor="rae")
    assert (state.reached, [task.step for task in state.todo]) == ((("A", 1),), ["room"])
    events = happened(state, TakeStep, actor="rae")
    assert only(events, SessionClosed).outcome.placings[0].objectives == 2
    result = give(state, TakeStep, actor="rae").result
    assert result is not None
    assert [(each.team, each.place, each.objectives, each.points_left) for each in result.placings] == [("A", 1, 2, 12)]


def test_a_step_that_fails_or_is_left_is_over() -> None:
    state = playing(step("door", WHOLE), step("room"))
    after = give(state, TakeStep, actor="rae")
    assert (after.reached, [task.step for task in after.todo]) == ((("A", 0),), ["room"])
    assert give(state, SkipStep).todo == after.todo


def test_sru_impossible_07_help_makes_a_step_possible() -> None:
    state = give(playing(step("door", WHOLE, helps=(TAKE_OVER,))), HelpStep, offer="take-over", actor="bob")
    assert state.synergies[0].offer.effect == "routine"
    assert give(state, TakeStep, actor="rae").reached == (("A", 1),)
    with pytest.raises(MalformedInput, match="no help"):
        give(state, HelpStep, offer="take-over", actor="bob")


def test_sru_synergy_09_help_that_is_no_longer_credible_is_refused() -> None:
    other = replace(TAKE_OVER, id="other", unless=("take-over",))
    state = playing(step("door", WHOLE, helps=(TAKE_OVER, other)))
    state = give(state, HelpStep, offer="take-over", actor="bob")
    assert refusal(state, HelpStep, offer="other", actor="bob")[0] == "SRU-SYNERGY-09"


def test_sru_impossible_03_lower_demands_have_consequences() -> None:
    lowered = Lowered(rows=("MOD-OBST-MINOR",), consequences=(Consequence(opponent="net", domain="matrix", change=2),))
    state = playing(step("door", WHOLE, lowered=lowered), step("room"))
    after = give(state, TakeStep, actor="rae", lowered=True)
    assert after.reached == (("A", 1),)
    assert [each.change for each in after.opponent("net").adjustments] == [2]
    assert refusal(after, TakeStep, actor="rae", lowered=True)[0] == "SRU-IMPOSSIBLE-03"
    failed = give(state, TakeStep, actor="bob", lowered=True)
    assert (failed.reached, failed.opponent("net").adjustments) == ((("A", 0),), ())


DETAIL = (step("door", ("MOD-OBST-MINOR",)), step("guard", ("MOD-OBST-MINOR",)))


def test_sru_impossible_04_impossible_05_detail_counts_as_the_step_it_is_of() -> None:
    state = give(playing(step("office", WHOLE, detail=DETAIL)), GoIntoDetail)
    assert [task.step for task in state.todo] == ["door", "guard", "office"]
    state = give(state, TakeStep, actor="rae")
    assert state.reached == (("A", 0),)
    events = happened(state, TakeStep, actor="rae")
    assert [event.step for event in events if isinstance(event, StepEnded)] == ["guard", "office"]
    assert give(state, TakeStep, actor="rae").reached == (("A", 1),)


def test_sru_domain_05_a_detail_that_fails_ends_its_step() -> None:
    state = give(playing(step("office", WHOLE, detail=DETAIL), step("room")), GoIntoDetail)
    events = happened(state, SkipStep)
    assert [(event.step, event.reached) for event in events if isinstance(event, StepEnded)] == [
        ("door", False), ("office", False),
    ]  # fmt: skip
    assert [task.step for task in give(state, SkipStep).todo] == ["room"]


def test_sru_impossible_04_without_detail_there_is_none_to_go_into() -> None:
    assert refusal(playing(step("door")), GoIntoDetail)[0] == "SRU-IMPOSSIBLE-04"


ORDER = step(
    "order", ("MOD-OBST-MINOR",), consequences=(Consequence(opponent="office", domain="infiltration", change=-3),)
)


def test_sru_impossible_01_impossible_08_a_preparation_changes_the_step() -> None:
    state = playing(
        step("office", WHOLE, plan=(ORDER,), detection=2),
        graph=CITY,
        rumors=(rumor(4), rumor(0, id="r2", state="faded")),
        rulings={"rumors_fade_mode": "off"},
    )
    told = only(happened(state, PlanRun), RumorDetectionCounted)
    assert (told.score, told.counted) == (4, (("r1", 4),))
    state = give(give(state, PlanRun), TakeStep, actor="rae")
    assert (state.reached, [task.step for task in state.todo]) == ((("A", 0),), ["office"])
    assert refusal(state, PlanRun)[0] == "SRU-IMPOSSIBLE-08"
    assert give(state, TakeStep, actor="rae").reached == (("A", 1),)


def test_a_preparation_that_fails_leaves_the_step_to_be_done() -> None:
    second = replace(ORDER, id="second")
    state = give(playing(step("office", WHOLE, plan=(ORDER, second))), PlanRun)
    state = give(state, SkipStep)
    assert [task.step for task in state.todo] == ["office"]
    assert state.opponent("office").adjustments == ()


SPIRIT = CallOffer(id="spirit", title="a spirit", domain="magic", kind="spirit", aspect="hiding", circles=("gang-a",))


def test_sru_assist_07_an_assistant_is_called_for_by_the_scripts_offer() -> None:
    mage = character(attributes={"magic": 4}, skills={"summoning": 5})
    target = {"domain": "magic", "skill": "summoning", "target": "ward", "option": "object"}
    ward = place("ward", domain="magic", option="object", rating=6)
    state = opened(
        setup(
            mage, opponents=(ward,), script=script(step("ward", test=target, calls=(SPIRIT,))), graph=CITY,
            rumors=(rumor(4, "depends"),), rulings={"rumors_fade_mode": "off"},
        )
    )  # fmt: skip
    state = give(state, CallForStep, offer="spirit", character="rae", reserve=1)
    assert kinds(state) == ["roll_call:alice"]
    state = give(give(state, Roll, faces=(1,)), SplitResult, power=8, duration=0)
    with pytest.raises(MalformedInput, match="no assistant"):
        give(state, CallForStep, offer="spirit", character="rae")
    (spirit,) = state.assistants
    assert give(state, TakeStep, actor=spirit.id).reached == (("A", 1),)


@pytest.mark.parametrize(("reaches", "steps"), [(True, 1), (False, 0)])
def test_sru_ruling_42_the_script_settles_risks(reaches: bool, steps: int) -> None:
    state = playing(step("door", WHOLE, risk_reaches=reaches, botch_reaches=not reaches))
    assert give(state, TakeStep, actor="rae", risk=True).reached == (("A", steps),)
    assert give(state, TakeStep, actor="rae", botched=True).reached == (("A", 1 - steps),)


def test_sru_ruling_42_the_table_rolls_for_risks_in_a_script_too() -> None:
    state = playing(step("door", ("MOD-OBST-MAJOR",)), rulings={"risk_mode": "table"})
    state = give(state, TakeStep, actor="rae", risk=True)
    assert kinds(state) == ["roll_gamble:alice"]
    assert give(state, Roll, faces=(3,)).reached == (("A", 1),)


@pytest.mark.parametrize(
    ("trouble", "who"),
    [
        (Trouble(kind="defence_raised"), "office"),
        (Trouble(kind="defence_raised", opponent="net", domain="matrix"), "net"),
        (Trouble(kind="runner_identified"), "rae"),
        (Trouble(kind="damage", amount=2), "rae"),
        (Trouble(kind="negative_reputation", circle="city", adjective="clumsy"), "rae"),
        (None, ""),
    ],
)
def test_sru_comp_03_the_script_picks_its_complication(trouble: Trouble | None, who: str) -> None:
    state = playing(step("door", WHOLE, trouble=trouble), step("room"), graph=CITY)
    events = happened(state, TakeStep, actor="rae", botched=True)
    assert [event.who for event in events if isinstance(event, ComplicationApplied)] == ([who] if who else [])


def test_scenes_change_with_the_steps() -> None:
    scenes = (
        ScriptScene(id="one", title="One", steps=(step("door"),)),
        ScriptScene(id="two", title="Two", timing="action_phase", steps=(step("room"),)),
    )
    state = opened(setup(*CREW, opponents=OPPONENTS, script=Script(id="s", title="S", scenes=scenes)))
    events = happened(state, TakeStep, actor="rae")
    assert only(events, SceneOpened).scene.id == "two"
    state = give(state, TakeStep, actor="rae")
    assert state.action_phase
    assert give(state, TakeStep, actor="rae").scene is None


def test_synergies_of_a_step_end_with_it_and_those_of_the_scene_do_not() -> None:
    once = replace(TAKE_OVER, id="once", effect="score", amount=2, test=replace(HACK, rows=("MOD-SYN-2",)))
    state = playing(step("door", helps=(TAKE_OVER, once)), step("room", WHOLE))
    state = give(give(state, HelpStep, offer="once", actor="bob"), HelpStep, offer="take-over", actor="bob")
    state = give(state, SkipStep)
    assert [each.offer.effect for each in state.synergies] == ["routine"]
    assert give(state, TakeStep, actor="rae").reached == (("A", 1),)


def test_only_the_team_acts_in_a_script() -> None:
    nick = character("Nick", seat="gm", team="gm", skills={"stealth": 9})
    state = playing(step("door", helps=(TAKE_OVER,), calls=(SPIRIT,)), others=(nick,), graph=CITY)
    for kind, fields in (
        (TakeStep, {"actor": "nick"}),
        (HelpStep, {"offer": "take-over", "actor": "nick"}),
        (CallForStep, {"offer": "spirit", "character": "nick"}),
    ):
        with pytest.raises(MalformedInput, match="for the team"):
            give(state, kind, **fields)


def test_what_the_script_does_not_have_is_malformed() -> None:
    state = playing(step("door"))
    with pytest.raises(MalformedInput, match="no step"):
        state.step("moon")
    with pytest.raises(RuleViolation):
        give(state, TakeStep, actor="rae", reserve=9)
