"""The ways through a script's step that a team can take now, as commands."""

from collections.abc import Iterator

from msgspec.structs import replace

from rules_engine.kernel.messages import Command, Decision, Legal
from rules_engine.sru import actions, assistant_calls, script, synergy
from rules_engine.sru.commands import CallForStep, GoIntoDetail, HelpStep, PlanRun, SkipStep, TakeStep
from rules_engine.sru.components import Character, GambleRow
from rules_engine.sru.domains import assistant_kind
from rules_engine.sru.setups import HelpOffer
from rules_engine.sru.state import Action, Offer, SessionState
from rules_engine.sru.thresholds import verdict

INVESTED = (0, 2)  # reserve points that a call is tried with


def options(state: SessionState, decision: Decision) -> Legal:
    """All sensible ways: trying it, with points or at a risk, help, calls, detail, planning, leaving it.

    Spending more than what is missing, or trying without a chance, is legal and not listed.
    """
    commands: list[Command] = [*_tries(state, decision), *_helps(state, decision), *_calls(state, decision)]
    step, task = script.current(state), state.todo[0]
    if step.detail and not task.ready:
        commands.append(GoIntoDetail(seat=decision.seat, decision=decision.id))
    if script.can_plan(state):
        commands.append(PlanRun(seat=decision.seat, decision=decision.id))
    commands.append(SkipStep(seat=decision.seat, decision=decision.id))
    return Legal(commands=tuple(commands), complete=False)


def _tries(state: SessionState, decision: Decision) -> Iterator[TakeStep]:
    lowered = (False, True) if script.current(state).lowered else (False,)
    for actor in actors(state):
        for lower in lowered:
            plain = TakeStep(seat=decision.seat, decision=decision.id, actor=actor, lowered=lower)
            action = script.attempt(state, plain)
            if actions.is_possible(state, action):
                yield from _ventures(state, action, plain)


def _ventures(state: SessionState, action: Action, plain: TakeStep) -> Iterator[TakeStep]:
    """A test with just the points that it needs, or at a risk, or botched, where points leave little missing."""
    short = shortfall(state, action)
    pool, free = _pool(state, action.actor)
    if points_for(state, short) <= free:
        yield replace(plain, reserve=points_for(state, short), pool=pool)
    if short and not state.is_assistant(action.actor):
        for missing in _bridged(state.profile.risk_table, state.rulings.risk_mode):
            if 0 <= (spent := points_for(state, short - missing)) <= free:
                yield replace(plain, reserve=spent, pool=pool, risk=True)
        for missing in _bridged(state.profile.botch_table, state.rulings.botch_mode)[:1]:
            if 0 <= (spent := points_for(state, short - missing)) <= free:
                yield replace(plain, reserve=spent, pool=pool, botched=True)


def _bridged(table: tuple[GambleRow, ...], mode: str) -> tuple[int, ...]:
    """What may be missing when a risk is taken; where the script settles it, 1 stands for any number."""
    return tuple(row.shortfall for row in table) if mode == "table" else (1,)


def _helps(state: SessionState, decision: Decision) -> Iterator[HelpStep]:
    for offer in script.current(state).helps:
        if offer.id not in state.used and script.is_credible(state, offer):
            for actor in actors(state):
                action = _helping(state, offer, actor)
                pool, free = _pool(state, actor)
                needed = points_for(state, shortfall(state, action)) if actions.is_possible(state, action) else free + 1
                if needed <= free:
                    yield HelpStep(
                        seat=decision.seat, decision=decision.id, offer=offer.id, actor=actor, reserve=needed, pool=pool
                    )


def _helping(state: SessionState, offer: HelpOffer, actor: str) -> Action:
    action = script.test_action(state, offer.test, actor, rows=offer.test.rows, step=offer.id)
    action = replace(action, helps=Offer(effect=offer.effect, amount=offer.amount))
    return replace(action, synergies=synergy.available(state, action))


def _calls(state: SessionState, decision: Decision) -> Iterator[CallForStep]:
    for offer in script.current(state).calls:
        if offer.id not in state.used:
            skill = assistant_kind(state.domain(offer.domain), offer.kind).skill
            for character in (each for each in state.characters if each.team in state.teams):
                for reserve in INVESTED if character.skills.get(skill, 0) else ():
                    pool, _ = _pool(state, character.id)
                    command = CallForStep(
                        seat=decision.seat, decision=decision.id, offer=offer.id, character=character.id,
                        reserve=reserve, pool=pool,
                    )  # fmt: skip
                    if assistant_calls.is_possible(state, script.call_of(state, offer, command)):
                        yield command


def actors(state: SessionState) -> Iterator[str]:
    """Everybody of the team who can act: characters, then assistants."""
    own = [each.id for each in state.characters if each.state == "active" and each.team in state.teams]
    yield from own
    yield from (each.id for each in state.assistants if each.state == "active" and each.controller in own)


def shortfall(state: SessionState, action: Action) -> int:
    """What an action that the script admits will miss without points or risk."""
    admitted = actions.admitted(state, action)
    return verdict(actions.number(state, admitted), admitted.threshold, state.rulings).shortfall


def points_for(state: SessionState, missing: int) -> int:
    """The reserve points that make up for what is missing (SRU-RULING-30); negative where nothing is."""
    return -(-missing // state.rulings.reserve_point_value)


def _pool(state: SessionState, actor: str) -> tuple[str, int]:
    """The fullest reserve of a character and its points; an assistant spends none (SRU-ASSIST-16)."""
    if state.is_assistant(actor):
        return "reserve", 0
    character: Character = state.character(actor)
    if not character.reserves:
        return "reserve", 0
    pool = max(character.reserves, key=lambda reserve: reserve.current)
    return pool.id, pool.current
