"""The end of a match (MARVEL-RULING-01): who has characters left, and what the scenario says."""

from rules_engine.kernel.messages import Outcome, Placing
from rules_engine.kernel.rule_ids import RuleId
from rules_engine.marvel import loss
from rules_engine.marvel.events import MatchEnded
from rules_engine.marvel.state import MatchState
from rules_engine.marvel.story import Story

RULE = RuleId("MARVEL-RULING-01")


def survivors_win(story: Story) -> None:
    """End the match when at most one side has characters in play; with none it is a draw (MARVEL-RULING-01)."""
    left = tuple(team for team in story.state.teams if story.state.team(team))
    if len(left) <= 1 and story.state.result is None:
        end(story, left or story.state.teams)


def turn_over(story: Story) -> None:
    """End the match at the scenario's number of objective points, or at its turn limit (MARVEL-RULING-01)."""
    state = story.state
    terms, points = state.setup.victory, dict(state.objectives)
    reached = any(total >= terms.objectives_to_win for total in points.values()) and terms.objectives_to_win
    if reached or state.turn == terms.turn_limit:
        end(story, _best(state))


def _best(state: MatchState) -> tuple[str, ...]:
    """The teams with the most objective points, of these the ones with the most points left on the table."""
    scores = {team: (dict(state.objectives).get(team, 0), points_left(state, team)) for team in state.teams}
    return tuple(team for team, score in scores.items() if score == max(scores.values()))


def points_left(state: MatchState, team: str) -> int:
    """The points of a team's characters in play."""
    return sum(loss.points(character) for character in state.team(team))


def end(story: Story, first: tuple[str, ...], rule_id: RuleId = RULE) -> None:
    """End the match; the teams named share the first place."""
    story.tell(MatchEnded(outcome=Outcome(placings=placings(story.state, first), rule_id=rule_id)))


def placings(state: MatchState, first: tuple[str, ...]) -> tuple[Placing, ...]:
    """All teams, best first: those named, then by objective points and points left; equal teams share a place."""
    destroyed, objectives = dict(state.destroyed), dict(state.objectives)
    rank = {team: (team in first, objectives.get(team, 0), points_left(state, team)) for team in state.teams}
    rank |= dict.fromkeys(first, (True, 0, 0))
    return tuple(
        Placing(
            team=team,
            place=1 + sum(other > rank[team] for other in rank.values()),
            points_left=points_left(state, team),
            points_destroyed=destroyed.get(team, 0),
            objectives=objectives.get(team, 0),
        )
        for team in sorted(state.teams, key=rank.__getitem__, reverse=True)
    )
