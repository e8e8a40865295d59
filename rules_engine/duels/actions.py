"""What every action of a turn has in common (DUELS-ACT): whose turn it is, and which variant knows the action."""

from rules_engine.duels.state import Figure, MatchState
from rules_engine.kernel.errors import MalformedInput, RuleViolation
from rules_engine.kernel.messages import Decision
from rules_engine.kernel.rule_ids import RuleId


def acting_figure(state: MatchState, decision: Decision, figure_id: str) -> Figure:
    """The figure whose turn it is, which a command names too. Raises MalformedInput when it names another."""
    if figure_id != decision.subject:
        raise MalformedInput(f"It is the turn of {decision.subject}, not of {figure_id}.")
    return state.figure(figure_id)


def acting_figure_advanced(state: MatchState, decision: Decision, figure_id: str) -> Figure:
    """The acting figure, for an action that the basic rules lack. Rules: DUELS-ACT-01, DUELS-ACT-09."""
    figure = acting_figure(state, decision, figure_id)
    if not state.advanced:
        raise RuleViolation(RuleId("DUELS-ACT-09"), figure=figure.id)
    return figure
