"""A scenario's script: what is still to be done, the ways to do it, and the game master's answers (SRU-IMPOSSIBLE)."""

from collections.abc import Iterable, Iterator, Sequence

from msgspec.structs import replace

from rules_engine.kernel.errors import MalformedInput, RuleViolation
from rules_engine.kernel.messages import Decision
from rules_engine.kernel.rule_ids import RuleId
from rules_engine.sru import actions, assistant_calls, complications, sessions, synergy
from rules_engine.sru import commands as c
from rules_engine.sru.components import GM, Adjustment
from rules_engine.sru.events import (
    ActionDeclared,
    AssistantRequested,
    RumorDetectionCounted,
    StepDetailed,
    StepEnded,
    StepPlanned,
)
from rules_engine.sru.rumors import detection
from rules_engine.sru.setups import CallOffer, Consequence, HelpOffer, Script, ScriptTest, Step
from rules_engine.sru.state import Action, ActionPending, Call, CallPending, Offer, Scene, SessionState, Task
from rules_engine.sru.story import Story

# --- the script -------------------------------------------------------------------------------------------------------


def tasks(script: Script) -> tuple[Task, ...]:
    """All steps of all scenes, to be done in order."""
    return tuple(Task(step=step.id, scene=scene.id) for scene in script.scenes for step in scene.steps)


# --- the team's ways --------------------------------------------------------------------------------------------------


def awaiting(state: SessionState) -> tuple[Decision, ...]:
    """The step that the team is to find a way for; its first character's seat decides."""
    seat = state.setup.teams[0].characters[0].seat
    step = state.todo[0].step
    return (Decision(id=f"way:{step}:{state.ply}", seat=seat, kind="way", subject=step),)


def current(state: SessionState) -> Step:
    """The step that is to be done now."""
    return state.step(state.todo[0].step)


def take_step(story: Story, command: c.TakeStep) -> None:
    """A character or an assistant tries the step, with all help that there is: SRU-ACTION-03, SRU-SYNERGY-07.

    Errors: those of `actions.check`; RuleViolation (SRU-IMPOSSIBLE-03) for demands that cannot be lowered.
    """
    _check_team(story.state, command.actor)
    action = attempt(story.state, command)
    actions.check(story.state, action)
    story.tell(ActionDeclared(action=action))


def _check_team(state: SessionState, actor: str) -> None:
    character = state.responsible(actor)
    if character.team not in state.teams or character.state != "active":
        raise MalformedInput(f"{character.name} does not act for the team.")


def attempt(state: SessionState, command: c.TakeStep) -> Action:
    """The action that trying a step is."""
    step = current(state)
    if command.lowered and step.lowered is None:
        raise RuleViolation(RuleId("SRU-IMPOSSIBLE-03"), step=step.title)
    rows = step.lowered.rows if command.lowered and step.lowered else step.test.rows
    action = test_action(state, step.test, command.actor, rows=rows, step=step.id)
    action = _risking(action, command, synergies=synergy.available(state, action), botched=command.botched)
    return replace(action, lowered=command.lowered)


def test_action(state: SessionState, test: ScriptTest, actor: str, *, rows: Sequence[str], step: str) -> Action:
    """The action that a test of the script is, by an actor."""
    acts = state.is_assistant(actor)
    return Action(
        id=f"a{state.ply}", scene=state.todo[0].scene, phase=state.action_phase, actor=actor, domain=test.domain,
        skill=test.skill, target=test.target, option=test.option, rows=tuple(rows), generic_bonus=test.time,
        conspicuous=test.conspicuous, aspect=state.assistant(actor).aspect if acts else "", step=step,
    )  # fmt: skip


def _risking(
    action: Action, command: c.TakeStep | c.HelpStep, *, synergies: tuple[str, ...] = (), botched: bool = False
) -> Action:
    return replace(
        action, reserve=command.reserve, pool=command.pool, risk=command.risk, botched=botched, synergies=synergies
    )


def help_step(story: Story, command: c.HelpStep) -> None:
    """A character helps by what the step offers: SRU-IMPOSSIBLE-07, SRU-SYNERGY-02.

    Errors: those of `actions.check`; RuleViolation for help that is no longer credible (SRU-SYNERGY-09).
    """
    state, offer = story.state, help_offer(story.state, command.offer)
    _check_team(state, command.actor)
    action = test_action(state, offer.test, command.actor, rows=offer.test.rows, step=offer.id)
    given = Offer(effect=offer.effect, amount=offer.amount)
    action = replace(_risking(action, command), helps=given)
    action = replace(action, synergies=synergy.available(state, action))
    actions.check(state, action)
    story.tell(ActionDeclared(action=action))


def help_offer(state: SessionState, offer_id: str) -> HelpOffer:
    """An offer of the step that was not taken. Raises MalformedInput, RuleViolation as of `help_step`."""
    for offer in current(state).helps:
        if offer.id == offer_id and offer_id not in state.used:
            if not is_credible(state, offer):
                raise RuleViolation(RuleId("SRU-SYNERGY-09"), help=offer.title)
            return offer
    raise MalformedInput(f"The step offers no help {offer_id}.")


def is_credible(state: SessionState, offer: HelpOffer) -> bool:
    """Whether nothing that was done rules an offer out, in place or in time: SRU-SYNERGY-09, SRU-SYNERGY-10."""
    return not set(offer.unless) & set(state.used)


def call_for_step(story: Story, command: c.CallForStep) -> None:
    """A character calls for an assistant that the step offers: SRU-ASSIST-07; errors of `assistant_calls.check`."""
    state, offer = story.state, call_offer(story.state, command.offer)
    _check_team(state, command.character)
    call = call_of(state, offer, command)
    assistant_calls.check(state, call)
    story.tell(AssistantRequested(call=call))


def call_of(state: SessionState, offer: CallOffer, command: c.CallForStep) -> Call:
    """The call that a command makes of an offer."""
    return Call(
        id=f"h{state.ply}", character=command.character, domain=offer.domain, kind=offer.kind, label=offer.title,
        aspect=offer.aspect, reserve=command.reserve, pool=command.pool, step=offer.id,
    )  # fmt: skip


def call_offer(state: SessionState, offer_id: str) -> CallOffer:
    """An assistant that the step offers and nobody called for. Raises MalformedInput."""
    for offer in current(state).calls:
        if offer.id == offer_id and offer_id not in state.used:
            return offer
    raise MalformedInput(f"The step offers no assistant {offer_id}.")


def go_into_detail(story: Story) -> None:
    """The step is played in detail: SRU-IMPOSSIBLE-04, SRU-IMPOSSIBLE-05. Raises RuleViolation where there is none."""
    task, step = story.state.todo[0], current(story.state)
    if not step.detail or task.ready:
        raise RuleViolation(RuleId("SRU-IMPOSSIBLE-04"), step=step.title)
    inner = tuple(Task(step=each.id, scene=task.scene, parent=step.id) for each in step.detail)
    story.tell(StepDetailed(step=step.id, todo=(*inner, replace(task, ready=True), *story.state.todo[1:])))


def plan_run(story: Story) -> None:
    """The step is prepared first: SRU-IMPOSSIBLE-01, SRU-IMPOSSIBLE-08; rumors count for the detection score.

    In a script every rumor of the team that is told where it was earned counts (SRU-RUMOR-19).
    Errors: RuleViolation (SRU-IMPOSSIBLE-08) where there is nothing to plan, or it was planned.
    """
    state = story.state
    task, step = state.todo[0], current(state)
    if not can_plan(state):
        raise RuleViolation(RuleId("SRU-IMPOSSIBLE-08"), step=step.title)
    inner = tuple(Task(step=each.id, scene=task.scene, parent=step.id, planned=True) for each in step.plan)
    story.tell(StepPlanned(step=step.id, todo=(*inner, *state.todo)))
    counted = tuple((rumor.id, rumor.index) for rumor in state.rumors if rumor.state == "active")
    score = detection(step.detection, [index for _, index in counted], state.rulings)
    story.tell(RumorDetectionCounted(plan=step.id, base=step.detection, counted=counted, score=score))


def can_plan(state: SessionState) -> bool:
    """Whether the step can be prepared, and was not."""
    step = current(state)
    return bool(step.plan) and f"{step.id}:planned" not in state.used


def skip(story: Story) -> None:
    """The team leaves the step."""
    end(story, reached=False)


# --- what follows -----------------------------------------------------------------------------------------------------


def go_on(story: Story) -> None:
    """Everything that follows by itself in a script: the game master's answers, steps that end, scenes that change."""
    while story.state.scripted and story.state.phase == "play" and _follow(story):
        pass


def _follow(story: Story) -> bool:
    """Tell one thing that follows; whether there was one."""
    state = story.state
    match state.pending:
        case ActionPending() if answer_action(story, state.pending):
            return True
        case CallPending(stage="admit"):
            offer = _offered_call(state, state.pending.call)
            signs = assistant_calls.kind_signs(state, state.pending.call, offer.circles)
            word = c.AdmitCall(seat=GM, circles=offer.circles, signs=signs)
            assistant_calls.admit(story, word, state.pending)
            assistant_calls.go_on(story)
            return True
        case None:
            return _next(story)
    return False


def _next(story: Story) -> bool:
    state = story.state
    if state.attempt:
        end(story, reached=state.attempt != "not_reached")
    elif not state.todo:
        sessions.close(story)
        return False
    elif state.todo[0].ready:
        end(story, reached=True)
    elif state.scene is None or state.scene.id != state.todo[0].scene:
        assert state.setup.script is not None
        scene = state.setup.script.scene(state.todo[0].scene)
        sessions.open_scene(story, Scene(id=scene.id, title=scene.title, handling=scene.handling, timing=scene.timing))
    else:
        return False
    return True


def end(story: Story, *, reached: bool) -> None:
    """A step ends; of a step of a scene that is reached the team has one more.

    A detail that is not reached ends the step that it is of (SRU-DOMAIN-05); a preparation that is not reached ends
    the other preparations, and the step is still to be done.
    """
    state = story.state
    task, rest = state.todo[0], state.todo[1:]
    if not reached and task.parent:
        rest = tuple(each for each in rest if each.parent != task.parent)
    step = state.step(task.step)
    stays = step.consequences if reached else ()
    if step.lowered and state.attempt == "lowered":
        stays += step.lowered.consequences
    story.tell(
        StepEnded(
            step=step.id, reached=reached, todo=rest, adjustments=tuple(_adjustments(stays, step.id)),
            tally=tuple((team, steps + 1) for team, steps in state.reached) if reached and not task.parent else (),
        )
    )  # fmt: skip
    if not reached and task.parent and not task.planned:
        end(story, reached=False)


def _adjustments(consequences: Iterable[Consequence], reason: str) -> Iterator[tuple[str, Adjustment]]:
    for each in consequences:
        yield each.opponent, Adjustment(domain=each.domain, change=each.change, reason=reason)


# --- the game master's answers ----------------------------------------------------------------------------------------


def answer_action(story: Story, pending: ActionPending) -> bool:
    """The script's answer to an action, where the game master would be asked; whether there was one to give."""
    step = current(story.state)
    match pending.stage:
        case "admit":
            actions.admit(story, c.AdmitAction(seat=GM), pending)
            actions.go_on(story)
        case "gamble" if actions.is_manual(story.state, pending.action):
            reaches = step.risk_reaches if pending.action.risk else step.botch_reaches
            actions.settle_gamble(story, c.SettleGamble(seat=GM, reached=reaches), pending)
        case "complicate":
            picked = _trouble(story.state, step, pending.action)
            complications.complicate(story, c.Complicate(seat=GM, complications=picked), pending)
        case _:
            return False
    return True


def _trouble(state: SessionState, step: Step, action: Action) -> tuple[c.Complication, ...]:
    """What the script's step holds for the runner, or for the opponent whose alarm goes off (SRU-COMP-03)."""
    trouble = step.trouble
    if trouble is None:
        return ()
    opponent = trouble.opponent or action.target
    who = opponent if trouble.kind == "defence_raised" else state.responsible(action.actor).id
    return (
        c.Complication(
            kind=trouble.kind, who=who, opponent=opponent, domain=trouble.domain or action.domain,
            amount=trouble.amount, circle=trouble.circle, adjective=trouble.adjective,
        ),
    )  # fmt: skip


def _offered_call(state: SessionState, call: Call) -> CallOffer:
    return next(offer for offer in current(state).calls if offer.id == call.step)
