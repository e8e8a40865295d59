"""Scenarios of Duels: a file's plain data → a record → the setup of a match (DUELS-WIN-06, DUELS-SKILL-01)."""

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from rules_engine.duels.catalog import Catalog, Roster, held_passes, muster
from rules_engine.duels.components import (
    Area,
    Hold,
    Placement,
    Setup,
    SkillBonus,
    SkillTest,
    Table,
    TeamSetup,
    TerrainPiece,
    Victory,
    Zone,
)
from rules_engine.duels.league_match import ROUND_LIMIT, rectangle
from rules_engine.duels.rulings import Rulings, Variant, rulings_for
from rules_engine.duels.scenario_file import (
    AreaFile,
    DuelsScenarioFile,
    HoldFile,
    PieceFile,
    PlacementFile,
    SkillTestFile,
    SupplyFile,
    file_faults,
)
from rules_engine.duels.setup import team_points
from rules_engine.kernel.errors import MalformedInput, RuleViolation
from rules_engine.kernel.geometry import Place
from rules_engine.kernel.messages import Seat
from rules_engine.kernel.rule_ids import RuleId
from rules_engine.kernel.scenarios import TableScenario, read_file
from rules_engine.kernel.table_file import TeamFile


class DuelsScenario(TableScenario, frozen=True, kw_only=True):
    """A scenario, ready to be played; setup: of its matches, still without figures."""

    setup: Setup


def read_scenario(plain: Any, source: str, variant: Variant) -> DuelsScenario:  # plain data of any shape
    """The scenario in the plain data of a file called ``source``.

    Errors: `FileRejected` with every problem of the file, each naming file, field and reason.
    """
    entry = read_file(
        plain,
        DuelsScenarioFile,
        source,
        game=("duels", variant),
        check=lambda entry: file_faults(entry, variant),
    )
    return DuelsScenario(
        id=entry.id,
        ruleset="duels",
        variant=variant,
        title=entry.title,
        description=entry.description,
        seats=sum(team.seats for team in entry.teams),
        army_points=entry.army_points,
        teams=tuple((team.id, team.seats) for team in entry.teams),
        setup=_setup(entry, variant),
    )


def scenario_setup(rosters: Sequence[tuple[Seat, Roster]], catalog: Catalog, scenario: DuelsScenario) -> Setup:
    """The setup of a scenario's match between legal rosters, one a seat, team by team. Raises MalformedInput for
    another number of rosters."""
    teams = [_mustered(team, brought, catalog) for team, brought in scenario.by_team(rosters)]
    return replace(scenario.setup, teams=tuple(teams), passes=held_passes(rosters, catalog, teams))


def at_real_table(brought: Setup, scenario: DuelsScenario) -> Setup:
    """The setup of a scenario's match whose teams somebody typed in: places are measured, settings the scenario's.

    Errors: MalformedInput for other teams than the scenario's, or settings of one's own; RuleViolation for other army
    points (DUELS-SETUP-04).
    """
    teams = [team.id for team in brought.teams]
    if teams != [team for team, _ in scenario.teams]:
        raise MalformedInput(f"The scenario {scenario.id} has the teams {', '.join(dict(scenario.teams))}.")
    if brought.rulings != rulings_for(brought.variant):
        raise MalformedInput(f"The scenario {scenario.id} says which rulings hold.")
    for team, seats in zip(brought.teams, dict(scenario.teams).values(), strict=True):
        points, wanted = team_points(team), scenario.army_points * seats
        if points != wanted:
            raise RuleViolation(RuleId("DUELS-SETUP-04"), team=team.id, points=points, wanted=wanted)
    return replace(scenario.setup, board="declared", teams=brought.teams, passes=brought.passes)


def _mustered(team: str, rosters: Sequence[tuple[Seat, Roster]], catalog: Catalog) -> TeamSetup:
    """All figures of a team, numbered through."""
    figures = [figure for seat, roster in rosters for figure in muster(roster, catalog, team=team, seat=seat).figures]
    return TeamSetup(
        id=team, figures=tuple(replace(figure, id=f"{team}{number}") for number, figure in enumerate(figures, 1))
    )


def _setup(entry: DuelsScenarioFile, variant: Variant) -> Setup:
    rulings, _ = entry.settings(variant)
    assert isinstance(rulings, Rulings), "the file has been checked"
    return Setup(
        teams=(),
        variant=variant,
        board=entry.board,
        rulings=replace(rulings, round_limit=entry.rounds or ROUND_LIMIT),
        army_points_limit=entry.army_points * entry.teams[0].seats,
        table=Table(width=int(entry.table.width_in), depth=int(entry.table.depth_in)),
        terrain=tuple(map(_piece, entry.terrain)),
        placement=_placement(entry.placement, entry.teams),
        victory=Victory(
            clock=entry.victory.clock,
            objectives_to_win=entry.victory.objectives_to_win,
            at_the_end=entry.victory.at_the_end,
            defender=entry.victory.defender or "",
        ),
        skill_tests=tuple(map(_test, entry.tests)),
        areas=tuple(map(_area, entry.areas)),
        holds=tuple(map(_hold, entry.holds)),
    )


def _area(area: AreaFile) -> Area:
    return Area(id=area.id, name=area.name, outline=area.points, level=area.level, team=area.team or "")


def _hold(hold: HoldFile) -> Hold:
    return Hold(id=hold.id, area=hold.area, rounds=hold.rounds, objective_points=hold.points, once=hold.once)


def _piece(piece: PieceFile) -> TerrainPiece:
    return TerrainPiece(id=piece.id, kind=piece.kind, outline=piece.points, levels=piece.levels, floor=piece.floor)


def _placement(placement: PlacementFile, teams: Sequence[TeamFile]) -> Placement:
    return Placement(
        terrain_per_team=placement.terrain_each,
        enemy_distance=int(placement.enemy_distance_in),
        terrain_distance=int(placement.terrain_distance_in),
        zones=tuple(Zone(team=team.id, outline=zone.points) for team in teams for zone in team.zones),
        terrain_supply=tuple(map(_supply, placement.supply)),
    )


def _supply(shape: SupplyFile) -> TerrainPiece:
    points = rectangle(int(shape.width_in), int(shape.depth_in))
    return TerrainPiece(id=shape.id, kind=shape.kind, outline=points, levels=shape.levels)


def _test(test: SkillTestFile) -> SkillTest:
    colour, dial, difficulty = test.printed
    return SkillTest(
        id=test.id,
        name=test.name,
        colour=colour,
        attribute=dial,
        difficulty=difficulty,
        ranged=test.ranged,
        stealth=test.stealth,
        contact=test.contact,
        bonuses=tuple(SkillBonus(who=bonus.who, attribute=dial, amount=bonus.amount) for bonus in test.bonuses),
        place=None if test.at is None else Place(*test.at.point, test.at.level),
        radius=int(test.radius_in),
        objective_points=test.points,
        once=test.once,
        successes=test.successes,
        bring_to=test.bring_to,
        team=test.team or "",
    )
