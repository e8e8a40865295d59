"""``manage.py import_match FILE``: store a match that was typed in from a real table (docs/match-log.md)."""

from pathlib import Path
from typing import Any

import yaml
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from ledger.services import migrate_safely
from matches.errors import LogRefused
from matches.services.import_log import import_log
from matches.services.yaml_text import read_yaml
from rules_engine.kernel.plain_data import FileRejected

SAMPLE = Path("catalogs/duels-sample.yaml")


class Command(BaseCommand):
    help = "Store a match that was typed in from a real table; a wrong line is named, and nothing is stored."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument(
            "--catalog", type=Path, default=settings.BASE_DIR / SAMPLE, help="YAML; the samples if left out"
        )
        parser.add_argument("--actor", default="import", help="the opaque id of who wrote for all seats")

    def handle(self, *_: Any, **options: Any) -> None:  # Django's signature
        file, catalog = options["file"], options["catalog"]
        migrate_safely()
        try:
            text = file.read_text(encoding="utf-8-sig")  # some editors put a mark in front
            plain = read_yaml(catalog.read_text(encoding="utf-8-sig"))
            match_id = import_log(text, plain, catalog.name, options["actor"])
        except LogRefused as refusal:
            raise CommandError(f"{file}, {refusal}\nNothing was stored.") from refusal
        except FileRejected as refusal:
            raise CommandError(f"{refusal}\nNothing was stored.") from refusal
        except (OSError, UnicodeDecodeError, yaml.YAMLError) as error:
            raise CommandError(f"{error}. Nothing was stored.") from error
        self.stdout.write(f"match {match_id}")
