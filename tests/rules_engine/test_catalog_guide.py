"""docs/catalogs.md: its examples are read, and it names every field that a catalog of any game can have."""

import re
from pathlib import Path
from typing import Any

import pytest
import yaml
from msgspec import Struct

from rules_engine import registry
from rules_engine.duels.catalog import FigureFile, GearFile
from rules_engine.kernel.plain_data import FileRejected
from rules_engine.marvel.catalog_file import CardFile, SceneryFile
from rules_engine.sru.catalog import CharacterFile
from rules_engine.sru.components import Opponent
from tests.support.guides import unnamed_fields

GUIDE = (Path(__file__).parents[2] / "docs" / "catalogs.md").read_text(encoding="utf-8")
SHAPES: dict[str, tuple[type[Struct], ...]] = {
    "Duels": (FigureFile, GearFile),
    "Marvel": (CardFile, SceneryFile),
    "SRU": (CharacterFile, Opponent),
}


def section(title: str) -> str:
    return re.split(r"(?m)^## ", GUIDE.split(f"\n## {title}\n")[1])[0]


def example(title: str) -> Any:
    found = re.search("```yaml\n(.*?)```", section(title), re.DOTALL)
    assert found
    return yaml.safe_load(found[1])


@pytest.mark.parametrize("title", SHAPES)
def test_the_example_of_each_game_is_read(title: str) -> None:
    plain = example(title)
    catalog = registry.newest(title.lower()).read_catalog(plain, "guide.yaml")
    assert {name: len(getattr(catalog, name)) for name in plain} == dict.fromkeys(plain, 1)
    assert getattr(catalog, "warnings", ()) == ()


@pytest.mark.parametrize("title", SHAPES)
def test_every_field_stands_in_the_section_of_its_game(title: str) -> None:
    tables = re.sub("```.*?```", "", section(title), flags=re.DOTALL)
    assert [name for shape in SHAPES[title] for name in unnamed_fields(tables, shape)] == []


def test_the_problem_that_the_guide_shows_is_told_so() -> None:
    shown = re.search("```\n(my-figures.*?)\n```", GUIDE)
    figure = example("Duels")["figures"][0]
    bad = figure | {"tape": {"bands": [{"colour": "yellow", "to_in": 0}]}, "damage_bonuses": []}
    with pytest.raises(FileRejected) as refused:
        registry.newest("duels").read_catalog({"figures": [figure | {"slug": "other"}, bad]}, "my-figures.yaml")
    assert shown
    assert str(refused.value) == shown[1]
