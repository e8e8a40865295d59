from tests.ledger.conftest import no_triggers  # noqa: F401 -- a fixture
from tests.support.leagues import tiny_catalog  # noqa: F401 -- a fixture
