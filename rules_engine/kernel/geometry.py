"""Bases and outlines on the table: distance, contact, overlap, containment.

Coordinates are whole hundredths of an inch. Whether things touch, overlap or contain each other is
decided in whole numbers. A base cannot always stand on whole hundredths and touch exactly, so one
hundredth (`CONTACT`) is allowed for: closer than that is contact, deeper than that is overlap.

Where a root is needed the only operations are + - * / and the square root (no power, no angle, no sum
of floats in an order of its own), which give the same result on every machine; the result is rounded
once, and no float leaves the public functions.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import sqrt
from typing import NamedTuple, TypeAlias

import msgspec

from rules_engine.kernel.units import Length

Point: TypeAlias = tuple[Length, Length]
Path: TypeAlias = Sequence[Point]
"""The way of a base's centre, corner by corner. A base does not turn as it moves, so every part of it
travels exactly as far as its centre."""

CONTACT: Length = 1


class Place(msgspec.Struct, frozen=True, cache_hash=True):
    """Where a base stands: its centre, and the level of the surface under it."""

    x: Length
    y: Length
    level: int = 0

    @property
    def point(self) -> Point:
        """The centre, seen from above."""
        return self.x, self.y


class Disc(NamedTuple):
    """A round base, or a round template, seen from above."""

    x: Length
    y: Length
    radius: Length


class Edge(NamedTuple):
    """One side of an outline: both ends, the vector between them and its squared length."""

    x1: Length
    y1: Length
    x2: Length
    y2: Length
    dx: Length
    dy: Length
    square: int


class Outline:
    """A simple polygon made ready for questions; get one from `outline`, which keeps it.

    points: the corners, anticlockwise. edges: in the same order. box: left, low, right, high.
    """

    __slots__ = ("box", "convex", "edges", "points")

    def __init__(self, points: tuple[Point, ...]) -> None:
        self.points = points if _doubled_area(points) > 0 else points[::-1]
        self.edges = tuple(edge(start, end) for start, end in _sides(self.points))
        xs, ys = [x for x, _ in points], [y for _, y in points]
        self.box = min(xs), min(ys), max(xs), max(ys)
        turns = zip(self.edges, self.edges[1:] + self.edges[:1], strict=True)
        self.convex = all(one.dx * two.dy >= one.dy * two.dx for one, two in turns)


def edge(start: Point, end: Point) -> Edge:
    """The straight stretch between two points."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    return Edge(*start, *end, dx, dy, dx * dx + dy * dy)


@lru_cache(maxsize=4096)
def outline(points: tuple[Point, ...]) -> Outline:
    """Check a polygon, given in either direction, and make it ready; the same points give the same object.

    Errors: `ValueError` for fewer than three corners, a corner given twice, sides that meet or no area.
    """
    if len(points) < 3 or len(set(points)) < len(points) or _doubled_area(points) == 0:
        raise ValueError(f"an outline needs three or more different corners around an area: {points}")
    sides = [edge(start, end) for start, end in _sides(points)]
    for i, one in enumerate(sides):
        for j, other in enumerate(sides[i + 1 :], start=i + 1):
            adjacent = j == i + 1 or (i == 0 and j == len(sides) - 1)
            if folds_back(one, other) if adjacent else edges_meet(one, other):
                raise ValueError(f"the sides of an outline may meet only at its corners: {points}")
    return Outline(points)


def _sides(points: Sequence[Point]) -> Iterable[tuple[Point, Point]]:
    return zip(points, (*points[1:], points[0]), strict=True)


def _doubled_area(points: Sequence[Point]) -> int:
    return sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in _sides(points))


def folds_back(one: Edge, other: Edge) -> bool:
    """Whether two sides that share a corner lie on each other instead of leaving it in two directions."""
    straight = one.dx * other.dy == one.dy * other.dx
    return straight and one.dx * other.dx + one.dy * other.dy < 0


def edges_meet(one: Edge, other: Edge) -> bool:
    """Whether two straight stretches have a point in common, ends included; exact."""
    if max(one.x1, one.x2) < min(other.x1, other.x2) or max(other.x1, other.x2) < min(one.x1, one.x2):
        return False
    if max(one.y1, one.y2) < min(other.y1, other.y2) or max(other.y1, other.y2) < min(one.y1, one.y2):
        return False
    return _parted(one, other) <= 0 and _parted(other, one) <= 0


def _parted(line: Edge, other: Edge) -> int:
    """Positive when both ends of ``other`` lie strictly on one side of the line."""
    first = line.dx * (other.y1 - line.y1) - line.dy * (other.x1 - line.x1)
    second = line.dx * (other.y2 - line.y1) - line.dy * (other.x2 - line.x1)
    return first * second


def encloses(shape: Outline, x: float, y: float) -> bool:
    """Whether a point lies within an outline; one exactly on the outline may count either way."""
    within = False
    for x1, y1, _, y2, dx, dy, _ in shape.edges:
        if (y1 > y) != (y2 > y) and ((x - x1) * dy < (y - y1) * dx) == (dy > 0):
            within = not within
    return within


def edge_nearer(side: Edge, x: Length, y: Length, *, reach: Length) -> bool:
    """Whether a point is strictly nearer than ``reach`` to a straight stretch; exact."""
    if reach <= 0:
        return False
    px, py = x - side.x1, y - side.y1
    along = px * side.dx + py * side.dy
    if along <= 0:
        return px * px + py * py < reach * reach
    if along >= side.square:
        return (x - side.x2) ** 2 + (y - side.y2) ** 2 < reach * reach
    across = px * side.dy - py * side.dx
    return across * across < reach * reach * side.square


def _outline_nearer(shape: Outline, place: Place, reach: Length) -> bool:
    """Whether the outline itself, not its inside, is strictly nearer than ``reach`` to a centre."""
    x, y = place.x, place.y
    left, low, right, high = shape.box
    if x < left - reach or x > right + reach or y < low - reach or y > high + reach:
        return False
    return any(edge_nearer(side, x, y, reach=reach) for side in shape.edges)


def overlaps(place: Place, radius: Length, shape: Outline) -> bool:
    """Whether any part of a base is over an outline, deeper than one hundredth."""
    return encloses(shape, place.x, place.y) or _outline_nearer(shape, place, radius - CONTACT)


def touches(place: Place, radius: Length, shape: Outline) -> bool:
    """Whether any part of a base is over an outline or closer than one hundredth to it."""
    return encloses(shape, place.x, place.y) or _outline_nearer(shape, place, radius + CONTACT)


def wholly_inside(place: Place, radius: Length, shape: Outline) -> bool:
    """Whether no part of a base reaches out of an outline by more than one hundredth."""
    return encloses(shape, place.x, place.y) and not _outline_nearer(shape, place, radius - CONTACT)


def on_table(place: Place, radius: Length, *, width: Length, depth: Length) -> bool:
    """Whether the whole base stands on a table whose corners are (0, 0) and (width, depth)."""
    return radius <= place.x <= width - radius and radius <= place.y <= depth - radius


def bases_overlap(a: Place, radius_a: Length, b: Place, radius_b: Length) -> bool:
    """Whether two bases, seen from above, overlap by more than one hundredth."""
    reach = radius_a + radius_b - CONTACT
    return (a.x - b.x) ** 2 + (a.y - b.y) ** 2 < reach * reach


def bases_touch(a: Place, radius_a: Length, b: Place, radius_b: Length) -> bool:
    """Whether two bases, seen from above, overlap or are closer than one hundredth."""
    reach = radius_a + radius_b + CONTACT
    return (a.x - b.x) ** 2 + (a.y - b.y) ** 2 < reach * reach


def base_distance(a: Place, radius_a: Length, b: Place, radius_b: Length, *, rise: Length = 0) -> Length:
    """The distance from base edge to base edge, 0 in contact; rounded once.

    rise: the height of one level; 0 measures in plan. With it the distance is the straight line over
    the plan distance and the difference in height.
    """
    plan = 0.0
    if not bases_touch(a, radius_a, b, radius_b):
        plan = sqrt((a.x - b.x) ** 2 + (a.y - b.y) ** 2) - radius_a - radius_b
    height = rise * (a.level - b.level)
    return round(sqrt(plan * plan + height * height)) if height else round(plan)


def point_distance(place: Place, radius: Length, x: float, y: float) -> Length:
    """The distance from a base's edge to a point, 0 where the base covers it; rounded once."""
    dx, dy = place.x - x, place.y - y
    return max(0, round(sqrt(dx * dx + dy * dy) - radius))


def outline_distance(place: Place, radius: Length, shape: Outline) -> Length:
    """The distance from a base's edge to the nearest part of an outline, 0 in contact; rounded once."""
    if touches(place, radius, shape):
        return 0
    return round(sqrt(min(edge_square(side, place.x, place.y) for side in shape.edges)) - radius)


def is_clear_of(place: Place, radius: Length, shape: Outline, *, least: Length) -> bool:
    """Whether `outline_distance` is at least ``least``; of most places the outline's box tells it."""
    x, y, reach = place.x, place.y, radius + least
    left, low, right, high = shape.box
    if x <= left - reach or x >= right + reach or y <= low - reach or y >= high + reach:
        return True
    return outline_distance(place, radius, shape) >= least


def edge_square(side: Edge, x: float, y: float) -> float:
    """The squared distance from a point to a straight stretch. For use inside the kernel: not rounded."""
    px, py = x - side.x1, y - side.y1
    along = px * side.dx + py * side.dy
    if along <= 0:
        return px * px + py * py
    if along >= side.square:
        px, py = x - side.x2, y - side.y2
        return px * px + py * py
    across = px * side.dy - py * side.dx
    return across * across / side.square


def spots_across(place: Place, radius: Length, shape: Outline) -> tuple[Point, ...]:
    """Where a base comes to stand, touching an edge from the other side, when it crosses that edge square on.

    One spot for each edge that faces the base and has a point straight before its centre, the nearest
    edge first; a base with its centre inside comes outside and the other way round. Whether the base fits
    there is for the caller to see.
    """
    inside = encloses(shape, place.x, place.y)
    found = []
    for x1, y1, _, _, dx, dy, square in shape.edges:
        px, py = place.x - x1, place.y - y1
        along, inwards = px * dx + py * dy, py * dx - px * dy
        if 0 <= along <= square and (inwards >= 0 if inside else inwards <= 0):
            share, reach = along / square, (-radius if inside else radius) / sqrt(square)
            spot = round(x1 + dx * share - dy * reach), round(y1 + dy * share + dx * reach)
            found.append((abs(inwards) / sqrt(square), spot))
    return tuple(spot for _, spot in sorted(found))
