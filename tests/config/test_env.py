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


def test_seconds_are_read_or_taken_from_the_default(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SWEEP_SECONDS", "0.5")
    assert env.seconds("SWEEP_SECONDS", default=5.0) == 0.5
    monkeypatch.setenv("SWEEP_SECONDS", "")
    assert env.seconds("SWEEP_SECONDS", default=5.0) == 5.0


@pytest.mark.parametrize("text", ["abc", "0", "-1", "nan", "inf", "5 s"])
def test_the_start_is_refused_for_what_is_no_time(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setenv("SWEEP_SECONDS", text)
    with pytest.raises(
        ImproperlyConfigured, match=f"^SWEEP_SECONDS must be a positive number of seconds, not '{text}'"
    ):
        env.seconds("SWEEP_SECONDS", default=5.0)


def test_hosts_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ALLOWED_HOSTS", "ledger.example.org, .club.example,[::1],*")
    assert env.allowed_hosts(debug=False, default="") == ["ledger.example.org", ".club.example", "[::1]", "*"]


@pytest.mark.parametrize("text", ["https://ledger.example.org", "localhost:8000", "a b", "a,,b", ","])
def test_the_start_is_refused_for_what_is_no_host(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setenv("ALLOWED_HOSTS", text)
    with pytest.raises(ImproperlyConfigured, match="ALLOWED_HOSTS must be host names without scheme and port"):
        env.allowed_hosts(debug=False, default="")


@pytest.mark.parametrize(
    ("url", "engine", "name"),
    [
        ("postgresql://sam:secret@db:5432/ledger", "postgresql", "ledger"),
        ("postgres:///ledger", "postgresql", "ledger"),
        ("sqlite:////var/ledger.sqlite3", "sqlite3", "/var/ledger.sqlite3"),
    ],
)
def test_a_database_is_read(monkeypatch: pytest.MonkeyPatch, url: str, engine: str, name: str) -> None:
    monkeypatch.setenv("DATABASE_URL", url)
    found = env.database(debug=False, default="")
    assert (found["ENGINE"], found["NAME"]) == (f"django.db.backends.{engine}", name)


@pytest.mark.parametrize(
    "url",
    ["nonsense", "postgresql://", "postgresql://sam:secret@db/", "postgresql://sam:secret@db:x/ledger",
     "postgresql://[::1/ledger", "mysql://sam:secret@db/ledger", "sqlite://", "redis://h/0"],
)  # fmt: skip
def test_the_start_is_refused_for_what_is_no_database(monkeypatch: pytest.MonkeyPatch, url: str) -> None:
    monkeypatch.setenv("DATABASE_URL", url)
    with pytest.raises(ImproperlyConfigured, match="DATABASE_URL must be like") as refusal:
        env.database(debug=False, default="")
    assert "secret" not in str(refusal.value)


@pytest.mark.parametrize("url", ["", "redis://redis:6379/0", "rediss://h", "unix:///run/redis.sock"])
def test_redis_is_read(monkeypatch: pytest.MonkeyPatch, url: str) -> None:
    monkeypatch.setenv("REDIS_URL", url)
    assert env.redis_url() == url


@pytest.mark.parametrize("url", ["redis", "redis://", "http://redis:6379", "redis://h:port/0"])
def test_the_start_is_refused_for_what_is_no_redis(monkeypatch: pytest.MonkeyPatch, url: str) -> None:
    monkeypatch.setenv("REDIS_URL", url)
    with pytest.raises(ImproperlyConfigured, match="REDIS_URL must be like redis://"):
        env.redis_url()


@pytest.mark.parametrize(
    ("text", "on"), [("1", True), ("On", True), ("true", True), ("0", False), ("no", False), ("", True)]
)
def test_a_switch_is_read_or_taken_from_the_default(monkeypatch: pytest.MonkeyPatch, text: str, on: bool) -> None:
    monkeypatch.setenv("DEBUG", text)
    assert env.switch("DEBUG", default=True) is on


@pytest.mark.parametrize("text", ["maybe", "2", "-1"])
def test_the_start_is_refused_for_what_is_neither_on_nor_off(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setenv("HTTPS", text)
    with pytest.raises(ImproperlyConfigured, match=f"HTTPS must be 1 or 0, not '{text}'"):
        env.switch("HTTPS", default=True)


def test_a_log_level_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("LOG_LEVEL", raising=False)
    assert env.log_level() == "WARNING"
    monkeypatch.setenv("LOG_LEVEL", "info")
    assert env.log_level() == "INFO"
    monkeypatch.setenv("LOG_LEVEL", "loud")
    with pytest.raises(ImproperlyConfigured, match=r"LOG_LEVEL must be one of DEBUG, .* not 'LOUD'"):
        env.log_level()
