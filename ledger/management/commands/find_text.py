"""``manage.py find_text PART``: the ids of texts that people typed, for erase_text."""

from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from ledger import queries


class Command(BaseCommand):
    help = "Print id, scope and words of every text that contains this, upper or lower case."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("part")

    def handle(self, *_: Any, **options: Any) -> None:  # Django's signature
        found = queries.find_texts(options["part"])
        for text in found:
            self.stdout.write("  ".join(text))
        if not found:  # on standard error: what is printed can be read by a program
            self.stderr.write(f"No text contains {options['part']!r}.")
