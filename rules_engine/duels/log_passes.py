"""Security passes in a typed-in match: who holds which, and how one is played (docs/match-log.md, docs/passes.md)."""

from rules_engine.duels import pass_rolls, passes
from rules_engine.duels.commands import KeepPasses, PlayPass
from rules_engine.duels.components import HeldPass
from rules_engine.duels.legal import awaiting
from rules_engine.duels.log_names import find_dice, find_named, read_face
from rules_engine.duels.state import MatchState
from rules_engine.kernel.errors import MalformedInput
from rules_engine.kernel.messages import Decision, Seat


def play(state: MatchState, seat: Seat, words: dict[str, str]) -> PlayPass:
    """The command of a line such as ``A plays lucky-charm, again U6``, with the decision that is open for the seat.

    Raises MalformedInput for a pass that the seat does not hold, or where nothing is asked of it.
    """
    decision, held = _decision(state, seat), _held(state, seat, words["card"])
    dice, shows = _dice(state, words)
    lying = tuple(piece.gear for piece in state.ground)
    return PlayPass(
        seat=seat,
        decision=decision.id,
        card=held.id,
        figure=words.get("figure", ""),
        dice=dice,
        shows=shows,
        dial=words.get("dial"),  # type: ignore[arg-type]  # the form allows the three dials
        gear=find_named(lying, words["gear"]) if "gear" in words else "",
        level=int(words.get("level", 0)),
    )


def keep(state: MatchState, seat: Seat) -> KeepPasses:
    """The command of ``A plays no pass``. Raises MalformedInput where the seat is not asked."""
    decision = _decision(state, seat, kind=passes.ASKED)
    return KeepPasses(seat=seat, decision=decision.id)


def _decision(state: MatchState, seat: Seat, kind: str = "") -> Decision:
    open_ = [decision for decision in awaiting(state) if decision.seat == seat and kind in {"", decision.kind}]
    if not open_:
        raise MalformedInput(f"Nothing is asked of {seat} with which a pass could be played.")
    return open_[0]


def _held(state: MatchState, seat: Seat, written: str) -> HeldPass:
    """The pass of a seat by its slug; of several copies the first that may still be played."""
    mine = [held for held in state.setup.passes if held.seat == seat and held.card.slug == written]
    if not mine:
        known = [held.card.slug for held in state.setup.passes if held.seat == seat]
        raise MalformedInput(f"{seat} holds no pass {written}, but: {', '.join(known) or 'none'}.")
    return max(mine, key=lambda held: passes.uses_left(state, held) > 0)


def _dice(state: MatchState, words: dict[str, str]) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """The dice that are rolled again, or those that are turned, with their faces."""
    lying = [die.name for die, _ in pass_rolls.thrown(state)]
    turned = words.get("turned", "").split()
    labels = " ".join(text.rpartition("=")[0] for text in turned)
    dice = find_dice(lying, labels or words.get("again", "nothing"))
    return dice, tuple(read_face(text, die) for text, die in zip(turned, dice, strict=False))
