from pathlib import Path

import pytest

from campaigns.errors import CatalogRejected
from campaigns.services import catalogs
from rules_engine.registry import ruleset

DUELS = ruleset("duels", 1, "advanced")


def test_the_sample_catalog_of_duels_has_figures_and_gear_marked_as_samples() -> None:
    catalog = catalogs.sample_catalog(DUELS)
    assert (len(catalog.figures) >= 10, len(catalog.gear) >= 20) == (True, True)
    assert set(catalog.samples) == {entry.slug for entry in (*catalog.figures, *catalog.gear)}
    assert catalogs.sample_catalog(DUELS) is catalog


def test_problems_name_file_entry_and_field_all_at_once(tmp_path: Path) -> None:
    path = tmp_path / "club.yaml"
    path.write_text("figures:\n  - slug: 7\n  - name: Bo\ngear: []\n")
    with pytest.raises(CatalogRejected) as refused:
        catalogs.load_catalog(DUELS, path)
    assert len(refused.value.problems) > 1
    assert all(problem.startswith("club.yaml: figures[") for problem in refused.value.problems)


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"figures: [", "cannot be read as YAML: .* in line 1, column 11"),
        (b"\xff\xfe", "is no text in UTF-8"),
        (None, "cannot be read: No such file"),
    ],
)
def test_a_file_that_cannot_be_read_is_named(tmp_path: Path, content: bytes | None, told: str) -> None:
    path = tmp_path / "club.yaml"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(CatalogRejected, match=rf"^club\.yaml: {told}[^\n]*\.$"):
        catalogs.load_catalog(DUELS, path)
