"""Writes docs/rules/index.md: each rule id with what it says, its status, the code that applies it and the tests."""

import ast
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from matches.domain.sentences import rule_text
from rules_engine.duels import rulebook as duels
from rules_engine.kernel.rule_ids import RuleId
from rules_engine.marvel import rulebook as marvel
from rules_engine.sru import rulebook as sru
from tests.support.sources import (
    ROOT,
    RULE_ID,
    defined,
    ids_in_name,
    names_of_tests,
    python_files,
    text,
    worked_examples,
)

INDEX = ROOT / "docs" / "rules" / "index.md"
RULEBOOKS: Final = {"duels": duels.RULEBOOK, "marvel": marvel.RULEBOOK, "sru": sru.RULEBOOK}
HEAD: Final = """\
# Rules: what they say, where they are applied and proved

Written by `make rules-index`; do not edit. The texts in French and Spanish stand in `matches/rule_texts/rules/`.
"""
GAME_HEAD: Final = """
## {game}

Rules: [{key}.md]({key}.md). Status: `rules_engine/{key}/rulebook.py`.

| id | says | status | code | tests |
| --- | --- | --- | --- | --- |
"""


def places(game: str) -> dict[str, list[str]]:
    """For each id the innermost functions and classes of the ruleset that name it, as ``attack.matching_groups``."""
    found: dict[str, list[str]] = defaultdict(list)
    for path in python_files(f"rules_engine/{game}"):
        if path.name != "rulebook.py":
            for name, source in _pieces(path):
                for rule_id in dict.fromkeys(RULE_ID.findall(source)):
                    found[rule_id].append(f"{path.stem}.{name}" if name else path.stem)
    return found


def _pieces(path: Path) -> Iterator[tuple[str, str]]:
    """A module's functions and classes with their source, and what is outside of them under an empty name."""
    lines = text(path).splitlines()
    for node in ast.parse(text(path)).body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield node.name, "\n".join(lines[node.lineno - 1 : node.end_lineno])
            lines[node.lineno - 1 : node.end_lineno] = [""] * ((node.end_lineno or node.lineno) - node.lineno + 1)
    yield "", "\n".join(lines)


def proofs() -> dict[str, list[str]]:
    """For each id the worked examples and the tests that prove it."""
    found: dict[str, list[str]] = defaultdict(list)
    for example, rules in worked_examples().items():
        for rule_id in sorted(rules):
            found[rule_id].append(example)
    for name in names_of_tests("tests"):
        for rule_id in ids_in_name(name):
            found[rule_id].append(name)
    return found


def index() -> str:
    """The whole document, a section a game."""
    proved = proofs()
    return HEAD + "".join(_section(game, proved) for game in RULEBOOKS)


def _section(game: str, proved: dict[str, list[str]]) -> str:
    applied, rows = places(game), []
    for rule_id in defined(game):
        if "-EX-" not in rule_id:
            entry = RULEBOOKS[game].status_of(RuleId(rule_id))
            code = ", ".join(f"`{place}`" for place in applied[rule_id]) or entry.note
            tests = ", ".join(f"`{name}`" for name in dict.fromkeys(proved[rule_id]))
            rows.append(f"| {rule_id} | {rule_text(rule_id)} | {entry.status} | {code} | {tests} |\n")
    return GAME_HEAD.format(game=game.capitalize(), key=game) + "".join(rows)


if __name__ == "__main__":
    INDEX.write_text(index())
