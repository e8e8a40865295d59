"""Our own source files and the rules' documents, for the guards that read them."""

import ast
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
PACKAGES = ("rules_engine", "ledger", "matches", "campaigns", "frontend", "config")
EXAMPLES = ROOT / "tests" / "rules_engine" / "duels" / "examples"
RULE_ID = re.compile(r"\b(?:DUELS|MARVEL|SRU)-[A-Z]+-\d+\b")


def python_files(*folders: str) -> Iterator[Path]:
    """The Python files below folders of the project, migrations aside, in order."""
    for folder in folders:
        for path in sorted((ROOT / folder).rglob("*.py")):
            if "migrations" not in path.parts:
                yield path


@cache
def text(path: Path) -> str:
    return path.read_text()


def rules_text(game: str) -> str:
    return text(ROOT / "docs" / "rules" / f"{game}.md")


def defined(game: str) -> tuple[str, ...]:
    """The ids that a rules document defines, in order: rules, rulings and examples."""
    return tuple(re.findall(rf"^- \*\*({game.upper()}-[A-Z]+-\d+)\*\*", rules_text(game), re.MULTILINE))


@cache
def names_of_tests(folder: str) -> tuple[str, ...]:
    """The names of all test functions below a folder of ``tests``."""
    names = []
    for path in python_files(folder):
        for node in ast.walk(ast.parse(text(path))):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test_"):
                names.append(node.name)
    return tuple(names)


AREAS = "|".join(sorted({rule_id.split("-")[1].lower() for rule_id in defined("duels")}))
_IDS = re.compile(rf"test_duels((?:(?:_and)?(?:_duels)?_(?:{AREAS})_\d{{2,3}}(?=_|$))+)")


def ids_in_name(name: str) -> tuple[str, ...]:
    """``test_duels_setup_04_ruling_013_…`` → DUELS-SETUP-04, DUELS-RULING-013: ids stand first, one after the other."""
    run = _IDS.match(name)
    pairs = re.findall(rf"({AREAS})_(\d+)", run[1] if run else "")
    return tuple(f"DUELS-{area.upper()}-{number}" for area, number in pairs)


@cache
def worked_examples() -> dict[str, set[str]]:
    """The rules that the rows of ``examples/*.toml`` prove, by the id with which the row's own id begins.

    A row is a worked example (``DUELS-EX-22``), one case of it (``DUELS-EX-22-basic``), or a case of a rule that has
    no example (``DUELS-RULING-063-all_but_one_of_each``).
    """
    found: dict[str, set[str]] = {}
    for path in sorted(EXAMPLES.glob("*.toml")):
        for row in tomllib.loads(text(path))["example"]:
            subject = RULE_ID.match(row["id"])
            assert subject, f"{path.name}: {row['id']} does not begin with an id"
            found.setdefault(subject[0], set()).update(row["rules"])
    return found
