"""Who decides now, and what they can answer; each module of the rules speaks for its own decisions."""

from collections.abc import Callable
from typing import Final, TypeAlias, assert_never

from rules_engine.kernel.messages import Decision, Legal
from rules_engine.sru import actions, active_protection, assistant_calls, options, script, sessions, ways
from rules_engine.sru.commands import Roll
from rules_engine.sru.components import GM
from rules_engine.sru.state import ActionPending, CallPending, HamperPending, SessionState


def awaiting(state: SessionState) -> tuple[Decision, ...]:
    """The open decisions; with a game master players and he may act at any time when nothing must be settled first.

    The ids of those end in the number of the event before; `decide` takes an older number too.
    """
    match state.pending:
        case None:
            return _at_leisure(state)
        case ActionPending():
            return actions.awaiting(state, state.pending)
        case CallPending():
            return assistant_calls.awaiting(state, state.pending)
        case HamperPending():
            return active_protection.awaiting(state, state.pending)
        case _:
            assert_never(state.pending)


def _at_leisure(state: SessionState) -> tuple[Decision, ...]:
    match state.phase:
        case "over":
            return ()
        case "fading":
            return sessions.fade_awaiting(state)
        case "play":
            return script.awaiting(state) if state.scripted else _table(state)
        case _:
            assert_never(state.phase)


def _table(state: SessionState) -> tuple[Decision, ...]:
    seats = dict.fromkeys(character.seat for team in state.setup.teams for character in team.characters)
    play = (Decision(id=f"play:{seat}:{state.ply}", seat=seat, kind="play", subject=seat) for seat in seats)
    return (Decision(id=f"run:{state.ply}", seat=GM, kind="run"), *play)


Options: TypeAlias = Callable[[SessionState, Decision], Legal]


def legal_commands(state: SessionState, decision: Decision) -> Legal:
    """The answers to an open decision: all, or, where ``complete`` is false, good samples of them."""
    if decision.kind.startswith("roll_"):
        return Legal(commands=(Roll(seat=decision.seat, decision=decision.id),))
    return OPTIONS[decision.kind](state, decision)


OPTIONS: Final[dict[str, Options]] = {
    "way": ways.options,
    "play": options.play,
    "run": options.run,
    "choose_fade": options.fade,
    "admit_action": options.admit_action,
    "settle_gamble": options.settle_gamble,
    "complicate": options.complicate,
    "admit_call": options.admit_call,
    "quote_rental": options.quote,
    "split": options.split,
    "respond": options.respond,
    "enter_score": options.enter_score,
}
