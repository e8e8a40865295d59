"""Row 13: the other games beside Duels: fold a match's events; full steps of the rules in random matches."""

from collections.abc import Iterator
from itertools import count

from bench.harness import Figure, Setting, Work, compared, race
from bench.rows.stepping import stepper
from bench.strength import match_setup
from rules_engine import registry
from rules_engine.kernel.fold import fold, states
from rules_engine.kernel.messages import Event
from rules_engine.players.levels import player
from rules_engine.players.playout import playout
from rules_engine.registry import AnyRuleset

YARDSTICK = "duels"
GAMES = (YARDSTICK, "marvel", "sru")
GOAL = 0.5
EVENTS = 300  # of several matches, if need be


def measure(setting: Setting) -> Iterator[Figure]:
    """Events folded a second, which may take twice the time of Duels, then steps a second."""
    for what, unit, goal, work in (
        ("fold the events of matches", "events", GOAL, _folder),
        ("list the answers, decide, evolve", "steps", None, stepper),
    ):
        rates = race({key: work(registry.newest(key)) for key in GAMES}, setting.options, computes=True)
        for key in GAMES[1:]:
            yield compared(13, f"{what}: {key}", rates, YARDSTICK, unit=unit, goal=goal, ours=key)


def _folder(ruleset: AnyRuleset) -> Work:
    matches: list[tuple[Event, ...]] = []
    for seed in count():
        matches.append(_random_match(ruleset, seed))
        if sum(map(len, matches)) >= EVENTS:
            break
    return lambda: sum(len(list(states(ruleset, events))) for events in matches)


def _random_match(ruleset: AnyRuleset, seed: int) -> tuple[Event, ...]:
    setup = match_setup(ruleset, str(seed))
    seats = ruleset.seats(fold(ruleset, ruleset.start(setup)))
    players = {seat: player("random", ruleset, f"{seed}:{seat}") for seat in seats}
    return tuple(event for step in playout(ruleset, setup, players, seed=str(seed)).steps for event in step.events)
