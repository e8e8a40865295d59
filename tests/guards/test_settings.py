"""Every row of a game's settings table is a field of its rulings: same values, same default, same ruling."""

import ast
import re
import typing
from functools import cache
from typing import Any, Final, NamedTuple

import msgspec
import pytest

from rules_engine.duels import rulings as duels
from rules_engine.marvel import rulings as marvel
from rules_engine.sru import rulings as sru
from tests.support.sources import ROOT, python_files, rules_text, text


class Row(NamedTuple):
    """A row of the table: the default of each variant, the values that it lists, if it does, and the ruling."""

    defaults: tuple[str, ...]
    values: frozenset[str]
    ruling: str


def rows_of_duels() -> dict[str, Row]:
    found = re.findall(
        r"^\| `(\w+)` \| `(\w+)` \| `(\w+)` \| (.*?) \| (DUELS-RULING-\d+) \|$", rules_text("duels"), re.MULTILINE
    )
    return {
        name: Row((basic, advanced), frozenset({basic, advanced, *re.findall(r"`(\w+)`", others)}), ruling)
        for name, basic, advanced, others, ruling in found
    }


def rows_of_marvel() -> dict[str, Row]:
    """``scenario`` is no setting but data, which the setup of a match carries (MARVEL-RULING-01)."""
    found = re.findall(r"^\| `(\w+)` \| (.*?) \| (.*?) \| R(\d\d) \|$", rules_text("marvel"), re.MULTILINE)
    return {
        name: Row((_plain(default),), _listed(values), f"MARVEL-RULING-{number}")
        for name, values, default, number in found
        if name != "scenario"
    }


def _plain(cell: str) -> str:
    return {"yes": "true", "no": "false", "empty": ""}.get(cell, cell.strip("`"))


def _listed(cell: str) -> frozenset[str]:
    fixed = {"yes/no": ("true", "false"), "0 or 1": ("0", "1")}
    return frozenset(fixed.get(cell, re.findall(r"`(\w+)`", cell)))


def configurable_in_duels() -> dict[str, str]:
    found = re.findall(r"^- \*\*(DUELS-RULING-\d+)\*\*.*configurable: yes, `(\w+)`", rules_text("duels"), re.MULTILINE)
    return {name: ruling for ruling, name in found}


def configurable_in_marvel() -> dict[str, str]:
    found = re.findall(r"^\*\*(MARVEL-RULING-\d+) (?:.+\n)*?.*Configurable: yes, (.*)$", rules_text("marvel"), re.M)
    named = {name: ruling for ruling, told in found for name in re.findall(r"`(\w+)`", re.sub(r"\(.*?\)", "", told))}
    return {name: ruling for name, ruling in named.items() if name != "scenario"}


def rows_of_sru() -> dict[str, Row]:
    """Two settings or more a row; the hooks belong to a section instead of a ruling."""
    lines = re.findall(r"^\| (`.*) \| (.*) \| (.*) \| (`.*) \| (.*) \| (.*) \|$", rules_text("sru"), re.MULTILINE)
    halves = [line[:3] for line in lines] + [line[3:] for line in lines]
    return {
        _field(name): Row((_default_in_sru(name, default),), _listed_in_sru(name), _ruling_in_sru(ruling))
        for names, default, ruling in halves
        for name in re.findall(r"`([\w.]+)`", names)
    }


def _field(name: str) -> str:
    return name.replace(".", "_")


def _default_in_sru(name: str, cell: str) -> str:
    plain = {"yes": "true", "no": "false", "on": "true", "off": "false", "session start": "session_start"}
    factor = {"rental.factor": "100"}  # hundredths: no fractions in records
    return factor.get(name, plain.get(cell, cell.strip("`")))


def _listed_in_sru(name: str) -> frozenset[str]:
    found = re.search(rf"`{re.escape(name)}`\s*\(((?:`\w+`(?:,\s*)?)+)", rules_text("sru"))
    return frozenset(re.findall(r"`(\w+)`", found[1])) if found else frozenset()


def _ruling_in_sru(cell: str) -> str:
    return f"SRU-RULING-{cell}" if cell.isdigit() else ""


def configurable_in_sru() -> dict[str, str]:
    found = re.findall(r"^- \*\*(SRU-RULING-\d+) (.*?)(?=\n\n|\n- \*\*)", rules_text("sru"), re.MULTILINE | re.DOTALL)
    told = ((ruling, re.sub(r"\s+", " ", words).partition("Configurable: yes, ")[2]) for ruling, words in found)
    return {_field(name): ruling for ruling, words in told for name in re.findall(r"`(\w+\.\w+)`", words)}


ROWS: Final = {"duels": rows_of_duels(), "marvel": rows_of_marvel(), "sru": rows_of_sru()}
CONFIGURABLE: Final = {
    "duels": configurable_in_duels,
    "marvel": configurable_in_marvel,
    "sru": configurable_in_sru,
}
RULINGS: Final[dict[str, tuple[msgspec.Struct, ...]]] = {
    "duels": (duels.rulings_for("basic"), duels.rulings_for("advanced")),
    "marvel": (marvel.Rulings(),),
    "sru": (sru.Rulings(),),
}
APPLIED: Final = ("duels", "marvel", "sru")
EACH: Final = pytest.mark.parametrize("game", ROWS)
SETTINGS: Final = [(game, setting) for game, rows in ROWS.items() for setting in rows]


def values(game: str, setting: str) -> tuple[Any, ...]:
    """The values that a setting's type lists; none for a number."""
    kind = typing.get_type_hints(type(RULINGS[game][0]))[setting]
    return (True, False) if kind is bool else typing.get_args(kind) if typing.get_origin(kind) is typing.Literal else ()


def written(value: Any) -> str:
    """A value as the document writes it: ``true``, ``none``, ``3``, ``left_each_round``, ``physical, blunt``."""
    if isinstance(value, msgspec.Struct):
        value = msgspec.structs.astuple(value)
    return ", ".join(map(str, value)) if isinstance(value, tuple) else str(value).lower()


@EACH
def test_there_is_one_setting_for_each_row(game: str) -> None:
    assert list(ROWS[game]) == list(RULINGS[game][0].__struct_fields__)


@EACH
def test_every_configurable_ruling_has_its_row(game: str) -> None:
    assert CONFIGURABLE[game]() == {name: row.ruling for name, row in ROWS[game].items() if row.ruling}


@pytest.mark.parametrize(("game", "setting"), [(game, name) for game, name in SETTINGS if ROWS[game][name].ruling])
def test_a_setting_names_its_ruling(game: str, setting: str) -> None:
    source = text(ROOT / "rules_engine" / game / "rulings.py")
    field = re.search(rf"^    {setting}: .*?({game.upper()}-RULING-\d+)", source, re.MULTILINE | re.DOTALL)
    assert field is not None
    assert field[1] == ROWS[game][setting].ruling


@pytest.mark.parametrize(("game", "setting"), SETTINGS)
def test_defaults_are_those_of_the_table(game: str, setting: str) -> None:
    assert tuple(written(getattr(rulings, setting)) for rulings in RULINGS[game]) == ROWS[game][setting].defaults


@pytest.mark.parametrize(("game", "setting"), [(game, name) for game, name in SETTINGS if ROWS[game][name].values])
def test_a_setting_takes_the_values_of_the_table_and_no_others(game: str, setting: str) -> None:
    listed = ROWS[game][setting].values
    if any(default.isdigit() or default == "none" for default in listed) and not values(game, setting):
        return  # a number, whose row lists none but its default
    assert {written(value) for value in values(game, setting)} == listed


@cache
def attributes(folder: str) -> frozenset[str]:
    """Every attribute that the code below a folder reads, rulings.py aside."""
    trees = (ast.parse(text(path)) for path in python_files(folder) if path.name != "rulings.py")
    return frozenset(node.attr for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Attribute))


@pytest.mark.parametrize("game", APPLIED)
def test_every_setting_is_read_by_the_rules(game: str) -> None:
    assert [setting for setting in ROWS[game] if setting not in attributes(f"rules_engine/{game}")] == []


@pytest.mark.parametrize("game", APPLIED)
def test_every_setting_is_tried_by_a_test(game: str) -> None:
    folder = ROOT / "tests" / "rules_engine" / game
    tests = "\n".join(text(path) for path in [*sorted(folder.rglob("*.py")), *sorted(folder.rglob("*.toml"))])
    assert [setting for setting in ROWS[game] if not re.search(rf"\b{setting}\b", tests)] == []
