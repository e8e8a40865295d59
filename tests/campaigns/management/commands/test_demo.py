"""``manage.py demo``: what it prints, and how it refuses. Whole leagues of real games are played in tests/promises."""

import io
import json

import pytest
from django.core.management import CommandError, call_command
from django.core.management.base import OutputWrapper
from msgspec.structs import replace

from campaigns.management.commands import demo as command
from campaigns.services import demo
from tests.campaigns.services.test_demo import played

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("tiny_catalog")]


@pytest.fixture
def played_already(tiny_catalog: None, monkeypatch: pytest.MonkeyPatch) -> demo.DemoLeague:
    """A league whose matches were played before: within a test's transaction the command's own tasks never start."""
    league = played()
    monkeypatch.setattr(demo, "open_demo_league", lambda *_: league)
    return league


ARGUMENTS = {"players": 3, "seed": 5, "level": "random", "variant": "plain", "ruleset": "tiny"}


def run(**options: object) -> str:
    out = io.StringIO()
    call_command("demo", **ARGUMENTS | options, stdout=out, stderr=io.StringIO())
    return out.getvalue()


@pytest.mark.usefixtures("played_already")
def test_json_is_one_object_and_nothing_else() -> None:
    result = json.loads(run(json=True))
    assert set(result) == {"matches", "events", "standings", "chain", "audit", "seconds"}
    assert (result["matches"], result["chain"], result["audit"]) == (3, "intact", "clean")
    assert [row["rank"] for row in result["standings"]] == [1, 2, 3]


@pytest.mark.usefixtures("played_already")
def test_text_has_a_line_for_each_player_and_the_verdicts() -> None:
    lines = run().splitlines()
    assert lines[1].startswith("  1.  ")
    assert lines[-1] == "Chain: intact. Audit: clean."
    assert lines[-2].startswith("3 matches, ")


def test_a_league_that_does_not_verify_is_an_error(
    played_already: demo.DemoLeague, monkeypatch: pytest.MonkeyPatch
) -> None:
    honest = demo.report(played_already)
    broken = replace(honest, audit="event 3")
    monkeypatch.setattr(demo, "report", lambda _: broken)
    with pytest.raises(CommandError, match="does not verify"):
        run()


@pytest.mark.parametrize("wrong", [{"players": 1}, {"variant": "none"}, {"ruleset": "chess"}])
def test_impossible_wishes_are_refused_in_a_sentence(wrong: dict[str, object]) -> None:
    with pytest.raises(CommandError) as refused:
        run(**wrong)
    assert str(refused.value).endswith(".")


def test_progress_is_a_bar_on_a_terminal() -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    terminal = Terminal()
    progress = command.Progress(OutputWrapper(terminal))
    progress(1, 3)
    progress(3, 3)
    assert terminal.getvalue().endswith(f"\r{'█' * command.BAR} 3 of 3 matches\n")


def test_progress_is_a_line_now_and_then_elsewhere() -> None:
    times = iter([0.0, 9.9, 10.0, 10.0, 19.9, 20.0, 20.0])
    file = io.StringIO()
    progress = command.Progress(OutputWrapper(file), lambda: next(times))
    for ended in range(1, 5):
        progress(ended, 9)
    assert file.getvalue() == "2 of 9 matches\n4 of 9 matches\n"
