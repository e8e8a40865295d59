"""Commands → events: each command type goes to the module of its rules; then what follows by itself is told."""

from typing import Final, assert_never

from rules_engine.kernel import answering
from rules_engine.kernel.dice import Dice
from rules_engine.kernel.errors import MalformedInput
from rules_engine.kernel.messages import Command, Decision
from rules_engine.sru import (
    actions,
    active_protection,
    assistant_calls,
    assistants,
    complications,
    passive_protection,
    rumor_making,
    script,
    sessions,
)
from rules_engine.sru import commands as c
from rules_engine.sru.components import Opponent
from rules_engine.sru.events import SruEvents
from rules_engine.sru.legal import awaiting
from rules_engine.sru.state import ActionPending, CallPending, HamperPending, Scene, SessionState
from rules_engine.sru.story import Story


def decide(state: SessionState, command: c.SruCommand, dice: Dice) -> tuple[SruEvents, ...]:
    """What a command makes happen, all that follows from it included.

    Errors: DecisionClosed when its decision is not open for its seat; RuleViolation when a rule forbids it;
    MalformedInput when it names what does not exist or faces that do not fit. In each case nothing has happened.
    """
    return tuple(told(state, command, dice).events)


def told(state: SessionState, command: c.SruCommand, dice: Dice) -> Story:
    """As `decide`, with the state after all events, for those who only want to look ahead."""
    story = Story(state)
    if isinstance(command, c.GmRule):
        sessions.rule(story, command)
        return story
    decision = answered(state, command)
    match decision.kind:
        case "play":
            _play(story, command)
        case "run":
            _run(story, command)
        case "way":
            _find_way(story, command)
        case _:
            _answer(story, command, decision, dice)
    _follow(story)
    return story


def _follow(story: Story) -> None:
    """All that needs nobody: scores, the start of play, a script's answers."""
    actions.go_on(story)
    active_protection.go_on(story)
    assistant_calls.go_on(story)
    sessions.go_on(story)
    script.go_on(story)


def answered(state: SessionState, command: c.SruCommand) -> Decision:
    """The open decision that a command answers. Raises DecisionClosed, MalformedInput for an answer of another kind."""
    return answering.answered(
        awaiting(state),
        command,
        lambda kind: _fits(command, kind),
        lambda decision: _asks(decision, command.decision, state.ply),
    )


def _asks(decision: Decision, named: str, ply: int) -> bool:
    """Whether a command names a decision; one that stays open while others act may be named as it was before."""
    if decision.kind not in {"play", "run"}:
        return decision.id == named
    question, _, number = named.rpartition(":")
    is_number = number.isdecimal() and len(number) <= len(str(ply))
    return question == decision.id.rpartition(":")[0] and is_number and int(number) <= ply


def _fits(command: c.SruCommand, kind: str) -> bool:
    if isinstance(command, c.Roll):
        return kind.startswith("roll_")
    return kind in ANSWERS[type(command)]


def _play(story: Story, command: Command) -> None:
    match command:
        case c.DeclareAction():
            actions.declare(story, command)
        case c.SetPointsAside():
            actions.own(story.state, command.seat, command.character)
            passive_protection.set_points_aside(story, command)
        case c.ShieldOthers():
            actions.own(story.state, command.seat, command.character)
            passive_protection.shield_others(story, command)
        case c.HamperThreat():
            actions.own(story.state, command.seat, command.protector)
            active_protection.declare(story, command)
        case c.CallAssistant() | c.RentAssistant():
            assistant_calls.request(story, command)
        case c.HandOver():
            assistants.hand_over(story, command)
        case c.DismissAssistant():
            assistants.dismiss(story, command)
        case _:  # pragma: no cover -- `answered` lets no other command through
            raise AssertionError(command)


def _run(story: Story, command: Command) -> None:
    match command:
        case c.OpenScene() if command.scene:
            scene = Scene(id=command.scene, title=command.title, handling=command.handling, timing=command.timing)
            sessions.open_scene(story, scene)
        case c.CloseScene() if story.state.scene is not None:
            sessions.close_scene(story)
        case c.OpenPhase():
            sessions.open_phase(story)
        case c.ClosePhase() if story.state.action_phase:
            sessions.close_phase(story)
        case c.OpenScene() | c.CloseScene() | c.ClosePhase():
            raise MalformedInput("A scene has an id; only what is open is closed.")
        case c.CloseSession():
            sessions.close(story)
        case c.HamperThreat():
            if not isinstance(story.state.target(command.protector), Opponent):
                raise MalformedInput(f"{command.protector} is no opponent.")
            active_protection.declare(story, command)
        case c.Recharge():
            sessions.recharge(story, command)
        case c.GiveActions():
            sessions.give_actions(story, command)
        case c.RevealThreat():
            sessions.reveal_threat(story, command)
        case c.ChangeProfile():
            sessions.change_profile(story, command)
        case c.DestroyAssistant():
            assistants.destroy(story, command)
        case _:
            _edit_rumors(story, command)


def _edit_rumors(story: Story, command: Command) -> None:
    match command:
        case c.RecordDeed():
            rumor_making.record_deed(story, command)
        case c.WithdrawRumor():
            rumor_making.withdraw(story, command)
        case c.CountDetection():
            rumor_making.count_detection(story, command)
        case c.SaveCircle():
            rumor_making.save_circle(story, command)
        case c.LinkCircles():
            rumor_making.link_circles(story, command)
        case c.UnlinkCircles():
            rumor_making.unlink_circles(story, command)
        case _:  # pragma: no cover -- `answered` lets no other command through
            raise AssertionError(command)


def _find_way(story: Story, command: Command) -> None:
    match command:
        case c.TakeStep():
            script.take_step(story, command)
        case c.HelpStep():
            script.help_step(story, command)
        case c.CallForStep():
            script.call_for_step(story, command)
        case c.GoIntoDetail():
            script.go_into_detail(story)
        case c.PlanRun():
            script.plan_run(story)
        case c.SkipStep():
            script.skip(story)
        case _:  # pragma: no cover -- `answered` lets no other command through
            raise AssertionError(command)


def _answer(story: Story, command: Command, decision: Decision, dice: Dice) -> None:
    """Answer what a rumor, an action, a call or active protection waits for."""
    match story.state.pending:
        case None:
            if isinstance(command, c.ChooseFade):
                sessions.choose_fade(story, command)
            else:
                sessions.roll_fade(story, decision, dice)
        case ActionPending() as pending:
            _answer_action(story, command, decision, dice=dice, pending=pending)
        case CallPending() as pending:
            _answer_call(story, command, decision, dice=dice, pending=pending)
        case HamperPending() as pending:
            _answer_hampering(story, command, decision, dice=dice, pending=pending)
        case _:
            assert_never(story.state.pending)


def _answer_action(story: Story, command: Command, decision: Decision, *, dice: Dice, pending: ActionPending) -> None:
    match command:
        case c.AdmitAction():
            actions.admit(story, command, pending)
        case c.EnterScore():
            actions.enter(story, command, pending)
        case c.SettleGamble():
            actions.settle_gamble(story, command, pending)
        case c.Complicate():
            complications.complicate(story, command, pending)
        case _:
            actions.roll(story, decision, dice, pending)


def _answer_call(story: Story, command: Command, decision: Decision, *, dice: Dice, pending: CallPending) -> None:
    match command:
        case c.AdmitCall():
            assistant_calls.admit(story, command, pending)
        case c.EnterScore():
            assistant_calls.enter(story, command, pending)
        case c.SplitResult():
            assistant_calls.split(story, command, pending)
        case c.QuoteRental():
            assistant_calls.quote(story, command, pending)
        case _:
            roll = assistant_calls.roll_call if pending.stage == "roll" else assistant_calls.roll_test
            roll(story, decision, dice, pending)


def _answer_hampering(
    story: Story, command: Command, decision: Decision, *, dice: Dice, pending: HamperPending
) -> None:
    match command:
        case c.Respond():
            active_protection.respond(story, command, pending)
        case c.EnterScore():
            active_protection.enter(story, command, pending)
        case _:
            active_protection.roll(story, decision, dice, pending)


PLAY: Final = (
    *(c.DeclareAction, c.SetPointsAside, c.ShieldOthers, c.HamperThreat, c.CallAssistant, c.RentAssistant),
    *(c.HandOver, c.DismissAssistant),
)
RUN: Final = (
    *(c.OpenScene, c.CloseScene, c.OpenPhase, c.ClosePhase, c.CloseSession, c.HamperThreat, c.Recharge, c.GiveActions),
    *(c.RevealThreat, c.ChangeProfile, c.DestroyAssistant, c.RecordDeed, c.WithdrawRumor, c.CountDetection),
    *(c.SaveCircle, c.LinkCircles, c.UnlinkCircles),
)
WAY: Final = (c.TakeStep, c.HelpStep, c.CallForStep, c.GoIntoDetail, c.PlanRun, c.SkipStep)
ONE_KIND: Final[dict[type[Command], str]] = {
    c.ChooseFade: "choose_fade",
    c.AdmitAction: "admit_action",
    c.EnterScore: "enter_score",
    c.SettleGamble: "settle_gamble",
    c.Complicate: "complicate",
    c.AdmitCall: "admit_call",
    c.SplitResult: "split",
    c.QuoteRental: "quote_rental",
    c.Respond: "respond",
}
ANSWERS: Final[dict[type[Command], tuple[str, ...]]] = {
    **dict.fromkeys(PLAY, ("play",)),
    **dict.fromkeys(RUN, ("run",)),
    **dict.fromkeys(WAY, ("way",)),
    **{command: (kind,) for command, kind in ONE_KIND.items()},
    c.HamperThreat: ("play", "run"),
}
"""The kinds of decisions that a command answers; a roll answers every kind that starts with ``roll_``."""
