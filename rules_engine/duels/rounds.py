"""Rounds and turns (DUELS-ROUND, DUELS-ACT): dice choice, the order of play, and all that follows by itself."""

from collections import defaultdict
from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import combinations
from math import comb
from typing import Final

from msgspec.structs import replace

from rules_engine.duels import (
    boons,
    elimination,
    initiative,
    objectives,
    passes,
    placement,
    setup,
    terrain_placement,
    victory,
)
from rules_engine.duels.commands import ChooseDice, EndTurn, StartTurn
from rules_engine.duels.components import JOKERS, Colour, DieSpec
from rules_engine.duels.dice_uses import freeing_bands
from rules_engine.duels.events import (
    DiceChosen,
    InitiativeBegan,
    RoundEnded,
    RoundStarted,
    TeamTurnEnded,
    TeamTurnStarted,
    TurnEnded,
    TurnsBegan,
    TurnStarted,
)
from rules_engine.duels.state import Figure, MatchState, Phase, Turn
from rules_engine.duels.story import Story
from rules_engine.duels.view import dice_are_hidden
from rules_engine.kernel.errors import MalformedInput, RuleViolation
from rules_engine.kernel.messages import Decision, Legal
from rules_engine.kernel.rule_ids import RuleId

DICE_A_ROUND: Final = 6  # DUELS-ROUND-04, DUELS-RULING-023: for each figure
ATTACKS_A_TURN: Final = 2  # DUELS-ACT-03
SAMPLES: Final = 40  # how many choices of dice are listed at most


# --- what is open, and what follows by itself -------------------------------------------------------------------------


def awaiting(state: MatchState) -> tuple[Decision, ...]:
    """The open decisions while nothing is being resolved; none when the match is over."""
    turn = state.turn
    if turn is not None:
        return (state.ask("act", state.figure(turn.figure).seat, turn.figure),)
    return _OPEN[state.phase](state)


def go_on(story: Story) -> None:
    """Tell all that follows by itself, until somebody must decide or the match is over.

    Rules: DUELS-ROUND-01, DUELS-ROUND-10, DUELS-ROUND-11, DUELS-ACT-08, DUELS-ELIM-01, DUELS-WIN-01.
    """
    if story.state.pending is not None or story.state.result is not None:
        return
    if story.state.round:
        elimination.eliminate(story)
        objectives.deliver(story)
        victory.objectives_won(story)
    while story.state.result is None and _STEPS[story.state.phase](story):
        pass


# --- choosing dice ----------------------------------------------------------------------------------------------------


def _choosing(state: MatchState) -> tuple[Decision, ...]:
    """Who chooses dice: advanced team by team from alpha on, basic all at once (DUELS-ROUND-04, DUELS-ROUND-05)."""
    hidden = dice_are_hidden(state)
    return tuple(
        replace(state.ask("choose_dice", figure.seat, figure.id, together=True), hidden=hidden)
        for figure in _choosers(state)
    )


def _choosers(state: MatchState) -> tuple[Figure, ...]:
    left = tuple(figure for figure in state.figures if figure.in_play and not figure.dice_chosen)
    return state.of_first_team(left) if state.advanced else left


def choose_dice(story: Story, command: ChooseDice, decision: Decision) -> None:
    """Put dice from the cup on the base for this round.

    Rules: DUELS-ROUND-04, DUELS-ROUND-05, DUELS-ROUND-07, DUELS-RULING-022. Errors: RuleViolation for too many or too
    few; MalformedInput for a die that does not lie in the figure's cup.
    """
    if command.figure != decision.subject:
        raise MalformedInput(f"{decision.subject} chooses its dice, not {command.figure}.")
    figure, number = story.state.figure(command.figure), len(command.dice)
    if len(set(command.dice)) < number or not set(command.dice) <= set(figure.cup):
        raise MalformedInput(f"{figure.id} chooses different dice of its cup: {', '.join(figure.cup)}.")
    fewest, most = dice_limits(story.state, figure)
    if number > most:
        raise RuleViolation(_rule(story.state), figure=figure.id, dice=number, most=most)
    if number < fewest:
        raise RuleViolation(RuleId("DUELS-RULING-022"), figure=figure.id, dice=number, fewest=fewest)
    story.tell(DiceChosen(figure=figure.id, dice=command.dice))


def dice_limits(state: MatchState, figure: Figure) -> tuple[int, int]:
    """The fewest and the most dice that a figure may put on its base (DUELS-RULING-022, DUELS-RULING-023)."""
    most = min(DICE_A_ROUND + boons.more_dice(figure), len(figure.cup))
    return (most if state.setup.rulings.dice_choice == "exactly_six" else 0), most


def _rule(state: MatchState) -> RuleId:
    return RuleId("DUELS-ROUND-04" if state.advanced else "DUELS-ROUND-05")


def dice_options(state: MatchState, decision: Decision) -> Legal:
    """All choices of dice if they are few, else the fullest of each different kind."""
    figure = state.figure(decision.subject)
    fewest, most = dice_limits(state, figure)
    number = len(figure.cup)
    complete = sum(comb(number, size) for size in range(fewest, most + 1)) <= SAMPLES
    choices = _all_choices(number, fewest, most) if complete else _sampled_choices(_kinds(state, figure), fewest, most)
    commands = tuple(
        ChooseDice(
            seat=decision.seat,
            decision=decision.id,
            figure=figure.id,
            dice=tuple([figure.cup[index] for index in choice]),
        )
        for choice in choices
    )
    return Legal(commands=commands, complete=complete)


def _kinds(state: MatchState, figure: Figure) -> tuple[int, ...]:
    """For each die of a cup the index of the first die that is equal to it."""
    first: dict[DieSpec, int] = {}
    return tuple(first.setdefault(state.parts.dice[die].spec, index) for index, die in enumerate(figure.cup))


@lru_cache(maxsize=64)
def _all_choices(number: int, fewest: int, most: int) -> tuple[tuple[int, ...], ...]:
    """Every choice of so many out of a number of dice, as indexes, the fullest first."""
    return tuple(choice for size in range(most, fewest - 1, -1) for choice in combinations(range(number), size))


@lru_cache(maxsize=512)
def _sampled_choices(kinds: tuple[int, ...], fewest: int, most: int) -> tuple[tuple[int, ...], ...]:
    """Full choices that differ in their kinds of dice, spread evenly; and the empty one where it is allowed.

    kinds: of each die, the index of the first die that is equal to it.
    """
    alike = defaultdict[int, list[int]](list)
    for index, kind in enumerate(kinds):
        alike[kind].append(index)
    found = sorted(map(sorted, _full_choices(tuple(alike.values()), most)))
    spread = tuple(map(tuple, found[:: -(-len(found) // (SAMPLES - 1))]))
    return spread if fewest else (*spread, ())


def _full_choices(groups: Sequence[Sequence[int]], number: int) -> list[tuple[int, ...]]:
    """The ways to take so many members of all groups together, of each group the first ones."""
    choices: list[tuple[int, ...]] = [()]
    left = sum(map(len, groups))
    for group in groups:
        left -= len(group)
        firsts = [tuple(group[:size]) for size in range(len(group) + 1)]
        choices = [taken + more for taken in choices for more in firsts if 0 <= number - len(taken) - len(more) <= left]
    return choices


def _dice_step(story: Story) -> bool:
    """Figures without dice choose none; when all have chosen the next phase begins."""
    choosers = _choosers(story.state)
    for figure in choosers:
        if not figure.cup and not passes.can_play(story.state, "dice", figure):
            story.tell(DiceChosen(figure=figure.id, dice=()))
            return True
    if choosers:
        return False
    story.tell(InitiativeBegan() if story.state.advanced else TurnsBegan(order=story.state.live_teams()))
    return True


# --- turns ------------------------------------------------------------------------------------------------------------


def _starting(state: MatchState) -> tuple[Decision, ...]:
    """Basic: each player of the acting team may start the turn of one of its figures (DUELS-ROUND-08)."""
    seats = dict.fromkeys(figure.seat for figure in _yet_to_act(state))
    return tuple(replace(state.ask("start_turn", seat, seat), subject=state.team_turn) for seat in seats)


def _yet_to_act(state: MatchState) -> tuple[Figure, ...]:
    return tuple(figure for figure in state.team(state.team_turn) if figure.id not in state.acted)


def start_turn(story: Story, command: StartTurn, decision: Decision) -> None:
    """Basic: begin the turn of a figure of the acting team (DUELS-ROUND-01, DUELS-ROUND-08).

    Errors: RuleViolation for a figure that has had its turn; MalformedInput for one that is not the seat's.
    """
    own = [figure.id for figure in story.state.team(story.state.team_turn) if figure.seat == decision.seat]
    if command.figure not in own:
        raise MalformedInput(f"{decision.seat} has the figures {', '.join(own)}, not {command.figure}.")
    if command.figure in story.state.acted:
        raise RuleViolation(RuleId("DUELS-ROUND-01"), figure=command.figure)
    story.tell(TurnStarted(figure=command.figure))


def turn_options(state: MatchState, decision: Decision) -> Legal:
    """The seat's figures that have yet to act."""
    return Legal(
        commands=tuple(
            StartTurn(seat=decision.seat, decision=decision.id, figure=figure.id)
            for figure in _yet_to_act(state)
            if figure.seat == decision.seat
        )
    )


def end_turn(story: Story, command: EndTurn, decision: Decision) -> None:
    """Declare the end of the acting figure's turn (DUELS-ACT-07). Raises MalformedInput for another figure."""
    if command.figure != decision.subject:
        raise MalformedInput(f"{decision.subject} is acting, not {command.figure}.")
    _close_turn(story)


def _close_turn(story: Story) -> None:
    turn = story.state.turn
    assert turn is not None, "a turn is under way"
    story.tell(TurnEnded(figure=turn.figure))
    victory.turn_over(story, story.state.figure(turn.figure).team)


def _turns_step(story: Story) -> bool:
    """The acting figure's turn ends when it can do no more; then comes the next figure, team or round."""
    state = story.state
    if state.turn is not None:
        figure = state.figure(state.turn.figure)
        if figure.in_play and (can_act(state, figure, state.turn) or passes.can_play(state, "turn", figure)):
            return False
        _close_turn(story)
        return True
    return _next_figure(story) if state.advanced else _next_in_team(story)


def _next_figure(story: Story) -> bool:
    """Advanced: figures act by initiative (DUELS-INIT-05, DUELS-ROUND-09)."""
    initiative.reorder(story)
    if story.state.order:
        story.tell(TurnStarted(figure=story.state.order[0]))
    else:
        _next_round(story)
    return True


def _next_in_team(story: Story) -> bool:
    """Basic: a team takes the turns of all its figures, then the team on its left does (DUELS-ROUND-08)."""
    state = story.state
    if not state.team_turn:
        if state.order:
            story.tell(TeamTurnStarted(team=state.order[0]))
        else:
            _next_round(story)
        return True
    left = _yet_to_act(state)
    if len(left) > 1:
        return False
    if left:
        story.tell(TurnStarted(figure=left[0].id))
    else:
        story.tell(TeamTurnEnded(team=state.team_turn))
        victory.team_turn_over(story, state.team_turn)
    return True


def can_act(state: MatchState, figure: Figure, turn: Turn) -> bool:
    """Whether a figure may have an action left.

    Rules: DUELS-ACT-01 to DUELS-ACT-06, DUELS-ACT-08; in basic one Move and two attacks (DUELS-ACT-09,
    DUELS-RULING-030), and a Move does not end the turn (DUELS-RULING-031). Judged by what it has used and by its dice
    and gear; what would have to be measured counts as possible.
    """
    if not turn.moved:
        return True
    colours = {state.parts.dice[die].spec.colour for die in figure.base}
    if turn.attacks < ATTACKS_A_TURN and any(_can_hit(state, figure, colour) for colour in colours):
        return True
    if not state.advanced:
        return False
    heals = not turn.healed and not colours.isdisjoint(JOKERS)
    tests = (
        not turn.tested
        and bool(colours)
        and any(objectives.may_try(state, figure, test) for test in state.setup.skill_tests)
    )
    return heals or tests or _can_jump(state, figure) or _can_use_gear(state, figure, turn)


def _can_hit(state: MatchState, figure: Figure, colour: Colour) -> bool:
    """Whether dice of a colour can attack at some distance: the tape has its band, or a joker is or may become free."""
    if colour not in JOKERS:
        return figure.profile.band(colour) is not None
    rulings = state.setup.rulings
    return rulings.joker_companion == "any_other_die" or bool(freeing_bands(figure.profile, rulings, colour))


def _can_jump(state: MatchState, figure: Figure) -> bool:
    return figure.level > 0 and state.setup.rulings.jump_timing == "between_actions"


def _can_use_gear(state: MatchState, figure: Figure, turn: Turn) -> bool:
    open_still = turn.gear_open and state.setup.rulings.gear_action_scope == "combined"
    if turn.geared and not open_still:
        return False
    return bool(state.ground) or any(ally.gear for ally in state.team(figure.team))


# --- rounds -----------------------------------------------------------------------------------------------------------


def _next_round(story: Story) -> None:
    """End the round, and begin the next if the match goes on (DUELS-ROUND-10, DUELS-ROUND-11)."""
    story.tell(RoundEnded(round=story.state.round))
    objectives.count_areas(story)
    victory.objectives_won(story)
    if story.state.result is None:
        victory.round_over(story)
    if story.state.result is None:
        story.tell(RoundStarted(round=story.state.round + 1, alpha=next_alpha(story.state)))


def next_alpha(state: MatchState) -> str:
    """The alpha team of the next round: the next on the left, or the same (DUELS-ROUND-02, DUELS-RULING-020, -021).

    Alpha always is a team with figures.
    """
    teams = state.live_teams()
    stays = state.round == 0 or state.setup.rulings.alpha_rotation == "fixed" or state.alpha != teams[0]
    return teams[0] if stays else teams[1]


def _placement_step(story: Story) -> bool:
    """When all figures stand the first round begins; the winner of the alpha roll is alpha (DUELS-RULING-020)."""
    if story.state.to_place:
        placement.reject_crowded_table(story)
        return False
    story.tell(RoundStarted(round=1, alpha=next_alpha(story.state)))
    return True


def _nobody(state: MatchState) -> tuple[Decision, ...]:  # noqa: ARG001 -- has the shape of its siblings
    return ()


_OPEN: Final[dict[Phase, Callable[[MatchState], tuple[Decision, ...]]]] = {
    "alpha": setup.rolling,
    "terrain": terrain_placement.placing,
    "placement": placement.placing,
    "dice": _choosing,
    "declaring": initiative.declaring,
    "ties": initiative.settling,
    "turns": _starting,
    "over": _nobody,
}
_STEPS: Final[dict[Phase, Callable[[Story], bool]]] = {
    "alpha": setup.step,
    "terrain": terrain_placement.step,
    "placement": _placement_step,
    "dice": _dice_step,
    "declaring": initiative.declaring_step,
    "ties": initiative.ties_step,
    "turns": _turns_step,
}
