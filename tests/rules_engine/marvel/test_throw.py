from typing import Any

import pytest
from msgspec.structs import replace

from rules_engine.kernel.errors import MalformedInput, RuleViolation
from rules_engine.marvel import flow, measuring, throw
from rules_engine.marvel.commands import ChooseOverload, Grab, React, Roll, Throw
from rules_engine.marvel.legal import awaiting
from rules_engine.marvel.state import MatchState
from rules_engine.marvel.story import Story
from tests.support.marvel import after, examples, fold_all, happened, kinds
from tests.support.marvel_board import check
from tests.support.marvel_tables import Spot, at, box, place, tracked


@pytest.mark.parametrize("example", examples("throw"))
def test_marvel_throw_01_worked_throws(example: dict[str, Any]) -> None:
    check(example)


# --- the tracked board ------------------------------------------------------------------------------------------------

BIN = box("bin", ("10.59", "9.5", 1, 1), height=1, kind="T1 1 0 1")
HOUSE = box("house", (16, 8, 4, 4), kind="T5 7 2 6")


def street(*scenery: Any, bravo: Spot = (18, 10), charlie: Spot = ("8.82", 10), **more: Any) -> MatchState:
    """CHARLIE is beside ALPHA on one side, a bin on the other."""
    return tracked({"ALPHA": (10, 10), "BRAVO": bravo, "CHARLIE": charlie}, *(scenery or (BIN,)), **more)


def thrown(state: MatchState, item: str, target: str, *rolls: str) -> MatchState:
    state = after(state, "act", Grab, item=item)
    while kinds(state) != ["throw:ALPHA"]:
        state = onwards(state, "4 5")
    state = after(state, "throw", Throw, target=target)
    for roll in rolls:
        state = onwards(state, roll)
    return state


def onwards(state: MatchState, roll: str) -> MatchState:
    """Reactions and overloads are declined, then it is rolled."""
    while not (decision := awaiting(state)[0]).kind.startswith("roll"):
        decline = React if decision.kind == "react" else ChooseOverload
        state = fold_all(state, happened(state, decline(seat=decision.seat, decision=decision.id)))
    return after(state, awaiting(state)[0].kind, Roll, roll)


def test_marvel_ruling_60_a_thrown_character_ends_in_contact_with_the_target() -> None:
    state = thrown(street(), "CHARLIE", "BRAVO", "5 6")
    assert measuring.in_contact(state, "CHARLIE", "BRAVO")
    assert at(state, "CHARLIE") == place("16.82", 10)
    assert (state.character("CHARLIE").down, state.character("BRAVO").down) == (True, True)


def test_marvel_ruling_60_a_thrown_piece_ends_in_contact_with_the_target() -> None:
    state = thrown(street(), "bin", "BRAVO", "6 6")
    assert measuring.in_contact(state, "BRAVO", "bin")
    assert state.character("BRAVO").endurance == 8


def test_marvel_throw_03_at_scenery_without_a_roll() -> None:
    state = thrown(street(HOUSE, bravo=(30, 30), allies=("CHARLIE",)), "CHARLIE", "house")
    charlie = state.character("CHARLIE")
    assert (charlie.place, charlie.endurance, charlie.down) == (place("15.42", 10), 8, False)


def test_marvel_throw_01_in_line_of_sight() -> None:
    hidden = after(
        tracked({"ALPHA": (10, 10), "BRAVO": (17, 10)}, BIN, box("wall", (13, 5, 1, 10))), "act", Grab, item="bin"
    )
    with pytest.raises(RuleViolation, match="MARVEL-RULING-18"):
        after(hidden, "throw", Throw, target="BRAVO")
    assert targets(hidden) == ["wall", ""]


def targets(state: MatchState) -> list[str]:
    found = throw.options(state, awaiting(state)[0])
    assert found.complete
    return [command.target for command in found.commands if isinstance(command, Throw)]


def test_marvel_throw_01_every_target_in_reach_is_listed() -> None:
    state = after(street(BIN, HOUSE, bravo=(16, 14)), "act", Grab, item="bin")
    assert targets(state) == ["BRAVO", "CHARLIE", "house", ""]
    assert targets(after(street(BIN, bravo=(30, 30)), "act", Grab, item="bin")) == ["CHARLIE", ""]


@pytest.mark.parametrize("target", ["bin", "ALPHA", "ZULU"])
def test_what_is_no_other_target(target: str) -> None:
    state = after(street(), "act", Grab, item="bin")
    with pytest.raises(MalformedInput, match="no other target"):
        after(state, "throw", Throw, target=target)


def test_marvel_ruling_65_who_stands_on_a_thrown_piece_falls() -> None:
    crate = box("crate", ("10.59", 9, 2, 2), height=4, kind="T1 1 0 1")
    state = thrown(street(crate, bravo=(18, 10), charlie=("11.59", 10, 4)), "crate", "BRAVO", "5 6")
    assert (at(state, "CHARLIE").level, state.character("CHARLIE").endurance) == (0, 7)


def test_marvel_ability_cruel_a_throw_that_hits_is_an_attack() -> None:
    state = street(abilities={"ALPHA": "cruel"}, changed={"BRAVO": {"endurance": 3}})
    assert thrown(state, "bin", "BRAVO", "5 6").character("BRAVO").endurance == 1


def test_marvel_throw_04_a_target_that_is_taken_out_is_not_knocked_down() -> None:
    state = street(changed={"BRAVO": {"endurance": 1}})
    state = thrown(state, "CHARLIE", "BRAVO", "5 6")
    assert not state.character("BRAVO").in_play
    assert state.character("CHARLIE").endurance == 5
    lost = thrown(street(changed={"CHARLIE": {"endurance": 1}}), "CHARLIE", "BRAVO", "5 6")
    assert not lost.character("CHARLIE").in_play


def test_marvel_throw_06_who_has_left_the_path_does_not_test() -> None:
    state = after(street(BIN, charlie=(14, 10)), "act", Grab, item="bin")
    state = after(state, "throw", Throw, target="BRAVO")
    state = onwards(state.changed("CHARLIE", in_play=False), "5 6")
    assert kinds(state) == ["act:ALPHA"]


def test_marvel_throw_04_a_target_that_is_gone_suffers_nothing() -> None:
    state = after(street(BIN, HOUSE, bravo=(18, 14)), "act", Grab, item="bin")
    story = Story(state)
    throw.throw(story, Throw(seat="one", decision="", target="house"), awaiting(state)[0])
    gone = replace(story.state, scenery=(story.state.scenery[0], replace(story.state.scenery[1], destroyed=True)))
    after_it = Story(gone)
    flow.go_on(after_it)
    assert after_it.state.pending == ()
