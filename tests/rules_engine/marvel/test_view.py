from rules_engine.marvel.view import view
from tests.support.marvel import between, make_setup


def test_everything_lies_open() -> None:
    state = between(make_setup())
    assert view(state, "two") is state
