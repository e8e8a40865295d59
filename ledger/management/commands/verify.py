"""``manage.py verify [STREAM]``: check the chain of one stream or of all, and every tree head."""

from pathlib import Path
from typing import Any

import msgspec
from django.core.management.base import BaseCommand, CommandError, CommandParser

from ledger import queries, verify
from ledger.errors import UnknownStream
from ledger.events import SignedHead


class Command(BaseCommand):
    help = "Find the first event of each stream that was changed, removed or added behind the ledger's back."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("stream", nargs="?", help="one stream; all if left out")
        parser.add_argument("--tree-head", type=Path, action="append", default=[], help="one that was kept, as JSON")

    def handle(self, *_: Any, **options: Any) -> None:  # Django's signature
        if options["stream"]:
            try:
                report = verify.verify_streams([queries.find_stream(options["stream"])])
            except UnknownStream as error:
                raise CommandError(str(error)) from error
        else:
            kept = [_kept(path) for path in options["tree_head"]]
            report = verify.verify_all(self._progress, kept=kept)
        summary = f"{report.streams} streams, {report.events} events, {report.tree_heads} tree heads"
        for each in report.problems:
            self.stderr.write(str(each))
        if report.problems:
            raise CommandError(f"{summary}: {len(report.problems)} problems")
        self.stdout.write(f"{summary}: all is well")

    def _progress(self, done: int, total: int) -> None:
        if self.stderr.isatty():
            self.stderr.write(f"\r{done} of {total} streams", ending="\n" if done == total else "")


def _kept(path: Path) -> SignedHead:
    """A tree head that somebody kept, as ``sign_tree_head`` prints it."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=SignedHead)
    except (OSError, msgspec.MsgspecError) as error:
        raise CommandError(f"{path} holds no tree head: {error}") from error
