"""How good a state is, for computer players: steps reached and to be reached, and reserve points that are left.

All numbers are thousandths of a point; what is still to be done is worth what the cheapest plan for it promises.
"""

from typing import Final

from msgspec.structs import replace

from rules_engine.kernel.messages import Seat
from rules_engine.sru import assistant_calls, assistants, synergy
from rules_engine.sru.components import Assistant, GambleRow
from rules_engine.sru.impossible import Party, cheapest_plan
from rules_engine.sru.setups import Step
from rules_engine.sru.state import Action, ActionPending, Call, CallPending, SessionState
from rules_engine.sru.thresholds import UNHELPED

REACHED: Final = 100_000  # a step
POINT: Final = 1_000  # a reserve point that is left
SURE: Final = 1_000  # permille
HURT: Final = 300  # a point of damage or stress
KNOWN: Final = 2_000  # a runner identified, by each opponent
DICE: Final = 6
"""Sides of the die of a risk."""


def evaluate(state: SessionState, seat: Seat) -> int:
    """How good a state is for a seat's team; seats do not work against each other, the game master's is neutral."""
    team = next((each.team for each in state.characters if each.seat == seat), "")
    own = [each for each in state.characters if each.team == team]
    value = REACHED * dict(state.reached).get(team, 0) + POINT * sum(each.free for each in own)
    value -= HURT * sum(each.damage + each.stress for each in own)
    known = sum(each.id in opponent.identified for opponent in state.opponents for each in own)
    return value - KNOWN * known + (_prospects(state) if state.scripted and state.todo else 0)


def _prospects(state: SessionState) -> int:
    """What the steps still to be done are worth, one after the other, each by its cheapest plan and its odds.

    Of a step played in detail the odds are those of all its details; a preparation changes what comes after it.
    """
    party, value, odds = party_of(state), 0, SURE
    for task in state.todo:
        step = state.step(task.step)
        if task.ready:
            value, odds = value + REACHED * odds // SURE, SURE
            continue
        here = SURE
        if task is state.todo[0] and isinstance(state.pending, ActionPending) and not state.pending.action.helps:
            here = _pending_odds(state, state.pending.action)
        else:
            plan = cheapest_plan(step, _ready(state, party, step))
            here = chance(plan.missing, step, state)
            value -= POINT * plan.cost
            party = replace(plan.party, ready=UNHELPED) if here == SURE else party
        if not task.parent:
            value += REACHED * here // SURE
        elif not task.planned:
            odds = odds * here // SURE
    return value


def _pending_odds(state: SessionState, action: Action) -> int:
    """The odds of the action that is being settled: what its risk has."""
    return chance(action.shortfall, state.step(action.step), state) if action.shortfall else SURE


def _ready(state: SessionState, party: Party, step: Step) -> Party:
    """The party with the synergies that would serve a step."""
    if not state.synergies:
        return party
    at = state.todo[0]
    action = Action(
        id="", scene=at.scene, actor="", domain=step.test.domain, skill="", target=step.test.target,
        option=step.test.option, step=step.id,
    )  # fmt: skip
    serving = [each for each in state.synergies if synergy.serves(each, action)]
    return replace(party, ready=synergy.combined(serving, state.rulings))


def party_of(state: SessionState) -> Party:
    """The team of a script as `impossible` plans for it; a call that is being settled counts as the assistant."""
    called = (_called(state, state.pending.call),) if isinstance(state.pending, CallPending) else ()
    return Party(
        at=state.situation,
        characters=tuple(each for each in state.characters if each.state == "active" and each.team in state.teams),
        opponents=state.opponents,
        assistants=(*state.assistants, *called),
        used=state.used,
    )


def _called(state: SessionState, call: Call) -> Assistant:
    """The assistant that a call promises, with all its result as power."""
    power = call.score or assistant_calls.number(state, call)
    return assistants.made(state, call, power, 0)


def chance(missing: int, step: Step, state: SessionState) -> int:
    """The permille with which a risk bridges what a plan leaves missing (SRU-RULING-42)."""
    if not missing:
        return SURE
    if state.rulings.risk_mode == "manual":
        return SURE if step.risk_reaches else 0
    return max((_odds(row) for row in state.profile.risk_table if row.shortfall >= missing), default=0)


def _odds(row: GambleRow) -> int:
    return max(0, min(SURE, (DICE + 1 - row.value) * SURE // DICE))
