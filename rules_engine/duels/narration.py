"""What the sentence of an event needs to know."""

from rules_engine.duels.state import MatchState
from rules_engine.kernel.errors import Facts
from rules_engine.kernel.messages import Event


def narrate(state: MatchState | None, event: Event) -> Facts:
    raise NotImplementedError
