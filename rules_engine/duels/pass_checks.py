"""What a security pass and its holder must be (DUELS-PASS): for files that people write, and for a match's start."""

from collections.abc import Iterator
from typing import assert_never

from rules_engine.duels import components as c
from rules_engine.duels.components import Effect, FigureSetup, HeldPass, SecurityPass, Setup
from rules_engine.duels.pass_rules import CHOOSERS, POINTS
from rules_engine.kernel.codec import kind_of
from rules_engine.kernel.errors import MalformedInput, RuleViolation
from rules_engine.kernel.plain_data import Fault
from rules_engine.kernel.rule_ids import RuleId


def card_faults(card: SecurityPass) -> Iterator[Fault]:
    """What is wrong with a pass by itself: field by field, as its file names them (DUELS-PASS-02)."""
    if not card.when:
        yield Fault("when", "must name at least one point of the rules")
    if not card.effects:
        yield Fault("effects", "must hold at least one effect; one that has no word here is judge_rules")
    if card.uses < 1:
        yield Fault("uses", "must be 1 or more")
    if "setup" in card.when and (len(card.when) > 1 or (card.uses, card.per) != (1, "match")):
        yield Fault("when", "must hold nothing beside setup, which is in force for the whole match")
    for index, effect in enumerate(card.effects):
        yield from _effect_faults(f"effects[{index}]", card, effect, card.effects[:index])


def _effect_faults(path: str, card: SecurityPass, effect: Effect, before: tuple[Effect, ...]) -> Iterator[Fault]:
    name = kind_of(effect)
    points = POINTS[type(effect)]
    for point in card.when:
        if point not in points:
            listed = ", ".join(sorted(points))
            yield Fault(path, f"cannot be {name} at the point {point}; {name} works at: {listed}")
    if isinstance(effect, CHOOSERS) and any(isinstance(other, type(effect)) for other in before):
        yield Fault(path, f"must not be {name} a second time")
    if isinstance(effect, c.ReRoll | c.SetFace) and any(isinstance(other, c.ReRoll | c.SetFace) for other in before):
        yield Fault(path, "must not change dice beside another effect that does")
    if _strength(effect) < 1:
        yield Fault(path, "must be by 1 or more")


def _strength(effect: Effect) -> int:
    """The number that says how much an effect does."""
    match effect:
        case c.DialBonus():
            return effect.amount
        case c.MoreDice() | c.ReRoll():
            return effect.dice
        case c.SetFace():
            return min(effect.dice, 1 if effect.face is None else effect.face)
        case c.GearPoints():
            return effect.points
        case c.HealClicks() | c.ExtraClicks() | c.FewerClicks():
            return effect.clicks
        case c.RePlace():
            return 1 if effect.within is None else effect.within
        case c.ExtraShield():
            return 1 if effect.number is None else effect.number
        case c.ExtraDie():
            return effect.die.sides - 1
        case c.ExtraAction() | c.FreePickUp() | c.IgnoreKarma() | c.JudgeRules():
            return 1
        case _:
            assert_never(effect)


# --- at the start of a match ------------------------------------------------------------------------------------------


def check_passes(setup: Setup) -> None:
    """Refuse passes that nobody may hold. Rules: DUELS-PASS-02.

    Errors: RuleViolation for a seat, team or figure that the card does not allow; MalformedInput for a card that is
    none, ids that are not unique, and seats and figures that there are not.
    """
    figures = {figure.id: (team.id, figure) for team in setup.teams for figure in team.figures}
    for number, held in enumerate(setup.passes):
        taken = {*figures, *(other.id for other in setup.passes[:number])}
        if not held.id or held.id in taken:
            raise MalformedInput(f"Every pass has an id of its own, and no figure's; {held.id!r} is not one.")
        for fault in card_faults(held.card):
            raise MalformedInput(f"The pass {held.id}: {fault.path} {fault.message}.")
        team = next((team for team, figure in figures.values() if figure.seat == held.seat), None)
        if team is None:
            raise MalformedInput(f"There is no seat {held.seat} to hold {held.id}.")
        _check_holder(held, team)
        _check_bond(held, team, figures)


def _check_holder(held: HeldPass, team: str) -> None:
    card = held.card
    if (card.teams and team not in card.teams) or (card.seats and held.seat not in card.seats):
        raise RuleViolation(RuleId("DUELS-PASS-02"), card=card.name.en, figure=held.figure)


def _check_bond(held: HeldPass, team: str, figures: dict[str, tuple[str, FigureSetup]]) -> None:
    """A pass may be bound to one figure of its holder's team; one that works from the setup on has to be."""
    if not held.figure and "setup" not in held.card.when:
        return
    known = figures.get(held.figure)
    if known is None or known[0] != team:
        raise MalformedInput(f"The pass {held.id} is bound to a figure of {team}, not to {held.figure or 'none'}.")
    if not held.card.suits(known[1].profile):
        raise RuleViolation(RuleId("DUELS-PASS-02"), card=held.card.name.en, figure=held.figure)


def gear_points_over(setup: Setup, figure: FigureSetup) -> int:
    """The gear points that passes let a figure carry over the limit of DUELS-SETUP-06."""
    bound = (held.card for held in setup.passes if held.figure == figure.id and "setup" in held.card.when)
    return sum(effect.points for card in bound for effect in card.effects if isinstance(effect, c.GearPoints))
