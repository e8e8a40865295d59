"""What a scenario's objectives still promise each team, for computer players: tests to win, things to bring, areas."""

from collections.abc import Iterable
from functools import lru_cache
from math import sqrt
from typing import Final

from rules_engine.duels import objectives
from rules_engine.duels.components import Area, DieSpec, Hold, SkillTest
from rules_engine.duels.dice_uses import skill_use
from rules_engine.duels.skill_tests import bonus_of
from rules_engine.duels.state import Figure, MatchState, SkillTestPending
from rules_engine.kernel import odds as exact
from rules_engine.kernel.geometry import Disc, Outline, Place, outline, outline_distance
from rules_engine.kernel.units import Length, inches

HALF_WAY: Final = inches(12)  # what is this far off promises half
AT_HAND, LATER = 90, 60  # hundredths of a test's worth: with the dice that lie ready, in some later turn
BORNE, ARRIVING = 50, 40  # hundredths: for carrying a thing, and for carrying it to where it belongs
HOLDING, DISPUTED, NEARING = 80, 40, 40  # hundredths: for an area held alone, together with others, not yet entered


def marks(state: MatchState, figure: Figure) -> list[Disc]:
    """Where on the tracked board a figure may want to go: tests, and areas that are there for its team."""
    tests = [
        (test, objectives.lying(state, test))
        for test in state.setup.skill_tests
        if objectives.may_try(state, figure, test)
    ]
    found = [Disc(place.x, place.y, test.radius) for test, place in tests if place is not None]
    areas = [area for area in _wanted_areas(state) if objectives.belongs(area, figure.team)]
    return found + [_heart(outline(area.outline)) for area in areas]


def _wanted_areas(state: MatchState) -> list[Area]:
    setup = state.setup
    borne = {cargo.test for cargo in state.cargo if cargo.bearer}
    names = {hold.area for hold in setup.holds if not objectives.has_been_held(state, hold)}
    names |= {area for test in setup.skill_tests if test.id in borne for area in test.bring_to}
    return [area for area in setup.areas if area.id in names]


def _heart(shape: Outline) -> Disc:
    """A small disc in the middle of an outline's box."""
    left, low, right, high = shape.box
    return Disc((left + right) // 2, (low + high) // 2, min(right - left, high - low) // 4)


# --- worth ------------------------------------------------------------------------------------------------------------


def point_worth(state: MatchState) -> int:
    """What one objective point is worth, in thousandths of an army point: its part of what wins."""
    setup = state.setup
    total = sum(figure.profile.army_points for figure in state.figures)
    goal = setup.victory.objectives_to_win
    if not goal and setup.victory.at_the_end == "objectives":
        goal = sum(test.objective_points for test in setup.skill_tests)
        goal += sum(hold.objective_points for hold in setup.holds)
    return 1000 * total // goal if goal else 1000


def prospects(state: MatchState) -> dict[str, int]:
    """By team, what all objectives promise; nothing where no places are known, and after the end."""
    promised = dict.fromkeys(state.teams, 0)
    setup = state.setup
    if not state.tracked or state.result is not None or not (setup.skill_tests or setup.holds):
        return promised
    figures = [figure for figure in state.figures if figure.in_play and figure.placed]
    worth = point_worth(state)
    for test in setup.skill_tests:
        _add_test(state, test, figures, promised, worth=worth)
    for hold in setup.holds:
        if not objectives.has_been_held(state, hold):
            _add_hold(state, hold, figures, promised, worth=worth)
    return promised


def _add_test(
    state: MatchState, test: SkillTest, figures: list[Figure], promised: dict[str, int], *, worth: int
) -> None:
    """An open test promises each team what its best figure would win there; what is carried, its bearer's team."""
    bearer = next((cargo for cargo in state.cargo if cargo.test == test.id and cargo.bearer), None)
    if bearer is not None:
        figure = state.figure(bearer.bearer)
        share = BORNE + ARRIVING * _nearness(_way_home(state, figure, test)) // 100
        promised[figure.team] += worth * test.objective_points * share // 100
    elif objectives.is_open(state, test) and (lying := objectives.lying(state, test)) is not None:
        share, best = reward(state, test, worth), dict.fromkeys(promised, 0)
        for figure in figures:
            if not objectives.belongs(test, figure.team):
                continue
            promise = _chance_there(state, figure, test, lying)
            best[figure.team] = max(best[figure.team], promise)
        for team, promise in best.items():
            promised[team] += share * promise // 10_000


def _chance_there(state: MatchState, figure: Figure, test: SkillTest, place: Place) -> int:
    """Hundredths of hundredths: how likely a figure passes a test, when it comes to it, and how soon that is."""
    gap = _gap(figure, place, test.radius)
    turn = state.turn
    ready = turn is not None and turn.figure == figure.id and not turn.tested and not gap
    dice = figure.base if ready else (*figure.base, *figure.cup, *figure.declared)
    return chance(state, figure, test, dice) * _nearness(gap) * (AT_HAND if ready else LATER) // 100


def reward(state: MatchState, test: SkillTest, worth: int) -> int:
    """What a success is worth: its share of all that it takes, and of what has to be brought somewhere first."""
    left = test.successes - state.tests_won.count(test.id) % test.successes
    return worth * test.objective_points * (BORNE if test.bring_to else 100) // (100 * left)


def passing(state: MatchState, pending: SkillTestPending) -> int:
    """Hundredths: how likely a declared test succeeds."""
    return _at_least(_specs(state, pending.dice), pending.difficulty - pending.value)


def chance(state: MatchState, figure: Figure, test: SkillTest, dice: tuple[str, ...]) -> int:
    """Hundredths: how likely a figure passes a test in contact with all the dice among these that it may roll."""
    use = skill_use(state, test)
    fitting = [die for die in dice if state.die(die).spec.colour in use.stands]
    if fitting:
        fitting += [die for die in dice if state.die(die).spec.colour in use.joins]
    return _at_least(
        _specs(state, fitting), test.difficulty - figure.value(test.attribute) - bonus_of(state, figure, test)
    )


def _specs(state: MatchState, dice: Iterable[str]) -> tuple[DieSpec, ...]:
    """Dice in an order that makes equal hands equal."""
    return tuple(sorted([state.die(die).spec for die in dice], key=lambda spec: (spec.sides, spec.has_ace)))


@lru_cache(maxsize=1 << 12)
def _at_least(specs: tuple[DieSpec, ...], needed: int) -> int:
    """Hundredths: how likely dice reach a total, aces counting highest (DUELS-SKILL-06); no dice never do."""
    if not specs:
        return 0
    faces = [
        [spec.sides if spec.has_ace and face == 1 else face for face in range(1, spec.sides + 1)] for spec in specs
    ]
    whole = exact.added(*(exact.die(values) for values in faces))
    return 100 * sum(weight for total, weight in whole.weights if total >= needed) // whole.total


def _way_home(state: MatchState, figure: Figure, test: SkillTest) -> Length:
    areas = [state.setup.area(name) for name in test.bring_to]
    own = [area for area in areas if objectives.belongs(area, figure.team)]
    return min((_gap_to_area(figure, area) for area in own), default=HALF_WAY * 100)


def _add_hold(state: MatchState, hold: Hold, figures: list[Figure], promised: dict[str, int], *, worth: int) -> None:
    """An area promises its points to who holds it, more the longer it was held, and some to who comes near."""
    area = state.setup.area(hold.area)
    holder = objectives.holder(state, area)
    held = next((held.rounds % hold.rounds for held in state.held if held.hold == hold.id and held.team == holder), 0)
    worth *= hold.objective_points
    for team in promised:
        own = [_gap_to_area(figure, area) for figure in figures if figure.team == team]
        if not own or not objectives.belongs(area, team):
            continue
        if team == holder:
            promised[team] += worth * (held + 1) * HOLDING // (100 * hold.rounds)
        else:
            near = _nearness(min(own))
            promised[team] += worth * near * (DISPUTED if near == 100 else NEARING) // (10_000 * hold.rounds)


# --- pieces -----------------------------------------------------------------------------------------------------------


def _nearness(gap: Length) -> int:
    """Hundredths: 100 there, half of it half way."""
    return 100 * HALF_WAY // (HALF_WAY + gap)


def _gap(figure: Figure, place: Place, radius: Length) -> Length:
    own = figure.place
    assert own is not None, "figures on a tracked table have places"
    plan = sqrt((own.x - place.x) ** 2 + (own.y - place.y) ** 2)
    return max(round(plan) - figure.profile.radius - radius, 0) + inches(10) * abs(own.level - place.level)


def _gap_to_area(figure: Figure, area: Area) -> Length:
    own = figure.place
    assert own is not None, "as above"
    gap = outline_distance(own, figure.profile.radius, outline(area.outline))
    return gap + inches(10) * abs(own.level - area.level)
