"""What a league match without a scenario starts from: two or more rosters, a table, terrain to choose from."""

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from rules_engine.duels.catalog import Catalog, Roster, held_passes, muster
from rules_engine.duels.components import BoardKind, Placement, Setup, Table, TerrainKind, TerrainPiece
from rules_engine.duels.rulings import Rulings, Variant, rulings_for
from rules_engine.kernel.geometry import Point
from rules_engine.kernel.messages import Seat
from rules_engine.kernel.units import Length, inches

ROUND_LIMIT: Final = 40  # DUELS-RULING-095: a league night ends, even where two careful players keep their distance
TABLE: Final = Table(width=inches(72), depth=inches(72))


def rectangle(width: Length, depth: Length) -> tuple[Point, ...]:
    """The corners of a rectangle around (0, 0)."""
    x, y = width // 2, depth // 2
    return (-x, -y), (x, -y), (x, y), (-x, y)


def _piece(name: str, kind: TerrainKind, width: int, depth: int, levels: int = 0) -> TerrainPiece:
    return TerrainPiece(id=name, kind=kind, outline=rectangle(inches(width), inches(depth)), levels=levels)


# Shapes around (0, 0) that a team may take its two pieces from (DUELS-SETUP-12, DUELS-SETUP-13, DUELS-SETUP-14).
ADVANCED_TERRAIN: Final = (
    _piece("scrapyard", "obstructing", 10, 8),
    _piece("wall", "blocking", 10, 2),
    _piece("roof", "elevated", 12, 10, levels=1),
)
BASIC_TERRAIN: Final = (_piece("container", "plain", 8, 4), _piece("wall", "plain", 10, 2))


def league_setup(
    rosters: Sequence[tuple[Seat, Roster]],
    catalog: Catalog,
    variant: Variant,
    *,
    board: BoardKind = "tracked",
    rulings: Rulings | None = None,
) -> Setup:
    """The setup of a match between legal rosters, one a seat and team, in clockwise order.

    Teams are ``A``, ``B`` … in that order. rulings: the league's; where there are none, the variant's defaults with a
    limit of ``ROUND_LIMIT`` rounds.
    """
    supply = BASIC_TERRAIN if variant == "basic" else ADVANCED_TERRAIN
    teams = tuple(
        muster(roster, catalog, team=chr(ord("A") + index), seat=seat) for index, (seat, roster) in enumerate(rosters)
    )
    return Setup(
        variant=variant,
        board=board,
        rulings=rulings or replace(rulings_for(variant), round_limit=ROUND_LIMIT),
        table=TABLE,
        placement=Placement(terrain_supply=supply),
        teams=teams,
        passes=held_passes(rosters, catalog, teams),
    )
