"""``manage.py tick``: one sweep, for installations without a worker or beat."""

from typing import Any

from django.core.management.base import BaseCommand

from ledger import subscriptions


class Command(BaseCommand):
    help = "Let every subscriber catch up once."

    def handle(self, *_: Any, **__: Any) -> None:  # Django's signature
        self.stdout.write(f"{subscriptions.sweep()} events read")
