"""Open a league, enrol who takes part, pair a round robin and schedule its matches."""

import uuid
from collections.abc import Callable, Iterator, Sequence
from hashlib import sha256
from typing import Any

import msgspec

from campaigns import events as e
from campaigns import queries
from campaigns.domain.pairings.round_robin import Pair, round_robin
from campaigns.domain.presets import LEAGUE_ORDER, SCENARIO_ORDER, SOLO_ORDER
from campaigns.errors import PairingImpossible, RosterRejected
from campaigns.services.catalogs import sample_catalog
from campaigns.services.scenarios import Loaded, of_content
from campaigns.services.writing import derived_id, write
from ledger import services as ledger
from matches.domain.commands import ScheduleMatch
from matches.events import SeatPlan, TypedText
from matches.services import lifecycle
from rules_engine import registry
from rules_engine.kernel.codec import encode
from rules_engine.kernel.fold import fold


class NewParticipant(msgspec.Struct, frozen=True, kw_only=True):
    """Who is to be enrolled: a name that a person typed, a computer player's level or none, and a roster."""

    name: str
    roster: Any  # plain data of the game's own roster record
    level: str = ""


def open_campaign(
    command_id: str, actor: str, *, name: str, ruleset: registry.AnyRuleset, army_points: int, seed: str
) -> str:
    """Open a campaign and return its id; the same command again returns the same campaign."""
    campaign = derived_id("campaign", command_id)
    opened = e.CampaignOpened(
        campaign=campaign,
        name=_text(campaign, name),
        ruleset=ruleset.key,
        version=ruleset.version,
        variant=ruleset.variant,
        army_points=army_points,
        seed=seed,
    )
    write(e.stream_of(e.CAMPAIGN, campaign), command_id, actor, (opened,))
    return campaign


def enrol(campaign: str, command_id: str, actor: str, newcomer: NewParticipant) -> str:
    """Enrol a participant with a roster that its rules allow, and return its id.

    Errors: CampaignNotFound; MalformedInput for what is no roster of the game; RosterRejected with every problem.
    """
    found = queries.campaign(campaign)
    ruleset = registry.ruleset(found.ruleset, found.version, found.variant)
    roster = ruleset.read_roster(newcomer.roster)
    problems = ruleset.roster_problems(roster, sample_catalog(ruleset), found.army_points)
    if problems:
        raise RosterRejected(problems)
    participant = derived_id("participant", campaign, command_id)
    enrolled = e.ParticipantEnrolled(
        participant=participant,
        name=_text(campaign, newcomer.name),
        level=newcomer.level,
        roster=msgspec.Raw(encode(roster)),
    )
    write(e.stream_of(e.CAMPAIGN, campaign), command_id, actor, (enrolled,))
    return participant


def open_round_robin(
    campaign: str, command_id: str, actor: str, participants: Sequence[str], *, scenario: Loaded | None = None
) -> str:
    """Open a single round robin with all its rounds published, and return the stage's id.

    scenario: of all its matches, if any; its objectives then break ties too. Errors: CampaignNotFound;
    PairingImpossible for fewer than two participants, or a scenario that is not for two, or not for this campaign.
    """
    stage = derived_id("stage", campaign, command_id)
    try:
        rounds = round_robin(participants)
    except ValueError as error:
        raise PairingImpossible(str(error)) from error
    check_seats(scenario, 2)
    order = SCENARIO_ORDER if scenario else LEAGUE_ORDER
    opened = _opened(stage, campaign, e.ROUND_ROBIN, participants, order=order, scenario=scenario)
    published = (
        e.RoundPublished(round=number, tables=_tables(stage, number, pairs)) for number, pairs in enumerate(rounds, 1)
    )
    write(e.stream_of(e.STAGE, stage), command_id, actor, (opened, *published))
    return stage


def open_solo(
    campaign: str, command_id: str, actor: str, participants: Sequence[str], *, scenario: Loaded | None = None
) -> str:
    """Open a stage in which everybody plays the same scenario alone, a table each, and return the stage's id.

    scenario: the game's usual one if none is given. Errors: CampaignNotFound; PairingImpossible for nobody, somebody
    named twice, or a scenario that is not for one, or not for this campaign.
    """
    if not participants or len(set(participants)) != len(participants):
        raise PairingImpossible("A stage of single runs needs participants, each named once.")
    stage = derived_id("stage", campaign, command_id)
    tables = tuple(
        e.TablePaired(table=table, home=who, match=derived_id("match", stage, 1, table))
        for table, who in enumerate(participants, start=1)
    )
    check_seats(scenario, 1)
    opened = _opened(stage, campaign, e.SOLO, participants, order=SOLO_ORDER, scenario=scenario)
    write(e.stream_of(e.STAGE, stage), command_id, actor, (opened, e.RoundPublished(round=1, tables=tables)))
    return stage


def schedule_matches(
    stage: str, actor: str, *, seeded: bool = False, progress: Callable[[], object] = lambda: None
) -> None:
    """Schedule and start every match of a stage. Matches of computer players begin to play.

    progress: called after each match. seeded: for demonstrations, all chance derives from the campaign's seed, so that
    the same seed plays the same matches; else every match has fresh secret dice.
    Errors: what the game refuses about any of the matches, before the first is scheduled.
    """
    for table, plan, chance in list(_plans(stage, seeded=seeded)):
        server_seed = sha256(f"server/{chance}".encode()).digest() if seeded else None
        scheduled = derived_id(table.match, "schedule")
        lifecycle.schedule(scheduled, actor, plan, match_id=uuid.UUID(table.match), server_seed=server_seed)
        lifecycle.start(uuid.UUID(table.match), derived_id(table.match, "start"), actor)
        progress()


def _plans(stage: str, *, seeded: bool) -> Iterator[tuple[queries.TableRow, ScheduleMatch, str]]:
    """The matches of a stage, each with its table and what its chance derives from, if anything."""
    found = queries.stage(stage)
    campaign = queries.campaign(found.campaign)
    ruleset = registry.ruleset(campaign.ruleset, campaign.version, campaign.variant)
    scenario = of_content(ruleset, found.scenario, f"stage {stage}")
    people = {who.id: who for who in queries.participants(found.campaign)}
    for table in queries.tables(stage):
        if not table.match:
            continue
        rosters = [(seat, ruleset.read_roster(people[who].roster)) for seat, who in table.holders.items()]
        setup = ruleset.league_setup(rosters, sample_catalog(ruleset), scenario)
        teams = ruleset.seats(fold(ruleset, ruleset.start(setup)))
        chance = f"{campaign.seed}/{table.round}/{table.number}" if seeded else ""
        plan = ScheduleMatch(
            ruleset=ruleset.key,
            ruleset_version=ruleset.version,
            variant=ruleset.variant,
            dice="server",
            seats=tuple(_seat(seat, teams[seat], people[who], chance) for seat, who in table.holders.items()),
            setup=msgspec.Raw(encode(setup)),
        )
        yield table, plan, chance


def check_seats(scenario: Loaded | None, seats: int) -> None:
    """Raise PairingImpossible unless a scenario, if there is one, is for so many rosters."""
    if scenario is not None and scenario.scenario.seats != seats:
        found = scenario.scenario
        raise PairingImpossible(f"The scenario {found.id} is for {found.seats} rosters; a table here has {seats}.")


def _check_campaign(scenario: Loaded | None, campaign: queries.Campaign) -> None:
    """Raise PairingImpossible unless a scenario, if there is one, is for the game and the rosters of a campaign."""
    if scenario is None:
        return
    found = scenario.scenario
    if (found.ruleset, found.variant) != (campaign.ruleset, campaign.variant):
        game = f"{campaign.ruleset} {campaign.variant}"
        raise PairingImpossible(f"The scenario {found.id} is for {found.ruleset} {found.variant}, not for {game}.")
    if found.army_points not in {0, campaign.army_points}:  # 0: a game that counts none
        raise PairingImpossible(
            f"The scenario {found.id} is for rosters of {found.army_points} points, not of {campaign.army_points}."
        )


def _opened(
    stage: str,
    campaign: str,
    format_: str,
    participants: Sequence[str],
    *,
    order: tuple[str, ...],
    scenario: Loaded | None,
) -> e.StageOpened:
    found = queries.campaign(campaign)
    _check_campaign(scenario, found)
    return e.StageOpened(
        stage=stage,
        campaign=campaign,
        format=format_,
        participants=tuple(participants),
        seed=found.seed,
        order=order,
        scenario=e.NO_SCENARIO if scenario is None else msgspec.Raw(encode(scenario.content)),
    )


def _tables(stage: str, number: int, pairs: Sequence[Pair]) -> tuple[e.TablePaired, ...]:
    return tuple(
        e.TablePaired(
            table=table,
            home=home,
            away=away,
            match=derived_id("match", stage, number, table) if away else "",
        )
        for table, (home, away) in enumerate(pairs, start=1)
    )


def _seat(seat: str, team: str, who: queries.Participant, chance: str) -> SeatPlan:
    return SeatPlan(seat=seat, team=team, computer=who.level, computer_seed=chance and f"{chance}/{seat}")


def _text(campaign: str, text: str) -> TypedText:
    ref = ledger.intern_text(e.stream_of(e.CAMPAIGN, campaign), text)
    return TypedText(id=ref.id, hash=ref.hash)
