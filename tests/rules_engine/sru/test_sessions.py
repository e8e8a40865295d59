from typing import Any

import pytest
from msgspec.structs import replace

from rules_engine.kernel.dice import NoDice
from rules_engine.kernel.errors import DecisionClosed, MalformedInput
from rules_engine.kernel.messages import JUDGE
from rules_engine.sru.commands import (
    ChangeProfile,
    ChooseFade,
    ClosePhase,
    CloseScene,
    CloseSession,
    GmRule,
    OpenPhase,
    OpenScene,
    Recharge,
    RevealThreat,
    Roll,
    SetPointsAside,
)
from rules_engine.sru.components import Adjustment, Assistant, Reserve
from rules_engine.sru.decide import decide
from rules_engine.sru.events import (
    AssistantEnded,
    ProfileChanged,
    ReserveRecharged,
    RumorFadeRolled,
    SceneClosed,
    SessionBegan,
)
from rules_engine.sru.opening import start
from rules_engine.sru.profile import STANDARD
from rules_engine.sru.state import Change, SessionState
from tests.support.sru import (
    CITY,
    character,
    fold,
    give,
    happened,
    kinds,
    only,
    opened,
    place,
    rows_by_id,
    rulings,
    rumor,
    session,
    setup,
)

ROWS = rows_by_id("sessions")


def test_sru_rumor_22_ruling_17_a_sessions_start() -> None:
    """SRU-EX-57."""
    given = ROWS["SRU-EX-57"]
    known = tuple(rumor(index, id=f"r{number}", adjective=str(number)) for number, index in enumerate(given["rumors"]))
    away = rumor(given["away"], id="b", character="bob")
    state = opened(setup(character(), rumors=(*known, away), graph=CITY))
    rolled = []
    for die in given["dice"]:
        assert kinds(state) == ["roll_fade:alice"]
        rolled += [event for event in happened(state, Roll, faces=(die,)) if isinstance(event, RumorFadeRolled)]
        state = give(state, Roll, faces=(die,))
    assert [state.rumor(f"r{number}").index for number in range(3)] == given["after"]
    assert (state.rumor("r2").state, state.rumor("b").index) == ("faded", given["away"])
    assert len(rolled) == len(given["dice"])
    assert state.phase == "play"
    again = setup(character(), rumors=(*known, away), graph=CITY, played=1)
    assert opened(again).phase == "play"


def test_sru_ruling_55_the_reserve_at_a_sessions_start() -> None:
    """SRU-EX-77."""
    given = ROWS["SRU-EX-77"]
    reserves = (Reserve(maximum=given["maximum"], current=given["free"]),)
    events = start(setup(character(reserves=reserves)))
    told = only(events, ReserveRecharged)
    assert (told.before, told.after) == (given["free"], given["after"])
    by_hand = opened(setup(character(reserves=reserves), rulings={"reserve_recharge_on": "by_hand"}))
    assert by_hand.character("rae").free == given["free"]
    assert give(by_hand, Recharge, character="rae").character("rae").free == given["after"]
    with pytest.raises(MalformedInput, match="full"):
        give(session(), Recharge, character="rae")


def test_sru_ruling_55_a_scene_may_recharge() -> None:
    state = session(rulings={"reserve_recharge_on": "scene"})
    spent = replace(state.character("rae"), reserves=(Reserve(maximum=6, current=1),))
    state = give(replace(state, characters=(spent,)), OpenScene, scene="s2", title="Later")
    assert state.character("rae").free == 6


def test_sru_ruling_31_a_recharge_leaves_what_is_set_aside() -> None:
    state = session(character(skills={"dodge": 4}), scene="action_phase")
    state = give(state, SetPointsAside, character="rae", domain="combat", points=4)
    with pytest.raises(MalformedInput, match="full"):
        give(state, Recharge, character="rae")


def test_sru_ruling_17_a_player_may_leave_a_rumor() -> None:
    known = (rumor(4), rumor(2, id="r2", adjective="liar"))
    state = opened(setup(character(), rumors=known, graph=CITY, rulings={"rumors_fade_mode": "player_choice"}))
    state = give(state, ChooseFade, roll=False)
    assert (kinds(state), state.rumor("r1").index) == (["choose_fade:alice"], 4)
    state = give(state, ChooseFade, roll=True)
    assert kinds(state) == ["roll_fade:alice"]
    state = give(state, Roll, faces=(3,))
    assert (state.rumor("r2").index, state.phase) == (1, "play")


def test_sru_ruling_18_rumors_of_who_stays_away_are_rolled_by_the_first_player() -> None:
    away = rumor(4, character="nobody")
    state = opened(setup(character(), rumors=(away,), graph=CITY, rulings={"rumors_fade_scope": "all_active"}))
    assert kinds(state) == ["roll_fade:alice"]


def test_assistants_whose_row_has_ended_end_before_play() -> None:
    helping = Assistant(
        id="spirit", domain="magic", kind="spirit", label="spirit", aspect="fire", power=4, duration=3, row="DUR-3",
        owner="rae", controller="rae", span="sessions", sessions_left=0,
    )  # fmt: skip
    lasting = replace(helping, id="other", span="dismissed", sessions_left=None)
    events = start(setup(character(), assistants=(helping, lasting)))
    assert only(events, AssistantEnded).assistant == "spirit"
    assert isinstance(events[-1], SessionBegan)


# --- scenes and phases ------------------------------------------------------------------------------------------------


def test_a_scene_that_begins_ends_the_one_before() -> None:
    state = session(scene="action_phase")
    events = happened(state, OpenScene, scene="s2", title="Later")
    assert only(events, SceneClosed).scene == "s1"
    assert fold(state, events).action_phase == ""
    assert give(state, CloseScene).scene is None


@pytest.mark.parametrize("command", [CloseScene, OpenPhase, ClosePhase])
def test_what_is_not_open_does_not_close(command: Any) -> None:
    with pytest.raises(MalformedInput):
        give(session(scene=""), command)


def test_a_scene_has_an_id() -> None:
    with pytest.raises(MalformedInput, match="has an id"):
        give(session(), OpenScene, scene="", title="Nowhere")


def test_a_scene_has_one_phase_at_a_time() -> None:
    state = give(session(), OpenPhase)
    with pytest.raises(MalformedInput, match="one at a time"):
        give(state, OpenPhase)
    assert give(give(state, ClosePhase), OpenPhase).action_phase != state.action_phase


def test_sru_ruling_18_teams_are_ranked_by_steps_then_by_their_reserve() -> None:
    state = session(
        character(), character("Bob", seat="bob", team="B", reserve=4), character("Cay", seat="cay", team="C"),
    )  # fmt: skip
    state = replace(state, reached=(("A", 1), ("B", 2), ("C", 1)))
    result = give(state, CloseSession).result
    assert result is not None
    told = [(each.team, each.place, each.objectives, each.points_left) for each in result.placings]
    assert told == [("B", 1, 2, 4), ("A", 2, 1, 6), ("C", 2, 1, 6)]
    assert result.winners() == ("B",)
    assert kinds(give(state, CloseSession)) == []


# --- the game master --------------------------------------------------------------------------------------------------


def test_sru_active_03_a_threat_may_be_revealed() -> None:
    state = session(opponents=(place(),))
    state = give(give(state, RevealThreat, who="rae", threat="office"), RevealThreat, who="office", threat="rae")
    assert state.character("rae").knows_threat == ("office",)
    assert state.opponent("office").knows_threat == ("rae",)


def test_a_changed_profile_is_newer_and_told_row_by_row() -> None:
    state = session()
    row = replace(STANDARD.table_a[3], value=3)
    newer = replace(STANDARD, version=2, table_a=(*STANDARD.table_a[:3], row, *STANDARD.table_a[4:]))
    told = only(happened(state, ChangeProfile, profile=newer, rulings=rulings({"rumors_die": "d8"})), ProfileChanged)
    assert [(each.name, each.old, each.new, each.from_rulebook) for each in told.changes] == [
        ("MOD-OBST-GLOBAL", "2", "3", True), ("rumors_die", "d6", "d8", False),
    ]  # fmt: skip
    state = give(state, ChangeProfile, profile=newer, rulings=rulings())
    assert state.profile.version == 2
    with pytest.raises(MalformedInput, match="above 2"):
        give(state, ChangeProfile, profile=newer, rulings=rulings())
    with pytest.raises(MalformedInput, match="at least one domain"):
        give(state, ChangeProfile, profile=replace(newer, version=3, domains=()), rulings=rulings())


def ruled(state: SessionState, seat: str, **fields: Any) -> SessionState:
    return fold(state, decide(state, GmRule(seat=seat, text="As agreed.", **fields), NoDice()))


@pytest.mark.parametrize("seat", ["gm", JUDGE])
def test_the_game_master_rules_at_any_time(seat: str) -> None:
    alarm = ("office", Adjustment(domain="matrix", change=2, reason="noise"))
    changes = (Change(character="rae", what="nuyen", value=500), Change(character="rae", what="stress", value=1))
    state = ruled(session(opponents=(place(),)), seat, changes=changes, adjustments=(alarm, alarm))
    rae = state.character("rae")
    assert (rae.nuyen, rae.stress) == (500, 1)
    assert [each.change for each in state.opponent("office").adjustments] == [2, 2]


def test_nobody_else_rules_and_nobody_after_the_end() -> None:
    state = session()
    with pytest.raises(DecisionClosed):
        ruled(state, "alice")
    with pytest.raises(MalformedInput, match="0 or more"):
        ruled(state, "gm", changes=(Change(character="rae", what="damage", value=-1),))
    with pytest.raises(DecisionClosed):
        ruled(give(state, CloseSession), "gm")
