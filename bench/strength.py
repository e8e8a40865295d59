"""How strong the levels of computer players are against each other, and how fast they decide.

``python -m bench.strength expert greedy --matches 200 --variant basic``
``python -m bench.strength greedy random --game marvel``
Matches come in pairs: the same rosters, terrain and dice seed, once with each player in the first seat.
"""

import argparse
import math
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from time import thread_time
from typing import Any

import msgspec
import yaml
from msgspec import Struct

from rules_engine import registry
from rules_engine.kernel.dice import Chance
from rules_engine.kernel.messages import Command, Decision, Legal
from rules_engine.players.levels import LEVELS, Level, player
from rules_engine.players.player import Budget, Player
from rules_engine.players.playout import Playout, playout
from rules_engine.registry import AnyRuleset

CATALOGS = Path(__file__).parent.parent / "catalogs"
ARMY_POINTS = {"duels": 7}  # of a roster, where not the usual ones of the game
SIDES = ("A", "B")


class Result(Struct, frozen=True, kw_only=True):
    """Matches of a first player against a second, as the first one sees them.

    interval: of its share of the matches, a draw as half a win, at 95 % (Wilson). p50 and p99: milliseconds of a
    processor that it took for a decision between two answers or more; it waits for nothing else. unfinished: cut off
    at the step limit, counted as draws.
    """

    wins: int
    losses: int
    draws: int
    unfinished: int
    interval: tuple[float, float]
    p50: float
    p99: float
    matches_per_second: float
    decisions_per_second: float

    @property
    def share(self) -> float:
        """Its share of the matches."""
        return (self.wins + self.draws / 2) / (self.wins + self.losses + self.draws)


class Timed:
    """A player with a stopwatch."""

    def __init__(self, inner: Player[Any]) -> None:  # any game's state
        self._inner = inner
        self.milliseconds: list[float] = []

    def choose(self, view: Any, decision: Decision, legal: Legal) -> Command:
        """The inner player's answer; the time is noted where there was something to choose."""
        start = thread_time()
        command = self._inner.choose(view, decision, legal)
        if len(legal.commands) > 1:
            self.milliseconds.append(1000 * (thread_time() - start))
        return command


def strength(
    a: Level,
    b: Level,
    *,
    matches: int,
    game: str = "duels",
    variant: str = "",
    seed: int = 0,
    evaluations: int | None = None,
) -> Result:
    """Play ``matches``, half of them with ``a`` in the first seat, on rosters drawn by ``seed``."""
    ruleset = registry.newest(game, variant)
    tally: Counter[str] = Counter()
    milliseconds: list[float] = []
    decisions, start = 0, thread_time()
    for number in range(matches):
        pair, side = f"{seed}:{number // 2}", SIDES[number % 2]
        timed, match = _play(ruleset, (a, b), side, seed=pair, evaluations=evaluations)
        milliseconds += timed.milliseconds
        decisions += match.decisions
        winners = match.outcome.winners() if match.outcome else ()
        tally["unfinished"] += match.outcome is None
        tally["draws" if len(winners) != 1 else "wins" if winners == (side,) else "losses"] += 1
    seconds = thread_time() - start
    milliseconds.sort()
    return Result(
        wins=tally["wins"],
        losses=tally["losses"],
        draws=tally["draws"],
        unfinished=tally["unfinished"],
        interval=wilson(tally["wins"] + tally["draws"] / 2, matches),
        p50=milliseconds[len(milliseconds) // 2],
        p99=milliseconds[len(milliseconds) * 99 // 100],
        matches_per_second=matches / seconds,
        decisions_per_second=decisions / seconds,
    )


def _play(
    ruleset: AnyRuleset, levels: tuple[Level, Level], side: str, *, seed: str, evaluations: int | None
) -> tuple[Timed, Playout[Any]]:
    timed = Timed(player(levels[0], ruleset, f"{seed}:a", Budget(evaluations) if evaluations else None))
    other = player(levels[1], ruleset, f"{seed}:b")
    players = {seat: timed if seat == side else other for seat in SIDES}
    return timed, playout(ruleset, match_setup(ruleset, seed), players, seed=seed)


def wilson(successes: float, trials: int, z: float = 1.96) -> tuple[float, float]:
    """The interval of a share that was counted in ``trials``, at 95 % (Wilson's score interval)."""
    share, square = successes / trials, z * z
    centre = (share + square / (2 * trials)) / (1 + square / trials)
    half = z * math.sqrt(share * (1 - share) / trials + square / (4 * trials * trials)) / (1 + square / trials)
    return centre - half, centre + half


def match_setup(ruleset: AnyRuleset, seed: str) -> Any:  # each game has its own setup record
    """A league match of its usual number of rosters of equal army points, drawn from the game's sample catalog."""
    catalog, chance = sample_catalog(ruleset.key, ruleset.variant), Chance(seed)
    points = ARMY_POINTS.get(ruleset.key, ruleset.usual_points)
    seats = SIDES[: ruleset.teams]
    return ruleset.league_setup([(seat, ruleset.draw_roster(catalog, points, chance)) for seat in seats], catalog)


@lru_cache
def sample_catalog(game: str, variant: str) -> Any:  # and its own catalog record
    """The catalog that comes with the project."""
    path = CATALOGS / f"{game}-sample.yaml"
    plain = yaml.safe_load(path.read_text(encoding="utf-8"))
    return registry.newest(game, variant).read_catalog(plain, path.name)


def _report(result: Result) -> Iterator[str]:
    low, high = result.interval
    yield f"won {result.wins}, lost {result.losses}, drawn {result.draws} (cut off {result.unfinished})"
    yield f"share {result.share:.3f}, 95 % interval {low:.3f} to {high:.3f}"
    yield f"a decision takes {result.p50:.1f} ms, at the 99th percentile {result.p99:.1f} ms"
    yield f"{result.matches_per_second:.2f} matches/s, {result.decisions_per_second:.0f} decisions/s"


def main() -> None:
    """Measure two levels and print what came out."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("a", choices=LEVELS)
    parser.add_argument("b", choices=LEVELS)
    parser.add_argument("--matches", type=int, default=200)
    parser.add_argument("--game", choices=("duels", "marvel"), default="duels")
    parser.add_argument("--variant", default="", help="of the rules: duels has advanced (its usual one) and basic")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--evaluations", type=int)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    result = strength(
        options.a, options.b, matches=options.matches, game=options.game, variant=options.variant,
        seed=options.seed, evaluations=options.evaluations,
    )  # fmt: skip
    print(msgspec.json.encode(result).decode() if options.json else "\n".join(_report(result)))


if __name__ == "__main__":
    main()
