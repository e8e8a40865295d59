"""The head of a typed-in match: teams, gear, rulings, terrain."""

from pathlib import Path
from typing import Any

import pytest
import yaml
from msgspec.structs import replace

from rules_engine.duels.components import DialBonus, JudgeRules
from rules_engine.duels.match_log import DUELS_LOG
from rules_engine.kernel.errors import MalformedInput, RuleViolation
from rules_engine.registry import ruleset
from tests.support.security_passes import card

CATALOG = ruleset("duels", 1, "advanced").read_catalog(
    yaml.safe_load((Path(__file__).parents[3] / "catalogs" / "duels-sample.yaml").read_text(encoding="utf-8")),
    "samples",
)


def head(*lines: str, variant: str = "advanced", catalog: Any = CATALOG) -> Any:
    reader = DUELS_LOG.head(variant, catalog)
    for text in lines:
        reader.read(text)
    return reader.setup()


TEAMS = ("army points: 4", "A1: kyushi with katana, light-pistol", "A2: midnight", "B1: natokah")


@pytest.mark.parametrize("variant", ["advanced", "basic"])
def test_a_head_gives_the_setup_of_a_declared_board(variant: str) -> None:
    setup = head(*TEAMS, variant=variant)
    assert (setup.variant, setup.board, setup.placement.terrain_per_team) == (variant, "declared", 2)
    assert [(team.id, [(f.id, f.seat, f.profile.slug) for f in team.figures]) for team in setup.teams] == [
        ("A", [("A1", "A", "kyushi"), ("A2", "A", "midnight")]),
        ("B", [("B1", "B", "natokah")]),
    ]
    assert [piece.slug for piece in setup.teams[0].figures[0].gear] == ["katana", "light-pistol"]


def test_rulings_and_terrain_of_a_head() -> None:
    setup = head(
        *TEAMS,
        "terrain pieces a team: 1",
        "ruling: round_limit = 6",
        "ruling: friendly_fire = true",
        "ruling: dial_overflow = wrap",
    )
    rulings = setup.rulings
    assert (rulings.round_limit, rulings.friendly_fire, rulings.dial_overflow) == (6, True, "wrap")
    assert setup.placement.terrain_per_team == 1


def test_passes_of_a_head_are_held_by_their_team() -> None:
    passes = (card(JudgeRules()), replace(card(DialBonus(dial="head", amount=1), when="setup"), slug="badge"))
    lines = (*TEAMS, "A holds luck", "B holds badge for B1")
    setup = head(*lines, catalog=replace(CATALOG, passes=passes))
    assert [(held.id, held.seat, held.figure) for held in setup.passes] == [
        ("A1+luck", "A", ""),
        ("B1+badge", "B", "B1"),
    ]


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("A holds luck for B1", "No line of a head reads like this"),
        ("weather: fine", "No line of a head reads like this"),
        ("A2: kyushi", "The next figure of team A is A1"),
        ("A1: natoka", r"There is no figure 'natoka' in the catalog \(do you mean natokah\?\)\."),
        ("A1: zzz with katana", r"There is no figure 'zzz' in the catalog\."),
        ("A1: natokah with medkit, katanna", r"There is no gear 'katanna' in the catalog \(do you mean katana\?\)\."),
        ("A holds luck", r"There is no pass 'luck' in the catalog\."),
    ],
)
def test_a_wrong_line_of_a_head_is_refused(line: str, reason: str) -> None:
    with pytest.raises(MalformedInput, match=reason):
        head(line)


@pytest.mark.parametrize("ruling", ["friendly_fire = maybe", "weather = fine"])
def test_a_ruling_that_there_is_not_is_refused(ruling: str) -> None:
    with pytest.raises(MalformedInput, match="Not a ruling of this game"):
        head(*TEAMS, f"ruling: {ruling}")


def test_duels_setup_04_a_roster_of_other_army_points_is_refused() -> None:
    with pytest.raises(RuleViolation) as refusal:
        head("army points: 5", *TEAMS[1:])
    assert refusal.value.rule_id == "DUELS-SETUP-04"
