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
from campaigns.errors import DemoStalled
from campaigns.services import demo
from ledger import queue
from ledger.services import migrate_safely

ORGANIZER = "organizer"
PLAYERS = 6
PATIENCE_SECONDS = 60.0


class Command(BaseCommand):
    help = "Set up the database, play a demo league on first use, and serve the pages on one port."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--host", default="127.0.0.1")
        parser.add_argument("--port", type=_port, default=8000)
        parser.add_argument("--players", type=int, help=f"of the demo league of the first use (default {PLAYERS})")
        parser.add_argument("--seed", type=int, help="of the demo league of the first use (default 1)")

    def handle(self, *_: Any, **options: Any) -> None:  # Django's signature
        _require_free(options["host"], options["port"])
        migrate_safely()
        self._play_demo(options["players"], options["seed"])
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

    def _play_demo(self, players: int | None, seed: int | None) -> None:
        """Play a demo league on first use; go on with one that was stopped in its midst."""
        if not queries.campaigns():
            self.stdout.write("First use: a demo league is played.")
            call_command("demo", players=players or PLAYERS, seed=1 if seed is None else seed, stdout=self.stdout)
        elif players is not None or seed is not None:
            self.stdout.write("There are leagues already: --players and --seed are for the first use; see `make demo`.")
        for league in demo.unfinished():
            self.stdout.write("A demo league was stopped before its end; it is played on.")
            try:
                demo.play_demo_league(league, lambda _ended, _total: None, patience_seconds=PATIENCE_SECONDS)
            except DemoStalled as error:
                self.stderr.write(str(error))

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
