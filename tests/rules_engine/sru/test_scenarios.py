from pathlib import Path
from typing import Any

import pytest
import yaml

from rules_engine import registry
from rules_engine.kernel.errors import MalformedInput
from rules_engine.kernel.plain_data import FileRejected
from rules_engine.players.levels import Level, player
from rules_engine.players.playout import playout
from rules_engine.sru.catalog import Roster
from rules_engine.sru.office_and_laboratory import OFFICE_AND_LABORATORY, PLAIN
from rules_engine.sru.scenarios import SruScenario, SruScenarioFile, read_scenario, scenario_setup
from tests.rules_engine.sru.test_catalog import CATALOG
from tests.support.guides import GUIDE, unnamed_fields

RULESET = registry.newest("sru")
FOLDER = Path(__file__).parents[3] / "scenarios" / "sru"
NAMES = sorted(path.stem for path in FOLDER.glob("*.yaml"))
ROSTER = Roster(characters=("tessera", "ohm-north", "mother-halyard", "candid"))


def plain(name: str) -> Any:
    return yaml.safe_load((FOLDER / f"{name}.yaml").read_text(encoding="utf-8"))


def scenario(name: str) -> SruScenario:
    return read_scenario(plain(name), f"{name}.yaml")


def test_there_are_three_scenarios_and_the_usual_one_is_among_them() -> None:
    assert len(NAMES) >= 3
    assert plain("office-and-laboratory") == PLAIN
    assert scenario("office-and-laboratory") == OFFICE_AND_LABORATORY


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("level", ["random", "greedy"])
def test_a_scenario_is_played_to_its_end(name: str, level: Level) -> None:
    found = scenario(name)
    assert (found.seats, found.ruleset, found.variant) == (1, "sru", "standard")
    assert found.title.text("fr") != found.title.text("es") != found.title.text("en")
    setup = scenario_setup([("alice", ROSTER)], CATALOG, found)
    played = playout(RULESET, setup, {"alice": player(level, RULESET, 1)}, seed=1)
    assert played.outcome is not None
    assert found.setup.script is not None
    steps = sum(len(scene.steps) for scene in found.setup.script.scenes)
    reached = played.outcome.placings[0].objectives
    assert reached == steps if level == "greedy" else reached <= steps


def test_rumors_that_its_circles_do_not_tell_stay_at_home() -> None:
    setup = scenario_setup([("alice", ROSTER)], CATALOG, scenario("night-train"))
    assert {each.circle for each in setup.rumors} == {"city", "railway"}
    assert setup.profile.domains[-1].id == "smuggling"


def test_a_scenario_is_for_one_roster() -> None:
    with pytest.raises(MalformedInput, match="for 1 rosters, not 2"):
        scenario_setup([("alice", ROSTER), ("bob", ROSTER)], CATALOG, OFFICE_AND_LABORATORY)


DOMAIN = plain("night-train")["domains"][0]
OFFICE = PLAIN["opponents"][0]


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"rulings": {"risk_mode": "dice"}}, "s.yaml: rulings.risk_mode: must be manual, table"),
        ({"rulings": {"risky": True}}, "s.yaml: rulings.risky: is no field of this entry"),
        ({"domains": [DOMAIN | {"id": "magic"}]}, "s.yaml: domains: SRU-DOMAIN-03 (domain=magic)"),
        ({"domains": [DOMAIN | {"rumor_themes": []}]}, "s.yaml: domains: SRU-DOMAIN-06"),
        ({"links": [{"a": "crew", "b": "moon"}]}, "s.yaml: circles: There is no circle moon"),
        ({"opponents": [*PLAIN["opponents"], OFFICE]}, "s.yaml: opponents[5].id: repeats the id office"),
        ({"scenes": []}, "s.yaml: scenes: must hold at least one scene"),
        ({"opponents": 3}, "s.yaml: opponents: "),
        ({"ruleset": "duels"}, "s.yaml: ruleset: must be sru, whose rules read this file"),
    ],
)
def test_a_wrong_file_is_told_by_file_field_and_reason(changes: dict[str, Any], told: str) -> None:
    with pytest.raises(FileRejected) as caught:
        read_scenario(PLAIN | changes, "s.yaml")
    assert str(caught.value).startswith(told)


def test_the_guide_names_every_field() -> None:
    assert unnamed_fields(GUIDE, SruScenarioFile) == []
