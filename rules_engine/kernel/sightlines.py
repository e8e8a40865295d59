"""Straight lines between two bases: which there are, and what each one runs through.

A line goes from the edge of one base to the edge of the other. Lines are floats and stay inside the
kernel; they come from + - * / and square roots only, so every machine gets the same ones. Touching an
obstacle is told from crossing it by a hair (`HAIR`), a ten-thousandth of an inch, which is a million
times the error of the arithmetic.

Why `lines` finds a free line wherever there is one, and the shortest: seen as (direction, offset), the
lines that meet both bases and cross no obstacle form closed regions. The shortest of a region is the
centre line, or it is held by one thing and is the shortest past that, or it is held by two things at
once; a thing is a base's side, an obstacle's corner or an obstacle's disc. `lines` holds all of these.
This needs that no obstacle overlaps either base; for those that do there is a fan of lines besides.
"""

from collections.abc import Iterable, Iterator
from itertools import combinations, pairwise, product
from math import inf, sqrt
from typing import NamedTuple, TypeAlias

from rules_engine.kernel.geometry import Disc, Outline, edge_square, encloses

HAIR = 0.01
_ROUNDING = 1e-9
_FAN = 8
_GOLDEN = (sqrt(5) - 1) / 2
_SECTIONS = 14
_CLEAR = 2.0  # hundredths left beside an obstacle that must not even be touched

Stretch: TypeAlias = tuple[float, float]
"""The part of a line within something, as two fractions of the line's length."""


class Line(NamedTuple):
    """A straight line from the edge of a base to the edge of another, in hundredths of an inch."""

    length: float
    x1: float
    y1: float
    x2: float
    y2: float

    def at(self, fraction: float) -> tuple[float, float]:
        """The point after a fraction of the line."""
        return self.x1 + (self.x2 - self.x1) * fraction, self.y1 + (self.y2 - self.y1) * fraction


class _Mark(NamedTuple):
    """Something a line can be tangent to, in the frame of two bases: ``side`` keeps it left (+) or right (-)."""

    along: float
    across: float
    side: float


class _Frame(NamedTuple):
    """Two bases seen along the line of their centres: the first at (0, 0), the second at (gap, 0)."""

    a: Disc
    b: Disc
    gap: float
    ux: float
    uy: float

    def mark(self, x: float, y: float) -> tuple[float, float]:
        px, py = x - self.a.x, y - self.a.y
        return px * self.ux + py * self.uy, py * self.ux - px * self.uy

    def line(self, normal: tuple[float, float], shift: float) -> Line | None:
        """The line with this left normal that passes the first centre at ``shift``; None if it misses a base."""
        nx, ny = normal
        other = nx * self.gap + shift
        start, end = self.a.radius**2 - shift * shift, self.b.radius**2 - other * other
        if start < -_ROUNDING * self.a.radius**2 or end < -_ROUNDING * self.b.radius**2:
            return None
        start, end = sqrt(max(start, 0.0)), sqrt(max(end, 0.0))
        return Line(
            max(ny * self.gap - start - end, 0.0),
            *self._world(ny * start - nx * shift, -nx * start - ny * shift),
            *self._world(self.gap - ny * end - nx * other, nx * end - ny * other),
        )

    def _world(self, along: float, across: float) -> tuple[float, float]:
        return self.a.x + along * self.ux - across * self.uy, self.a.y + along * self.uy + across * self.ux


def centre_line(a: Disc, b: Disc) -> Line:
    """The shortest line of all, between the centres; of length 0 where the bases touch or overlap."""
    dx, dy = b.x - a.x, b.y - a.y
    gap = sqrt(dx * dx + dy * dy)
    if gap <= a.radius + b.radius:
        share = a.radius / (a.radius + b.radius)
        x, y = a.x + dx * share, a.y + dy * share
        return Line(0.0, x, y, x, y)
    start, end = a.radius / gap, b.radius / gap
    return Line(gap - a.radius - b.radius, a.x + dx * start, a.y + dy * start, b.x - dx * end, b.y - dy * end)


def lines(
    a: Disc,
    b: Disc,
    outlines: Iterable[Outline],
    *,
    discs: Iterable[Disc],
    grazing: bool = False,
    thorough: bool = False,
) -> list[Line]:
    """The lines from base to base worth trying, shortest first; see the module for what they guarantee.

    outlines, discs: all that a line may have to pass. grazing: a line must not even touch them; then a
    line is found wherever one passes them at two hundredths or more. thorough: add a grid of lines that
    cross each other, for a caller with further conditions.
    """
    frame = _frame(a, b)
    if frame is None:
        return [centre_line(a, b)]
    clear = _CLEAR if grazing else 0.0
    corners = [(x, y, clear) for shape in outlines for x, y in shape.points]
    rounds = [(x, y, radius + clear) for x, y, radius in discs]
    found = {line for line in _tangents(frame, corners + rounds) if line}
    eighths = range(-_FAN, _FAN + 1, 2)
    grid = _spread(a, b, product(eighths, eighths)) if thorough else fan(a, b)
    return sorted(found.union(grid))


def fan(a: Disc, b: Disc) -> list[Line]:
    """Lines side by side that cover the bases from one outer tangent to the other, both included, in order."""
    return _spread(a, b, ((step, step) for step in range(-_FAN, _FAN + 1)))


def outer_tangents(a: Disc, b: Disc) -> list[Line]:
    """The two lines between which all others from base to base run; where the bases touch, their one line."""
    return _spread(a, b, ((-_FAN, -_FAN), (_FAN, _FAN)))


def _spread(a: Disc, b: Disc, steps: Iterable[tuple[int, int]]) -> list[Line]:
    """Lines that pass each base's centre at so many eighths of its radius."""
    frame = _frame(a, b)
    if frame is None:
        return [centre_line(a, b)]
    found = []
    for step_a, step_b in steps:
        start, end = a.radius * step_a / _FAN, b.radius * step_b / _FAN
        (normal,) = _normals(_Mark(0.0, 0.0, start), _Mark(frame.gap, 0.0, end))
        found.append(frame.line(normal, start))
    return [line for line in found if line]


def _frame(a: Disc, b: Disc) -> _Frame | None:
    dx, dy = b.x - a.x, b.y - a.y
    gap = sqrt(dx * dx + dy * dy)
    return None if gap <= a.radius + b.radius else _Frame(a, b, gap, dx / gap, dy / gap)


def _tangents(frame: _Frame, things: Iterable[tuple[float, float, float]]) -> Iterator[Line | None]:
    a, b = frame.a.radius, frame.b.radius
    ends = [_Mark(0.0, 0.0, a), _Mark(0.0, 0.0, -a), _Mark(frame.gap, 0.0, b), _Mark(frame.gap, 0.0, -b)]
    marks = list(_marks(frame, things))
    for one, two in combinations(marks, 2):
        yield from (line for _, line in _held(frame, one, two))
    for mark in marks:
        held = [found for end in ends for found in _held(frame, end, mark)]
        yield from (line for _, line in held)
        shifts = [shift for shift, line in held if line]
        if shifts:
            yield _shortest_past(frame, mark, min(shifts), max(shifts))


def _held(frame: _Frame, one: _Mark, two: _Mark) -> list[tuple[float, Line | None]]:
    """The lines tangent to two marks, each with the shift at which it passes the first base's centre."""
    shifts = [(normal, one.side - normal[0] * one.along - normal[1] * one.across) for normal in _normals(one, two)]
    return [(shift, frame.line(normal, shift)) for normal, shift in shifts]


def _shortest_past(frame: _Frame, mark: _Mark, low: float, high: float) -> Line | None:
    """The shortest line tangent to a mark, sought by golden section between two shifts."""
    best, best_length = None, inf
    inner, outer = high - _GOLDEN * (high - low), low + _GOLDEN * (high - low)
    lengths = {}
    for _ in range(_SECTIONS):
        for shift in (inner, outer):
            if shift not in lengths:
                line = next((line for _, line in _held(frame, _Mark(0.0, 0.0, shift), mark) if line), None)
                lengths[shift] = line.length if line else inf
                if lengths[shift] < best_length:
                    best, best_length = line, lengths[shift]
        if lengths[inner] < lengths[outer]:
            high, outer = outer, inner
            inner = high - _GOLDEN * (high - low)
        else:
            low, inner = inner, outer
            outer = low + _GOLDEN * (high - low)
    return best


def _marks(frame: _Frame, things: Iterable[tuple[float, float, float]]) -> Iterator[_Mark]:
    """What lies in the strip between two bases, once for each side on which a line can pass it."""
    widest = max(frame.a.radius, frame.b.radius)
    for x, y, radius in things:
        along, across = frame.mark(x, y)
        if -radius < along < frame.gap + radius and abs(across) <= widest + radius:
            yield _Mark(along, across, radius)
            if radius:
                yield _Mark(along, across, -radius)


def _normals(one: _Mark, two: _Mark) -> list[tuple[float, float]]:
    """The left normals of the lines, running forwards, that keep two marks at their sides."""
    x, y, turn = two.along - one.along, two.across - one.across, two.side - one.side
    square = x * x + y * y
    rest = square - turn * turn
    if square == 0 or rest < 0:
        return []
    root = sqrt(rest)
    both = (
        ((turn * x - root * y) / square, (turn * y + root * x) / square),
        (
            (turn * x + root * y) / square,
            (turn * y - root * x) / square,
        ),
    )
    return [normal for normal in both if normal[1] > _ROUNDING]


def crosses_disc(line: Line, disc: Disc, *, grazing: bool = False) -> bool:
    """Whether a line crosses a base; with ``grazing``, or at least touches it."""
    _, x1, y1, x2, y2 = line
    px, py, dx, dy = disc.x - x1, disc.y - y1, x2 - x1, y2 - y1
    along = px * dx + py * dy
    square = dx * dx + dy * dy
    if along > 0:
        share = min(along / square, 1.0)
        px, py = px - dx * share, py - dy * share
    reach = disc.radius + HAIR if grazing else disc.radius - HAIR
    return reach > 0 and px * px + py * py < reach * reach


def crosses_outline(line: Line, shape: Outline, *, grazing: bool = False) -> bool:
    """Whether some length of a line lies inside an outline; with ``grazing``, or it touches its edge."""
    if stretches(line, shape):
        return True
    return grazing and _grazes(line, shape)


def stretches(line: Line, shape: Outline) -> list[Stretch]:
    """The parts of a line inside an outline, in order; touching or following its edge is not inside."""
    _, x1, y1, x2, y2 = line
    left, low, right, high = shape.box
    if max(x1, x2) <= left or min(x1, x2) >= right or max(y1, y2) <= low or min(y1, y2) >= high:
        return []
    dx, dy = x2 - x1, y2 - y1
    sides = [(x - x1) * dy - (y - y1) * dx for x, y in shape.points]
    margin = HAIR * sqrt(dx * dx + dy * dy)
    if min(sides) >= -margin or max(sides) <= margin:
        return []
    cuts = _cuts(line, shape, sides, margin)
    return _joined(part for part in pairwise(cuts) if _is_inside(line, shape, part))


def _cuts(line: Line, shape: Outline, sides: list[float], margin: float) -> list[float]:
    """Where a line meets the outline, and both its ends, as fractions more than a hair apart.

    sides: how far each corner lies to the line's right; up to ``margin`` the corner is on the line.
    """
    dx, dy = line.x2 - line.x1, line.y2 - line.y1
    square = dx * dx + dy * dy
    meets: list[tuple[float, float]] = [
        (x, y) for side, (x, y) in zip(sides, shape.points, strict=True) if -margin <= side <= margin
    ]
    for start, end, side in zip(sides, sides[1:] + sides[:1], shape.edges, strict=True):
        if (start > 0) != (end > 0):
            share = start / (start - end)
            meets.append((side.x1 + side.dx * share, side.y1 + side.dy * share))
    cuts = [0.0]
    for cut in sorted(((x - line.x1) * dx + (y - line.y1) * dy) / square for x, y in meets):
        if cuts[-1] + margin / square < cut < 1.0 - margin / square:
            cuts.append(cut)
    return [*cuts, 1.0]


def _is_inside(line: Line, shape: Outline, part: Stretch) -> bool:
    x, y = line.at((part[0] + part[1]) / 2)
    return encloses(shape, x, y) and min(edge_square(side, x, y) for side in shape.edges) > HAIR * HAIR


def _joined(parts: Iterable[Stretch]) -> list[Stretch]:
    joined: list[Stretch] = []
    for part in parts:
        if joined and joined[-1][1] == part[0]:
            joined[-1] = joined[-1][0], part[1]
        else:
            joined.append(part)
    return joined


def _grazes(line: Line, shape: Outline) -> bool:
    """Whether a line that is nowhere inside touches an outline: a corner is on it or an end is on a side."""
    ends = (line.at(0.0), line.at(1.0))
    return any(crosses_disc(line, Disc(x, y, 0), grazing=True) for x, y in shape.points) or any(
        edge_square(side, x, y) < HAIR * HAIR for side in shape.edges for x, y in ends
    )
