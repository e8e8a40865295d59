"""Initiative (DUELS-INIT): declared dice, one roll for all, ties, the order of the round. Advanced only."""

from collections import defaultdict
from collections.abc import Iterable
from itertools import permutations

from rules_engine.duels import dice_uses, passes
from rules_engine.duels.commands import DeclareInitiative, SettleTie
from rules_engine.duels.components import JOKERS
from rules_engine.duels.events import (
    InitiativeDeclared,
    InitiativeRolled,
    InitiativeTotal,
    OrderChanged,
    TieRolled,
    TieSettled,
    TurnsBegan,
)
from rules_engine.duels.state import Figure, MatchState
from rules_engine.duels.story import Story
from rules_engine.kernel.dice import Dice, Die, Roll
from rules_engine.kernel.errors import MalformedInput
from rules_engine.kernel.messages import Decision, Legal

TIE_DIE = 6  # DUELS-RULING-028: a plain d6

# --- declaring and rolling --------------------------------------------------------------------------------------------


def declaring(state: MatchState) -> tuple[Decision, ...]:
    """Who declares initiative dice, team by team from alpha on; then the one roll (DUELS-INIT-03, DUELS-INIT-04)."""
    declarers = _declarers(state)
    if declarers:
        return tuple(
            state.ask("declare_initiative", figure.seat, figure.id, together=True)
            for figure in state.of_first_team(declarers)
        )
    team = state.live_teams()[0]
    return (state.ask("roll_initiative", state.seat_of(team), team, pools=_declared(state)),)


def declaring_step(story: Story) -> bool:
    """Figures without a die for it declare none by themselves; without any declared die there is nothing to roll."""
    state = story.state
    declarers = state.of_first_team(_declarers(state))
    for figure in declarers:
        if not _has_dice(state, figure) and not passes.can_play(state, "initiative", figure):
            story.tell(InitiativeDeclared(figure=figure.id, dice=()))
            return True
    if declarers or _declared(state):
        return False
    _total(story, None)
    return True


def _declarers(state: MatchState) -> tuple[Figure, ...]:
    return tuple(figure for figure in state.figures if figure.in_play and not figure.initiative_declared)


def _declared(state: MatchState) -> tuple[Die, ...]:
    """All declared dice; each must be rolled (DUELS-RULING-026)."""
    return tuple(state.parts.dice[die].die for figure in state.figures for die in figure.declared)


def _has_dice(state: MatchState, figure: Figure) -> bool:
    """Whether any die of the base could be part of an initiative roll (DUELS-INIT-02, DUELS-RULING-025)."""
    if state.setup.rulings.initiative_dice == "any_colour":
        return bool(figure.base)
    return any(state.parts.dice[die].spec.colour in ("white", *JOKERS) for die in figure.base)


def declare(story: Story, command: DeclareInitiative, decision: Decision) -> None:
    """Lay dice for the initiative roll in front of the base, none for none.

    Rules: DUELS-INIT-02, DUELS-INIT-03, DUELS-RULING-025, DUELS-RULING-026. Errors: RuleViolation for dice of a wrong
    colour or not on the base; MalformedInput for another figure or an unknown die.
    """
    if command.figure != decision.subject:
        raise MalformedInput(f"{decision.subject} declares, not {command.figure}.")
    dice_uses.check_initiative(story.state, story.state.figure(command.figure), command.dice)
    story.tell(InitiativeDeclared(figure=command.figure, dice=command.dice))


def declare_options(state: MatchState, decision: Decision) -> Legal:
    """Dice that may be declared, none included."""
    hands = dice_uses.initiative_hands(state, state.figure(decision.subject))
    return Legal(
        commands=tuple(
            DeclareInitiative(seat=decision.seat, decision=decision.id, figure=decision.subject, dice=hand)
            for hand in hands
        ),
        complete=len(hands) == 1,
    )


def roll_initiative(story: Story, decision: Decision, dice: Dice) -> None:
    """Roll all declared dice at once (DUELS-INIT-04, DUELS-RULING-026)."""
    _total(story, dice.roll("initiative", decision.pools))


def _total(story: Story, roll: Roll | None) -> None:
    """Modified initiative is Head plus dice, an ace 0 (DUELS-INIT-01, DUELS-INIT-04, DUELS-INIT-09).

    What a pass adds to this initiative alone counts as if dice had given it (DUELS-PASS-02).
    """
    state = story.state
    results = dict(zip(roll.names, roll.faces, strict=True)) if roll else {}
    rolled = {
        figure.id: sum(state.parts.dice[die].value(results[die]) for die in figure.declared)
        for figure in state.figures
        if figure.in_play
    }
    totals = tuple(
        InitiativeTotal(
            figure=figure_id,
            total=state.figure(figure_id).value("head") + extra,
            dice=extra + state.figure(figure_id).added("head", until="initiative"),
        )
        for figure_id, extra in rolled.items()
    )
    ties = _ties(state, ((entry.figure, entry.total) for entry in totals))
    story.tell(InitiativeRolled(totals=totals, ties=ties, roll=roll))


# --- ties inside a team -----------------------------------------------------------------------------------------------


def _ties(state: MatchState, totals: Iterable[tuple[str, int]]) -> tuple[tuple[str, ...], ...]:
    """Groups of figures of one team with equal numbers (DUELS-INIT-08), in seating order."""
    groups = defaultdict[tuple[str, int], list[str]](list)
    for figure_id, total in totals:
        groups[state.figure(figure_id).team, total].append(figure_id)
    return tuple(tuple(group) for group in groups.values() if len(group) > 1)


def settling(state: MatchState) -> tuple[Decision, ...]:
    """The first tie to settle: by its controller, or by a roll.

    Rules: DUELS-INIT-08, DUELS-RULING-028. Several players of one team are taken to disagree: they roll.
    """
    tied = state.ties[0]
    seats = {state.figure(figure_id).seat for figure_id in tied}
    seat = state.figure(tied[0]).seat
    if len(seats) == 1 and state.setup.rulings.same_team_tie == "controller_choice":
        return (state.ask("settle_tie", seat, tied[0]),)
    pools = tuple(Die(f"{figure_id}/tie", TIE_DIE) for figure_id in tied)
    return (state.ask("roll_tie", seat, tied[0], pools=pools),)


def settle_tie(story: Story, command: SettleTie, decision: Decision) -> None:
    """Put a team's tied figures in order (DUELS-INIT-08, DUELS-RULING-028).

    Errors: MalformedInput unless the order names each tied figure once.
    """
    tied, *others = story.state.ties
    if sorted(command.order) != sorted(tied):
        raise MalformedInput(f"{decision.seat} orders the figures {', '.join(tied)}, each once.")
    story.tell(TieSettled(order=command.order, ties=tuple(others)))


def tie_options(state: MatchState, decision: Decision) -> Legal:
    """The orders of the tied figures: all, or, for more than four, those that move one figure to the front."""
    tied = state.ties[0]
    few = len(tied) <= 4
    fronts = ((name, *(other for other in tied if other != name)) for name in tied)
    orders = permutations(tied) if few else fronts
    commands = tuple(SettleTie(seat=decision.seat, decision=decision.id, order=tuple(order)) for order in orders)
    return Legal(commands=commands, complete=few)


def roll_tie(story: Story, decision: Decision, dice: Dice) -> None:
    """Roll a plain d6 for each tied figure; the higher acts first, equal ones roll again (DUELS-RULING-028)."""
    tied, *others = story.state.ties
    roll = dice.roll("initiative_tie", decision.pools)
    again = _ties(story.state, zip(tied, roll.faces, strict=True))
    story.tell(TieRolled(figures=tied, roll=roll, ties=(*again, *others)))


# --- the order --------------------------------------------------------------------------------------------------------


def ties_step(story: Story) -> bool:
    """When no tie is left the order of the round is fixed (DUELS-INIT-05)."""
    state = story.state
    if state.ties:
        return False
    figures = [figure for figure in state.figures if figure.in_play]
    story.tell(TurnsBegan(order=_in_order(state, figures, {figure.id: figure.initiative for figure in figures})))
    return True


def reorder(story: Story) -> None:
    """Put those yet to act in the order of their Head as it is now (DUELS-RULING-029 ``initiative_recalculated``)."""
    state = story.state
    if not state.setup.rulings.initiative_recalculated or len(state.order) < 2:
        return
    figures = [state.figure(figure_id) for figure_id in state.order]
    now = {figure.id: figure.value("head") + figure.initiative_dice for figure in figures}
    order = _in_order(state, figures, now)
    if order != state.order:
        story.tell(OrderChanged(order=order))


def _in_order(state: MatchState, figures: Iterable[Figure], initiative: dict[str, int]) -> tuple[str, ...]:
    """Figures from the highest initiative to the lowest.

    Ties: the team that comes first clockwise from alpha (DUELS-INIT-06, DUELS-INIT-07, DUELS-RULING-027), all its tied
    figures together; inside a team as settled (DUELS-INIT-08).
    """
    seating = {team: index for index, team in enumerate(state.live_teams())}

    def key(figure: Figure) -> tuple[int, int, tuple[int, ...]]:
        return -initiative[figure.id], seating[figure.team], tuple(-number for number in figure.tie_break)

    return tuple(figure.id for figure in sorted(figures, key=key))
