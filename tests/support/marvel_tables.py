"""Tables of the tracked board for tests of Marvel: boxes of scenery and where everybody stands, in inches."""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from rules_engine.kernel.geometry import Place, Point
from rules_engine.kernel.units import inches
from rules_engine.marvel.commands import Move, Walk
from rules_engine.marvel.setup import ScenerySetup
from rules_engine.marvel.state import MatchState
from tests.support.marvel import CARDS, in_action, make_setup, piece, with_abilities

Spot = tuple[str | int, str | int] | tuple[str | int, str | int, str | int]  # x, y and, where it is not 0, the height


def rectangle(x: str | int, y: str | int, width: str | int, depth: str | int) -> tuple[Point, ...]:
    left, low, right, high = inches(x), inches(y), inches(x) + inches(width), inches(y) + inches(depth)
    return (left, low), (right, low), (right, high), (left, high)


def box(
    name: str,
    at: Sequence[str | int],
    *,
    height: str | int = 4,
    kind: str = "T2 4 0 3",
    floor: str | int = 0,
) -> ScenerySetup:
    """A box of scenery: ``at`` is x, y, width and depth; kind: type, Size, DA and SP."""
    type_, *numbers = kind.split()
    size, da, sp = map(int, numbers)
    outline = rectangle(*at)
    return piece(name, type_, size, da, sp, outline=outline, height=inches(height), floor=inches(floor))


def place(x: str | int, y: str | int, level: str | int = 0) -> Place:
    return Place(inches(x), inches(y), inches(level))


def tracked(
    places: Mapping[str, Spot],
    *scenery: ScenerySetup,
    abilities: Mapping[str, str] | None = None,
    rulings: Mapping[str, Any] | None = None,
    allies: Sequence[str] = (),
    acting: str = "ALPHA",
    **more: Any,
) -> MatchState:
    """ALPHA with its allies against the others that have a place; ``acting`` has just been activated."""
    sides = (["ALPHA", *allies], [name for name in places if name not in {"ALPHA", *allies}])
    cards = {name: with_abilities(CARDS[name], (abilities or {}).get(name, "")) for name in places}
    setup = make_setup(
        *[[cards[name] for name in side] for side in sides if side], rulings=rulings, board="tracked", scenery=scenery
    )
    changed = {name: dict(fields) for name, fields in more.pop("changed", {}).items()}
    for name, spot in places.items():
        at = place(*spot)
        changed[name] = {"place": at, "elevation": at.level, **changed.get(name, {})}
    return in_action(setup, acting, changed=changed, **more)


def at(state: MatchState, name: str) -> Place:
    """Where a character stands."""
    found = state.character(name).place
    assert found is not None
    return found


def with_card(state: MatchState, name: str, **fields: Any) -> MatchState:
    """A character's card is printed otherwise."""
    return state.changed(name, card=replace(state.character(name).card, **fields))


def walk(*points: tuple[str | int, str | int]) -> Walk:
    return Walk(points=tuple((inches(x), inches(y)) for x, y in points))


def spend(pow_: int, *legs: Any) -> dict[str, Any]:
    """What a movement says: POW and legs."""
    return {"command": Move, "spend": pow_, "legs": legs}
