"""The same in ``eventsourcing``, as its documentation says: an aggregate, its defaults, its PostgreSQL recorder."""

from typing import Any
from urllib.parse import urlsplit
from uuid import UUID

import psycopg
from eventsourcing.application import Application
from eventsourcing.domain import Aggregate, event


class Game(Aggregate):
    """A match that remembers its last event."""

    @event("Happened")
    def happen(self, kind: str, body: dict[str, Any]) -> None:
        """Something was recorded."""
        self.kind = kind
        self.body = body


class Games(Application[UUID]):
    """Saves and reads matches."""

    def __init__(self, url: str) -> None:
        parts = urlsplit(url)
        settings = {
            "PERSISTENCE_MODULE": "eventsourcing.postgres",
            "POSTGRES_DBNAME": parts.path.strip("/"),
            "POSTGRES_HOST": str(parts.hostname),
            "POSTGRES_PORT": str(parts.port),
            "POSTGRES_USER": str(parts.username),
            "POSTGRES_PASSWORD": "none is asked for",
        }
        with psycopg.connect(url) as alone:  # it makes its tables, which no two may do at once
            alone.execute("SELECT pg_advisory_xact_lock(4)")
            super().__init__(settings)
