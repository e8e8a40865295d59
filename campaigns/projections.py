"""Events of campaigns and stages → rows; every row can be dropped and computed again."""

from collections.abc import Sequence
from typing import assert_never

import msgspec

from campaigns import events as e
from campaigns.models import Campaign, Participant, Result, Stage, StandingRow, Table
from ledger.events import StoredEvent


def apply(stored: Sequence[StoredEvent]) -> None:
    """Write what these events say; writing it twice changes nothing."""
    for row in stored:
        _apply(row, e.CODEC.decode_event(row.kind, row.schema, row.body))


def reset() -> None:
    """Drop all rows of campaigns."""
    Campaign.objects.all().delete()


def _apply(row: StoredEvent, event: e.CampaignEvents) -> None:
    match event:
        case e.CampaignOpened():
            Campaign.objects.update_or_create(
                id=event.campaign,
                defaults={
                    "name_text": event.name.id,
                    "ruleset": event.ruleset,
                    "version": event.version,
                    "variant": event.variant,
                    "army_points": event.army_points,
                    "seed": event.seed,
                    "opened_at": row.recorded_at,
                },
            )
        case e.ParticipantEnrolled():
            Participant.objects.update_or_create(
                id=event.participant,
                defaults={
                    "campaign_id": e.id_of(row.stream),
                    "name_text": event.name.id,
                    "level": event.level,
                    "roster": msgspec.json.decode(event.roster),
                },
            )
        case e.StageOpened():
            Stage.objects.update_or_create(
                id=event.stage,
                defaults={
                    "campaign_id": event.campaign,
                    "format": event.format,
                    "seed": event.seed,
                    "order": list(event.order),
                    "participants": list(event.participants),
                    "scenario": msgspec.json.decode(event.scenario),
                    "opened_at": row.recorded_at,
                },
            )
        case e.RoundPublished():
            _publish(e.id_of(row.stream), event)
        case e.ResultRecorded():
            _record(e.id_of(row.stream), event)
        case _:
            assert_never(event)


def _publish(stage: str, event: e.RoundPublished) -> None:
    for table in event.tables:
        Table.objects.update_or_create(
            stage_id=stage,
            round=event.round,
            number=table.table,
            defaults={"home_id": table.home, "away_id": table.away, "match": table.match or None},
        )


def _record(stage: str, event: e.ResultRecorded) -> None:
    for score in event.scores:
        Result.objects.update_or_create(
            match=event.match,
            participant_id=score.participant,
            defaults={
                "stage_id": stage,
                "place": score.place,
                "shared": score.shared,
                "army_points_left": score.army_points_left,
                "army_points_destroyed": score.army_points_destroyed,
                "objectives": score.objectives,
            },
        )


def write_standings(stage: str, rows: Sequence[StandingRow]) -> None:
    """Put a stage's standings in place of the earlier ones, all at once."""
    StandingRow.objects.filter(stage_id=stage).delete()
    StandingRow.objects.bulk_create(rows)
