import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml
from msgspec.structs import replace

from rules_engine import registry
from rules_engine.duels.commands import EndTurn, StateMeasurement
from rules_engine.duels.components import (
    Area,
    Hold,
    Placement,
    Setup,
    SkillBonus,
    SkillTest,
    Table,
    TerrainPiece,
    Victory,
    Zone,
)
from rules_engine.duels.events import MatchEnded, ObjectiveScored
from rules_engine.duels.league_match import ROUND_LIMIT
from rules_engine.duels.match_log import DUELS_LOG
from rules_engine.duels.ruleset import ADVANCED
from rules_engine.duels.rulings import Variant, rulings_for
from rules_engine.duels.scenario_file import DuelsScenarioFile
from rules_engine.duels.scenarios import DuelsScenario, at_real_table, read_scenario
from rules_engine.kernel.dice import SeededDice
from rules_engine.kernel.errors import MalformedInput, RuleViolation
from rules_engine.kernel.fold import fold
from rules_engine.kernel.geometry import Place
from rules_engine.kernel.messages import Command, Event
from rules_engine.kernel.units import inches
from rules_engine.players.levels import Level, player
from rules_engine.players.playout import playout
from tests.rules_engine.duels.test_league_match import CATALOG, ONE
from tests.rules_engine.duels.test_scenario_file import SMALL
from tests.support.guides import GUIDE, unnamed_fields
from tests.support.replays import ROOT, in_scenario


def scenario(variant: Variant = "advanced", **fields: Any) -> DuelsScenario:
    return read_scenario(SMALL | fields, "small.yaml", variant)


def test_duels_skill_03_a_test_is_written_as_it_is_printed() -> None:
    test = {
        "id": "door",
        "name": "Door",
        "test": "Black/Head 15",
        "at": {"x_in": 30, "y_in": 20.5, "level": 1},
        "radius_in": "1.5",
        "bonuses": [{"who": "black", "amount": 1}],
        "points": 2,
        "team": "B",
    }
    assert scenario(tests=[test]).setup.skill_tests == (
        SkillTest(
            id="door",
            name="Door",
            colour="black",
            attribute="head",
            difficulty=15,
            place=Place(inches(30), inches("20.5"), 1),
            radius=inches("1.5"),
            bonuses=(SkillBonus(who="black", attribute="head", amount=1),),
            objective_points=2,
            team="B",
        ),
    )


def test_a_match_of_the_scenario_starts_with_a_roster_for_each_seat() -> None:
    setup = ADVANCED.league_setup([("s1", ONE), ("s2", ONE)], CATALOG, scenario(rounds=4))
    assert [(team.id, [(figure.id, figure.seat) for figure in team.figures]) for team in setup.teams] == [
        ("A", [("A1", "s1")]),
        ("B", [("B1", "s2")]),
    ]
    assert setup.rulings.round_limit == 4
    assert len(ADVANCED.start(setup)) == 1
    with pytest.raises(MalformedInput, match="is for 2 rosters, not 1"):
        ADVANCED.league_setup([("s1", ONE)], CATALOG, scenario())


def test_duels_setup_02_a_team_of_two_seats_numbers_its_figures_through() -> None:
    teams = [{"id": "A", "seats": 2}, {"id": "B", "seats": 2}]
    rosters = [(f"s{number}", ONE) for number in range(4)]
    setup = ADVANCED.league_setup(rosters, CATALOG, scenario(teams=teams))
    assert [(figure.id, figure.seat) for team in setup.teams for figure in team.figures] == [
        ("A1", "s0"), ("A2", "s1"), ("B1", "s2"), ("B2", "s3"),
    ]  # fmt: skip


def test_everything_of_a_file_comes_into_the_setup() -> None:
    box = {"x_in": 10, "y_in": 10, "width_in": 5, "depth_in": 5}
    square = ((1000, 1000), (1500, 1000), (1500, 1500), (1000, 1500))
    corners = [{"x_in": 0, "y_in": 0}, {"x_in": 60, "y_in": 0}, {"x_in": "30.5", "y_in": 8}]
    setup = scenario(
        board="declared",
        table={"width_in": 72, "depth_in": 66},
        teams=[{"id": "A", "zones": [{"corners": corners}]}, {"id": "B"}],
        terrain=[{"id": "roof", "kind": "elevated", "levels": 1, "floor": 1, "rectangle": box}],
        placement={
            "terrain_each": 1,
            "enemy_distance_in": 30,
            "terrain_distance_in": 4,
            "supply": [{"id": "wall", "kind": "blocking", "width_in": 6, "depth_in": 2}],
        },
        areas=[{"id": "yard", "name": "Yard", "level": 1, "team": "B", "rectangle": box}],
        holds=[{"id": "hold", "area": "yard", "rounds": 2, "points": 3, "once": False}],
        victory={"clock": False, "objectives_to_win": 6, "at_the_end": "objectives", "defender": "B"},
        rulings={"max_level": 2},
    ).setup
    assert (setup.board, setup.table) == ("declared", Table(width=7200, depth=6600))
    assert setup.terrain == (TerrainPiece(id="roof", kind="elevated", levels=1, floor=1, outline=square),)
    assert setup.placement == Placement(
        terrain_per_team=1,
        enemy_distance=3000,
        terrain_distance=400,
        zones=(Zone(team="A", outline=((0, 0), (6000, 0), (3050, 800))),),
        terrain_supply=(
            TerrainPiece(id="wall", kind="blocking", outline=((-300, -100), (300, -100), (300, 100), (-300, 100))),
        ),
    )
    assert setup.areas == (Area(id="yard", name="Yard", level=1, team="B", outline=square),)
    assert setup.holds == (Hold(id="hold", area="yard", rounds=2, objective_points=3, once=False),)
    assert setup.victory == Victory(clock=False, objectives_to_win=6, at_the_end="objectives", defender="B")
    assert (setup.rulings.max_level, setup.rulings.round_limit) == (2, ROUND_LIMIT)


def test_the_scenario_tells_a_league_who_can_play_it() -> None:
    found = scenario(teams=[{"id": "A", "seats": 2}, {"id": "B", "seats": 2}], title={"en": "Small", "fr": "Petit"})
    assert (found.id, found.ruleset, found.variant, found.seats, found.army_points) == (
        "small", "duels", "advanced", 4, 3,
    )  # fmt: skip
    assert (found.title.text("fr"), found.setup.army_points_limit) == ("Petit", 6)


def brought(**rulings: Any) -> Setup:
    setup = ADVANCED.league_setup([("s1", ONE), ("s2", ONE)], CATALOG)
    return replace(setup, rulings=replace(rulings_for("advanced"), **rulings))


def test_duels_meas_01_a_scenario_at_a_real_table_is_measured() -> None:
    fifty = scenario(army_points=50, rounds=3)
    setup = DUELS_LOG.in_scenario(brought(), fifty)
    assert (setup.board, setup.teams, setup.rulings.round_limit) == ("declared", brought().teams, 3)
    assert len(ADVANCED.start(setup)) == 1


def test_a_head_brings_the_teams_and_points_of_the_scenario_and_no_settings() -> None:
    with pytest.raises(MalformedInput, match="The scenario small has the teams A, B, C"):
        at_real_table(brought(), scenario(teams=[{"id": "A"}, {"id": "B"}, {"id": "C"}]))
    with pytest.raises(MalformedInput, match="The scenario small says which rulings hold"):
        at_real_table(brought(friendly_fire=True), scenario(army_points=50))
    with pytest.raises(RuleViolation, match="DUELS-SETUP-04"):
        at_real_table(brought(), scenario(army_points=60))


# --- the scenarios that come with the game ----------------------------------------------------------------------------

FILES = sorted((ROOT / "scenarios" / "duels").glob("*.yaml"))
shipped = pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)


@cache
def played(name: str, level: Level) -> tuple[Event, ...]:
    return in_scenario(name, level, "1")[1]


def read(path: Path) -> DuelsScenario:
    return ADVANCED.read_scenario(yaml.safe_load(path.read_text(encoding="utf-8")), path.name)


@shipped
def test_a_shipped_scenario_is_told_in_three_languages(path: Path) -> None:
    found = read(path)
    assert found.id == path.stem
    for words in (found.title, found.description):
        assert len({words.text(language) for language in ("en", "fr", "es")}) == 3


@pytest.mark.parametrize("level", ["random", "greedy"])
@shipped
def test_a_shipped_scenario_is_played_to_its_end_by_the_computer(path: Path, level: Level) -> None:
    match = played(path.stem, level)
    assert isinstance(match[-1], MatchEnded)
    assert match[-1].outcome.rule_id in {"DUELS-WIN-06", "DUELS-RULING-093"}


def test_the_shipped_scenarios_show_every_kind_of_objective() -> None:
    setups = [read(path).setup for path in FILES]
    tests = [test for setup in setups for test in setup.skill_tests]
    assert ("black", "head", 15) in {(test.colour, test.attribute, test.difficulty) for test in tests}
    assert any(test.ranged for test in tests)
    assert any(test.stealth and test.bring_to for test in tests)
    assert any(test.successes > 1 for test in tests)
    assert any(test.bonuses for test in tests)
    assert {len(read(path).teams) for path in FILES} == {2, 3}
    assert {setup.board for setup in setups} == {"tracked", "declared"}
    assert any(setup.victory.defender for setup in setups)


@pytest.mark.parametrize("name", ["black-archive", "quiet-exit", "searchlights", "three-crews"])
def test_computer_players_reach_for_the_objectives(name: str) -> None:
    assert any(isinstance(event, ObjectiveScored) for event in played(name, "greedy"))


def test_duels_win_06_a_declared_match_of_a_scenario_is_won_by_what_players_measure() -> None:
    """At a real table: A stands in the yard round after round, as its players measure."""
    game = registry.ruleset("duels", 1, "advanced")
    found = read(ROOT / "scenarios" / "duels" / "real-street.yaml")
    rosters = [("A", ONE), ("B", ONE)]
    state = fold(game, game.start(game.league_setup(rosters, CATALOG, found)))
    dice = SeededDice("yard")
    while game.outcome(state) is None:
        decision = game.awaiting(state)[0]
        command: Command = game.legal_commands(state, decision).commands[0]
        if decision.kind == "act":
            command = EndTurn(seat=decision.seat, decision=decision.id, figure=decision.subject)
            if decision.subject == "A1" and not state.measured:
                command = StateMeasurement(seat="A", a="A1", b="yard", distance=0)
        state = fold(game, game.decide(state, command, dice), state)
    assert state.result is not None
    assert (state.result.winners(), state.result.rule_id, state.round) == (("A",), "DUELS-WIN-06", 5)


# --- docs/scenarios.md ------------------------------------------------------------------------------------------------


def test_the_example_of_the_guide_is_read_and_played() -> None:
    plain = yaml.safe_load(re.search("```yaml\n(.*?)```", GUIDE, re.DOTALL)[1])  # type: ignore[index]  # it is there
    found = ADVANCED.read_scenario(plain, "the guide")
    assert [test.id for test in found.setup.skill_tests] == ["lock"]
    setup = ADVANCED.league_setup([("A", ONE), ("B", ONE)], CATALOG, found)
    game = registry.ruleset("duels", 1, "advanced")
    players = {seat: player("random", game, seat) for seat in ("A", "B")}
    assert playout(game, setup, players, seed=1).outcome is not None


def test_the_guide_names_every_field() -> None:
    assert unnamed_fields(GUIDE, DuelsScenarioFile) == []
