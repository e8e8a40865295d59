"""Setup (DUELS-SETUP): what a match may start from, and the roll for the alpha team."""

from rules_engine.duels import passes
from rules_engine.duels.components import (
    BULLETS_TO_ELIMINATE,
    DIALS,
    GEAR_LIMIT,
    Area,
    DieSpec,
    FigureSetup,
    Hold,
    Setup,
    SkillTest,
    TeamSetup,
    TerrainPiece,
    Zone,
)
from rules_engine.duels.events import AlphaDecided, AlphaRolled, AlphaTied, DuelsEvents, MatchOpened
from rules_engine.duels.opening import opened
from rules_engine.duels.pass_checks import check_passes, gear_points_over
from rules_engine.duels.state import MatchState
from rules_engine.duels.story import Story
from rules_engine.duels.terrain_placement import check_kind
from rules_engine.kernel.dice import Dice, Die
from rules_engine.kernel.errors import MalformedInput, RuleViolation
from rules_engine.kernel.geometry import Point, outline
from rules_engine.kernel.messages import Decision
from rules_engine.kernel.rule_ids import RuleId
from rules_engine.kernel.setups import check_seats, check_unique
from rules_engine.kernel.units import inches, show

SMALLEST_TABLE = inches(60)  # DUELS-SETUP-01
MOST_TERRAIN = 100  # pieces of a team; no table has room for them


# --- the start --------------------------------------------------------------------------------------------------------


def start(setup: Setup) -> tuple[DuelsEvents, ...]:
    """Check a setup and open the match.

    Passes that work from the setup on are played at once.
    Rules: DUELS-SETUP-01 to -08, DUELS-SETUP-13, DUELS-SETUP-14, DUELS-RULING-013, -014, -050, -088, -097,
    DUELS-PASS-02.
    Errors: RuleViolation for the first rule that forbids it; MalformedInput for ids given twice or unknown, a figure
    without dials, an outline that is none.
    """
    _check_ids(setup)
    _check_table(setup)
    _check_rulings(setup)
    _check_teams(setup)
    check_passes(setup)
    for team in setup.teams:
        for figure in team.figures:
            _check_profile(figure)
            _check_gear(setup, figure)
    _check_terrain(setup)
    _check_objectives(setup)
    in_force = passes.opening(opened(setup)) if setup.passes else ()
    return (MatchOpened(setup=setup), *in_force)


def _check_ids(setup: Setup) -> None:
    figures = [figure for team in setup.teams for figure in team.figures]
    check_unique("team", (team.id for team in setup.teams))
    check_unique("figure", (figure.id for figure in figures))
    check_unique("piece of terrain", (piece.id for piece in setup.terrain))
    named: tuple[SkillTest | Area | Hold, ...] = (*setup.skill_tests, *setup.areas, *setup.holds)
    check_unique("objective", (objective.id for objective in named))
    check_seats((figure.seat, team.id) for team in setup.teams for figure in team.figures)


def _check_table(setup: Setup) -> None:
    shortest = min(setup.table.width, setup.table.depth)
    if shortest < SMALLEST_TABLE:
        raise RuleViolation(RuleId("DUELS-SETUP-01"), side=show(shortest), least=show(SMALLEST_TABLE))


def _check_rulings(setup: Setup) -> None:
    """Settings that no league can choose: DUELS-RULING-050, DUELS-RULING-088 (team turns are basic), -095."""
    rulings = setup.rulings
    if rulings.max_level < 1:
        raise RuleViolation(RuleId("DUELS-RULING-050"), max_level=rulings.max_level)
    if setup.variant == "advanced" and rulings.victory_clock_unit == "team_turn":
        raise RuleViolation(RuleId("DUELS-RULING-088"), unit=rulings.victory_clock_unit)
    if rulings.round_limit is not None and rulings.round_limit < 1:
        raise RuleViolation(RuleId("DUELS-RULING-095"), rounds=rulings.round_limit)


def _check_teams(setup: Setup) -> None:
    """Two or more teams with figures (DUELS-SETUP-02) and fair army points (DUELS-SETUP-04, DUELS-RULING-013)."""
    if len(setup.teams) < 2:
        raise RuleViolation(RuleId("DUELS-SETUP-02"), teams=len(setup.teams))
    for team in setup.teams:
        if not team.figures:
            raise RuleViolation(RuleId("DUELS-SETUP-02"), team=team.id, figures=0)
    points = {team.id: team_points(team) for team in setup.teams}
    most = _most_points(setup, points)
    for team_id, total in points.items():
        exact = setup.rulings.army_points_match == "exact"
        if total > most or (exact and total < most):
            raise RuleViolation(RuleId("DUELS-SETUP-04"), team=team_id, points=total, wanted=most)


def team_points(team: TeamSetup) -> int:
    """The army points of a team; gear points are none (DUELS-RULING-013)."""
    return sum(figure.profile.army_points for figure in team.figures)


def _most_points(setup: Setup, points: dict[str, int]) -> int:
    if setup.rulings.army_points_match == "exact":
        return max(points.values())
    if setup.army_points_limit is None:
        raise MalformedInput("With a ceiling the setup names its army_points_limit.")
    return setup.army_points_limit


def _check_profile(figure: FigureSetup) -> None:
    """A figure needs dials that turn and bands to attack with (DUELS-FIG-04, DUELS-FIG-10); it starts alive."""
    profile = figure.profile
    dials = [getattr(profile, dial) for dial in DIALS]
    if not all(dials) or profile.radius <= 0 or profile.army_points < 1:
        raise MalformedInput(f"{figure.id} needs three dials, a base and army points.")
    if any(die.sides < 2 for die in _printed_dice(figure)):
        raise MalformedInput(f"A die of {figure.id} has fewer than two sides.")
    bullets = sum(dial[0].bullets for dial in dials)
    if bullets >= BULLETS_TO_ELIMINATE:
        raise RuleViolation(RuleId("DUELS-ELIM-01"), figure=figure.id, bullets=bullets)


def _printed_dice(figure: FigureSetup) -> list[DieSpec]:
    return [*figure.profile.starting_dice, *(die for gear in figure.gear for die in gear.dice)]


def _check_gear(setup: Setup, figure: FigureSetup) -> None:
    """Up to 12 points of gear that the figure may carry (DUELS-SETUP-06, DUELS-RULING-014, DUELS-RULING-097)."""
    points = sum(gear.points for gear in figure.gear)
    most = GEAR_LIMIT + gear_points_over(setup, figure)
    if points > most:
        raise RuleViolation(RuleId("DUELS-SETUP-06"), figure=figure.id, points=points, most=most)
    for gear in figure.gear:
        if not gear.fits(figure.profile):
            raise RuleViolation(RuleId("DUELS-RULING-097"), figure=figure.id, gear=gear.slug)


def _check_terrain(setup: Setup) -> None:
    """Pieces and zones of a scenario: kinds, levels, outlines (DUELS-SETUP-13, DUELS-SETUP-14, DUELS-RULING-050)."""
    if not 0 <= setup.placement.terrain_per_team <= MOST_TERRAIN:
        raise MalformedInput(f"A team places 0 to {MOST_TERRAIN} pieces of terrain.")
    pieces = (*setup.terrain, *setup.placement.terrain_supply)
    for piece in pieces:
        check_kind(setup, piece.kind, piece.levels)
    highest = max((piece.top for piece in setup.terrain), default=0)
    if highest > setup.rulings.max_level:
        raise RuleViolation(RuleId("DUELS-RULING-050"), level=highest, most=setup.rulings.max_level)
    teams = {team.id for team in setup.teams}
    for zone in setup.placement.zones:
        if zone.team not in teams:
            raise MalformedInput(f"There is no team {zone.team} for a zone.")
    if setup.board == "tracked":
        shapes: tuple[TerrainPiece | Zone | Area, ...] = (*pieces, *setup.placement.zones, *setup.areas)
        for shape in shapes:
            _check_outline(shape.outline)


def _check_objectives(setup: Setup) -> None:
    """What tests, areas and the victory name is there (DUELS-SKILL-10, DUELS-WIN-06)."""
    areas, teams = {area.id for area in setup.areas}, {"", *(team.id for team in setup.teams)}
    named = {area for test in setup.skill_tests for area in test.bring_to} | {hold.area for hold in setup.holds}
    if not named <= areas:
        raise MalformedInput(f"There is no area {', '.join(sorted(named - areas))}.")
    owners = {setup.victory.defender, *(area.team for area in setup.areas), *(test.team for test in setup.skill_tests)}
    if not owners <= teams:
        raise MalformedInput("A test, an area or the victory is of a team that is not there.")
    if any(test.successes < 1 for test in setup.skill_tests) or any(hold.rounds < 1 for hold in setup.holds):
        raise MalformedInput("Successes and rounds of an objective count from 1.")


def _check_outline(points: tuple[Point, ...]) -> None:
    try:
        outline(points)
    except ValueError as error:
        raise MalformedInput(str(error)) from error


# --- alpha ------------------------------------------------------------------------------------------------------------


def rolling(state: MatchState) -> tuple[Decision, ...]:
    """The next team to roll 2d6, plain dice, for alpha (DUELS-SETUP-09, DUELS-RULING-005)."""
    team = state.to_roll_alpha[0]
    pools = (Die(f"{team}/alpha", 6), Die(f"{team}/alpha#2", 6))
    return (state.ask("roll_alpha", state.seat_of(team), team, pools=pools),)


def roll_alpha(story: Story, decision: Decision, dice: Dice) -> None:
    """A player of the team rolls (DUELS-SETUP-09)."""
    roll = dice.roll("alpha", decision.pools)
    story.tell(AlphaRolled(team=decision.subject, roll=roll, total=sum(roll.faces)))


def step(story: Story) -> bool:
    """When all have rolled: the highest total is alpha, ties roll again (DUELS-SETUP-09, -10, DUELS-RULING-015)."""
    state = story.state
    if state.to_roll_alpha:
        return False
    totals = dict(state.alpha_rolls)
    best = tuple(team for team, total in totals.items() if total == max(totals.values()))
    if len(best) == 1:
        story.tell(AlphaDecided(team=best[0], to_place=_terrain_order(state, best[0])))
        return True
    everybody = state.setup.rulings.alpha_tie_reroll == "all_teams"
    story.tell(AlphaTied(teams=state.teams if everybody else best))
    return False


def _terrain_order(state: MatchState, alpha: str) -> tuple[str, ...]:
    """Who places terrain, one entry a piece: alpha first, then clockwise (DUELS-SETUP-11, DUELS-RULING-016)."""
    first = state.teams.index(alpha)
    teams = (*state.teams[first:], *state.teams[:first])
    pieces = state.setup.placement.terrain_per_team
    if state.setup.rulings.terrain_placement_order == "one_each_twice":
        return teams * pieces
    return tuple(team for team in teams for _ in range(pieces))
