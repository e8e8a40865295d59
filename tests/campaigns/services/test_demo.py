"""A demo league: the same plan gives the same league; its report verifies and audits."""

from fractions import Fraction
from pathlib import Path

import pytest
from django.db import connection
from pytest_django import Settings

from campaigns import queries
from campaigns.errors import DemoStalled, PairingImpossible
from campaigns.services import demo, leagues
from campaigns.subscribers import drop_standings
from ledger import queries as ledger_queries
from ledger import services as ledger
from ledger.models import TreeHead
from rules_engine.kernel.errors import MalformedInput
from tests.support.leagues import ACTOR, league_of, new_id, play

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("tiny_catalog")]
PLAN = demo.DemoPlan(players=3, seed=5, level="random", variant="plain", ruleset="tiny")


def played(plan: demo.DemoPlan = PLAN) -> demo.DemoLeague:
    league = demo.open_demo_league(plan, new_id())
    leagues.schedule_matches(league.stage, ACTOR, seeded=True)
    play(league.stage)
    return league


def table(league: demo.DemoLeague) -> list[tuple[str, int, tuple[int | Fraction, ...]]]:
    return [(row.name, row.rank, row.numbers) for row in queries.standings(league.stage)]


def test_the_same_seed_gives_the_same_standings_and_another_seed_others() -> None:
    first, again = played(), played()
    assert first != again
    assert table(first) == table(again)
    others = [table(played(demo.DemoPlan(players=3, seed=seed, level="random", variant="plain", ruleset="tiny")))
              for seed in (6, 7, 8)]  # fmt: skip
    assert any(other != table(first) for other in others)


def test_a_scenario_says_which_game_is_played_with_how_many_points(tmp_path: Path) -> None:
    path = tmp_path / "short.yaml"
    path.write_text(
        "id: short\nruleset: tiny\ntitle: {en: Short}\ndescription: {en: Short}\nrounds: 1\narmy_points: 1\n"
    )
    plan = demo.DemoPlan(players=2, seed=5, level="random", scenario=str(path))
    league = played(plan)
    campaign = queries.campaign(league.campaign)
    assert (campaign.ruleset, campaign.army_points) == ("tiny", 1)
    assert queries.stage(league.stage).scenario["id"] == "short"
    assert demo.report(league).audit == "clean"


def test_a_scenario_that_a_league_cannot_pair_opens_nothing() -> None:
    with pytest.raises(PairingImpossible, match="three-crews is for 3 rosters"):
        demo.open_demo_league(demo.DemoPlan(scenario="three-crews"), new_id())
    assert queries.campaigns() == ()


def test_the_same_command_opens_the_same_league() -> None:
    command_id = new_id()
    assert demo.open_demo_league(PLAN, command_id) == demo.open_demo_league(PLAN, command_id)


def test_a_demo_league_without_all_results_is_unfinished_and_another_league_is_none() -> None:
    league_of("Ana", "Bo")
    assert demo.unfinished() == ()
    open_, done = demo.open_demo_league(PLAN, new_id()), played()
    assert demo.unfinished() == (open_,)
    assert done != open_


def test_a_league_is_opened_whole_or_not_at_all(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> str:
        raise PairingImpossible("no room")

    monkeypatch.setattr(leagues, "open_round_robin", fail)
    before = ledger_queries.count_events()
    with pytest.raises(PairingImpossible, match="no room"):
        demo.open_demo_league(PLAN, new_id())
    assert ledger_queries.count_events() == before


def test_levels_can_be_mixed() -> None:
    plan = demo.DemoPlan(players=4, level="mixed", variant="plain", ruleset="tiny")
    league = demo.open_demo_league(plan, new_id())
    levels = sorted(who.level for who in queries.participants(league.campaign))
    assert levels == ["expert", "expert", "greedy", "random"]


@pytest.mark.parametrize("players", [-1, 0, 1, len(demo.NAMES) + 1])
def test_a_league_of_an_impossible_size_is_refused_in_a_sentence(players: int) -> None:
    plan = demo.DemoPlan(players=players, variant="plain", ruleset="tiny")
    with pytest.raises(PairingImpossible, match="2 to 32 players"):
        demo.open_demo_league(plan, new_id())


@pytest.mark.parametrize(
    "contrary",
    [
        demo.DemoPlan(scenario="quiet-exit", ruleset="marvel"),
        demo.DemoPlan(scenario="quiet-exit", variant="basic"),
    ],
)
def test_a_game_that_the_scenario_is_not_for_is_refused(contrary: demo.DemoPlan) -> None:
    with pytest.raises(PairingImpossible, match="quiet-exit is for duels, advanced"):
        demo.open_demo_league(contrary, new_id())


def test_a_team_that_plays_alone_needs_no_other() -> None:
    with pytest.raises(PairingImpossible, match="1 to 32 players, not 0"):
        demo.open_demo_league(demo.DemoPlan(ruleset="sru", players=0), new_id())


def test_an_unknown_variant_is_refused() -> None:
    with pytest.raises(MalformedInput):
        demo.open_demo_league(demo.DemoPlan(variant="none", ruleset="tiny"), new_id())


def test_the_report_counts_verifies_and_audits() -> None:
    league = played()
    report = demo.report(league)
    streams = [f"stage/{league.stage}", f"campaign/{league.campaign}"]
    streams += [f"match/{row.match}" for row in queries.tables(league.stage) if row.match]
    assert (report.matches, report.open, report.chain, report.audit) == (3, 0, "intact", "clean")
    assert report.events == sum(map(ledger_queries.stream_version, streams))
    assert report.standings == queries.standings(league.stage)


@pytest.mark.usefixtures("no_triggers")
def test_the_report_names_what_was_tampered_with() -> None:
    league = played()
    match = next(row.match for row in queries.tables(league.stage) if row.match)
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE ledger_event SET actor = 'mallory' WHERE stream = %s AND version = 3", (f"match/{match}",)
        )
    assert demo.report(league).chain.startswith(f"match/{match} 3: ")


def test_the_report_names_a_tree_head_that_was_changed() -> None:
    league = played()
    head = ledger.sign_tree_head()
    TreeHead.objects.update(signature="00" * 64)
    assert demo.report(league).chain == f"tree-head/{head.root} 0: its signature is wrong"


def test_a_league_that_nobody_plays_is_given_up_in_a_sentence() -> None:
    league = demo.open_demo_league(PLAN, new_id())
    told: list[tuple[int, int]] = []
    with pytest.raises(DemoStalled, match=r"3 of 3 matches have no result, first match .*; is a worker running\?"):
        # within a test's transaction no task is ever sent
        demo.play_demo_league(league, lambda *numbers: told.append(numbers), patience_seconds=0.3)
    assert told[0] == (0, 3)


@pytest.fixture
def embedded(settings: Settings) -> None:
    settings.CELERY_TASK_ALWAYS_EAGER = True
    settings.SWEEP_SECONDS = 0.05


@pytest.mark.usefixtures("embedded")
def test_the_embedded_tier_sweeps_before_it_gives_up() -> None:
    league = demo.open_demo_league(PLAN, new_id())
    with pytest.raises(DemoStalled, match="see the log"):
        demo.play_demo_league(league, lambda *_: None, patience_seconds=0.3)


@pytest.mark.usefixtures("embedded")
def test_standings_that_do_not_follow_are_named() -> None:
    league = played()
    leagues.schedule_matches(league.stage, ACTOR, seeded=True)
    drop_standings()
    with pytest.raises(DemoStalled, match="standings of stage"):
        demo.play_demo_league(league, lambda *_: None, patience_seconds=0.2)


def test_a_league_played_to_its_end_is_signed_for() -> None:
    league = played()
    demo.play_demo_league(league, lambda *_: None, patience_seconds=0.2)
    (head, _), *_ = ledger_queries.tree_heads()
    assert head.events == ledger_queries.count_events()
