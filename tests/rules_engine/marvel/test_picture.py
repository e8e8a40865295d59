from typing import Any

from msgspec.structs import replace

from rules_engine.kernel.dice import Die, make_roll
from rules_engine.kernel.geometry import Place
from rules_engine.kernel.picture import DieFace, Goal, Marker, Shape, Token, Window
from rules_engine.kernel.units import inches
from rules_engine.marvel.league_match import rectangle
from rules_engine.marvel.picture import dice_shown, picture
from rules_engine.marvel.setup import Objective
from rules_engine.marvel.state import Reduction
from tests.support.marvel import ALPHA, BRAVO, between, in_action, make_setup, piece

SQUARE = rectangle(inches(10), inches(10), inches(4), inches(4))
PLACES = {"ALPHA": (5, 5), "BRAVO": (20, 20), "CHARLIE": (25, 20)}


def test_a_tracked_table_shows_bases_and_standing_scenery() -> None:
    scenery = (piece("house", "T4", 6, 1, 4, height=inches(3), outline=SQUARE), piece("gone", "T1", 1, 0, 1))
    state = in_action(make_setup(board="tracked", scenery=scenery), places=PLACES)
    lost = {"CHARLIE": {"in_play": False, "endurance": 0}}
    shown = picture(in_action(make_setup(board="tracked", scenery=scenery), places=PLACES, changed=lost))
    assert picture(state).width == inches(36)
    assert shown.shapes == (Shape(id="house", kind="blocking", outline=SQUARE, level=3),)
    assert shown.tokens == (
        Token(id="ALPHA", team="one", x=500, y=500, radius=59, acting=True),
        Token(id="BRAVO", team="two", x=2000, y=2000, radius=59),
    )


def test_scenery_that_is_destroyed_is_off_the_table() -> None:
    state = in_action(
        make_setup(board="tracked", scenery=(piece("van", "T2", 4, 0, 3, outline=SQUARE),)), places=PLACES
    )
    assert picture(replace(state, scenery=(replace(state.scenery[0], destroyed=True),))).shapes == ()


def test_marvel_ruling_46_a_card_shows_the_endurance_track_with_its_zones() -> None:
    shown = picture(in_action(make_setup(), changed={"ALPHA": {"endurance": 5}})).cards[0]
    endurance, power = shown.gauges
    assert (shown.name, len(endurance.windows), endurance.at) == ("ALPHA", 13, 7)
    assert [window.hits for window in endurance.windows] == [0] * 6 + [1] * 3 + [2] * 3 + [3]
    assert endurance.windows[7] == Window(value=5, hits=1)
    assert ([window.value for window in power.windows], power.at) == ([6, 5, 4], 1)


def test_a_card_notes_what_lies_beside_it() -> None:
    changed: dict[str, dict[str, Any]] = {
        "BRAVO": {
            "pow": 1, "ko": True, "down": True, "elevation": inches("2.5"), "enhancements": ("mental",),
            "reductions": (Reduction(rule="dazzle", x=2),),
        },
        "CHARLIE": {"in_play": False, "endurance": 0},
    }  # fmt: skip
    cards = picture(in_action(make_setup(), changed=changed)).cards
    assert [card.notes for card in cards] == [
        ("6 POW counters",),
        ("1 POW counter", "KO", "knocked down", "stands 2.5 in high", "mental defence enhanced", "dazzle 2"),
        (),
    ]
    assert (cards[2].in_play, cards[2].gauges[0].at) == (False, 8)


def test_a_declared_table_has_no_places() -> None:
    shown = picture(in_action(make_setup(scenery=(piece("van", "T2", 4, 0, 3),))))
    assert (shown.shapes, shown.tokens, len(shown.cards)) == ((), (), 3)


def test_dice_show_their_numbers() -> None:
    roll = make_roll(1, "hit", (Die("ALPHA/D8#1", 8), Die("ALPHA/D8#2", 8)), faces=(3, 8), source="fixed")
    assert dice_shown(in_action(make_setup()), roll) == (
        DieFace(name="d8", sides=8, shown="3"),
        DieFace(name="d8", sides=8, shown="8"),
    )


HILL = Objective(id="hill", name="Hill", place=Place(inches(10), inches(10)), reach=inches(2), points=2)
SAFE = Objective(id="safe", name="Safe", kind="destroy", target="bench", points=3, team="two")


def test_marvel_turn_05_objectives_tell_who_would_score_them_now() -> None:
    setup = make_setup(
        [ALPHA], [BRAVO], board="tracked", objectives=(HILL, SAFE), scenery=(piece("bench", "T1", 1, 0, 1),)
    )
    state = between(setup, places={"ALPHA": (10, 10), "BRAVO": (30, 30)}, objectives=(("two", 3),))
    shown = picture(state)
    assert shown.markers == (Marker(name="Hill", x=1000, y=1000, goal=True),)
    assert shown.goals == (Goal(name="Hill", points=2, note="team one"), Goal(name="Safe", points=3, note="open"))
    assert shown.scored == (("one", 0), ("two", 3))
    ended = picture(replace(state, scored=("safe",)).changed("ALPHA", place=Place(inches(20), inches(20))))
    assert [(goal.note, goal.done) for goal in ended.goals] == [("open", False), ("reached", True)]


def test_without_objectives_nothing_is_counted() -> None:
    shown = picture(between(make_setup([ALPHA], [BRAVO])))
    assert (shown.goals, shown.scored, shown.markers) == ((), (), ())
