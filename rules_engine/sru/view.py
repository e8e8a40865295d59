"""What a seat may see: everything. Nothing in these rules is chosen in secret."""

from rules_engine.kernel.messages import Seat
from rules_engine.sru.state import SessionState


def view(state: SessionState, seat: Seat) -> SessionState:  # noqa: ARG001 -- the protocol's; nobody has secrets
    """The state as a seat sees it."""
    return state
