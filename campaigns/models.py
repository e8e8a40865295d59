"""Tables of the league: what pages and services look up. Each can be dropped and rebuilt from the streams."""

from django.db import models


class Campaign(models.Model):
    """A league, tournament, narrative campaign or demo event."""

    id = models.CharField(max_length=36, primary_key=True)
    name_text = models.CharField(max_length=36, help_text="Id of the name in the ledger's texts.")
    ruleset = models.CharField(max_length=40)
    version = models.IntegerField(help_text="Version of the ruleset.")
    variant = models.CharField(max_length=40)
    army_points = models.IntegerField()
    seed = models.CharField(max_length=80)
    opened_at = models.BigIntegerField(help_text="Microseconds since 1970, UTC.")

    class Meta:
        ordering = ("-opened_at", "id")

    def __str__(self) -> str:
        return self.id


class Participant(models.Model):
    """Somebody who takes part in a campaign."""

    id = models.CharField(max_length=36, primary_key=True)
    campaign = models.ForeignKey(Campaign, models.CASCADE, related_name="participants")
    name_text = models.CharField(max_length=36)
    level = models.CharField(max_length=20, blank=True, help_text="Of a computer player; empty for a person.")
    roster = models.JSONField()

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("campaign", "name_text"), name="campaigns_name_once_a_campaign"),
        )

    def __str__(self) -> str:
        return self.id


class Stage(models.Model):
    """A part of a campaign with a format, pairings and standings of its own."""

    id = models.CharField(max_length=36, primary_key=True)
    campaign = models.ForeignKey(Campaign, models.CASCADE, related_name="stages")
    format = models.CharField(max_length=40)
    seed = models.CharField(max_length=80)
    order = models.JSONField(help_text="Codes of the tie-breaks, first first.")
    participants = models.JSONField(help_text="Ids, in seeding order.")
    scenario = models.JSONField(null=True, help_text="The content of its file, if the matches have one.")
    opened_at = models.BigIntegerField(help_text="Microseconds since 1970, UTC.")

    def __str__(self) -> str:
        return self.id


class Table(models.Model):
    """One table of one round: two participants and their match, one who plays alone, or one who has a bye."""

    stage = models.ForeignKey(Stage, models.CASCADE, related_name="tables")
    round = models.IntegerField()
    number = models.IntegerField()
    home = models.ForeignKey(Participant, models.CASCADE, related_name="+")
    away = models.ForeignKey(Participant, models.CASCADE, related_name="+", null=True)
    match = models.CharField(max_length=36, null=True, unique=True)

    class Meta:
        ordering = ("stage", "round", "number")
        constraints = (
            models.UniqueConstraint(fields=("stage", "round", "number"), name="campaigns_table_once_a_round"),
            models.UniqueConstraint(fields=("stage", "round", "home"), name="campaigns_home_once_a_round"),
            models.UniqueConstraint(fields=("stage", "round", "away"), name="campaigns_away_once_a_round"),
        )

    def __str__(self) -> str:
        return f"{self.stage_id} round {self.round} table {self.number}"


class Result(models.Model):
    """What one participant reached in one match that counts."""

    stage = models.ForeignKey(Stage, models.CASCADE, related_name="results")
    match = models.CharField(max_length=36)
    participant = models.ForeignKey(Participant, models.CASCADE, related_name="+")
    place = models.IntegerField()
    shared = models.BooleanField()
    army_points_left = models.IntegerField()
    army_points_destroyed = models.IntegerField()
    objectives = models.IntegerField(default=0)

    class Meta:
        constraints = (models.UniqueConstraint(fields=("match", "participant"), name="campaigns_one_result_a_match"),)

    def __str__(self) -> str:
        return f"{self.match}: {self.participant_id} {self.place}"


class StandingRow(models.Model):
    """One line of a stage's standings, as of version ``version`` of its stream."""

    stage = models.ForeignKey(Stage, models.CASCADE, related_name="standing_rows")
    participant = models.ForeignKey(Participant, models.CASCADE, related_name="+")
    position = models.IntegerField()
    rank = models.IntegerField()
    numbers = models.JSONField()
    decided_by = models.CharField(max_length=20, blank=True)
    played = models.IntegerField()
    won = models.IntegerField()
    drawn = models.IntegerField()
    lost = models.IntegerField()
    version = models.IntegerField()

    class Meta:
        ordering = ("stage", "position")
        constraints = (models.UniqueConstraint(fields=("stage", "participant"), name="campaigns_ranked_once_a_stage"),)

    def __str__(self) -> str:
        return f"{self.stage_id} {self.rank}. {self.participant_id}"
