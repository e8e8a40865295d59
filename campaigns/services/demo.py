"""A demo league: computer players with drawn rosters of equal army points, everyone against everyone."""

import time
from collections.abc import Callable
from typing import Final, Literal, TypeAlias
from uuid import UUID

import msgspec
from django.conf import settings
from django.db import transaction

from campaigns import events as e
from campaigns import queries
from campaigns.errors import DemoStalled, PairingImpossible
from campaigns.services import leagues, scenarios
from campaigns.services.catalogs import sample_catalog
from campaigns.services.writing import derived_id
from ledger import queries as ledger_queries
from ledger import queue, verify
from ledger import services as ledger
from matches import queries as match_queries
from matches import replay
from matches.subscribers import STALLED_SECONDS
from rules_engine import registry
from rules_engine.kernel.dice import Chance

DemoLevel: TypeAlias = Literal["random", "greedy", "expert", "mixed"]
LEVELS: Final = ("expert", "greedy", "random")
ACTOR: Final = "demo"
USUAL: Final = "duels"
POLL_SECONDS: Final = 0.2
EMBEDDED_PATIENCE_SECONDS: Final = STALLED_SECONDS + 10  # time to wake a stalled computer player once more
NAMES: Final = (
    "Kestrel", "Tollgate", "Relay", "Dr Ohm", "Night Courier", "Low Tide", "Tin Saint", "Rooftop", "Second Shift",
    "Harbour Watch", "Ferryman", "Slow Fuse", "Copper Rain", "Old Magnolia", "Switchback", "Paper Crane", "Undertow",
    "Nine Volts", "Glass Eel", "Cold Start", "Lamplighter", "Salt Road", "Dead Letter", "Half Moon", "Quiet Engine",
    "Broken Meter", "Kerb Queen", "Sparrow Hill", "Last Tram", "Mister Vane", "Blue Notice", "Gravel",
)  # fmt: skip


class DemoPlan(msgspec.Struct, frozen=True, kw_only=True):
    """What a demo league is to be; the same plan on an empty database plays the same matches.

    ruleset: the game, empty for ``duels`` or the scenario's. variant: of its newest rules, empty for its usual one.
    scenario: the name or file of one that all matches are played in, which then says ruleset, variant and army points;
    empty for none.
    """

    players: int = 8
    seed: int = 1
    level: DemoLevel = "greedy"
    variant: str = ""
    ruleset: str = ""
    scenario: str = ""


class DemoLeague(msgspec.Struct, frozen=True, kw_only=True):
    """The ids of a demo league that was opened; its matches wait to be scheduled."""

    campaign: str
    stage: str


def open_demo_league(plan: DemoPlan, command_id: str) -> DemoLeague:
    """Open a league, enrol its computer players and publish all rounds; the same command again gives the same league.

    Everyone meets everyone; in a game whose teams play alone each plays its scenario once.
    Errors: PairingImpossible for fewer than two players, more than there are names, or a scenario that a league cannot
    pair; ScenarioRejected for one that is wrong; MalformedInput for an unknown ruleset or variant.
    """
    with transaction.atomic():  # all of it or nothing: a league that was opened can be played on
        return _open(plan, command_id)


def _open(plan: DemoPlan, command_id: str) -> DemoLeague:
    scenario = scenarios.load(scenarios.find(plan.scenario)) if plan.scenario else None
    ruleset = scenario.ruleset if scenario else registry.newest(plan.ruleset or USUAL, plan.variant)
    if scenario and (plan.ruleset or ruleset.key, plan.variant or ruleset.variant) != (ruleset.key, ruleset.variant):
        raise PairingImpossible(f"The scenario {scenario.scenario.id} is for {ruleset.key}, {ruleset.variant}.")
    fewest = min(ruleset.teams, 2)
    if not fewest <= plan.players <= len(NAMES):
        raise PairingImpossible(f"A demo league has {fewest} to {len(NAMES)} players, not {plan.players}.")
    leagues.check_seats(scenario, ruleset.teams)
    army_points = (scenario.scenario.army_points if scenario else 0) or ruleset.usual_points
    campaign = leagues.open_campaign(
        command_id,
        ACTOR,
        name=f"Demo league {plan.seed}",
        ruleset=ruleset,
        army_points=army_points,
        seed=f"{plan.seed}/{plan.level}/{ruleset.variant}",
    )
    participants = [
        leagues.enrol(campaign, derived_id(campaign, "enrol", number), ACTOR, newcomer)
        for number, newcomer in enumerate(_newcomers(plan, ruleset, army_points))
    ]
    open_stage = leagues.open_solo if ruleset.teams == 1 else leagues.open_round_robin
    stage = open_stage(campaign, derived_id(campaign, "stage"), ACTOR, participants, scenario=scenario)
    return DemoLeague(campaign=campaign, stage=stage)


def _newcomers(plan: DemoPlan, ruleset: registry.AnyRuleset, army_points: int) -> list[leagues.NewParticipant]:
    catalog = sample_catalog(ruleset)
    newcomers = []
    for number in range(plan.players):
        roster = ruleset.draw_roster(catalog, army_points, Chance(f"{plan.seed}/roster/{number}"))
        level = LEVELS[number % len(LEVELS)] if plan.level == "mixed" else plan.level
        newcomers.append(leagues.NewParticipant(name=NAMES[number], level=level, roster=msgspec.to_builtins(roster)))
    return newcomers


def unfinished() -> tuple[DemoLeague, ...]:
    """Demo leagues that have matches without a result, the oldest first: whoever played them was stopped."""
    return tuple(
        DemoLeague(campaign=campaign.id, stage=stage.id)
        for campaign in reversed(queries.campaigns())
        if ledger_queries.opened_by(e.stream_of(e.CAMPAIGN, campaign.id)) == ACTOR
        for stage in queries.stages(campaign.id)
        if queries.open_tables(stage.id)
    )


class DemoReport(msgspec.Struct, frozen=True, kw_only=True):
    """What became of a demo league: counts, standings, and the verdicts of verification and audit.

    order: the codes of the standings' numbers.
    chain: "intact", or the first broken event of each stream and every wrong tree head; audit: "clean", or what departs
    from the rules.
    """

    campaign: str
    format: str
    order: tuple[str, ...]
    matches: int
    open: int
    events: int
    standings: tuple[queries.StandingLine, ...]
    chain: str
    audit: str


def play_demo_league(league: DemoLeague, progress: Callable[[int, int], None], *, patience_seconds: float) -> None:
    """Schedule all matches and wait until each has a result; tasks play them, here or in the workers.

    In the embedded tier no worker tries again what failed, so every look is a sweep. progress: told matches with a
    result and all matches. At the end a tree head is signed: no later change stays unseen. Running it again goes on
    where it stopped.
    Errors: DemoStalled when no match ended for ``patience_seconds``, in the embedded tier for EMBEDDED_PATIENCE_SECONDS
    if that is less.
    """
    embedded: bool = settings.CELERY_TASK_ALWAYS_EAGER
    patience_seconds = min(patience_seconds, EMBEDDED_PATIENCE_SECONDS) if embedded else patience_seconds
    total = sum(bool(table.match) for table in queries.tables(league.stage))

    def tell() -> int:
        ended = total - queries.open_tables(league.stage)
        progress(ended, total)
        return ended

    leagues.schedule_matches(league.stage, ACTOR, seeded=True, progress=tell)
    ended, since = tell(), time.monotonic()
    while ended < total or not _is_ranked(league.stage):
        if time.monotonic() - since > patience_seconds:
            raise DemoStalled(f"{_what_stalls(league.stage)}; {'see the log' if embedded else 'is a worker running?'}")
        time.sleep(settings.SWEEP_SECONDS if embedded else POLL_SECONDS)
        if embedded:
            queue.enqueue(queue.SWEEP[0])  # as a task, whose failure is logged and does not end the demo
        before, ended = ended, tell()
        since = time.monotonic() if ended > before else since
    ledger.sign_tree_head()


def _what_stalls(stage: str) -> str:
    matches = [table for table in queries.tables(stage) if table.match]
    waiting = [table.match for table in matches if not table.places]
    if not waiting:
        return f"The standings of stage {stage} do not follow its results"
    return f"{len(waiting)} of {len(matches)} matches have no result, first match {waiting[0]}"


def report(league: DemoLeague) -> DemoReport:
    """Verify every stream of a league and all tree heads, audit its matches, and read its standings."""
    stage = queries.stage(league.stage)
    matches = [table.match for table in queries.tables(league.stage) if table.match]
    streams = [replay.stream_of(UUID(match)) for match in matches]
    streams += [e.stream_of(e.STAGE, league.stage), e.stream_of(e.CAMPAIGN, league.campaign)]
    verified = verify.verify_streams(streams)
    findings = [f"match {match}, {finding}" for match in matches for finding in match_queries.audit(UUID(match))]
    return DemoReport(
        campaign=league.campaign,
        format=stage.format,
        order=stage.order,
        matches=len(matches),
        open=queries.open_tables(league.stage),
        events=verified.events,
        standings=queries.standings(league.stage),
        chain="; ".join(map(str, verified.problems)) or "intact",
        audit="; ".join(findings) or "clean",
    )


def _is_ranked(stage: str) -> bool:
    """Whether the standings know every event of their stage."""
    rows = queries.standings(stage)
    return bool(rows) and rows[0].version == ledger_queries.stream_version(e.stream_of(e.STAGE, stage))
