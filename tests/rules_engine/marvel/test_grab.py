from typing import Any

import pytest

from rules_engine.kernel.errors import MalformedInput, RuleViolation
from rules_engine.marvel import grab
from rules_engine.marvel.commands import Grab, Move, Throw
from rules_engine.marvel.legal import awaiting
from rules_engine.marvel.state import MatchState
from tests.support.marvel import after, kinds
from tests.support.marvel_tables import Spot, box, tracked, walk

BIN = box("bin", ("10.59", "9.5", 1, 1), height=1, kind="T1 1 0 1")
CAR = box("car", (8, "10.59", 4, 2), height=1, kind="T2 3 0 3")


def street(*, bravo: Spot = ("8.82", 10), charlie: Spot = (20, 20), **more: Any) -> MatchState:
    spots: dict[str, Spot] = {"ALPHA": more.pop("alpha", (10, 10)), "BRAVO": bravo, "CHARLIE": charlie}
    return tracked(spots, BIN, CAR, **more)


def items(state: MatchState) -> list[str]:
    found = grab.options(state, awaiting(state)[0])
    assert found.complete
    return [command.item for command in found.commands if isinstance(command, Grab)]


def test_marvel_grab_02_all_that_may_be_grabbed_is_listed() -> None:
    assert items(street()) == ["BRAVO", "bin"]
    assert items(street(rulings={"grab_size_limit": "strength"})) == ["BRAVO", "bin", "car"]
    assert items(street(abilities={"BRAVO": "toughness +1"})) == ["bin"]
    assert items(street(abilities={"ALPHA": "toughness +1"})) == ["BRAVO", "bin", "car"]


def test_marvel_grab_01_who_cannot_grab_has_nothing_listed() -> None:
    assert items(street(changed={"ALPHA": {"pow": 1}})) == []
    assert items(street(activation={"grabbed": True})) == []


def test_marvel_grab_02_nobody_lifts_what_it_stands_on() -> None:
    state = street(alpha=("10", "11.59", 1), rulings={"grab_size_limit": "strength"})
    assert items(state) == []
    with pytest.raises(RuleViolation, match="MARVEL-GRAB-02"):
        after(state, "act", Grab, item="car")


@pytest.mark.parametrize("item", ["ZULU", "ALPHA"])
def test_what_is_not_on_the_table_is_not_grabbed(item: str) -> None:
    with pytest.raises(MalformedInput):
        after(street(), "act", Grab, item=item)


def test_marvel_grab_04_an_ally_or_a_piece_is_grabbed_at_once() -> None:
    assert kinds(after(street(allies=("BRAVO",)), "act", Grab, item="BRAVO")) == ["throw:ALPHA"]
    assert kinds(after(street(), "act", Grab, item="bin")) == ["throw:ALPHA"]


def test_marvel_grab_01_it_costs_2_pow_and_is_an_attack() -> None:
    state = after(street(), "act", Grab, item="bin")
    assert state.activation is not None
    assert (state.character("ALPHA").pow, state.activation.attacks, state.activation.grabbed) == (4, 1, True)


def test_marvel_ruling_60_a_grabbed_piece_that_is_let_go_stays() -> None:
    state = after(after(street(), "act", Grab, item="bin"), "throw", Throw)
    assert kinds(state) == ["act:ALPHA"]
    assert state.scenery[0].outline == BIN.outline
    assert after(state, "act", Move, spend=1, legs=(walk((10, 9)),)).character("ALPHA").pow == 3
