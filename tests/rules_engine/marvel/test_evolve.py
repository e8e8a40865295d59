import pytest
from msgspec.structs import replace

from rules_engine.kernel.dice import make_roll
from rules_engine.kernel.errors import CorruptHistory
from rules_engine.kernel.geometry import Place
from rules_engine.marvel import events as e
from rules_engine.marvel.evolve import evolve
from rules_engine.marvel.pending import d8s
from tests.support.marvel import between, fold_all, in_action, make_setup, measured, opened


def test_a_match_begins_with_its_opening() -> None:
    with pytest.raises(CorruptHistory, match=r"marvel\.match_opened"):
        evolve(None, e.TurnStarted(turn=1))


def test_every_event_counts() -> None:
    state = between(make_setup())
    assert evolve(state, e.TurnEnded(turn=1)) == replace(state, ply=state.ply + 1)


def test_a_deployed_character_stands_on_the_table() -> None:
    state = replace(opened(make_setup(board="tracked")), to_deploy=("one", "two"))
    after = evolve(state, e.CharacterDeployed(character="ALPHA", place=Place(1, 2, 3), elevation=3))
    now = after.character("ALPHA")
    assert (now.place, now.elevation, now.deployed, after.to_deploy) == (Place(1, 2, 3), 3, True, ("two",))


def test_what_is_measured_again_replaces_what_was() -> None:
    state = between(make_setup(), measured=(measured("ALPHA", "BRAVO", 3), measured("BRAVO", "ALPHA", 3)))
    after = evolve(state, e.MeasurementStated(measured=measured("ALPHA", "BRAVO", 5)))
    assert after.measured == (measured("BRAVO", "ALPHA", 3), measured("ALPHA", "BRAVO", 5))


def test_marvel_ruling_48_having_been_pale_or_red_is_kept_for_the_turn() -> None:
    state = evolve(between(make_setup()), e.DamageTaken(character="ALPHA", damage=6, left=6))
    assert evolve(state, e.Regenerated(character="ALPHA", endurance=9)).character("ALPHA").hurt


def test_marvel_ability_luck_is_used_up_by_a_reroll() -> None:
    began = e.TestBegan(character="ALPHA", attribute="agility", purpose="agility", limit=9)
    roll = make_roll(1, "test", d8s("ALPHA", 2), faces=(8, 8), source="fixed")
    state = fold_all(in_action(make_setup()), [began, e.TestRolled(character="ALPHA", roll=roll)])
    lucky = evolve(state, e.RerollChosen(character="ALPHA", ability="luck", dice=(0,)))
    assert lucky.character("ALPHA").lucky
    assert not evolve(state, e.RerollChosen(character="ALPHA", ability="acrobat", dice=(0, 1))).character("ALPHA").lucky


def test_points_are_counted_by_team() -> None:
    state = between(make_setup())
    for points in (2, 3):
        state = evolve(state, e.ObjectiveScored(objective="hill", team="two", points=points))
    assert (state.objectives, state.scored) == ((("two", 5),), ())
