"""Row 5: rebuild a match of 600 events from PostgreSQL: chain verified, full state of the ruleset."""

from collections.abc import Iterator
from functools import partial
from typing import Any
from uuid import UUID, uuid4

import msgspec

from bench import sample_match
from bench.harness import Figure, Setting, compared, counted, race
from bench.rival_store import Game, Games
from ledger import chain, queries
from ledger.services import append
from rules_engine.kernel.fold import fold
from rules_engine.kernel.messages import Event
from rules_engine.registry import AnyRuleset


def measure(setting: Setting) -> Iterator[Figure]:
    """The full rebuild, the log alone, and whether both stores tell the same match."""
    ruleset, stream = sample_match.ruleset(), f"bench/{uuid4()}"
    append(stream, sample_match.batches(), expected_version=0)
    with Games(setting.url) as games:
        game = sample_match.rival_game()
        games.save(game)
        rates = race(
            {
                "ours": partial(_rebuild, ruleset, stream),
                "log only": partial(_read, ruleset, stream),
                "eventsourcing repository.get": partial(_get, games, game.id),
            },
            setting.options,
        )
        rival: Game = games.repository.get(game.id)
    against = "eventsourcing repository.get"
    yield compared(5, "rebuild a match of 600 events: chain, full state", rates, against, unit="matches", goal=8)
    what = "the same, chain and events alone"
    yield compared(5, what, rates, against, unit="matches", goal=10, ours="log only")
    events = _events(ruleset, stream)
    same = fold(ruleset, events) == fold(ruleset, sample_match.events()) and _last(events) == rival.body
    yield counted(5, "both stores end with what was played", "yes" if same else "no", "yes", met=same)


def _rebuild(ruleset: AnyRuleset, stream: str) -> int:
    fold(ruleset, _events(ruleset, stream))
    return 1


def _read(ruleset: AnyRuleset, stream: str) -> int:
    return len(_events(ruleset, stream)) // sample_match.LENGTH


def _events(ruleset: AnyRuleset, stream: str) -> list[Event]:
    """Read, verify and decode a stream."""
    stored = queries.read_stream(stream)
    chain.check(stored, stream)
    return [ruleset.codec.decode_event(event.kind, event.schema, event.body) for event in stored]


def _get(games: Games, game_id: UUID) -> int:
    games.repository.get(game_id)
    return 1


def _last(events: list[Event]) -> Any:  # plain JSON data
    return msgspec.json.decode(msgspec.json.encode(events[-1]))
