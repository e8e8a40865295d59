"""How good a state is, for computer players: what figures are worth, what they threaten, what an open attack will do.

All numbers are thousandths of an army point. They are estimates, but for the odds of an open attack, which are exact.
"""

from collections.abc import Sequence
from functools import lru_cache
from math import sqrt
from typing import Final, NamedTuple

from rules_engine.duels import dice_uses, measuring, odds, passes, prospects, terrain
from rules_engine.duels.attack import ATTACKS_A_TURN
from rules_engine.duels.components import (
    JOKERS,
    Band,
    Colour,
    DieSpec,
    HeldPass,
    JudgeRules,
    Profile,
)
from rules_engine.duels.odds import Effect, Odds, Situation
from rules_engine.duels.state import AttackPending, Figure, MatchState, MovePending, Parts, SkillTestPending
from rules_engine.duels.worth import MOST_CLICKS, clicked, losses, worth
from rules_engine.kernel.dice import Die
from rules_engine.kernel.messages import Seat
from rules_engine.kernel.units import INCH, Length, inches

RESULT: Final = 3000  # thousandths of all army points: a match won
CLOCK: Final = (400, 250, 120)  # thousandths of all army points: the clock has this many units left (0, 1, 2)
HALF_GAP: Final = inches(12)  # a target this far out of reach counts half
NOW, SOON, LATER = 90, 50, 25  # hundredths of an attack's worth: at once, later in this round, in the next
KEENNESS: Final = 115  # hundredths: own threats count more than the enemy's, so that players go and fight
FAR_OFF: Final = 2  # thousandths of its army points: an inch that keeps a figure of one's own from any target
DODGING: Final[tuple[Colour, ...]] = ("white", "yellow", *JOKERS)
DODGE_DIE: Final = 2  # thousandths of its bearer's army points: a die on its base that can dodge
GEAR_PIECE: Final = 40  # likewise: a piece of gear
GEAR_OPERATION: Final = 10  # likewise: each drop, pick-up and trade of a turn
PASS, PASS_THAT_COMES_BACK = 60, 10  # thousandths of a mean figure's army points: a pass that may still be played
PASS_FOR_THE_JUDGE: Final = 1000  # likewise: what it does nobody can foresee


def evaluate(state: MatchState, seat: Seat) -> int:
    """How good a state is for a seat's team: its own strength less its enemies', in thousandths of an army point.

    With more than two teams the enemies' strength is their average.
    """
    team = next(figure.team for figure in state.figures if figure.seat == seat)
    strengths = dict.fromkeys(state.teams, 0)
    committed = _committed(state)
    for figure in state.figures:
        if figure.in_play:
            strengths[figure.team] += _assets(state.parts, figure, committed)
    for each, threat in _threats(state, team).items():
        strengths[each] += threat
    if isinstance(state.pending, AttackPending):
        strengths[state.figure(state.pending.target).team] -= open_attack(state, state.pending)
    if isinstance(state.pending, SkillTestPending):
        strengths[state.figure(state.pending.figure).team] += _open_test(state, state.pending)
    for each, promise in prospects.prospects(state).items():
        strengths[each] += promise
    for each, bonus in _standing(state).items():
        strengths[each] += bonus
    for held in state.setup.passes:
        strengths[passes.team_of(state, held.seat)] += _unplayed(state, held)
    others = [strength for each, strength in strengths.items() if each != team]
    return strengths[team] - sum(others) // max(len(others), 1)


def _standing(state: MatchState) -> dict[str, int]:
    """What the result, the clock and objectives are worth; and what handing gear to and fro costs, lest it go on."""
    total = sum(figure.profile.army_points for figure in state.figures)
    bonus = dict.fromkeys(state.teams, 0)
    if state.result is not None:
        winners = state.result.winners()
        for team in state.teams:
            bonus[team] += RESULT * total if winners == (team,) else 0
        return bonus
    if state.turn is not None:
        figure = state.figure(state.turn.figure)
        bonus[figure.team] -= state.turn.gear_operations * GEAR_OPERATION * figure.profile.army_points
    if state.clock is not None:
        bonus[state.clock.team] -= CLOCK[min(state.clock.left, 2)] * total
    for team, points in state.objectives:
        bonus[team] += points * prospects.point_worth(state)
    return bonus


def _unplayed(state: MatchState, held: HeldPass) -> int:
    """A pass that may still be played: enough that it is kept for something better than nothing."""
    points = sum(figure.profile.army_points for figure in state.figures) // len(state.figures)
    share = PASS if held.card.per == "match" else PASS_THAT_COMES_BACK
    if any(isinstance(effect, JudgeRules) for effect in held.card.effects):
        share = PASS_FOR_THE_JUDGE
    return passes.uses_left(state, held) * share * points


# --- an open test -----------------------------------------------------------------------------------------------------


def _open_test(state: MatchState, pending: SkillTestPending) -> int:
    """What a declared test is expected to bring, less the clicks of a failure, by exact odds."""
    figure = state.figure(pending.figure)
    test = next(test for test in state.setup.skill_tests if test.id == pending.test)
    passing = prospects.passing(state, pending)
    harm = worth(figure.profile, figure.clicks) - worth(figure.profile, clicked(figure.profile, figure.clicks))
    return (passing * prospects.reward(state, test, prospects.point_worth(state)) - (100 - passing) * harm) // 100


# --- an open attack ---------------------------------------------------------------------------------------------------


def open_attack(state: MatchState, pending: AttackPending) -> int:
    """What an attack is still expected to cost its target; before the roll by exact odds."""
    target = state.figure(pending.target)
    if pending.clicks is not None:
        owed = pending.gear_owed * GEAR_PIECE * target.profile.army_points
        by_clicks = losses(target.profile, target.clicks, called=pending.called_shot)
        return by_clicks[min(pending.left, MOST_CLICKS - 1)] + owed
    if pending.rolled:
        return 0 if pending.hit is False else _rolled_attack(pending, target)
    situation = odds.situation_of(state, pending)
    if pending.dodge is not None:
        return expected_loss(target, odds.odds(situation))
    return _undodged(state, target, situation, pending.terrain_dice)


def _undodged(state: MatchState, target: Figure, situation: Situation, granted: Sequence[Die]) -> int:
    """While the target may still choose to dodge: the mean of no dodge and its best one."""
    own = dice_uses.dodge_hands(state, target, company=bool(granted))
    best = odds.dodge(state, own[1] if len(own) > 1 else (), granted)
    dodging = situation._replace(dodge=tuple(sorted(best)))
    return (expected_loss(target, odds.odds(situation)) + expected_loss(target, odds.odds(dodging))) // 2


def _rolled_attack(pending: AttackPending, target: Figure) -> int:
    """The dice lie, but something is still to be chosen before the clicks are counted; it changes little."""
    dealing = len(pending.kept or pending.dice) - len(pending.blocked) + len(pending.aces)
    return losses(target.profile, target.clicks, called=False)[min(dealing, MOST_CLICKS - 1)]


def expected_loss(target: Figure, table: Odds) -> int:
    """The mean of what a target loses by an attack with these odds."""
    return sum(weight * _loss(target, effect) for effect, weight in table.effects) // table.total


def _loss(target: Figure, effect: Effect) -> int:
    gear = min(effect.black, len(target.gear)) * GEAR_PIECE
    stun = len(target.base) * DODGE_DIE if effect.stuns else 0
    clicks = min(effect.clicks, MOST_CLICKS - 1)
    lost = losses(target.profile, target.clicks, called=effect.calls)[clicks]
    return lost + target.profile.army_points * (gear + stun)


# --- threats ----------------------------------------------------------------------------------------------------------


class _Arms(NamedTuple):
    """What a figure could attack with: colours in order of reach, each with its dice and their mean sum.

    ready: hundredths, how surely it comes to that. stride: how far it can go first. late: the attack can wait until the
    figure has come nearer, in a later round.
    """

    colours: tuple[tuple[Length, int, int], ...]
    ready: int
    stride: Length
    late: bool = True


def _threats(state: MatchState, team: str) -> dict[str, int]:
    """By team, what its figures are likely to do to the others: the best target of each, now or later."""
    threats = dict.fromkeys(state.teams, 0)
    if state.result is not None or not state.tracked:
        return threats
    on_table = [figure for figure in state.figures if figure.in_play and figure.placed]
    for figure in on_table:
        arms = _arms(state, figure)
        enemies = tuple([other for other in on_table if other.team != figure.team])
        keenness = KEENNESS if figure.team == team else 100
        threats[figure.team] += _best_threat(figure, arms, enemies) * keenness // 100
        if figure.team == team:
            threats[team] -= _inches_to_go(figure, arms, enemies) * FAR_OFF * figure.profile.army_points
        if _is_about_to_attack(state, figure):
            threats[figure.team] += max((_next_attack(state, figure, other) for other in enemies), default=0)
    return threats


def _is_about_to_attack(state: MatchState, figure: Figure) -> bool:
    """Whether it is this figure's turn and an attack, if any is possible, could be declared next."""
    turn = state.turn
    return state.pending is None and turn is not None and turn.figure == figure.id and turn.attacks < ATTACKS_A_TURN


def _next_attack(state: MatchState, figure: Figure, other: Figure) -> int:
    """The worth of attacking with all dice that reach, by exact odds, less the dice; less than to have done so."""
    if _apart(figure, other) > _longest_reach(figure.profile):
        return 0
    sight = measuring.sight(state, figure.id, other.id)
    if sight is None or not sight.free:
        return 0
    hands = dice_uses.attack_hands(state, figure, sight.distance, cross_level=sight.rise != 0)
    if not hands:
        return 0
    situation = odds.situation(state, figure, other, dice=hands[0], sight=sight)
    cost = _undodged(state, other, situation, terrain.terrain_dice(state, sight))
    return max(cost - len(hands[0]) * DODGE_DIE * figure.profile.army_points, 0) * NOW // 100


@lru_cache(maxsize=1 << 14)
def _best_threat(figure: Figure, arms: tuple[_Arms, ...], enemies: tuple[Figure, ...]) -> int:
    """The worth of the best attack that a figure may come to make; kept, for most states differ in one figure."""
    return max([_threat(figure, arms, other) for other in enemies], default=0)


@lru_cache(maxsize=1 << 14)
def _inches_to_go(figure: Figure, arms: tuple[_Arms, ...], enemies: tuple[Figure, ...]) -> int:
    """How far all enemies are out of reach of a figure's longest dice, after a walk."""
    colours, _, stride, _ = arms[-1]
    if not colours or not enemies:
        return 0
    return max(min(_apart(figure, other) for other in enemies) - stride - colours[-1][0], 0) // INCH


@lru_cache(maxsize=1 << 15)
def _threat(figure: Figure, arms: tuple[_Arms, ...], other: Figure) -> int:
    """The worth of the best attack that a figure may come to make on another."""
    apart = _apart(figure, other)
    table = losses(other.profile, other.clicks, called=False)
    edge = figure.value("weapon") - other.value("body")
    return max(_harm(each, apart, edge, table) for each in arms)


def _harm(arms: _Arms, apart: Length, edge: int, table: tuple[int, ...]) -> int:
    """About what an attack costs a target: by the dice that reach it; less the farther it is out of reach."""
    away = max(apart - arms.stride, 0)
    count = mean = gap = 0
    for reach, dice, average in arms.colours:
        if away <= reach:
            count, mean = count + dice, mean + average
    if not count:
        if not arms.colours or not arms.late:
            return 0
        reach, count, mean = arms.colours[-1]
        gap = away - reach
    chance = min(max(50 + 10 * (edge + mean * 3 // 4), 5), 95)
    harm = table[min(count * 3 // 4 + 1, MOST_CLICKS - 1)] * chance // 100
    return harm * arms.ready // 100 * HALF_GAP // (HALF_GAP + gap)


@lru_cache(maxsize=1 << 10)
def _longest_reach(profile: Profile) -> Length:
    return max((band.end for band in profile.bands), default=0)


def _apart(figure: Figure, other: Figure) -> Length:
    """About how far two bases are apart."""
    one, two = figure.place, other.place
    assert one is not None and two is not None, "figures on a tracked table have places"  # noqa: PT018 -- one claim
    rise = (one.level - two.level) * measuring.LEVEL
    centres = sqrt((one.x - two.x) ** 2 + (one.y - two.y) ** 2 + rise**2)
    return max(round(centres) - figure.profile.radius - other.profile.radius, 0)


def _arms(state: MatchState, figure: Figure) -> tuple[_Arms, ...]:
    """How a figure can come to attack: later in this round, if it can still act, and in the next."""
    turn = state.turn
    if turn is None or turn.figure != figure.id:
        return _arms_in_wait(state.parts, figure, soon=_is_waiting(state, figure))
    left = _way_left(state, figure)
    later = _Arms(_colours(state.parts, figure, _all_dice(figure)), LATER, figure.value("head") * INCH + left)
    if not left or turn.attacks >= ATTACKS_A_TURN:
        return (later,)
    committed = _committed(state)
    dice = tuple([die for die in figure.base if die not in committed])
    return (_Arms(_colours(state.parts, figure, dice), SOON, left, late=False), later)


@lru_cache(maxsize=1 << 14)
def _arms_in_wait(parts: Parts, figure: Figure, *, soon: bool) -> tuple[_Arms, ...]:
    """The arms of a figure that does not act now; soon: its turn is still to come this round."""
    walk = figure.value("head") * INCH
    later = _Arms(_colours(parts, figure, _all_dice(figure)), LATER, walk)
    return (_Arms(_colours(parts, figure, figure.base), SOON, walk), later) if soon else (later,)


def _all_dice(figure: Figure) -> tuple[str, ...]:
    return (*figure.base, *figure.cup, *figure.declared)


def _is_waiting(state: MatchState, figure: Figure) -> bool:
    """Whether a figure has chosen its dice and will act this round."""
    if not figure.dice_chosen or figure.id in state.acted:
        return False
    return state.phase != "turns" or figure.id in state.order or figure.team in (*state.order, state.team_turn)


def _way_left(state: MatchState, figure: Figure) -> Length:
    """How far the acting figure can still go this turn; dice not yet rolled count their mean."""
    pending = state.pending
    walk = figure.value("head") * INCH
    if isinstance(pending, MovePending):
        mean = sum(state.parts.dice[die].spec.sides * INCH // 2 for die in pending.dice)
        return walk + mean if pending.allowance is None else pending.allowance
    return 0 if state.turn is not None and state.turn.moved else walk


def _committed(state: MatchState) -> tuple[str, ...]:
    """Dice that still lie on bases but are about to be rolled."""
    pending = state.pending
    if isinstance(pending, AttackPending):
        return (*pending.dice, *(pending.dodge or ()))
    return pending.dice if isinstance(pending, MovePending) else ()


def _colours(parts: Parts, figure: Figure, dice: tuple[str, ...]) -> tuple[tuple[Length, int, int], ...]:
    return _by_reach(figure.profile.bands, tuple([parts.dice[die].spec for die in dice]))


@lru_cache(maxsize=1 << 14)
def _by_reach(bands: tuple[Band, ...], dice: tuple[DieSpec, ...]) -> tuple[tuple[Length, int, int], ...]:
    """The dice by reach, nearest first; jokers that no band lets reach ride on the colour that reaches farthest."""
    reach = {band.colour: band.end for band in bands}
    found: dict[Length, tuple[int, int]] = {}
    riding = mean_riding = 0
    for spec in dice:
        if spec.colour in reach:
            count, mean = found.get(reach[spec.colour], (0, 0))
            found[reach[spec.colour]] = (count + 1, mean + (spec.sides + 1) // 2)
        elif spec.colour in JOKERS:
            riding, mean_riding = riding + 1, mean_riding + (spec.sides + 1) // 2
    ordered = [(end, *found[end]) for end in sorted(found)]
    if ordered and riding:
        end, count, mean = ordered[-1]
        ordered[-1] = (end, count + riding, mean + mean_riding)
    return tuple(ordered)


@lru_cache(maxsize=1 << 14)
def _assets(parts: Parts, figure: Figure, committed: tuple[str, ...]) -> int:
    """A figure by the state of its dials, the dice on its base that can still dodge, and its gear."""
    dodging = sum(parts.dice[die].spec.colour in DODGING and die not in committed for die in figure.base)
    kept = dodging * DODGE_DIE + len(figure.gear) * GEAR_PIECE
    return worth(figure.profile, figure.clicks) + figure.profile.army_points * kept
