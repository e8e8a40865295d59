from msgspec.structs import replace

from rules_engine.kernel.geometry import Place
from rules_engine.marvel import changes
from rules_engine.marvel.pending import Faces, TestPending
from rules_engine.marvel.state import MatchState
from tests.support.marvel import between, make_setup, measured

TEST = TestPending(character="ALPHA", attribute="agility", purpose="agility", limit=9)
OTHER = replace(TEST, character="BRAVO")


def changed(state: MatchState, found: changes.Changes) -> MatchState:
    return replace(state, **found)


def test_a_character_changes_and_nobody_else_does() -> None:
    state = between(make_setup())
    after = changed(state, changes.of(state, "BRAVO", pow=1))
    assert after.character("BRAVO").pow == 1
    assert after.character("ALPHA") == state.character("ALPHA")


def test_the_innermost_thing_that_is_being_resolved_changes() -> None:
    state = between(make_setup())
    one = changed(state, changes.pushed(state, TEST))
    two = changed(one, changes.pushed(one, OTHER))
    assert two.pending == (TEST, OTHER)
    assert changed(two, changes.on_top(two, limit=3)).pending == (TEST, replace(OTHER, limit=3))
    assert changed(two, changes.rolled(two, (4, 5))).pending == (TEST, replace(OTHER, dice=Faces(faces=(4, 5))))


def test_marvel_ruling_48_being_pale_or_red_is_kept_in_mind() -> None:
    state = between(make_setup())
    assert not changed(state, changes.hurt(state, "ALPHA", 7)).character("ALPHA").hurt
    pale = changed(state, changes.hurt(state, "ALPHA", 6))
    healed = changed(pale, changes.hurt(pale, "ALPHA", 12)).character("ALPHA")
    assert (healed.endurance, healed.hurt) == (12, True)


def test_what_was_measured_lapses_when_one_of_the_two_or_one_between_them_moves() -> None:
    facts = (
        measured("ALPHA", "BRAVO", 3), measured("BRAVO", "ALPHA", 3), measured("BRAVO", "CHARLIE", 2),
        measured("CHARLIE", "BRAVO", 2, crossed=("ALPHA",)),
    )  # fmt: skip
    state = between(make_setup(), measured=facts)
    after = changed(state, changes.moved(state, "ALPHA", Place(1, 2, 3), 3))
    assert after.measured == (measured("BRAVO", "CHARLIE", 2),)
    assert (after.character("ALPHA").place, after.character("ALPHA").elevation) == (Place(1, 2, 3), 3)


def test_counts_grow_by_name() -> None:
    assert changes.add((), "one", 2) == (("one", 2),)
    assert changes.add((("one", 2), ("two", 1)), "one", 3) == (("one", 5), ("two", 1))
