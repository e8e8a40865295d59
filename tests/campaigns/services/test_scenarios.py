from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from campaigns.errors import ScenarioRejected
from campaigns.services import scenarios
from rules_engine import registry
from rules_engine.duels.scenarios import DuelsScenario
from rules_engine.kernel.errors import MalformedInput
from rules_engine.registry import AnyRuleset
from tests.support.tiny_game import TINY, TinyScenario

TITLES = "title: {en: Ten rounds}\ndescription: {en: A long evening}\n"
GOOD = f"id: ten-rounds\nruleset: tiny\n{TITLES}army_points: 3\nrounds: 10\n"


def written(folder: Path, content: str | bytes) -> Path:
    path = folder / "club.yaml"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


def refused(path: Path) -> tuple[str, ...]:
    with pytest.raises(ScenarioRejected) as rejected:
        scenarios.load(path)
    assert str(rejected.value) == "\n".join(rejected.value.problems)
    return rejected.value.problems


def test_a_file_is_read_by_the_game_that_it_names(tmp_path: Path) -> None:
    loaded = scenarios.load(written(tmp_path, GOOD))
    assert loaded.ruleset is TINY
    assert isinstance(loaded.scenario, TinyScenario)
    assert loaded.content["title"] == {"en": "Ten rounds"}
    assert scenarios.of_content(TINY, loaded.content, "a stage") == loaded.scenario
    assert scenarios.of_content(TINY, None, "a stage") is None


def test_decimal_numbers_are_kept_as_they_were_written() -> None:
    loaded = scenarios.load(scenarios.find("black-archive"))
    assert loaded.content["tests"][1]["radius_in"] == "0.5"
    assert isinstance(loaded.scenario, DuelsScenario)
    assert scenarios.of_content(loaded.ruleset, loaded.content, "a stage") == loaded.scenario


@pytest.mark.parametrize(
    ("content", "begins"),
    [
        ("tests: [", "club.yaml: cannot be read as YAML: "),
        (b"\xff\xfe", "club.yaml: is no text in UTF-8: "),
        (GOOD + "id: twice\n", "club.yaml: cannot be read as YAML: 'id' is written twice"),
        (GOOD.replace("Ten", "T\0n"), "club.yaml: cannot be read as YAML: unacceptable character"),
        (GOOD.replace("Ten rounds", '"T\\0n"'), "club.yaml: title.en: must be a text of 1–1000 characters"),
        (GOOD + "x: &a [1]\ny: *a\n", "club.yaml: cannot be read as YAML: aliases are not read here"),
        ("[" * 5000, "club.yaml: cannot be read as YAML: it is nested too deeply"),
        ("x: " + "y" * 1_000_001, "club.yaml: cannot be read as YAML: it is longer than 1000000 characters"),
        ("x: " + "y" * 4_000_001, "club.yaml: is longer than 4000000 bytes."),
        ("- 1\n", "club.yaml: must be a mapping of fields."),
        ("", "club.yaml: must be a mapping of fields."),
        (TITLES, "club.yaml: ruleset: must be the name of a game, and variant of one of its variants."),
        (GOOD + "variant: 3\n", "club.yaml: ruleset: must be the name of a game, and variant of one of its variants."),
        (GOOD.replace("tiny", "chess"), "club.yaml: ruleset: There is no ruleset chess 1"),
        (GOOD + "variant: grand\n", "club.yaml: ruleset: There is no ruleset tiny 1 grand"),
        (GOOD.replace("rounds: 10", "rounds: many"), "club.yaml: rounds: "),
        (GOOD + "weather: rain\n", "club.yaml: weather: is no field of this entry"),
        (GOOD.replace("army_points: 3", "army_points: 2026-01-01"), "club.yaml: army_points: must be 0–1000000"),
    ],
)
def test_what_is_wrong_with_a_file_is_one_clear_line(tmp_path: Path, content: str | bytes, begins: str) -> None:
    problems = refused(written(tmp_path, content))
    assert [problem[: len(begins)] for problem in problems] == [begins]
    assert all("\n" not in problem for problem in problems)


def test_every_problem_is_told_at_once(tmp_path: Path) -> None:
    path = written(tmp_path, "id: X\nruleset: tiny\ndescription: {}\nrounds: 3\n")
    assert refused(path) == (
        "club.yaml: id: must be a slug: small letters, digits, single hyphens",
        "club.yaml: title: is missing",
        "club.yaml: description.en: is missing",
    )


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    (problem,) = refused(tmp_path)
    assert problem.startswith(f"{tmp_path.name}: cannot be read: Is a directory.")


def test_a_scenario_is_found_by_its_name_or_file(tmp_path: Path) -> None:
    assert scenarios.find("quiet-exit") == scenarios.find("duels/quiet-exit") == scenarios.names()["duels/quiet-exit"]
    path = written(tmp_path, GOOD)
    assert scenarios.find(str(path)) == path
    with pytest.raises(ScenarioRejected, match=r"nowhere: is no file, and none of the scenarios .*duels/black-archive"):
        scenarios.find("nowhere")


@pytest.mark.parametrize("name", scenarios.names())
def test_every_shipped_scenario_can_be_loaded(name: str) -> None:
    loaded = scenarios.load(scenarios.find(name))
    assert f"{loaded.ruleset.key}/{loaded.scenario.id}" == name


# --- hostile files ----------------------------------------------------------------------------------------------------

HOSTILE: tuple[Any, ...] = (
    None,
    -1,
    10**30,
    0.125,
    float("nan"),
    "",
    "A\x00",
    True,
    [],
    {},
    [[1]],
    {"x_in": 1},
    "every",
)


def places(plain: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Where something stands in plain data."""
    if path:
        yield path
    pairs = plain.items() if isinstance(plain, dict) else enumerate(plain) if isinstance(plain, list) else ()
    for name, part in pairs:
        yield from places(part, (*path, name))


def spoilt(plain: Any, path: tuple[Any, ...], value: Any) -> Any:
    """A copy with one value changed."""
    copy = deepcopy(plain)
    inner = copy
    for name in path[:-1]:
        inner = inner[name]
    inner[path[-1]] = value
    return copy


def verdict(ruleset: AnyRuleset, plain: Any) -> list[str]:
    """What is said about plain data; nothing about a scenario that can be read."""
    try:
        ruleset.read_scenario(plain, "spoilt.yaml")
    except MalformedInput as refusal:
        return str(refusal).splitlines()
    return []


@pytest.mark.parametrize("name", ["duels/quiet-exit", "duels/three-crews", "marvel/two-reactors", "sru/museum-night"])
def test_a_spoilt_file_is_read_or_refused_with_its_name_in_every_line(name: str) -> None:
    loaded = scenarios.load(scenarios.find(name))
    told = [
        verdict(loaded.ruleset, spoilt(loaded.content, path, HOSTILE[(number + more) % len(HOSTILE)]))
        for number, path in enumerate(places(loaded.content))
        for more in (0, 5)
    ]
    assert all(line.startswith("spoilt.yaml: ") for lines in told for line in lines)
    assert sum(map(bool, told)) > len(told) // 2


WALLED = """
id: walled-in
ruleset: {game}
title: {{en: Walled in}}
description: {{en: Nobody gets onto the table}}
army_points: {points}
{more}
"""
DUELS_WALL = """
terrain: [{id: w, kind: blocking, rectangle: {x_in: 0, y_in: 0, width_in: 60, depth_in: 60}}]
teams: [{id: A}, {id: B}]
"""


def test_a_table_without_room_is_found_before_anybody_plays_on_it(tmp_path: Path) -> None:
    text = WALLED.format(game="duels", points=4, more=DUELS_WALL)
    (problem,) = refused(written(tmp_path, text))
    assert problem == "club.yaml: there is no room on this table: nobody can place_figure."


def test_points_that_no_sample_figures_make_up_are_not_rehearsed(tmp_path: Path) -> None:
    text = WALLED.format(game="duels", points=999, more=DUELS_WALL)
    assert scenarios.load(written(tmp_path, text)).scenario.army_points == 999


def test_a_match_that_cannot_begin_is_refused_with_the_reason(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_: object) -> None:
        raise MalformedInput("No such table.")

    monkeypatch.setattr(registry.newest("duels"), "start", refuse)
    text = WALLED.format(game="duels", points=4, more="teams: [{id: A}, {id: B}]")
    assert refused(written(tmp_path, text)) == ("club.yaml: no match can begin: No such table.",)
