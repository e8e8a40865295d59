"""Ways worth moving, for those who choose from a list: computer players see these and no others.

To contact with enemies, to where attacks reach them, to objectives, next to scenery, up and down, and away; each for
the least POW that pays for it.
"""

from collections.abc import Iterator
from math import sqrt
from typing import Final

from rules_engine.kernel.errors import MalformedInput, RuleViolation
from rules_engine.kernel.geometry import Disc, Edge, Outline, Path, Place, Point
from rules_engine.kernel.lanes import lane, point_on
from rules_engine.kernel.messages import Decision, Legal
from rules_engine.kernel.paths import path_length, sample_paths, shortest_path
from rules_engine.kernel.sightlines import Line, stretches
from rules_engine.kernel.units import Length
from rules_engine.marvel import abilities, legs, movement, surfaces
from rules_engine.marvel.activations import acting
from rules_engine.marvel.commands import Climb, Jump, Leg, Move, Walk
from rules_engine.marvel.state import Activation, Character, MatchState
from rules_engine.marvel.story import Story
from rules_engine.marvel.surfaces import Solid

WALKS: Final = 20  # most walks that are listed
FOES: Final = 4  # enemies, the nearest, that walks are sought to
NEAREST: Final = 3  # pieces of scenery, the nearest, whose tops and lee sides are listed
LEE: Final = 5  # hundredths of an inch that a base stays off the piece that covers it
Prices = list[tuple[int, Length]]
"""What the acting character can pay for a movement, each with how far it goes."""


def options(state: MatchState, decision: Decision) -> Legal:
    """Samples of the movements that the acting character can make."""
    activation, character = acting(state)
    prices = affordable(state, activation, character)
    if not prices:
        return Legal(commands=())
    ways = _tracked(state, decision, character, prices) if state.tracked else _declared(prices)
    commands = [Move(seat=decision.seat, decision=decision.id, spend=spend, legs=way) for spend, way in ways]
    return Legal(commands=tuple(commands), complete=False)


def affordable(state: MatchState, activation: Activation, character: Character) -> Prices:
    """The costs of a movement that can be paid now, the cheapest first; one that goes no farther than a cheaper one is
    left out."""
    try:
        movement.check_may_move(state, activation, character)
    except RuleViolation:
        return []
    found: Prices = []
    for spend in range(1, len(character.card.speeds) + 1):
        try:
            reach = movement.allowance(state, activation, character, spend)
        except RuleViolation:
            continue
        if not found or reach > found[-1][1]:
            found.append((spend, reach))
    return found


def _declared(prices: Prices) -> Iterator[tuple[int, tuple[Leg, ...]]]:
    return ((spend, (Walk(distance=reach),)) for spend, reach in prices)


def _tracked(
    state: MatchState, decision: Decision, character: Character, prices: Prices
) -> Iterator[tuple[int, tuple[Leg, ...]]]:
    place = character.place
    assert place is not None, "a tracked character that acts stands on the table"
    borne = surfaces.is_borne(state, place)
    sure = borne and not abilities.has(state, character, "phase_shift")
    for path in (*_into_cover(state, character, place, prices[-1][1]), *_paths(state, character, place, prices)):
        for spend, leg in _cheapest(path, prices) if borne else ():
            if sure or _is_possible(state, decision, spend, (leg,)):
                yield spend, (leg,)
    for way in _ways_up_and_down(state, character, place, prices[-1][1]):
        price = _price(state, character, way, prices)
        if price and _is_possible(state, decision, price, way):
            yield price, way


def _is_possible(state: MatchState, decision: Decision, spend: int, way: tuple[Leg, ...]) -> bool:
    try:
        movement.move(Story(state), Move(seat=decision.seat, decision=decision.id, spend=spend, legs=way), decision)
    except (RuleViolation, MalformedInput):
        return False
    return True


# --- on one level -----------------------------------------------------------------------------------------------------


def _cheapest(path: Path, prices: Prices) -> list[tuple[int, Walk]]:
    """A walk for the least POW that pays for it, if any does."""
    length = path_length(path)
    return [(spend, Walk(points=tuple(path[1:]))) for spend, reach in prices if length <= reach][:1]


def _paths(state: MatchState, character: Character, place: Place, prices: Prices) -> tuple[Path, ...]:
    """Ways as the kernel samples them."""
    return sample_paths(
        surfaces.ground(state, character, place),
        place.point,
        character.card.radius,
        reach=prices[-1][1],
        targets=_targets(state, character, place),
        ranges=_ranges(character),
        limit=WALKS,
    )


def _into_cover(state: MatchState, character: Character, place: Place, reach: Length) -> Iterator[Path]:
    """To the lee side of near pieces of scenery, as the nearest enemy sees them."""
    foes, radius = _foes(state, character, place), character.card.radius
    for solid in _near(state, place, reach + radius) if foes else ():
        line = lane((foes[0].x, foes[0].y), middle(solid.shape))
        far = [share for part in stretches(_beyond(line), solid.shape) for share in part]
        if far and solid.top > place.level:
            spot = point_on(line, round(far[-1] * 2 * line.length) + radius + LEE)
            path = shortest_path(surfaces.ground(state, character, place), (place.point, spot), radius, limit=reach)
            yield from [path] if path and spot != place.point else ()


def _beyond(line: Line) -> Line:
    """A line, and as much again."""
    return lane(point_on(line, 0), point_on(line, 2 * round(line.length)))


def _foes(state: MatchState, character: Character, place: Place) -> list[Disc]:
    """The bases of the enemies at the same height, the nearest first."""
    found = [
        Disc(other.place.x, other.place.y, other.card.radius)
        for other in state.enemies(character.team)
        if other.place is not None and other.place.level == place.level
    ]
    return sorted(found, key=lambda disc: (disc.x - place.x) ** 2 + (disc.y - place.y) ** 2)


def _targets(state: MatchState, character: Character, place: Place) -> list[Disc]:
    """The nearest enemies, and places that score."""
    goals = [objective.place for objective in state.setup.objectives if objective.place is not None]
    return [*_foes(state, character, place)[:FOES], *[Disc(goal.x, goal.y, 0) for goal in goals]]


def _ranges(character: Character) -> tuple[Length, ...]:
    """From where its attacks reach."""
    return tuple(sorted({attack.range for attack in character.card.attacks if attack.range}))


# --- up and down ------------------------------------------------------------------------------------------------------


def _ways_up_and_down(
    state: MatchState, character: Character, place: Place, reach: Length
) -> Iterator[tuple[Leg, ...]]:
    near = _near(state, place, reach + character.card.radius)
    if abilities.has(state, character, "fly"):
        yield from _flights(state, character, place, near)
        return
    for solid in near:
        if solid.top > place.level >= solid.floor:
            yield from _to_edge(state, character, place, reach, solid, up=True)
        elif solid.top == place.level and surfaces.bearing(state, place) == solid:
            yield from _to_edge(state, character, place, reach, solid, up=False)


def _near(state: MatchState, place: Place, reach: Length) -> list[Solid]:
    """The nearest pieces of scenery within some distance that rise above what they stand on."""
    gaps = [(_gap_to_box(place, solid.shape), solid) for solid in surfaces.solids(state) if solid.top > solid.floor]
    gaps.sort(key=lambda pair: pair[0])
    return [solid for gap, solid in gaps[:NEAREST] if gap <= reach]


def middle(shape: Outline) -> Point:
    """The middle of the box around an outline."""
    left, low, right, high = shape.box
    return (left + right) // 2, (low + high) // 2


def _gap_to_box(place: Place, shape: Outline) -> int:
    left, low, right, high = shape.box
    return max(left - place.x, place.x - right, low - place.y, place.y - high, 0)


def _to_edge(
    state: MatchState, character: Character, place: Place, reach: Length, solid: Solid, *, up: bool
) -> Iterator[tuple[Leg, ...]]:
    """Over the nearest spot of each edge of a piece: up from its foot, or down from its top."""
    ground, radius = surfaces.ground(state, character, place), character.card.radius
    rise = solid.top - place.level if up else solid.floor - place.level
    if abs(rise) > reach:
        return
    if legs.climbable(state, character, place, place.level + rise):
        yield (Climb(rise=rise),)
    for side in solid.shape.edges:
        spot = _spot_at(side, place, radius if up else -radius)
        path = shortest_path(ground, (place.point, spot), radius, limit=reach - abs(rise))
        if path and spot != place.point:
            yield Walk(points=tuple(path[1:])), Climb(rise=rise)


def _spot_at(side: Edge, place: Place, gap: Length) -> Point:
    """The point beside an edge that is nearest to a place, keeping the base off the edge's ends where it can."""
    length = sqrt(side.square)
    keep = min(abs(gap) / length, 0.5)
    share = ((place.x - side.x1) * side.dx + (place.y - side.y1) * side.dy) / side.square
    share = min(max(share, keep), 1 - keep)
    x, y = side.x1 + side.dx * share, side.y1 + side.dy * share
    return round(x + side.dy / length * gap), round(y - side.dx / length * gap)


def _flights(state: MatchState, character: Character, place: Place, near: list[Solid]) -> Iterator[tuple[Leg, ...]]:
    """Straight through the air to contact with enemies, onto the tops of near pieces, and down beside them."""
    radius = character.card.radius
    enemies = [(other.place, other.card.radius) for other in state.enemies(character.team) if other.place is not None]
    yield from ((Jump(to=_beside(place, spot, radius + theirs)),) for spot, theirs in enemies)
    for solid in near:
        yield (Jump(to=Place(*middle(solid.shape), solid.top)),)
        if place.level > solid.floor:
            for side in solid.shape.edges:
                yield (Jump(to=Place(*_spot_at(side, place, radius), solid.floor)),)


def _beside(place: Place, target: Place, apart: Length) -> Place:
    """The spot so far from a target, on the side of a place; right over it there is no side."""
    gap = sqrt((place.x - target.x) ** 2 + (place.y - target.y) ** 2)
    share = apart / gap if gap else 0.0
    x, y = target.x + (place.x - target.x) * share, target.y + (place.y - target.y) * share
    return Place(round(x), round(y), target.level)


def _price(state: MatchState, character: Character, way: tuple[Leg, ...], prices: Prices) -> int | None:
    """The least POW that pays for a way; None where it cannot be gone, or paid."""
    try:
        found = movement.follow(state, character, way)
    except (RuleViolation, MalformedInput):
        return None
    needed = movement.needed(state, character, found.stretches)
    return next((spend for spend, reach in prices if needed <= reach), None)
