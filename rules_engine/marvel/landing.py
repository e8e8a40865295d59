"""Where a thrown item ends on the tracked board: in contact with its target, on the attacker's side.

MARVEL-RULING-60. Where there is no room for it there, it ends as near as there is, or stays where it was.
"""

from math import sqrt
from typing import Final

from rules_engine.kernel.geometry import Disc, Outline, Place, Point, edges_meet, encloses, outline, overlaps
from rules_engine.kernel.lanes import Body, Shape, lane, point_on, run_until
from rules_engine.kernel.sightlines import Line
from rules_engine.kernel.units import Length
from rules_engine.marvel import measuring, surfaces
from rules_engine.marvel.state import Character, MatchState, SceneryInPlay

_HALF, _TALL = 0.5, sqrt(3) / 2
ROUND: Final = (
    *((1.0, 0.0), (_TALL, _HALF), (_TALL, -_HALF), (_HALF, _TALL), (_HALF, -_TALL), (0.0, 1.0)),
    *((0.0, -1.0), (-_HALF, _TALL), (-_HALF, -_TALL), (-_TALL, _HALF), (-_TALL, -_HALF), (-1.0, 0.0)),
)
"""Directions round a target, from the attacker's side on."""
_BACK: Final = 25  # steps in which a piece is set down nearer to the attacker


def beside(state: MatchState, item: Character, attacker: Character, target_id: str) -> Place:
    """Where a thrown character ends; where it was if there is room nowhere."""
    assert item.place is not None, "a tracked character in play stands somewhere"
    assert attacker.place is not None, "a tracked character in play stands somewhere"
    target = state.find(target_id)
    if target is None or target.place is None:
        return _before_scenery(state, item, attacker.place, target_id) or item.place
    spots = (_round(target.place, attacker.place, item.card.radius + target.card.radius, *turn) for turn in ROUND)
    return next((spot for spot in spots if surfaces.fits(state, item, spot)), item.place)


def _round(target: Place, attacker: Place, reach: Length, along: float, across: float) -> Place:
    """A spot so far from a target, turned from the attacker's side."""
    line = lane(target.point, attacker.point)
    ux, uy = ((line.x2 - line.x1) / line.length, (line.y2 - line.y1) / line.length) if line.length else (1.0, 0.0)
    x, y = target.x + (ux * along - uy * across) * reach, target.y + (uy * along + ux * across) * reach
    return Place(round(x), round(y), target.level)


def _before_scenery(state: MatchState, item: Character, attacker: Place, target_id: str) -> Place | None:
    solid = next((solid for solid in surfaces.solids(state) if solid.id == target_id), None)
    goal = measuring.extent(state, target_id)
    if solid is None or goal is None:
        return None
    line, table = lane(attacker.point, (goal.x, goal.y)), state.setup.table
    bodies = (Body(solid.id, solid.shape),)
    met = run_until(line, item.card.radius, round(line.length), bodies, width=table.width, depth=table.depth)
    return surfaces.room_near(state, item, met.at, attacker.level)


# --- pieces of scenery ------------------------------------------------------------------------------------------------


def set_down(
    state: MatchState, piece: SceneryInPlay, attacker: Character, target_id: str
) -> tuple[tuple[Point, ...], Length]:
    """Where a thrown piece of scenery ends: its outline, and the height it stands at."""
    goal, start = measuring.extent(state, target_id), attacker.place
    if goal is None or start is None:
        return piece.outline, piece.floor
    line = lane(start.point, (goal.x, goal.y))
    for length in range(_farthest(state, piece, line, target_id), -1, -_BACK):
        spot = point_on(line, length)
        points = shifted(piece.outline, spot)
        floor = surfaces.height_below(state, spot, goal.floor, apart=piece.id)
        if _is_on_table(state, points) and not _meets(points, _obstacles(state, piece, floor)):
            return points, floor
    return piece.outline, piece.floor


def shifted(points: tuple[Point, ...], middle: Point) -> tuple[Point, ...]:
    """An outline moved so that the middle of its box lies on a point."""
    left, low, right, high = outline(points).box
    dx, dy = middle[0] - (left + right) // 2, middle[1] - (low + high) // 2
    return tuple([(x + dx, y + dy) for x, y in points])


def _farthest(state: MatchState, piece: SceneryInPlay, line: Line, target_id: str) -> Length:
    """How far along a line a piece can come without meeting its target, sought by halves."""
    target = [body.shape for body in measuring.bodies(state, {piece.id}) if body.name == target_id]
    low, high = 0, round(line.length)
    while low < high:
        middle = (low + high + 1) // 2
        free = not _meets(shifted(piece.outline, point_on(line, middle)), target)
        low, high = (middle, high) if free else (low, middle - 1)
    return low


def _obstacles(state: MatchState, piece: SceneryInPlay, floor: Length) -> list[Shape]:
    """What is in the way of a piece that is set down at some height."""
    top = floor + piece.piece.height
    others = measuring.bodies(state, {piece.id})
    return [body.shape for body in others if body.floor < top and floor < body.top]


def _meets(points: tuple[Point, ...], shapes: list[Shape]) -> bool:
    shape = outline(points)
    return any(_overlap(shape, other) for other in shapes)


def _overlap(shape: Outline, other: Shape) -> bool:
    if isinstance(other, Disc):
        return overlaps(Place(other.x, other.y), other.radius, shape)
    if any(edges_meet(one, two) for one in shape.edges for two in other.edges):
        return True
    return encloses(shape, *other.points[0]) or encloses(other, *shape.points[0])


def _is_on_table(state: MatchState, points: tuple[Point, ...]) -> bool:
    table = state.setup.table
    return all(0 <= x <= table.width and 0 <= y <= table.depth for x, y in points)
