"""One word for one thing: names that docs and glossaries have no use for are rejected."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from tests.support.sources import PACKAGES, ROOT, python_files, text

MODULES: Final = re.compile(r"^(utils?|helpers?|managers?|base|common|misc)$")
WORDS: Final = re.compile(
    r"(?<![a-z])(battle|fixture|revision|journal(?!_mode)|equipment|game_type|utils?|helpers?)s?(?![a-z])"
)
KERNEL: Final = re.compile(r"(?<![a-z])(cup|dial|click|band|ace|pow|activation|domain|circle)s?(?![a-z])")


def snake(name: str) -> str:
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()


def names(path: Path) -> Iterator[tuple[int, str]]:
    """Every name that a module gives: classes, functions, parameters, fields and variables."""
    for node in ast.walk(ast.parse(text(path))):
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            yield node.lineno, node.name
        elif isinstance(node, ast.arg):
            yield node.lineno, node.arg
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.lineno, node.id


def rejected(pattern: re.Pattern[str], *folders: str) -> list[str]:
    return [
        f"{path.relative_to(ROOT)}:{line} {name}"
        for path in python_files(*folders)
        for line, name in names(path)
        if pattern.search(snake(name))
    ]


def test_modules_are_nouns_that_say_something() -> None:
    assert [str(path.relative_to(ROOT)) for path in python_files(*PACKAGES) if MODULES.match(path.stem)] == []


def test_names_are_those_of_the_glossary() -> None:
    assert rejected(WORDS, *PACKAGES) == []


def test_the_kernel_knows_no_word_of_one_game() -> None:
    assert rejected(KERNEL, "rules_engine/kernel") == []


@pytest.mark.parametrize(
    ("name", "pattern", "refused"),
    [
        ("BattleStarted", WORDS, True),
        ("match_fixture", WORDS, True),
        ("fixed_dice", WORDS, False),
        ("dial_of", KERNEL, True),
        ("Circle", KERNEL, True),
        ("place", KERNEL, False),
        ("ahelper", WORDS, False),
    ],
)
def test_the_patterns_find_whole_words(name: str, pattern: re.Pattern[str], refused: bool) -> None:
    assert bool(pattern.search(snake(name))) is refused
