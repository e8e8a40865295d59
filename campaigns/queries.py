"""All reads of campaigns, for pages and services; frozen records out."""

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

import msgspec

from campaigns import models
from campaigns.domain.numbers import Number, from_plain
from campaigns.errors import CampaignNotFound
from campaigns.events import AWAY, HOME
from ledger import queries as ledger_queries
from matches import queries as matches
from rules_engine import registry

FORGOTTEN = "(forgotten)"


class Campaign(msgspec.Struct, frozen=True, kw_only=True):
    """A campaign; opened_at: microseconds since 1970, UTC."""

    id: str
    name: str
    ruleset: str
    version: int
    variant: str
    army_points: int
    seed: str
    opened_at: int

    @property
    def opened(self) -> datetime:
        """When it was opened, UTC."""
        return datetime.fromtimestamp(self.opened_at / 1_000_000, tz=UTC)

    @property
    def game(self) -> str:
        """The ruleset as people call it."""
        return registry.called(self.ruleset, self.version, self.variant)


class Participant(msgspec.Struct, frozen=True, kw_only=True):
    """Who takes part; level: of a computer player, else empty. roster: plain data of the game's own record."""

    id: str
    name: str
    level: str
    roster: Any


class Stage(msgspec.Struct, frozen=True, kw_only=True):
    """A stage of a campaign; order: the codes of its tie-breaks. scenario: the content of its file, if it has one."""

    id: str
    campaign: str
    format: str
    order: tuple[str, ...]
    scenario: Any = None


class TableRow(msgspec.Struct, frozen=True, kw_only=True):
    """A table of a round, by ids; who plays alone has no ``away``, a bye no match either.

    places: by participant, of a recorded result.
    """

    campaign: str
    stage: str
    round: int
    number: int
    home: str
    away: str | None
    match: str
    places: dict[str, int] = {}

    @property
    def holders(self) -> dict[str, str]:
        """Who holds which seat of the table's match; nobody at a bye."""
        seated = {HOME: self.home, AWAY: self.away} if self.away else {HOME: self.home}
        return seated if self.match else {}


class StandingLine(msgspec.Struct, frozen=True, kw_only=True):
    """A line of the standings; numbers: one for each code of the stage's order. version: of the stage's stream."""

    participant: str
    name: str
    level: str
    rank: int
    numbers: tuple[Number, ...]
    decided_by: str
    played: int
    won: int
    drawn: int
    lost: int
    version: int


def campaigns() -> tuple[Campaign, ...]:
    """All campaigns, the newest first."""
    return _campaigns(models.Campaign.objects.all())


def campaign(campaign_id: str) -> Campaign:
    """One campaign. Raises CampaignNotFound."""
    found = _campaigns(models.Campaign.objects.filter(id=campaign_id))
    if not found:
        raise CampaignNotFound(f"There is no campaign {campaign_id}.")
    return found[0]


def stages(campaign_id: str) -> tuple[Stage, ...]:
    """The stages of a campaign in the order in which they were opened."""
    return tuple(map(_stage, models.Stage.objects.filter(campaign_id=campaign_id).order_by("opened_at", "id")))


def stage(stage_id: str) -> Stage:
    """One stage. Raises CampaignNotFound."""
    row = models.Stage.objects.filter(id=stage_id).first()
    if row is None:
        raise CampaignNotFound(f"There is no stage {stage_id}.")
    return _stage(row)


def participants(campaign_id: str) -> tuple[Participant, ...]:
    """Who takes part in a campaign, by name."""
    rows = list(models.Participant.objects.filter(campaign_id=campaign_id))
    names = ledger_queries.read_texts(row.name_text for row in rows)
    people = (
        Participant(id=row.id, name=names.get(row.name_text, FORGOTTEN), level=row.level, roster=row.roster)
        for row in rows
    )
    return tuple(sorted(people, key=lambda who: (who.name, who.id)))


def tables(stage_id: str) -> tuple[TableRow, ...]:
    """The tables of a stage, by round and number, with the places of recorded results."""
    places: dict[str, dict[str, int]] = {}
    for row in models.Result.objects.filter(stage_id=stage_id):
        places.setdefault(row.match, {})[row.participant_id] = row.place
    return tuple(_table(row, places) for row in models.Table.objects.filter(stage_id=stage_id).select_related("stage"))


def table_of(match: str) -> TableRow | None:
    """The table that a match is played at; None for a match outside any stage."""
    row = models.Table.objects.filter(match=match).select_related("stage").first()
    return _table(row, {}) if row else None


def matches_outside() -> tuple[UUID, ...]:
    """The matches that are played at no table of a stage, the last changed first."""
    seated = set(models.Table.objects.exclude(match=None).values_list("match", flat=True))
    return tuple(match for match in matches.recent_ids() if str(match) not in seated)


def standings(stage_id: str) -> tuple[StandingLine, ...]:
    """The standings of a stage as last computed; none before its first event was read."""
    rows = list(models.StandingRow.objects.filter(stage_id=stage_id).select_related("participant"))
    names = ledger_queries.read_texts(row.participant.name_text for row in rows)
    return tuple(
        StandingLine(
            participant=row.participant_id,
            name=names.get(row.participant.name_text, FORGOTTEN),
            level=row.participant.level,
            rank=row.rank,
            numbers=tuple(map(from_plain, row.numbers)),
            decided_by=row.decided_by,
            played=row.played,
            won=row.won,
            drawn=row.drawn,
            lost=row.lost,
            version=row.version,
        )
        for row in rows
    )


def open_tables(stage_id: str) -> int:
    """How many matches of a stage have no recorded result yet."""
    return sum(bool(table.match) and not table.places for table in tables(stage_id))


def _campaigns(rows: Iterable[models.Campaign]) -> tuple[Campaign, ...]:
    found = list(rows)
    names = ledger_queries.read_texts(row.name_text for row in found)
    return tuple(
        Campaign(
            id=row.id,
            name=names.get(row.name_text, FORGOTTEN),
            ruleset=row.ruleset,
            version=row.version,
            variant=row.variant,
            army_points=row.army_points,
            seed=row.seed,
            opened_at=row.opened_at,
        )
        for row in found
    )


def _stage(row: models.Stage) -> Stage:
    return Stage(id=row.id, campaign=row.campaign_id, format=row.format, order=tuple(row.order), scenario=row.scenario)


def _table(row: models.Table, places: dict[str, dict[str, int]]) -> TableRow:
    return TableRow(
        campaign=row.stage.campaign_id,
        stage=row.stage_id,
        round=row.round,
        number=row.number,
        home=row.home_id,
        away=row.away_id,
        match=row.match or "",
        places=places.get(row.match or "", {}),
    )
