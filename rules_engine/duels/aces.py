"""Aces (DUELS-ACE): what those of an attack roll do besides their click."""

from rules_engine.duels.commands import GiveUpGear
from rules_engine.duels.components import Colour
from rules_engine.duels.events import GearGivenUp
from rules_engine.duels.gear import exchange_dice
from rules_engine.duels.ground import laid_down
from rules_engine.duels.state import AttackPending, MatchState
from rules_engine.duels.story import Story
from rules_engine.kernel.errors import MalformedInput
from rules_engine.kernel.messages import Decision, Legal


def clicks(state: MatchState, pending: AttackPending) -> int:
    """The clicks of an attack's aces: 1 each, a red one 2.

    Rules: DUELS-DMG-02, DUELS-DMG-03, DUELS-ACE-07, DUELS-RULING-071; a yellow one does no more (DUELS-RULING-082).
    """
    return len(pending.aces) + _count(state, pending, "red")


def stunned(state: MatchState, pending: AttackPending) -> tuple[str, ...] | None:
    """The dice that a blue ace sends from the target's base to its cup; None without one.

    Rules: DUELS-ACE-02, DUELS-ACE-03, DUELS-RULING-081.
    """
    return state.figure(pending.target).base if _count(state, pending, "blue") else None


def calls_the_shot(state: MatchState, pending: AttackPending) -> bool:
    """Whether a green ace lets the attacker say where the damage goes (DUELS-ACE-04)."""
    return _count(state, pending, "green") > 0


def gear_owed(state: MatchState, pending: AttackPending) -> int:
    """How many pieces of gear black aces take, at most what there is.

    Rules: DUELS-ACE-05, DUELS-ACE-06, DUELS-RULING-079, DUELS-RULING-080.
    """
    black = _count(state, pending, "black")
    if state.setup.rulings.black_ace_pieces == "one_per_attack":
        black = min(black, 1)
    return min(black, len(gear_within_reach(state, pending))) if black else 0


def gear_within_reach(state: MatchState, pending: AttackPending) -> tuple[tuple[str, str], ...]:
    """The pieces that a black ace can take, each with its bearer: the target's, or its team's (DUELS-RULING-079)."""
    target = state.figure(pending.target)
    alone = state.setup.rulings.black_ace_scope == "target_only"
    bearers = (target,) if alone else state.team(target.team)
    return tuple((bearer.id, gear) for bearer in bearers for gear in bearer.gear)


def _count(state: MatchState, pending: AttackPending, colour: Colour) -> int:
    return sum(state.parts.dice[die].spec.colour == colour for die in pending.aces)


# --- giving up gear ---------------------------------------------------------------------------------------------------


def give_up_gear(story: Story, command: GiveUpGear, decision: Decision) -> None:
    """The target's controller gives up a piece with its dice.

    Rules: DUELS-ACE-05 (it lies touching the base), DUELS-ACE-06 (basic: it is out of the game), DUELS-RULING-079.
    Errors: MalformedInput for a piece that no figure in question carries; RuleViolation for a spot off the base's edge.
    """
    state = story.state
    bearer = next((bearer for bearer, gear in gear_within_reach(state, state.attack) if gear == command.gear), None)
    if bearer is None:
        raise MalformedInput(f"{decision.subject} has no gear {command.gear} to give up.")
    figure = state.figure(bearer)
    ground = laid_down(state, figure, command.gear, spot=command.spot) if state.advanced else None
    exchange_dice(story, figure, (command.gear,))
    story.tell(GearGivenUp(figure=bearer, gear=command.gear, ground=ground))


def gear_options(state: MatchState, decision: Decision) -> Legal:
    """The pieces to choose from; each is laid at one spot of the edge, others are as good."""
    commands = tuple(
        GiveUpGear(seat=decision.seat, decision=decision.id, gear=gear)
        for _, gear in gear_within_reach(state, state.attack)
    )
    return Legal(commands=commands, complete=not (state.advanced and state.tracked))
