from typing import Any

import pytest
from msgspec.structs import replace

from rules_engine.kernel.errors import MalformedInput
from rules_engine.sru.commands import (
    CountDetection,
    LinkCircles,
    RecordDeed,
    SaveCircle,
    UnlinkCircles,
    WithdrawRumor,
)
from rules_engine.sru.components import Circle, Link
from rules_engine.sru.events import RumorDetectionCounted
from rules_engine.sru.rumors import Deed
from rules_engine.sru.state import SessionState
from tests.support.sru import CITY, character, give, happened, only, refusal, rumor, session

VIOLENT = Deed(character="rae", domain="combat", circle="gang-a", adjective="violent", index=2, polarity="negative")


def table(**more: Any) -> SessionState:
    more["rulings"] = {"rumors_fade_mode": "off"} | more.get("rulings", {})
    return session(character(), graph=CITY, **more)


def test_sru_rumor_07_deeds_make_rumors_and_raise_them() -> None:
    state = give(table(), RecordDeed, deed=VIOLENT)
    (made,) = state.rumors
    assert (made.index, made.session) == (2, "session-1")
    state = give(state, RecordDeed, deed=replace(VIOLENT, index=1))
    assert [each.index for each in state.rumors] == [3]
    state = give(state, RecordDeed, deed=replace(VIOLENT, adjective="fair"))
    assert len(state.rumors) == 2


def test_sru_rumor_08_an_incomplete_rumor_is_refused() -> None:
    assert refusal(table(), RecordDeed, deed=replace(VIOLENT, index=None)) == ("SRU-RUMOR-08", "rumor_incomplete")


@pytest.mark.parametrize(
    "deed",
    [
        replace(VIOLENT, character="nobody"),
        replace(VIOLENT, circle="moon"),
        replace(VIOLENT, domain="piracy"),
        replace(VIOLENT, index=-1),
    ],
)
def test_a_rumor_about_what_there_is_not_is_refused(deed: Deed) -> None:
    with pytest.raises(MalformedInput):
        give(table(), RecordDeed, deed=deed)


def test_sru_ruling_13_a_deed_may_leave_a_rumor_in_each_circle() -> None:
    state = give(table(rulings={"rumors_spread_mode": "own_copies"}), RecordDeed, deed=VIOLENT)
    assert {each.circle: each.index for each in state.rumors} == {"gang-a": 2, "neighbourhood": 1, "gang-b": 1}
    state = give(state, RecordDeed, deed=replace(VIOLENT, index=1))
    assert {each.circle: each.index for each in state.rumors} == {
        "gang-a": 3, "neighbourhood": 2, "gang-b": 2, "district": 1, "coven": 1,
    }  # fmt: skip


def test_a_withdrawn_rumor_is_told_no_longer() -> None:
    state = give(table(rumors=(rumor(4),)), WithdrawRumor, rumor="r1")
    assert (state.rumor("r1").state, state.rumor("r1").index) == ("withdrawn", 0)
    with pytest.raises(MalformedInput, match="no longer"):
        give(state, WithdrawRumor, rumor="r1")


def test_sru_rumor_19_ruling_20_rumors_count_where_the_game_master_says() -> None:
    state = table(rumors=(rumor(4), rumor(5, id="r2", adjective="liar")))
    counted = happened(state, CountDetection, plan="run", base=3, rumors=("r1", "r2"))
    assert only(counted, RumorDetectionCounted).score == 7
    there = happened(state, CountDetection, plan="run", base=3, rumors=("r1", "r2"), circle="district")
    assert only(there, RumorDetectionCounted).counted == (("r1", 2), ("r2", 3))


def test_sru_rumor_09_circles_are_saved_linked_and_unlinked() -> None:
    state = give(table(rumors=(rumor(4),)), SaveCircle, circle=Circle(id="harbour", name="harbour"))
    state = give(state, LinkCircles, link=Link(a="gang-a", b="harbour"))
    assert len(state.graph.links) == len(CITY.links) + 1
    state = give(state, UnlinkCircles, a="harbour", b="gang-a")
    assert state.graph.links == CITY.links
    state = give(state, SaveCircle, circle=Circle(id="harbour", name="the harbour"))
    assert [each.name for each in state.graph.circles if each.id == "harbour"] == ["the harbour"]
    with pytest.raises(MalformedInput, match="not linked"):
        give(state, UnlinkCircles, a="harbour", b="gang-a")
    with pytest.raises(MalformedInput, match="contains itself"):
        give(state, SaveCircle, circle=Circle(id="harbour", name="h", parent="harbour"))
    with pytest.raises(MalformedInput, match="moon"):
        give(state, LinkCircles, link=Link(a="moon", b="harbour"))
