"""The shape of a scenario file (docs/scenarios.md), and what can be wrong between its fields."""

import re
from collections.abc import Iterator
from typing import Annotated, Any, Final, Literal, TypeAlias

import msgspec
from msgspec import Meta, Struct

from rules_engine.duels.components import BoardKind, Colour, DialName, TerrainKind
from rules_engine.duels.rulings import Rulings, Variant, rulings_for
from rules_engine.duels.setup import MOST_TERRAIN, SMALLEST_TABLE
from rules_engine.kernel.plain_data import Fault, Inches, Slug
from rules_engine.kernel.scenarios import ScenarioFile, Words, changed
from rules_engine.kernel.table_file import (
    LISTED,
    Distance,
    Extent,
    Flag,
    Level,
    ObjectivePoints,
    OneTeam,
    ShapeFile,
    SpotFile,
    Teams,
    repeated,
    unknown_team,
)
from rules_engine.kernel.units import inches

WIDEST: Final = inches(240)  # of a table; none in a club is longer
_PRINTED: Final = re.compile(r"(white|yellow|blue|green|black|red) ?/ ?(head|weapon|body) ([1-9]\d?)", re.IGNORECASE)

Count: TypeAlias = Annotated[int, Meta(ge=1, le=100, description="1–100")]


class TableFile(Struct, frozen=True, kw_only=True):
    """The playing area (DUELS-SETUP-01)."""

    width_in: Distance = Inches(SMALLEST_TABLE)
    depth_in: Distance = Inches(SMALLEST_TABLE)


class PieceFile(ShapeFile, frozen=True, kw_only=True):
    """A piece of terrain that stands on the table from the start (DUELS-SETUP-13, DUELS-SETUP-14)."""

    id: Slug
    kind: TerrainKind
    levels: Level = 0
    floor: Level = 0


class SupplyFile(Struct, frozen=True, kw_only=True):
    """A shape that teams may take their own terrain from (DUELS-SETUP-11, DUELS-SETUP-12)."""

    id: Slug
    kind: TerrainKind
    levels: Level = 0
    width_in: Distance
    depth_in: Distance


class PlacementFile(Struct, frozen=True, kw_only=True):
    """How terrain and figures come to the table (DUELS-SETUP-11, DUELS-SETUP-18, DUELS-SETUP-19)."""

    terrain_each: Annotated[int, Meta(ge=0, le=MOST_TERRAIN, description=f"0–{MOST_TERRAIN}")] = 0
    supply: Annotated[tuple[SupplyFile, ...], LISTED] = ()
    enemy_distance_in: Distance = Inches(inches(48))
    terrain_distance_in: Distance = Inches(inches(12))


class FavourFile(Struct, frozen=True, kw_only=True):
    """A bonus of a test's text for some figures (DUELS-SKILL-09): a band's colour, a figure's slug or a tag."""

    who: Slug
    amount: Annotated[int, Meta(ge=-20, le=20, description="-20–20")]


class SkillTestFile(Struct, frozen=True, kw_only=True):
    """A skill test (DUELS-SKILL-03), a ranged one (DUELS-SKILL-08) or a stealth test (DUELS-STEALTH-01)."""

    id: Slug
    name: Words
    test: Annotated[str, Meta(pattern=f"(?i)^{_PRINTED.pattern}$", description='a test such as "black / Head 15"')]
    ranged: Flag = False
    stealth: Flag = False
    contact: Annotated[bool | None, Meta(description="true or false")] = None
    bonuses: Annotated[tuple[FavourFile, ...], LISTED] = ()
    at: SpotFile | None = None
    radius_in: Distance = Inches(0)
    points: ObjectivePoints = 0
    once: Flag = True
    successes: Annotated[int, Meta(ge=1, le=20, description="1–20")] = 1
    bring_to: Annotated[tuple[Slug, ...], LISTED] = ()
    team: OneTeam = None

    @property
    def printed(self) -> tuple[Colour, DialName, int]:
        """Dice colour, dial and difficulty."""
        colour, dial, difficulty = _PRINTED.fullmatch(self.test).groups()  # type: ignore[union-attr]  # the pattern holds
        return colour.lower(), dial.lower(), int(difficulty)  # type: ignore[return-value]  # likewise


class AreaFile(ShapeFile, frozen=True, kw_only=True):
    """A marked part of the table: to be held, or where things are brought; of one team or of all."""

    id: Slug
    name: Words
    level: Level = 0
    team: OneTeam = None


class HoldFile(Struct, frozen=True, kw_only=True):
    """An area that gives points to the team that alone has figures in it for some rounds in a row."""

    id: Slug
    area: Slug
    rounds: Count = 1
    points: ObjectivePoints
    once: Flag = True


class VictoryFile(Struct, frozen=True, kw_only=True):
    """How the match is won (DUELS-WIN-06)."""

    clock: Flag = True
    objectives_to_win: ObjectivePoints = 0
    at_the_end: Literal["army_points", "objectives"] = "army_points"
    defender: OneTeam = None


class DuelsScenarioFile(ScenarioFile, frozen=True, kw_only=True):
    """A scenario file of Duels."""

    army_points: Annotated[int, Meta(ge=1, le=1000, description="1–1000")]
    board: BoardKind = "tracked"
    rounds: Annotated[Count | None, Meta(description="1–100, or nothing")] = None
    table: TableFile = TableFile()
    teams: Teams
    terrain: Annotated[tuple[PieceFile, ...], LISTED] = ()
    placement: PlacementFile = PlacementFile()
    tests: Annotated[tuple[SkillTestFile, ...], LISTED] = ()
    areas: Annotated[tuple[AreaFile, ...], LISTED] = ()
    holds: Annotated[tuple[HoldFile, ...], LISTED] = ()
    victory: VictoryFile = VictoryFile()
    rulings: Annotated[dict[str, Any], Meta(description="a mapping of settings")] = msgspec.field(default_factory=dict)

    @property
    def extent(self) -> Extent:
        """The size of the table."""
        return Extent(int(self.table.width_in), int(self.table.depth_in))

    def settings(self, variant: Variant) -> tuple[Rulings | None, tuple[Fault, ...]]:
        """The variant's settings with those that the file changes, or what is wrong with them."""
        return changed(rulings_for(variant), self.rulings)


# --- what can be wrong between the fields -----------------------------------------------------------------------------


def file_faults(entry: DuelsScenarioFile, variant: Variant) -> Iterator[Fault]:
    """Everything that is wrong with a file whose fields are right one by one."""
    rulings, faults = entry.settings(variant)
    yield from faults
    yield from entry.extent.side_faults(SMALLEST_TABLE, WIDEST)
    yield from entry.extent.team_faults(entry.teams)
    yield from _terrain_faults(entry, variant, rulings.max_level if rulings else 0)
    yield from repeated("tests", "areas", "holds", lists=[entry.tests, entry.areas, entry.holds])
    yield from _test_faults(entry, variant)
    yield from _area_faults(entry)
    yield from _victory_faults(entry)
    if "round_limit" in entry.rulings:
        yield Fault("rulings.round_limit", "is the field rounds")


def _terrain_faults(entry: DuelsScenarioFile, variant: Variant, highest: int) -> Iterator[Fault]:
    yield from repeated("terrain", lists=[entry.terrain])
    for index, piece in enumerate(entry.terrain):
        yield from entry.extent.shape_faults(f"terrain[{index}]", piece)
        yield from _kind_faults(f"terrain[{index}]", piece, variant)
        if piece.floor + piece.levels > highest:
            yield Fault(f"terrain[{index}].levels", f"must end at level {highest} or below, as rulings.max_level says")
    yield from repeated("placement.supply", lists=[entry.placement.supply])
    for index, shape in enumerate(entry.placement.supply):
        yield from _kind_faults(f"placement.supply[{index}]", shape, variant)
        if not shape.width_in or not shape.depth_in:
            yield Fault(f"placement.supply[{index}]", "must be wider and deeper than 0 in")


def _kind_faults(path: str, piece: PieceFile | SupplyFile, variant: Variant) -> Iterator[Fault]:
    """Kinds of terrain by variant, and the height of elevated terrain (DUELS-SETUP-13, DUELS-SETUP-14)."""
    if (piece.kind == "plain") != (variant == "basic"):
        known = "plain" if variant == "basic" else "obstructing, elevated or blocking"
        yield Fault(f"{path}.kind", f"must be {known} in the {variant} rules")
    elif (piece.kind == "elevated") != bool(piece.levels):
        yield Fault(f"{path}.levels", "must be 1 or more for elevated terrain, and 0 for any other")


def _test_faults(entry: DuelsScenarioFile, variant: Variant) -> Iterator[Fault]:
    if entry.tests and variant == "basic":
        yield Fault("tests", "must be empty: the basic rules have no skill tests")
    for index, test in enumerate(entry.tests):
        path = f"tests[{index}]"
        if test.at is not None:
            yield from entry.extent.point_faults(f"{path}.at", test.at.point)
        elif entry.board == "tracked":
            yield Fault(f"{path}.at", "is missing: on the tracked board the thing has a place")
        if test.stealth and (test.ranged or test.contact is False):
            yield Fault(f"{path}.stealth", "must be false for a ranged test or one without contact")
        if test.stealth and test.printed[0] != "white":
            yield Fault(f"{path}.test", "must be of white dice for a stealth test")
        yield from unknown_team(entry.teams, f"{path}.team", test.team)
        for number, area in enumerate(test.bring_to):
            yield from _unknown_area(entry, f"{path}.bring_to[{number}]", area)


def _area_faults(entry: DuelsScenarioFile) -> Iterator[Fault]:
    for index, area in enumerate(entry.areas):
        yield from entry.extent.shape_faults(f"areas[{index}]", area)
        yield from unknown_team(entry.teams, f"areas[{index}].team", area.team)
    for index, hold in enumerate(entry.holds):
        yield from _unknown_area(entry, f"holds[{index}].area", hold.area)


def _victory_faults(entry: DuelsScenarioFile) -> Iterator[Fault]:
    """What wins must be there to be won (DUELS-WIN-06)."""
    victory = entry.victory
    yield from unknown_team(entry.teams, "victory.defender", victory.defender)
    offered: tuple[SkillTestFile | HoldFile, ...] = (*entry.tests, *entry.holds)
    most, endless = sum(each.points for each in offered), any(each.points and not each.once for each in offered)
    if victory.objectives_to_win > most and not endless:
        yield Fault("victory.objectives_to_win", f"must be at most {most}, the points of all objectives")


def _unknown_area(entry: DuelsScenarioFile, path: str, name: str) -> Iterator[Fault]:
    if name not in [area.id for area in entry.areas]:
        yield Fault(path, f"{name} is none of areas")
