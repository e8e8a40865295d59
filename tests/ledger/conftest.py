"""Events outlive the test that wrote them, as no one can delete them: each test writes to streams of its own."""

from collections.abc import Iterator

import pytest
from django.db import connection

from ledger import subscriptions
from ledger.events import StoredEvent
from tests.ledger.store_contract import new_stream


class Notebook:
    """A subscriber of one stream prefix that notes what it is handed."""

    def __init__(self) -> None:
        self.name = new_stream("notes")
        self.events: list[StoredEvent] = []
        self.resets = 0
        self.subscriber = subscriptions.Subscriber(self.name, self.handle, self.reset, prefix=self.name)

    def handle(self, events: object) -> None:
        assert isinstance(events, list)
        self.events += events

    def reset(self) -> None:
        self.events.clear()
        self.resets += 1


@pytest.fixture
def notebook() -> Iterator[Notebook]:
    notebook = Notebook()
    subscriptions.register(notebook.subscriber)
    yield notebook
    subscriptions.unregister(notebook.name)


@pytest.fixture
def no_triggers(db: None) -> None:
    """Takes the guards off the table of events until the test's transaction is rolled back."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("ALTER TABLE ledger_event DISABLE TRIGGER USER")
        else:
            for name in ("update", "delete", "replace"):
                cursor.execute(f"DROP TRIGGER ledger_event_{name}")
