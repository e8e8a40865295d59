"""Scenario files: read here, since the engine never opens a file; and the content of a stage's."""

from pathlib import Path
from string import ascii_uppercase
from typing import Any, Final

import msgspec

from campaigns.errors import CatalogRejected, ScenarioRejected
from campaigns.services.catalogs import sample_catalog
from matches.services.yaml_text import read_yaml_file
from rules_engine import registry
from rules_engine.kernel.dice import Chance, SeededDice
from rules_engine.kernel.errors import MalformedInput, RulesEngineError
from rules_engine.kernel.fold import fold
from rules_engine.kernel.plain_data import FileRejected
from rules_engine.kernel.scenarios import Scenario
from rules_engine.registry import AnyRuleset

FOLDER: Final = Path(__file__).resolve().parent.parent.parent / "scenarios"
REHEARSED: Final = 60  # decisions of a match, with which everybody is on the table


class Loaded(msgspec.Struct, frozen=True, kw_only=True):
    """A scenario with the rules that play it. content: of its file, plain data without floats, as events keep it."""

    ruleset: AnyRuleset
    scenario: Scenario
    content: dict[str, Any]


def names() -> dict[str, Path]:
    """The scenarios that come with the games: file by name, ``duels/black-archive``."""
    return {f"{path.parent.name}/{path.stem}": path for path in sorted(FOLDER.glob("*/*.yaml"))}


def find(name: str) -> Path:
    """The file of a scenario: one that comes with a game, by its name with or without the game's, or any file.

    Errors: ScenarioRejected, with the names there are, when there is none.
    """
    if Path(name).is_file():
        return Path(name)
    found = [path for known, path in names().items() if name in {known, path.stem}]
    if not found:
        raise ScenarioRejected((f"{name}: is no file, and none of the scenarios {', '.join(names())}.",))
    return found[0]


def load(path: Path) -> Loaded:
    """The scenario in a YAML file. Raises ScenarioRejected, with every problem named by file, field and reason."""
    plain = _plain(path)
    ruleset = _ruleset(plain, path.name)
    try:
        scenario = ruleset.read_scenario(plain, path.name)
    except MalformedInput as error:
        raise ScenarioRejected(tuple(str(error).splitlines())) from error
    _rehearse(ruleset, scenario, path.name)
    return Loaded(ruleset=ruleset, scenario=scenario, content=_exact(plain))


def _rehearse(ruleset: AnyRuleset, scenario: Scenario, source: str) -> None:
    """Begin a match with rosters of the sample catalog: a table without room for them stands still.

    Errors: ScenarioRejected where somebody has to decide and has no answer, or the game refuses the match.
    """
    chance, dice = Chance(source), SeededDice(source)
    try:
        catalog = sample_catalog(ruleset)
        rosters = [
            (seat, ruleset.draw_roster(catalog, scenario.army_points or ruleset.usual_points, chance))
            for seat in ascii_uppercase[: scenario.seats]
        ]
    except (MalformedInput, CatalogRejected):
        return  # there are no sample figures that make up so many points; the club's own will
    try:
        state = fold(ruleset, ruleset.start(ruleset.league_setup(rosters, catalog, scenario)))
        for _ in range(REHEARSED):
            for decision in ruleset.awaiting(state)[:1]:
                commands = ruleset.legal_commands(state, decision).commands
                if not commands:
                    raise ScenarioRejected((f"{source}: there is no room on this table: nobody can {decision.kind}.",))
                state = fold(ruleset, ruleset.decide(state, commands[0], dice), state)
    except RulesEngineError as error:
        raise ScenarioRejected((f"{source}: no match can begin: {error}",)) from error


def of_content(ruleset: AnyRuleset, content: Any, source: str) -> Any:  # each game has a scenario record of its own
    """The scenario in the content that an event kept, or None without one. Errors: what ``read_scenario`` raises."""
    return None if content is None else ruleset.read_scenario(content, source)


def _plain(path: Path) -> Any:  # plain data of any shape
    try:
        return read_yaml_file(path)
    except FileRejected as error:
        raise ScenarioRejected((str(error),)) from error


def _ruleset(plain: Any, source: str) -> AnyRuleset:
    """The newest rules of the game and variant that a file names; the games say what else is wrong with it."""
    if not isinstance(plain, dict):
        raise ScenarioRejected((f"{source}: must be a mapping of fields.",))
    key, variant = plain.get("ruleset"), plain.get("variant") or ""
    if not isinstance(key, str) or not isinstance(variant, str):
        raise ScenarioRejected((f"{source}: ruleset: must be the name of a game, and variant of one of its variants.",))
    try:
        return registry.newest(key, variant)
    except MalformedInput as error:
        raise ScenarioRejected((f"{source}: ruleset: {error}",)) from error


def _exact(plain: Any) -> Any:
    """The same data with decimal numbers as they were written, for events hold no floats."""
    match plain:
        case dict():
            return {str(name): _exact(value) for name, value in plain.items()}
        case list():
            return [_exact(value) for value in plain]
        case float():
            return repr(plain)
    return plain
