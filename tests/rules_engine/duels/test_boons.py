from typing import Any

from msgspec.structs import replace

from rules_engine.duels import boons
from rules_engine.duels import components as c
from rules_engine.duels.components import Effect
from rules_engine.duels.state import Boon, Figure
from tests.support.security_passes import holding


def blessed(*effects: Effect, figure: str = "A1") -> Figure:
    given = tuple(Boon(card="P", effect=effect, until="match") for effect in effects)
    return replace(holding().figure(figure), boons=given)


def test_duels_pass_02_what_passes_do_adds_up() -> None:
    figure = blessed(c.GearPoints(points=3), c.GearPoints(points=2), c.MoreDice(dice=1), c.MoreDice(dice=1))
    assert (boons.gear_limit(figure), boons.more_dice(figure)) == (17, 2)
    assert (boons.gear_limit(blessed()), boons.more_dice(blessed())) == (12, 0)


def test_shields_are_lent_with_their_numbers() -> None:
    figure = blessed(c.ExtraShield(colour="red", number=5), c.ExtraShield(colour="green"))
    assert boons.shields(figure) == (("red", 5), ("green", None))


def test_bad_karma_and_clicks() -> None:
    assert boons.spares_dice(blessed(c.IgnoreKarma())) is True
    assert boons.spares_dice(blessed(c.MoreDice(dice=1))) is boons.spares_dice(blessed()) is False
    more, fewer = blessed(c.ExtraClicks(clicks=2)), blessed(c.FewerClicks(clicks=3), figure="B1")
    assert [boons.clicks_added(*pair) for pair in ((more, fewer), (more, blessed()), (fewer, more))] == [-1, 2, 0]


def test_a_dial_counts_what_is_shown_and_added() -> None:
    bonus: Any = c.DialBonus(dial="head", amount=2)
    figure = blessed(bonus, c.DialBonus(dial="body", amount=1))
    assert (figure.value("head"), figure.value("weapon"), figure.value("body")) == (8, 5, 8)
    assert (figure.added("head", until="match"), figure.added("head", until="initiative")) == (2, 0)
