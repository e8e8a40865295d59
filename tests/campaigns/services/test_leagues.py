"""Opening a league, enrolling, pairing and scheduling; each command has one effect however often it is sent."""

import json
from collections import Counter
from typing import Any
from uuid import UUID

import pytest
from django.utils import translation
from msgspec.structs import replace

from campaigns import queries
from campaigns.errors import CampaignNotFound, PairingImpossible, RosterRejected
from campaigns.services import leagues, standings
from campaigns.services.scenarios import Loaded
from ledger import queries as ledger_queries
from ledger import services as ledger
from ledger.errors import CommandIdReused
from matches import queries as match_queries
from rules_engine.kernel.errors import MalformedInput
from rules_engine.kernel.rule_ids import RuleId
from rules_engine.kernel.ruleset import Problem
from rules_engine.registry import ruleset
from tests.support.leagues import ACTOR, enrol, league_of, new_id, open_league

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("tiny_catalog")]
NOWHERE = "00000000-0000-0000-0000-000000000000"


def test_a_campaign_is_opened_once_however_often_it_is_asked_for() -> None:
    command_id, tiny = new_id(), ruleset("tiny", 1, "plain")

    def ask(army_points: int = 6) -> str:
        return leagues.open_campaign(
            command_id, ACTOR, name="Low Tide", ruleset=tiny, army_points=army_points, seed="1"
        )

    first = ask()
    assert ask() == first
    assert ledger_queries.stream_version(f"campaign/{first}") == 1
    with pytest.raises(CommandIdReused):
        ask(army_points=8)
    assert queries.campaign(first).army_points == 6


def test_names_are_no_part_of_the_log_and_can_be_forgotten() -> None:
    campaign = open_league("Low Tide League")
    enrol(campaign, "Maëlle")
    stored = ledger_queries.read_stream(f"campaign/{campaign}")
    assert not any("Maëlle".encode() in event.body or b"Low Tide" in event.body for event in stored)
    (maelle,) = queries.participants(campaign)
    assert maelle.name == "Maëlle"
    ledger.erase_text(ledger.intern_text(f"campaign/{campaign}", "Maëlle").id)
    assert [who.name for who in queries.participants(campaign)] == [queries.FORGOTTEN]


def test_a_roster_that_breaks_rules_is_refused_with_each_problem_and_nothing_is_stored() -> None:
    campaign = open_league()
    with pytest.raises(RosterRejected) as refused:
        enrol(campaign, "Bo", fencer="broom")
    (problem,) = refused.value.problems
    assert (problem.path, problem.rule_id, dict(problem.facts)) == ("fencer", "TINY-01", {"points": 1})
    assert str(refused.value) == "fencer: TINY-01"
    assert queries.participants(campaign) == ()
    assert ledger_queries.stream_version(f"campaign/{campaign}") == 1


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "The figure kyushi may be brought this many times: 1."),
        ("es", "Ejemplares permitidos de la figura kyushi: 1."),
    ],
)
def test_a_refused_roster_is_told_in_sentences_of_the_active_language(language: str, sentence: str) -> None:
    problem = Problem("figures.2", RuleId("DUELS-FIG-03"), {"figure": "kyushi", "allowed": 1})
    with translation.override(language):
        told = str(RosterRejected((problem, problem)))
    assert told.splitlines() == [f"figures.2: {sentence} [DUELS-FIG-03]"] * 2


def test_what_is_no_roster_of_the_game_is_refused() -> None:
    newcomer = leagues.NewParticipant(name="Bo", roster={"figures": []})
    with pytest.raises(MalformedInput):
        leagues.enrol(open_league(), new_id(), ACTOR, newcomer)


def test_an_unknown_campaign_is_said_to_be_unknown() -> None:
    with pytest.raises(CampaignNotFound):
        enrol(NOWHERE, "Bo")
    with pytest.raises(CampaignNotFound):
        leagues.open_round_robin(NOWHERE, new_id(), ACTOR, ["a", "b"])
    with pytest.raises(CampaignNotFound):
        leagues.schedule_matches(NOWHERE, ACTOR)


def test_too_few_participants_cannot_be_paired() -> None:
    campaign = open_league()
    with pytest.raises(PairingImpossible):
        leagues.open_round_robin(campaign, new_id(), ACTOR, [enrol(campaign, "Bo")])
    assert queries.stages(campaign) == ()


def test_a_round_robin_has_all_its_rounds_and_every_bye_without_a_match() -> None:
    campaign, stage = league_of("Ana", "Bo", "Cy")
    tables = queries.tables(stage)
    assert Counter(table.round for table in tables) == {1: 2, 2: 2, 3: 2}
    assert all((table.away is None) == (table.match == "") for table in tables)
    assert Counter(bool(table.match) for table in tables) == {True: 3, False: 3}
    assert queries.stages(campaign)[0].format == "round_robin"


def test_matches_are_scheduled_once_with_both_rosters_and_start_at_once() -> None:
    _, stage = league_of("Ana", "Bo", "Cy")
    told: list[None] = []
    leagues.schedule_matches(stage, ACTOR, progress=lambda: told.append(None))
    matches = [table.match for table in queries.tables(stage) if table.match]
    lengths = [ledger_queries.stream_version(f"match/{match}") for match in matches]
    leagues.schedule_matches(stage, ACTOR)
    assert [ledger_queries.stream_version(f"match/{match}") for match in matches] == lengths
    assert len(told) == 3
    rows = [match_queries.match(UUID(match)) for match in matches]
    assert {row.status for row in rows} == {"running"}
    assert {(seat.seat, seat.team, seat.computer) for row in rows for seat in row.seats} == {
        ("A", "red", "random"),
        ("B", "blue", "random"),
    }


def test_seeded_matches_have_the_dice_of_the_seed_and_others_have_fresh_ones() -> None:
    def commitments(*, seeded: bool) -> list[str]:
        _, stage = league_of("Ana", "Bo", seed="same")
        leagues.schedule_matches(stage, ACTOR, seeded=seeded)
        return [match_queries.dice(UUID(table.match)).commitment for table in queries.tables(stage)]

    assert commitments(seeded=True) == commitments(seeded=True)
    assert commitments(seeded=False) != commitments(seeded=False)


def in_rounds(rounds: int, seats: int = 2) -> Loaded:
    """A scenario of the tiny game."""
    words = {"en": "Short"}
    content = {
        "id": "short", "ruleset": "tiny", "title": words, "description": words, "rounds": rounds, "seats": seats,
    }  # fmt: skip
    tiny = ruleset("tiny", 1, "plain")
    return Loaded(ruleset=tiny, scenario=tiny.read_scenario(content, "short.yaml"), content=content)


def test_all_matches_of_a_stage_are_played_in_its_scenario_which_its_event_keeps_whole() -> None:
    campaign, short = open_league(), in_rounds(2)
    people = [enrol(campaign, name) for name in ("Ana", "Bo")]
    stage = leagues.open_round_robin(campaign, new_id(), ACTOR, people, scenario=short)
    opened = next(row for row in ledger_queries.read_stream(f"stage/{stage}") if row.kind == "stage.opened")
    assert (opened.schema, json.loads(opened.body)["scenario"]) == (2, short.content)
    assert queries.stage(stage).scenario == short.content
    assert queries.stage(stage).order == ("points", "wins", "objectives", "destroyed", "left", "lot")
    leagues.schedule_matches(stage, ACTOR)
    (table,) = queries.tables(stage)
    started = next(row for row in ledger_queries.read_stream(f"match/{table.match}") if row.kind == "tiny.opened")
    assert json.loads(started.body)["setup"]["rounds"] == 2


@pytest.mark.parametrize("seats", [1, 3])
def test_a_scenario_for_another_number_of_rosters_cannot_be_paired(seats: int) -> None:
    campaign = open_league()
    people = [enrol(campaign, name) for name in ("Ana", "Bo")]
    with pytest.raises(PairingImpossible, match=f"The scenario short is for {seats} rosters; a table here has 2."):
        leagues.open_round_robin(campaign, new_id(), ACTOR, people, scenario=in_rounds(2, seats))
    with pytest.raises(PairingImpossible, match="a table here has 1"):
        leagues.open_solo(campaign, new_id(), ACTOR, people, scenario=in_rounds(2))
    assert queries.stages(campaign) == ()


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"variant": "fancy"}, "The scenario short is for tiny fancy, not for tiny plain."),
        ({"ruleset": "chess"}, "The scenario short is for chess plain, not for tiny plain."),
        ({"army_points": 8}, "The scenario short is for rosters of 8 points, not of 6."),
    ],
)
def test_a_scenario_for_another_game_or_other_rosters_opens_no_stage(changes: dict[str, Any], words: str) -> None:
    campaign, short = open_league(), in_rounds(2)
    people = [enrol(campaign, name) for name in ("Ana", "Bo")]
    other = replace(short, scenario=replace(short.scenario, **changes))
    with pytest.raises(PairingImpossible, match=words):
        leagues.open_round_robin(campaign, new_id(), ACTOR, people, scenario=other)
    assert queries.stages(campaign) == ()


def test_a_stage_of_single_runs_has_a_table_each_and_no_bye() -> None:
    campaign = open_league()
    people = [enrol(campaign, name) for name in ("Ana", "Bo", "Cy")]
    command_id = new_id()
    stage = leagues.open_solo(campaign, command_id, ACTOR, people)
    assert leagues.open_solo(campaign, command_id, ACTOR, people) == stage
    tables = queries.tables(stage)
    assert [(table.number, table.holders, table.away) for table in tables] == [
        (1, {"A": people[0]}, None),
        (2, {"A": people[1]}, None),
        (3, {"A": people[2]}, None),
    ]
    assert len({table.match for table in tables}) == queries.open_tables(stage) == 3
    standings.refresh(stage)
    assert [line.numbers[:2] for line in queries.standings(stage)] == [(0, 0)] * 3
    assert queries.stage(stage).format == "solo"


@pytest.mark.parametrize("names", [[], ["Ana", "Ana"]])
def test_nobody_runs_twice_and_somebody_must_run(names: list[str]) -> None:
    campaign = open_league()
    known = {name: enrol(campaign, name) for name in set(names)}
    with pytest.raises(PairingImpossible, match="each named once"):
        leagues.open_solo(campaign, new_id(), ACTOR, [known[name] for name in names])
