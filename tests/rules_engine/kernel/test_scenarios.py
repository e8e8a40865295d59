from collections.abc import Iterator
from typing import Annotated, Any

import pytest
from msgspec import Meta

from rules_engine.kernel.errors import MalformedInput
from rules_engine.kernel.messages import Record
from rules_engine.kernel.plain_data import Fault, FileRejected
from rules_engine.kernel.scenarios import (
    Scenario,
    ScenarioFile,
    TableScenario,
    Wording,
    changed,
    check_seats,
    read_file,
)


class TinyFile(ScenarioFile, frozen=True, kw_only=True):
    doors: Annotated[int, Meta(ge=0, description="0 or more")] = 0


def too_many(entry: TinyFile) -> Iterator[Fault]:
    if entry.doors > 9:
        yield Fault("doors", "must leave a wall")


PLAIN: dict[str, Any] = {
    "id": "two-doors",
    "ruleset": "tiny",
    "title": {"en": "Two doors", "fr": "Deux portes"},
    "description": {"en": "A hall.\nNo way out."},
    "army_points": 3,
}


def read(plain: Any) -> TinyFile:
    return read_file(plain, TinyFile, "doors.yaml", game=("tiny", "plain"), check=too_many)


def test_a_head_is_read_with_the_shape_of_its_game() -> None:
    entry = read(PLAIN | {"doors": 2, "variant": "plain"})
    assert (entry.id, entry.army_points, entry.doors, entry.variant) == ("two-doors", 3, 2, "plain")


def test_a_text_in_a_language_that_is_missing_is_english() -> None:
    title = read(PLAIN).title
    assert [title.text(language) for language in ("en", "fr", "fr-ca", "es", "de", "")] == [
        "Two doors", "Deux portes", "Deux portes", "Two doors", "Two doors", "Two doors",
    ]  # fmt: skip


TEXT = "must be a text of 1–1000 characters without control characters"


@pytest.mark.parametrize(
    ("plain", "problems"),
    [
        ([], ["must be a mapping of fields"]),
        (PLAIN | {"walls": 1}, ["walls: is no field of this entry"]),
        (PLAIN | {"id": "Two Doors"}, ["id: must be a slug: small letters, digits, single hyphens"]),
        (PLAIN | {"army_points": -1}, ["army_points: must be 0–1000000"]),
        (PLAIN | {"title": {"fr": "Deux"}}, ["title.en: is missing"]),
        (PLAIN | {"title": {"en": " "}}, [f"title.en: {TEXT}"]),
        (PLAIN | {"title": {"en": "a\x00b"}}, [f"title.en: {TEXT}"]),
        (PLAIN | {"title": {"en": "a", "es": "\ud800"}}, [f"title.es: {TEXT}"]),
        (PLAIN | {"title": {"en": "a" * 1001, "fr": 7}}, [f"title.en: {TEXT}", f"title.fr: {TEXT}"]),
        (PLAIN | {"ruleset": "chess"}, ["ruleset: must be tiny, whose rules read this file"]),
        (PLAIN | {"variant": "grand"}, ["variant: must be plain, whose rules read this file"]),
        (PLAIN | {"ruleset": "chess", "doors": 10}, [
            "ruleset: must be tiny, whose rules read this file", "doors: must leave a wall",
        ]),
        ({"id": "x"}, [f"{name}: is missing" for name in ("ruleset", "title", "description")]),
    ],
)  # fmt: skip
def test_every_problem_is_named_with_file_and_field(plain: Any, problems: list[str]) -> None:
    with pytest.raises(FileRejected) as refused:
        read(plain)
    assert str(refused.value).splitlines() == [f"doors.yaml: {problem}" for problem in problems]


def test_a_scenario_wants_a_roster_for_each_seat() -> None:
    words = Wording(en="A")
    scenario = Scenario(
        id="trio", ruleset="tiny", variant="plain", title=words, description=words, seats=3, army_points=1
    )
    check_seats(scenario, [1, 2, 3])
    with pytest.raises(MalformedInput, match="The scenario trio is for 3 rosters, not 2"):
        check_seats(scenario, [1, 2])


class Rulings(Record, frozen=True, kw_only=True):
    limit: Annotated[int, Meta(ge=1, description="1 or more")] = 3
    open: bool = True


def test_a_file_changes_some_settings_and_keeps_the_others() -> None:
    assert changed(Rulings(), {"limit": 5}) == (Rulings(limit=5), ())
    assert changed(Rulings(), {"limit": 0}) == (None, (Fault("rulings.limit", "must be 1 or more"),))


def test_rosters_are_dealt_team_by_team() -> None:
    scenario = TableScenario(
        id="x", ruleset="tiny", variant="plain", title=Wording(en="X"), description=Wording(en="X"), seats=3,
        army_points=1, teams=(("A", 2), ("B", 1)),
    )  # fmt: skip
    assert list(scenario.by_team(["a", "b", "c"])) == [("A", ["a", "b"]), ("B", ["c"])]
    with pytest.raises(MalformedInput, match="for 3 rosters, not 2"):
        list(scenario.by_team(["a", "b"]))
