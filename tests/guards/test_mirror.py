"""The tests mirror the code: who knows a module knows where its test file is."""

import ast
from pathlib import Path
from typing import Final

from tests.support.sources import ROOT, python_files, text

MIRRORED: Final = ("rules_engine", "ledger", "matches", "campaigns")
DECLARATIVE: Final = {"__init__.py", "apps.py", "errors.py", "events.py", "models.py", "urls.py"}  # no behaviour


def has_behaviour(path: Path) -> bool:
    """Whether a module has a function that does something; records, protocols and constants need no test file."""
    functions = (n for n in ast.walk(ast.parse(text(path))) if isinstance(n, ast.FunctionDef | ast.AsyncFunctionDef))
    return any(ast.unparse(function.body[-1]) != "..." for function in functions)


def mirrors(path: Path) -> tuple[Path, ...]:
    """Where the tests of a module may be; an app's commands may share one file."""
    inside = path.relative_to(ROOT)
    own = ROOT / "tests" / inside.parent / f"test_{path.name}"
    commands = ROOT / "tests" / inside.parts[0] / "test_commands.py"
    return (own, commands) if inside.parts[1:3] == ("management", "commands") else (own,)


def test_every_module_has_its_test_file() -> None:
    missing = [
        str(mirrors(path)[0].relative_to(ROOT))
        for path in python_files(*MIRRORED)
        if path.name not in DECLARATIVE and has_behaviour(path) and not any(mirror.exists() for mirror in mirrors(path))
    ]
    assert missing == []
