"""Recorded matches of Marvel: ``python -m tests.support.marvel_replays NAME SOURCE WORD …`` writes one to their folder.

    … tracked-players     players greedy random 1      two computer players on sample rosters, and a seed
    … tracked-beacons     scenario three-beacons 1     greedy computer players in a scenario, and a seed
    … declared-judged     random declared 3            a match of the laws' tests, and its seed
    … declared-roof       script                       what hardly ever happens: plans countered, a piece that breaks

tests/support/recorded.py says what is in a file.
"""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, TypeAlias

import yaml
from msgspec.structs import replace

from rules_engine import registry
from rules_engine.kernel.dice import Chance, FixedDice
from rules_engine.kernel.fold import fold
from rules_engine.kernel.messages import Event
from rules_engine.kernel.units import inches
from rules_engine.marvel import commands as c
from rules_engine.marvel.pending import Drop
from rules_engine.marvel.setup import ScenerySetup
from rules_engine.players.levels import Level, player
from rules_engine.players.playout import playout
from rules_engine.registry import AnyRuleset
from tests.rules_engine.marvel.test_laws import CATALOG, GAMES
from tests.support.laws import random_match
from tests.support.marvel import ALPHA, BRAVO, CHARLIE, faces, make_setup, piece, with_abilities
from tests.support.recorded import write
from tests.support.sources import ROOT

FOLDER: Final = ROOT / "tests" / "rules_engine" / "marvel" / "replays"
COMMANDS: Final = 400  # at most, of a random match
Played: TypeAlias = tuple[AnyRuleset, tuple[Event, ...]]
RULESET: Final = registry.ruleset("marvel", 1, "quick")


def between_players(first: Level, second: Level, seed: str) -> Played:
    """On the league's usual table, with rosters drawn from the sample catalog."""
    return _played(None, RULESET.usual_points, {"A": first, "B": second}, seed)


def in_scenario(name: str, seed: str) -> Played:
    """In a scenario of ours."""
    path = ROOT / "scenarios" / "marvel" / f"{name}.yaml"
    scenario = RULESET.read_scenario(yaml.safe_load(path.read_text(encoding="utf-8")), path.name)
    seats: dict[str, Level] = {f"s{number}": "greedy" for number in range(scenario.seats)}
    return _played(scenario, scenario.army_points, seats, seed)


def _played(scenario: Any, points: int, seats: dict[str, Level], seed: str) -> Played:
    chance = Chance(seed)
    rosters = [(seat, RULESET.draw_roster(CATALOG, points, chance)) for seat in seats]
    players = {seat: player(level, RULESET, seed + seat) for seat, level in seats.items()}
    match = playout(RULESET, RULESET.league_setup(rosters, CATALOG, scenario), players, seed=seed)
    return RULESET, tuple(event for step in match.steps for event in step.events)


def at_random(board: str, seed: str) -> Played:
    """Any legal command after another, under unusual rulings, with now and then a judge's correction."""
    return RULESET, random_match(GAMES[board], int(seed), COMMANDS).events


def scripted() -> Played:
    """Two Perfect Plans; a bench breaks as it is thrown over a crate, and CHARLIE falls from where it stood."""
    planner = [with_abilities(card, "perfect_plan") for card in (ALPHA, BRAVO)]
    setup = make_setup(planner[:1], [planner[1], CHARLIE], scenery=(_piece("bench"), _piece("crate")))
    high = replace(setup.teams[1].characters[1], elevation=inches(4))
    team = replace(setup.teams[1], characters=(setup.teams[1].characters[0], high))
    events = list(RULESET.start(replace(setup, teams=(setup.teams[0], team))))
    for kind, command, dice in SCRIPT:
        state = fold(RULESET, events)
        decision = next((found for found in RULESET.awaiting(state) if found.kind == kind), None)
        answers = replace(command, decision=decision.id, seat=decision.seat) if decision else command
        events += RULESET.decide(state, answers, FixedDice(faces(dice)))
    return RULESET, tuple(events)


def _piece(name: str) -> ScenerySetup:
    return piece(name, "T1", 2, 0, 2)


SCRIPT: Final[tuple[tuple[str, c.MarvelCommand, str], ...]] = (
    ("use_plan", c.UsePlan(seat="", character="ALPHA"), ""),
    ("counter_plan", c.UsePlan(seat="", character="BRAVO"), ""),
    ("roll_initiative", c.Roll(seat=""), "1"),
    ("choose_first", c.ChooseFirst(seat="", team="one"), ""),
    ("activate", c.Activate(seat="", character="ALPHA"), ""),
    ("", c.StateMeasurement(seat="one", a="ALPHA", b="bench", distance=0), ""),
    ("", c.StateMeasurement(seat="one", a="ALPHA", b="BRAVO", distance=inches(5), crossed=("crate",)), ""),
    ("act", c.Grab(seat="", item="bench"), ""),
    ("throw", c.Throw(seat="", target="BRAVO"), ""),
    ("state_falls", c.StateFalls(seat="", falls=(Drop(character="CHARLIE", height=inches(4)),)), ""),
    ("act", c.EndActivation(seat=""), ""),
)
SOURCES: Final[dict[str, Callable[..., Played]]] = {
    "players": between_players,
    "scenario": in_scenario,
    "random": at_random,
    "script": scripted,
}


def record(name: str, source: str, *words: str) -> Path:
    """Play a match and write its file. Errors: FileExistsError when there is one of that name."""
    FOLDER.mkdir(exist_ok=True)
    return write(FOLDER / f"{name}.jsonl", *SOURCES[source](*words))


if __name__ == "__main__":
    print(record(*sys.argv[1:]))
