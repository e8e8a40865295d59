"""Our own source files and the rules' documents, for the guards that read them."""

import ast
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
PACKAGES = ("rules_engine", "ledger", "matches", "campaigns", "frontend", "config")
GAMES = ("duels", "marvel", "sru")
PREFIXES = {**{game: game.upper() for game in GAMES}, "campaigns": "CAMP"}  # of the ids of each rules document
RULE_ID = re.compile(
    r"\b(?:(?:DUELS|MARVEL|SRU|CAMP)-[A-Z]+-\d+|MARVEL-(?:ABILITY|SPECIAL)-[A-Z]+(?:-[A-Z]+)*(?:-\d+)?)\b"
)
_DEFINED = r"^(?:- |\d+\. |\| )?\*\*({prefix}-[A-Z]+(?:-[A-Z]+)*(?:-\d+)?)(?=\*\*| )"


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


@cache
def defined(game: str) -> tuple[str, ...]:
    """The ids that a rules document defines, in order: rules, rulings and examples."""
    return tuple(re.findall(_DEFINED.format(prefix=PREFIXES[game]), rules_text(game), re.MULTILINE))


@cache
def names_of_tests(folder: str) -> tuple[str, ...]:
    """The names of all test functions below a folder of ``tests``."""
    names = []
    for path in python_files(folder):
        for node in ast.walk(ast.parse(text(path))):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test_"):
                names.append(node.name)
    return tuple(names)


@cache
def _ids_of(game: str) -> re.Pattern[str]:
    """An id as it stands in the name of a test: any of the document, or a number of one of its areas."""
    suffixes = [rule_id.split("-", 1)[1].lower().replace("-", "_") for rule_id in defined(game)]
    areas = {suffix.split("_")[0] for suffix in suffixes}
    known = "|".join([*sorted(suffixes, key=len, reverse=True), rf"(?:{'|'.join(sorted(areas))})_\d{{2,3}}"])
    return re.compile(rf"(?:_and)?(?:_{PREFIXES[game].lower()})?_({known})(?=_|$)")


def ids_in_name(name: str) -> tuple[str, ...]:
    """``test_duels_setup_04_ruling_013_…`` → DUELS-SETUP-04, DUELS-RULING-013: ids stand first, one after the other."""
    game, at = next((game for game, of in PREFIXES.items() if name.startswith(f"test_{of.lower()}_")), ""), 0
    found = []
    prefix = PREFIXES.get(game, "")
    rest = name.removeprefix(f"test_{prefix.lower()}") if game else ""
    while game and (one := _ids_of(game).match(rest, at)):
        found.append(f"{prefix}_{one[1]}".upper().replace("_", "-"))
        at = one.end()
    return tuple(found)


@cache
def worked_examples() -> dict[str, set[str]]:
    """The rules that the rows of ``examples/*.toml`` prove, by the id with which the row's own id begins.

    A row is a worked example (``DUELS-EX-22``), one case of it (``DUELS-EX-22-basic``), or a case of a rule that has
    no example (``DUELS-RULING-063-all_but_one_of_each``).
    """
    found: dict[str, set[str]] = {}
    for path in sorted((ROOT / "tests").glob("*/*/examples/*.toml")):
        for row in tomllib.loads(text(path))["example"]:
            subject = RULE_ID.match(row["id"])
            assert subject, f"{path}: {row['id']} does not begin with an id"
            found.setdefault(subject[0], set()).update(row["rules"])
    return found


@cache
def rules_of_examples(game: str) -> dict[str, frozenset[str]]:
    """The rules and rulings that the document itself says each worked example proves, by example."""
    return {example: frozenset(_cited(game, words)) for example, words in _citations(game)}


def _citations(game: str) -> list[tuple[str, str]]:
    """Each example with the words in which it cites rules: first in Duels and organizing, last in Marvel and SRU."""
    if game in ("duels", "campaigns"):
        return re.findall(rf"^- \*\*({PREFIXES[game]}-EX-\d+)\*\* \*\((.*?)\)\*", rules_text(game), re.MULTILINE)
    texts = re.findall(rf"\*\*({game.upper()}-EX-\d+) (.*?)(?=\n\n|\n- \*\*|\Z)", rules_text(game), re.DOTALL)
    if game == "marvel":
        return [(example, words.rpartition("Exercises ")[2]) for example, words in texts]
    return [(example, words.rpartition("**")[2]) for example, words in texts]


def _cited(game: str, words: str) -> Iterator[str]:
    """Ids written in full, shortened (``KO-01``, ``R47``), or as a range (``SRU-PASSIVE-08 to SRU-PASSIVE-12``)."""
    known, prefix = defined(game), f"{PREFIXES[game]}-"
    short = {rule_id.removeprefix(prefix): rule_id for rule_id in known}
    short |= {f"R{rule_id[-2:]}": rule_id for rule_id in known if rule_id.startswith("MARVEL-RULING-")}
    start = ""
    for to, token in re.findall(r"(\bto )?([A-Z]+(?:-[A-Z]+)*(?:-?\d+)?)", words):
        if rule_id := short.get(token.removeprefix(prefix)):
            yield from known[known.index(start) + 1 : known.index(rule_id)] if to and start else ()
            yield rule_id
            start = rule_id
