"""Placing terrain (DUELS-SETUP-11 to DUELS-SETUP-15): alpha team first, then clockwise."""

from collections.abc import Iterator
from itertools import islice, product
from typing import Final

from rules_engine.duels import placement, spacing
from rules_engine.duels.commands import PassTerrain, PlaceTerrain
from rules_engine.duels.components import Setup, TerrainKind, TerrainPiece
from rules_engine.duels.events import PlacementBegan, TerrainPassed, TerrainPlaced
from rules_engine.duels.state import MatchState
from rules_engine.duels.story import Story
from rules_engine.kernel.errors import MalformedInput, RuleViolation
from rules_engine.kernel.geometry import Outline, Point, outline
from rules_engine.kernel.messages import Decision, Legal
from rules_engine.kernel.rule_ids import RuleId
from rules_engine.kernel.units import Length, inches, show

SPACING: Final = inches(6)  # DUELS-SETUP-15
SEARCH_STEP: Final = inches(2)  # of the search for room that is left


def placing(state: MatchState) -> tuple[Decision, ...]:
    """The team that places the next piece (DUELS-SETUP-11)."""
    team = state.to_place[0]
    return (state.ask("place_terrain", state.seat_of(team), team),)


def step(story: Story) -> bool:
    """When no team has a piece left to place, figures are placed (DUELS-SETUP-17, DUELS-SETUP-21)."""
    if story.state.to_place:
        return False
    story.tell(PlacementBegan(to_place=placement.order(story.state)))
    return True


def give_up(story: Story, decision: Decision) -> None:
    """A team places no more, since it need not or cannot (DUELS-RULING-016, DUELS-RULING-017 ``forfeit``)."""
    story.tell(TerrainPassed(team=decision.subject))


def place(story: Story, command: PlaceTerrain, decision: Decision) -> None:
    """Put down a piece of terrain.

    Rules: DUELS-SETUP-11 to -15, DUELS-RULING-017, DUELS-RULING-050. Errors: RuleViolation for a piece that may not
    stand there; MalformedInput for an outline that is none or a piece to stand on that is not there.
    """
    state = story.state
    check_kind(state.setup, command.terrain, command.levels)
    support = _support(state, command.stands_on)
    floor = support.top if support else 0
    if floor + command.levels > state.setup.rulings.max_level:
        most = state.setup.rulings.max_level
        raise RuleViolation(RuleId("DUELS-RULING-050"), level=floor + command.levels, most=most)
    if state.tracked:
        _check_spot(state, command, support)
    else:
        _check_stated_spot(state, command)
    piece = TerrainPiece(
        id=_fresh_id(state),
        kind=command.terrain,
        outline=command.outline,
        levels=command.levels,
        floor=floor,
        stands_on=command.stands_on,
        owner_team=decision.subject,
    )
    story.tell(TerrainPlaced(team=decision.subject, piece=piece))


def check_kind(setup: Setup, kind: TerrainKind, levels: int) -> None:
    """Kinds of terrain: one in basic, three in advanced, and elevated terrain has a height (DUELS-SETUP-13, -14)."""
    if (kind == "plain") != (setup.variant == "basic"):
        rule = "DUELS-SETUP-14" if setup.variant == "basic" else "DUELS-SETUP-13"
        raise RuleViolation(RuleId(rule), terrain=kind)
    if (kind == "elevated") != (levels >= 1) or levels < 0:
        raise RuleViolation(RuleId("DUELS-SETUP-13"), terrain=kind, levels=levels)


def _support(state: MatchState, piece_id: str) -> TerrainPiece | None:
    """The piece that another is put on: only elevated terrain carries others (DUELS-SETUP-15)."""
    if not piece_id:
        return None
    piece = next((piece for piece in state.terrain if piece.id == piece_id), None)
    if piece is None:
        raise MalformedInput(f"There is no piece {piece_id} to stand on.")
    if piece.kind != "elevated":
        raise RuleViolation(RuleId("DUELS-SETUP-15"), piece=piece_id)
    return piece


def _check_spot(state: MatchState, command: PlaceTerrain, support: TerrainPiece | None) -> None:
    shape = _shape(command.outline)
    left, low, right, high = shape.box
    if min(left, low) < 0 or right > state.setup.table.width or high > state.setup.table.depth:
        raise RuleViolation(RuleId("DUELS-SETUP-11"), piece=command.terrain)
    if support is not None:
        if not spacing.contains(outline(support.outline), shape):
            raise RuleViolation(RuleId("DUELS-SETUP-15"), piece=support.id)
        return
    clearance = _clearance(state, shape)
    if clearance < SPACING and state.advanced and clearance < _terrain_limit(state, shape):
        raise RuleViolation(RuleId("DUELS-SETUP-15"), distance=show(clearance), least=show(SPACING))


def _shape(points: tuple[Point, ...]) -> Outline:
    try:
        return outline(points)
    except ValueError as error:
        raise MalformedInput(str(error)) from error


def _clearance(state: MatchState, shape: Outline) -> Length:
    """The distance to the nearest other piece; as good as enough where there is none."""
    return min((spacing.gap(shape, outline(piece.outline)) for piece in state.terrain), default=SPACING)


def _terrain_limit(state: MatchState, shape: Outline) -> Length:
    """The least distance to other pieces: 6 in, or the greatest there is room for (DUELS-SETUP-15,
    DUELS-RULING-017)."""
    if state.setup.rulings.terrain_spacing_fallback == "forfeit":
        return SPACING
    best = max(_clearance(state, outline(moved)) for moved in _everywhere(state, shape.points, SEARCH_STEP))
    return min(SPACING, best)


def _everywhere(state: MatchState, points: tuple[Point, ...], step: Length) -> Iterator[tuple[Point, ...]]:
    """A shape moved to spots all over the table, turned as it is; the first few are scattered over it."""
    left, low = min(x for x, _ in points), min(y for _, y in points)
    width, depth = max(x for x, _ in points) - left, max(y for _, y in points) - low
    across, along = (
        range(0, state.setup.table.width - width + 1, step),
        range(0, state.setup.table.depth - depth + 1, step),
    )
    for x, y in spacing.scattered(tuple(product(across, along))):
        yield tuple((px - left + x, py - low + y) for px, py in points)


def _check_stated_spot(state: MatchState, command: PlaceTerrain) -> None:
    """Declared board: the players state the distance to the nearest other piece, or that there is no room."""
    if command.outline:
        raise MalformedInput("On the declared board a piece has no outline.")
    if command.stands_on or not state.advanced or not state.terrain:
        return
    clearance = placement.stated(state, command.clearance, "the nearest other piece")
    crowded = command.no_room and state.setup.rulings.terrain_spacing_fallback == "reduce_spacing"
    if clearance < SPACING and not crowded:
        raise RuleViolation(RuleId("DUELS-SETUP-15"), distance=show(clearance), least=show(SPACING))


def _fresh_id(state: MatchState) -> str:
    taken = {piece.id for piece in state.terrain}
    number = state.terrain_placed + 1
    while f"T{number}" in taken:
        number += 1
    return f"T{number}"


def options(state: MatchState, decision: Decision) -> Legal:
    """Passing, and pieces of the supply at some of the spots where they may stand."""
    passing = PassTerrain(seat=decision.seat, decision=decision.id)
    supply = dict.fromkeys((piece.kind, piece.levels, piece.outline) for piece in state.setup.placement.terrain_supply)
    each = -(-spacing.LISTED // max(len(supply), 1))
    found: list[PlaceTerrain] = []
    for kind, levels, points in supply:
        if levels > state.setup.rulings.max_level:
            continue
        spots = islice(_free_spots(state, points), each) if state.tracked else [()]
        found += [
            PlaceTerrain(
                seat=decision.seat,
                decision=decision.id,
                terrain=kind,
                levels=levels,
                outline=spot,
                clearance=None if state.tracked else SPACING,
            )
            for spot in spots
        ]
    return Legal(commands=(passing, *spacing.spread(found)), complete=False)


def _free_spots(state: MatchState, points: tuple[Point, ...]) -> Iterator[tuple[Point, ...]]:
    """Spots for a shape of the supply that keep it clear of all other pieces."""
    enough = SPACING if state.advanced else 0
    others = [outline(piece.outline) for piece in state.terrain]
    for moved in _everywhere(state, points, spacing.NET):
        shape = outline(moved)
        if all(spacing.is_clear(shape, other, enough) for other in others):
            yield moved
