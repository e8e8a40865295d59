"""``manage.py import_stream FILE``: write an exported stream with its own times and hashes."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from ledger import services
from ledger.errors import LedgerError


class Command(BaseCommand):
    help = "Write an exported stream, or what is missing of it; refused if it exists with other content."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)

    def handle(self, *_: Any, **options: Any) -> None:  # Django's signature
        try:
            stream, written = services.import_stream(options["file"].read_text(encoding="utf-8").split("\n"))
        except (LedgerError, OSError, UnicodeDecodeError) as refusal:
            raise CommandError(str(refusal)) from refusal
        self.stdout.write(f"{stream}: {written} events written")
