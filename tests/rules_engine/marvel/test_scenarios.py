from typing import Any

import pytest

from rules_engine.kernel.dice import Chance
from rules_engine.kernel.errors import MalformedInput
from rules_engine.kernel.geometry import Place
from rules_engine.marvel.catalog import Catalog, read_catalog
from rules_engine.marvel.rosters import Roster
from rules_engine.marvel.rulings import Rulings
from rules_engine.marvel.sampling import draw_roster
from rules_engine.marvel.scenario_file import MarvelScenarioFile
from rules_engine.marvel.scenarios import MarvelScenario, read_scenario, scenario_setup
from rules_engine.marvel.setup import Objective, ScenerySetup, Table, Victory, Zone
from rules_engine.marvel.start import start
from tests.rules_engine.marvel.test_scenario_file import BREAK, DESK, LIVE, SMALL, VAN
from tests.support.guides import GUIDE, unnamed_fields
from tests.support.samples import plain_sample

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


def test_the_guide_names_every_field() -> None:
    assert unnamed_fields(GUIDE, MarvelScenarioFile) == []
