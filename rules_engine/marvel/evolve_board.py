"""What the events of movement, scenery, pushes, grabs and throws change."""

from msgspec.structs import replace

from rules_engine.marvel import events as e
from rules_engine.marvel.changes import Changes, lapsed, moved, of, on_top, pushed
from rules_engine.marvel.pending import FallPending, GrabPending, PushPending
from rules_engine.marvel.state import Activation, MatchState, SceneryInPlay


def character_moved(state: MatchState, event: e.CharacterMoved) -> Changes:
    """A movement is paid and counted."""
    acting = _acting(state)
    return _paid_move(state, event) | {"activation": replace(acting, moves=acting.moves + 1)}


def leapt(state: MatchState, event: e.Leapt) -> Changes:
    """A leap is paid; it counts as the movement only where the league says so."""
    acting = _acting(state)
    return _paid_move(state, event) | {"activation": replace(acting, moves=acting.moves + event.counts)}


def _paid_move(state: MatchState, event: e.CharacterMoved | e.Leapt) -> Changes:
    where = of(state, event.character, place=event.place, elevation=event.elevation, pow=event.pow)
    return lapsed(state, event.character) | where


def _acting(state: MatchState) -> Activation:
    assert state.activation is not None, "a character is acting"
    return state.activation


def fell(state: MatchState, event: e.CharacterFell) -> Changes:
    """One that falls is down, and the others fall after it."""
    assert isinstance(state.top, FallPending), "somebody falls"
    left = tuple([drop for drop in state.top.falls if drop.character != event.character])
    return on_top(state, falls=left) | moved(state, event.character, event.place, event.elevation)


def structure(state: MatchState, piece_id: str, left: int) -> Changes:
    """A piece has so many structure points left; without any it is gone, and what was measured to it lapses."""
    changes = lapsed(state, piece_id) if left == 0 else {}
    return changes | _piece(state, piece_id, sp=left, destroyed=left == 0)


def _piece(state: MatchState, piece_id: str, **changes: object) -> Changes:
    def changed(piece: SceneryInPlay) -> SceneryInPlay:
        return replace(piece, **changes) if piece.id == piece_id else piece

    return {"scenery": tuple([changed(piece) for piece in state.scenery])}


# --- pushes -----------------------------------------------------------------------------------------------------------


def push_began(state: MatchState, event: e.PushBegan) -> Changes:
    """A push waits to be resolved before the rest of the attack."""
    pending = PushPending(attacker=event.attacker, target=event.target, distance=event.distance, seat=event.seat)
    return pushed(state, pending)


def was_pushed(state: MatchState, event: e.CharacterPushed) -> Changes:
    """The pushed character has moved; what it met, and a fall, are still to come."""
    place = moved(state, event.character, event.place, event.elevation)
    return on_top(state, seat="", met=event.met, drop=event.drop) | place


# --- grab and throw ---------------------------------------------------------------------------------------------------


def grab_began(state: MatchState, event: e.GrabBegan) -> Changes:
    """A grab is paid; it counts as an attack."""
    acting = _acting(state)
    return (
        of(state, event.attacker, pow=event.pow)
        | pushed(state, GrabPending(attacker=event.attacker, item=event.item))
        | {"activation": replace(acting, grabbed=True, attacks=acting.attacks + 1)}
    )


def grabbed(state: MatchState) -> Changes:
    """The item is held; the throw has a hit roll of its own."""
    assert isinstance(state.top, GrabPending), "something is being grabbed"
    return on_top(state, stage="held", hit=None, rolled=state.top.hit is not None)


def thrown(state: MatchState, event: e.ItemThrown) -> Changes:
    """A target is chosen; without a roll, or with one that is never made, the item is on its way."""
    return on_top(
        state,
        stage="roll" if event.rolls and not event.blocked else "path",
        target=event.target,
        path=event.path,
        blocked=event.blocked,
        broken=event.broken,
    )


def path_reached(state: MatchState) -> Changes:
    """One less is still to test on the path."""
    assert isinstance(state.top, GrabPending), "something is thrown"
    return on_top(state, path=state.top.path[1:])


def arrived(state: MatchState, event: e.ItemArrived) -> Changes:
    """The item is where it ends; its effects follow."""
    changes = on_top(state, stage="target")
    if state.find(event.item) is not None:
        return changes | moved(state, event.item, event.place, event.elevation)
    return changes | lapsed(state, event.item) | _piece(state, event.item, outline=event.outline, floor=event.elevation)
