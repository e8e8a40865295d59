"""``manage.py rebuild [NAME ...]``: drop what subscribers have made and let them read the log from its start."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from ledger import subscriptions


class Command(BaseCommand):
    help = "Compute projections again from nothing."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("name", nargs="*", help="subscribers; all if left out")

    def handle(self, *_: Any, **options: Any) -> None:  # Django's signature
        known = subscriptions.subscribers()
        if unknown := set(options["name"]) - set(known):
            raise CommandError(f"no subscriber {', '.join(sorted(unknown))}; there are: {', '.join(known)}")
        for name in options["name"] or known:
            self._name = name
            read = subscriptions.rebuild(name, self._progress)
            self.stdout.write(f"{name}: {read} events")

    def _progress(self, done: int, total: int) -> None:
        if self.stderr.isatty():
            self.stderr.write(f"\r{self._name}: {done} of {total} events", ending="\n" if done >= total else "")
