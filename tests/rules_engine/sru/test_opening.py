from typing import Any

import pytest
from msgspec.structs import replace

from rules_engine.kernel.errors import MalformedInput, RuleViolation
from rules_engine.sru.components import Circle, Graph, Reserve, SetAside
from rules_engine.sru.opening import start
from rules_engine.sru.setups import Setup, TeamSetup
from tests.support.sru import CITY, character, opened, place, rumor, script, setup, step
from tests.support.told_sru import SPIRIT as TOLD_SPIRIT


def test_a_session_opens_with_everybody() -> None:
    npc = character("Nick", seat="gm", team="gm")
    state = opened(setup(character(), character("Bob", seat="bob", team="B"), others=(npc,), opponents=(place(),)))
    assert [each.id for each in state.characters] == ["rae", "bob", "nick"]
    assert state.teams == ("A", "B")
    assert state.reached == (("A", 0), ("B", 0))


@pytest.mark.parametrize(
    "teams",
    [(), (TeamSetup(id="A", characters=()),), (TeamSetup(id="A", characters=(character(state="dead"),)),)],
)
def test_sru_ruling_18_somebody_takes_part(teams: tuple[TeamSetup, ...]) -> None:
    with pytest.raises(RuleViolation) as caught:
        start(Setup(teams=teams))
    assert caught.value.rule_id == "SRU-RULING-18"


def test_sru_ruling_30_a_character_has_one_reserve_or_several() -> None:
    two = character(reserves=(Reserve(maximum=3, current=3), Reserve(id="magic", maximum=3, current=3)))
    with pytest.raises(RuleViolation) as caught:
        start(setup(two))
    assert caught.value.rule_id == "SRU-RULING-30"
    assert opened(setup(two, rulings={"reserve_pools": "several"})).character("rae").free == 6


RAE = character()
ASIDE = SetAside(domain="combat", reserve="reserve", points=1)
SPIRIT = replace(TOLD_SPIRIT, owner="zoe")
WRONG: list[tuple[Setup, str]] = [
    (setup(RAE, RAE), "id of its own"),
    (Setup(teams=(setup(RAE).teams[0], replace(setup(character("Bob")).teams[0], id="A"))), "id of its own"),
    (setup(RAE, opponents=(place("rae"),)), "id of its own"),
    (setup(character(reserves=(Reserve(maximum=3, current=4),))), "reserve"),
    (setup(character(skills={"stealth": 13})), "0 to 12"),
    (setup(RAE, rumors=(rumor(4),)), "no circle gang-a"),
    (setup(RAE, rumors=(rumor(4, domain="piracy"),), graph=CITY), "no domain piracy"),
    (setup(RAE, graph=Graph(circles=(Circle(id="a", name="a", parent="a"),))), "contains itself"),
    (setup(RAE, script=script(step("office"))), "names no opponent"),
    (setup(RAE, others=(character("Nick"),)), "no seat"),
    (setup(character(seat="gm")), "no seat"),
    (setup(character(set_aside=(ASIDE,))), "not before"),
    (setup(RAE, assistants=(SPIRIT,)), "come with the characters"),
    (setup(RAE, rulings={"reserve_point_value": 0}), "reserve_point_value"),
    (setup(character(seat="")), "no seat"),
    (Setup(teams=(TeamSetup(id="B", characters=(RAE,)),)), "no seat"),
]


@pytest.mark.parametrize(("wrong", "why"), WRONG)
def test_what_does_not_fit_together_is_refused(wrong: Any, why: str) -> None:
    with pytest.raises(MalformedInput, match=why):
        start(wrong)
