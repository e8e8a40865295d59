"""Tables of matches: rows computed from the log, and two secrets that are not in it yet."""

from typing import get_args

from django.db import models
from django.db.models import CheckConstraint, Q, UniqueConstraint

from matches.domain.facts import Status

STATUSES = [(status, status) for status in get_args(Status)]


class Match(models.Model):
    """A match as its log says; ``version``: of the last event that the row knows."""

    id = models.UUIDField(primary_key=True)
    ruleset = models.CharField(max_length=30)
    ruleset_version = models.PositiveIntegerField()
    variant = models.CharField(max_length=30)
    status = models.CharField(max_length=20, choices=STATUSES, db_index=True)
    dice = models.CharField(max_length=10, choices=[("server", "server"), ("table", "table")])
    judges = models.JSONField(default=list)
    placings = models.JSONField(default=list)
    waits_for_computer = models.BooleanField(default=False, db_index=True)
    version = models.PositiveIntegerField()
    scheduled_at = models.BigIntegerField(help_text="Microseconds since 1970, UTC.")
    changed_at = models.BigIntegerField(db_index=True, help_text="Microseconds since 1970, UTC.")

    class Meta:
        ordering = ("-changed_at", "id")
        verbose_name_plural = "matches"
        constraints = (
            CheckConstraint(condition=Q(status__in=get_args(Status)), name="matches_match_status"),
            CheckConstraint(condition=Q(version__gte=1), name="matches_match_has_events"),
        )

    def __str__(self) -> str:
        return f"{self.id}: {self.status}"


class MatchSeat(models.Model):
    """A place at the table of a match, held by a person (opaque id) or a computer player (its level)."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="seats")
    order = models.PositiveSmallIntegerField()
    seat = models.CharField(max_length=50)
    team = models.CharField(max_length=50)
    account = models.CharField(max_length=100, blank=True, db_index=True)
    computer = models.CharField(max_length=50, blank=True)

    class Meta:
        ordering = ("match", "order")
        constraints = (
            UniqueConstraint(fields=("match", "seat"), name="matches_seat_once"),
            CheckConstraint(condition=Q(account="") | Q(computer=""), name="matches_seat_person_or_computer"),
        )

    def __str__(self) -> str:
        return f"{self.seat} ({self.team})"


class ServerSeed(models.Model):
    """The secret seed of a match's dice, kept here until it is revealed in the log; not computed from any event."""

    match_id = models.UUIDField(primary_key=True)
    seed = models.BinaryField()

    def __str__(self) -> str:
        return str(self.match_id)


class SealedChoice(models.Model):
    """What a seat chose in secret, until all have chosen; the log holds its seal. Not computed from any event."""

    match_id = models.UUIDField()
    command_id = models.UUIDField()
    seal = models.CharField(max_length=64, unique=True)
    salt = models.BinaryField()
    kind = models.CharField(max_length=50)
    schema = models.PositiveSmallIntegerField()
    command = models.BinaryField(help_text="Canonical JSON.")

    class Meta:
        constraints = (UniqueConstraint(fields=("match_id", "command_id"), name="matches_sealed_once"),)

    def __str__(self) -> str:
        return self.seal
