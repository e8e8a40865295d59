from pathlib import Path
from typing import Any

import pytest
import yaml

from rules_engine.kernel.errors import MalformedInput
from rules_engine.kernel.plain_data import FileRejected
from rules_engine.sru.catalog import Catalog, Roster, muster, read_catalog, roster_problems
from rules_engine.sru.ruleset import STANDARD

ROOT = Path(__file__).parents[3]
PLAIN = yaml.safe_load((ROOT / "catalogs" / "sru-sample.yaml").read_text(encoding="utf-8"))
CATALOG: Catalog = read_catalog(PLAIN, "sru-sample.yaml")
ENTRY: dict[str, Any] = {"slug": "rae", "name": "Rae", "army_points": 10, "skills": {"stealth": 5}, "reserve": 4}
RUMOR = {"domain": "magic", "circle": "coven", "adjective": "kind", "index": 3}


def test_the_sample_catalog_can_be_read_and_says_what_is_invented() -> None:
    assert len(CATALOG.characters) >= 8
    assert CATALOG.samples == tuple(each.id for each in CATALOG.characters)
    assert {each.kind for each in CATALOG.opponents} == {"place", "person"}
    assert {"summoning", "software", "autosoft", "milieu", "hardware", "animal_handling"} <= {
        skill for each in CATALOG.characters for skill in each.skills
    }


def test_an_entry_becomes_a_character_with_its_rumors() -> None:
    catalog = read_catalog({"characters": [ENTRY | {"rumors": [RUMOR]}]}, "c.yaml")
    (rae,) = catalog.characters
    assert (rae.id, rae.free, rae.skills, catalog.samples) == ("rae", 4, {"stealth": 5}, ())
    assert [(each.id, each.character, each.index) for each in catalog.rumors] == [("rae/1", "rae", 3)]
    assert catalog.character("rae") is rae
    assert catalog.character("bob") is None


def test_everything_that_is_wrong_is_told_at_once() -> None:
    plain = {
        "characters": [ENTRY, ENTRY, ENTRY | {"slug": "bob", "skills": {"stealth": 13}}, "x"],
        "opponents": "none",
        "places": [],
    }
    with pytest.raises(FileRejected) as caught:
        read_catalog(plain, "c.yaml")
    assert str(caught.value).splitlines() == [
        "c.yaml: places: is no list of a catalog",
        "c.yaml: characters[1] 'rae': slug: is used by an earlier entry",
        "c.yaml: characters[2] 'bob': skills: must be a mapping of names to numbers from 0 to 12",
        "c.yaml: characters[3]: must be a mapping of fields",
        "c.yaml: opponents: must be a list of entries",
    ]
    with pytest.raises(FileRejected, match="must be a mapping with the lists"):
        read_catalog([], "c.yaml")


def test_a_roster_is_read_from_plain_data() -> None:
    assert STANDARD.read_roster({"characters": ["anvil"]}) == Roster(characters=("anvil",))
    with pytest.raises(MalformedInput, match="Not a roster"):
        STANDARD.read_roster({"figures": []})


def problems(*slugs: str, points: int = 20) -> list[tuple[str, Any]]:
    found = roster_problems(Roster(characters=slugs), CATALOG, points)
    return [(problem.path, dict(problem.facts)) for problem in found]


def test_sru_ruling_18_a_roster_holds_known_characters_once_of_exact_points() -> None:
    assert problems("anvil", "candid") == []
    assert problems() == [("characters", {"army_points": 0, "allowed": 20})]
    assert problems(points=0) == [("characters", {"army_points": 0, "allowed": 0})]
    assert problems("anvil", "anvil") == [("characters[1]", {"character": "anvil"})]
    assert problems("anvil", "nobody", points=10) == [("characters[1]", {"character": "nobody"})]
    assert problems("anvil") == [("characters", {"army_points": 10, "allowed": 20})]


def test_a_roster_becomes_a_team_with_what_is_told_about_it() -> None:
    team, rumors = muster(Roster(characters=("anvil", "lamprey")), CATALOG, team="A", seat="alice")
    assert [(each.id, each.team, each.seat) for each in team.characters] == [
        ("anvil", "A", "alice"), ("lamprey", "A", "alice"),
    ]  # fmt: skip
    assert {each.character for each in rumors} == {"anvil"}
