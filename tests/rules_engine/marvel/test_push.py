from typing import Any

import pytest

from rules_engine.kernel.errors import MalformedInput
from rules_engine.marvel import flow, push
from rules_engine.marvel.commands import Roll, StatePush
from rules_engine.marvel.legal import awaiting, legal_commands
from rules_engine.marvel.state import MatchState
from rules_engine.marvel.story import Story
from tests.support.marvel import after, examples, in_action, kinds, make_setup, piece
from tests.support.marvel_board import check
from tests.support.marvel_tables import Spot, at, box, place, tracked


@pytest.mark.parametrize("example", examples("push"))
def test_marvel_special_push_worked_pushes(example: dict[str, Any]) -> None:
    check(example)


# --- the tracked board ------------------------------------------------------------------------------------------------


def pushed(state: MatchState, x: int = 3) -> MatchState:
    """BRAVO is pushed by ALPHA, and what follows by itself has followed."""
    story = Story(state)
    push.begin(story, "ALPHA", "BRAVO", x)
    flow.go_on(story)
    return story.state


def lane(*scenery: Any, ability: str = "", **others: Spot) -> MatchState:
    spots: dict[str, Spot] = {"ALPHA": (10, 10), "BRAVO": ("11.18", 10), **others}
    return tracked(spots, *scenery, abilities={"BRAVO": ability})


def test_marvel_special_push_straight_away_from_the_attacker() -> None:
    state = pushed(lane())
    assert at(state, "BRAVO") == place("14.18", 10)
    assert not state.character("BRAVO").down
    assert at(pushed(lane(ability="toughness -2")), "BRAVO") == place("12.18", 10)
    assert at(pushed(lane(ability="toughness +4")), "BRAVO") == place("11.18", 10)


def test_marvel_special_push_02_it_stops_at_the_first_thing_met() -> None:
    state = pushed(lane(box("wall", (13, 8, 1, 4), height=3, kind="T1 1 0 2")))
    assert at(state, "BRAVO") == place("12.42", 10)
    assert (state.character("BRAVO").down, state.find_scenery("wall")) == (True, None)
    met = pushed(lane(CHARLIE=("13.4", 10)))
    assert at(met, "BRAVO") == place("12.23", 10)
    assert kinds(met) == ["roll_test:CHARLIE"]
    failed = after(met, "roll_test", Roll, "5 4")
    assert (failed.character("CHARLIE").endurance, failed.character("BRAVO").down) == (6, True)


def test_marvel_ruling_37_the_edge_of_the_table_is_an_obstacle() -> None:
    state = pushed(tracked({"ALPHA": (2, 10), "BRAVO": ("0.82", 10)}))
    assert at(state, "BRAVO") == place("0.59", 10)
    assert not state.character("BRAVO").down


def test_marvel_ruling_37_pushed_off_a_height_one_falls() -> None:
    roof = box("house", (8, 8, 5, 4), height=7)
    spots: dict[str, Spot] = {"ALPHA": (10, 10, 7), "BRAVO": ("11.18", 10, 7)}
    state = pushed(tracked(spots, roof))
    bravo = state.character("BRAVO")
    assert (bravo.place, bravo.elevation, bravo.endurance, bravo.down) == (place("14.18", 10), 0, 8, True)
    edge = pushed(tracked(spots, roof), x=1)
    assert at(edge, "BRAVO") == place("12.18", 10, 7)


def test_marvel_ruling_37_nobody_is_pushed_who_cannot_be() -> None:
    assert pushed(lane().changed("BRAVO", in_play=False)).pending == ()
    assert at(pushed(lane().changed("ALPHA", in_play=False)), "BRAVO") == place("11.18", 10)
    same = pushed(tracked({"ALPHA": (10, 10), "BRAVO": (10, 10)}))
    assert at(same, "BRAVO") == place(10, 10)


def test_marvel_ruling_37_where_there_is_no_room_it_stays() -> None:
    crowd: dict[str, Spot] = {"ALPHA": (10, 10), "BRAVO": ("11.18", 10), "CHARLIE": (12, 10)}
    state = pushed(tracked(crowd))
    assert at(state, "BRAVO") == place("11.18", 10)
    assert kinds(state) == ["roll_test:CHARLIE"]


def test_marvel_ruling_37_who_is_met_and_gone_suffers_nothing() -> None:
    story = Story(lane(CHARLIE=("13.4", 10)))
    push.begin(story, "ALPHA", "BRAVO", 3)
    lost = Story(story.state.changed("CHARLIE", in_play=False))
    flow.go_on(lost)
    assert lost.state.pending == ()
    out = Story(story.state.changed("BRAVO", in_play=False))
    flow.go_on(out)
    assert kinds(after(out.state, "roll_test", Roll, "8 8")) == ["act:ALPHA"]


# --- the declared board -----------------------------------------------------------------------------------------------


def stating() -> MatchState:
    story = Story(in_action(make_setup(scenery=(piece("bench", "T1", 1, 0, 1),))))
    push.begin(story, "ALPHA", "BRAVO", 3)
    return story.state


@pytest.mark.parametrize(
    "says",
    [
        {"met": "ZULU"},
        {"met": "BRAVO"},
        {"met": "CHARLIE", "edge": True},
        {"drop": 1},
        {"drop": -1},
        {"distance": -1},
    ],
)
def test_what_a_push_cannot_come_to(says: dict[str, Any]) -> None:
    with pytest.raises(MalformedInput):
        after(stating(), "state_push", StatePush, **{"distance": 300, **says})


def test_samples_of_what_a_push_comes_to() -> None:
    state = stating()
    found = legal_commands(state, awaiting(state)[0])
    assert [(said.distance, said.met) for said in found.commands if isinstance(said, StatePush)] == [
        (300, ""),
        (0, "ALPHA"),
        (0, "CHARLIE"),
    ]
    assert not found.complete
