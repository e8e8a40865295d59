"""The judge's overrides (DUELS-RULING-119)."""

from typing import assert_never

from rules_engine.duels import victory
from rules_engine.duels.commands import Change, EndMatch, Override, SetDial, SetDieZone, SetPlace
from rules_engine.duels.events import Overridden
from rules_engine.duels.state import Figure, MatchState
from rules_engine.duels.story import Story
from rules_engine.kernel.errors import DecisionClosed, MalformedInput, RuleViolation
from rules_engine.kernel.messages import JUDGE
from rules_engine.kernel.rule_ids import RuleId

RULE = RuleId("DUELS-RULING-119")


def override(story: Story, command: Override) -> None:
    """Set things as the judge ruled, whatever the rules say. Rules: DUELS-RULING-119, DUELS-PASS-02.

    Errors: DecisionClosed for any other seat; RuleViolation once the match is over, and before the first round for all
    but ending it; MalformedInput for what does not exist.
    """
    if command.seat != JUDGE:
        raise DecisionClosed(f"Only the seat {JUDGE} overrides the rules, not {command.seat}.")
    if story.state.result is not None:
        raise RuleViolation(RULE, phase=story.state.phase)
    for change in command.changes:
        _check(story.state, change)
    story.tell(Overridden(changes=command.changes))
    for change in command.changes:
        if isinstance(change, EndMatch) and story.state.result is None:
            victory.end(story, change.winners, RULE)


def _check(state: MatchState, change: Change) -> None:
    if state.round == 0 and not isinstance(change, EndMatch):
        raise RuleViolation(RULE, phase=state.phase)
    match change:
        case SetDial():
            positions = getattr(_figure(state, change.figure).profile, change.dial)
            if not 0 <= change.position < len(positions):
                raise MalformedInput(f"The {change.dial} dial has the positions 0 to {len(positions) - 1}.")
        case SetPlace():
            _figure(state, change.figure)
            if (change.place is not None) != state.tracked:
                raise MalformedInput("A place is given on the tracked board, and only there.")
            if not 0 <= change.level <= state.setup.rulings.max_level or not _is_on_table(state, change):
                raise MalformedInput(f"There is no such place for {change.figure} on this table.")
        case SetDieZone():
            figure = _figure(state, change.figure)
            if change.zone not in {"cup", "base"}:
                raise MalformedInput(f"A die lies in the cup or on the base, not in {change.zone}.")
            if change.die not in (*figure.cup, *figure.base):
                raise MalformedInput(f"{change.figure} has no die {change.die} in its cup or on its base.")
        case EndMatch():
            if not set(change.winners) <= set(state.teams):
                raise MalformedInput(f"The teams are {', '.join(state.teams)}.")
        case _:
            assert_never(change)


def _is_on_table(state: MatchState, change: SetPlace) -> bool:
    place, table = change.place, state.setup.table
    return place is None or (
        0 <= place.x <= table.width and 0 <= place.y <= table.depth and place.level == change.level
    )


def _figure(state: MatchState, figure_id: str) -> Figure:
    for figure in state.figures:
        if figure.id == figure_id and figure.in_play:
            return figure
    raise MalformedInput(f"There is no figure {figure_id} in play.")
