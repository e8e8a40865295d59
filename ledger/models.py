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
