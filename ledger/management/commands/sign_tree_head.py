"""``manage.py sign_tree_head``: sign the state of all streams and print it, for others to keep."""

from typing import Any

import msgspec
from django.core.management.base import BaseCommand

from ledger import services


class Command(BaseCommand):
    help = "Sign the state of all streams and print it as JSON: who keeps it sees any later change of the past."

    def handle(self, *_: Any, **__: Any) -> None:  # Django's signature
        self.stdout.write(msgspec.json.encode(services.sign_tree_head()).decode())
