"""A match of the largest ruleset that was played to its end, and its first 600 events as every store holds them."""

from functools import cache
from itertools import count
from typing import Any, Final
from uuid import uuid4

import msgspec

from bench.rival_store import Game
from bench.strength import SIDES, match_setup
from ledger.events import Batch, NewEvent
from rules_engine import registry
from rules_engine.kernel.codec import encode, kind_of
from rules_engine.kernel.fold import Step
from rules_engine.kernel.messages import Event
from rules_engine.players.levels import player
from rules_engine.players.playout import playout
from rules_engine.registry import AnyRuleset

LENGTH: Final = 600


def ruleset() -> AnyRuleset:
    """The largest one."""
    return registry.ruleset("duels", 1, "advanced")


@cache
def steps() -> tuple[Step, ...]:
    """The steps of a match of at least 600 events between random players."""
    for seed in count():
        players = {side: player("random", ruleset(), f"{seed}:{side}") for side in SIDES}
        match = playout(ruleset(), match_setup(ruleset(), str(seed)), players, seed=seed)
        if sum(len(step.events) for step in match.steps) >= LENGTH:
            return match.steps
    raise AssertionError


def events() -> tuple[Event, ...]:
    """Its first 600 events."""
    return tuple(event for step in steps() for event in step.events)[:LENGTH]


def batches() -> list[Batch]:
    """The same for our ledger: a batch for each command."""
    made, left = [], LENGTH
    for step in steps():
        some = tuple(new_event(event) for event in step.events[:left])
        left -= len(some)
        made += [Batch(str(uuid4()), "account-1", some)] if some else []
    return made


def new_event(event: Event) -> NewEvent:
    """An event as it goes into our ledger."""
    return NewEvent(kind_of(event), event.schema, encode(event))


def plain(event: Event) -> dict[str, Any]:
    """An event as JSON would have it."""
    made: dict[str, Any] = msgspec.to_builtins(event)
    return made


def rival_game() -> Game:
    """The same for the other store, not saved yet; its creation is an event as well."""
    game = Game()
    for event in events()[1:]:
        game.happen(kind_of(event), plain(event))
    return game
