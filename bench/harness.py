"""Races between our code and its yardsticks, and what came of them."""

import gc
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from statistics import median, quantiles
from time import perf_counter, process_time
from typing import Any, NamedTuple, TypeAlias

from msgspec import Struct

Work: TypeAlias = Callable[[], int]  # does something and returns how often
Rates: TypeAlias = Mapping[str, Sequence[float]]  # contender → its rate in each round, a second


class Quartiles(NamedTuple):
    """The middle half of some figures."""

    low: float
    median: float
    high: float


class Options(Struct, frozen=True, kw_only=True):
    """How long is measured: rounds of each race, seconds of each contender in a round; counts of the rest.

    matches: between two levels of computer players; events: in the chain that is verified; flips: bits turned in it;
    hands: drawn to compare odds; tail_seconds: that a reader follows four writers.
    """

    rounds: int = 15
    seconds: float = 0.2
    matches: int = 40
    events: int = 100_000
    flips: int = 1_000
    hands: int = 200
    tail_seconds: float = 10


QUICK = Options(rounds=5, seconds=0.1, matches=4, events=20_000, flips=100, hands=20, tail_seconds=3)
FULL = Options(rounds=25, seconds=0.3, matches=200, events=1_000_000, tail_seconds=60)


class Setting(NamedTuple):
    """What a row is given: its options and the URL of a PostgreSQL of its own, durable and migrated."""

    options: Options
    url: str


class Figure(Struct, frozen=True, kw_only=True):
    """A line of the table.

    yardstick: what it is compared with, if anything; ratio: ours to the yardstick's, round by round; goal: what the
    lower quartile must reach, or in words what must be so; met: None where there is no goal.
    """

    row: int
    what: str
    ours: str
    yardstick: str = ""
    ratio: Quartiles | None = None
    goal: str = ""
    met: bool | None = None


def quartiles(values: Sequence[float]) -> Quartiles:
    """Lower quartile, median and upper quartile; one value is all three of itself."""
    if len(values) == 1:
        return Quartiles(values[0], values[0], values[0])
    return Quartiles(*quantiles(values, n=4, method="inclusive"))


def ratios(ours: Sequence[float], theirs: Sequence[float]) -> list[float]:
    """Our rate to theirs in each round: what slows a round down slows both."""
    return [a / b for a, b in zip(ours, theirs, strict=True)]


def rotated(names: Sequence[str], round_: int) -> list[str]:
    """The order in which contenders run in a round: each begins as often as the others."""
    start = round_ % len(names)
    return [*names[start:], *names[:start]]


def race(contenders: Mapping[str, Work], options: Options, *, computes: bool = False) -> dict[str, list[float]]:
    """Let every contender work in every round, after one that does not count; the rates of each, round by round.

    computes: nobody waits for anything, so that the processor's time is counted, whatever else the machine does.
    """
    clock = process_time if computes else perf_counter
    return race_by({name: partial(rate, work, clock=clock) for name, work in contenders.items()}, options)


def race_by(rate_of: Mapping[str, Callable[[float], float]], options: Options) -> dict[str, list[float]]:
    """The same between contenders that measure their own rate, given the seconds of a round."""
    gc.collect()
    gc.freeze()  # what earlier races left behind is nobody's to collect
    rates: dict[str, list[float]] = {name: [] for name in rate_of}
    for round_ in range(options.rounds + 1):
        for name in rotated(tuple(rate_of), round_):
            measured = rate_of[name](options.seconds)
            if round_:
                rates[name].append(measured)
    return rates


def rate(work: Work, seconds: float, *, clock: Callable[[], float] = perf_counter) -> float:
    """How often a second ``work`` does its thing, over at least so many seconds."""
    done, start = 0, clock()
    while (elapsed := clock() - start) < seconds:
        done += work()
    return done / elapsed


def compared(
    row: int, what: str, rates: Rates, against: str, *, unit: str, goal: float | None = None, ours: str = "ours"
) -> Figure:
    """Our rate beside one yardstick; the goal is met when the lower quartile of the ratios reaches it."""
    ratio = quartiles(ratios(rates[ours], rates[against]))
    return Figure(
        row=row,
        what=what,
        ours=f"{number(median(rates[ours]))} {unit}/s",
        yardstick=f"{against} {number(median(rates[against]))}/s",
        ratio=ratio,
        goal="" if goal is None else f">= {goal:g}",
        met=None if goal is None else ratio.low >= goal,
    )


def counted(row: int, what: str, ours: object, goal: str, *, met: bool) -> Figure:
    """A figure that is a count, not a speed."""
    return Figure(row=row, what=what, ours=str(ours), goal=goal, met=met)


def number(value: float) -> str:
    """A figure with three digits that count."""
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


COLUMNS = ("row", "what", "ours", "yardstick", "ratio: lower quartile, median, upper", "goal", "met")


def table(figures: Sequence[Figure]) -> Iterator[str]:
    """The lines of a table in Markdown, all columns aligned."""
    cells = [COLUMNS, *(_cells(figure) for figure in figures)]
    widths = [max(len(line[column]) for line in cells) for column in range(len(COLUMNS))]
    cells.insert(1, tuple("-" * width for width in widths))
    for line in cells:
        yield "| " + " | ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)) + " |"


def _cells(figure: Figure) -> tuple[str, ...]:
    ratio = ", ".join(number(value) for value in figure.ratio) if figure.ratio else ""
    met: Any = {None: "", True: "yes", False: "NO"}[figure.met]
    return (str(figure.row), figure.what, figure.ours, figure.yardstick, ratio, figure.goal, met)
