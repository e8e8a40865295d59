"""``manage.py run``: the embedded tier in one process: set up, play the demo league on first use, serve."""

import argparse
import re
import secrets
import socket
from typing import Any

import uvicorn
from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser

from campaigns import queries
from ledger import queue
from ledger.services import migrate_safely

ORGANIZER = "organizer"


class Command(BaseCommand):
    help = "Set up the database, play a demo league on first use, and serve the pages on one port."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--host", default="127.0.0.1")
        parser.add_argument("--port", type=_port, default=8000)
        parser.add_argument("--players", type=int, default=6, help="of the demo league (default 6)")
        parser.add_argument("--seed", type=int, default=1, help="of the demo league")

    def handle(self, *_: Any, **options: Any) -> None:  # Django's signature
        _require_free(options["host"], options["port"])
        migrate_safely()
        if not queries.campaigns():
            self.stdout.write("First use: a demo league is played.")
            call_command("demo", players=options["players"], seed=options["seed"], stdout=self.stdout)
        self._welcome_organizer()
        background = queue.start_background(settings.SWEEP_SECONDS) if settings.CELERY_TASK_ALWAYS_EAGER else None
        self.stdout.write(f"Skirmish Ledger is at http://{options['host']}:{options['port']}/ (stop it with Ctrl+C).")
        try:
            uvicorn.run(
                "config.asgi:application",
                host=options["host"],
                port=options["port"],
                lifespan="off",
                timeout_graceful_shutdown=3,
                log_level="warning",
            )
        finally:
            if background:
                background.stop()

    def _welcome_organizer(self) -> None:
        """Make the first organizer's account, with a random password that is shown this once."""
        users = get_user_model().objects
        if not users.exists():
            password = secrets.token_urlsafe(12)
            users.create_superuser(username=ORGANIZER, password=password)
            self.stdout.write(f"Organizers log in at /admin/ as {ORGANIZER} with the password {password}")


def _require_free(host: str, port: int) -> None:
    """Raises CommandError when the port is taken, before a league is played for nothing."""
    with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            raise CommandError(f"Nothing can be served at {host}:{port}: {error.strerror or error}.") from error


def _port(text: str) -> int:
    """A port that there can be; the server would wait for ever on another."""
    if not re.fullmatch("[0-9]{1,5}", text) or not 1 <= int(text) <= 65535:
        raise argparse.ArgumentTypeError(f"a port is 1 to 65535, not {text!r}")
    return int(text)
