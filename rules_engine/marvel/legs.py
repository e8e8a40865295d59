"""The legs of a movement, one at a time: walks, climbs and jumps, and where one may stop."""

from rules_engine.kernel.errors import MalformedInput, RuleViolation
from rules_engine.kernel.geometry import Place, Point, touches
from rules_engine.kernel.paths import Ground, Obstruction, hits_disc, hits_outline, obstruction, path_length
from rules_engine.kernel.rule_ids import RuleId
from rules_engine.kernel.units import Length
from rules_engine.marvel import abilities, measuring, surfaces
from rules_engine.marvel.commands import Climb, Jump, Walk
from rules_engine.marvel.state import Character, MatchState
from rules_engine.marvel.surfaces import Solid

WALKING, JUMPING, FITTING = RuleId("MARVEL-MOVE-03"), RuleId("MARVEL-JUMP-01"), RuleId("MARVEL-JUMP-02")


def walk(state: MatchState, character: Character, place: Place | None, leg: Walk) -> tuple[Length, Place | None]:
    """A stretch at one height: its length and its end.

    Rules: MARVEL-MOVE-03, MARVEL-ABILITY-PHASE-SHIFT. Errors: RuleViolation where something is in the way, or off a
    wall; MalformedInput for a leg that does not suit the board.
    """
    if state.tracked != bool(leg.points) or state.tracked == bool(leg.distance) or leg.distance < 0:
        raise MalformedInput("A walk has points on the tracked board and a distance on the declared one.")
    if place is None:
        return leg.distance, None
    if not surfaces.is_borne(state, place) and not abilities.has(state, character, "fly"):
        raise RuleViolation(WALKING, character=character.id)
    path = (place.point, *leg.points)
    barred = bars_walk(state, character, place, path)
    if barred is not None:
        raise RuleViolation(WALKING, character=character.id, obstruction=barred)
    return path_length(path), Place(*path[-1], place.level)


def bars_walk(state: MatchState, character: Character, place: Place, path: tuple[Point, ...]) -> Obstruction | None:
    """What is in the way of a walk, if anything is; a Wall-Crawler's base may reach over edges and into corners."""
    ground = surfaces.ground(state, character, place)
    if not abilities.has(state, character, "wall_crawler"):
        return obstruction(ground, path, character.card.radius)
    bases = Ground(ground.width, ground.depth, barriers=ground.barriers)
    middle = Ground(ground.width, ground.depth, ground.solids, surface=ground.surface)
    return obstruction(bases, path, character.card.radius) or obstruction(middle, path, 0)


# --- climbs -----------------------------------------------------------------------------------------------------------


def climb(state: MatchState, character: Character, place: Place | None, leg: Climb, *, height: Length) -> Place | None:
    """Up or down over an edge that the base touches: the spot at the other height, None on the declared board.

    Rules: MARVEL-JUMP-01, MARVEL-JUMP-02, MARVEL-ABILITY-WALL-CRAWLER-02 (who may stop on the wall). Errors:
    RuleViolation where there is no such edge, or nothing to stand on beyond it; MalformedInput for no height at all, or
    one that no table has.
    """
    if leg.rise == 0 or not 0 <= height + leg.rise <= measuring.farthest(state):
        raise MalformedInput("A climb goes up or down, to a height that is on the table.")
    if place is None:
        if leg.to is not None:
            raise MalformedInput("A spot is named on the tracked board only.")
        return None
    level = place.level + leg.rise
    faces = _faces(state, character, place, level)
    if not faces:
        raise RuleViolation(JUMPING, character=character.id)
    spots = _spots(state, character, place, level, faces, to=leg.to)
    if not spots:
        raise RuleViolation(FITTING, character=character.id)
    return next((spot for spot in spots if surfaces.may_stop(state, character, spot)), spots[0])


def climbable(state: MatchState, character: Character, place: Place, level: Length) -> bool:
    """Whether a base touches a side that leads from where it stands to some height."""
    return bool(_faces(state, character, place, level))


def _spots(
    state: MatchState, character: Character, place: Place, level: Length, faces: list[Solid], *, to: Point | None
) -> list[Place]:
    """Where a climb to a height can lead, the spot that was named or the nearest first."""
    radius = character.card.radius
    found: list[Place] = []
    for face in faces:
        spots = [Place(*point, level) for point in surfaces.spots_over_edge(place, radius, face.shape, to)]
        found += [spot for spot in spots if surfaces.is_borne(state, spot)]
    if not to and abilities.has(state, character, "wall_crawler"):
        found.append(Place(place.x, place.y, level))
    return found


def _faces(state: MatchState, character: Character, place: Place, level: Length) -> list[Solid]:
    """The pieces whose side leads from one height to another where a base stands: up to their top, or down from it."""
    radius = character.card.radius
    low, high = min(place.level, level), max(place.level, level)
    return [
        solid
        for solid in surfaces.solids(state)
        if solid.floor <= low and high <= solid.top and _is_at(place, radius, solid)
    ]


def _is_at(place: Place, radius: Length, solid: Solid) -> bool:
    """Whether a base touches the side of a piece, from below or, on its top, at its edge."""
    if place.level < solid.top:
        return touches(place, radius, solid.shape)
    return surfaces.is_at_edge(place, radius, solid.shape)


# --- jumps and flight -------------------------------------------------------------------------------------------------


def jump(
    state: MatchState, character: Character, place: Place | None, leg: Jump, *, height: Length
) -> tuple[Length, Place | None]:
    """Straight through the air: its length and its end. Who flies may come down later.

    Rules: MARVEL-JUMP-01, MARVEL-JUMP-02, MARVEL-ABILITY-FLY. Errors: RuleViolation where something is in the way or
    nothing to stand on; MalformedInput for a leg that does not suit the board.
    """
    if place is None:
        if leg.to is not None or leg.distance <= 0 or not 0 <= height + leg.rise <= measuring.farthest(state):
            raise MalformedInput("On the declared board a jump has a distance, and may have a rise.")
        return leg.distance, None
    if leg.to is None or leg.distance or leg.rise or not 0 <= leg.to.level <= measuring.farthest(state):
        raise MalformedInput("On the tracked board a jump has a place to go to.")
    barred = bars_flight(state, character, place, leg.to)
    if barred is not None:
        raise RuleViolation(JUMPING, character=character.id, obstruction=barred)
    unfit = None if abilities.has(state, character, "fly") else bars_stop(state, character, leg.to)
    if unfit is not None:
        raise RuleViolation(unfit, character=character.id)
    return measuring.straight(place, leg.to), leg.to


def bars_flight(state: MatchState, character: Character, start: Place, end: Place) -> Obstruction | None:
    """What is in the way in the air: the edge of the table, and what is higher than both ends of the way.

    Phase Shift passes through all of it (MARVEL-ABILITY-PHASE-SHIFT).
    """
    radius, table = character.card.radius, state.setup.table
    path, level = (start.point, end.point), max(start.level, end.level)
    if off := obstruction(Ground(table.width, table.depth), path, radius):
        return off
    if abilities.has(state, character, "phase_shift"):
        return None
    if any(hits_outline(path, radius, solid.shape) for solid in surfaces.in_the_way(state, character, level)):
        return Obstruction.SOLID
    if any(hits_disc(path, radius, disc) for disc in surfaces.others(state, character, level)):
        return Obstruction.BARRIER
    return None


# --- the end ----------------------------------------------------------------------------------------------------------


def bars_stop(state: MatchState, character: Character, place: Place) -> RuleId | None:
    """The rule by which a movement may not end somewhere; None where it may.

    Rules: MARVEL-JUMP-02, MARVEL-ABILITY-WALL-CRAWLER-03, MARVEL-ABILITY-PHASE-SHIFT-02.
    """
    if surfaces.may_stop(state, character, place):
        return None
    if abilities.has(state, character, "wall_crawler"):
        return RuleId("MARVEL-ABILITY-WALL-CRAWLER-03")
    return RuleId("MARVEL-ABILITY-PHASE-SHIFT-02") if abilities.has(state, character, "phase_shift") else FITTING
