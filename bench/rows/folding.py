"""Row 7: fold a log of 600 events, keeping the state after each, as the replay viewer needs them."""

import tracemalloc
from collections.abc import Iterator

from bench import sample_match
from bench.chess_pushes import Pushes
from bench.harness import Figure, Setting, Work, compared, counted, race
from rules_engine.kernel.fold import states

MEGABYTES = 5


def measure(setting: Setting) -> Iterator[Figure]:
    """The speed, then what the states take together."""
    ruleset, events = sample_match.ruleset(), sample_match.events()
    work: dict[str, Work] = {
        "ours": lambda: len(list(states(ruleset, events))),
        "python-chess push": Pushes().push,
    }
    rates = race(work, setting.options, computes=True)
    yield compared(7, "fold 600 events to all their states", rates, "python-chess push", unit="events", goal=0.4)
    tracemalloc.start()
    kept = list(states(ruleset, events))
    megabytes = tracemalloc.get_traced_memory()[0] / 1e6
    tracemalloc.stop()
    what = f"memory of {len(kept)} states"
    yield counted(7, what, f"{megabytes:.2f} MB", f"< {MEGABYTES} MB", met=megabytes < MEGABYTES)
