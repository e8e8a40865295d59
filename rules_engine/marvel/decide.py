"""Commands → events: each command type goes to the module of its rules; then what follows by itself is told."""

from collections.abc import Callable
from typing import Any, Final, TypeAlias

from rules_engine.kernel import answering
from rules_engine.kernel.dice import Dice
from rules_engine.kernel.messages import Command, Decision
from rules_engine.marvel import (
    activations,
    active_powers,
    attack,
    attribute_tests,
    criticals,
    down,
    extra_activations,
    falling,
    flow,
    grab,
    hit_rolls,
    initiative,
    judge,
    leadership,
    leaping,
    measuring,
    movement,
    overload,
    placement,
    push,
    reactions,
    throw,
    turns,
)
from rules_engine.marvel import commands as c
from rules_engine.marvel.events import MarvelEvents
from rules_engine.marvel.legal import awaiting
from rules_engine.marvel.state import MatchState
from rules_engine.marvel.story import Story


def decide(state: MatchState, command: c.MarvelCommand, dice: Dice) -> tuple[MarvelEvents, ...]:
    """What a command makes happen, all that follows from it included.

    Errors: DecisionClosed when its decision is not open for its seat; RuleViolation when a rule forbids it;
    MalformedInput when it names what does not exist or faces that do not fit. In each case nothing has happened.
    """
    return tuple(told(state, command, dice).events)


def told(state: MatchState, command: c.MarvelCommand, dice: Dice) -> Story:
    """As `decide`, with the state after all events, for those who only want to look ahead."""
    story = Story(state)
    spoken = SPOKEN.get(type(command))
    if spoken is not None and not command.decision:
        spoken(story, command)
    else:
        _answer(story, command, answered(state, command), dice)
    flow.go_on(story)
    return story


def answered(state: MatchState, command: c.MarvelCommand) -> Decision:
    """The open decision that a command answers. Raises DecisionClosed, MalformedInput for an answer of another kind."""
    return answering.answered(awaiting(state), command, lambda kind: _fits(command, kind))


def _fits(command: c.MarvelCommand, kind: str) -> bool:
    return kind in ROLLS if isinstance(command, c.Roll) else (type(command), kind) in ANSWERS


def _answer(story: Story, command: c.MarvelCommand, decision: Decision, dice: Dice) -> None:
    if isinstance(command, c.Roll):
        ROLLS[decision.kind](story, decision, dice)
    else:
        ANSWERS[type(command), decision.kind](story, command, decision)


Rolling: TypeAlias = Callable[[Story, Decision, Dice], None]
Answering: TypeAlias = Callable[[Story, Any, Decision], None]
"""Any: each function takes its own kind of command."""

ROLLS: Final[dict[str, Rolling]] = {
    "roll_initiative": initiative.draw,
    "roll_hit": hit_rolls.roll,
    "roll_hit_again": hit_rolls.roll_again,
    "roll_test": attribute_tests.roll,
    "roll_test_again": attribute_tests.roll_again,
    "roll_end_test": turns.roll_end_test,
}
ANSWERS: Final[dict[tuple[type[Command], str], Answering]] = {
    (c.Deploy, "deploy"): placement.deploy,
    (c.Move, "act"): movement.move,
    (c.Leap, "act"): leaping.leap,
    (c.Grab, "act"): grab.grab,
    (c.Throw, "throw"): throw.throw,
    (c.StatePush, "state_push"): push.state_push,
    (c.StateFalls, "state_falls"): falling.state_falls,
    (c.UsePlan, "use_plan"): initiative.use_plan,
    (c.UsePlan, "counter_plan"): initiative.use_plan,
    (c.TakeCounter, "take_counter"): initiative.take_counter,
    (c.ChooseFirst, "choose_first"): initiative.choose_first,
    (c.Activate, "activate"): activations.activate,
    (c.Pass, "activate"): activations.pass_go,
    (c.Follow, "follow"): leadership.follow,
    (c.Stand, "act"): down.stand,
    (c.UsePower, "act"): active_powers.use,
    (c.EnterEffect, "enter_effect"): active_powers.enter,
    (c.EndActivation, "act"): activations.end,
    (c.ChooseNext, "choose_next"): extra_activations.choose,
    (c.DeclareAttack, "act"): attack.declare,
    (c.React, "react"): reactions.react,
    (c.ChooseOverload, "overload"): overload.choose,
    (c.Reroll, "reroll_hit"): hit_rolls.reroll,
    (c.Keep, "reroll_hit"): hit_rolls.keep,
    (c.ChooseCritical, "choose_critical"): criticals.choose,
    (c.Reroll, "reroll_test"): attribute_tests.reroll,
    (c.Keep, "reroll_test"): attribute_tests.keep,
}
"""Which commands answer which kind of decision, and who resolves them."""
SPOKEN: Final[dict[type[Command], Callable[[Story, Any], None]]] = {
    c.Override: judge.override,
    c.Stand: down.stand_any_time,
    c.StateMeasurement: measuring.state_measurement,
}
"""What may be said at any time, answering no decision."""
