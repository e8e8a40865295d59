"""``manage.py erase_text ID``: forget a text that a person typed, such as a name."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from ledger import services


class Command(BaseCommand):
    help = "Forget a text and its salt for ever; every chain still holds. find_text gives its id."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("id")

    def handle(self, *_: Any, **options: Any) -> None:  # Django's signature
        if not services.erase_text(options["id"]):
            raise CommandError(f"there is no text {options['id']}, or it is erased already")
        self.stdout.write(f"{options['id']}: erased")
