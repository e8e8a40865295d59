"""Placing figures (DUELS-SETUP-17 to DUELS-SETUP-20): alpha team first, then clockwise."""

from collections.abc import Collection, Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from rules_engine.duels import spacing, surfaces, victory
from rules_engine.duels.commands import PlaceFigure
from rules_engine.duels.events import FigurePlaced
from rules_engine.duels.state import Figure, MatchState
from rules_engine.duels.story import Story
from rules_engine.kernel.errors import MalformedInput, RuleViolation
from rules_engine.kernel.geometry import Outline, Place, base_distance, outline, outline_distance, wholly_inside
from rules_engine.kernel.messages import Decision, Legal
from rules_engine.kernel.rule_ids import RuleId
from rules_engine.kernel.units import Length, inches, show

STEP: Final = inches(1)  # of the search for room that is left
FAR: Final = inches(1_000_000)


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
    """Tracked board: a base must be able to stand there, in its zone or far enough from enemies and terrain."""
    zones = _zones(state, figure.team)
    on_ground = place.level == 0
    if not on_ground and (not zones or surfaces.surface_under(state, place) is None):
        raise RuleViolation(RuleId("DUELS-SETUP-20"), figure=figure.id, level=place.level)
    surfaces.check_path(state, figure, (place.point,), place.level)
    if zones:
        if not any(wholly_inside(place, figure.profile.radius, zone) for zone in zones):
            raise RuleViolation(RuleId("DUELS-SETUP-17"), figure=figure.id)
        return
    room = _room(state, figure, place)
    least = _wanted(state)
    if not room.satisfies(least) and state.setup.rulings.placement_fallback == "maximise_distance":
        least = _attainable(state, _survey(state, figure, STEP).values())
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
    enemies = (
        base_distance(place, radius, other.place, other.profile.radius)
        for other in state.figures
        if other.place is not None and other.team != figure.team
    )
    pieces = (outline_distance(place, radius, outline(piece.outline)) for piece in state.terrain)
    return Room(min(enemies, default=FAR), min(pieces, default=FAR))


def _attainable(state: MatchState, rooms: Collection[Room]) -> Room:
    """The distances that can be kept somewhere on the table (DUELS-RULING-019 ``maximise_distance``).

    Those wanted if there is a spot for them; else the greatest distance to enemies among spots that keep the one to
    terrain; else that to terrain is dropped. rooms: of all spots.
    """
    wanted = _wanted(state)
    clear = [room for room in rooms if room.terrain >= wanted.terrain]
    best = max((room.enemy for room in clear or rooms), default=0)
    return Room(min(best, wanted.enemy), wanted.terrain if clear else 0)


@lru_cache(maxsize=16)
def _survey(state: MatchState, figure: Figure, step: Length) -> dict[Place, Room]:
    """The room at spots all over the table, ``step`` apart, where a base can stand; kept while a spot is chosen."""
    return {place: _room(state, figure, place) for place in _standing_places(state, figure, step)}


def _standing_places(state: MatchState, figure: Figure, step: Length) -> Iterator[Place]:
    """Spots at ground level all over the table, ``step`` apart, where a base can stand."""
    margin, table = figure.profile.radius, state.setup.table
    for x in _stops(margin, table.width - margin, step):
        for y in _stops(margin, table.depth - margin, step):
            place = Place(x, y)
            if surfaces.fits(state, figure, place):
                yield place


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
        places = _standing_places(state, figure, STEP)
        if not any(_room(state, figure, place).satisfies(wanted) for place in places):
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
    if enemies and _stated(command.enemy_distance, "nearest enemy") < wanted.enemy:
        raise RuleViolation(RuleId("DUELS-SETUP-18"), figure=figure.id, least=show(wanted.enemy))
    if terrain and _stated(command.terrain_distance, "nearest terrain") < wanted.terrain:
        raise RuleViolation(RuleId("DUELS-SETUP-19"), figure=figure.id, least=show(wanted.terrain))


def _zones_of(state: MatchState, team: str) -> bool:
    return any(zone.team == team for zone in state.setup.placement.zones)


def _stated(distance: Length | None, what: str) -> Length:
    if distance is None:
        raise MalformedInput(f"State the distance to the {what}.")
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
        for place in spacing.spread(_starts(state, figure))
    )
    return Legal(commands=commands, complete=False)


def _starts(state: MatchState, figure: Figure) -> list[Place]:
    """Legal spots: a wide net first, then a narrow one, and at last the best that a full table leaves."""
    if _zones_of(state, figure.team):
        return _starts_in_zones(state, figure)
    rooms = _survey(state, figure, spacing.NET)
    least = _wanted(state)
    if not any(room.satisfies(least) for room in rooms.values()):
        rooms = _survey(state, figure, STEP)
        least = _attainable(state, rooms.values())
    return [place for place, room in rooms.items() if room.satisfies(least)]


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
