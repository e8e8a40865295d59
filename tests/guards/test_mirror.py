"""The tests mirror the code: who knows a module knows where its test file is."""

import ast
from pathlib import Path
from typing import Final

from tests.support.sources import ROOT, python_files, text

MIRRORED: Final = ("rules_engine", "ledger", "matches", "campaigns")
DECLARATIVE: Final = {"apps.py", "errors.py", "events.py", "urls.py"}  # classes and routes alone; used by every test


def has_code(path: Path) -> bool:
    """Whether a module defines a function; records, protocols and constants alone need no test file."""
    return any(isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) for node in ast.walk(ast.parse(text(path))))


def test_every_module_has_its_test_file() -> None:
    missing = []
    for path in python_files(*MIRRORED):
        if path.name not in {"__init__.py", *DECLARATIVE} and has_code(path):
            mirror = ROOT / "tests" / path.relative_to(ROOT).parent / f"test_{path.name}"
            if not mirror.exists():
                missing.append(str(mirror.relative_to(ROOT)))
    assert missing == []
