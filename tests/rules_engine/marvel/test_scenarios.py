from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from rules_engine import registry
from rules_engine.kernel.dice import Chance
from rules_engine.kernel.errors import MalformedInput
from rules_engine.kernel.geometry import Place
from rules_engine.kernel.messages import Event
from rules_engine.marvel.catalog import Catalog, read_catalog
from rules_engine.marvel.events import MatchEnded, ObjectiveScored
from rules_engine.marvel.rosters import Roster
from rules_engine.marvel.rulings import Rulings
from rules_engine.marvel.sampling import draw_roster
from rules_engine.marvel.scenario_file import MarvelScenarioFile
from rules_engine.marvel.scenarios import MarvelScenario, read_scenario, scenario_setup
from rules_engine.marvel.setup import Objective, ScenerySetup, Table, Victory, Zone
from rules_engine.marvel.start import start
from rules_engine.players.levels import Level, player
from rules_engine.players.playout import playout
from tests.rules_engine.marvel.test_scenario_file import BREAK, DESK, LIVE, SMALL, VAN
from tests.support.guides import GUIDE, unnamed_fields
from tests.support.samples import plain_sample

ROOT = Path(__file__).parents[3]
MARVEL = registry.ruleset("marvel", 1, "quick")
CATALOG: Catalog = read_catalog(plain_sample("marvel"), "marvel-sample.yaml")


def rosters(number: int, points: int = 24) -> list[tuple[str, Roster]]:
    return [(f"seat{index}", draw_roster(CATALOG, points, Chance(index))) for index in range(number)]


def scenario(**fields: Any) -> MarvelScenario:
    return read_scenario(SMALL | fields, "small.yaml")


def test_everything_of_a_file_comes_into_the_setup() -> None:
    box = {"x_in": 0, "y_in": 0, "width_in": 36, "depth_in": 6}
    setup = scenario(
        turns=5,
        table={"width_in": 48, "depth_in": 40},
        teams=[{"id": "A", "zones": [{"rectangle": box}]}, {"id": "B"}],
        scenery=[VAN | {"floor_in": 3}],
        objectives=[DESK | {"reach_in": 3}, BREAK, LIVE | {"character": 2}],
        victory={"objectives_to_win": 6},
        rulings={"pow_carry_over": True},
    ).setup
    assert (setup.table, setup.board) == (Table(width=4800, depth=4000), "tracked")
    assert setup.zones == (Zone(team="A", outline=((0, 0), (3600, 0), (3600, 600), (0, 600))),)
    assert setup.objectives == (
        Objective(id="desk", name="Desk", kind="hold", points=1, place=Place(1800, 1800), reach=300),
        Objective(id="break", name="Van", kind="destroy", points=2, target="van", team="B"),
        Objective(id="live", name="Captain", kind="survive", points=1, target="A2", team="A"),
    )
    (van,) = setup.scenery
    assert isinstance(van, ScenerySetup)
    assert (van.floor, van.piece.width, van.piece.depth, van.piece.height) == (300, 400, 300, 200)
    assert setup.victory == Victory(turn_limit=5, objectives_to_win=6)
    assert setup.rulings == Rulings(pow_carry_over=True)


def test_a_match_of_the_scenario_starts_with_a_roster_for_each_seat() -> None:
    two = scenario(teams=[{"id": "A", "seats": 2}, {"id": "B", "seats": 2}])
    assert (two.seats, two.ruleset, two.variant) == (4, "marvel", "quick")
    setup = scenario_setup(rosters(4), CATALOG, two)
    first = setup.teams[0].characters
    assert [member.id for member in first] == [f"A{number}" for number in range(1, len(first) + 1)]
    assert {member.seat for member in first} == {"seat0", "seat1"}
    assert len(start(setup)) >= 1
    with pytest.raises(MalformedInput, match="is for 4 rosters, not 2"):
        scenario_setup(rosters(2), CATALOG, two)


def test_who_must_survive_must_be_brought() -> None:
    assert scenario_setup(rosters(2), CATALOG, scenario(objectives=[LIVE])).objectives[0].target == "A1"
    with pytest.raises(MalformedInput, match="The scenario small is about A20, whom nobody brings"):
        scenario_setup(rosters(2), CATALOG, scenario(objectives=[LIVE | {"character": 20}]))


# --- the scenarios that come with the game ----------------------------------------------------------------------------

FILES = sorted((ROOT / "scenarios" / "marvel").glob("*.yaml"))
shipped = pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)


@cache
def played(name: str, level: Level) -> tuple[Event, ...]:
    found = MARVEL.read_scenario(
        yaml.safe_load((ROOT / "scenarios" / "marvel" / f"{name}.yaml").read_text(encoding="utf-8")), name
    )
    teams = rosters(found.seats, found.army_points)
    players = {seat: player(level, MARVEL, seat) for seat, _ in teams}
    match = playout(MARVEL, MARVEL.league_setup(teams, CATALOG, found), players, seed=name)
    return tuple(event for step in match.steps for event in step.events)


@shipped
def test_a_shipped_scenario_is_told_in_three_languages(path: Path) -> None:
    found = MARVEL.read_scenario(yaml.safe_load(path.read_text(encoding="utf-8")), path.name)
    assert found.id == path.stem
    for words in (found.title, found.description):
        assert len({words.text(language) for language in ("en", "fr", "es")}) == 3


@pytest.mark.parametrize("level", ["random", "greedy"])
@shipped
def test_a_shipped_scenario_is_played_to_its_end_by_the_computer(path: Path, level: Level) -> None:
    assert isinstance(played(path.stem, level)[-1], MatchEnded)


@shipped
def test_computer_players_reach_for_the_objectives(path: Path) -> None:
    assert any(isinstance(event, ObjectiveScored) for event in played(path.stem, "greedy"))


def test_without_a_scenario_the_league_plays_its_usual_match() -> None:
    assert MARVEL.league_setup(rosters(2), CATALOG).victory == Victory(turn_limit=8)


def test_the_guide_names_every_field() -> None:
    assert unnamed_fields(GUIDE, MarvelScenarioFile) == []
