"""What a seat may see: what others have chosen in secret is sealed."""

from msgspec.structs import replace

from rules_engine.duels.state import Figure, MatchState
from rules_engine.kernel.messages import JUDGE, Seat


def view(state: MatchState, seat: Seat) -> MatchState:
    """The state as a seat sees it: dice that others chose in secret still look as if they lay in the cup.

    Rules: DUELS-ROUND-05, DUELS-RULING-024. Once all have chosen nothing is hidden. The judge sees everything.
    """
    if not dice_are_hidden(state) or seat == JUDGE:
        return state
    return replace(state, figures=tuple(figure if figure.seat == seat else _sealed(figure) for figure in state.figures))


def dice_are_hidden(state: MatchState) -> bool:
    """Whether dice are being chosen in secret (DUELS-RULING-024 ``hidden_until_all_ready``)."""
    hidden = state.setup.rulings.basic_dice_choice == "hidden_until_all_ready"
    return state.phase == "dice" and hidden and not state.advanced


def _sealed(figure: Figure) -> Figure:
    """Cup and base in one heap, sorted, so that not even the order tells what was taken."""
    return replace(figure, cup=tuple(sorted((*figure.cup, *figure.base))), base=())
