"""What a base can stand on, and what it must mind while it moves (DUELS-MOVE-04 to -06, DUELS-MOVE-10, -046)."""

from typing import Final

from rules_engine.duels.components import TerrainPiece
from rules_engine.duels.state import Figure, MatchState
from rules_engine.kernel.errors import RuleViolation
from rules_engine.kernel.geometry import Disc, Path, Place, encloses, outline
from rules_engine.kernel.paths import Ground, Obstruction, hits_disc, hits_outline, obstruction
from rules_engine.kernel.rule_ids import RuleId

REFUSALS: Final[dict[Obstruction, RuleId]] = {
    Obstruction.OFF_TABLE: RuleId("DUELS-SETUP-01"),
    Obstruction.LEAVES_SURFACE: RuleId("DUELS-RULING-046"),
    Obstruction.OCCUPIED: RuleId("DUELS-MOVE-06"),
}


def surface_under(state: MatchState, place: Place) -> TerrainPiece | None:
    """The elevated piece that a base stands on; None on the table."""
    return next((piece for piece in tops(state, place.level) if _holds(piece, place)), None)


def tops(state: MatchState, level: int) -> tuple[TerrainPiece, ...]:
    """The elevated pieces whose top is on a level."""
    return tuple(piece for piece in state.terrain if piece.kind == "elevated" and piece.top == level)


def foot_of(state: MatchState, top: TerrainPiece, level: int) -> TerrainPiece | None:
    """The piece of a stack that rises from a level, under ``top`` or ``top`` itself; None if the stack has none."""
    piece: TerrainPiece | None = top
    while piece is not None and piece.floor > level:
        piece = next((under for under in state.terrain if under.id == piece.stands_on), None)
    return piece if piece is not None and piece.floor == level else None


def ground(state: MatchState, figure: Figure, at: Place) -> Ground:
    """What a figure must mind around a place, on the surface there.

    Terrain that stops it: DUELS-MOVE-04, DUELS-MOVE-10, DUELS-RULING-046. Bases that it cannot cross: DUELS-MOVE-05,
    DUELS-RULING-041; or only not end on: DUELS-MOVE-06. Bases and pieces on other levels are out of its way.
    """
    table, surface = state.setup.table, surface_under(state, at)
    enemies, allies = _others(state, figure, at.level, allied=False), _others(state, figure, at.level, allied=True)
    crosses_allies = state.setup.rulings.cross_allied_bases
    return Ground(
        width=table.width,
        depth=table.depth,
        solids=tuple(piece.outline for piece in state.terrain if _is_solid(piece, at.level)),
        barriers=enemies if crosses_allies else enemies + allies,
        occupied=allies,
        surface=None if surface is None else surface.outline,
    )


def check_path(state: MatchState, figure: Figure, path: Path, *, level: int) -> None:
    """Refuse a way over one level that a base cannot take.

    Rules: DUELS-MOVE-04, DUELS-MOVE-05, DUELS-MOVE-06, DUELS-MOVE-10, DUELS-RULING-041, DUELS-RULING-046, and the edge
    of the table (DUELS-SETUP-01).
    """
    found = obstruction(ground(state, figure, Place(*path[0], level)), path, figure.profile.radius)
    if found is Obstruction.SOLID:
        raise RuleViolation(_solid_rule(state, figure, path, level), figure=figure.id)
    if found is Obstruction.BARRIER:
        enemies = _others(state, figure, level, allied=False)
        is_enemy = any(hits_disc(path, figure.profile.radius, disc) for disc in enemies)
        raise RuleViolation(RuleId("DUELS-MOVE-05" if is_enemy else "DUELS-RULING-041"), figure=figure.id)
    if found is not None:
        raise RuleViolation(REFUSALS[found], figure=figure.id)


def fits(state: MatchState, figure: Figure, spot: Place) -> bool:
    """Whether a figure's base can stand at a spot: DUELS-ELEV-06, DUELS-RULING-046, DUELS-RULING-049."""
    on_surface = spot.level == 0 or surface_under(state, spot) is not None
    return on_surface and obstruction(ground(state, figure, spot), (spot.point,), figure.profile.radius) is None


def obstructing_at(state: MatchState, level: int) -> tuple[TerrainPiece, ...]:
    """The obstructing pieces that lie on a level."""
    return tuple(piece for piece in state.terrain if piece.kind == "obstructing" and piece.floor == level)


def _is_solid(piece: TerrainPiece, level: int) -> bool:
    return piece.kind != "obstructing" and piece.floor == level


def _holds(piece: TerrainPiece, place: Place) -> bool:
    return encloses(outline(piece.outline), place.x, place.y)


def _others(state: MatchState, figure: Figure, level: int, *, allied: bool) -> tuple[Disc, ...]:
    return tuple(
        Disc(other.place.x, other.place.y, other.profile.radius)
        for other in state.figures
        if other.place is not None
        and other.place.level == level
        and other.id != figure.id
        and (other.team == figure.team) == allied
    )


def _solid_rule(state: MatchState, figure: Figure, path: Path, level: int) -> RuleId:
    if not state.advanced:
        return RuleId("DUELS-MOVE-04")
    blocking = (piece for piece in state.terrain if piece.kind == "blocking" and piece.floor == level)
    hit = any(hits_outline(path, figure.profile.radius, outline(piece.outline)) for piece in blocking)
    return RuleId("DUELS-MOVE-10" if hit else "DUELS-RULING-046")
