"""The shape of a scenario file (docs/scenarios.md), and what can be wrong between its fields."""

from collections.abc import Iterator
from typing import Annotated, Any, Final, Literal, TypeAlias

import msgspec
from msgspec import Meta, Struct

from rules_engine.kernel.plain_data import Fault, Inches, Slug
from rules_engine.kernel.scenarios import ScenarioFile, Words, changed
from rules_engine.kernel.table_file import (
    LISTED,
    Distance,
    Extent,
    ObjectivePoints,
    OneTeam,
    ShapeFile,
    SpotFile,
    Teams,
    repeated,
    unknown_team,
)
from rules_engine.kernel.units import inches
from rules_engine.marvel.components import SceneryType
from rules_engine.marvel.rulings import Rulings
from rules_engine.marvel.setup import BoardKind

SIDES: Final = inches(24), inches(120)  # the shortest and the longest of a table
DEFAULT_SIDE: Final = Inches(inches(36))
Amount: TypeAlias = Annotated[int, Meta(ge=0, le=100, description="0–100")]


class TableFile(Struct, frozen=True, kw_only=True):
    """The playing area."""

    width_in: Distance = DEFAULT_SIDE
    depth_in: Distance = DEFAULT_SIDE


class StandingFile(ShapeFile, frozen=True, kw_only=True):
    """A piece of scenery that stands on the table: section 14."""

    id: Slug
    name: Words
    type: SceneryType
    size: Amount
    da: Amount
    sp: Amount
    height_in: Distance
    floor_in: Distance = Inches(0)


class ObjectiveFile(Struct, frozen=True, kw_only=True):
    """What the End phase checks (MARVEL-TURN-05): a place to hold, scenery to destroy, a character that survives."""

    id: Slug
    name: Words
    kind: Literal["hold", "destroy", "survive"]
    points: ObjectivePoints
    at: SpotFile | None = None
    reach_in: Distance = Inches(inches(2))
    scenery: Slug = ""
    team: OneTeam = None
    character: Annotated[int, Meta(ge=1, le=20, description="1–20")] = 1


class VictoryFile(Struct, frozen=True, kw_only=True):
    """How the match is won besides MARVEL-RULING-01."""

    objectives_to_win: ObjectivePoints = 0


class MarvelScenarioFile(ScenarioFile, frozen=True, kw_only=True):
    """A scenario file of Marvel."""

    army_points: Annotated[int, Meta(ge=1, le=1000, description="1–1000")]
    board: BoardKind = "tracked"
    turns: Annotated[int, Meta(ge=1, le=50, description="1–50")] = 8
    table: TableFile = TableFile()
    teams: Teams
    scenery: Annotated[tuple[StandingFile, ...], LISTED] = ()
    objectives: Annotated[tuple[ObjectiveFile, ...], LISTED] = ()
    victory: VictoryFile = VictoryFile()
    rulings: Annotated[dict[str, Any], Meta(description="a mapping of settings")] = msgspec.field(default_factory=dict)

    @property
    def extent(self) -> Extent:
        """The size of the table."""
        return Extent(int(self.table.width_in), int(self.table.depth_in))

    def settings(self) -> tuple[Rulings | None, tuple[Fault, ...]]:
        """The default settings with those that the file changes, or what is wrong with them."""
        return changed(Rulings(), self.rulings)


def file_faults(entry: MarvelScenarioFile) -> Iterator[Fault]:
    """Everything that is wrong with a file whose fields are right one by one."""
    yield from entry.settings()[1]
    yield from entry.extent.side_faults(*SIDES)
    yield from entry.extent.team_faults(entry.teams)
    yield from repeated("scenery", "objectives", lists=[entry.scenery, entry.objectives])
    for index, piece in enumerate(entry.scenery):
        yield from entry.extent.shape_faults(f"scenery[{index}]", piece)
    for index, objective in enumerate(entry.objectives):
        yield from _objective_faults(entry, f"objectives[{index}]", objective)
    yield from _victory_faults(entry)


def _objective_faults(entry: MarvelScenarioFile, path: str, objective: ObjectiveFile) -> Iterator[Fault]:
    yield from unknown_team(entry.teams, f"{path}.team", objective.team)
    match objective.kind:
        case "hold" if objective.at is not None:
            yield from entry.extent.point_faults(f"{path}.at", objective.at.point)
        case "hold" if entry.board == "tracked":
            yield Fault(f"{path}.at", "is missing: on the tracked board a place to hold lies somewhere")
        case "destroy" if objective.scenery not in [piece.id for piece in entry.scenery]:
            yield Fault(f"{path}.scenery", f"{objective.scenery or 'nothing'} is none of scenery")
        case "survive" if objective.team is None:
            yield Fault(f"{path}.team", "is missing: somebody's character must survive")


def _victory_faults(entry: MarvelScenarioFile) -> Iterator[Fault]:
    """What wins must be there to be won: scenery is destroyed once, all else scores at the end of every turn."""
    most = sum(each.points * (1 if each.kind == "destroy" else entry.turns) for each in entry.objectives)
    if entry.victory.objectives_to_win > most:
        yield Fault("victory.objectives_to_win", f"must be at most {most}, the points of all objectives")
