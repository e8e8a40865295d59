"""Who decides now, and what they can answer; each module of the rules speaks for its own decisions."""

from collections.abc import Callable
from typing import Any, Final, TypeAlias

from rules_engine.kernel.messages import Command, Decision, Legal
from rules_engine.marvel import (
    activations,
    active_powers,
    attack,
    attribute_tests,
    criticals,
    down,
    extra_activations,
    falling,
    grab,
    hit_rolls,
    initiative,
    leadership,
    leaping,
    move_samples,
    overload,
    placement,
    push,
    reactions,
    throw,
    turns,
)
from rules_engine.marvel.commands import EndActivation, Roll
from rules_engine.marvel.pending import (
    AttackPending,
    EffectPending,
    FallPending,
    GrabPending,
    HitPending,
    Pending,
    PushPending,
    TestPending,
)
from rules_engine.marvel.state import MatchState


def awaiting(state: MatchState) -> tuple[Decision, ...]:
    """The open decisions, several where the rules let several choose at once; none when the match is over."""
    if state.pending:
        top = state.pending[-1]
        return AWAITING[type(top)](state, top)
    return turns.awaiting(state)


Options: TypeAlias = Callable[[MatchState, Decision], Legal]


def legal_commands(state: MatchState, decision: Decision) -> Legal:
    """The answers to an open decision: all, or, where ``complete`` is false, good samples of them."""
    if decision.kind.startswith("roll_"):
        return Legal(commands=(Roll(seat=decision.seat, decision=decision.id),))
    return OPTIONS[decision.kind](state, decision)


def act_options(state: MatchState, decision: Decision) -> Legal:
    """What the acting character can do; ending the activation is always possible."""
    parts = [options(state, decision) for options in ACTIONS]
    end = EndActivation(seat=decision.seat, decision=decision.id)
    commands: list[Command] = [command for part in parts for command in part.commands]
    return Legal(commands=(*commands, end), complete=all(part.complete for part in parts))


ACTIONS: Final[tuple[Options, ...]] = (
    down.options,
    active_powers.options,
    attack.options,
    grab.options,
    move_samples.options,
    leaping.options,
)
OPTIONS: Final[dict[str, Options]] = {
    "deploy": placement.options,
    "throw": throw.options,
    "state_push": push.options,
    "state_falls": falling.options,
    "use_plan": initiative.plan_options,
    "counter_plan": initiative.plan_options,
    "take_counter": initiative.counter_options,
    "choose_first": initiative.first_options,
    "activate": activations.activate_options,
    "follow": leadership.follow_options,
    "act": act_options,
    "choose_next": extra_activations.options,
    "react": reactions.options,
    "overload": overload.options,
    "reroll_hit": hit_rolls.reroll_options,
    "choose_critical": criticals.options,
    "enter_effect": active_powers.effect_options,
    "reroll_test": attribute_tests.reroll_options,
}
AWAITING: Final[dict[type[Pending], Callable[[MatchState, Any], tuple[Decision, ...]]]] = {
    GrabPending: throw.awaiting,
    PushPending: push.awaiting,
    FallPending: falling.awaiting,
    AttackPending: attack.awaiting,
    HitPending: hit_rolls.awaiting,
    EffectPending: active_powers.awaiting,
    TestPending: attribute_tests.awaiting,
}
"""For each thing that can be on the stack, who decides; Any: each function takes its own kind of it."""
