"""Moving a base over the table: what its way hits, the shortest way round, and places worth moving to.

A path is the way of the base's centre, corner by corner in whole hundredths; whether the swept base hits
something is decided in whole numbers, with the hundredth of `CONTACT` allowed for.
"""

from collections.abc import Iterator, Sequence
from enum import StrEnum
from heapq import heappop, heappush
from itertools import pairwise
from math import fsum, sqrt
from typing import TypeAlias

import msgspec

from rules_engine.kernel.geometry import (
    CONTACT,
    Disc,
    Edge,
    Outline,
    Path,
    Place,
    Point,
    bases_overlap,
    edge,
    edge_nearer,
    edges_meet,
    encloses,
    on_table,
    outline,
    wholly_inside,
)
from rules_engine.kernel.units import Length

_Vector: TypeAlias = tuple[float, float]

_ROUNDNESS = 0.92
"""Ways round a corner or a base follow tangents that stay within radius / _ROUNDNESS of it: 9 % slack."""

_HALF, _TALL = 0.5, sqrt(3) / 2
_CLOCK: tuple[_Vector, ...] = (
    *((1.0, 0.0), (_TALL, _HALF), (_HALF, _TALL), (0.0, 1.0), (-_HALF, _TALL), (-_TALL, _HALF)),
    *((-1.0, 0.0), (-_TALL, -_HALF), (-_HALF, -_TALL), (0.0, -1.0), (_HALF, -_TALL), (_TALL, -_HALF)),
)
_BACKING_OFF = (1.0, 0.75, 0.5, 0.25)
_QUARTERS: tuple[_Vector, ...] = ((1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0))


class Obstruction(StrEnum):
    """Why a base cannot take a path; the order in which `obstruction` looks."""

    OFF_TABLE = "off_table"
    LEAVES_SURFACE = "leaves_surface"
    SOLID = "solid"
    BARRIER = "barrier"
    OCCUPIED = "occupied"


class Ground(msgspec.Struct, frozen=True):
    """What a moving base must mind, as the game sees it for this figure on its level.

    solids: outlines it can neither cross nor stand on. barriers: bases it cannot cross. occupied: bases
    it may cross but not end on. surface: where given, the outline that it must stay wholly inside.
    """

    width: Length
    depth: Length
    solids: tuple[tuple[Point, ...], ...] = ()
    barriers: tuple[Disc, ...] = ()
    occupied: tuple[Disc, ...] = ()
    surface: tuple[Point, ...] | None = None


def path_length(path: Path) -> Length:
    """How far a base travels along a path; rounded once, at the end."""
    return round(fsum(_gap(start, end) for start, end in pairwise(path)))


def hits_outline(path: Path, radius: Length, shape: Outline) -> bool:
    """Whether a base that takes a path is anywhere over an outline, deeper than one hundredth."""
    return _sweep_hits_outline(_stretches(path), radius, shape)


def hits_disc(path: Path, radius: Length, disc: Disc) -> bool:
    """Whether a base that takes a path is anywhere over another base, deeper than one hundredth."""
    return _sweep_hits_disc(_stretches(path), radius, disc)


def stays_inside(path: Path, radius: Length, shape: Outline) -> bool:
    """Whether a base that takes a path never reaches out of an outline by more than one hundredth."""
    return encloses(shape, *path[0]) and not any(_hits_edge(side, radius, shape) for side in _stretches(path))


def obstruction(ground: Ground, path: Path, radius: Length) -> Obstruction | None:
    """The first reason, in the order of `Obstruction`, why a base cannot take a path; None if it can."""
    right, high = ground.width - radius, ground.depth - radius
    for x, y in path:
        if not (radius <= x <= right and radius <= y <= high):
            return Obstruction.OFF_TABLE
    if ground.surface is not None and not stays_inside(path, radius, outline(ground.surface)):
        return Obstruction.LEAVES_SURFACE
    sweep = _stretches(path)
    for solid in ground.solids:
        if _sweep_hits_outline(sweep, radius, outline(solid)):
            return Obstruction.SOLID
    for disc in ground.barriers:
        if _sweep_hits_disc(sweep, radius, disc):
            return Obstruction.BARRIER
    for disc in ground.occupied:
        if bases_overlap(Place(*path[-1]), radius, Place(disc.x, disc.y), disc.radius):
            return Obstruction.OCCUPIED
    return None


def first_entry(path: Path, radius: Length, shape: Outline) -> tuple[Point, ...] | None:
    """The path as far as where the whole base first comes inside an outline; None if it never does.

    A base that starts wholly inside must first have left.
    """
    been_outside = False
    for index, (start, end) in enumerate(pairwise(path), start=1):
        if not _is_near(edge(start, end), 2 * CONTACT - radius, shape):
            been_outside = True
            continue
        for point in _watch_points(start, end, radius, shape):
            inside = wholly_inside(Place(*point), radius, shape)
            if inside and been_outside:
                return (*path[:index], point)
            been_outside = been_outside or not inside
    return None


def shortest_path(ground: Ground, path_ends: tuple[Point, Point], radius: Length, *, limit: Length) -> Path | None:
    """A way from the first point to the second of at most ``limit`` that a base can take; None if none is found.

    The straight way if it is clear. Else the shortest way over points outside the corners of solids and
    round barriers; it may be up to 9 % of the radius longer at each than a way that hugs the arc, and on a
    ``surface`` it bends only round obstacles, not round the surface's own corners.
    """
    start, goal = path_ends
    if _gap(start, goal) >= limit + 0.5:
        return None
    if obstruction(ground, path_ends, radius) is None:
        return path_ends
    path: tuple[Point, ...] | None = path_ends
    known: list[Outline | Disc] = []
    obstacles: list[Outline | Disc] = [*map(outline, ground.solids), *ground.barriers]
    while path is not None:
        met = [thing for thing in obstacles if thing not in known and _hits(path, radius, thing)]
        if not met:
            clear = path_length(path) <= limit and obstruction(ground, path, radius) is None
            return path if clear else None
        known += met
        path = _way_round(ground, path_ends, radius, known, limit)
    return None


def sample_paths(
    ground: Ground,
    start: Point,
    radius: Length,
    *,
    reach: Length,
    targets: Sequence[Disc] = (),
    ranges: Sequence[Length] = (),
    limit: int = 24,
) -> tuple[Path, ...]:
    """A few ways that a base can take, each to another place, the most purposeful first; always the same.

    To contact with each target, round obstacles if need be; to just within each of ``ranges`` of it and as
    far towards it as possible; next to corners of solids; and in twelve directions, as far as possible.
    """
    found: dict[Point, Path] = {}
    near = _within(ground, start, reach + radius)
    for path in _ideas(near, start, radius, reach, targets, ranges):
        if path[-1] != start and path[-1] not in found:
            found[path[-1]] = path
            if len(found) == limit:
                break
    return tuple(found.values())


def _gap(start: Point, end: Point) -> float:
    return sqrt((start[0] - end[0]) ** 2 + (start[1] - end[1]) ** 2)


def _stretches(path: Path) -> tuple[Edge, ...]:
    if len(path) <= 2:
        return (edge(path[0], path[-1]),)
    return tuple(edge(start, end) for start, end in pairwise(path))


def _sweep_hits_outline(sweep: tuple[Edge, ...], radius: Length, shape: Outline) -> bool:
    near = [side for side in sweep if _is_near(side, radius, shape)]
    if not near:
        return False
    return encloses(shape, near[0].x1, near[0].y1) or any(_hits_edge(side, radius, shape) for side in near)


def _sweep_hits_disc(sweep: tuple[Edge, ...], radius: Length, disc: Disc) -> bool:
    reach = radius + disc.radius - CONTACT
    return any(edge_nearer(side, disc.x, disc.y, reach=reach) for side in sweep)


def _is_near(side: Edge, radius: Length, shape: Outline) -> bool:
    """Whether a base moved straight gets near enough to an outline's box to be looked at closely."""
    left, low, right, high = shape.box
    x1, y1, x2, y2, _, _, _ = side
    return not (
        (x1 <= left - radius and x2 <= left - radius)
        or (x1 >= right + radius and x2 >= right + radius)
        or (y1 <= low - radius and y2 <= low - radius)
        or (y1 >= high + radius and y2 >= high + radius)
    )


def _hits_edge(side: Edge, radius: Length, shape: Outline) -> bool:
    """Whether a base moved straight comes over an outline's edge, deeper than one hundredth."""
    return any(_edges_nearer(side, other, radius - CONTACT) for other in shape.edges)


def _edges_nearer(one: Edge, other: Edge, reach: Length) -> bool:
    return (
        edge_nearer(one, other.x1, other.y1, reach=reach)
        or edge_nearer(other, one.x1, one.y1, reach=reach)
        or edge_nearer(other, one.x2, one.y2, reach=reach)
        or edge_nearer(one, other.x2, other.y2, reach=reach)
        or edges_meet(one, other)
    )


def _hits(path: Path, radius: Length, thing: Outline | Disc) -> bool:
    return hits_disc(path, radius, thing) if isinstance(thing, Disc) else hits_outline(path, radius, thing)


def _watch_points(start: Point, end: Point, radius: Length, shape: Outline) -> Iterator[Point]:
    """Points of a straight stretch where a base may come inside an outline or leave it, and points between them."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    shares = {0.0, 1.0}
    for side in shape.edges:
        shares.update(_at_distance_of_side(start, (dx, dy), side, radius))
        shares.update(_at_distance_of_corner(start, (dx, dy), side, radius))
    cuts = sorted(share for share in shares if 0.0 <= share <= 1.0)
    for share, following in pairwise([*cuts, 1.0]):
        for at in (share, (share + following) / 2):
            yield round(start[0] + dx * at), round(start[1] + dy * at)


def _at_distance_of_side(start: Point, step: Point, side: Edge, radius: Length) -> Iterator[float]:
    speed = side.dx * step[1] - side.dy * step[0]
    if speed:
        inwards = side.dx * (start[1] - side.y1) - side.dy * (start[0] - side.x1)
        yield (radius * sqrt(side.square) - inwards) / speed


def _at_distance_of_corner(start: Point, step: Point, side: Edge, radius: Length) -> Iterator[float]:
    px, py = start[0] - side.x1, start[1] - side.y1
    square, along = step[0] ** 2 + step[1] ** 2, px * step[0] + py * step[1]
    rest = along * along - square * (px * px + py * py - radius * radius)
    if square and rest >= 0:
        yield from ((-along - sqrt(rest)) / square, (-along + sqrt(rest)) / square)


def _way_round(
    ground: Ground, ends: tuple[Point, Point], radius: Length, known: list[Outline | Disc], limit: Length
) -> tuple[Point, ...] | None:
    """The shortest way over the points round the known obstacles: A*, looking at a stretch only when its turn comes."""
    start, goal = ends
    points = [start, goal, *_turning_points(ground, ends, radius, known, limit)]
    came_from: dict[int, int] = {}
    queue: list[tuple[float, float, int, int]] = [(0.0, 0.0, 0, 0)]
    while queue:
        _, travelled, here, before = heappop(queue)
        if here in came_from or any(_hits((points[before], points[here]), radius, thing) for thing in known):
            continue
        came_from[here] = before
        if here == 1:
            return _trace(points, came_from)
        for there, point in enumerate(points):
            if there not in came_from:
                so_far = travelled + _gap(points[here], point)
                if (estimate := so_far + _gap(point, goal)) < limit + 0.5:
                    heappush(queue, (estimate, so_far, there, here))
    return None


def _trace(points: list[Point], came_from: dict[int, int]) -> tuple[Point, ...]:
    steps = [1]
    while steps[-1]:
        steps.append(came_from[steps[-1]])
    return tuple(points[step] for step in reversed(steps))


def _turning_points(
    ground: Ground, ends: tuple[Point, Point], radius: Length, known: list[Outline | Disc], limit: Length
) -> Iterator[Point]:
    start, goal = ends
    for thing in known:
        for point in _round_disc(thing, radius) if isinstance(thing, Disc) else _round_outline(thing, radius):
            on = on_table(Place(*point), radius, width=ground.width, depth=ground.depth)
            if on and _gap(start, point) + _gap(point, goal) < limit + 0.5:
                yield point


def _round_disc(disc: Disc, radius: Length) -> Iterator[Point]:
    reach = disc.radius + radius
    for one, two in pairwise((*_QUARTERS, _QUARTERS[0])):
        for x, y in _round_arc(one, two):
            yield round(disc.x + x * reach), round(disc.y + y * reach)


def _round_outline(shape: Outline, radius: Length) -> Iterator[Point]:
    for before, after in zip(shape.edges, shape.edges[1:] + shape.edges[:1], strict=True):
        if before.dx * after.dy > before.dy * after.dx:
            for x, y in _round_arc(_outwards(before), _outwards(after)):
                yield round(after.x1 + x * radius), round(after.y1 + y * radius)


def _outwards(side: Edge) -> _Vector:
    length = sqrt(side.square)
    return side.dy / length, -side.dx / length


def _round_arc(one: _Vector, two: _Vector) -> Iterator[_Vector]:
    """Corners of tangents round the arc of a unit circle from one direction to another less than half a turn on."""
    x, y = one[0] + two[0], one[1] + two[1]
    length = sqrt(x * x + y * y)
    middle = x / length, y / length
    cosine = middle[0] * one[0] + middle[1] * one[1]
    if cosine > _ROUNDNESS:
        yield middle[0] / cosine, middle[1] / cosine
    else:
        yield from _round_arc(one, middle)
        yield from _round_arc(middle, two)


def _within(ground: Ground, start: Point, reach: Length) -> Ground:
    """The ground without most of what lies farther than ``reach`` from a point, and with all that is nearer."""
    x, y = start
    spot = edge(start, start)
    return Ground(
        ground.width,
        ground.depth,
        tuple(solid for solid in ground.solids if _is_near(spot, reach, outline(solid))),
        tuple(disc for disc in ground.barriers if abs(disc.x - x) + abs(disc.y - y) < 2 * (reach + disc.radius)),
        tuple(disc for disc in ground.occupied if abs(disc.x - x) + abs(disc.y - y) < 2 * (reach + disc.radius)),
        ground.surface,
    )


def _ideas(
    ground: Ground, start: Point, radius: Length, reach: Length, targets: Sequence[Disc], ranges: Sequence[Length]
) -> Iterator[Path]:
    for target in targets:
        contact = _towards(start, target, radius, 0, reach)
        if contact is not None and (path := shortest_path(ground, (start, contact), radius, limit=reach)):
            yield path
    for target in targets:
        for gap in ranges:
            spot = _towards(start, target, radius, gap - CONTACT, reach)
            if spot is not None and _is_open(ground, (start, spot), radius, reach):
                yield start, spot
        if centres := _gap(start, (target.x, target.y)):
            heading = (target.x - start[0]) / centres, (target.y - start[1]) / centres
            yield from _farthest(ground, start, radius, reach, heading)
    for heading in _CLOCK:
        yield from _farthest(ground, start, radius, reach, heading)
    for solid in ground.solids:
        paths = ((start, spot) for spot in _round_outline(outline(solid), radius))
        yield from (path for path in paths if _is_open(ground, path, radius, reach))


def _is_open(ground: Ground, path: tuple[Point, Point], radius: Length, reach: Length) -> bool:
    """Whether a straight path is within reach and a base can take it."""
    return _gap(*path) <= reach and obstruction(ground, path, radius) is None


def _towards(start: Point, target: Disc, radius: Length, gap: Length, reach: Length) -> Point | None:
    """The point straight towards a target at this distance from base to base; None if nearer or out of reach."""
    centres = _gap(start, (target.x, target.y))
    apart = radius + target.radius + gap
    if not apart < centres <= apart + reach + CONTACT:
        return None
    share = apart / centres
    return round(target.x + (start[0] - target.x) * share), round(target.y + (start[1] - target.y) * share)


def _farthest(ground: Ground, start: Point, radius: Length, reach: Length, heading: _Vector) -> Iterator[Path]:
    """The longest of a few straight paths in a direction that a base can take, if any."""
    for share in _BACKING_OFF:
        length = reach * share
        path = start, (start[0] + int(heading[0] * length), start[1] + int(heading[1] * length))
        if obstruction(ground, path, radius) is None:
            yield path
            return
