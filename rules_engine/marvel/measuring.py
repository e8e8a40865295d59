"""Measuring on both boards: distances, base contact, lines of sight, what hides a target, areas, straight lines.

One door for all rules (ADR 0009). On the tracked board all of it is computed; on the declared board it is recalled from
what players stated, which lapses as soon as something that it names moves, and is None or left out while nobody has
measured.

A tracked line of sight goes from the top of the viewer's figure to a hundred points of the target's, so that the share
of them that scenery hides is the per cent hidden (`silhouettes`); figures hide nobody (MARVEL-RULING-18).
"""

from functools import lru_cache
from math import sqrt
from typing import Final

from rules_engine.kernel.errors import MalformedInput, RuleViolation
from rules_engine.kernel.geometry import (
    Disc,
    Place,
    Point,
    base_distance,
    bases_touch,
    outline,
    outline_distance,
    overlaps,
    point_distance,
    touches,
)
from rules_engine.kernel.lanes import Body, along, lane, point_on, wedge
from rules_engine.kernel.messages import JUDGE, Record
from rules_engine.kernel.rule_ids import RuleId
from rules_engine.kernel.sightlines import Stretch
from rules_engine.kernel.silhouettes import Block, Eye, Silhouette, hidden_percent
from rules_engine.kernel.units import Length, show
from rules_engine.marvel.commands import StateMeasurement
from rules_engine.marvel.components import Template
from rules_engine.marvel.events import MeasurementStated
from rules_engine.marvel.state import Character, MatchState, Measured, SceneryInPlay
from rules_engine.marvel.story import Story
from rules_engine.marvel.surfaces import Solid, solids, stature

WHOLLY: Final = 100  # per cent
DISTANCE = RuleId("MARVEL-RULING-27")


class Sight(Record, frozen=True, kw_only=True):
    """What somebody sees of a target, abilities aside.

    distance: between the nearest points. hidden: per cent of the target that scenery hides; wholly hidden is out of
    sight (MARVEL-RULING-26).
    """

    distance: Length
    hidden: int = 0

    @property
    def clear(self) -> bool:
        """Whether some of the target is visible."""
        return self.hidden < WHOLLY


def distance(state: MatchState, a: str, b: str) -> Length | None:
    """From a character to another, or to a piece of scenery: between the nearest points (MARVEL-RULING-27).

    Heights count by what the two stand on. None where nobody has measured, or one of them has no place.
    """
    if not state.tracked:
        fact = _recall(state, a, b) or _recall(state, b, a)
        return None if fact is None else fact.distance
    character, other = state.character(a), state.find(b)
    place = character.place
    if place is None:
        return None
    if other is not None:
        radii = character.card.radius, other.card.radius
        return None if other.place is None else base_distance(place, radii[0], other.place, radii[1], rise=1)
    solid = _solid(state, b)
    return None if solid is None else _to_scenery(place, character.card.radius, solid)


def in_contact(state: MatchState, a: str, b: str) -> bool:
    """Whether a character's base touches another's, or a piece of scenery (MARVEL-MELEE-01, MARVEL-GRAB-02)."""
    if not state.tracked:
        return distance(state, a, b) == 0
    character, other = state.character(a), state.find(b)
    place = character.place
    if place is None:
        return False
    if other is not None:
        near = other.place and bases_touch(place, character.card.radius, other.place, other.card.radius)
        return bool(near) and other.place is not None and other.place.level == place.level
    solid = _solid(state, b)
    if solid is None or not solid.floor <= place.level <= solid.top:
        return False
    return touches(place, character.card.radius, solid.shape)


def sight(state: MatchState, viewer: str, target: str) -> Sight | None:
    """What a character sees of another or of a piece of scenery, abilities aside; None while it is not known.

    Rules: MARVEL-RULING-18 (figures never block), MARVEL-RULING-26, MARVEL-DOWN-04.
    """
    if not state.tracked:
        fact = _recall(state, viewer, target)
        return None if fact is None else Sight(distance=fact.distance, hidden=fact.hidden if fact.in_sight else WHOLLY)
    measured, eye, silhouette = distance(state, viewer, target), _eye(state, viewer), extent(state, target)
    if measured is None or eye is None or silhouette is None:
        return None
    blocks = tuple([block for solid, block in _blocks(solids(state)) if solid.id != target])
    return Sight(distance=measured, hidden=hidden_percent(eye, silhouette, blocks))


def known_sight(state: MatchState, viewer: str, target: str) -> Sight:
    """As `sight`. Raises RuleViolation (MARVEL-RULING-27) while nobody has measured."""
    found = sight(state, viewer, target)
    if found is None:
        raise RuleViolation(DISTANCE, a=viewer, b=target, needed="measurement")
    return found


def check_reach(state: MatchState, a: str, b: str, most: Length, *, rule_id: RuleId) -> Length:
    """The distance, which may be exactly ``most`` (MARVEL-RULING-27). Raises RuleViolation by the id handed in."""
    found = distance(state, a, b)
    if found is None:
        raise RuleViolation(DISTANCE, a=a, b=b, needed="measurement")
    if found > most:
        raise RuleViolation(rule_id, a=a, b=b, distance=show(found), most=show(most))
    return found


# --- areas and lines --------------------------------------------------------------------------------------------------


def within(state: MatchState, attacker: str, reach: Length) -> tuple[str, ...]:
    """All other characters with any part of their base within a wave's range (MARVEL-WAVE-01, MARVEL-RULING-29)."""
    return tuple([other for other in _others(state, attacker) if _is_near(distance(state, attacker, other), reach)])


def in_circle(state: MatchState, centre: str, radius: Length) -> tuple[str, ...]:
    """All other characters with any part of their base under a circle around the middle of a character's base.

    Rules: MARVEL-SPECIAL-EXPLOSIVE, MARVEL-RULING-34. On the declared board the distance between two bases is what was
    measured, so that the radius of the base in the middle is added.
    """
    middle = state.character(centre)
    if not state.tracked:
        reach = radius - middle.card.radius
        return tuple([other for other in _others(state, centre) if _is_near(distance(state, centre, other), reach)])
    found = []
    for other in _others(state, centre):
        character = state.character(other)
        if character.place is not None and middle.place is not None:
            gap = point_distance(character.place, character.card.radius, *middle.place.point)
            found += [other] if gap <= radius else []
    return tuple(found)


def under_template(state: MatchState, attacker: str, template: Template, aim: Point) -> tuple[str, ...]:
    """All characters with any part of their base under a breath's template that points to ``aim``; tracked board.

    Rules: MARVEL-BREATH-01; lines of sight are for the caller to look at. The template starts at the attacker's base.
    """
    character = state.character(attacker)
    shape = template_outline(character, template, aim)
    if shape is None:
        return ()
    return tuple(
        [
            other
            for other in _others(state, attacker)
            if (under := state.character(other)).place is not None
            and overlaps(under.place, under.card.radius, outline(shape))
        ]
    )


def template_outline(character: Character, template: Template, aim: Point) -> tuple[Point, ...] | None:
    """The outline of a breath's template laid from a character's base towards a point; None without a direction."""
    if character.place is None:
        return None
    radius = character.card.radius
    return wedge(character.place.point, aim, gap=radius, length=template.length, width=template.width)


def crossed(state: MatchState, a: str, b: str) -> tuple[str, ...]:
    """Pieces of scenery and characters on the straight line between two, both excluded, in order from the first.

    Rules: MARVEL-SPECIAL-PIERCE-02, MARVEL-SPECIAL-PENETRATIVE-02, MARVEL-THROW-06. What is wholly above or below the
    line is not on it. Declared board: as stated, from either end.
    """
    if not state.tracked:
        fact, back = _recall(state, a, b), _recall(state, b, a)
        return fact.crossed if fact else tuple(reversed(back.crossed)) if back else ()
    return _along(state, a, b, beyond=0)


def behind(state: MatchState, a: str, b: str, beyond: Length) -> tuple[str, ...]:
    """What lies on the line from ``a`` through ``b``, up to ``beyond`` past the base of ``b`` (MARVEL-SPECIAL-PIERCE).

    Declared board: what was measured from ``a`` across ``b``, and no farther from ``b`` than that.
    """
    if state.tracked:
        between = _along(state, a, b, beyond=0)
        return tuple([name for name in _along(state, a, b, beyond=beyond) if name not in between])
    on_line = [fact.b for fact in state.measured if fact.a == a and b in fact.crossed]
    return tuple([name for name in on_line if _is_near(distance(state, b, name), beyond)])


def _along(state: MatchState, a: str, b: str, *, beyond: Length) -> tuple[str, ...]:
    start, end = extent(state, a), extent(state, b)
    if start is None or end is None:
        return ()
    line = lane((start.x, start.y), (end.x, end.y))
    far = point_on(line, round(line.length) + end.radius + beyond) if beyond else (end.x, end.y)
    heights: tuple[Stretch, Stretch] = (start.floor, start.top), (end.floor, end.top)
    return along(lane((start.x, start.y), far), bodies(state, {a, b}), heights)


def bodies(state: MatchState, apart: set[str]) -> list[Body]:
    """All that stands on the tracked board, pieces of scenery first, but for some of it."""
    found = [Body(solid.id, solid.shape, solid.floor, solid.top) for solid in solids(state) if solid.id not in apart]
    for other in state.characters:
        place = other.place
        if place is not None and other.in_play and other.id not in apart:
            disc = Disc(place.x, place.y, other.card.radius)
            found.append(Body(other.id, disc, place.level, place.level + stature(other)))
    return found


def _others(state: MatchState, character_id: str) -> list[str]:
    return [other.id for other in state.characters if other.in_play and other.id != character_id]


def _is_near(found: Length | None, reach: Length) -> bool:
    return found is not None and found <= reach


# --- the tracked board ------------------------------------------------------------------------------------------------


def _solid(state: MatchState, piece_id: str) -> Solid | None:
    return next((solid for solid in solids(state) if solid.id == piece_id), None)


def _to_scenery(place: Place, radius: Length, solid: Solid) -> Length:
    plan = outline_distance(place, radius, solid.shape)
    height = max(solid.floor - place.level, place.level - solid.top, 0)
    return straight(Place(0, 0), Place(plan, 0, height))


def straight(start: Place, end: Place) -> Length:
    """The straight line between two places, heights included; rounded once."""
    return round(sqrt((start.x - end.x) ** 2 + (start.y - end.y) ** 2 + (start.level - end.level) ** 2))


def _eye(state: MatchState, viewer: str) -> Eye | None:
    character = state.character(viewer)
    place = character.place
    return None if place is None else Eye(place.x, place.y, place.level + stature(character))


def extent(state: MatchState, name: str) -> Silhouette | None:
    """The middle, half the width and the heights of a character or a piece of scenery."""
    character = state.find(name)
    if character is not None:
        place = character.place
        if place is None:
            return None
        return Silhouette(place.x, place.y, character.card.radius, place.level, place.level + stature(character))
    solid = _solid(state, name)
    if solid is None:
        return None
    left, low, right, high = solid.shape.box
    reach = min(right - left, high - low) // 2
    return Silhouette((left + right) // 2, (low + high) // 2, reach, solid.floor, solid.top)


@lru_cache(maxsize=256)
def _blocks(pieces: tuple[Solid, ...]) -> tuple[tuple[Solid, Block], ...]:
    return tuple([(solid, Block(solid.shape, solid.floor, solid.top)) for solid in pieces])


# --- the declared board -----------------------------------------------------------------------------------------------


def _recall(state: MatchState, a: str, b: str) -> Measured | None:
    """What was stated from one thing to another."""
    return next((fact for fact in state.measured if fact.a == a and fact.b == b), None)


def state_measurement(story: Story, command: StateMeasurement) -> None:
    """Record what players measured; it holds until something that it names moves. At any time, it costs nothing.

    Rules: MARVEL-RULING-26, MARVEL-RULING-27. Errors: MalformedInput on the tracked board, for a seat that does not
    play, unknown ids and numbers that no table gives.
    """
    fault = _fault(story.state, command)
    if fault:
        raise MalformedInput(fault)
    measured = Measured(
        a=command.a,
        b=command.b,
        distance=command.distance,
        in_sight=command.in_sight,
        hidden=command.hidden,
        crossed=command.crossed,
        author=command.seat,
    )
    story.tell(MeasurementStated(measured=measured))


def _fault(state: MatchState, command: StateMeasurement) -> str | None:
    """What makes a measurement no measurement of this match."""
    if state.tracked:
        return "The board of this match is tracked: distances are computed, not stated."
    if command.seat != JUDGE and command.seat not in {character.seat for character in state.characters}:
        return f"{command.seat} has no seat in this match."
    figures = {character.id for character in state.characters if character.in_play}
    things = figures | {piece.id for piece in state.scenery if not piece.destroyed}
    places = {objective.id for objective in state.setup.objectives}
    if command.a not in figures or command.b not in things | places or command.a == command.b:
        return f"Nothing can be measured from {command.a} to {command.b}."
    if not set(command.crossed) <= things - {command.a, command.b} or len(set(command.crossed)) < len(command.crossed):
        return "A line crosses things on the table, each once, its ends excluded."
    if not (0 <= command.distance <= farthest(state) and 0 <= command.hidden <= WHOLLY):
        return "A measurement is out of range."
    return None


def farthest(state: MatchState) -> Length:
    """No two things in a match are farther apart: the table's sides and the heights of all scenery together."""
    return state.setup.table.farthest + sum(highest(piece) for piece in state.scenery)


def highest(piece: SceneryInPlay) -> Length:
    """How high the top of a piece is."""
    return piece.floor + piece.piece.height
