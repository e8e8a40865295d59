"""Commands → events: each command type goes to the module of its rules; then what follows by itself is told."""

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
    judge,
    measuring,
    movement,
    passes,
    placement,
    rounds,
    setup,
    shields,
    skill_tests,
    terrain_placement,
)
from rules_engine.duels import (
    commands as c,
)
from rules_engine.duels.events import DuelsEvents
from rules_engine.duels.legal import awaiting
from rules_engine.duels.state import MatchState
from rules_engine.duels.story import Story
from rules_engine.kernel import answering
from rules_engine.kernel.dice import Dice
from rules_engine.kernel.messages import Command, Decision


def decide(state: MatchState, command: c.DuelsCommand, dice: Dice) -> tuple[DuelsEvents, ...]:
    """What a command makes happen, all that follows from it included.

    Errors: DecisionClosed when its decision is not open for its seat; RuleViolation when a rule forbids it;
    MalformedInput when it names what does not exist or faces that do not fit. In each case nothing has happened.
    """
    return tuple(told(state, command, dice).events)


def told(state: MatchState, command: c.DuelsCommand, dice: Dice) -> Story:
    """As `decide`, with the state after all events, for those who only want to look ahead."""
    story = Story(state)
    if isinstance(command, c.Override):
        judge.override(story, command)
    elif isinstance(command, c.StateMeasurement):
        measuring.state_measurement(story, command)
    else:
        _answer(story, command, answered(state, command), dice)
    if state.setup.passes:
        skill_tests.settle(story)
    attack.go_on(story)
    rounds.go_on(story)
    return story


def answered(state: MatchState, command: c.DuelsCommand) -> Decision:
    """The open decision that a command answers. Raises DecisionClosed, MalformedInput for an answer of another kind."""
    return answering.answered(awaiting(state), command, lambda kind: _fits(command, kind))


def _fits(command: c.DuelsCommand, kind: str) -> bool:
    match command:
        case c.Roll():
            return kind in ROLLS
        case c.PlayPass():
            return kind == passes.ASKED or kind in passes.DECISIONS
        case _:
            return ANSWERS.get(type(command), "act") == kind


def _answer(
    story: Story,
    command: c.DuelsCommand,
    decision: Decision,
    dice: Dice,
) -> None:
    match command:
        case c.Roll():
            ROLLS[decision.kind](story, decision, dice)
        case c.PlaceTerrain():
            terrain_placement.place(story, command, decision)
        case c.PassTerrain():
            terrain_placement.give_up(story, decision)
        case c.PlaceFigure():
            placement.place(story, command, decision)
        case c.ChooseDice():
            rounds.choose_dice(story, command, decision)
        case c.DeclareInitiative():
            initiative.declare(story, command, decision)
        case c.SettleTie():
            initiative.settle_tie(story, command, decision)
        case c.StartTurn():
            rounds.start_turn(story, command, decision)
        case c.StartMove():
            movement.start_move(story, command, decision)
        case c.MoveTo():
            movement.move_to(story, command, decision)
        case c.Jump():
            elevation.jump(story, command, decision)
        case c.DeclareAttack():
            attack.declare(story, command, decision)
        case c.ChooseDodge():
            attack.choose_dodge(story, command, decision)
        case c.KeepDice():
            attack.keep_dice(story, command, decision)
        case c.ChooseShields():
            shields.choose_shields(story, command, decision)
        case c.ChooseBonus():
            damage.choose_bonus(story, command, decision)
        case c.GiveUpGear():
            aces.give_up_gear(story, command, decision)
        case c.AssignDamage():
            damage.assign_damage(story, command, decision)
        case c.DropGear():
            gear.drop(story, command, decision)
        case c.PickUpGear():
            gear.pick_up(story, command, decision)
        case c.TradeGear():
            gear.trade(story, command, decision)
        case c.DeclareHeal():
            healing.declare(story, command, decision)
        case c.ChooseHealedDial():
            healing.choose_dial(story, command, decision)
        case c.DeclareSkillTest():
            skill_tests.declare(story, command, decision)
        case c.EndTurn():
            rounds.end_turn(story, command, decision)
        case c.PlayPass():
            passes.play(story, command, decision)
        case c.KeepPasses():
            passes.keep(story, command, decision)
        case c.Override() | c.StateMeasurement():  # pragma: no cover -- handled by `decide`
            raise AssertionError
        case _:
            assert_never(command)


Rolling: TypeAlias = Callable[[Story, Decision, Dice], None]
ROLLS: Final[dict[str, Rolling]] = {
    "roll_alpha": setup.roll_alpha,
    "roll_initiative": initiative.roll_initiative,
    "roll_tie": initiative.roll_tie,
    "roll_move": movement.roll_move,
    "roll_attack": attack.roll_attack,
    "roll_heal": healing.roll_heal,
    "roll_test": skill_tests.roll_test,
    "roll_again": passes.roll_again,
}
ANSWERS: Final[dict[type[Command], str]] = {
    c.PlaceTerrain: "place_terrain",
    c.PassTerrain: "place_terrain",
    c.PlaceFigure: "place_figure",
    c.ChooseDice: "choose_dice",
    c.DeclareInitiative: "declare_initiative",
    c.SettleTie: "settle_tie",
    c.StartTurn: "start_turn",
    c.MoveTo: "move",
    c.ChooseDodge: "choose_dodge",
    c.KeepDice: "keep_dice",
    c.ChooseShields: "choose_shields",
    c.ChooseBonus: "choose_bonus",
    c.GiveUpGear: "give_up_gear",
    c.AssignDamage: "assign_damage",
    c.ChooseHealedDial: "choose_healed_dial",
    c.KeepPasses: passes.ASKED,
}
"""The kind of decision that a command answers; every other command is one of a figure's acts."""
