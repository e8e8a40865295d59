"""What a seat may see: what others have chosen in secret is sealed."""

from msgspec.structs import replace

from rules_engine.duels.passes import team_of
from rules_engine.duels.state import Figure, MatchState
from rules_engine.kernel.messages import JUDGE, Seat


def view(state: MatchState, seat: Seat) -> MatchState:
    """The state as a seat sees it: dice that others chose in secret still look as if they lay in the cup.

    Rules: DUELS-ROUND-05, DUELS-RULING-024. Once all have chosen nothing is hidden. Passes lie open, unless the match
    was set up to hide those that have not been played (DUELS-PASS-02). The judge sees everything.
    """
    if seat == JUDGE:
        return state
    if state.setup.passes_hidden:
        state = _without_passes_of_others(state, seat)
    if not dice_are_hidden(state):
        return state
    return replace(state, figures=tuple(figure if figure.seat == seat else _sealed(figure) for figure in state.figures))


def dice_are_hidden(state: MatchState) -> bool:
    """Whether dice are being chosen in secret (DUELS-RULING-024 ``hidden_until_all_ready``)."""
    hidden = state.setup.rulings.basic_dice_choice == "hidden_until_all_ready"
    return state.phase == "dice" and hidden and not state.advanced


def _without_passes_of_others(state: MatchState, seat: Seat) -> MatchState:
    """Without the unplayed passes of other teams, and without the dice that these will bring."""
    own = {figure.seat for figure in state.figures if figure.team == team_of(state, seat)}
    played = {use.card for use in state.passes_played}
    passes = tuple(held for held in state.setup.passes if held.seat in own or held.id in played)
    known = {"", *(held.id for held in passes)}
    dice = {die_id: die for die_id, die in state.parts.dice.items() if die.card in known}
    return replace(state, setup=replace(state.setup, passes=passes), parts=replace(state.parts, dice=dice))


def _sealed(figure: Figure) -> Figure:
    """Cup and base in one heap, sorted, so that not even the order tells what was taken."""
    return replace(figure, cup=tuple(sorted((*figure.cup, *figure.base))), base=())
