"""``manage.py export_stream STREAM [FILE]``: write a stream as JSON Lines."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from ledger import export, queries
from ledger.errors import UnknownStream


class Command(BaseCommand):
    help = "Write a stream as JSON Lines, which ledger/offline_verifier.py checks without the database."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("stream", help="its name, such as match/…, or the id alone")
        parser.add_argument("file", type=Path, nargs="?", help="standard output if left out")

    def handle(self, *_: Any, **options: Any) -> None:  # Django's signature
        try:
            text = "".join(f"{line}\n" for line in export.write(queries.find_stream(options["stream"])))
            if options["file"]:
                options["file"].write_text(text, encoding="utf-8")
            else:
                self.stdout.write(text, ending="")
        except (UnknownStream, OSError) as error:
            raise CommandError(str(error)) from error
