"""Scenarios of Marvel: a file's plain data → a record → the setup of a match (MARVEL-RULING-01)."""

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from rules_engine.kernel.errors import MalformedInput
from rules_engine.kernel.geometry import Place, outline
from rules_engine.kernel.messages import Seat
from rules_engine.kernel.scenarios import TableScenario, read_file
from rules_engine.marvel.catalog import Catalog
from rules_engine.marvel.components import SceneryPiece
from rules_engine.marvel.rosters import Roster, muster
from rules_engine.marvel.rulings import Rulings
from rules_engine.marvel.scenario_file import MarvelScenarioFile, ObjectiveFile, StandingFile, file_faults
from rules_engine.marvel.setup import Objective, ScenerySetup, Setup, Table, TeamSetup, Victory, Zone

VARIANT = "quick"


class MarvelScenario(TableScenario, frozen=True, kw_only=True):
    """A scenario, ready to be played; setup: of its matches, still without characters."""

    setup: Setup


def read_scenario(plain: Any, source: str) -> MarvelScenario:  # plain data of any shape
    """The scenario in the plain data of a file called ``source``.

    Errors: `FileRejected` with every problem of the file, each naming file, field and reason.
    """
    entry = read_file(plain, MarvelScenarioFile, source, game=("marvel", VARIANT), check=file_faults)
    return MarvelScenario(
        id=entry.id,
        ruleset="marvel",
        variant=VARIANT,
        title=entry.title,
        description=entry.description,
        seats=sum(team.seats for team in entry.teams),
        army_points=entry.army_points,
        teams=tuple((team.id, team.seats) for team in entry.teams),
        setup=_setup(entry),
    )


def scenario_setup(rosters: Sequence[tuple[Seat, Roster]], catalog: Catalog, scenario: MarvelScenario) -> Setup:
    """The setup of a scenario's match between legal rosters, one a seat, team by team.

    Raises MalformedInput for another number of rosters, and where a character that must survive is not brought.
    """
    teams = [_mustered(team, brought, catalog) for team, brought in scenario.by_team(rosters)]
    present = {character.id for team in teams for character in team.characters}
    for objective in scenario.setup.objectives:
        if objective.kind == "survive" and objective.target not in present:
            raise MalformedInput(f"The scenario {scenario.id} is about {objective.target}, whom nobody brings.")
    return replace(scenario.setup, teams=tuple(teams))


def _mustered(team: str, rosters: Sequence[tuple[Seat, Roster]], catalog: Catalog) -> TeamSetup:
    """All characters of a team, numbered through."""
    members = [
        member for seat, roster in rosters for member in muster(roster, catalog, team=team, seat=seat).characters
    ]
    return TeamSetup(
        id=team, characters=tuple(replace(member, id=f"{team}{number}") for number, member in enumerate(members, 1))
    )


def _setup(entry: MarvelScenarioFile) -> Setup:
    rulings, _ = entry.settings()
    return Setup(
        teams=(),
        rulings=rulings or Rulings(),
        board=entry.board,
        table=Table(width=entry.extent.width, depth=entry.extent.depth),
        scenery=tuple(map(_standing, entry.scenery)),
        zones=tuple(Zone(team=team.id, outline=zone.points) for team in entry.teams for zone in team.zones),
        objectives=tuple(map(_objective, entry.objectives)),
        victory=Victory(turn_limit=entry.turns, objectives_to_win=entry.victory.objectives_to_win),
    )


def _standing(piece: StandingFile) -> ScenerySetup:
    left, low, right, high = outline(piece.points).box
    card = SceneryPiece(
        id=piece.id,
        name=piece.name,
        type=piece.type,
        size=piece.size,
        da=piece.da,
        sp=piece.sp,
        height=int(piece.height_in),
        width=round(right - left),
        depth=round(high - low),
    )
    return ScenerySetup(piece=card, outline=piece.points, floor=int(piece.floor_in))


def _objective(objective: ObjectiveFile) -> Objective:
    team = objective.team or ""
    targets = {"destroy": objective.scenery, "survive": f"{team}{objective.character}"}
    return Objective(
        id=objective.id,
        name=objective.name,
        kind=objective.kind,
        points=objective.points,
        place=None if objective.at is None else Place(*objective.at.point),
        reach=int(objective.reach_in),
        target=targets.get(objective.kind, ""),
        team=team,
    )
