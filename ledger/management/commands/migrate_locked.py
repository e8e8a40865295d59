"""``manage.py migrate_locked``: migrate under a lock, for processes that start together."""

from typing import Any

from django.core.management.base import BaseCommand

from ledger import services


class Command(BaseCommand):
    help = "Bring the database up to date; of many processes that start at once, one does it and the others wait."

    def handle(self, *_: Any, **__: Any) -> None:  # Django's signature
        services.migrate_safely()
