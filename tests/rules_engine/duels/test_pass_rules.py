import typing

import pytest

from rules_engine.duels import components as c
from rules_engine.duels.components import DieSpec, Effect, PassEffect, PassPoint
from rules_engine.duels.pass_rules import CHOOSERS, POINTS, dial_at_hand, lasting, overridden
from tests.support.duels import sample_passes
from tests.support.sources import defined

SAMPLES: tuple[Effect, ...] = (
    c.ExtraDie(die=DieSpec(colour="red", sides=6)), c.DialBonus(dial="head", amount=1), c.ExtraShield(colour="red"),
    c.MoreDice(dice=1), c.GearPoints(points=1), c.ExtraAction(action="move"), c.HealClicks(clicks=1), c.FreePickUp(),
    c.RePlace(), c.ReRoll(), c.SetFace(), c.IgnoreKarma(), c.ExtraClicks(clicks=1), c.FewerClicks(clicks=1),
    c.JudgeRules(),
)  # fmt: skip


def test_every_effect_has_its_points_and_every_point_its_effects() -> None:
    assert set(POINTS) == set(typing.get_args(Effect)) == {type(effect) for effect in SAMPLES}
    assert frozenset[str]().union(*POINTS.values()) == set(typing.get_args(PassPoint))
    assert set(CHOOSERS) < set(POINTS)


@pytest.mark.parametrize("effect", SAMPLES, ids=lambda effect: type(effect).__name__)
def test_duels_pass_02_wherever_an_effect_works_it_says_which_rules_it_overrides(effect: Effect) -> None:
    known = set(defined("duels"))
    for point in POINTS[type(effect)]:
        rules = overridden(effect, point, "advanced")
        assert rules
        assert set(rules) <= known


def test_more_dice_override_the_rule_of_the_variant() -> None:
    variants: tuple[typing.Any, ...] = ("advanced", "basic")
    assert [overridden(c.MoreDice(dice=1), "dice", each) for each in variants] == [
        ("DUELS-ROUND-04",), ("DUELS-ROUND-05",),
    ]  # fmt: skip


def test_what_works_now_lasts_as_long_as_what_it_was_played_for() -> None:
    shield = c.ExtraShield(colour="red")
    assert [lasting(shield, point) for point in ("setup", "turn", "dodge", "hit")] == [
        "match", "turn", "attack", "attack",
    ]  # fmt: skip
    assert lasting(c.ExtraShield(colour="red", lasts="round"), "hit") == "round"
    assert lasting(c.FewerClicks(clicks=1), "hit") == "attack"
    done: list[type[PassEffect]] = [type(effect) for effect in SAMPLES if lasting(effect, "turn") is None]
    assert done == [c.ExtraDie, c.ExtraAction, c.HealClicks, c.RePlace, c.ReRoll, c.SetFace, c.JudgeRules]


def test_the_dial_that_counts_at_a_point() -> None:
    points: tuple[PassPoint, ...] = ("move", "attack", "attack_rolled", "dodge", "turn")
    assert [dial_at_hand(point, attacks=True) for point in points] == ["head", "weapon", "weapon", "weapon", None]
    assert [dial_at_hand(point, attacks=False) for point in points] == ["head", "body", "body", "body", None]


def test_the_sample_passes_use_every_effect_and_every_point() -> None:
    cards = sample_passes()
    assert len(cards) >= 12
    assert {type(effect) for card in cards for effect in card.effects} == set(POINTS)
    assert {point for card in cards for point in card.when} == set(typing.get_args(PassPoint))
