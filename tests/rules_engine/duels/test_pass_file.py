import copy
import re
from pathlib import Path
from typing import Any, get_args

import pytest
import yaml

from rules_engine.duels import components as c
from rules_engine.duels.catalog import read_catalog
from rules_engine.duels.components import Effect, PassPoint, SecurityPass
from rules_engine.duels.pass_file import EFFECTS
from rules_engine.duels.pass_rules import POINTS
from rules_engine.kernel.codec import kind_of
from rules_engine.kernel.plain_data import FileRejected
from rules_engine.kernel.units import inches

ROOT = Path(__file__).parents[3]
MANUAL = (ROOT / "docs" / "passes.md").read_text(encoding="utf-8")
PLAIN: dict[str, Any] = {
    "slug": "luck",
    "sample": True,
    "name": {"en": "Luck", "fr": "Chance", "es": "Suerte"},
    "text": {"en": "Be lucky.", "fr": "Ayez de la chance.", "es": "Ten suerte."},
    "when": ["turn"],
    "effects": [{"effect": "extra_action", "action": "move"}],
}


def plain(**changes: Any) -> dict[str, Any]:
    return copy.deepcopy(PLAIN) | changes


def read_one(**changes: Any) -> SecurityPass:
    (card,) = read_catalog({"passes": [plain(**changes)]}, "p.yaml").passes
    return card


def faults(**changes: Any) -> list[str]:
    with pytest.raises(FileRejected) as refusal:
        read_one(**changes)
    return [str(problem) for problem in refusal.value.problems]


def test_duels_pass_01_a_pass_is_read_with_all_that_it_says() -> None:
    card = read_one(uses=2, per="round", serves="team", figures=["mage"], teams=["A"], seats=["ann"])
    assert card == SecurityPass(
        slug="luck", name=c.Wording(en="Luck", fr="Chance", es="Suerte"),
        text=c.Wording(en="Be lucky.", fr="Ayez de la chance.", es="Ten suerte."), when=("turn",),
        effects=(c.ExtraAction(action="move"),), uses=2, per="round", serves="team", figures=("mage",), teams=("A",),
        seats=("ann",),
    )  # fmt: skip
    assert read_catalog({"passes": [PLAIN]}, "p.yaml").samples == ("luck",)


@pytest.mark.parametrize(
    ("point", "raw", "effect"),
    [
        ("turn", {"effect": "extra_die", "die": "red d6"}, c.ExtraDie(die=c.DieSpec(colour="red", sides=6))),
        ("turn", {"effect": "dial_bonus", "dial": "head", "amount": 2}, c.DialBonus(dial="head", amount=2)),
        ("hit", {"effect": "extra_shield", "colour": "blue", "number": 5}, c.ExtraShield(colour="blue", number=5)),
        ("dice", {"effect": "more_dice", "dice": 2}, c.MoreDice(dice=2)),
        ("setup", {"effect": "gear_points", "points": 3}, c.GearPoints(points=3)),
        ("turn", {"effect": "heal_clicks", "clicks": 2}, c.HealClicks(clicks=2)),
        ("turn", {"effect": "free_pick_up"}, c.FreePickUp()),
        ("turn", {"effect": "re_place", "within_in": 7.5}, c.RePlace(within=inches("7.5"))),
        ("turn", {"effect": "re_place"}, c.RePlace()),
        ("move", {"effect": "re_roll", "dice": 2}, c.ReRoll(dice=2)),
        ("attack_rolled", {"effect": "set_face", "face": 2, "whose": "enemy"}, c.SetFace(face=2, whose="enemy")),
        ("attack", {"effect": "ignore_karma"}, c.IgnoreKarma()),
        ("hit", {"effect": "extra_clicks", "clicks": 1}, c.ExtraClicks(clicks=1)),
        ("hit", {"effect": "fewer_clicks", "clicks": 1}, c.FewerClicks(clicks=1)),
        ("turn", {"effect": "judge_rules"}, c.JudgeRules()),
    ],
    ids=lambda value: value.get("effect") if isinstance(value, dict) else None,
)  # fmt: skip
def test_each_effect_is_read_by_its_name(point: PassPoint, raw: dict[str, Any], effect: Effect) -> None:
    assert read_one(when=[point], effects=[raw]).effects == (effect,)
    assert kind_of(effect) == raw["effect"]


def test_the_vocabulary_has_a_word_for_every_effect() -> None:
    assert sorted(EFFECTS) == sorted(kind_of(effect) for effect in POINTS)


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"name": {"en": "Luck"}}, ["name.fr: is missing", "name.es: is missing"]),
        ({"when": ["noon"]}, [f"when[0]: must be {', '.join(get_args(PassPoint))}"]),
        ({"uses": 0}, ["uses: must be 1–40"]),
        ({"effects": [{"effect": "zap"}]}, [f"effects[0].effect: must be one of {', '.join(EFFECTS)}"]),
        ({"effects": [3]}, [f"effects[0].effect: must be one of {', '.join(EFFECTS)}"]),
        ({"effects": [{"effect": "extra_action"}]}, ["effects[0].action: is missing"]),
        ({"effects": [{"effect": "heal_clicks", "clicks": 0}]}, ["effects[0].clicks: must be 1–40"]),
        ({"effects": [{"effect": "judge_rules", "how": "x"}]}, ["effects[0].how: is no field of this entry"]),
        ({"when": ["hit"]}, ["effects[0]: cannot be extra_action at the point hit; extra_action works at: turn"]),
    ],
)  # fmt: skip
def test_a_wrong_field_is_named_with_its_file_and_entry(changes: dict[str, Any], told: list[str]) -> None:
    assert faults(**changes) == [f"p.yaml: passes[0] 'luck': {line}" for line in told]


def test_a_slug_is_used_once() -> None:
    with pytest.raises(FileRejected, match=r"passes\[1\] 'luck': slug: is used by an earlier entry"):
        read_catalog({"passes": [PLAIN, PLAIN]}, "p.yaml")


# --- the manual -------------------------------------------------------------------------------------------------------


def test_the_example_of_the_manual_is_a_file_of_passes() -> None:
    (example,) = re.findall(r"```yaml\n(passes:.*?)```", MANUAL, re.DOTALL)
    cards = read_catalog(yaml.safe_load(example), "example.yaml").passes
    assert [card.slug for card in cards] == ["night-shift", "body-double"]


def test_the_manual_describes_every_effect_and_every_point_where_it_works() -> None:
    rows = dict(re.findall(r"^\| `(\w+)` \| .*? \| ([a-z_, ]+) \|", MANUAL, re.MULTILINE))
    assert {name: set(points.split(", ")) for name, points in rows.items() if name in EFFECTS} == {
        kind_of(effect): set(points) for effect, points in POINTS.items()
    }
    described = set(re.findall(r"^\| `(\w+)` \| ", MANUAL, re.MULTILINE))
    assert set(get_args(PassPoint)) <= described
