"""ACTION: an action is declared, admitted by the game master, tested, perhaps gambled on, and resolved."""

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from rules_engine.kernel.dice import Dice, Die, Roll
from rules_engine.kernel.errors import DecisionClosed, MalformedInput, RulesEngineError, RuleViolation
from rules_engine.kernel.messages import JUDGE, Decision
from rules_engine.kernel.rule_ids import RuleId
from rules_engine.sru import active_protection, assistants, complications, passive_protection, scores, synergy
from rules_engine.sru.circles import index_there
from rules_engine.sru.commands import AdmitAction, DeclareAction, EnterScore, RumorUse, SettleGamble
from rules_engine.sru.components import GM, Character, GambleRow
from rules_engine.sru.events import (
    ActionAdmitted,
    ActionDeclared,
    ActionRefused,
    ActionResolved,
    ActionTested,
    AssistantEnded,
    RumorGmUsed,
    SynergyRefused,
)
from rules_engine.sru.profile import modifier
from rules_engine.sru.rumors import gm_amount
from rules_engine.sru.state import Action, ActionPending, Condition, SessionState
from rules_engine.sru.story import Story
from rules_engine.sru.thresholds import Threshold, modifiers, threshold, verdict

GAMBLE: Final = Die("d6", 6)


# --- declaring --------------------------------------------------------------------------------------------------------


def declare(story: Story, command: DeclareAction) -> None:
    """A player declares an action of a character or an assistant: SRU-ACTION-01 to SRU-ACTION-03.

    Errors: those of `check`; DecisionClosed for somebody else's character.
    """
    state = story.state
    own(state, command.seat, state.responsible(command.actor).id)
    action = Action(
        id=f"a{state.ply}", scene=state.scene.id if state.scene else "", phase=state.action_phase, actor=command.actor,
        domain=command.domain, skill=command.skill, target=command.target, option=command.option, rows=command.rows,
        conditions=tuple(Condition(text=text) for text in command.conditions), justification=command.justification,
        synergies=command.synergies, generic_bonus=command.generic_bonus, reserve=command.reserve, pool=command.pool,
        taken_back=command.taken_back, risk=command.risk, botched=command.botched, conspicuous=command.conspicuous,
        aspect=command.aspect, in_field=command.in_field, helps=command.helps,
    )  # fmt: skip
    check(state, action)
    story.tell(ActionDeclared(action=action))


def own(state: SessionState, seat: str, character_id: str) -> None:
    """Raise DecisionClosed unless a seat plays a character; MalformedInput for one that no longer acts."""
    character = state.character(character_id)
    if seat not in {character.seat, JUDGE}:
        raise DecisionClosed(f"{character.name} is not for {seat} to play.")
    if character.state != "active":
        raise MalformedInput(f"{character.name} is {character.state}.")


def check(state: SessionState, action: Action) -> None:
    """Raise what is wrong with an action before the game master is asked.

    Errors: RuleViolation with ``no_action``, ``over_reserve``, ``over_set_aside``, ``assistant_cannot``,
    ``outside_aspect``, ``outside_field``, for rows of one axis (SRU-ACTION-05) or a synergy that its rows do not earn;
    MalformedInput for what does not exist.
    """
    if state.is_assistant(action.actor):
        assistants.check_acting(state, action)
    else:
        _check_character(state.character(action.actor), action)
    modifiers(state.profile, action.rows)
    _threshold(state, action)
    synergy.used(state, action)
    if action.helps is not None:
        synergy.check_offer(action.helps, action.rows, state.profile)


def is_possible(state: SessionState, action: Action) -> bool:
    """Whether nothing forbids an action."""
    try:
        check(state, action)
    except RulesEngineError:
        return False
    return True


def _check_character(character: Character, action: Action) -> None:
    active_protection.check_action(character)
    scores.check_spending(character, action.pool, action.reserve)
    if action.taken_back is not None:
        passive_protection.check_taking_back(character, action.domain, action.taken_back)


def awaiting(state: SessionState, pending: ActionPending) -> tuple[Decision, ...]:
    """What an action waits for: the game master's word, a score, a risk, complications."""
    action = pending.action
    seat = state.responsible(action.actor).seat
    match pending.stage:
        case "score":
            return (scores.asked(action.id, seat, number(state, action), state.rulings),)
        case "gamble" if _mode(state, action) == "table":
            return (Decision(id=f"roll_gamble:{action.id}", seat=seat, kind="roll_gamble", pools=(GAMBLE,)),)
    kind = {"admit": "admit_action", "gamble": "settle_gamble", "complicate": "complicate"}[pending.stage]
    return (Decision(id=f"{kind}:{action.id}", seat=GM, kind=kind, subject=action.actor),)


# --- the game master's word -------------------------------------------------------------------------------------------


def admit(story: Story, command: AdmitAction, pending: ActionPending) -> None:
    """The game master's word: SRU-ACTION-01, SRU-ACTION-02, SRU-ACTION-04, SRU-SYNERGY-09, SRU-SYNERGY-10.

    A refused action has no test and costs nothing. Circumstances, the generic bonus (SRU-RULING-29) and rumors of the
    opposition (SRU-RUMOR-20) are settled here.
    """
    action = pending.action
    met = (*command.conditions, *(True for _ in action.conditions[len(command.conditions) :]))
    if len(met) != len(action.conditions):
        raise MalformedInput(f"The action has {len(action.conditions)} conditions.")
    if not all(met):
        story.tell(ActionRefused(action=action.id, reason="condition_missing"))
    elif not command.accepted:
        story.tell(ActionRefused(action=action.id, reason="no_justification"))
    elif command.credible and action.helps is not None:
        story.tell(SynergyRefused(action=action.id, reason=command.credible))
    else:
        _admit(story, action, command)


def _admit(story: Story, action: Action, command: AdmitAction) -> None:
    state = story.state
    if any(modifier(state.profile, row).axis != "circumstance" for row in command.rows):
        raise MalformedInput("The game master adds rows for circumstances.")
    uses = [(use, _amount(state, use)) for use in command.rumors]
    ruled = replace(
        action,
        rows=(*action.rows, *command.rows),
        rumor=sum(amount for use, amount in uses if use.effect == "threshold"),
        own_rumor=sum(amount for use, amount in uses if use.effect == "score"),
    )
    for use, amount in uses:
        story.tell(RumorGmUsed(rumor=use.rumor, action=action.id, effect=use.effect, amount=amount, reason=use.reason))
    story.tell(ActionAdmitted(action=admitted(state, ruled, time=command.time)))


def admitted(state: SessionState, action: Action, *, time: bool = True) -> Action:
    """An action with its generic bonus (SRU-RULING-29) and its threshold."""
    claimed = action.generic_bonus or state.rulings.test_generic_bonus_applies == "always_outside"
    bonus = state.bonus_of(action.actor) if claimed and time and not action.phase else 0
    return replace(action, bonus=bonus, threshold=_threshold(state, action).value)


def _amount(state: SessionState, use: RumorUse) -> int:
    """What a rumor counts for: as entered, or as proposed (SRU-RULING-21)."""
    rumor = state.rumor(use.rumor)
    if use.amount is not None:
        scores.check_typed("What a rumor counts for", use.amount)
        return use.amount
    proposed = gm_amount(index_there(rumor, use.circle or rumor.circle, state.graph, state.rulings), state.rulings)
    if proposed is None:
        raise RuleViolation(RuleId("SRU-RULING-21"), rumor=rumor.adjective)
    return -proposed if use.effect == "score" and rumor.polarity == "negative" else proposed


def _threshold(state: SessionState, action: Action) -> Threshold:
    helped = synergy.combined(synergy.used(state, action), state.rulings)
    found = threshold(
        state.target(action.target), action.domain, action.option,
        rows=modifiers(state.profile, action.rows), at=state.situation, helped=helped,
    )  # fmt: skip
    return replace(found, rumor=action.rumor)


# --- the test ---------------------------------------------------------------------------------------------------------


def number(state: SessionState, action: Action) -> int:
    """The score of an action, or under ``dice_pool`` its dice: skill or power, bonus, points spent, help, rumors."""
    helped = synergy.combined(synergy.used(state, action), state.rulings)
    return scores.points(
        _skill(state, action), rulings=state.rulings, bonus=action.bonus,
        spent=action.reserve + (action.taken_back or 0), synergy=helped.score, rumor=action.own_rumor,
    )  # fmt: skip


def _skill(state: SessionState, action: Action) -> int:
    if state.is_assistant(action.actor):
        return assistants.index(state.assistant(action.actor), in_field=action.in_field, rulings=state.rulings)
    return state.character(action.actor).skills.get(action.skill, 0)


def roll(story: Story, decision: Decision, dice: Dice, pending: ActionPending) -> None:
    """Roll a test (SRU-RULING-27 ``dice_pool``), or for a risk (SRU-RULING-42 ``table``)."""
    made = dice.roll(decision.kind, decision.pools)
    if pending.stage == "gamble":
        row = _row(story.state, pending.action)
        assert row is not None, "without a row there is nothing to roll for"
        _end_gamble(story, pending.action, reached=made.faces[0] >= row.value, roll=made)
    else:
        _settle(story, pending.action, scores.successes(made.faces), made)


def enter(story: Story, command: EnterScore, pending: ActionPending) -> None:
    """The score that the table enters (SRU-RULING-27 ``manual``)."""
    scores.check_typed("A score", command.score)
    _settle(story, pending.action, command.score, None)


def go_on(story: Story) -> None:
    """Settle what needs nobody: a score without dice, a risk that no row of the table bridges."""
    pending = story.state.pending
    if isinstance(pending, ActionPending) and pending.stage == "score":
        score = number(story.state, pending.action)
        if scores.is_known(score, story.state.rulings):
            _settle(story, pending.action, score, None)


def _settle(story: Story, action: Action, score: int, roll_: Roll | None) -> None:
    found = verdict(score, action.threshold, story.state.rulings)
    tested = replace(
        action, score=score, margin=found.margin, shortfall=found.shortfall,
        outcome="reached" if found.reached else "not_reached",
    )  # fmt: skip
    gambles = not found.reached and (action.risk or action.botched)
    if gambles and (_mode(story.state, tested) == "manual" or _row(story.state, tested)):
        story.tell(ActionTested(action=tested, roll=roll_))
    else:
        _resolve(story, tested, roll_)


def is_manual(state: SessionState, action: Action) -> bool:
    """Whether the game master settles a risk or a botched job: SRU-RULING-42 ``manual``."""
    return _mode(state, action) == "manual"


def _mode(state: SessionState, action: Action) -> str:
    """How a risk, or else a botched job, is settled: SRU-RULING-42."""
    return state.rulings.risk_mode if action.risk else state.rulings.botch_mode


def _row(state: SessionState, action: Action) -> GambleRow | None:
    """The row of the league's table for what is missing: SRU-ACTION-08, SRU-RULING-42 ``table``."""
    table: Sequence[GambleRow] = state.profile.risk_table if action.risk else state.profile.botch_table
    return next((row for row in table if row.shortfall == action.shortfall), None)


def settle_gamble(story: Story, command: SettleGamble, pending: ActionPending) -> None:
    """What the table made of a risk or a botched job: SRU-ACTION-08, SRU-RULING-42 ``manual``."""
    _end_gamble(story, pending.action, reached=command.reached, roll=None)


def _end_gamble(story: Story, action: Action, *, reached: bool, roll: Roll | None) -> None:
    _resolve(story, replace(action, outcome="reached" if reached else "not_reached"), roll)


def _resolve(story: Story, action: Action, roll_: Roll | None) -> None:
    state = story.state
    passive_protection.abandon(story, action)
    tally, complicates = _tally(state, action), complications.offered(action, state.rulings)
    story.tell(ActionResolved(action=action, roll=roll_, tally=tally, complicates=complicates))
    synergy.grant(story, action, state.todo[0].step if state.todo else "")
    if state.is_assistant(action.actor) and state.assistant(action.actor).span == "action":
        story.tell(AssistantEnded(assistant=action.actor, reason="duration"))


def _tally(state: SessionState, action: Action) -> tuple[tuple[str, int], ...]:
    """Without a script every main action that is reached is a step reached."""
    if state.scripted or action.helps is not None or action.outcome != "reached":
        return ()
    team = state.responsible(action.actor).team
    return tuple((each, steps + (each == team)) for each, steps in state.reached)
