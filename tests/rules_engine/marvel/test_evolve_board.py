from msgspec.structs import replace

from rules_engine.marvel import events as e
from rules_engine.marvel.commands import SetStructure, Walk
from rules_engine.marvel.evolve import evolve
from rules_engine.marvel.pending import Drop, FallPending, GrabPending, HitResult, PushPending
from rules_engine.marvel.state import MatchState
from tests.support.marvel import fold_all, in_action, make_setup, measured, piece
from tests.support.marvel_tables import box, place, rectangle, tracked

FACTS = (measured("ALPHA", "BRAVO", 5), measured("CHARLIE", "BRAVO", 2, crossed=("bench",)))


def table() -> MatchState:
    return in_action(make_setup(scenery=(piece("bench", "T1", 2, 0, 2),)), measured=FACTS)


def test_a_movement_is_paid_and_counted_and_what_was_measured_lapses() -> None:
    moved = e.CharacterMoved(character="ALPHA", legs=(Walk(distance=400),), spent=400, pow=5, elevation=100)
    state = evolve(table(), moved)
    assert state.activation is not None
    assert (state.character("ALPHA").pow, state.character("ALPHA").elevation, state.activation.moves) == (5, 100, 1)
    assert state.measured == FACTS[1:]


def test_marvel_ruling_63_a_leap_counts_as_a_movement_where_it_says_so() -> None:
    for counts in (False, True):
        state = evolve(table(), e.Leapt(character="ALPHA", pow=5, height=300, damage=0, counts=counts))
        assert state.activation is not None
        assert state.activation.moves == counts


def test_one_after_the_other_falls() -> None:
    drops = Drop(character="ALPHA", height=300), Drop(character="BRAVO", height=200)
    state = evolve(table(), e.FallsBegan(seat="one", by="one"))
    assert state.top == FallPending(seat="one", by="one")
    state = evolve(state, e.FallsStated(falls=drops))
    state = evolve(state, e.CharacterFell(character="ALPHA", height=300, damage=1, elevation=0))
    assert state.top == FallPending(falls=drops[1:], by="one")
    assert evolve(state, e.FallsEnded()).pending == ()


def test_a_piece_that_is_gone_is_no_longer_measured() -> None:
    hurt = evolve(table(), e.SceneryDamaged(scenery="bench", damage=1, left=1))
    assert (hurt.scenery[0].sp, hurt.measured) == (1, FACTS)
    for event in (
        e.SceneryDamaged(scenery="bench", damage=2, left=0),
        e.SceneryDestroyed(scenery="bench"),
        e.Changed(change=SetStructure(scenery="bench", sp=0), author="judge"),
    ):
        gone = evolve(table(), event)
        assert (gone.find_scenery("bench"), gone.measured) == (None, FACTS[:1])


def test_a_push_from_its_beginning_to_its_end() -> None:
    state = evolve(table(), e.PushBegan(attacker="ALPHA", target="BRAVO", distance=300, seat="one"))
    assert state.top == PushPending(attacker="ALPHA", target="BRAVO", distance=300, seat="one")
    state = evolve(state, e.CharacterPushed(character="BRAVO", distance=200, met="bench", drop=400, elevation=400))
    assert state.top == PushPending(attacker="ALPHA", target="BRAVO", distance=300, met="bench", drop=400)
    assert (state.character("BRAVO").elevation, state.measured) == (400, ())
    state = evolve(state, e.PushMet(character="BRAVO", met="bench"))
    assert state.top == PushPending(attacker="ALPHA", target="BRAVO", distance=300, met="bench", drop=400, done=True)
    assert evolve(state, e.PushEnded(character="BRAVO")).pending == ()


def test_a_grab_and_throw_from_its_beginning_to_its_end() -> None:
    state = evolve(table(), e.GrabBegan(attacker="ALPHA", item="CHARLIE", pow=4))
    held = GrabPending(attacker="ALPHA", item="CHARLIE")
    assert state.top == held
    state = evolve(state, e.HitEnded(attacker="ALPHA", result=HitResult(target="CHARLIE", hit=True)))
    state = evolve(state, e.ItemGrabbed(attacker="ALPHA", item="CHARLIE"))
    held = replace(held, stage="held", rolled=True)
    assert state.top == held
    thrown = e.ItemThrown(attacker="ALPHA", item="CHARLIE", target="BRAVO", rolls=True, path=("X", "Y"), broken=True)
    flying = replace(held, stage="roll", target="BRAVO", path=("X", "Y"), broken=True)
    assert evolve(state, thrown).top == flying
    assert evolve(state, replace(thrown, rolls=False)).top == replace(flying, stage="path")
    blocked = evolve(state, replace(thrown, blocked=True))
    assert blocked.top == replace(flying, stage="path", blocked=True)
    state = fold_all(
        evolve(state, thrown),
        [e.ItemFlew(item="CHARLIE", harmless=True), e.PathReached(item="CHARLIE", character="X")],
    )
    assert state.top == replace(flying, stage="path", path=("Y",), harmless=True)
    state = evolve(state, e.ItemArrived(item="CHARLIE", target="BRAVO", elevation=100))
    assert (state.character("CHARLIE").elevation, state.measured) == (100, FACTS[:1])
    state = evolve(state, e.TargetReached(item="CHARLIE", target="BRAVO"))
    assert isinstance(state.top, GrabPending)
    assert state.top.stage == "item"
    assert evolve(state, e.GrabEnded(attacker="ALPHA", item="CHARLIE")).pending == ()


def test_a_thrown_piece_lies_where_it_arrived() -> None:
    state = tracked({"ALPHA": (10, 10), "BRAVO": (18, 10)}, box("bin", ("10.59", "9.5", 1, 1)))
    state = evolve(state, e.GrabBegan(attacker="ALPHA", item="bin", pow=4))
    outline = rectangle(16, 9, 1, 1)
    state = evolve(state, e.ItemArrived(item="bin", target="BRAVO", outline=outline, elevation=100))
    assert (state.scenery[0].outline, state.scenery[0].floor) == (outline, 100)
    assert state.character("BRAVO").place == place(18, 10)
