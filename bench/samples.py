"""The event that is written in every store: a roll of about 200 bytes, equal in all of them."""

from typing import Any

import msgspec

from ledger.events import NewEvent
from rules_engine.kernel.codec import encode, kind_of
from rules_engine.kernel.dice import Roll
from rules_engine.kernel.messages import Event


class Rolled(Event, frozen=True, kw_only=True, tag="bench.rolled"):
    """A figure's dice were rolled."""

    figure: str
    roll: Roll


ROLL = Roll(
    n=17,
    purpose="attack",
    names=("ork-sniper/W6", "ork-sniper/R8", "ork-sniper/G6"),
    sides=(6, 8, 6),
    faces=(3, 7, 1),
    source="server",
)
FIGURE = "ork-sniper"
PLAIN: dict[str, Any] = msgspec.to_builtins(Rolled(figure=FIGURE, roll=ROLL))  # as JSON would have it


def rolled() -> NewEvent:
    """A new roll, encoded for the ledger."""
    event = Rolled(figure=FIGURE, roll=ROLL)
    return NewEvent(kind_of(event), event.schema, encode(event))
