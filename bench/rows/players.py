"""Row 11: how strong the computer players are, and how long they take."""

from collections.abc import Iterator

from bench.harness import Figure, Setting, counted
from bench.strength import Result, strength
from rules_engine.players.levels import Level

PAIRS: tuple[tuple[Level, Level, float], ...] = (("greedy", "random", 0.95), ("expert", "greedy", 0.6))
RULES = (("duels", "advanced"), ("duels", "basic"), ("marvel", "quick"))  # games with their variants
MILLISECONDS = 100


def measure(setting: Setting) -> Iterator[Figure]:
    """Each level against the one below, in each game for two and each of its variants."""
    for game, variant in RULES:
        for stronger, weaker, goal in PAIRS:
            result = strength(stronger, weaker, matches=setting.options.matches, game=game, variant=variant)
            yield from _figures(result, f"{stronger} against {weaker}, {game} {variant}", goal)


def _figures(result: Result, what: str, goal: float) -> Iterator[Figure]:
    low, high = result.interval
    share = f"{result.share:.3f} of {result.wins + result.losses + result.draws}, 95 % interval {low:.3f} to {high:.3f}"
    met = result.share >= goal and low > 0.5
    yield counted(11, what, share, f">= {goal:g}, interval above 0.5", met=met)
    times = f"median {result.p50:.1f} ms, 99th percentile {result.p99:.1f} ms"
    yield counted(11, f"a decision of {what}", times, f"<= {MILLISECONDS} ms", met=result.p99 <= MILLISECONDS)
