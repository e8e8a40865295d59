"""Tables of the ledger: the events, and what is kept about them."""

from django.db import models


class LedgerEvent(models.Model):
    """One event. Its table and triggers are made by the first migration in SQL; rows are written by ``append`` only.

    The key is (``stream``, ``version``); Django is told ``position``, as it knows no key of two columns everywhere.
    """

    position = models.BigIntegerField(primary_key=True)
    stream = models.TextField()
    version = models.IntegerField()
    opens = models.BooleanField(help_text="The first event of its batch.")
    kind = models.TextField()
    schema = models.SmallIntegerField()
    body = models.BinaryField()
    command_id = models.TextField()
    actor = models.TextField()
    recorded_at = models.BigIntegerField(help_text="Microseconds since 1970, UTC.")
    prev_hash = models.BinaryField()
    hash = models.BinaryField()

    class Meta:
        managed = False
        db_table = "ledger_event"
        verbose_name = "event"

    def __str__(self) -> str:
        return f"{self.stream} {self.version}: {self.kind}"


class Checkpoint(models.Model):
    """How far one subscriber has read the feed; changes in the transaction of what the subscriber writes."""

    name = models.CharField(max_length=100, primary_key=True)
    xid = models.BigIntegerField(default=0)
    position = models.BigIntegerField(default=0)

    def __str__(self) -> str:
        return f"{self.name} at {self.xid}/{self.position}"


class TreeHead(models.Model):
    """A signed Merkle root over the last hash and the length of every stream, with the leaves that it was made of."""

    root = models.CharField(max_length=64)
    streams = models.BigIntegerField()
    events = models.BigIntegerField()
    recorded_at = models.BigIntegerField(help_text="Microseconds since 1970, UTC.")
    signature = models.CharField(max_length=128)
    public_key = models.CharField(max_length=64)
    leaves = models.BinaryField(help_text="Canonical JSON, one line for each stream.")

    class Meta:
        ordering = ("id",)

    def __str__(self) -> str:
        return f"{self.streams} streams, {self.events} events: {self.root}"


class Text(models.Model):
    """What a person typed; events hold its id and hash. Erased, only these two are left."""

    id = models.CharField(max_length=36, primary_key=True)
    scope = models.CharField(max_length=200)
    hash = models.CharField(max_length=64)
    salt = models.BinaryField(null=True)
    text = models.TextField(null=True)
    lookup = models.CharField(max_length=64, null=True, help_text="SHA-256 of the text, to find the same one again.")

    class Meta:
        constraints = (models.UniqueConstraint(fields=("scope", "lookup"), name="ledger_text_once_a_scope"),)

    def __str__(self) -> str:
        return self.id
