"""Tables in files: spots, shapes and lists of entries with ids, as the scenarios of all games write them."""

from collections.abc import Iterator, Sequence
from typing import Annotated, Any, Final, TypeAlias

from msgspec import Meta, Struct

from rules_engine.kernel.geometry import Point, outline
from rules_engine.kernel.plain_data import Fault, Inches
from rules_engine.kernel.units import Length, show

Distance: TypeAlias = Annotated[Inches, Meta(description="inches, 0 or more, with at most two decimals")]
Flag: TypeAlias = Annotated[bool, Meta(description="true or false")]
ObjectivePoints: TypeAlias = Annotated[int, Meta(ge=0, le=1000, description="0–1000")]
Level: TypeAlias = Annotated[int, Meta(ge=0, le=9, description="0–9")]
Team: TypeAlias = Annotated[str, Meta(pattern="^[A-Z]$", description="a team's letter, A–Z")]
OneTeam: TypeAlias = Annotated[Team | None, Meta(description="a team's letter, A–Z")]
LISTED: Final = Meta(max_length=100, description="a list of at most 100 entries")


class SpotFile(Struct, frozen=True, kw_only=True):
    """A point of the table, from the corner that pages show at the upper left."""

    x_in: Distance
    y_in: Distance
    level: Level = 0

    @property
    def point(self) -> Point:
        """The point, in hundredths of an inch."""
        return int(self.x_in), int(self.y_in)


class RectangleFile(Struct, frozen=True, kw_only=True):
    """A rectangle along the table's sides, by its corner nearest to (0, 0)."""

    x_in: Distance
    y_in: Distance
    width_in: Distance
    depth_in: Distance


class ShapeFile(Struct, frozen=True, kw_only=True):
    """Something with an edge: a rectangle, or the corners of any outline in order."""

    rectangle: RectangleFile | None = None
    corners: Annotated[tuple[SpotFile, ...], Meta(max_length=60, description="a list of 3–60 corners")] = ()

    @property
    def points(self) -> tuple[Point, ...]:
        """The corners, in hundredths of an inch."""
        if self.rectangle is None:
            return tuple(corner.point for corner in self.corners)
        at = self.rectangle
        left, low, right, high = int(at.x_in), int(at.y_in), int(at.x_in + at.width_in), int(at.y_in + at.depth_in)
        return (left, low), (right, low), (right, high), (left, high)


class TeamFile(Struct, frozen=True, kw_only=True):
    """A team: how many rosters it brings, and where it deploys if not anywhere."""

    id: Team
    seats: Annotated[int, Meta(ge=1, le=8, description="1–8")] = 1
    zones: Annotated[tuple[ShapeFile, ...], LISTED] = ()


Teams: TypeAlias = Annotated[tuple[TeamFile, ...], Meta(min_length=2, max_length=8, description="a list of 2–8 teams")]


class Extent(Struct, frozen=True):
    """The size of a table, on which all that a file names must lie."""

    width: Length
    depth: Length

    def side_faults(self, least: Length, most: Length) -> Iterator[Fault]:
        """Sides that are too short or too long."""
        for name, side in (("width_in", self.width), ("depth_in", self.depth)):
            if not least <= side <= most:
                yield Fault(f"table.{name}", f"must be {show(least)}–{show(most)}")

    def shape_faults(self, path: str, shape: ShapeFile) -> Iterator[Fault]:
        """One kind of edge, on the table, that goes round an area and does not cross itself."""
        if (shape.rectangle is None) == (not shape.corners):
            yield Fault(path, "must have either a rectangle or corners")
            return
        field = f"{path}.corners" if shape.corners else f"{path}.rectangle"
        yield from [fault for point in shape.points for fault in self.point_faults(field, point)][:1]
        try:
            outline(shape.points)
        except ValueError:
            yield Fault(field, "must go round an area and not cross itself")

    def point_faults(self, path: str, point: Point) -> Iterator[Fault]:
        """A point off the table."""
        if point[0] > self.width or point[1] > self.depth:
            yield Fault(path, f"must lie on the table of {show(self.width)} × {show(self.depth)} in")

    def team_faults(self, teams: Sequence[TeamFile]) -> Iterator[Fault]:
        """Letters used twice, teams of different sizes, zones that are none."""
        yield from repeated("teams", lists=[teams])
        for index, team in enumerate(teams):
            if team.seats != teams[0].seats:
                yield Fault(f"teams[{index}].seats", "must be the same for all teams, so that their points are equal")
            for number, zone in enumerate(team.zones):
                yield from self.shape_faults(f"teams[{index}].zones[{number}]", zone)


def repeated(*paths: str, lists: Sequence[Sequence[Any]]) -> Iterator[Fault]:
    """Ids that are used twice in some lists taken together. lists: of entries with an ``id``, one for each path."""
    seen: set[str] = set()
    for path, entries in zip(paths, lists, strict=True):
        for index, entry in enumerate(entries):
            if entry.id in seen:
                yield Fault(f"{path}[{index}].id", f"repeats {entry.id}; every id is used once")
            seen.add(entry.id)


def unknown_team(teams: Sequence[TeamFile], path: str, name: str | None) -> Iterator[Fault]:
    """A team, if one is named, that is not there."""
    if name is not None and name not in [team.id for team in teams]:
        yield Fault(path, f"{name} is none of teams")
