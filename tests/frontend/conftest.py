from tests.support.leagues import tiny_catalog  # noqa: F401 -- a fixture
