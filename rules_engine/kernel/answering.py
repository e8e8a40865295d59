"""Which open decision a command answers; the same for every game."""

from collections.abc import Callable, Iterable

from rules_engine.kernel.codec import kind_of
from rules_engine.kernel.errors import DecisionClosed, MalformedInput
from rules_engine.kernel.messages import JUDGE, Command, Decision


def answered(
    open_: Iterable[Decision],
    command: Command,
    fits: Callable[[str], bool],
    names: Callable[[Decision], bool] | None = None,
) -> Decision:
    """The open decision that a command names and answers; the judge may answer for any seat.

    fits: whether the command answers decisions of a kind. names: whether it names a decision; by its id if left out.
    Errors: DecisionClosed where it is not open, or another seat's; MalformedInput for an answer of another kind.
    """
    for decision in open_:
        if names(decision) if names else decision.id == command.decision:
            if command.seat not in {decision.seat, JUDGE}:
                raise DecisionClosed(f"{decision.kind} is for {decision.seat} to decide, not for {command.seat}.")
            if not fits(decision.kind):
                raise MalformedInput(f"{kind_of(command)} is no answer to {decision.kind}.")
            return decision
    raise DecisionClosed(f"The decision {command.decision or '(none named)'} is not open.")
