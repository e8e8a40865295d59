"""``manage.py import_match FILE``: store a match that was typed in from a real table (docs/match-log.md)."""

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.urls import reverse

from ledger.services import migrate_safely
from matches.errors import LogRefused
from matches.services.import_log import NamedFile, import_log
from matches.services.yaml_text import read_text, read_yaml_file
from rules_engine.kernel.plain_data import FileRejected

SAMPLE = Path("catalogs/duels-sample.yaml")


class Command(BaseCommand):
    help = "Store a match that was typed in from a real table; a wrong line is named, and nothing is stored."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument(
            "--catalog", type=Path, default=settings.BASE_DIR / SAMPLE, help="YAML; the samples if left out"
        )
        parser.add_argument("--scenario", type=Path, help="YAML; the match was played in it")
        parser.add_argument("--actor", default="import", help="the opaque id of who wrote for all seats")

    def handle(self, *_: Any, **options: Any) -> None:  # Django's signature
        file, scenario = options["file"], options["scenario"]
        migrate_safely()
        try:
            catalog, known = _read(options["catalog"]), _read(scenario) if scenario else None
            match_id = import_log(read_text(file), catalog, options["actor"], known)
        except LogRefused as refusal:
            raise CommandError(f"{file}, {refusal}\nNothing was stored.") from refusal
        except FileRejected as refusal:
            raise CommandError(f"{refusal}\nNothing was stored.") from refusal
        self.stdout.write(f"match {match_id}\npage  {reverse('match', kwargs={'match_id': match_id})}")


def _read(path: Path) -> NamedFile:
    return NamedFile(path.name, read_yaml_file(path))
