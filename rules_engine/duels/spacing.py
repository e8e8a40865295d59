"""Where there is room: distances between pieces of terrain, one within another, spots spread over the table."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import gcd, sqrt
from typing import Final, TypeVar

from rules_engine.kernel.geometry import CONTACT, Edge, Outline, edge_square, edges_meet, encloses
from rules_engine.kernel.units import Length, inches

NET: Final = inches(5)  # between the spots that are listed for computer players
LISTED: Final = 16
GOLDEN: Final = 0.618  # steps of this share of a whole come back near earlier ones as late as can be
T = TypeVar("T")


def spread(found: Sequence[T]) -> Sequence[T]:
    """A few of many, spread evenly."""
    return found[:: -(-len(found) // LISTED) or 1]


def scattered(items: Sequence[T]) -> Iterator[T]:
    """All items, in such an order that the first few come from all over them, whatever their number."""
    step = next((step for step in range(round(len(items) * GOLDEN), 0, -1) if gcd(step, len(items)) == 1), 1)
    return (items[index * step % len(items)] for index in range(len(items)))


def is_clear(one: Outline, other: Outline, least: Length) -> bool:
    """Whether two outlines are at least so far apart; most are by their boxes alone."""
    (left, low, right, high), (left_2, low_2, right_2, high_2) = one.box, other.box
    return max(left - right_2, left_2 - right, low - high_2, low_2 - high) >= least or gap(one, other) >= least


@lru_cache(maxsize=4096)
def gap(one: Outline, other: Outline) -> Length:
    """The distance between the nearest parts of two outlines, 0 where they touch or overlap; rounded once."""
    if any(edges_meet(side, beside) for side in one.edges for beside in other.edges):
        return 0
    if encloses(one, *other.points[0]) or encloses(other, *one.points[0]):
        return 0
    corners = [edge_square(side, *corner) for side in one.edges for corner in other.points]
    corners += [edge_square(side, *corner) for side in other.edges for corner in one.points]
    return round(sqrt(min(corners)))


def contains(outer: Outline, inner: Outline) -> bool:
    """Whether one outline lies within another; they may share sides."""
    if any(_cross(side, beside) for side in outer.edges for beside in inner.edges):
        return False
    return all(_holds(outer, x, y) for x, y in inner.points) and not any(_is_deep(inner, x, y) for x, y in outer.points)


def _holds(shape: Outline, x: Length, y: Length) -> bool:
    return encloses(shape, x, y) or _is_on_edge(shape, x, y)


def _is_deep(shape: Outline, x: Length, y: Length) -> bool:
    return encloses(shape, x, y) and not _is_on_edge(shape, x, y)


def _is_on_edge(shape: Outline, x: Length, y: Length) -> bool:
    return any(edge_square(side, x, y) <= CONTACT for side in shape.edges)


def _cross(one: Edge, other: Edge) -> bool:
    """Whether two sides cross in their middles, not only meet at an end."""
    return _parts(one, other) and _parts(other, one)


def _parts(line: Edge, other: Edge) -> bool:
    """Whether the ends of ``other`` lie strictly on different sides of the line."""
    first = line.dx * (other.y1 - line.y1) - line.dy * (other.x1 - line.x1)
    second = line.dx * (other.y2 - line.y1) - line.dy * (other.x2 - line.x1)
    return first * second < 0
