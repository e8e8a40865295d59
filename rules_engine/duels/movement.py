"""Movement (DUELS-MOVE), on both boards."""

from collections.abc import Iterator
from typing import TypeAlias, assert_never

from msgspec.structs import replace

from rules_engine.duels import dice_uses, elevation, prospects
from rules_engine.duels.actions import acting_figure
from rules_engine.duels.commands import Climb, Descend, Leg, MoveTo, StartMove, Walk
from rules_engine.duels.elevation import Way
from rules_engine.duels.events import FigureMoved, MoveRolled, MoveStarted
from rules_engine.duels.state import Figure, MatchState, MovePending
from rules_engine.duels.story import Story
from rules_engine.duels.surfaces import check_path, ground, obstructing_at
from rules_engine.kernel.dice import Dice
from rules_engine.kernel.errors import MalformedInput, RuleViolation
from rules_engine.kernel.geometry import Disc, Path, Place, outline, touches, wholly_inside
from rules_engine.kernel.messages import Decision, Legal
from rules_engine.kernel.paths import first_entry, path_length, sample_paths
from rules_engine.kernel.rule_ids import RuleId
from rules_engine.kernel.units import INCH, Length, show

Legs: TypeAlias = tuple[Leg, ...]
SWALLOWED = RuleId("DUELS-MOVE-12")


def awaiting(state: MatchState, pending: MovePending) -> tuple[Decision, ...]:
    """The roll of a Move's dice, then its way (DUELS-RULING-040)."""
    figure = state.figure(pending.figure)
    if pending.allowance is not None:
        return (state.ask("move", figure.seat, figure.id),)
    return (state.ask("roll_move", figure.seat, figure.id, pools=tuple(state.die(die).die for die in pending.dice)),)


def start_move(story: Story, command: StartMove, decision: Decision) -> None:
    """Begin a Move; its dice wait for their roll.

    Rules: DUELS-ACT-02, DUELS-MOVE-01, DUELS-MOVE-02, DUELS-MOVE-09, DUELS-MOVE-11, DUELS-RULING-040.
    """
    state, figure = story.state, acting_figure(story.state, decision, command.figure)
    if has_moved(state):
        raise RuleViolation(RuleId("DUELS-MOVE-09"), figure=figure.id)
    touching = touches_obstructing(state, figure) if state.tracked else command.touching_obstructing
    dice_uses.check_move(state, figure, command.dice, touching_obstructing=touching)
    allowance = None if command.dice else figure.value("head") * INCH
    story.tell(MoveStarted(figure=figure.id, dice=command.dice, allowance=allowance))


def roll_move(story: Story, decision: Decision, dice: Dice) -> None:
    """Roll a Move's dice: modified movement is Head plus results.

    Rules: DUELS-MOVE-02, DUELS-DICE-13, DUELS-DICE-14 (aces count 0 and have no effect).
    """
    state, figure = story.state, story.state.figure(decision.subject)
    roll = dice.roll("move", decision.pools)
    total = sum(state.die(name).value(face) for name, face in zip(roll.names, roll.faces, strict=True))
    story.tell(MoveRolled(figure=figure.id, roll=roll, allowance=(figure.value("head") + total) * INCH))


def move_to(story: Story, command: MoveTo, decision: Decision) -> None:
    """Take the way of a started Move, leg by leg, or stay; the Move is then over.

    Rules: DUELS-MOVE-03 to DUELS-MOVE-10, DUELS-MOVE-12; climbing and descending: `elevation`. Legs past the point
    where obstructing terrain ends the Move are lost with the rest of it. The turn goes on (DUELS-RULING-031).
    """
    state, figure = story.state, story.state.figure(decision.subject)
    way = follow(state, figure, command.legs)
    swallowed = command.swallowed and not state.tracked
    story.tell(
        FigureMoved(
            figure=figure.id,
            legs=way.legs,
            spent=way.spent,
            place=way.place,
            level=way.level,
            stopped_by=SWALLOWED if swallowed else way.stopped_by,
            climb_paid=way.climb_paid,
        )
    )


def options(state: MatchState, decision: Decision) -> Legal:
    """The ways to begin a Move: without dice, or with those that may be rolled."""
    if has_moved(state):
        return Legal(commands=())
    figure = state.figure(decision.subject)
    hands = dice_uses.move_hands(
        state, figure, touching_obstructing=state.tracked and touches_obstructing(state, figure)
    )
    return Legal(
        commands=tuple(
            StartMove(seat=decision.seat, decision=decision.id, figure=figure.id, dice=hand) for hand in hands
        ),
        complete=False,
    )


def way_options(state: MatchState, decision: Decision) -> Legal:
    """Samples of the ways a started Move can take; staying is always one of them."""
    figure, allowance = state.figure(decision.subject), _pending(state).allowance or 0
    stay = MoveTo(seat=decision.seat, decision=decision.id)
    ways = _tracked_ways(state, figure, allowance) if state.tracked else _declared_ways(state, allowance)
    commands = (stay, *(replace(stay, legs=legs) for legs, sure in ways if sure or _can_take(state, figure, legs)))
    return Legal(commands=commands, complete=False)


def has_moved(state: MatchState) -> bool:
    """Whether the acting figure has used its Move (DUELS-ACT-02, DUELS-MOVE-09)."""
    return state.turn is not None and state.turn.moved


def touches_obstructing(state: MatchState, figure: Figure) -> bool:
    """Whether any part of a base touches obstructing terrain, on the tracked board (DUELS-MOVE-11)."""
    place = figure.place
    assert place is not None, "a tracked figure that acts stands on the table"
    pieces = obstructing_at(state, place.level)
    return any(touches(place, figure.profile.radius, outline(piece.outline)) for piece in pieces)


# --- the way, leg by leg ----------------------------------------------------------------------------------------------


def follow(state: MatchState, figure: Figure, legs: Legs) -> Way:
    """How far the legs of a Move lead a figure. Raises RuleViolation where one of them breaks a rule."""
    allowance = _pending(state).allowance or 0
    way = Way(place=figure.place, level=figure.level, left=allowance, credit=figure.climb_paid)
    if legs and _starts_stopped(state, figure):
        return replace(way, stopped_by=SWALLOWED)
    for leg in legs:
        way = _step(state, figure, way, leg)
        if way.is_over:
            break
    return way


def _step(state: MatchState, figure: Figure, way: Way, leg: Leg) -> Way:
    match leg:
        case Walk():
            return _walk(state, figure, way, leg)
        case Climb():
            return _swallow(state, figure, elevation.climb(state, figure, way, leg=leg))
        case Descend():
            return _swallow(state, figure, elevation.descend(state, figure, way, leg=leg))
        case _:
            assert_never(leg)


def _walk(state: MatchState, figure: Figure, way: Way, leg: Walk) -> Way:
    """A stretch on one level. Rules: DUELS-MEAS-01, DUELS-MEAS-02, DUELS-MOVE-03, DUELS-MOVE-07."""
    if state.tracked != bool(leg.points) or state.tracked == bool(leg.distance) or leg.distance < 0:
        raise MalformedInput("A walk has points on the tracked board and a distance on the declared one.")
    if way.place is None:
        return _walked(figure, way, leg, leg.distance)
    path, stopped = _as_far_as_terrain_lets(state, figure, (way.place.point, *leg.points), way.level)
    walked = _walked(figure, way, Walk(points=tuple(path[1:])), path_length(path))
    check_path(state, figure, path, level=way.level)
    place = Place(*path[-1], way.level)
    return replace(walked, place=place, stopped_by=SWALLOWED if stopped else None)


def _walked(figure: Figure, way: Way, leg: Walk, length: Length) -> Way:
    if length > way.left:
        raise RuleViolation(RuleId("DUELS-MOVE-07"), figure=figure.id, needed=show(length), left=show(way.left))
    return way.after(leg, length)


def _as_far_as_terrain_lets(state: MatchState, figure: Figure, path: Path, level: int) -> tuple[Path, bool]:
    """The path as far as where the base is first wholly inside obstructing terrain, and whether it is (MOVE-12).

    Rules: DUELS-MOVE-12, DUELS-RULING-042.
    """
    shapes = (outline(piece.outline) for piece in obstructing_at(state, level))
    entries = [entry for shape in shapes if (entry := first_entry(path, figure.profile.radius, shape))]
    return (min(entries, key=path_length), True) if entries else (path, False)


def _swallow(state: MatchState, figure: Figure, way: Way) -> Way:
    """A climb or descent that ends wholly inside obstructing terrain ends the Move too (DUELS-MOVE-12)."""
    inside = way.place is not None and _is_inside_obstructing(state, figure, way.place)
    return replace(way, stopped_by=SWALLOWED) if inside else way


def _starts_stopped(state: MatchState, figure: Figure) -> bool:
    """DUELS-RULING-042 ``start_inside_also_stops``: a figure wholly inside cannot move; players of a declared board
    say so by ``swallowed``."""
    strict = state.setup.rulings.obstructing_stop == "start_inside_also_stops"
    return strict and figure.place is not None and _is_inside_obstructing(state, figure, figure.place)


def _is_inside_obstructing(state: MatchState, figure: Figure, place: Place) -> bool:
    pieces = obstructing_at(state, place.level)
    return any(wholly_inside(place, figure.profile.radius, outline(piece.outline)) for piece in pieces)


def _pending(state: MatchState) -> MovePending:
    assert isinstance(state.pending, MovePending), "a Move has been started"
    return state.pending


# --- samples ----------------------------------------------------------------------------------------------------------

Sample: TypeAlias = tuple[Legs, bool]
"""The legs of a way, and whether the base surely can take it."""


def _can_take(state: MatchState, figure: Figure, legs: Legs) -> bool:
    try:
        follow(state, figure, legs)
    except RuleViolation:
        return False
    return True


def _tracked_ways(state: MatchState, figure: Figure, allowance: Length) -> Iterator[Sample]:
    """Walks as the kernel samples them, and ways up and down.

    A walk that obstructing terrain cuts short is not sure: where it ends another base may stand.
    """
    place = figure.place
    assert place is not None, "a tracked figure that acts stands on the table"
    targets = prospects.marks(state, figure)
    targets += [
        Disc(other.place.x, other.place.y, other.profile.radius)
        for other in state.figures
        if other.place is not None and other.team != figure.team
    ]
    targets += [Disc(piece.place.x, piece.place.y, 0) for piece in state.ground if piece.place is not None]
    paths = sample_paths(
        ground(state, figure, place),
        place.point,
        figure.profile.radius,
        reach=allowance,
        targets=targets,
        ranges=tuple(sorted({band.end for band in figure.profile.bands})),
    )
    shapes = [outline(piece.outline) for piece in obstructing_at(state, place.level)]
    for path in paths:
        cut = any(first_entry(path, figure.profile.radius, shape) for shape in shapes)
        yield (Walk(points=tuple(path[1:])),), not cut
    yield from ((legs, False) for legs in elevation.crossings(state, figure, allowance))


def _declared_ways(state: MatchState, allowance: Length) -> Iterator[Sample]:
    if allowance:
        yield (Walk(distance=allowance),), True
    for levels in range(1, state.setup.rulings.max_level + 1):
        yield (Climb(levels=levels),), False
        yield (Descend(levels=levels),), False
