"""What a scenario's objectives bring about: things to break, things to carry off, areas to hold (DUELS-SKILL-10)."""

from rules_engine.duels import measuring
from rules_engine.duels.components import Area, Hold, SkillTest
from rules_engine.duels.events import AreaHeld, CargoDelivered, CargoDropped, CargoTaken, ObjectiveScored
from rules_engine.duels.state import Cargo, Figure, Held, MatchState
from rules_engine.duels.story import Story
from rules_engine.kernel.geometry import Place

# --- tests ------------------------------------------------------------------------------------------------------------


def is_open(state: MatchState, test: SkillTest) -> bool:
    """Whether a test can be tried: nobody carries its thing, and it has not been won for good (DUELS-SKILL-10)."""
    if test.bring_to:
        return all(cargo.test != test.id or not (cargo.bearer or cargo.delivered) for cargo in state.cargo)
    return not test.once or state.tests_won.count(test.id) < test.successes


def may_try(state: MatchState, figure: Figure, test: SkillTest) -> bool:
    """Whether a test is open, and there for the figure's team."""
    return belongs(test, figure.team) and is_open(state, test)


def lying(state: MatchState, test: SkillTest) -> Place | None:
    """Where what a test is about lies now, if that is known; while it is carried, nowhere."""
    places = [cargo.place for cargo in state.cargo if cargo.test == test.id]
    return places[0] if places else test.place


def succeeded(story: Story, figure_id: str, test: SkillTest) -> None:
    """What a success gives: points, or a thing to carry; of several successes that it takes, the last one."""
    state = story.state
    if state.tests_won.count(test.id) % test.successes:
        return
    if test.bring_to:
        story.tell(CargoTaken(figure=figure_id, test=test.id))
    else:
        _score(story, state.figure(figure_id).team, test.id, test.objective_points)


def _score(story: Story, team: str, objective: str, points: int) -> None:
    if points:
        story.tell(ObjectiveScored(team=team, test=objective, points=points))


# --- things to carry --------------------------------------------------------------------------------------------------


def let_go(story: Story, figure: Figure) -> None:
    """A figure that leaves the table leaves behind what it carries: whoever comes may try the test there."""
    for cargo in story.state.cargo:
        if cargo.bearer == figure.id:
            story.tell(CargoDropped(figure=figure.id, test=cargo.test, place=figure.place))


def deliver(story: Story) -> None:
    """Bearers that stand in an area where their thing belongs have brought it, and their teams gain its points."""
    if story.state.result is not None:
        return
    for cargo in story.state.cargo:
        area = _goal(story.state, cargo) if cargo.bearer else None
        if area is not None:
            test = _test(story.state, cargo.test)
            delivered = CargoDelivered(figure=cargo.bearer, test=test.id, area=area.id, back=not test.once)
            story.tell(delivered)
            _score(story, story.state.figure(cargo.bearer).team, test.id, test.objective_points)


def _goal(state: MatchState, cargo: Cargo) -> Area | None:
    """The area in which a bearer stands and where its team may bring what it carries."""
    figure = state.figure(cargo.bearer)
    areas = (state.setup.area(name) for name in _test(state, cargo.test).bring_to)
    return next((area for area in areas if belongs(area, figure.team) and stands_in(state, figure, area)), None)


def _test(state: MatchState, test_id: str) -> SkillTest:
    return next(test for test in state.setup.skill_tests if test.id == test_id)


# --- areas ------------------------------------------------------------------------------------------------------------


def belongs(objective: Area | SkillTest, team: str) -> bool:
    """Whether an area or a test is there for a team."""
    return objective.team in {"", team}


def stands_in(state: MatchState, figure: Figure, area: Area) -> bool:
    """Whether a base touches an area on its level: by its place, else as measured (distance 0, DUELS-MEAS-01)."""
    return figure.level == area.level and measuring.touches_area(state, figure, area)


def holder(state: MatchState, area: Area) -> str:
    """The team that alone has figures in an area which is there for it; else nothing."""
    teams = {figure.team for figure in state.figures if figure.in_play and stands_in(state, figure, area)}
    team = teams.pop() if len(teams) == 1 else ""
    return team if belongs(area, team) else ""


def has_been_held(state: MatchState, hold: Hold) -> bool:
    """Whether an area that gives points once has given them."""
    held = _held(state, hold)
    return hold.once and held.rounds >= hold.rounds


def count_areas(story: Story) -> None:
    """At the end of a round: who holds the areas, and for how long; it gives points every ``rounds`` rounds."""
    for hold in story.state.setup.holds:
        state, before = story.state, _held(story.state, hold)
        team = holder(state, state.setup.area(hold.area))
        if has_been_held(state, hold) or not (team or before.team):
            continue
        rounds = before.rounds % hold.rounds + 1 if team == before.team else 1
        story.tell(AreaHeld(hold=hold.id, team=team, rounds=rounds if team else 0))
        if team and rounds == hold.rounds:
            _score(story, team, hold.id, hold.objective_points)


def _held(state: MatchState, hold: Hold) -> Held:
    nobody = Held(hold=hold.id, team="", rounds=0)
    return next((held for held in state.held if held.hold == hold.id), nobody)
