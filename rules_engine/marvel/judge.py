"""Things set by hand: the judge's overrides, and what a power does whose card tells it in words only (section 17)."""

from typing import assert_never

from rules_engine.kernel.errors import DecisionClosed, MalformedInput, RuleViolation
from rules_engine.kernel.messages import JUDGE, Seat
from rules_engine.kernel.rule_ids import RuleId
from rules_engine.marvel import commands as c
from rules_engine.marvel import falling, loss, victory
from rules_engine.marvel.events import Changed
from rules_engine.marvel.state import Character, MatchState
from rules_engine.marvel.story import Story

RULE = RuleId("MARVEL-RULING-01")
MOST = 1000  # no table has more of anything


def override(story: Story, command: c.Override) -> None:
    """Set things as the judge ruled, or end the match as the players agreed (MARVEL-RULING-01); an event for each.

    Errors: DecisionClosed for any other seat; RuleViolation once the match is over, and before turn 1 for all but
    ending it; MalformedInput for what does not exist.
    """
    if command.seat != JUDGE:
        raise DecisionClosed(f"Only the seat {JUDGE} overrides the rules, not {command.seat}.")
    if story.state.result is not None:
        raise RuleViolation(RULE, phase=story.state.phase)
    for change in command.changes:
        check(story.state, change)
    apply(story, command.changes, command.seat)


def apply(story: Story, changes: tuple[c.Change, ...], author: Seat) -> None:
    """Tell changes that were entered by hand, and what follows at once.

    Who is at endurance 0 is a loss (MARVEL-LOSS-01); where a piece of scenery is gone then, who stood on it falls
    (MARVEL-RULING-65, MARVEL-RULING-68).
    """
    for change in changes:
        _apply(story, change, author)
    gone = any(isinstance(change, c.SetStructure) and change.sp == 0 for change in changes)
    if gone and story.state.result is None:
        falling.let_fall(story)


def _apply(story: Story, change: c.Change, author: Seat) -> None:
    story.tell(Changed(change=change, author=author))
    if isinstance(change, c.SetEndurance) and change.endurance == 0:
        loss.lose(story, change.character)
    if isinstance(change, c.EndMatch) and story.state.result is None:
        victory.end(story, change.winners)


def check(state: MatchState, change: c.Change) -> None:
    """Raise MalformedInput for a change of what is not there, or to what cannot be; RuleViolation before turn 1."""
    if state.turn == 0 and not isinstance(change, c.EndMatch):
        raise RuleViolation(RULE, phase=state.phase)
    match change:
        case c.SetEndurance():
            most = character(state, change.character).card.endurance.total
            _within("endurance", change.endurance, 0, most)
        case c.SetPow():
            character(state, change.character)
            _within("POW", change.pow, 0, MOST)
        case c.SetCondition():
            character(state, change.character)
        case c.SetPlace():
            character(state, change.character)
            _check_place(state, change)
        case c.SetStructure():
            piece = state.find_scenery(change.scenery)
            if piece is None:
                raise MalformedInput(f"There is no piece of scenery {change.scenery} on the table.")
            _within("structure points", change.sp, 0, MOST)
        case c.AwardPoints():
            _check_teams(state, (change.team,))
            _within("points", change.points, -MOST, MOST)
        case c.EndMatch():
            _check_teams(state, change.winners)
        case _:
            assert_never(change)


def character(state: MatchState, character_id: str) -> Character:
    """The character in play with an id. Raises MalformedInput when there is none."""
    found = state.find(character_id)
    if found is None:
        raise MalformedInput(f"There is no character {character_id} in play.")
    return found


def _within(what: str, number: int, least: int, most: int) -> None:
    if not least <= number <= most:
        raise MalformedInput(f"{number} is no number of {what}: {least} to {most}.")


def _check_teams(state: MatchState, teams: tuple[str, ...]) -> None:
    if not teams or not set(teams) <= set(state.teams):
        raise MalformedInput(f"The teams are {', '.join(state.teams)}.")


def _check_place(state: MatchState, change: c.SetPlace) -> None:
    place, table = change.place, state.setup.table
    if (place is not None) != state.tracked:
        raise MalformedInput("A place is given on the tracked board, and only there.")
    _within("hundredths of an inch above the table", change.elevation, 0, table.farthest)
    if place and not (0 <= place.x <= table.width and 0 <= place.y <= table.depth and place.level == change.elevation):
        raise MalformedInput(f"There is no such place for {change.character} on this table.")
