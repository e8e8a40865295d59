from rules_engine.sru.view import view
from tests.support.told_sru import TABLE


def test_nobody_has_secrets() -> None:
    assert view(TABLE, "alice") is TABLE
