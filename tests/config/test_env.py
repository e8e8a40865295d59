import pytest
from django.core.exceptions import ImproperlyConfigured

from config import env


@pytest.mark.parametrize(
    ("version", "mode"), [((3, 40, 1), "DELETE"), ((3, 51, 2), "DELETE"), ((3, 51, 3), "WAL"), ((3, 52, 0), "WAL")]
)
def test_write_ahead_log_only_where_sqlite_is_safe_with_it(version: tuple[int, int, int], mode: str) -> None:
    assert env.journal_mode(version) == mode


@pytest.mark.parametrize("key", ["", "short", env.DEVELOPMENT_KEY])
def test_production_start_is_refused_without_a_secret_of_its_own(monkeypatch: pytest.MonkeyPatch, key: str) -> None:
    monkeypatch.setenv("SECRET_KEY", key)
    with pytest.raises(ImproperlyConfigured):
        env.secret_key(debug=False)


def test_a_required_setting_has_a_default_in_development_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ALLOWED_HOSTS", raising=False)
    assert env.required("ALLOWED_HOSTS", debug=True, default="localhost") == "localhost"
    with pytest.raises(ImproperlyConfigured):
        env.required("ALLOWED_HOSTS", debug=False, default="localhost")


@pytest.mark.parametrize("seed", ["", "22" * 31, "zz" * 32])
def test_production_start_is_refused_without_a_seed_that_can_sign(monkeypatch: pytest.MonkeyPatch, seed: str) -> None:
    monkeypatch.setenv("LEDGER_SIGNING_SEED", seed)
    with pytest.raises(ImproperlyConfigured, match="LEDGER_SIGNING_SEED"):
        env.signing_seed(debug=False)


def test_a_seed_that_can_sign_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LEDGER_SIGNING_SEED", "2A" * 32)
    assert env.signing_seed(debug=False) == "2A" * 32
    monkeypatch.delenv("LEDGER_SIGNING_SEED")
    assert len(bytes.fromhex(env.signing_seed(debug=True))) == 32
