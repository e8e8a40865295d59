"""Straight lanes over the table: what lies along one, in order, and how far a base gets before it meets something."""

from collections.abc import Callable, Iterable, Sequence
from math import sqrt
from typing import NamedTuple, TypeAlias

from rules_engine.kernel.geometry import Disc, Outline, Place, Point, on_table
from rules_engine.kernel.paths import hits_disc, hits_outline
from rules_engine.kernel.sightlines import Line, Stretch, stretches
from rules_engine.kernel.units import Length

Shape: TypeAlias = Outline | Disc


class Body(NamedTuple):
    """Something on the table: its name, its shape seen from above, and between which heights it stands."""

    name: str
    shape: Shape
    floor: Length = 0
    top: Length = 0


class Met(NamedTuple):
    """How far a base came along a lane: where it is, how far that was, and what it met; ``""`` for nothing.

    edge: it met the edge of the table.
    """

    at: Point
    travelled: Length
    name: str = ""
    edge: bool = False


def lane(start: Point, end: Point) -> Line:
    """The straight line between two points, seen from above."""
    (x1, y1), (x2, y2) = start, end
    return Line(sqrt((x2 - x1) ** 2 + (y2 - y1) ** 2), x1, y1, x2, y2)


def disc_stretch(line: Line, disc: Disc) -> Stretch | None:
    """The part of a line within a disc, as two fractions of its length; None where it only touches it, or misses it."""
    _, x1, y1, x2, y2 = line
    dx, dy, px, py = x2 - x1, y2 - y1, disc.x - x1, disc.y - y1
    square = dx * dx + dy * dy
    along, across = px * dx + py * dy, px * dy - py * dx
    rest = disc.radius * disc.radius * square - across * across
    if square == 0 or rest <= 0:
        return None
    first, last = max((along - sqrt(rest)) / square, 0.0), min((along + sqrt(rest)) / square, 1.0)
    return (first, last) if first < last else None


def along(line: Line, bodies: Iterable[Body], heights: tuple[Stretch, Stretch]) -> tuple[str, ...]:
    """The bodies that a line runs through, the first one first.

    heights: between which heights the lane is open at its start and at its end; what stands wholly above or below the
    lane where the line runs through it is not on it.
    """
    found = []
    for body in bodies:
        parts = [part for part in _parts(line, body.shape) if _is_as_high(body, part, heights)]
        if parts:
            found.append((parts[0], body.name))
    return tuple([name for _, name in sorted(found)])


def _parts(line: Line, shape: Shape) -> list[Stretch]:
    if isinstance(shape, Outline):
        return stretches(line, shape)
    part = disc_stretch(line, shape)
    return [part] if part else []


def _is_as_high(body: Body, part: Stretch, heights: tuple[Stretch, Stretch]) -> bool:
    (low, high), (end_low, end_high) = heights
    middle = (part[0] + part[1]) / 2
    return body.floor < high + (end_high - high) * middle and body.top > low + (end_low - low) * middle


def point_on(line: Line, distance: Length) -> Point:
    """The point after some distance along a line, or on beyond its end; the start of a line without length."""
    if not line.length:
        return round(line.x1), round(line.y1)
    share = distance / line.length
    return round(line.x1 + (line.x2 - line.x1) * share), round(line.y1 + (line.y2 - line.y1) * share)


def run_until(
    line: Line, radius: Length, distance: Length, bodies: Sequence[Body], *, width: Length, depth: Length
) -> Met:
    """Move a base from the start of a line along it, on beyond its end, until it meets something.

    The heights of the bodies do not matter: the caller names those that are in the way. What the base overlaps at the
    start is met at once. width, depth: of the table; its edge is met like all else.
    """
    start = point_on(line, 0)

    def leaves_table(length: Length) -> bool:
        return not on_table(Place(*point_on(line, length)), radius, width=width, depth=depth)

    def hits(shape: Shape) -> Callable[[Length], bool]:
        return lambda length: _hits((start, point_on(line, length)), radius, shape)

    stops = [(_first(leaves_table, distance), 1, "")]
    stops += [(_first(hits(body.shape), distance), 0, body.name) for body in bodies]
    travelled, edge, name = min(stops)
    if travelled > distance:
        return Met(point_on(line, distance), distance)
    came = max(travelled - 1, 0)
    return Met(point_on(line, came), came, name, edge=bool(edge))


def _hits(path: tuple[Point, Point], radius: Length, shape: Shape) -> bool:
    return hits_disc(path, radius, shape) if isinstance(shape, Disc) else hits_outline(path, radius, shape)


def _first(happens: Callable[[Length], bool], distance: Length) -> Length:
    """The shortest length at which something happens that goes on happening; one more than the distance if none is."""
    if not happens(distance):
        return distance + 1
    low, high = 0, distance
    while low < high:
        middle = (low + high) // 2
        low, high = (low, middle) if happens(middle) else (middle + 1, high)
    return low


def wedge(origin: Point, towards: Point, *, gap: Length, length: Length, width: Length) -> tuple[Point, ...] | None:
    """A triangle that opens from ``gap`` before a point towards another: so long, and so wide at its far end.

    None where the two points are one, or where it is too narrow for three corners at whole coordinates.
    """
    line = lane(origin, towards)
    if not line.length:
        return None
    ux, uy = (line.x2 - line.x1) / line.length, (line.y2 - line.y1) / line.length
    far, half = gap + length, width / 2
    x, y = line.x1 + ux * far, line.y1 + uy * far
    corners = (x - uy * half, y + ux * half), (x + uy * half, y - ux * half)
    tip, one, other = (point_on(line, gap), *[(round(cx), round(cy)) for cx, cy in corners])
    turn = (one[0] - tip[0]) * (other[1] - tip[1]) - (one[1] - tip[1]) * (other[0] - tip[0])
    return (tip, one, other) if turn else None
