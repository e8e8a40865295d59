"""How much of a standing figure is hidden from an eye: heights count, unlike for the flat lines of `board`.

A figure is its silhouette, as wide as its base and as high as it stands. A hundred points of it, ten columns of ten,
are looked at one by one from a single point, so each of them that something hides is one per cent.
"""

from collections.abc import Iterator
from functools import lru_cache
from math import sqrt
from typing import NamedTuple

from rules_engine.kernel.geometry import Outline
from rules_engine.kernel.sightlines import Line, Stretch, stretches
from rules_engine.kernel.units import Length

GRID = 10  # rows and columns of the points that are looked at


class Eye(NamedTuple):
    """A point from which somebody looks."""

    x: Length
    y: Length
    z: Length


class Silhouette(NamedTuple):
    """A figure that is looked at: its centre, half its width, and between which heights it stands."""

    x: Length
    y: Length
    radius: Length
    floor: Length
    top: Length


class Block(NamedTuple):
    """Something solid: its outline, and between which heights it stands."""

    shape: Outline
    floor: Length
    top: Length


@lru_cache(maxsize=8192)
def hidden_percent(eye: Eye, target: Silhouette, blocks: tuple[Block, ...]) -> int:
    """How many of a hundred points of a silhouette some block hides from an eye: 0 is in the open, 100 out of sight.

    Kept, since rules and computer players ask the same of the same table many times.
    """
    near = sorted((block for block in blocks if _is_between(eye, target, block)), key=lambda block: -block.top)
    return sum(_hidden_points(eye, target, line, near) for line in _columns(eye, target)) if near else 0


def _is_between(eye: Eye, target: Silhouette, block: Block) -> bool:
    """Whether a block is near enough to what is looked at to be looked at closely."""
    left, low, right, high = block.shape.box
    reach = target.radius
    return (
        min(eye.x, target.x - reach) < right
        and max(eye.x, target.x + reach) > left
        and min(eye.y, target.y - reach) < high
        and max(eye.y, target.y + reach) > low
        and min(eye.z, target.floor) < block.top
        and max(eye.z, target.top) > block.floor
    )


def _columns(eye: Eye, target: Silhouette) -> Iterator[Line]:
    """The lines, seen from above, to the middle of each tenth of a silhouette's width; none from within its base."""
    dx, dy = target.x - eye.x, target.y - eye.y
    gap = sqrt(dx * dx + dy * dy)
    if gap <= target.radius:
        return
    for step in range(1 - GRID, GRID, 2):
        aside = target.radius * step / (GRID * gap)
        x, y = target.x - dy * aside, target.y + dx * aside
        yield Line(gap, eye.x, eye.y, x, y)


def _hidden_points(eye: Eye, target: Silhouette, line: Line, blocks: list[Block]) -> int:
    """How many points of one column are hidden: all by a block that is higher than both ends of the line."""
    low, high = min(eye.z, target.floor), max(eye.z, target.top)
    walls: list[tuple[Stretch, Block]] = []
    for block in blocks:
        parts = stretches(line, block.shape)
        if parts and block.floor <= low and high <= block.top:
            return GRID
        walls += [(part, block) for part in parts]
    if not walls:
        return 0
    height = target.top - target.floor
    rows = (target.floor + height * (2 * row + 1) / (2 * GRID) for row in range(GRID))
    return sum(any(_hides(eye.z, row, part, block) for part, block in walls) for row in rows)


def _hides(start: Length, end: float, part: Stretch, block: Block) -> bool:
    """Whether a line between two heights goes through a block on a part of its way."""
    enters, leaves = (start + (end - start) * share for share in part)
    return min(enters, leaves) < block.top and max(enters, leaves) > block.floor
