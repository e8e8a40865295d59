from typing import Any

import pytest
from msgspec.structs import replace

from rules_engine.kernel.messages import Outcome, Placing
from rules_engine.marvel.setup import Victory
from rules_engine.marvel.state import MatchState
from rules_engine.marvel.story import Story
from rules_engine.marvel.victory import end, placings, survivors_win, turn_over
from tests.support.marvel import ALPHA, BRAVO, CHARLIE, between, make_setup


def match(victory: Victory | None = None, **changes: Any) -> MatchState:
    """ALPHA of level 9 against BRAVO of level 5 and CHARLIE of level 4."""
    sides = [replace(ALPHA, level=9)], [replace(BRAVO, level=5), replace(CHARLIE, level=4)]
    return replace(between(make_setup(*sides, victory=victory or Victory())), **changes)


def winners(story: Story) -> tuple[str, ...]:
    return story.state.result.winners() if story.state.result else ()


def test_marvel_ruling_01_the_last_side_in_play_wins() -> None:
    story = Story(match(destroyed=(("two", 9),)).changed("ALPHA", in_play=False))
    survivors_win(story)
    assert story.state.result == Outcome(
        placings=(
            Placing(team="two", place=1, points_left=9, points_destroyed=9),
            Placing(team="one", place=2, points_left=0, points_destroyed=0),
        ),
        rule_id="MARVEL-RULING-01",  # type: ignore[arg-type]
    )
    assert story.state.phase == "over"


def test_marvel_ruling_01_nobody_in_play_is_a_draw() -> None:
    state = match()
    story = Story(replace(state, characters=tuple(replace(other, in_play=False) for other in state.characters)))
    survivors_win(story)
    assert winners(story) == ("one", "two")


def test_marvel_ruling_01_the_match_goes_on_while_two_sides_have_characters() -> None:
    story = Story(match())
    survivors_win(story)
    assert story.events == []


@pytest.mark.parametrize(
    ("objectives", "turn", "won"),
    [
        ((), 8, ("one", "two")), ((), 7, ()), ((("two", 1),), 8, ("two",)), ((("two", 3),), 2, ("two",)),
        ((("one", 2),), 2, ()),
    ],
)  # fmt: skip
def test_marvel_ruling_01_a_scenario_ends_the_match(objectives: Any, turn: int, won: tuple[str, ...]) -> None:
    story = Story(match(Victory(objectives_to_win=3), objectives=objectives, turn=turn))
    turn_over(story)
    assert winners(story) == won


def test_marvel_ruling_01_without_a_limit_the_match_goes_on() -> None:
    story = Story(match(Victory(turn_limit=None), turn=100, objectives=(("one", 5),)))
    turn_over(story)
    assert story.events == []


def test_marvel_ruling_01_points_left_decide_among_equals() -> None:
    story = Story(match(turn=8).changed("CHARLIE", in_play=False))
    turn_over(story)
    assert winners(story) == ("one",)


def test_places_of_those_who_do_not_win_follow_their_points() -> None:
    sides = [replace(ALPHA, level=9)], [replace(BRAVO, level=5)], [replace(CHARLIE, level=4)]
    state = between(make_setup(*sides))
    assert [(one.team, one.place) for one in placings(state, ("three",))] == [("three", 1), ("one", 2), ("two", 3)]
    story = Story(state)
    end(story, ("one", "three"))
    assert winners(story) == ("one", "three")
