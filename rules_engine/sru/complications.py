"""COMP: what can go wrong beside failing."""

from typing import assert_never

from rules_engine.kernel.errors import MalformedInput
from rules_engine.sru.commands import Complicate, Complication
from rules_engine.sru.events import ActionComplicated, ComplicationApplied
from rules_engine.sru.rulings import Rulings
from rules_engine.sru.rumor_making import tell_rumor
from rules_engine.sru.rumors import Deed, negative_point
from rules_engine.sru.state import Action, ActionPending
from rules_engine.sru.story import Story

RAISED = 1  # what an alarm adds to a defence index (SRU-COMP-04)


def offered(action: Action, rulings: Rulings) -> bool:
    """Whether complications may be picked, in synergy actions too: SRU-COMP-01, SRU-COMP-02, SRU-RULING-43."""
    failed = action.outcome != "reached"
    if rulings.complications_needs_failure == "all":
        return failed and (action.risk or action.botched or action.conspicuous)
    return action.botched or action.conspicuous or (failed and action.risk)


def complicate(story: Story, command: Complicate, pending: ActionPending) -> None:
    """None, one or more complications: SRU-COMP-03, SRU-RULING-44. Raises MalformedInput for what does not exist."""
    action = pending.action
    for complication in command.complications:
        _apply(story, action, complication)
    story.tell(ActionComplicated(action=action.id, number=len(command.complications)))


def _apply(story: Story, action: Action, picked: Complication) -> None:
    """A raised index (SRU-COMP-04), a runner identified (SRU-COMP-05), a point of reputation, damage or stress."""
    state = story.state
    domain, amount, counted = picked.domain or action.domain, picked.amount, False
    match picked.kind:
        case "defence_raised":
            state.opponent(picked.who), state.domain(domain)
            amount = RAISED if amount is None else amount
        case "runner_identified":
            state.character(picked.who), state.opponent(picked.opponent)
        case "negative_reputation":
            state.character(picked.who)
            amount, counted = 1, state.rulings.complications_reputation == "counter"
            if not counted:
                _worsen(story, action, picked, domain)
        case "damage" | "stress":  # SRU-COMP-07: no amount is given in the text
            state.character(picked.who)
            if amount is None or amount < 0:
                raise MalformedInput(f"State how much {picked.kind} {picked.who} takes.")
        case _:
            assert_never(picked.kind)
    story.tell(
        ComplicationApplied(
            action=action.id, complication=picked.kind, who=picked.who, opponent=picked.opponent, domain=domain,
            amount=amount or 0, counted=counted,
        )
    )  # fmt: skip


def _worsen(story: Story, action: Action, picked: Complication, domain: str) -> None:
    """A point of negative reputation as a rumor in a circle that the game master names: SRU-COMP-06, SRU-RULING-22."""
    state = story.state
    deed = Deed(
        character=picked.who, domain=domain, circle=picked.circle, adjective=picked.adjective, index=1,
        polarity="negative", origin=action.id,
    )  # fmt: skip
    session = state.setup.info.id
    rumor = negative_point(state.rumors, deed, f"r{state.ply}", session=session, rulings=state.rulings)
    tell_rumor(story, rumor, "complication")
