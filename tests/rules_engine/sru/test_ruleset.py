import pytest

from rules_engine import registry
from rules_engine.kernel.errors import MalformedInput
from rules_engine.sru.catalog import Roster
from rules_engine.sru.ruleset import CODEC, STANDARD
from rules_engine.sru.scenarios import read_scenario
from tests.rules_engine.sru.test_catalog import CATALOG
from tests.rules_engine.sru.test_scenarios import ROSTER, plain
from tests.support.told_sru import SCRIPT, TABLE


def test_the_ruleset_is_registered() -> None:
    found: object = registry.newest("sru")
    assert found is STANDARD
    assert (STANDARD.key, STANDARD.version, STANDARD.variant, STANDARD.teams) == ("sru", 1, "standard", 1)
    assert STANDARD.usual_points == 40


def test_kinds_of_events_are_those_of_the_document() -> None:
    said = {
        "profile.changed", "session.opened", "session.closed", "circle.saved", "circle.linked", "circle.unlinked",
        "rumor.created", "rumor.changed", "rumor.fade_rolled", "rumor.call_rolled", "rumor.detection_counted",
        "rumor.gm_used", "action.resolved", "action.refused", "synergy.granted", "synergy.refused",
        "protection.set_aside", "protection.abandoned", "protection.phase_ended", "protection.active_resolved",
        "complication.applied", "assistant.activated", "assistant.rented", "assistant.handed_over", "assistant.ended",
        "reserve.recharged", "gm.ruled",
    }  # fmt: skip
    assert {f"sru.{kind}" for kind in said} <= set(CODEC.event_types)


def test_a_league_plays_the_office_and_the_laboratory_or_a_scenario() -> None:
    usual = STANDARD.league_setup([("alice", ROSTER)], CATALOG)
    assert usual.script is not None
    assert usual.script.id == "office-and-laboratory"
    other = STANDARD.league_setup([("alice", ROSTER)], CATALOG, read_scenario(plain("museum-night"), "m.yaml"))
    assert other.script is not None
    assert other.script.id == "museum-night"
    with pytest.raises(MalformedInput):
        STANDARD.league_setup([("alice", ROSTER), ("bob", Roster(characters=()))], CATALOG)


def test_every_seat_has_its_team_and_the_game_master_his_own() -> None:
    assert STANDARD.seats(TABLE) == {"alice": "A", "bob": "A", "gm": "gm"}
    assert STANDARD.seats(SCRIPT) == {"alice": "A"}
    assert STANDARD.outcome(TABLE) is None
