"""``manage.py demo``: a league of computer players is played, verified, audited and ranked."""

import time
import uuid
from collections.abc import Callable, Mapping
from typing import Any

import msgspec
from django.core.management.base import BaseCommand, CommandError, CommandParser, OutputWrapper

from campaigns.domain.numbers import Number, plain, shown
from campaigns.errors import CampaignError
from campaigns.events import SOLO
from campaigns.queries import StandingLine
from campaigns.services import demo
from ledger.services import migrate_safely
from rules_engine.kernel.errors import MalformedInput

BAR = 30
QUIET_SECONDS = 10.0
HEAD = f"{'':>4}  {'Player':<16} {'Level':<7} {'W–D–L':>7} {'AP destroyed':>13} {'Points':>7}"
SOLO_HEAD = f"{'':>4}  {'Team':<16} {'Level':<7} {'Steps':>7} {'Reserve left':>13}"
PATIENCE_SECONDS = 300.0


class Command(BaseCommand):
    help = "Play a demo league of computer players, everyone against everyone, and print its standings."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--players", type=int, default=8, help="how many computer players (default 8)")
        parser.add_argument("--seed", type=int, default=1, help="the same seed gives the same standings (default 1)")
        levels = ("random", "greedy", "expert", "mixed")
        parser.add_argument("--level", choices=levels, default="greedy", help="how well they play (default greedy)")
        parser.add_argument("--variant", default="", help="of the rules: duels has advanced (its usual one) and basic")
        parser.add_argument("--ruleset", default="", help="duels, marvel or sru (default duels)")
        parser.add_argument(
            "--scenario", default="", help="a file, or the name of one in scenarios/: it says which game"
        )
        parser.add_argument("--json", action="store_true", help="print one JSON object and nothing else")

    def handle(self, *_: Any, **options: Any) -> None:  # Django's signature
        started = time.monotonic()
        migrate_safely()
        plan = demo.DemoPlan(**{name: options[name] for name in demo.DemoPlan.__struct_fields__})
        try:
            league = demo.open_demo_league(plan, str(uuid.uuid4()))
            demo.play_demo_league(league, Progress(self.stderr), patience_seconds=PATIENCE_SECONDS)
        except (CampaignError, MalformedInput) as error:
            raise CommandError(str(error)) from error
        report = demo.report(league)
        seconds = round(time.monotonic() - started, 1)
        if options["json"]:
            self.stdout.write(_as_json(report, seconds))
        else:
            self.stdout.write(_as_text(report, seconds))
        if (report.chain, report.audit) != ("intact", "clean"):
            raise CommandError("The league does not verify; see above.")


class Progress:
    """How many matches have ended: a bar on a terminal, elsewhere a line every QUIET_SECONDS.

    It goes to standard error, so that standard output holds the result alone.
    """

    def __init__(self, stream: OutputWrapper, clock: Callable[[], float] = time.monotonic) -> None:
        self._stream, self._clock, self._told_at = stream, clock, clock()

    def __call__(self, ended: int, total: int) -> None:
        words = f"{ended} of {total} matches"
        if self._stream.isatty():
            done = BAR * ended // total
            bar = "█" * done + "░" * (BAR - done)
            self._stream.write(f"\r{bar} {words}", ending="\n" if ended == total else "")
        elif self._clock() - self._told_at >= QUIET_SECONDS:
            self._told_at = self._clock()
            self._stream.write(words)


def _as_json(report: demo.DemoReport, seconds: float) -> str:
    standings = [
        {
            "rank": line.rank,
            "name": line.name,
            "level": line.level,
            "played": line.played,
            "won": line.won,
            "drawn": line.drawn,
            "lost": line.lost,
            "numbers": list(map(plain, line.numbers)),
            "decided_by": line.decided_by,
        }
        for line in report.standings
    ]
    result = {
        "matches": report.matches,
        "events": report.events,
        "standings": standings,
        "chain": report.chain,
        "audit": report.audit,
        "seconds": seconds,
    }
    return msgspec.json.encode(result).decode()


def _as_text(report: demo.DemoReport, seconds: float) -> str:
    line_of, head = (_solo_line, SOLO_HEAD) if report.format == SOLO else (_line, HEAD)
    rows = [head, *(line_of(line, dict(zip(report.order, line.numbers, strict=True))) for line in report.standings)]
    rows += [
        "",
        f"{report.matches} matches, {report.events} events in {seconds} seconds.",
        f"Chain: {report.chain}. Audit: {report.audit}.",
    ]
    return "\n".join(rows)


def _line(line: StandingLine, numbers: Mapping[str, Number]) -> str:
    record = f"{line.won}–{line.drawn}–{line.lost}"
    destroyed, points = shown(numbers["destroyed"]), shown(numbers["points"])
    return f"{line.rank:>3}.  {line.name:<16} {line.level:<7} {record:>7} {destroyed:>13} {points:>7}"


def _solo_line(line: StandingLine, numbers: Mapping[str, Number]) -> str:
    steps, left = shown(numbers["objectives"]), shown(numbers["left"])
    return f"{line.rank:>3}.  {line.name:<16} {line.level:<7} {steps:>7} {left:>13}"
