"""``manage.py check_scenario FILE…``: says what is wrong with scenario files, or what is in them."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from campaigns.errors import ScenarioRejected
from campaigns.services import scenarios


class Command(BaseCommand):
    help = "Check scenario files: prints ok and a summary of each, or every problem with file, field and reason."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("files", nargs="+", metavar="FILE", help="a file, or the name of one in scenarios/")

    def handle(self, *_: Any, **options: Any) -> None:  # Django's signature
        wrong = 0
        for name in options["files"]:
            try:
                path = scenarios.find(name)
                self.stdout.write(_summary(path, scenarios.load(path)))
            except ScenarioRejected as error:
                wrong += 1
                self.stderr.write(str(error))
        if wrong:
            raise CommandError(f"{wrong} of {len(options['files'])} files cannot be played; see above.")


def _summary(path: Path, loaded: scenarios.Loaded) -> str:
    scenario = loaded.scenario
    languages = [name for name in ("en", "fr", "es") if getattr(scenario.title, name)]
    rosters = "1 roster" if scenario.seats == 1 else f"{scenario.seats} rosters"
    points = f" of {scenario.army_points} army points" if scenario.army_points else ""
    return (
        f"ok {path.name}: {scenario.title.en}; {scenario.ruleset} {scenario.variant}, {rosters}{points}; "
        f"texts in {', '.join(languages)}"
    )
