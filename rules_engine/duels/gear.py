"""Gear actions (DUELS-GEAR): drop, pick up, trade with an ally."""

from collections.abc import Callable, Iterable, Iterator
from itertools import chain, combinations, islice, product
from typing import TypeVar

from rules_engine.duels import boons
from rules_engine.duels.actions import acting_figure_advanced
from rules_engine.duels.commands import DropGear, PickUpGear, TradeGear
from rules_engine.duels.dice_uses import check_available
from rules_engine.duels.events import DiceExchanged, GearDropped, GearPickedUp, GearTraded
from rules_engine.duels.ground import laid_down
from rules_engine.duels.measuring import in_contact, touches_gear
from rules_engine.duels.state import Figure, MatchState
from rules_engine.duels.story import Story
from rules_engine.kernel.errors import MalformedInput, RuleViolation
from rules_engine.kernel.messages import Command, Decision, Legal
from rules_engine.kernel.rule_ids import RuleId

C = TypeVar("C", PickUpGear, TradeGear)
PAYMENTS = 6  # ways to pay for a piece that are listed at most


def drop(story: Story, command: DropGear, decision: Decision) -> None:
    """Lay a piece on the table, touching the base, with its dice wherever they are.

    Rules: DUELS-GEAR-01, DUELS-GEAR-02, DUELS-GEAR-11, DUELS-RULING-101, DUELS-RULING-103.
    """
    figure = _acting(story.state, decision, command.figure)
    _check_carries(figure, (command.gear,))
    ground = laid_down(story.state, figure, command.gear, spot=command.spot)
    exchange_dice(story, figure, (command.gear,))
    story.tell(GearDropped(figure=figure.id, ground=ground))


def pick_up(story: Story, command: PickUpGear, decision: Decision) -> None:
    """Take a piece from the table, whoever dropped it, and pay for it with dice from the base.

    Rules: DUELS-GEAR-03 to DUELS-GEAR-07, DUELS-RULING-097 to DUELS-RULING-100, DUELS-RULING-102.
    """
    figure = _acting(story.state, decision, command.figure)
    story.tell(_picked_up(story.state, figure, command))


def trade(story: Story, command: TradeGear, decision: Decision) -> None:
    """Give pieces to an ally in base contact and take some in return; only the acting figure spends its action.

    Rules: DUELS-GEAR-08 to DUELS-GEAR-10, DUELS-RULING-104, DUELS-RULING-105: the shields work for the new owner at
    once, the dice lie in its cup until the next choice of dice.
    """
    figure = _acting(story.state, decision, command.figure)
    ally = _traded_with(story.state, figure, command)
    exchange_dice(story, figure, command.gives)
    exchange_dice(story, ally, command.takes)
    story.tell(GearTraded(figure=figure.id, ally=ally.id, given=command.gives, taken=command.takes))


def exchange_dice(story: Story, figure: Figure, gear: Iterable[str]) -> None:
    """Before gear leaves a figure, let it keep dice on its base that are like dice in its cup.

    Rule: DUELS-RULING-101: with ``identical_dice_interchangeable`` the cup's die goes with the gear, as that is what a
    controller would choose; without it every die leaves with the piece that it came with.
    """
    state = story.state
    if not state.setup.rulings.identical_dice_interchangeable:
        return
    leaving = [die for piece in gear for die in state.gear(piece).dice]
    spare = [die for die in figure.cup if die not in leaving]
    pairs = []
    for die in leaving:
        twin = next((other for other in spare if state.die(other).spec == state.die(die).spec), None)
        if die in figure.base and twin is not None:
            spare.remove(twin)
            pairs.append((die, twin))
    if pairs:
        story.tell(DiceExchanged(figure=figure.id, pairs=tuple(pairs)))


def options(state: MatchState, decision: Decision) -> Legal:
    """Samples of gear operations.

    Trades, and pieces that cost nothing, are offered only as the first operation of an action: what comes after either
    lays gear down or spends dice, so that an action always comes to an end.
    """
    figure = state.figure(decision.subject)
    if not state.advanced or not _may_act(state):
        return Legal(commands=())
    first = state.turn is not None and not state.turn.geared
    found = chain(
        (DropGear(seat=decision.seat, decision=decision.id, figure=figure.id, gear=gear) for gear in figure.gear),
        _pick_ups(state, figure, decision, free=first),
        _trades(state, figure, decision) if first else (),
    )
    return Legal(commands=tuple(found), complete=False)


# --- checks -----------------------------------------------------------------------------------------------------------


def _acting(state: MatchState, decision: Decision, figure_id: str) -> Figure:
    """The acting figure, if it may (still) take a gear action (DUELS-ACT-04)."""
    figure = acting_figure_advanced(state, decision, figure_id)
    if not _may_act(state):
        raise RuleViolation(RuleId("DUELS-ACT-04"), figure=figure.id)
    return figure


def _may_act(state: MatchState) -> bool:
    """One gear action a turn, of any number of operations one after the other, or of one (DUELS-RULING-034)."""
    turn = state.turn
    assert turn is not None, "gear is handled in a figure's turn"
    return not turn.geared or (turn.gear_open and state.setup.rulings.gear_action_scope == "combined")


def _check_carries(figure: Figure, gear: tuple[str, ...]) -> None:
    if len(set(gear)) < len(gear) or not set(gear) <= set(figure.gear):
        raise MalformedInput(f"{figure.id} carries {', '.join(figure.gear) or 'no gear'}.")


def _picked_up(state: MatchState, figure: Figure, command: PickUpGear) -> GearPickedUp:
    check_pick_up(state, figure, command.gear)
    _check_payment(state, figure, command)
    return GearPickedUp(figure=figure.id, gear=command.gear, paid=command.pay, gained=dice_gained(state, command.gear))


def check_pick_up(state: MatchState, figure: Figure, gear: str) -> None:
    """Refuse a piece that a figure could not take even for nothing. Rules: DUELS-GEAR-04, DUELS-GEAR-05."""
    if not any(piece.gear == gear for piece in state.ground):
        raise MalformedInput(f"No gear {gear} lies on the table.")
    if not in_contact(state, figure.id, gear):
        raise RuleViolation(RuleId("DUELS-GEAR-04"), figure=figure.id, gear=gear)
    _check_load(state, figure, (*figure.gear, gear))


def dice_gained(state: MatchState, gear_id: str) -> tuple[str, ...]:
    """The dice of a piece that go onto the base of whoever picks it up (DUELS-GEAR-07, DUELS-RULING-102)."""
    spent = () if state.setup.rulings.pickup_reuses_rolled_dice else state.rolled
    return tuple(die for die in state.gear(gear_id).dice if die not in state.burned and die not in spent)


def _check_load(state: MatchState, figure: Figure, gear: tuple[str, ...]) -> None:
    """Whether a figure may carry these pieces together: DUELS-GEAR-05, DUELS-RULING-097, DUELS-RULING-104."""
    for piece in gear:
        if not state.gear(piece).gear.fits(figure.profile):
            raise RuleViolation(RuleId("DUELS-RULING-097"), figure=figure.id, gear=piece)
    points = sum(state.gear(piece).gear.points for piece in gear)
    if points > boons.gear_limit(figure):
        raise RuleViolation(RuleId("DUELS-GEAR-05"), figure=figure.id, points=points)


def _check_payment(state: MatchState, figure: Figure, command: PickUpGear) -> None:
    """DUELS-GEAR-06, DUELS-RULING-098, DUELS-RULING-099."""
    check_available(state, figure, command.pay)
    cost = pick_up_cost(state, command.gear)
    if len(figure.base) < cost:
        if not state.setup.rulings.pickup_partial_payment:
            raise RuleViolation(RuleId("DUELS-RULING-098"), figure=figure.id, cost=cost, dice=len(figure.base))
        cost = len(figure.base)
    if len(command.pay) != cost:
        raise RuleViolation(RuleId("DUELS-GEAR-06"), figure=figure.id, cost=cost, dice=len(command.pay))


def pick_up_cost(state: MatchState, gear_id: str) -> int:
    """How many dice a piece costs: one for each printed shield and die (DUELS-GEAR-06, DUELS-RULING-100)."""
    piece = state.gear(gear_id)
    counted = state.setup.rulings.pickup_counts_burned
    dice = [die for die in piece.dice if counted or die not in state.burned]
    return len(dice) + len(piece.gear.shields)


def _traded_with(state: MatchState, figure: Figure, command: TradeGear) -> Figure:
    """The ally of a trade, if it may be made."""
    ally = next((other for other in state.team(figure.team) if other.id == command.ally), None)
    if ally is None or ally.id == figure.id:
        raise MalformedInput(f"{command.ally} is no ally of {figure.id}.")
    _check_carries(figure, command.gives)
    _check_carries(ally, command.takes)
    if not command.gives and not command.takes:
        raise MalformedInput("A trade needs gear.")
    if not state.setup.rulings.one_way_trade and not (command.gives and command.takes):
        raise RuleViolation(RuleId("DUELS-RULING-104"), figure=figure.id, ally=ally.id)
    if not in_contact(state, figure.id, ally.id):
        raise RuleViolation(RuleId("DUELS-GEAR-08"), figure=figure.id, ally=ally.id)
    _check_load(state, figure, _after(figure, command.gives, command.takes))
    _check_load(state, ally, _after(ally, command.takes, command.gives))
    return ally


def _after(figure: Figure, lost: tuple[str, ...], gained: tuple[str, ...]) -> tuple[str, ...]:
    return (*(piece for piece in figure.gear if piece not in lost), *gained)


# --- samples ----------------------------------------------------------------------------------------------------------


def _pick_ups(state: MatchState, figure: Figure, decision: Decision, *, free: bool) -> Iterator[Command]:
    """Every piece that the figure can take, paid with a few different sets of dice; free: also what costs nothing."""
    for piece in state.ground:
        if not touches_gear(state, figure, piece):
            continue
        cost = min(pick_up_cost(state, piece.gear), len(figure.base))
        commands = [
            PickUpGear(seat=decision.seat, decision=decision.id, figure=figure.id, gear=piece.gear, pay=pay)
            for pay in islice(combinations(figure.base, cost), PAYMENTS if cost or free else 0)
        ]
        if commands and _is_allowed(_picked_up, state, figure, commands[0]):  # the others pay as many dice
            yield from commands


def _trades(state: MatchState, figure: Figure, decision: Decision) -> Iterator[Command]:
    """Gifts of one piece, either way, and trades of one piece for one."""
    for ally in state.team(figure.team):
        if ally.id != figure.id and in_contact(state, figure.id, ally.id):
            for gives, takes in product(_one_or_none(figure), _one_or_none(ally)):
                command = TradeGear(
                    seat=decision.seat,
                    decision=decision.id,
                    figure=figure.id,
                    ally=ally.id,
                    gives=gives,
                    takes=takes,
                )
                if (gives or takes) and _is_allowed(_traded_with, state, figure, command):
                    yield command


def _one_or_none(figure: Figure) -> list[tuple[str, ...]]:
    return [(), *((piece,) for piece in figure.gear)]


def _is_allowed(
    check: Callable[[MatchState, Figure, C], object], state: MatchState, figure: Figure, command: C
) -> bool:
    try:
        check(state, figure, command)
    except RuleViolation:
        return False
    return True
