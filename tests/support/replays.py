"""Recorded matches of Duels: ``python -m tests.support.replays NAME SOURCE WORD …`` writes one to their folder.

    … advanced-tracked   players advanced greedy random 1     two computer players on sample rosters, and a seed
    … basic-declared     log docs/match-logs/duels-basic-1v1.txt
    … advanced-cargo     scenario quiet-exit greedy 1         computer players of one level in a scenario, and a seed
    … advanced-judged    random advanced-declared 3           a match of the laws' tests, its seed, and rulings

tests/support/recorded.py says what is in a file.
"""

import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, TypeAlias

import msgspec
import yaml
from msgspec.structs import replace

from rules_engine import registry
from rules_engine.duels.catalog import Catalog, read_catalog
from rules_engine.duels.league_match import league_setup
from rules_engine.duels.rulings import Rulings
from rules_engine.duels.sampling import draw_roster
from rules_engine.kernel.dice import Chance, FixedDice
from rules_engine.kernel.fold import fold
from rules_engine.kernel.messages import Event
from rules_engine.players.levels import player
from rules_engine.players.playout import playout
from rules_engine.registry import AnyRuleset
from tests.rules_engine.duels.test_laws import GAMES
from tests.support.laws import random_match
from tests.support.recorded import write

ROOT: Final = Path(__file__).parents[2]
FOLDER: Final = ROOT / "tests" / "rules_engine" / "duels" / "replays"
ARMY_POINTS: Final = 3
Played: TypeAlias = tuple[AnyRuleset, tuple[Event, ...]]


# --- where matches come from ------------------------------------------------------------------------------------------


def between_players(variant: str, first: str, second: str, seed: str) -> Played:
    """On the tracked board, with rosters drawn from the sample catalog."""
    ruleset, chance, known = registry.ruleset("duels", 1, variant), Chance(seed), catalog()
    rosters = [(seat, draw_roster(known, ARMY_POINTS, chance)) for seat in ("A", "B")]
    setup = league_setup(rosters, known, variant)  # type: ignore[arg-type]  # one of the two
    levels = {"A": first, "B": second}
    players = {seat: player(level, ruleset, seed + seat) for seat, level in levels.items()}  # type: ignore[arg-type]
    match = playout(ruleset, setup, players, seed=seed)
    return ruleset, tuple(event for step in match.steps for event in step.events)


def in_scenario(name: str, level: str, seed: str) -> Played:
    """In a scenario of ours, with rosters drawn from the sample catalog."""
    ruleset, chance, known = registry.ruleset("duels", 1, "advanced"), Chance(seed), catalog()
    path = ROOT / "scenarios" / "duels" / f"{name}.yaml"
    scenario = ruleset.read_scenario(yaml.safe_load(path.read_text(encoding="utf-8")), path.name)
    seats = [f"s{number}" for number in range(scenario.seats)]
    rosters = [(seat, draw_roster(known, scenario.army_points, chance)) for seat in seats]
    players = {seat: player(level, ruleset, seed + seat) for seat in seats}  # type: ignore[arg-type]  # a level
    match = playout(ruleset, ruleset.league_setup(rosters, known, scenario), players, seed=seed)
    return ruleset, tuple(event for step in match.steps for event in step.events)


def from_log(path: str) -> Played:
    """On the declared board, as a typed-in log tells it."""
    lines = (re.sub(r"(^|\s)#.*", "", line).strip() for line in (ROOT / path).read_text(encoding="utf-8").splitlines())
    first, *told = [line for line in lines if line]
    variant, start = first.split()[-1], told.index("play")
    ruleset, log = registry.ruleset("duels", 1, variant), registry.table_log("duels")
    head = log.head(variant, catalog())
    for line in told[:start]:
        head.read(line)
    events = list(ruleset.start(head.setup()))
    state = fold(ruleset, events)
    for line in told[start + 1 :]:
        for build in log.read_line(line):
            command = build(state)
            faces = getattr(command, "faces", ())
            happened = ruleset.decide(state, command, FixedDice(faces, source="table"))
            events += happened
            state = fold(ruleset, happened, state)
    return ruleset, tuple(events)


def at_random(name: str, seed: str, *rulings: str) -> Played:
    """Any legal command after another, under unusual rulings, with now and then a judge's correction.

    rulings: more of them, as ``name=value``.
    """
    game, more = GAMES[name], dict(ruling.split("=") for ruling in rulings)

    def setup(chance: Chance) -> Any:
        drawn: Any = game.setup(chance)
        plain = msgspec.to_builtins(drawn.rulings) | more
        return replace(drawn, rulings=msgspec.convert(plain, Rulings, strict=False))

    return game.ruleset, random_match(replace(game, setup=setup), int(seed), 400).events


def catalog() -> Catalog:
    path = ROOT / "catalogs" / "duels-sample.yaml"
    return read_catalog(yaml.safe_load(path.read_text(encoding="utf-8")), path.name)


SOURCES: Final[dict[str, Callable[..., Played]]] = {
    "players": between_players,
    "scenario": in_scenario,
    "log": from_log,
    "random": at_random,
}


def record(name: str, source: str, *words: str) -> Path:
    """Play a match and write its file. Errors: FileExistsError when there is one of that name."""
    return write(FOLDER / f"{name}.jsonl", *SOURCES[source](*words))


if __name__ == "__main__":
    print(record(*sys.argv[1:]))
