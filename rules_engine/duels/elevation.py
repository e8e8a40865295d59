"""Elevated terrain (DUELS-ELEV): climbing, descending, jumping."""

from collections.abc import Iterator
from math import sqrt
from typing import TypeVar

from msgspec.structs import replace

from rules_engine.duels import damage
from rules_engine.duels.actions import acting_figure_advanced
from rules_engine.duels.commands import Climb, Descend, Jump, Leg, Walk
from rules_engine.duels.components import TerrainPiece
from rules_engine.duels.events import Jumped
from rules_engine.duels.measuring import LEVEL
from rules_engine.duels.state import Figure, MatchState
from rules_engine.duels.story import Story
from rules_engine.duels.surfaces import fits, foot_of, ground, surface_under, tops
from rules_engine.kernel.errors import MalformedInput, RuleViolation
from rules_engine.kernel.geometry import (
    CONTACT,
    Edge,
    Outline,
    Place,
    Point,
    edge_nearer,
    outline,
    spots_across,
    touches,
)
from rules_engine.kernel.messages import Decision, Legal, Record
from rules_engine.kernel.paths import shortest_path
from rules_engine.kernel.rule_ids import RuleId
from rules_engine.kernel.units import Length, show

EDGE_SLACK = 2 * CONTACT  # a spot on whole hundredths can be this far off the edge that it touches
ELEV_05, ELEV_06 = RuleId("DUELS-ELEV-05"), RuleId("DUELS-ELEV-06")
Step = TypeVar("Step", Climb, Descend)


class Way(Record, frozen=True, kw_only=True):
    """Where a Move has come to.

    left: inches it may still go. legs: as taken. climbed: whether it has gone up (DUELS-RULING-045). credit: inches
    that an earlier Move paid for the climb now at hand; climb_paid: those that this one leaves (DUELS-RULING-044).
    """

    place: Place | None
    level: int
    left: Length
    spent: Length = 0
    legs: tuple[Leg, ...] = ()
    climbed: bool = False
    credit: Length = 0
    climb_paid: Length = 0
    stopped_by: RuleId | None = None

    @property
    def is_over(self) -> bool:
        """Whether the Move ends here whatever is left of it."""
        return self.stopped_by is not None or self.climb_paid > 0

    def after(self, leg: Leg, cost: Length) -> "Way":
        """The way with a leg taken and paid for."""
        return replace(self, left=self.left - cost, spent=self.spent + cost, legs=(*self.legs, leg), credit=0)


def climb(state: MatchState, figure: Figure, way: Way, *, leg: Climb) -> Way:
    """Go up by some levels: 10 in each, to a spot at the edge where the climb began.

    Rules: DUELS-ELEV-01 to DUELS-ELEV-06, DUELS-ELEV-08; what is left serves on top (DUELS-ELEV-07). DUELS-RULING-044:
    without the inches for it there is no climb, or, with ``partial_climb``, what is left is paid and kept for the next
    Move.
    """
    level = _level_after(state, figure, way, leg.levels, up=True)
    spot = None if way.place is None else _climb_spot(state, figure, way.place, level, leg.to)
    cost = max(leg.levels * LEVEL - way.credit, 0)
    if cost > way.left and state.setup.rulings.partial_climb and way.left:
        return replace(way, left=0, spent=way.spent + way.left, climb_paid=way.credit + way.left)
    return _moved_to(figure, replace(way, climbed=True), leg, cost, spot, level)


def descend(state: MatchState, figure: Figure, way: Way, *, leg: Descend) -> Way:
    """Go down by some levels, the standard way: 10 in each, to a spot at the edge's foot.

    Rules: DUELS-ELEV-09, DUELS-ELEV-10; DUELS-RULING-045: after a climb in the same Move too, unless
    ``descend_after_climb`` is off.
    """
    if way.climbed and not state.setup.rulings.descend_after_climb:
        raise RuleViolation(RuleId("DUELS-RULING-045"), figure=figure.id)
    level = _level_after(state, figure, way, leg.levels, up=False)
    spot = None
    if way.place is not None:
        spot = _foot_spot(state, figure, way.place, level, leg.to, edge=ELEV_05, room=ELEV_06)
    return _moved_to(figure, way, leg, leg.levels * LEVEL, spot, level)


def jump(story: Story, command: Jump, decision: Decision) -> None:
    """Jump down any number of levels, for a click on each dial and level; it is no Move.

    Rules: DUELS-ELEV-11, DUELS-ELEV-12, DUELS-ELEV-13, DUELS-ELEV-14, DUELS-RULING-047, -048, -049.
    """
    state, figure = story.state, acting_figure_advanced(story.state, decision, command.figure)
    if not _may_jump(state):
        raise RuleViolation(RuleId("DUELS-RULING-047"), figure=figure.id)
    here = Way(place=figure.place, level=figure.level, left=0)
    level = _level_after(state, figure, here, command.levels, up=False)
    spot = None
    if figure.place is not None:
        spot = _foot_spot(
            state,
            figure,
            figure.place,
            level,
            command.to,
            edge=RuleId("DUELS-ELEV-13"),
            room=RuleId("DUELS-RULING-049"),
        )
    story.tell(Jumped(figure=figure.id, levels=command.levels, place=spot, level=level))
    damage.hurt_every_dial(story, figure.id, command.levels, rule_id=RuleId("DUELS-ELEV-12"))


def options(state: MatchState, decision: Decision) -> Legal:
    """The jumps that the acting figure can make: to every level below, straight over the nearest edge."""
    figure = state.figure(decision.subject)
    if not state.advanced or not _may_jump(state):
        return Legal(commands=())
    jumps = [
        Jump(seat=decision.seat, decision=decision.id, figure=figure.id, levels=levels)
        for levels in range(1, figure.level + 1)
    ]
    return Legal(commands=tuple(command for command in jumps if _can_jump(state, decision, command)), complete=False)


def _can_jump(state: MatchState, decision: Decision, command: Jump) -> bool:
    try:
        jump(Story(state), command, decision)
    except RuleViolation:
        return False
    return True


def crossings(state: MatchState, figure: Figure, allowance: Length) -> Iterator[tuple[Leg, ...]]:
    """Samples of ways up and down on the tracked board, over every edge in reach: where it is nearest, and its middle.

    They are ideas, not checked: whether the base may take one is for the rules of the Move to say.
    """
    place = figure.place
    assert place is not None, "a tracked figure that acts stands on the table"
    radius, field = figure.profile.radius, ground(state, figure, place)
    faces: list[tuple[TerrainPiece, Climb | Descend]] = [*_ways_up(state, place.level), *_ways_down(state, place)]
    for foot, leg in faces:
        reach = allowance + figure.climb_paid - leg.levels * LEVEL
        shape, outside = outline(foot.outline), isinstance(leg, Climb)
        if any(_touches_edge(place, radius, side) for side in shape.edges):
            yield (leg,)
        for spot in _spots_at_edges(shape, place, radius, outside=outside) if reach > 0 else ():
            path = shortest_path(field, (place.point, spot), radius, limit=reach)
            if path and spot != place.point:
                yield Walk(points=tuple(path[1:])), leg


def _ways_up(state: MatchState, level: int) -> Iterator[tuple[TerrainPiece, Climb]]:
    for top in state.terrain:
        foot = foot_of(state, top, level) if top.kind == "elevated" else None
        if foot is not None:
            yield foot, Climb(levels=top.top - level)


def _ways_down(state: MatchState, place: Place) -> Iterator[tuple[TerrainPiece, Descend]]:
    """The piece that a figure stands on, with every level that its stack leads down to."""
    top = surface_under(state, place)
    for level in range(place.level):
        if top is not None and foot_of(state, top, level) is not None:
            yield top, Descend(levels=place.level - level)


# --- spots ------------------------------------------------------------------------------------------------------------


def _climb_spot(state: MatchState, figure: Figure, place: Place, level: int, to: Point | None) -> Place:
    """Where a climb ends. Rules: DUELS-ELEV-04 (contact with the face), DUELS-ELEV-05, DUELS-ELEV-06."""
    radius = figure.profile.radius
    faces = [(foot_of(state, top, place.level), top) for top in tops(state, level)]
    touched = [(foot, top) for foot, top in faces if foot and touches(place, radius, outline(foot.outline))]
    if not touched:
        raise RuleViolation(RuleId("DUELS-ELEV-04"), figure=figure.id)
    foot, top = touched[0]
    shape = outline(top.outline)
    spots = _spots(place, radius, shape, level, to)
    at_edge = [spot for spot in spots if any(_touches_edge(spot, radius, side) for side in shape.edges)]
    return _first_fit(state, figure, place, at_edge, flush=foot is top, edge=ELEV_05, room=ELEV_06)


def _foot_spot(
    state: MatchState, figure: Figure, place: Place, level: int, to: Point | None, *, edge: RuleId, room: RuleId
) -> Place:
    """Where a descent or jump ends: at the foot, touching the edge that the base touched above."""
    radius, top = figure.profile.radius, surface_under(state, place)
    foot = top and foot_of(state, top, level)
    if top is None or foot is None:
        raise _no_surface(figure, level)
    if not any(_touches_edge(place, radius, side) for side in outline(top.outline).edges):
        raise RuleViolation(RuleId("DUELS-ELEV-04"), figure=figure.id)
    shape = outline(foot.outline)
    at_foot = [spot for spot in _spots(place, radius, shape, level, to) if touches(spot, radius, shape)]
    return _first_fit(state, figure, place, at_foot, flush=foot is top, edge=edge, room=room)


def _spots(place: Place, radius: Length, shape: Outline, level: int, to: Point | None) -> list[Place]:
    """The spot that a command names, or those straight across the edges, the nearest first."""
    return [Place(x, y, level) for x, y in ((to,) if to else spots_across(place, radius, shape))]


def _first_fit(
    state: MatchState, figure: Figure, place: Place, spots: list[Place], *, flush: bool, edge: RuleId, room: RuleId
) -> Place:
    """The first spot on the other side of the edge at which a base stands and where it has room.

    flush: one edge is crossed. Up or down several pieces of a stack their edges need not be flush, but no ledge between
    them may hold the base: else the figure has to stop there. Raises RuleViolation by the ids handed in.
    """
    radius = figure.profile.radius
    limit = 2 * radius + EDGE_SLACK if flush else 4 * radius - EDGE_SLACK
    across = [spot for spot in spots if (place.x - spot.x) ** 2 + (place.y - spot.y) ** 2 <= limit * limit]
    if not across:
        raise RuleViolation(edge, figure=figure.id)
    fitting = next((spot for spot in across if fits(state, figure, spot)), None)
    if fitting is None:
        raise RuleViolation(room, figure=figure.id)
    return fitting


def _touches_edge(place: Place, radius: Length, side: Edge) -> bool:
    return edge_nearer(side, place.x, place.y, reach=radius + EDGE_SLACK)


def _spots_at_edges(shape: Outline, place: Place, radius: Length, *, outside: bool) -> Iterator[Point]:
    """Spots at which a base touches an edge: where the edge is nearest, and its middle."""
    for side in shape.edges:
        gap = radius if outside else -radius
        yield _beside(side, _share(side, place, radius), gap)
        yield _beside(side, 0.5, gap)


def _share(side: Edge, place: Place, margin: Length) -> float:
    """How far along an edge it is nearest to a place, keeping a margin from its ends where there is room for both."""
    along = ((place.x - side.x1) * side.dx + (place.y - side.y1) * side.dy) / side.square
    keep = min(margin / sqrt(side.square), 0.5)
    return min(max(along, keep), 1 - keep)


def _beside(side: Edge, share: float, gap: Length) -> Point:
    """The point outside (or, by a negative gap, inside) an edge, after a share of its length."""
    length = sqrt(side.square)
    x, y = side.x1 + side.dx * share, side.y1 + side.dy * share
    return round(x + side.dy / length * gap), round(y - side.dx / length * gap)


# --- pieces -----------------------------------------------------------------------------------------------------------


def _level_after(state: MatchState, figure: Figure, way: Way, levels: int, *, up: bool) -> int:
    """The level that a climb, descent or jump leads to. Rules: DUELS-ELEV-01, DUELS-ELEV-02.

    Errors: MalformedInput for less than one level; RuleViolation where nothing can be stood on.
    """
    if levels < 1:
        raise MalformedInput("A figure goes up or down by at least one level.")
    level = way.level + levels if up else way.level - levels
    if level < 0 or (level > 0 and not tops(state, level)):
        raise _no_surface(figure, level)
    return level


def _no_surface(figure: Figure, level: int) -> RuleViolation:
    return RuleViolation(RuleId("DUELS-ELEV-01"), figure=figure.id, level=level)


def _moved_to(figure: Figure, way: Way, leg: Step, cost: Length, spot: Place | None, level: int) -> Way:
    """The way after a leg up or down. Rules: DUELS-ELEV-03, DUELS-ELEV-10."""
    if cost > way.left:
        raise RuleViolation(RuleId("DUELS-ELEV-03"), figure=figure.id, needed=show(cost), left=show(way.left))
    taken = leg if spot is None else replace(leg, to=spot.point)
    return replace(way.after(taken, cost), place=spot, level=level)


def _may_jump(state: MatchState) -> bool:
    """DUELS-RULING-047."""
    moved = state.turn is not None and state.turn.moved
    return not moved or state.setup.rulings.jump_timing == "between_actions"
