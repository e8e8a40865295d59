"""Row 9: whole matches of two ``greedy`` players, every event written to PostgreSQL."""

from collections.abc import Iterator
from itertools import count
from uuid import uuid4

from bench.chess_pushes import BOTBOWL_MATCH, Pushes
from bench.harness import Figure, Setting, Work, compared, race
from bench.sample_match import new_event
from bench.strength import SIDES, match_setup
from ledger.events import Batch
from ledger.services import append
from rules_engine import registry
from rules_engine.duels.rulings import Variant
from rules_engine.players.levels import player
from rules_engine.players.playout import playout

VARIANTS: tuple[Variant, ...] = ("advanced", "basic")
BOTBOWL = "botbowl's random match, by python-chess"
GOAL = 5


def measure(setting: Setting) -> Iterator[Figure]:
    """Both variants; the goal is five matches in the time of a random one of botbowl."""
    matches: dict[str, Work] = {variant: _player(variant) for variant in VARIANTS}
    rates = race({**matches, "python-chess push": Pushes().push}, setting.options)
    rates[BOTBOWL] = [pushes * BOTBOWL_MATCH for pushes in rates["python-chess push"]]
    for variant in VARIANTS:
        what = f"a whole match, greedy on both sides, {variant} rules"
        yield compared(9, what, rates, BOTBOWL, unit="matches", goal=GOAL, ours=variant)


def _player(variant: Variant) -> Work:
    seeds = count()
    return lambda: _play_and_write(variant, f"bench:{next(seeds)}")


def _play_and_write(variant: Variant, seed: str) -> int:
    """Play a match and write it, a batch for each command, in one commit."""
    ruleset = registry.ruleset("duels", 1, variant)
    players = {side: player("greedy", ruleset, f"{seed}:{side}") for side in SIDES}
    match = playout(ruleset, match_setup(ruleset, seed), players, seed=seed)
    steps = [tuple(map(new_event, step.events)) for step in match.steps if step.events]
    append(f"bench/{uuid4()}", [Batch(str(uuid4()), "account-1", events) for events in steps], expected_version=0)
    return 1
