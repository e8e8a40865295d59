"""A table of which the engine knows all: who sees whom, how far apart they are, and what lies between.

What a piece of terrain means is the game's business: it says which pieces and whose bases block (`Blockers`) and may
judge a line that nothing blocks in an ``accept`` of its own. A table where players measure for themselves needs none of
this: what they state is kept in the match's state.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache, partial
from math import sqrt
from typing import TypeAlias

import msgspec

from rules_engine.kernel.geometry import (
    CONTACT,
    Disc,
    Outline,
    Place,
    Point,
    encloses,
    outline,
    point_distance,
    touches,
    wholly_inside,
)
from rules_engine.kernel.sightlines import (
    Line,
    centre_line,
    crosses_disc,
    crosses_outline,
    fan,
    lines,
    outer_tangents,
    stretches,
)
from rules_engine.kernel.units import Length

FigureId: TypeAlias = str
PieceId: TypeAlias = str


class Piece(msgspec.Struct, frozen=True, cache_hash=True):
    """A piece of terrain: its outline, the level it stands on and the level of its top."""

    id: PieceId
    outline: tuple[Point, ...]
    floor: int = 0
    top: int = 0

    @property
    def shape(self) -> Outline:
        """The outline ready for questions. Errors: `ValueError` if it is no simple polygon."""
        return outline(self.outline)


class Stand(msgspec.Struct, frozen=True, cache_hash=True):
    """A figure's base on the table: whose it is, where it stands and its radius."""

    figure: FigureId
    place: Place
    radius: Length

    @property
    def disc(self) -> Disc:
        """The base seen from above."""
        return Disc(self.place.x, self.place.y, self.radius)


class Crossing(msgspec.Struct, frozen=True):
    """Where a line meets a piece's edge: how far each base's nearest part is from that point, in plan."""

    from_a: Length
    from_b: Length


class Run(msgspec.Struct, frozen=True):
    """A piece that a line runs through for some length, and the places where it crosses its edge.

    A base whose centre is in the piece stands in it: the line then has no crossing on that base's side.
    """

    piece: PieceId
    crossings: tuple[Crossing, ...] = ()


class Sight(msgspec.Struct, frozen=True):
    """One line between two bases: its length, whether it is free, and all that it runs through.

    bases: figures whose bases it crosses. ends: both ends, rounded, to draw it.
    """

    distance: Length
    free: bool
    runs: tuple[Run, ...] = ()
    bases: tuple[FigureId, ...] = ()
    ends: tuple[Point, Point] | None = None

    @property
    def pieces(self) -> tuple[PieceId, ...]:
        """All pieces that it runs through."""
        return tuple(run.piece for run in self.runs)


class Blockers(msgspec.Struct, frozen=True, cache_hash=True):
    """What ends a line, as the game sees it: pieces and figures by id.

    grazing: touching blocks too. whole: the target must be visible from side to side, along each of seventeen
    lines (`fan`), not along one.
    """

    pieces: frozenset[PieceId] = frozenset()
    bases: frozenset[FigureId] = frozenset()
    grazing: bool = False
    whole: bool = False


Accept: TypeAlias = Callable[[Sight], bool]
"""A rule's own judgement of a line that nothing blocks."""


class TrackedBoard(msgspec.Struct, frozen=True, cache_hash=True):
    """A table of which the engine knows all: its size, its terrain and where every base stands."""

    width: Length
    depth: Length
    pieces: tuple[Piece, ...] = ()
    stands: tuple[Stand, ...] = ()

    def stand(self, figure: FigureId) -> Stand:
        """The base of a figure. Errors: `KeyError` if it is not on the table."""
        for stand in self.stands:
            if stand.figure == figure:
                return stand
        raise KeyError(figure)

    def unavoidable(self, a: FigureId, b: FigureId) -> frozenset[PieceId]:
        """Pieces that every line runs through: a base is within them, or they are a wall between the two."""
        one, two = self.stand(a), self.stand(b)
        return frozenset(piece.id for piece in self.pieces if _is_unavoidable(piece.shape, one, two))

    def sight(
        self, a: FigureId, b: FigureId, blockers: Blockers, *, rise: Length = 0, accept: Accept | None = None
    ) -> Sight:
        """The shortest free line that ``accept`` takes; if there is none, the shortest line, not free."""
        if accept is None:
            return _seen(self, a, b, blockers, rise)
        return _look(self, a, b, blockers, rise, accept)


@lru_cache(maxsize=16384)
def _seen(board: TrackedBoard, a: FigureId, b: FigureId, blockers: Blockers, rise: Length) -> Sight:
    """What a board sees; kept, because rules and computer players ask the same of the same table many times."""
    return _look(board, a, b, blockers, rise, None)


def _look(
    board: TrackedBoard, a: FigureId, b: FigureId, blockers: Blockers, rise: Length, accept: Accept | None
) -> Sight:
    pair = board.stand(a), board.stand(b)
    board = _around(board, pair)
    shortest = _follow(board, pair, centre_line(pair[0].disc, pair[1].disc), blockers, rise)
    if blockers.whole:
        views = (_follow(board, pair, line, blockers, rise) for line in fan(pair[0].disc, pair[1].disc))
        return _judged(shortest, free=all(_is_taken(view, accept) for view in (shortest, *views)))
    if _is_taken(shortest, accept):
        return shortest
    for line in _free_lines(board, pair, blockers, picky=accept is not None):
        sight = _follow(board, pair, line, blockers, rise)
        if _is_taken(sight, accept):
            return sight
    return _judged(shortest, free=False)


def _around(board: TrackedBoard, pair: tuple[Stand, Stand]) -> TrackedBoard:
    """The board without what is out of the way of every line between two bases."""
    left, low, right, high = _box(pair)
    pieces = tuple(
        piece
        for piece in board.pieces
        if (box := piece.shape.box)[0] <= right and box[1] <= high and box[2] >= left and box[3] >= low
    )
    return TrackedBoard(board.width, board.depth, pieces, around(board.stands, pair))


def around(stands: Iterable[Stand], pair: tuple[Stand, Stand]) -> tuple[Stand, ...]:
    """Of some bases those that a line between two of them can come near, these two included."""
    left, low, right, high = _box(pair)
    return tuple(
        stand
        for stand in stands
        if left <= stand.place.x + stand.radius
        and low <= stand.place.y + stand.radius
        and stand.place.x - stand.radius <= right
        and stand.place.y - stand.radius <= high
    )


def _box(pair: tuple[Stand, Stand]) -> tuple[Length, Length, Length, Length]:
    """The left, low, right and high end of two bases and all lines between them, with a hundredth to spare."""
    (one, a), (two, b) = ((stand.place, stand.radius + CONTACT) for stand in pair)
    return min(one.x - a, two.x - b), min(one.y - a, two.y - b), max(one.x + a, two.x + b), max(one.y + a, two.y + b)


def _free_lines(board: TrackedBoard, pair: tuple[Stand, Stand], blockers: Blockers, *, picky: bool) -> Iterator[Line]:
    """The lines that nothing blocks, shortest first; ``picky``: also those that pass pieces which do not block."""
    a, b = pair[0].disc, pair[1].disc
    discs = [stand.disc for stand in _others(board, pair) if stand.figure in blockers.bases]
    shapes = [piece.shape for piece in board.pieces if piece.id in blockers.pieces]
    if _is_walled_off(a, b, shapes, discs):
        return
    grazing = blockers.grazing
    obstacles = [
        *(partial(crosses_outline, shape=shape, grazing=grazing) for shape in shapes),
        *(partial(crosses_disc, disc=disc, grazing=grazing) for disc in discs),
    ]
    passed = [piece.shape for piece in board.pieces] if picky else shapes
    for line in lines(a, b, passed, discs=discs, grazing=grazing, thorough=picky):
        blocking = next((index for index, crossed in enumerate(obstacles) if crossed(line)), None)
        if blocking is None:
            yield line
        else:  # what blocked one line probably blocks the next
            obstacles.insert(0, obstacles.pop(blocking))


def _is_walled_off(a: Disc, b: Disc, shapes: list[Outline], discs: list[Disc]) -> bool:
    """Whether one convex thing crosses both outer tangents: then it crosses every line between them."""
    outer = outer_tangents(a, b)
    return any(_is_wall(shape, outer) for shape in shapes) or any(
        all(crosses_disc(line, disc) for line in outer) for disc in discs
    )


def _is_wall(shape: Outline, outer: list[Line]) -> bool:
    return shape.convex and all(crosses_outline(line, shape) for line in outer)


def _is_unavoidable(shape: Outline, one: Stand, two: Stand) -> bool:
    stands = one, two
    if any(wholly_inside(stand.place, stand.radius + 2 * CONTACT, shape) for stand in stands):
        return True
    apart = not any(touches(stand.place, stand.radius, shape) for stand in stands)
    return apart and _is_wall(shape, outer_tangents(one.disc, two.disc))


def _others(board: TrackedBoard, pair: tuple[Stand, Stand]) -> Iterator[Stand]:
    names = pair[0].figure, pair[1].figure
    return (stand for stand in board.stands if stand.figure not in names)


def _follow(board: TrackedBoard, pair: tuple[Stand, Stand], line: Line, blockers: Blockers, rise: Length) -> Sight:
    """All that one line runs through."""
    grazing = blockers.grazing
    runs = tuple(run for piece in board.pieces if (run := _run(pair, line, piece)))
    bases = tuple(stand.figure for stand in _others(board, pair) if crosses_disc(line, stand.disc, grazing=grazing))
    free = blockers.pieces.isdisjoint([run.piece for run in runs]) and blockers.bases.isdisjoint(bases)
    if free and grazing:
        solid = (piece.shape for piece in board.pieces if piece.id in blockers.pieces)
        free = not any(crosses_outline(line, shape, grazing=True) for shape in solid)
    distance = _slant(line.length, rise * (pair[0].place.level - pair[1].place.level))
    return Sight(distance, free, runs, bases, _ends(line))


def _run(pair: tuple[Stand, Stand], line: Line, piece: Piece) -> Run | None:
    """What a line runs through of a piece; None if it does not, or only touches it."""
    shape = piece.shape
    fractions = [fraction for part in stretches(line, shape) for fraction in part]
    if not fractions:
        return None
    (one, radius_one), (two, radius_two) = ((stand.place, stand.radius) for stand in pair)
    if fractions[0] == 0.0 and encloses(shape, one.x, one.y):
        del fractions[0]
    if fractions[-1:] == [1.0] and encloses(shape, two.x, two.y):
        del fractions[-1]
    points = [line.at(fraction) for fraction in fractions]
    crossings = (
        Crossing(point_distance(one, radius_one, *point), point_distance(two, radius_two, *point)) for point in points
    )
    return Run(piece.id, tuple(crossings))


def _is_taken(sight: Sight, accept: Accept | None) -> bool:
    return sight.free and (accept is None or accept(sight))


def _judged(sight: Sight, *, free: bool) -> Sight:
    return Sight(sight.distance, free, sight.runs, sight.bases, sight.ends)


def _slant(plan: float, height: Length) -> Length:
    return round(sqrt(plan * plan + height * height)) if height else round(plan)


def _ends(line: Line) -> tuple[Point, Point]:
    return (round(line.x1), round(line.y1)), (round(line.x2), round(line.y2))
