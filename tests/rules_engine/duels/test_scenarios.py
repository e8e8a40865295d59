from typing import Any

import pytest

from rules_engine.duels.components import SkillBonus, SkillTest
from rules_engine.duels.ruleset import ADVANCED
from rules_engine.duels.rulings import Variant
from rules_engine.duels.scenarios import DuelsScenario, read_scenario
from rules_engine.kernel.errors import MalformedInput
from rules_engine.kernel.geometry import Place
from rules_engine.kernel.units import inches
from tests.rules_engine.duels.test_league_match import CATALOG, ONE
from tests.rules_engine.duels.test_scenario_file import SMALL


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
