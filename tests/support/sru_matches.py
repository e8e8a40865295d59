"""A session of SRU as a match at a table: Ann plays Rae, Sam is the game master; what they type is in words."""

from typing import Any
from uuid import UUID

import msgspec
from msgspec.structs import replace

from ledger import queries as ledger
from ledger.events import StoredEvent
from matches import queries
from matches.domain.commands import ScheduleMatch
from matches.events import SeatPlan
from matches.services import commands, lifecycle
from rules_engine.kernel.codec import encode
from rules_engine.kernel.messages import Command
from rules_engine.sru.commands import RecordDeed
from rules_engine.sru.components import Rumor
from rules_engine.sru.rumors import Deed
from rules_engine.sru.setups import Setup
from tests.support.matches import ANN, JUDY, ORGANIZER, SAM, new_id
from tests.support.sru import CITY, character, place, setup

ACTORS = {"alice": ANN, "gm": SAM}
SEATS = (SeatPlan(seat="alice", team="A", account=ANN), SeatPlan(seat="gm", team="gm", account=SAM))
RECKLESS = Rumor(id="rae/1", character="rae", domain="combat", circle="gang-a", adjective="reckless Rae", index=2)
DEED = Deed(character="rae", domain="combat", circle="gang-a", adjective="reckless Rae", index=1)


def session(**more: Any) -> Setup:
    """One character whom a circle calls reckless; no rumor fades, so that play begins at once."""
    more.setdefault("rumors", (RECKLESS,))
    rae = character(skills={"summoning": 6, "stealth": 4}, attributes={"magic": 6})
    return setup(rae, graph=CITY, opponents=(place(),), rulings={"rumors_fade_mode": "off"}, **more)


def planned(setup_: Setup | None = None, **more: Any) -> ScheduleMatch:
    raw = msgspec.Raw(encode(setup_ or session()))
    more = {"seats": SEATS, "judges": (JUDY,), "dice": "table", "setup": raw} | more
    return ScheduleMatch(ruleset="sru", ruleset_version=1, variant="standard", **more)


def opened(setup_: Setup | None = None, **more: Any) -> UUID:
    """A match in play."""
    match_id = lifecycle.schedule(new_id(), ORGANIZER, planned(setup_, **more))
    lifecycle.start(match_id, new_id(), ORGANIZER)
    return match_id


def say(match_id: UUID, command: Command, *, command_id: str = "") -> tuple[StoredEvent, ...]:
    """Submit a command of a seat for what it is asked now."""
    open_ = next(each for each in queries.decisions(match_id) if each.seat == command.seat)
    answer = replace(command, decision=command.decision or open_.id)
    return commands.submit(match_id, command_id or new_id(), ACTORS[command.seat], answer)


def deed(**changed: Any) -> RecordDeed:
    return RecordDeed(seat="gm", deed=replace(DEED, **changed))


def written(match_id: UUID) -> str:
    """All that the log of a match says."""
    return b"\n".join(event.body for event in ledger.read_stream(f"match/{match_id}")).decode()
