"""Matches typed in from a real table: the shipped logs, and what is refused."""

import re
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.utils import translation

from ledger import queries as ledger
from ledger.verify import verify_streams
from matches import queries
from matches.errors import LogRefused
from matches.models import Match
from matches.services.import_log import NamedFile, import_log
from rules_engine.kernel.plain_data import FileRejected

pytestmark = pytest.mark.django_db

ROOT = Path(__file__).parents[3]
LOGS = sorted((ROOT / "docs" / "match-logs").glob("*.txt"))
CATALOG = yaml.safe_load((ROOT / "catalogs" / "duels-sample.yaml").read_text(encoding="utf-8"))
TEXT = (ROOT / "docs" / "match-logs" / "duels-advanced-1v1.txt").read_text(encoding="utf-8")


def load(text: str, catalog: Any = CATALOG) -> Any:
    return import_log(text, NamedFile("samples", catalog), "sam")


def with_line(old: str, new: str) -> tuple[str, int]:
    """The log with its first line that begins so replaced, and the number of that line."""
    lines = TEXT.splitlines()
    index = next(index for index, line in enumerate(lines) if line.startswith(old))
    lines[index] = new
    return "\n".join(lines), index + 1


def test_three_logs_are_shipped() -> None:
    assert [path.stem for path in LOGS] == ["duels-advanced-1v1", "duels-advanced-2v2", "duels-basic-1v1"]


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
def test_a_shipped_log_is_imported_replays_and_audits_clean(path: Path) -> None:
    match_id = load(path.read_text(encoding="utf-8"))
    row = queries.match(match_id)
    winner = re.findall(r"# (\w) won", path.read_text(encoding="utf-8"))
    assert (row.status, [p["team"] for p in row.placings if p["place"] == 1]) == ("confirmed", winner)
    assert queries.audit(match_id) == ()
    assert verify_streams([f"match/{match_id}"]).problems == ()
    assert all(frame.actor == "sam" for frame in queries.log(match_id))


MANUAL = (ROOT / "docs" / "match-log.md").read_text(encoding="utf-8")
EXAMPLE, TOO_EARLY = (MANUAL.split("## A small match")[1].split("```\n")[index].strip() for index in (1, 3))


def test_the_small_match_of_the_manual_is_imported_and_its_refusal_is_the_one_told() -> None:
    assert 15 <= len(EXAMPLE.splitlines()) <= 26
    assert queries.match(load(EXAMPLE)).status == "forfeited"
    without_a_roll = re.sub("(?m)^roll alpha=6.*\n", "", EXAMPLE)
    with pytest.raises(LogRefused) as refusal:
        load(without_a_roll)
    assert str(refusal.value) == TOO_EARLY


YARD = {
    "id": "yard",
    "ruleset": "duels",
    "title": {"en": "The yard"},
    "description": {"en": "Whoever stands in it at the end of a round wins."},
    "army_points": 4,
    "board": "declared",
    "teams": [{"id": "A"}, {"id": "B"}],
    "areas": [
        {"id": "yard", "name": "Yard", "rectangle": {"x_in": 26, "y_in": 26, "width_in": 8, "depth_in": 8}},
    ],
    "holds": [{"id": "hold", "area": "yard", "points": 1}],
    "victory": {"objectives_to_win": 1},
}
IN_THE_YARD = """
ruleset: duels 1 advanced
army points: 4
A1: natokah
B1: lothan-the-wise
play
roll 6 5
roll 1 2
A1 is placed
B1 is placed 48 in from enemies
A1 takes W6
B1 takes W6
A1 declares nothing
B1 declares nothing
A1 is 0 in from yard
A1 ends its turn
B1 ends its turn
"""


def test_a_match_in_a_scenario_is_won_by_what_was_measured() -> None:
    match_id = import_log(IN_THE_YARD, NamedFile("samples", CATALOG), "sam", NamedFile("yard.yaml", YARD))
    row = queries.match(match_id)
    assert [(p["team"], p["objectives"]) for p in row.placings if p["place"] == 1] == [("A", 1)]
    assert queries.audit(match_id) == ()
    elsewhere = YARD | {"id": "garden"}
    assert import_log(IN_THE_YARD, NamedFile("samples", CATALOG), "sam", NamedFile("x", elsewhere)) != match_id


def test_a_head_that_does_not_fit_its_scenario_is_refused_and_a_wrong_scenario_too() -> None:
    four = IN_THE_YARD.replace("army points: 4", "army points: 8").replace("A1: natokah", "A1: natokah\nA2: kyushi")
    with pytest.raises(LogRefused):
        import_log(four, NamedFile("samples", CATALOG), "sam", NamedFile("yard.yaml", YARD))
    with pytest.raises(FileRejected, match=r"yard\.yaml: army_points: must be 1–1000"):
        import_log(IN_THE_YARD, NamedFile("samples", CATALOG), "sam", NamedFile("yard.yaml", YARD | {"army_points": 0}))


def test_the_same_log_again_is_the_same_match() -> None:
    first = load(TEXT)
    version = ledger.stream_version(f"match/{first}")
    assert load(TEXT) == first
    assert ledger.stream_version(f"match/{first}") == version


@pytest.mark.parametrize(
    ("old", "new", "rule_id"),
    [
        ("A1 attacks", "A1 attacks B1 with G8 at 30 in", "DUELS-ATK-03"),
        ("A1 is placed", "A1 is placed 40 in from enemies and 21.5 in from terrain", "DUELS-SETUP-18"),
        ("A1 goes", "A1 goes 60 in", "DUELS-MOVE-07"),
        ("B1 takes W6", "B1 takes W6 W8 Y8 R8 R4 warding-charm/R4 U6", "DUELS-ROUND-04"),
    ],
)
def test_a_line_that_a_rule_forbids_is_refused_with_its_number_and_the_rule(old: str, new: str, rule_id: str) -> None:
    text, number = with_line(old, new)
    with pytest.raises(LogRefused) as refusal:
        load(text)
    assert (refusal.value.line, refusal.value.rule_id) == (number, rule_id)
    assert re.search(rf": [A-Z][^…=]+\. \[{rule_id}\]$", str(refusal.value))
    assert not Match.objects.exists()


def test_a_rule_that_forbids_a_line_is_told_in_the_active_language() -> None:
    text, _ = with_line("A1 attacks", "A1 attacks B1 with G8 at 30 in")
    with translation.override("fr"), pytest.raises(LogRefused, match="Pour A1, le vert ne porte pas"):
        load(text)


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("ruleset", "game: duels", "a log begins with its ruleset"),
        ("ruleset", "ruleset: duels 9 advanced", "no ruleset duels 9 advanced"),
        ("ruleset", "ruleset: chess 1 plain", "no ruleset chess"),
        ("A1:", "A7: natokah", "The next figure of team A is A1"),
        ("A1:", "A1: nobody", "There is no figure 'nobody' in the catalog"),
        ("A1:", "A1: natokah with katanna", r"no gear 'katanna' in the catalog \(do you mean katana\?\)"),
        ("B1:", "A2: kyushi", r"\[DUELS-|at least two teams"),
        ("roll", "roll alpha=9 alpha=1", "has no face 9"),
        ("roll", "roll 1", "2 dice are rolled"),
        ("A1 attacks", "A1 dances", "No line of a match reads like this"),
        ("A1 attacks", "B1 attacks A1 with G8 at 10.25 in", "This cannot be said now"),
        ("roll alpha=6", "A1 takes W6", r"expected now: a roll for alpha by team B, written `roll alpha=… alpha#2=…`"),
        ("roll alpha=6", "A1 attacks B1 with G8 at 5 in", "expected now: a roll for alpha by team B"),
        ("B places", "A places plain terrain", "expected now: terrain by team B, written `B places … terrain`"),
        ("A1 attacks", "A1 attacks B1 with K8 at 10.25 in", "There is no K8 here"),
    ],
)
def test_a_line_that_says_nothing_possible_is_refused_with_its_number(old: str, new: str, reason: str) -> None:
    text, number = with_line(old, new)
    with pytest.raises(LogRefused, match=reason) as refusal:
        load(text)
    assert refusal.value.line in {number, TEXT.splitlines().index("play") + 1, len(TEXT.splitlines())}
    assert not Match.objects.exists()


def cut(text: str, before: str) -> str:
    return text[: text.index(before)]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "line 1: the line 'play'"),
        (cut(TEXT, "play"), "the line 'play' between head and play is missing"),
        (cut(TEXT, "# round 2: A1"), "the match is not over; expected now: what A1 does, written `A1 …`"),
        (TEXT + "A1 ends its turn\n", "the match is over"),
        (TEXT + "A gives up\n", "The match is reported; it would have to be"),
    ],
)
def test_a_log_that_is_not_whole_is_refused(text: str, reason: str) -> None:
    with pytest.raises(LogRefused, match=reason):
        load(text)
    assert not Match.objects.exists()


def test_a_team_may_give_up() -> None:
    match_id = load(cut(TEXT, "# round 2: A1") + "B gives up\n")
    row = queries.match(match_id)
    assert (row.status, [p["team"] for p in row.placings]) == ("forfeited", ["A", "B"])
    assert queries.audit(match_id) == ()
    for wrong in ("C gives up", "nobody gives up"):
        with pytest.raises(LogRefused, match="may not"):
            load(cut(TEXT, "# round 2: A1") + wrong)


def test_a_catalog_with_faults_is_refused() -> None:
    with pytest.raises(FileRejected):
        load(TEXT, {"figures": [{"slug": "x"}]})
    assert not Match.objects.exists()


HUGE = "9" * 30


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("play", "line 1: a log begins with its ruleset"),
        ("play\n" + TEXT, "line 1: a log begins with its ruleset"),
        (with_line("ruleset", f"ruleset: duels {HUGE} advanced")[0], "a log begins with its ruleset"),
        (with_line("A1:", f"A{HUGE}: natokah")[0], "No line of a head reads like this"),
        (with_line("terrain pieces", f"terrain pieces a team: {HUGE}")[0], "No line of a head reads like this"),
        (with_line("terrain pieces", "terrain pieces a team: 9999")[0], "0 to 100 pieces"),
        (with_line("roll", f"roll alpha={HUGE} alpha#2=1")[0], "has no face"),
        (with_line("A1 is placed", f"A1 is placed {HUGE} in from enemies")[0], "No line of a match reads like this"),
        (with_line("A1 attacks", "A1 heals itself with nothing")[0], "No line of a match reads like this"),
        (with_line("A1 attacks", "A1 heals itself with W6 Y8")[0], "No line of a match reads like this"),
        (with_line("A1 attacks", "x" * 501)[0], "at most 500 characters"),
    ],
)  # fmt: skip
def test_what_no_log_can_hold_is_refused(text: str, reason: str) -> None:
    with pytest.raises(LogRefused, match=reason):
        load(text)
    assert not Match.objects.exists()
