"""``manage.py check_catalog FILE…``: says what is wrong with catalog files, or that they can be played with."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from campaigns.errors import CatalogRejected
from campaigns.services.catalogs import load_catalog
from rules_engine import registry
from rules_engine.kernel.errors import MalformedInput


class Command(BaseCommand):
    help = "Check catalog files: prints ok for each and what is unusual, or every problem with file, entry and field."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("files", nargs="+", type=Path, metavar="FILE")
        parser.add_argument("--ruleset", default="duels", help="the game that the catalogs are for (default duels)")

    def handle(self, *_: Any, **options: Any) -> None:  # Django's signature
        try:
            ruleset = registry.newest(options["ruleset"])
        except MalformedInput as error:
            raise CommandError(str(error)) from error
        wrong = 0
        for path in options["files"]:
            try:
                catalog = load_catalog(ruleset, path)
                for warning in getattr(catalog, "warnings", ()):  # of games that have usual values
                    self.stdout.write(f"unusual: {warning}")
                self.stdout.write(f"ok {path.name}")
            except CatalogRejected as error:
                wrong += 1
                self.stderr.write("\n".join(error.problems))
        if wrong:
            raise CommandError(f"{wrong} of {len(options['files'])} files cannot be played with; see above.")
