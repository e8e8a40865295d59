"""Fails when a lock file does not satisfy ``pyproject.toml`` any more; asks no index."""

import re
import sys
import tomllib
from pathlib import Path

from packaging.requirements import Requirement

ROOT = Path(__file__).resolve().parent.parent
PINNED = re.compile(r"^([A-Za-z0-9._-]+)==([^ ;\\]+)", re.MULTILINE)


def pins(name: str) -> dict[str, str]:
    """Package → locked version, names normalised."""
    text = (ROOT / "requirements" / f"{name}.lock").read_text()
    return {re.sub(r"[-_.]+", "-", package).lower(): version for package, version in PINNED.findall(text)}


def group(project: dict[str, list[str | dict[str, str]]], name: str) -> list[str]:
    """The requirements of a dependency group, included groups resolved."""
    found: list[str] = []
    for entry in project[name]:
        found += [entry] if isinstance(entry, str) else group(project, entry["include-group"])
    return found


def problems() -> list[str]:
    """One sentence for each requirement that a lock file misses or contradicts."""
    data = tomllib.loads((ROOT / "pyproject.toml").read_text())
    base = data["project"]["dependencies"]
    groups = data["dependency-groups"]
    wanted = {"base": base, "test": base + group(groups, "test"), "dev": base + group(groups, "dev")}
    found = []
    for name, requirements in wanted.items():
        locked = pins(name)
        for requirement in map(Requirement, requirements):
            key = re.sub(r"[-_.]+", "-", requirement.name).lower()
            if key not in locked:
                found.append(f"requirements/{name}.lock lacks {key}: run `make lock`.")
            elif not requirement.specifier.contains(locked[key], prereleases=True):
                found.append(f"requirements/{name}.lock has {key} {locked[key]}, not {requirement}: run `make lock`.")
    return found


if __name__ == "__main__":
    for problem in problems():
        print(problem, file=sys.stderr)
    sys.exit(1 if problems() else 0)
