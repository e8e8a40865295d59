"""Shields (DUELS-SHLD): which attack dice they can block, at most one each."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, combinations, product
from typing import NamedTuple, TypeAlias, TypeVar

from rules_engine.duels import boons
from rules_engine.duels.commands import ChooseShields
from rules_engine.duels.components import Colour
from rules_engine.duels.events import DiceBlocked
from rules_engine.duels.state import AttackPending, Figure, MatchState
from rules_engine.duels.story import Story
from rules_engine.kernel.errors import RuleViolation
from rules_engine.kernel.messages import Decision, Legal
from rules_engine.kernel.rule_ids import RuleId

C = TypeVar("C")
ANY_RESULT = 10**6  # the limit of a shield that blocks whatever a die shows
Shield: TypeAlias = tuple[Colour, int]  # its colour, and the number that a die must show less than


class Shown(NamedTuple):
    """An attack die that counts, as shields see it."""

    die: str
    colour: Colour
    value: int


def shields_of(state: MatchState, figure: Figure) -> tuple[Shield, ...]:
    """A figure's shields: on its gear, visible on its dials, and lent by passes.

    Rules: DUELS-SHLD-01, DUELS-SHLD-05, DUELS-SHLD-07, DUELS-SHLD-08, DUELS-RULING-070, DUELS-PASS-02; basic ignores
    numbers (DUELS-SHLD-09).
    """
    printed = [shield for gear in figure.gear for shield in state.parts.gear[gear].gear.shields]
    on_gear = [(shield.colour, shield.number if state.advanced else ANY_RESULT) for shield in printed]
    known = (*on_gear, *((colour, ANY_RESULT) for colour in figure.dial_shields))
    return (*known, *_lent(state, figure)) if figure.boons else known


def _lent(state: MatchState, figure: Figure) -> Iterator[Shield]:
    for colour, number in boons.shields(figure):
        yield colour, ANY_RESULT if number is None or not state.advanced else number


def blockers(colour: C, value: int, shields: Iterable[tuple[C, int]]) -> int:
    """How many shields can block a die of a colour that shows a value (DUELS-SHLD-02, DUELS-SHLD-07)."""
    return sum(own == colour and value < limit for own, limit in shields)


def largest_blocks(shown: Sequence[Shown], shields: Sequence[Shield]) -> tuple[tuple[str, ...], ...]:
    """Every largest set of dice that the shields can block together, dice in the order shown.

    Rules: DUELS-SHLD-02, DUELS-SHLD-03, DUELS-SHLD-06, DUELS-RULING-069. Aces are never among ``shown``
    (DUELS-SHLD-04). Colours do not compete for shields, so each colour is solved alone.
    """
    colours = dict.fromkeys(colour for colour, _ in shields)
    choices = [_largest_of_colour(shown, shields, colour) for colour in colours]
    order = [die.die for die in shown]
    return tuple(tuple(sorted(chain.from_iterable(choice), key=order.index)) for choice in product(*choices))


def _largest_of_colour(shown: Iterable[Shown], shields: Iterable[Shield], colour: Colour) -> list[tuple[str, ...]]:
    dice = [die for die in shown if die.colour == colour]
    limits = sorted((limit for own, limit in shields if own == colour), reverse=True)
    for size in range(min(len(dice), len(limits)), 0, -1):
        found = [tuple(die.die for die in some) for some in combinations(dice, size) if _can_block(some, limits)]
        if found:
            return found
    return [()]


def _can_block(dice: Sequence[Shown], limits: Sequence[int]) -> bool:
    """Whether the highest shields, against the highest dice in turn, stop them all: if these cannot, none can."""
    values = sorted((die.value for die in dice), reverse=True)
    return all(value < limit for value, limit in zip(values, limits, strict=False))


# --- in an attack -----------------------------------------------------------------------------------------------------


def shown_dice(state: MatchState, pending: AttackPending) -> tuple[Shown, ...]:
    """The attack dice that count, with what they show; aces are set aside (DUELS-SHLD-04)."""
    faces = dict(zip(pending.dice, pending.faces, strict=False))
    return tuple(Shown(die, state.parts.dice[die].spec.colour, faces[die]) for die in pending.kept)


def choices(state: MatchState, pending: AttackPending) -> tuple[tuple[str, ...], ...]:
    """The sets of dice that the target's shields may block now."""
    return largest_blocks(shown_dice(state, pending), shields_of(state, state.figure(pending.target)))


def choose_shields(story: Story, command: ChooseShields, decision: Decision) -> None:  # noqa: ARG001 -- one signature
    """Block one of the largest sets. Rule: DUELS-RULING-069. Errors: RuleViolation for a set that is none of them."""
    pending = story.state.attack
    wanted = set(command.blocked)
    chosen = next((dice for dice in choices(story.state, pending) if set(dice) == wanted), None)
    if chosen is None or len(wanted) != len(command.blocked):
        raise RuleViolation(RuleId("DUELS-RULING-069"), figure=pending.target)
    story.tell(DiceBlocked(dice=chosen))


def options(state: MatchState, decision: Decision) -> Legal:
    """Every largest set of dice."""
    sets = choices(state, state.attack)
    return Legal(commands=tuple(ChooseShields(seat=decision.seat, decision=decision.id, blocked=dice) for dice in sets))
