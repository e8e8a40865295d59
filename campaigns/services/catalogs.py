"""Catalog files: read here, since the engine never opens a file."""

from functools import cache
from pathlib import Path
from typing import Any

from campaigns.errors import CatalogRejected
from matches.services.yaml_text import read_yaml_file
from rules_engine import registry
from rules_engine.kernel.errors import MalformedInput
from rules_engine.registry import AnyRuleset

FOLDER = Path(__file__).resolve().parent.parent.parent / "catalogs"


def load_catalog(ruleset: AnyRuleset, path: Path) -> Any:  # each game has a catalog record of its own
    """The catalog in a YAML file. Raises CatalogRejected, with every problem named by file, entry and field."""
    try:
        return ruleset.read_catalog(read_yaml_file(path), path.name)
    except MalformedInput as error:
        raise CatalogRejected(tuple(str(error).splitlines())) from error


def sample_catalog(ruleset: AnyRuleset) -> Any:  # as above
    """The catalog of invented sample values that comes with a game."""
    return _sample(ruleset.key, ruleset.version, ruleset.variant)


@cache
def _sample(key: str, version: int, variant: str) -> Any:  # as above
    return load_catalog(registry.ruleset(key, version, variant), FOLDER / f"{key}-sample.yaml")
