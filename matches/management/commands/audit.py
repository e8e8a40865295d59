"""``manage.py audit [MATCH ...]``: decide matches again by their own rules, and name what differs."""

from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import DatabaseError

from matches import queries
from matches.errors import MatchNotFound
from rules_engine.kernel.errors import RulesEngineError


class Command(BaseCommand):
    help = "Decide matches again by their own rules, and name what differs from what was recorded."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("match", nargs="*", type=UUID, help="all if left out")

    def handle(self, *_: Any, **options: Any) -> None:  # Django's signature
        try:
            ids = options["match"] or queries.match_ids()
        except DatabaseError as error:
            raise CommandError("Nothing has been played here: this database has no tables yet.") from error
        wrong = 0
        for done, match_id in enumerate(ids, 1):
            for complaint in self._complaints(match_id):
                self.stderr.write(f"match {match_id}, {complaint}")
                wrong += 1
            self._progress(done, len(ids))
        if wrong:
            raise CommandError(f"{len(ids)} matches: {wrong} findings")
        self.stdout.write(f"{len(ids)} matches: all as their rules say")

    @staticmethod
    def _complaints(match_id: UUID) -> list[str]:
        try:
            return [str(found) for found in queries.audit(match_id)]
        except (RulesEngineError, MatchNotFound) as error:
            return [str(error)]

    def _progress(self, done: int, total: int) -> None:
        if self.stderr.isatty():
            self.stderr.write(f"\r{done} of {total} matches", ending="\n" if done == total else "")
