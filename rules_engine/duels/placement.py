"""Placing figures (DUELS-SETUP-17 to DUELS-SETUP-20): alpha team first, then clockwise."""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import islice, product
from operator import itemgetter
from typing import Final, NamedTuple, TypeAlias

from rules_engine.duels import spacing, surfaces, victory
from rules_engine.duels.commands import PlaceFigure
from rules_engine.duels.events import FigurePlaced
from rules_engine.duels.state import Figure, MatchState
from rules_engine.duels.story import Story
from rules_engine.kernel.errors import MalformedInput, RuleViolation
from rules_engine.kernel.geometry import (
    Outline,
    Place,
    base_distance,
    is_clear_of,
    outline,
    outline_distance,
    wholly_inside,
)
from rules_engine.kernel.messages import Decision, Legal
from rules_engine.kernel.paths import obstruction
from rules_engine.kernel.rule_ids import RuleId
from rules_engine.kernel.units import Length, inches, show

STEP: Final = inches(1)  # of the search for room that is left
SIDE: Final = 5  # spots along a square of them
OFF_MIDDLE: Final = inches(3)  # no spot of a square is farther from its middle
FAR: Final = inches(1_000_000)
Base: TypeAlias = tuple[Place, Length]
"""Where a base stands, and its radius."""


def order(state: MatchState) -> tuple[str, ...]:
    """Who places figures, one entry a figure: alpha first, then clockwise (DUELS-SETUP-17, DUELS-RULING-018)."""
    sizes = {team: len(state.team(team)) for team in state.live_teams()}
    if state.setup.rulings.figure_placement_order == "whole_team":
        return tuple(team for team, size in sizes.items() for _ in range(size))
    return tuple(team for turn in range(max(sizes.values())) for team, size in sizes.items() if turn < size)


def placing(state: MatchState) -> tuple[Decision, ...]:
    """The figures that the placing team may place now; its players go in any order."""
    return tuple(
        state.ask("place_figure", figure.seat, figure.id, together=True)
        for figure in _unplaced(state, state.to_place[0])
    )


def _unplaced(state: MatchState, team: str) -> tuple[Figure, ...]:
    return tuple(figure for figure in state.team(team) if not figure.placed)


def place(story: Story, command: PlaceFigure, decision: Decision) -> None:
    """Put a figure on the table.

    Rules: DUELS-SETUP-17 to -20, DUELS-RULING-018, DUELS-RULING-019. Errors: RuleViolation for a spot where it may not
    start; MalformedInput for another figure, or where the board wants a place and none is given, or the reverse.
    """
    state = story.state
    if command.figure != decision.subject:
        raise MalformedInput(f"{decision.subject} is placed, not {command.figure}.")
    if (command.place is not None) != state.tracked:
        raise MalformedInput("A place is given on the tracked board, and only there.")
    figure = state.figure(command.figure)
    if command.place is not None:
        _check_place(state, figure, command.place)
        story.tell(FigurePlaced(figure=figure.id, place=command.place, level=command.place.level))
    elif _rejects(state, command):
        _reject(story)
    else:
        _check_stated_place(state, figure, command)
        story.tell(FigurePlaced(figure=figure.id, level=command.level))


def _check_place(state: MatchState, figure: Figure, place: Place) -> None:
    """Tracked board: a base must be able to stand there, in its zone or far enough from enemies and terrain.

    Where its zones are full it is placed as if there were none.
    """
    zones = _zones(state, figure.team)
    on_ground = place.level == 0
    if not on_ground and (not zones or surfaces.surface_under(state, place) is None):
        raise RuleViolation(RuleId("DUELS-SETUP-20"), figure=figure.id, level=place.level)
    surfaces.check_path(state, figure, (place.point,), level=place.level)
    if any(wholly_inside(place, figure.profile.radius, zone) for zone in zones):
        return
    if zones and _starts_in_zones(state, figure):
        raise RuleViolation(RuleId("DUELS-SETUP-17"), figure=figure.id)
    room = _room(state, figure, place)
    least = _wanted(state)
    if not room.satisfies(least) and state.setup.rulings.placement_fallback == "maximise_distance":
        least = _attainable(state, figure)
    if room.enemy < least.enemy:
        raise RuleViolation(RuleId("DUELS-SETUP-18"), figure=figure.id, least=show(least.enemy))
    if room.terrain < least.terrain:
        raise RuleViolation(RuleId("DUELS-SETUP-19"), figure=figure.id, least=show(least.terrain))


class Room(NamedTuple):
    """Distances from a base, edge to edge, to the nearest enemy and the nearest terrain; `FAR` where there is none."""

    enemy: Length
    terrain: Length

    def satisfies(self, least: "Room") -> bool:
        """Whether both distances are kept."""
        return self.enemy >= least.enemy and self.terrain >= least.terrain


def _zones(state: MatchState, team: str) -> list[Outline]:
    return [outline(zone.outline) for zone in state.setup.placement.zones if zone.team == team]


def _wanted(state: MatchState) -> Room:
    """48 in from enemies, and in advanced 12 in from terrain (DUELS-SETUP-18, DUELS-SETUP-19)."""
    placement = state.setup.placement
    return Room(placement.enemy_distance, placement.terrain_distance if state.advanced else 0)


def _room(state: MatchState, figure: Figure, place: Place) -> Room:
    radius = figure.profile.radius
    pieces = (outline_distance(place, radius, outline(piece.outline)) for piece in state.terrain)
    return Room(_gap(place, radius, _enemies(state, figure)), min(pieces, default=FAR))


def _enemies(state: MatchState, figure: Figure) -> list[Base]:
    """The bases of enemies that stand already."""
    enemies = (other for other in state.figures if other.team != figure.team)
    return [(other.place, other.profile.radius) for other in enemies if other.place is not None]


def _gap(place: Place, radius: Length, bases: list[Base]) -> Length:
    """The distance from a base to the nearest of others."""
    return min([base_distance(place, radius, *base) for base in bases], default=FAR)


def _is_clear(state: MatchState, figure: Figure, place: Place, least: Length) -> bool:
    """Whether a spot keeps a distance to all terrain."""
    radius = figure.profile.radius
    return least <= 0 or all(is_clear_of(place, radius, outline(piece.outline), least=least) for piece in state.terrain)


@lru_cache(maxsize=16)
def _attainable(state: MatchState, figure: Figure) -> Room:
    """The distances that can be kept somewhere on the table (DUELS-RULING-019 ``maximise_distance``).

    Those wanted if there is a spot for them; else the greatest distance to enemies among spots that keep the one to
    terrain; else that to terrain is dropped. Kept while a spot is chosen, since it takes a look all over the table.
    """
    wanted = _wanted(state)
    enemy = _farthest(state, figure, wanted)
    if enemy is not None:
        return Room(enemy, wanted.terrain)
    return Room(_farthest(state, figure, Room(wanted.enemy, 0)) or 0, 0)


def _farthest(state: MatchState, figure: Figure, wanted: Room) -> Length | None:
    """The greatest distance to enemies, up to the one wanted, at any spot so far from terrain; None without a spot."""
    field, radius, enemies = surfaces.ground(state, figure, Place(0, 0)), figure.profile.radius, _enemies(state, figure)
    best = -1
    for most, places in sorted(_squares(state, figure, wanted.terrain), key=itemgetter(0), reverse=True):
        if best >= min(most, wanted.enemy):
            break
        for place in places:
            enemy = min(_gap(place, radius, enemies), wanted.enemy)
            if enemy > best and _is_clear(state, figure, place, wanted.terrain):
                best = enemy if obstruction(field, (place.point,), radius) is None else best
    return best if best >= 0 else None


def _squares(state: MatchState, figure: Figure, terrain: Length) -> Iterator[tuple[Length, Iterator[Place]]]:
    """The spots of a narrow net, square by square, each with a distance to enemies that none of its spots exceeds.

    terrain: squares without a spot so far from terrain are left out.
    """
    across, along = _stops_of(state, figure, STEP)
    enemies, radius = _enemies(state, figure), figure.profile.radius
    for xs, ys in product(_cut(across), _cut(along)):
        middle = Place(xs[len(xs) // 2], ys[len(ys) // 2])
        if _is_clear(state, figure, middle, terrain - OFF_MIDDLE):
            yield _gap(middle, radius, enemies) + OFF_MIDDLE, (Place(x, y) for x, y in product(xs, ys))


def _cut(stops: tuple[Length, ...]) -> list[tuple[Length, ...]]:
    return [stops[start : start + SIDE] for start in range(0, len(stops), SIDE)]


def _roomy(state: MatchState, figure: Figure, places: Iterable[Place], least: Room) -> Iterator[Place]:
    """Those of some spots at ground level that keep these distances and where a base can stand."""
    field, radius, enemies = surfaces.ground(state, figure, Place(0, 0)), figure.profile.radius, _enemies(state, figure)
    far = (place for place in places if all(base_distance(place, radius, *base) >= least.enemy for base in enemies))
    clear = (place for place in far if _is_clear(state, figure, place, least.terrain))
    return (place for place in clear if obstruction(field, (place.point,), radius) is None)


def _net(state: MatchState, figure: Figure, step: Length) -> list[Place]:
    """Spots all over the table, ``step`` apart, that keep a base on it."""
    return [Place(x, y) for x, y in product(*_stops_of(state, figure, step))]


def _stops_of(state: MatchState, figure: Figure, step: Length) -> tuple[tuple[Length, ...], tuple[Length, ...]]:
    """Where the lines of a net cross the sides of the table."""
    margin, table = figure.profile.radius, state.setup.table
    return _stops(margin, table.width - margin, step), _stops(margin, table.depth - margin, step)


def _stops(start: Length, end: Length, step: Length) -> tuple[Length, ...]:
    """Whole steps from start to end, and the end itself."""
    return (*range(start, end, step), end)


def _rejects(state: MatchState, command: PlaceFigure) -> bool:
    return command.no_room and state.setup.rulings.placement_fallback == "reject_setup"


def reject_crowded_table(story: Story) -> None:
    """Call the match off when a figure has no legal spot (DUELS-RULING-019 ``reject_setup``)."""
    state = story.state
    if not state.tracked or state.setup.rulings.placement_fallback != "reject_setup" or state.setup.placement.zones:
        return
    wanted = _wanted(state)
    for figure in _unplaced(state, state.to_place[0]):
        if not any(_roomy(state, figure, _net(state, figure, STEP), wanted)):
            _reject(story)
            return


def _reject(story: Story) -> None:
    """An illegal setup ends the match; nobody has won."""
    victory.end(story, story.state.teams, RuleId("DUELS-RULING-019"))


def _check_stated_place(state: MatchState, figure: Figure, command: PlaceFigure) -> None:
    """Declared board: the players state the distances, or that there is no room (DUELS-SETUP-18 to -20)."""
    zoned = _zones_of(state, figure.team)
    if not 0 <= command.level <= (state.setup.rulings.max_level if zoned else 0):
        raise RuleViolation(RuleId("DUELS-SETUP-20"), figure=figure.id, level=command.level)
    if zoned or command.no_room:
        return
    wanted = _wanted(state)
    enemies = any(other.placed and other.team != figure.team for other in state.figures)
    terrain = bool(state.terrain) and state.advanced
    if enemies and stated(state, command.enemy_distance, "the nearest enemy") < wanted.enemy:
        raise RuleViolation(RuleId("DUELS-SETUP-18"), figure=figure.id, least=show(wanted.enemy))
    if terrain and stated(state, command.terrain_distance, "the nearest terrain") < wanted.terrain:
        raise RuleViolation(RuleId("DUELS-SETUP-19"), figure=figure.id, least=show(wanted.terrain))


def _zones_of(state: MatchState, team: str) -> bool:
    return any(zone.team == team for zone in state.setup.placement.zones)


def stated(state: MatchState, distance: Length | None, what: str) -> Length:
    """The distance that players stated on the declared board. Raises MalformedInput for none, or one no table gives."""
    if distance is None:
        raise MalformedInput(f"State the distance to {what}.")
    if not 0 <= distance <= state.setup.table.farthest:
        raise MalformedInput(f"On this table {what} cannot be {show(distance)} in away.")
    return distance


def options(state: MatchState, decision: Decision) -> Legal:
    """Spots where the figure may start, spread over the table; on the declared board the distances it must keep."""
    figure = state.figure(decision.subject)
    if not state.tracked:
        wanted = _wanted(state)
        stated = PlaceFigure(
            seat=decision.seat,
            decision=decision.id,
            figure=figure.id,
            enemy_distance=wanted.enemy,
            terrain_distance=wanted.terrain,
        )
        return Legal(commands=(stated,), complete=False)
    commands = tuple(
        PlaceFigure(seat=decision.seat, decision=decision.id, figure=figure.id, place=place)
        for place in _starts(state, figure)
    )
    return Legal(commands=commands, complete=False)


def _starts(state: MatchState, figure: Figure) -> Sequence[Place]:
    """A few legal spots: from a wide net first, else from a narrow one the best that a full table leaves."""
    if zoned := _starts_in_zones(state, figure):
        return spacing.spread(zoned)
    spots = spacing.scattered(_net(state, figure, spacing.NET))
    found = tuple(islice(_roomy(state, figure, spots, _wanted(state)), spacing.LISTED))
    if found:
        return found
    least = _attainable(state, figure)
    squares = _squares(state, figure, least.terrain)
    places = (place for most, square in squares if most >= least.enemy for place in square)
    return spacing.spread(tuple(_roomy(state, figure, places, least)))


def _starts_in_zones(state: MatchState, figure: Figure) -> list[Place]:
    """Spots in the team's zones on the table and on elevated terrain."""
    radius, zones = figure.profile.radius, _zones(state, figure.team)
    levels = sorted({0, *(piece.top for piece in state.terrain if piece.kind == "elevated")})
    return [
        place
        for zone in zones
        for x in _stops(zone.box[0] + radius, zone.box[2] - radius, STEP)
        for y in _stops(zone.box[1] + radius, zone.box[3] - radius, STEP)
        for level in levels
        if wholly_inside(place := Place(x, y, level), radius, zone) and surfaces.fits(state, figure, place)
    ]
