"""What characters stand on and what is in their way, on the tracked board.

A character stands on the table or on top of a piece of scenery; the level of its place is that height, in hundredths
of an inch. A piece of scenery whose height nobody has entered is flat: it bears nothing and is in nobody's way.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from rules_engine.kernel.geometry import (
    CONTACT,
    Disc,
    Outline,
    Place,
    Point,
    bases_overlap,
    edge_nearer,
    encloses,
    on_table,
    outline,
    overlaps,
    spots_across,
    touches,
    wholly_inside,
)
from rules_engine.kernel.paths import Ground
from rules_engine.kernel.units import Length
from rules_engine.marvel import abilities
from rules_engine.marvel.state import Character, MatchState, SceneryInPlay

EDGE_SLACK: Final = 2 * CONTACT  # a spot on whole hundredths can be this far off the edge that it touches
_RINGS: Final = (0, 1, 2, 3, 4, 6, 8, 12)  # distances in quarters of an inch at which room is looked for
_RING: Final = 25
_DIRECTIONS: Final = ((4, 0), (0, 4), (-4, 0), (0, -4), (3, 3), (-3, 3), (-3, -3), (3, -3))  # quarters of a unit


class Solid(NamedTuple):
    """A piece of scenery on the table: its id, its outline, and between which heights it stands."""

    id: str
    shape: Outline
    points: tuple[Point, ...]
    floor: Length
    top: Length


def solids(state: MatchState) -> tuple[Solid, ...]:
    """The pieces of scenery that are on the table and have an outline."""
    return _solids(state.scenery)


@lru_cache(maxsize=256)
def _solids(scenery: tuple[SceneryInPlay, ...]) -> tuple[Solid, ...]:
    return tuple([
        Solid(piece.id, outline(piece.outline), piece.outline, piece.floor, piece.floor + piece.piece.height)
        for piece in scenery
        if piece.outline and not piece.destroyed
    ])  # fmt: skip


def stature(character: Character) -> Length:
    """How high a character reaches above what it stands on; lying it is as high as its base (MARVEL-DOWN-04)."""
    return character.card.base_height if character.down else character.card.height


def bases_in_the_way(state: MatchState, character: Character, level: Length) -> Iterator[tuple[str, Disc]]:
    """The bases of the other characters that stand in the way of one at some height, each with whose it is."""
    top = level + character.card.height
    for other in state.characters:
        place = other.place
        if place is None or other.id == character.id or not other.in_play:
            continue
        if place.level < top and level < place.level + other.card.height:
            yield other.id, Disc(place.x, place.y, other.card.radius)


def others(state: MatchState, character: Character, level: Length) -> tuple[Disc, ...]:
    """The bases of the other characters that stand in the way of one at some height."""
    return tuple([disc for _, disc in bases_in_the_way(state, character, level)])


def in_the_way(state: MatchState, character: Character, level: Length) -> Iterator[Solid]:
    """The pieces of scenery that stand in the way of a character at some height."""
    top = level + character.card.height
    return (solid for solid in solids(state) if solid.floor < top and level < solid.top)


def bearing(state: MatchState, place: Place) -> Solid | None:
    """The piece of scenery whose top is under the middle of a base; None on the table, or where nothing bears it."""
    for solid in solids(state):
        if solid.top == place.level > solid.floor and encloses(solid.shape, place.x, place.y):
            return solid
    return None


def is_borne(state: MatchState, place: Place) -> bool:
    """Whether something bears the middle of a base at its height: the table, or the top of a piece."""
    return place.level == 0 or bearing(state, place) is not None


def height_below(state: MatchState, point: Point, level: Length, *, apart: str = "") -> Length:
    """The height of the first thing under a point that can be stood on, at ``level`` or lower; one piece ``apart``."""
    tops = [
        solid.top
        for solid in solids(state)
        if solid.top <= level and solid.id != apart and encloses(solid.shape, *point)
    ]
    return max(tops, default=0)


def fits(state: MatchState, character: Character, place: Place) -> bool:
    """Whether a base fits where it is (MARVEL-JUMP-02): all of it borne, nothing in the way.

    Rules: MARVEL-JUMP-02, MARVEL-ABILITY-PHASE-SHIFT-02.
    """
    radius = character.card.radius
    if not _is_on_table(state, place, radius):
        return False
    if place.level:
        borne = bearing(state, place)
        if borne is None or not wholly_inside(place, radius, borne.shape):
            return False
    if any(overlaps(place, radius, solid.shape) for solid in in_the_way(state, character, place.level)):
        return False
    return not stops_on_another(state, character, place)


def clings(state: MatchState, character: Character, place: Place) -> bool:
    """Whether a Wall-Crawler can stop somewhere: on or at any piece, its base reaching over the edge or not.

    Rules: MARVEL-ABILITY-WALL-CRAWLER-02, MARVEL-ABILITY-WALL-CRAWLER-03. Its middle is in nothing solid.
    """
    radius = character.card.radius
    if not _is_on_table(state, place, radius) or stops_on_another(state, character, place):
        return False
    if any(encloses(solid.shape, place.x, place.y) for solid in in_the_way(state, character, place.level)):
        return False
    held = (solid for solid in solids(state) if solid.floor <= place.level <= solid.top)
    return place.level == 0 or any(touches(place, radius, solid.shape) for solid in held)


def stops_on_another(state: MatchState, character: Character, place: Place) -> bool:
    """Whether a base would overlap another character's (MARVEL-ABILITY-WALL-CRAWLER-03)."""
    radius = character.card.radius
    bases = others(state, character, place.level)
    return any(bases_overlap(place, radius, Place(disc.x, disc.y), disc.radius) for disc in bases)


def may_stop(state: MatchState, character: Character, place: Place) -> bool:
    """Whether a character can end its movement somewhere: where its base fits, a Wall-Crawler nearly anywhere.

    Rules: MARVEL-JUMP-02, MARVEL-ABILITY-WALL-CRAWLER-02.
    """
    if fits(state, character, place):
        return True
    return abilities.has(state, character, "wall_crawler") and clings(state, character, place)


def _is_on_table(state: MatchState, place: Place, radius: Length) -> bool:
    table = state.setup.table
    return on_table(place, radius, width=table.width, depth=table.depth)


def ground(state: MatchState, character: Character, place: Place) -> Ground:
    """What a walking character must mind at its height; on top of a piece it stays on that piece.

    Rules: MARVEL-ABILITY-PHASE-SHIFT: scenery and other figures are in nobody's way who has it.
    """
    table, surface = state.setup.table, bearing(state, place)
    points = surface.points if surface else None
    if abilities.has(state, character, "phase_shift"):
        return Ground(table.width, table.depth, surface=points)
    return Ground(
        table.width,
        table.depth,
        solids=tuple([solid.points for solid in in_the_way(state, character, place.level)]),
        barriers=others(state, character, place.level),
        surface=points,
    )


def is_at_edge(place: Place, radius: Length, shape: Outline) -> bool:
    """Whether a base touches an edge of what it stands on, or at."""
    return any(edge_nearer(side, place.x, place.y, reach=radius + EDGE_SLACK) for side in shape.edges)


def spots_over_edge(place: Place, radius: Length, shape: Outline, to: Point | None = None) -> list[Point]:
    """The spot ``to``, else those straight across each edge, the nearest first, that touch it from the other side."""
    most = (2 * radius + EDGE_SLACK) ** 2
    points = [to] if to else spots_across(place, radius, shape)
    return [(x, y) for x, y in points if (place.x - x) ** 2 + (place.y - y) ** 2 <= most]


def room_near(state: MatchState, character: Character, point: Point, level: Length) -> Place | None:
    """The nearest of some spots around a point where a base fits on what is under it, at ``level`` or lower."""
    for ring in _RINGS:
        for x, y in _DIRECTIONS if ring else _DIRECTIONS[:1]:
            spot = point[0] + x * ring * _RING // 4, point[1] + y * ring * _RING // 4
            place = Place(*spot, height_below(state, spot, level))
            if fits(state, character, place):
                return place
    return None
