import pytest
from msgspec.structs import replace

from rules_engine.kernel.messages import Decision
from rules_engine.marvel.pending import TestPending
from rules_engine.marvel.state import MatchState
from tests.support.marvel import ALPHA, BRAVO, CHARLIE, between, make_setup, piece, zones


def three_sides() -> MatchState:
    return between(make_setup([ALPHA], [BRAVO], [CHARLIE], scenery=(piece("bench", "T1", 1, 0, 1),)))


@pytest.mark.parametrize(
    ("endurance", "band", "counters"),
    [(12, "green", 6), (7, "green", 6), (6, "pale", 5), (4, "pale", 5), (3, "red", 4), (1, "red", 4), (0, "red", 4)],
)
def test_marvel_ruling_46_ruling_06_the_zone_and_what_it_generates(endurance: int, band: str, counters: int) -> None:
    character = three_sides().changed("ALPHA", endurance=endurance).character("ALPHA")
    assert (character.band, character.pow_value) == (band, counters)


def test_marvel_ruling_46_a_zone_may_be_empty() -> None:
    character = replace(three_sides().character("ALPHA"), card=replace(ALPHA, endurance=zones("6 0 3")), endurance=4)
    assert character.band == "green"
    assert replace(character, endurance=3).band == "red"


def test_decisions_are_named_after_the_event_or_together_after_the_turn() -> None:
    state = replace(three_sides(), ply=7, turn=3)
    assert state.ask("act", "one", "ALPHA") == Decision(id="act:ALPHA:7", seat="one", kind="act", subject="ALPHA")
    together = state.ask("roll_end_test", "one", "ALPHA", together=True)
    assert together.id == "roll_end_test:ALPHA:t3"


def test_allies_and_enemies() -> None:
    state = three_sides()
    assert [other.id for other in state.team("one")] == ["ALPHA"]
    assert [other.id for other in state.enemies("one")] == ["BRAVO", "CHARLIE"]
    assert [other.id for other in state.changed("BRAVO", in_play=False).enemies("one")] == ["CHARLIE"]


def test_the_others_follow_in_seating_order() -> None:
    state = three_sides()
    assert [state.after(team) for team in state.teams] == [("two", "three"), ("three", "one"), ("one", "two")]


def test_a_team_speaks_by_its_first_character_in_play() -> None:
    state = between(make_setup([ALPHA, ("ALLY", ALPHA)], [BRAVO])).changed("ALLY", seat="friend")
    assert state.seat_of("one") == "one"
    assert state.changed("ALPHA", in_play=False).seat_of("one") == "friend"
    gone = state.changed("ALPHA", in_play=False).changed("ALLY", in_play=False)
    assert gone.seat_of("one") == "one"


def test_look_ups() -> None:
    state = three_sides()
    assert (state.find("nobody"), state.find_scenery("nothing"), state.top) == (None, None, None)
    bench = state.find_scenery("bench")
    assert bench == state.scenery[0]
    assert replace(state, scenery=(replace(state.scenery[0], destroyed=True),)).find_scenery("bench") is None
    test = TestPending(character="ALPHA", attribute="agility", purpose="agility", limit=9)
    assert replace(state, pending=(test,)).top == test
    with pytest.raises(KeyError):
        state.character("nobody")
