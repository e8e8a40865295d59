from typing import Any

import pytest
from msgspec.structs import replace

from rules_engine.kernel.geometry import Place
from rules_engine.kernel.units import inches
from rules_engine.marvel.events import ObjectiveScored
from rules_engine.marvel.objectives import distance, score, scoring
from rules_engine.marvel.setup import Objective
from rules_engine.marvel.state import MatchState
from rules_engine.marvel.story import Story
from tests.support.marvel import ALPHA, BRAVO, CHARLIE, between, make_setup, measured, piece

HILL = Objective(id="hill", name="Hill", place=Place(inches(10), inches(10)), reach=inches(2))
SAFE = Objective(id="safe", name="Safe", kind="destroy", target="bench", points=3, team="two")
GUARD = Objective(id="guard", name="Guard", kind="survive", target="ALPHA", team="one")


def match(*objectives: Objective, **more: Any) -> MatchState:
    setup = make_setup([ALPHA], [BRAVO, CHARLIE], objectives=objectives, scenery=(piece("bench", "T1", 1, 0, 1),))
    return between(setup, **more)


def holders(*near: str, **changed: Any) -> tuple[str, ...]:
    """Who scores the hill if these stand 2 in away from it."""
    state = match(HILL, measured=[measured(name, "hill", 2) for name in near], changed=changed)
    return scoring(state, HILL)


def test_marvel_turn_05_most_characters_near_a_place_hold_it() -> None:
    assert holders("ALPHA") == ("one",)
    assert holders("ALPHA", "BRAVO") == ()
    assert holders("ALPHA", "BRAVO", "CHARLIE") == ("two",)
    assert holders() == ()
    assert holders("ALPHA", "BRAVO", BRAVO={"ko": True}) == ("one",)


def test_marvel_turn_05_places_are_measured_on_both_boards() -> None:
    stated = match(HILL, measured=[measured("ALPHA", "hill", "2.1")])
    assert distance(stated, stated.character("ALPHA"), HILL) == 210
    assert distance(stated, stated.character("BRAVO"), HILL) is None
    assert scoring(stated, HILL) == ()
    setup = make_setup([ALPHA], [BRAVO], board="tracked", objectives=(HILL,))
    tracked = between(setup, places={"ALPHA": (10, "12.59"), "BRAVO": (20, 20)})
    assert distance(tracked, tracked.character("ALPHA"), HILL) == 200
    assert scoring(tracked, HILL) == ("one",)
    assert distance(tracked.changed("ALPHA", place=None), tracked.character("ALPHA"), GUARD) is None


def test_marvel_turn_05_destroyed_scenery_scores_once_for_those_who_do_not_own_it() -> None:
    state = match(SAFE)
    assert scoring(state, SAFE) == ()
    gone = replace(state, scenery=(replace(state.scenery[0], destroyed=True),))
    story = Story(gone)
    score(story)
    score(story)
    assert story.events == [ObjectiveScored(objective="safe", team="one", points=3, once=True)]
    assert (story.state.objectives, story.state.scored) == ((("one", 3),), ("safe",))


@pytest.mark.parametrize(("changes", "teams"), [({}, ("one",)), ({"ko": True}, ()), ({"in_play": False}, ())])
def test_marvel_turn_05_a_character_to_guard(changes: dict[str, bool], teams: tuple[str, ...]) -> None:
    assert scoring(match(GUARD).changed("ALPHA", **changes), GUARD) == teams


def test_marvel_turn_05_all_objectives_are_checked_every_turn() -> None:
    story = Story(match(HILL, GUARD, measured=[measured("BRAVO", "hill", 1)]))
    score(story)
    assert story.events == [
        ObjectiveScored(objective="hill", team="two", points=1),
        ObjectiveScored(objective="guard", team="one", points=1),
    ]
