from typing import Any

import pytest
from msgspec.structs import replace

from rules_engine.kernel.geometry import Place
from rules_engine.kernel.units import inches
from rules_engine.marvel import prospects
from rules_engine.marvel.setup import Objective, Victory
from rules_engine.marvel.state import MatchState
from rules_engine.marvel.story import Story
from rules_engine.marvel.victory import end
from tests.support.marvel import ALPHA, BRAVO, CHARLIE, between, make_setup, piece

HILL = Objective(id="hill", name="Hill", place=Place(inches(18), inches(18)), reach=inches(2), points=2)
SAFE = Objective(id="safe", name="Safe", kind="destroy", target="bench", points=3, team="two")
GUARD = Objective(id="guard", name="Guard", kind="survive", target="ALPHA", team="one")
FAR = {"ALPHA": (2, 2), "BRAVO": (34, 34), "CHARLIE": (30, 34)}
POINT = 3 * 1000 // 10  # of `match`: three characters of level 0, which count 1, and ten points to win


def match(*objectives: Objective, places: dict[str, Any] | None = None, **more: Any) -> MatchState:
    square = ((1000, 1000), (1200, 1000), (1200, 1200), (1000, 1200))
    bench = replace(piece("bench", "T1", 1, 0, 4), outline=square)
    setup = make_setup(
        [ALPHA], [BRAVO, CHARLIE], board="tracked", objectives=objectives, scenery=(bench,),
        victory=Victory(objectives_to_win=10),
    )  # fmt: skip
    return between(setup, places=FAR | (places or {}), **more)


def promised(state: MatchState) -> tuple[int, int]:
    by_team = prospects.prospects(state)
    return by_team["one"], by_team["two"]


def test_marvel_ruling_01_a_point_is_worth_its_part_of_what_wins() -> None:
    state = match(HILL)
    assert prospects.point_worth(state) == POINT
    endless = replace(state, setup=replace(state.setup, victory=Victory()))
    assert prospects.point_worth(endless) == 3 * prospects.OBJECTIVE


def test_a_place_promises_most_to_who_holds_it_and_more_the_nearer_others_are() -> None:
    holding = promised(match(HILL, places={"ALPHA": (18, 18)}))
    near = promised(match(HILL, places={"ALPHA": (18, 24)}))
    assert holding[0] == 2 * POINT * (60 + 20) // 100
    assert holding[0] > near[0] > promised(match(HILL))[0] > 0
    both = promised(match(HILL, places={"BRAVO": (18, 18), "CHARLIE": (18, 18)}))
    assert both[1] == 2 * POINT * (60 + 2 * 20) // 100


def test_who_is_ko_is_near_nothing() -> None:
    state = match(HILL, places={"ALPHA": (18, 18)}, changed={"ALPHA": {"ko": True}})
    assert promised(state)[0] == 0


def test_scenery_to_destroy_promises_more_the_more_it_is_broken_and_nothing_to_its_owner() -> None:
    state = match(SAFE)
    broken = replace(state, scenery=(replace(state.scenery[0], sp=1),))
    beside = match(SAFE, places={"ALPHA": (11, 9)})
    assert promised(broken)[0] > promised(state)[0] > 0
    assert promised(beside)[0] > promised(state)[0]
    assert promised(broken)[1] == promised(beside)[1] == 0
    gone = replace(state, scenery=(replace(state.scenery[0], destroyed=True),))
    assert promised(gone) == (3 * POINT, 0)
    assert promised(replace(gone, scored=("safe",))) == (0, 0)


def test_where_places_are_not_known_only_the_damage_counts() -> None:
    state = match(SAFE)
    halved = replace(state, scenery=(replace(state.scenery[0], outline=(), sp=2),))
    assert promised(halved) == (3 * POINT * 25 // 100, 0)
    nobody = replace(match(SAFE, changed={"ALPHA": {"ko": True}}))
    assert promised(nobody) == (0, 0)


@pytest.mark.parametrize(("ko", "worth"), [(False, POINT), (True, 0)])
def test_who_must_survive_is_worth_the_next_point(ko: bool, worth: int) -> None:
    assert promised(match(GUARD, changed={"ALPHA": {"ko": ko}})) == (worth, 0)


def test_nothing_is_promised_after_the_end() -> None:
    story = Story(match(HILL, GUARD))
    end(story, ("one",))
    assert promised(story.state) == (0, 0)
