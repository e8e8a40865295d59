import pytest
from msgspec.structs import replace

from rules_engine.kernel.errors import CorruptHistory
from rules_engine.sru import events as e
from rules_engine.sru.components import Assistant, Guardian, Reserve, SetAside
from rules_engine.sru.evolve import evolve
from rules_engine.sru.state import ActionPending, Hampering
from tests.support.sru import CITY, acting, character, declared, place, rumor, session
from tests.support.told_sru import ACTION, TABLE, samples


def test_a_session_starts_with_its_opening() -> None:
    with pytest.raises(CorruptHistory, match=r"sru\.session\.opened"):
        evolve(None, e.SessionBegan())


def test_every_event_is_applied_and_changes_nothing_that_was() -> None:
    for state, event in samples():
        after = evolve(state, event)
        assert after.ply == (1 if state is None else state.ply + 1)


def test_several_reserves_and_domains_are_kept_apart() -> None:
    two = (Reserve(maximum=6, current=1), Reserve(id="magic", maximum=4, current=2))
    aside = (
        SetAside(domain="combat", reserve="reserve", points=2),
        SetAside(domain="combat", reserve="magic", points=1),
    )
    rae = character(reserves=two, set_aside=aside)
    state = replace(TABLE, characters=(rae,))
    after = evolve(state, e.ProtectionPhaseEnded(character="rae", domain="combat", reserve="magic", returned=1))
    assert [each.current for each in after.character("rae").reserves] == [1, 3]
    assert after.character("rae").set_aside == aside[:1]
    after = evolve(state, e.ReserveRecharged(character="rae", reserve="magic", before=2, after=4))
    assert [each.current for each in after.character("rae").reserves] == [1, 4]


def test_an_opponents_loss_is_its_guardians() -> None:
    guardian = Guardian(name="g", skills={}, reserve=Reserve(maximum=3, current=3))
    state = session(opponents=(place(guardian=guardian),))
    made = Hampering(id="p", protector="rae", threat="office", domain="combat")
    lost = e.ProtectionActiveResolved(
        hampering=made, timing="action_phase", passive=0, loser="office", points_lost=2,
        reserves=(Reserve(maximum=3, current=1),),
    )  # fmt: skip
    after = evolve(state, lost).opponent("office").guardian
    assert after is not None
    assert after.reserve == Reserve(maximum=3, current=1)
    assert after.set_aside == ()


def test_an_action_waits_for_complications_only_where_there_may_be_some() -> None:
    state = declared(acting({}), {})
    assert evolve(state, e.ActionResolved(action=ACTION)).pending is None
    pending = evolve(state, e.ActionResolved(action=ACTION, complicates=True)).pending
    assert isinstance(pending, ActionPending)
    assert pending.stage == "complicate"


def test_a_repeated_bonus_replaces_the_one_before() -> None:
    made = Hampering(id="p", protector="office", threat="rae", domain="combat")
    told = e.ProtectionActiveResolved(
        hampering=made, timing="outside", passive=0, loser="", points_lost=0, bonus_left=1
    )
    state = evolve(evolve(TABLE, told), replace(told, bonus_left=0))
    assert (state.bonuses, state.bonus_of("rae"), state.bonus_of("bob")) == ((("rae", 0),), 0, 2)


def test_a_withdrawn_rumor_keeps_its_place() -> None:
    state = session(rumors=(rumor(4),), graph=CITY, rulings={"rumors_fade_mode": "off"})
    after = evolve(state, e.RumorChanged(rumor="r1", before=4, after=0, reason="organizer"))
    assert [each.state for each in after.rumors] == ["withdrawn"]


def test_points_of_a_call_are_paid_when_it_ends_without_result() -> None:
    call = replace(next(event for _, event in samples() if isinstance(event, e.AssistantRefused)).call, reserve=2)
    assert evolve(TABLE, e.AssistantRefused(call=call, reason="no_result")).character("rae").free == 4
    assert evolve(TABLE, e.AssistantRefused(call=call, reason="not_available")).character("rae").free == 6
    made = next(event for _, event in samples() if isinstance(event, e.AssistantActivated)).assistant
    assert isinstance(made, Assistant)
    paid = evolve(
        TABLE, e.AssistantActivated(assistant=replace(made, reserve="reserve", invested=3), score=6, rumor_call="")
    )
    assert paid.character("rae").free == 3
