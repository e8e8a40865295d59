"""Who decides now, and what they can answer; each module of the rules speaks for its own decisions."""

from collections.abc import Callable
from typing import Final, TypeAlias, assert_never

from rules_engine.duels import (
    aces,
    attack,
    damage,
    elevation,
    gear,
    healing,
    initiative,
    movement,
    passes,
    placement,
    rounds,
    shields,
    skill_tests,
    terrain_placement,
)
from rules_engine.duels.commands import EndTurn, Roll
from rules_engine.duels.state import (
    AttackPending,
    HealPending,
    MatchState,
    MovePending,
    SkillTestPending,
    SpillPending,
)
from rules_engine.kernel.messages import Command, Decision, Legal


def awaiting(state: MatchState) -> tuple[Decision, ...]:
    """The open decisions, several where the rules let several choose at once; none when the match is over."""
    if state.setup.passes and (asked := passes.awaiting(state)):
        return asked
    match state.pending:
        case None:
            return rounds.awaiting(state)
        case AttackPending():
            return attack.awaiting(state, state.pending)
        case MovePending():
            return movement.awaiting(state, state.pending)
        case HealPending():
            return healing.awaiting(state, state.pending)
        case SkillTestPending():
            return skill_tests.awaiting(state, state.pending)
        case SpillPending():
            return damage.awaiting_spill(state, state.pending)
        case _:
            assert_never(state.pending)


Options: TypeAlias = Callable[[MatchState, Decision], Legal]


def legal_commands(state: MatchState, decision: Decision) -> Legal:
    """The answers to an open decision: all, or, where ``complete`` is false, good samples of them.

    Passes that may be played with it come first.
    """
    legal = _answers(state, decision)
    return passes.with_passes(state, decision, legal) if state.setup.passes else legal


def _answers(state: MatchState, decision: Decision) -> Legal:
    if decision.kind.startswith("roll_"):
        return Legal(commands=(Roll(seat=decision.seat, decision=decision.id),))
    return OPTIONS[decision.kind](state, decision)


def act_options(state: MatchState, decision: Decision) -> Legal:
    """What the acting figure can do (DUELS-ACT-01 to DUELS-ACT-09); ending the turn is always possible."""
    parts = [options(state, decision) for options in ACTIONS]
    end = EndTurn(seat=decision.seat, decision=decision.id, figure=decision.subject)
    commands: list[Command] = [command for part in parts for command in part.commands]
    return Legal(commands=(*commands, end), complete=all(part.complete for part in parts))


ACTIONS: Final[tuple[Options, ...]] = (
    attack.options,
    movement.options,
    elevation.options,
    gear.options,
    healing.options,
    skill_tests.options,
)
OPTIONS: Final[dict[str, Options]] = {
    "place_terrain": terrain_placement.options,
    "place_figure": placement.options,
    "choose_dice": rounds.dice_options,
    "declare_initiative": initiative.declare_options,
    "settle_tie": initiative.tie_options,
    "start_turn": rounds.turn_options,
    "act": act_options,
    "move": movement.way_options,
    "choose_dodge": attack.dodge_options,
    "keep_dice": attack.keep_options,
    "choose_shields": shields.options,
    "choose_bonus": damage.bonus_options,
    "give_up_gear": aces.gear_options,
    "assign_damage": damage.dial_options,
    "choose_healed_dial": healing.dial_options,
    passes.ASKED: passes.keep_options,
}
