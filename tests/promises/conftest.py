from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.ledger.conftest import no_triggers  # noqa: F401 -- a fixture
from tests.promises.databases import Database, copied_database, empty_database, reports


@pytest.fixture(scope="session")
def migrated(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Database]:
    with empty_database(tmp_path_factory.mktemp("template")) as template:
        reports([template.start("manage.py", "migrate_locked")])
        yield template


@pytest.fixture
def database(migrated: Database, tmp_path: Path) -> Iterator[Database]:
    """A migrated database of the test's own."""
    with copied_database(migrated, tmp_path) as copy:
        yield copy


@pytest.fixture
def postgresql(database: Database) -> Database:
    if not database.is_postgresql:
        pytest.skip("what is broken here is PostgreSQL's")
    return database
