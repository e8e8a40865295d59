"""Victory (DUELS-WIN): army points, the clock of the weakest team, the end of the match."""

from typing import Final

from msgspec.structs import replace

from rules_engine.duels import objectives
from rules_engine.duels.events import ClockChanged, FigureLeft, MatchEnded, TeamBeaten
from rules_engine.duels.state import Clock, MatchState
from rules_engine.duels.story import Story
from rules_engine.kernel.messages import Outcome, Placing
from rules_engine.kernel.rule_ids import RuleId

TURNS_TO_RECOVER: Final = 2


# --- counting ---------------------------------------------------------------------------------------------------------


def recount(story: Story, *, blamed: str = "", unit_over: bool = False) -> None:
    """What a loss of figures means: teams without figures lose, the clock starts, runs on or stops.

    Rules: DUELS-WIN-01, DUELS-WIN-02, DUELS-WIN-05, DUELS-RULING-093. blamed: the team that eliminated the figure.
    unit_over: the turn or round in which it happened has ended already.
    """
    lost = [team for team in standing(story.state) if not story.state.team(team)]
    for team in lost:
        story.tell(TeamBeaten(team=team, rule_id=RuleId("DUELS-RULING-093")))
    left = standing(story.state)
    if len(left) <= 1:
        end(story, left or tuple(lost), RuleId("DUELS-RULING-093"))
    elif story.state.setup.victory.clock:
        _set_clock(story, blamed, unit_over=unit_over)


def standing(state: MatchState) -> tuple[str, ...]:
    """The teams that have not lost, clockwise."""
    return tuple(team for team in state.teams if team not in state.beaten)


def weakest(state: MatchState) -> str:
    """The team with the fewest army points, if it is one alone (DUELS-WIN-02, DUELS-RULING-092); else nothing."""
    points = {team: state.army_points(team) for team in standing(state)}
    fewest = min(points.values())
    lowest = [team for team, total in points.items() if total == fewest]
    return lowest[0] if len(lowest) == 1 else ""


# --- the clock --------------------------------------------------------------------------------------------------------


def _set_clock(story: Story, blamed: str, *, unit_over: bool) -> None:
    """Start, keep, restart or stop the clock.

    Rules: DUELS-WIN-02, DUELS-WIN-04, DUELS-RULING-089, DUELS-RULING-090, DUELS-RULING-091, DUELS-RULING-092.
    """
    state = story.state
    clock, rulings = state.clock, state.setup.rulings
    if clock is not None and clock.team not in state.beaten and not _has_recovered(state, clock):
        if rulings.victory_clock_restart:
            running = _between_units(state, unit_over=unit_over)
            restarted = replace(clock, left=TURNS_TO_RECOVER, running=running)
            story.tell(ClockChanged(clock=restarted, reversals=state.reversals))
        return
    team = weakest(state)
    if not team:
        if clock is not None:
            story.tell(ClockChanged(clock=None, reversals=state.reversals))
        return
    reversals = state.reversals + (state.clock_last not in {"", team})
    limit = rulings.victory_reversal_limit
    if limit is not None and reversals > limit:
        end(story, _richest(state), RuleId("DUELS-RULING-090"))
        return
    running = _between_units(state, unit_over=unit_over)
    fresh = Clock(team=team, left=TURNS_TO_RECOVER, running=running, blamed=blamed)
    story.tell(ClockChanged(clock=fresh, reversals=reversals))


def _has_recovered(state: MatchState, clock: Clock) -> bool:
    """Whether the team with the clock has caught up: DUELS-RULING-089, with whom: DUELS-RULING-092."""
    rulings = state.setup.rulings
    own = state.army_points(clock.team)
    strictly = rulings.victory_threshold == "strictly_lower"
    others = [team for team in standing(state) if team != clock.team]
    if rulings.victory_reference == "eliminating_team" and clock.blamed in others:
        others = [clock.blamed]
    caught = [state.army_points(team) < own + (not strictly) for team in others]
    return all(caught) if rulings.victory_reference == "all_opponents" else any(caught)


def _between_units(state: MatchState, *, unit_over: bool) -> bool:
    """Whether no turn (or round) is under way, the current one of which would not count (DUELS-RULING-088)."""
    match state.setup.rulings.victory_clock_unit:
        case "round":
            return unit_over
        case "team_turn":
            return not state.team_turn
        case _:
            return state.turn is None


def turn_over(story: Story, team: str) -> None:
    """A figure's turn has ended (``figure_turn``)."""
    _tick(story, "figure_turn", team)


def team_turn_over(story: Story, team: str) -> None:
    """A team's turn has ended (``team_turn``)."""
    _tick(story, "team_turn", team)


def round_over(story: Story) -> None:
    """A round has ended (``round``, and the round limit of DUELS-RULING-095)."""
    clock = story.state.clock
    _tick(story, "round", clock.team if clock else "")
    state = story.state
    if state.result is None and state.round == state.setup.rulings.round_limit:
        end(story, *_at_the_end(state))


def _tick(story: Story, unit: str, team: str) -> None:
    """Let the clock run by one unit that has ended; the current one does not count. Rules: DUELS-WIN-03,
    DUELS-RULING-088."""
    state = story.state
    clock = state.clock
    if clock is None or state.result is not None or state.setup.rulings.victory_clock_unit != unit:
        return
    if not clock.running:
        story.tell(ClockChanged(clock=replace(clock, running=True), reversals=state.reversals))
    elif team == clock.team and clock.left > 1:
        story.tell(ClockChanged(clock=replace(clock, left=clock.left - 1), reversals=state.reversals))
    elif team == clock.team:
        _beat(story, clock.team)


def _beat(story: Story, team: str) -> None:
    """A team's time is up: it loses; with two teams the match ends, else its figures leave (DUELS-RULING-094)."""
    story.tell(TeamBeaten(team=team, rule_id=RuleId("DUELS-WIN-03")))
    left = standing(story.state)
    if len(left) == 1:
        end(story, left, RuleId("DUELS-WIN-03"))
        return
    state = story.state
    drops = state.advanced and state.setup.rulings.beaten_team_figures == "leave_dropping_gear"
    for figure in state.team(team):
        objectives.let_go(story, figure)
        story.tell(FigureLeft(figure=figure.id, ground=state.gear_where_it_stands(figure) if drops else ()))
    recount(story, unit_over=True)


# --- the end ----------------------------------------------------------------------------------------------------------


def objectives_won(story: Story) -> None:
    """A scenario's objectives win at once (DUELS-WIN-06)."""
    state = story.state
    wanted = state.setup.victory.objectives_to_win
    winners = tuple(team for team, points in state.objectives if wanted and points >= wanted)
    if winners and state.result is None:
        end(story, winners, RuleId("DUELS-WIN-06"))


def end(story: Story, first: tuple[str, ...], rule_id: RuleId) -> None:
    """End the match; the teams named share the first place."""
    story.tell(MatchEnded(outcome=Outcome(placings=placings(story.state, first), rule_id=rule_id)))


def _at_the_end(state: MatchState) -> tuple[tuple[str, ...], RuleId]:
    """Who has won when the round limit is reached, and by which rule: DUELS-RULING-095, or a scenario's."""
    victory = state.setup.victory
    if victory.defender in standing(state):
        return (victory.defender,), RuleId("DUELS-WIN-06")
    changed = victory.at_the_end == "objectives"
    return _richest(state), RuleId("DUELS-WIN-06" if changed else "DUELS-RULING-095")


def placings(state: MatchState, first: tuple[str, ...]) -> tuple[Placing, ...]:
    """All teams, best first: those named, then by what they reached, then beaten teams, the last to lose before others.

    Equal teams share a place, and the places after them stay empty.
    """
    rank = {team: _rank(state, team, first) for team in state.teams}
    destroyed, objectives = dict(state.destroyed), dict(state.objectives)
    return tuple(
        Placing(
            team=team,
            place=1 + sum(other > rank[team] for other in rank.values()),
            points_left=state.army_points(team),
            points_destroyed=destroyed.get(team, 0),
            objectives=objectives.get(team, 0),
        )
        for team in sorted(state.teams, key=rank.__getitem__, reverse=True)
    )


def _rank(state: MatchState, team: str, first: tuple[str, ...]) -> tuple[int, int, int]:
    if team in first:
        return 2, 0, 0
    if team in state.beaten:
        return 0, state.beaten.index(team), 0
    return 1, *_riches(state, team)


def _richest(state: MatchState) -> tuple[str, ...]:
    """The standing teams that have reached most."""
    riches = {team: _riches(state, team) for team in standing(state)}
    return tuple(team for team, reached in riches.items() if reached == max(riches.values()))


def _riches(state: MatchState, team: str) -> tuple[int, int]:
    """Army points; before them objective points where a scenario counts them at the end (DUELS-WIN-06)."""
    counted = dict(state.objectives).get(team, 0) if state.setup.victory.at_the_end == "objectives" else 0
    return counted, state.army_points(team)
