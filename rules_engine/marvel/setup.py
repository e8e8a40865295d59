"""What a match starts from: teams with full cards, the table with its scenery, what a scenario adds; no card is looked
up later."""

from typing import Literal, TypeAlias

from rules_engine.kernel.geometry import Place, Point
from rules_engine.kernel.messages import Record, Seat
from rules_engine.kernel.units import Length, inches
from rules_engine.marvel.components import Card, SceneryPiece
from rules_engine.marvel.rulings import Rulings

BoardKind: TypeAlias = Literal["tracked", "declared"]


class CharacterSetup(Record, frozen=True, kw_only=True):
    """A character that enters a match: its id in the match, who runs it, its card, and where it stands.

    place: tracked board, its level is the height above the table in hundredths of an inch; None for one that is yet to
    be deployed. elevation, deployed: declared board, the height it stands at, and whether it stands already.
    """

    id: str
    seat: Seat
    card: Card
    place: Place | None = None
    elevation: Length = 0
    deployed: bool = False


class TeamSetup(Record, frozen=True, kw_only=True):
    """A side with its characters."""

    id: str
    characters: tuple[CharacterSetup, ...]


class ScenerySetup(Record, frozen=True, kw_only=True):
    """A piece of scenery on the table: its card, its outline (tracked board) and the height it stands at."""

    piece: SceneryPiece
    outline: tuple[Point, ...] = ()
    floor: Length = 0


class Table(Record, frozen=True, kw_only=True, cache_hash=True):
    """The playing area; its edge is an obstacle (MARVEL-RULING-37). The usual size is a league's choice."""

    width: Length = inches(36)
    depth: Length = inches(36)

    @property
    def farthest(self) -> Length:
        """No two things on the table are farther apart, heights aside."""
        return self.width + self.depth


class Zone(Record, frozen=True, kw_only=True):
    """Where a team deploys: data of a scenario."""

    team: str
    outline: tuple[Point, ...]


class Objective(Record, frozen=True, kw_only=True):
    """What the End phase checks for a scenario (MARVEL-TURN-05, MARVEL-RULING-01).

    hold: the team with the most characters, none of them KO, within ``reach`` of the place scores at the end of every
    turn. destroy: the piece of scenery named by ``target`` is gone: the teams that do not own it score, once. survive:
    scores at the end of every turn for ``team`` while its character ``target`` is in play and not KO.
    """

    id: str
    name: str
    kind: Literal["hold", "destroy", "survive"] = "hold"
    points: int = 1
    place: Place | None = None
    reach: Length = inches(2)
    target: str = ""
    team: str = ""


class Victory(Record, frozen=True, kw_only=True):
    """How a match ends besides MARVEL-RULING-01: data of a scenario.

    turn_limit: after this turn the team with the most objective points wins, then with the most points left on the
    table; None for no limit. The document leaves the length to the scenario; eight turns are this league's default.
    objectives_to_win: objective points that win in an End phase; 0 for never.
    """

    turn_limit: int | None = 8
    objectives_to_win: int = 0


class Setup(Record, frozen=True, kw_only=True, forbid_unknown_fields=True, cache_hash=True):
    """Everything a match starts from.

    teams: in seating order. The rules are written for two sides; with more, everybody else is an enemy and the go
    passes clockwise. zones: where teams deploy; anywhere for a team without one.
    """

    teams: tuple[TeamSetup, ...]
    rulings: Rulings = Rulings()
    board: BoardKind = "tracked"
    table: Table = Table()
    scenery: tuple[ScenerySetup, ...] = ()
    zones: tuple[Zone, ...] = ()
    objectives: tuple[Objective, ...] = ()
    victory: Victory = Victory()
