"""What a league match without a scenario starts from: two or more rosters on a table with the league's scenery.

The rules leave table, deployment and length to the league (MARVEL-RULING-01); these are ours.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from msgspec.structs import replace

from rules_engine.kernel.geometry import Point
from rules_engine.kernel.messages import Seat
from rules_engine.kernel.units import Length, inches
from rules_engine.marvel.catalog import Catalog
from rules_engine.marvel.components import SceneryPiece, SceneryType
from rules_engine.marvel.rosters import Roster, muster
from rules_engine.marvel.rulings import Rulings
from rules_engine.marvel.setup import BoardKind, ScenerySetup, Setup, Table, Victory, Zone

TABLE: Final = Table(width=inches(36), depth=inches(36))
TURN_LIMIT: Final = 8
DEPTH: Final = inches(8)  # of a deployment zone along an edge
CORNER: Final = inches(10)  # side of a deployment zone in a corner
MOST_ZONES: Final = 4
PAIRS: Final[dict[SceneryType, Point]] = {
    "T1": (inches(14), inches(13)),
    "T2": (inches(8), inches(14)),
    "T4": (inches(27), inches(14)),
}
"""Where the middle of the first piece of each type stands; another like it stands opposite: no half is better."""
MIDDLE: Final[SceneryType] = "T5"


def league_setup(
    rosters: Sequence[tuple[Seat, Roster]],
    catalog: Catalog,
    *,
    board: BoardKind = "tracked",
    rulings: Rulings | None = None,
) -> Setup:
    """The setup of a match between legal rosters, one a seat and team, in clockwise order.

    Teams are ``A``, ``B`` … in that order: two along opposite edges, three or four in the corners, more anywhere.
    rulings: the league's; where there are none, the defaults.
    """
    teams = tuple(
        muster(roster, catalog, team=chr(ord("A") + index), seat=seat) for index, (seat, roster) in enumerate(rosters)
    )
    return Setup(
        teams=teams,
        rulings=rulings or Rulings(),
        board=board,
        table=TABLE,
        scenery=tuple(_scenery(catalog, board)),
        zones=tuple(
            Zone(team=team.id, outline=outline)
            for team, outline in zip(teams, _zones(len(teams)), strict=False)
            if board == "tracked"
        ),
        victory=Victory(turn_limit=TURN_LIMIT),
    )


def _zones(teams: int) -> tuple[tuple[Point, ...], ...]:
    far, edge = TABLE.depth - DEPTH, TABLE.width
    if teams <= 2:
        return rectangle(0, 0, edge, DEPTH), rectangle(0, far, edge, DEPTH)
    if teams > MOST_ZONES:
        return ()
    last = TABLE.width - CORNER
    return tuple(rectangle(x, y, CORNER, CORNER) for x, y in ((0, 0), (0, last), (last, last), (last, 0)))


def _scenery(catalog: Catalog, board: BoardKind) -> Iterator[ScenerySetup]:
    """The first piece of some types, each with another like it opposite, and one in the middle of the table."""
    for type_, (x, y) in PAIRS.items():
        if piece := _first(catalog, type_):
            yield _standing(piece, x, y, board)
            yield _standing(replace(piece, id=f"{piece.id}-2"), TABLE.width - x, TABLE.depth - y, board)
    if piece := _first(catalog, MIDDLE):
        yield _standing(piece, TABLE.width // 2, TABLE.depth // 2, board)


def _first(catalog: Catalog, type_: SceneryType) -> SceneryPiece | None:
    """The first piece of a type whose footprint was measured."""
    return next((piece for piece in catalog.scenery if piece.type == type_ and piece.width and piece.depth), None)


def _standing(piece: SceneryPiece, x: Length, y: Length, board: BoardKind) -> ScenerySetup:
    """A piece whose middle is at a point; the declared board knows no places."""
    corner = x - piece.width // 2, y - piece.depth // 2
    shown = rectangle(*corner, piece.width, piece.depth) if board == "tracked" else ()
    return ScenerySetup(piece=piece, outline=shown)


def rectangle(x: Length, y: Length, width: Length, depth: Length) -> tuple[Point, ...]:
    """The corners of a rectangle whose corner nearest to (0, 0) is given."""
    return (x, y), (x + width, y), (x + width, y + depth), (x, y + depth)
