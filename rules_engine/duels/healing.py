"""Healing (DUELS-HEAL): burn a die, turn a dial back."""

from collections.abc import Iterator

from rules_engine.duels import measuring
from rules_engine.duels.actions import acting_figure_advanced
from rules_engine.duels.commands import ChooseHealedDial, DeclareHeal
from rules_engine.duels.components import DIALS, JOKERS, DialName
from rules_engine.duels.dice_uses import check_available
from rules_engine.duels.events import DialsTurned, DialTurn, HealDeclared, HealRolled
from rules_engine.duels.state import Figure, HealPending, MatchState
from rules_engine.duels.story import Story
from rules_engine.kernel.dice import Dice
from rules_engine.kernel.errors import MalformedInput, RuleViolation
from rules_engine.kernel.messages import Decision, Legal
from rules_engine.kernel.rule_ids import RuleId
from rules_engine.kernel.units import Length, show


def awaiting(state: MatchState, pending: HealPending) -> tuple[Decision, ...]:
    """The healing roll, then the dial, chosen by the healer's or the healed figure's controller (DUELS-RULING-109)."""
    healer, healed = state.figure(pending.healer), state.figure(pending.healed)
    if pending.clicks is None:
        return (state.ask("roll_heal", healer.seat, healer.id, pools=(state.die(pending.die).die,)),)
    by_healer = state.setup.rulings.heal_dial_chooser == "healer"
    return (state.ask("choose_healed_dial", (healer if by_healer else healed).seat, healed.id),)


def declare(story: Story, command: DeclareHeal, decision: Decision) -> None:
    """Choose the one red or black die that is burned to heal oneself or an ally.

    Rules: DUELS-ACT-05; DUELS-HEAL-01 to DUELS-HEAL-04; DUELS-HEAL-03 and DUELS-RULING-108: one die of the healer's
    base, jokers or not; whom it heals: DUELS-HEAL-06 to DUELS-HEAL-08, DUELS-RULING-106, DUELS-RULING-107,
    DUELS-RULING-111; once a turn: DUELS-RULING-112. Errors: MalformedInput for a figure that is not in play.
    """
    state, healer = story.state, acting_figure_advanced(story.state, decision, command.healer)
    if _has_healed(state):
        raise RuleViolation(RuleId("DUELS-ACT-05"), figure=healer.id)
    check_available(state, healer, (command.die,))
    _check(state, healer, command)
    story.tell(HealDeclared(healer=healer.id, healed=command.healed, die=command.die))


def roll_heal(story: Story, decision: Decision, dice: Dice) -> None:
    """Roll the die and burn it; the result is the clicks healed. Rules: DUELS-HEAL-05, DUELS-HEAL-09."""
    state, pending = story.state, _pending(story.state)
    roll = dice.roll("heal", decision.pools)
    clicks = state.die(pending.die).value_ace_high(roll.faces[0])
    story.tell(HealRolled(healer=pending.healer, healed=pending.healed, roll=roll, clicks=clicks))


def choose_dial(story: Story, command: ChooseHealedDial, decision: Decision) -> None:
    """Turn one dial back, as far as its start; the rest is lost, or is for another dial.

    Rules: DUELS-HEAL-05, DUELS-RULING-109, DUELS-RULING-110. Errors: RuleViolation for a dial at its start while clicks
    must go on another.
    """
    state, figure = story.state, story.state.figure(decision.subject)
    if command.dial not in _dials(state, figure):
        raise RuleViolation(RuleId("DUELS-RULING-110"), figure=figure.id, dial=command.dial)
    clicks, before = _pending(state).clicks or 0, figure.clicks[DIALS.index(command.dial)]
    after = max(before - clicks, 0)
    rest = clicks - (before - after)
    others = any(position for dial, position in zip(DIALS, figure.clicks, strict=True) if dial != command.dial)
    left = rest if others and _spills(state) else 0
    turns = (DialTurn(dial=command.dial, before=before, after=after),) if before != after else ()
    rule = RuleId("DUELS-HEAL-05")
    story.tell(DialsTurned(figure=figure.id, rule_id=rule, turns=turns, left=left, lost=rest - left))


def options(state: MatchState, decision: Decision) -> Legal:
    """Every die that may heal, for every figure that it may heal and that has clicks to undo."""
    if not state.advanced or _has_healed(state):
        return Legal(commands=())
    return Legal(commands=tuple(_heals(state, decision)), complete=False)


def dial_options(state: MatchState, decision: Decision) -> Legal:
    """The dials that may be turned back."""
    dials = _dials(state, state.figure(decision.subject))
    return Legal(
        commands=tuple(ChooseHealedDial(seat=decision.seat, decision=decision.id, dial=dial) for dial in dials)
    )


def _has_healed(state: MatchState) -> bool:
    return state.turn is not None and state.turn.healed


def _pending(state: MatchState) -> HealPending:
    assert isinstance(state.pending, HealPending), "a heal is being resolved"
    return state.pending


def _spills(state: MatchState) -> bool:
    return state.setup.rulings.heal_past_start == "spill_to_chosen_dial"


def _dials(state: MatchState, figure: Figure) -> tuple[DialName, ...]:
    """The dials that may be chosen: any, or, where clicks spill over, those that can turn back (DUELS-RULING-110)."""
    turned = tuple(dial for dial, position in zip(DIALS, figure.clicks, strict=True) if position)
    return turned if _spills(state) and turned else DIALS


def _heals(state: MatchState, decision: Decision) -> Iterator[DeclareHeal]:
    healer = state.figure(decision.subject)
    for healed in state.team(healer.team):
        if any(healed.clicks):
            for die in healer.base:
                command = DeclareHeal(
                    seat=decision.seat, decision=decision.id, healer=healer.id, healed=healed.id, die=die
                )
                if _is_allowed(state, healer, command):
                    yield command


def _is_allowed(state: MatchState, healer: Figure, command: DeclareHeal) -> bool:
    try:
        _check(state, healer, command)
    except RuleViolation:
        return False
    return True


# --- whom a die can heal ----------------------------------------------------------------------------------------------


def _check(state: MatchState, healer: Figure, command: DeclareHeal) -> None:
    healed = next((figure for figure in state.figures if figure.id == command.healed and figure.in_play), None)
    if healed is None:
        raise MalformedInput(f"No figure {command.healed} is in play.")
    colour = state.die(command.die).spec.colour
    if colour not in JOKERS:
        raise RuleViolation(RuleId("DUELS-HEAL-02"), figure=healer.id, die=command.die)
    if healed.team != healer.team:
        raise RuleViolation(RuleId("DUELS-HEAL-06"), figure=healer.id, healed=healed.id)
    if healed.id != healer.id:
        check = _check_black if colour == "black" else _check_red
        check(state, healer, healed)


def _check_black(state: MatchState, healer: Figure, ally: Figure) -> None:
    """Base contact, or, as the league may rule, the healer's black band: DUELS-HEAL-07, DUELS-RULING-106."""
    if measuring.in_contact(state, healer.id, ally.id):
        return
    if state.setup.rulings.black_heal_range == "contact_only" or healer.profile.band("black") is None:
        raise RuleViolation(RuleId("DUELS-HEAL-07"), figure=healer.id, healed=ally.id)
    _check_reach(state, healer, ally, "black")


def _check_red(state: MatchState, healer: Figure, ally: Figure) -> None:
    """Within the healer's red band; without one, contact at most: DUELS-HEAL-08, DUELS-RULING-107."""
    if healer.profile.band("red") is not None:
        _check_reach(state, healer, ally, "red")
        return
    by_contact = state.setup.rulings.red_heal_without_band == "contact"
    if not (by_contact and measuring.in_contact(state, healer.id, ally.id)):
        raise RuleViolation(RuleId("DUELS-RULING-107"), figure=healer.id, healed=ally.id)


def _check_reach(state: MatchState, healer: Figure, ally: Figure, colour: str) -> None:
    """DUELS-HEAL-06, DUELS-HEAL-08, DUELS-RULING-111."""
    distance = _measured(state, healer, ally)
    band = next(band for band in healer.profile.bands if band.colour == colour)
    if not band.reaches(distance):
        raise RuleViolation(
            RuleId("DUELS-HEAL-08"), figure=healer.id, healed=ally.id, distance=show(distance), reach=show(band.end)
        )
    if state.setup.rulings.heal_needs_line:
        sight = measuring.sight(state, healer.id, ally.id)
        if sight is None or not sight.free:
            raise RuleViolation(RuleId("DUELS-RULING-111"), figure=healer.id, healed=ally.id)


def _measured(state: MatchState, healer: Figure, ally: Figure) -> Length:
    distance = measuring.distance(state, healer.id, ally.id)
    if distance is None:
        raise RuleViolation(RuleId("DUELS-MEAS-03"), figure=healer.id, target=ally.id)
    return distance
