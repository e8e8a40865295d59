"""What the events of security passes change in a state (DUELS-PASS-02); a part of `evolve`."""

from collections.abc import Set
from typing import Final, TypeAlias, assert_never

from msgspec.structs import replace

from rules_engine.duels import events as e
from rules_engine.duels.components import ActionName, PassPoint
from rules_engine.duels.state import (
    AttackPending,
    Figure,
    HealPending,
    MatchState,
    MovePending,
    PassUse,
    Pending,
    ReRolling,
    SkillTestPending,
    Turn,
    Until,
)
from rules_engine.kernel.messages import Seat

Changes: TypeAlias = dict[str, object]


def played(state: MatchState, event: e.PassPlayed) -> Changes:
    """What is in force from now on, where the dice of the pass lie, and what it changes of the turn and of a roll."""
    use = PassUse(card=event.card, round=state.round, turn=state.turn.figure if state.turn else "")
    figure = state.figure(event.figure)
    served = replace(
        figure,
        boons=(*figure.boons, *event.boons),
        base=(*figure.base, *event.base),
        cup=(*figure.cup, *event.cup),
    )
    changes: Changes = {"figures": state.figures_with(served), "passes_played": (*state.passes_played, use)}
    if event.regained:
        assert state.turn is not None, "only an acting figure has actions"
        changes["turn"] = _regained(state.turn, event.regained)
    if event.rerolls:
        changes["rerolling"] = ReRolling(card=event.card, figure=event.figure, seat=event.seat, dice=event.rerolls)
    return changes | _roll_at_hand(state.pending, event)


def _regained(turn: Turn, actions: tuple[ActionName, ...]) -> Turn:
    for action in actions:
        match action:
            case "move":
                turn = replace(turn, moved=False)
            case "attack":
                turn = replace(turn, attacks=turn.attacks - 1)
            case "gear":
                turn = replace(turn, geared=False, gear_open=False)
            case "heal":
                turn = replace(turn, healed=False)
            case "test":
                turn = replace(turn, tested=False)
            case _:
                assert_never(action)
    return turn


def _roll_at_hand(pending: Pending | None, event: e.PassPlayed) -> Changes:
    match pending:
        case MovePending() if event.allowance is not None:
            return {"pending": replace(pending, allowance=event.allowance)}
        case AttackPending() if event.roll_with:
            return {"pending": replace(pending, dice=(*pending.dice, *event.roll_with))}
        case SkillTestPending():
            value = pending.value if event.value is None else event.value
            return {"pending": replace(pending, dice=(*pending.dice, *event.roll_with), value=value)}
        case _:
            return {}


def kept(state: MatchState, event: e.PassesKept) -> Changes:
    """That a seat is not asked again at this moment."""
    mark = kept_mark(event.seat, event.point, event.figure)
    return {"passes_kept": (*state.passes_kept, mark)}


def kept_mark(seat: Seat, point: PassPoint, figure_id: str) -> str:
    """How the state remembers that a seat plays no more passes at a moment."""
    return f"{point}:{figure_id}:{seat}"


def faces_changed(state: MatchState, event: e.FacesChanged) -> Changes:
    """The dice that lie now show these faces."""
    match state.pending:
        case MovePending():
            pending: Pending = replace(state.pending, faces=event.faces, allowance=event.allowance)
        case HealPending():
            pending = replace(state.pending, faces=event.faces, clicks=event.clicks)
        case AttackPending() | SkillTestPending():
            pending = replace(state.pending, faces=event.faces)
        case _:  # pragma: no cover -- no other roll waits for anything
            raise AssertionError
    return {"pending": pending, "rerolling": None}


ENDS: Final[dict[type[e.DuelsEvent], Until]] = {
    e.AttackEnded: "attack",
    e.FigureMoved: "move",
    e.SkillTestSettled: "test",
    e.InitiativeRolled: "initiative",
    e.TurnEnded: "turn",
    e.RoundEnded: "round",
}
"""The event with which boons end that last until then."""


def expired(state: MatchState, event: e.DuelsEvents) -> MatchState:
    """The state without what passes did only until now; dice that they lent for the round leave the game."""
    until = ENDS.get(type(event))
    if until is None:
        return state
    figures = tuple(_outlasting(figure, until) for figure in state.figures)
    if until == "round":
        lent = {die.id for die in state.parts.dice.values() if die.lent}
        figures = tuple(_without(figure, lent) for figure in figures)
    kept = () if until in {"attack", "test"} else state.passes_kept
    return replace(state, figures=figures, passes_kept=kept)


def _outlasting(figure: Figure, until: Until) -> Figure:
    left = tuple(boon for boon in figure.boons if boon.until != until)
    return figure if len(left) == len(figure.boons) else replace(figure, boons=left)


def _without(figure: Figure, dice: Set[str]) -> Figure:
    """At the end of a round all dice are in the cup."""
    return replace(figure, cup=tuple(die for die in figure.cup if die not in dice))
