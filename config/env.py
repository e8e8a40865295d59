"""Reads settings from the environment, typed; a wrong or missing one stops the start with one sentence."""

import re
import sqlite3
from math import inf, nan
from typing import Any, Final
from urllib.parse import urlsplit

from django.core.exceptions import ImproperlyConfigured
from environ import FileAwareEnv

from ledger.checks import SAFE_WAL

DEVELOPMENT_KEY: Final = "development-only-not-a-secret-key-0000000000000000"

DATABASE_SCHEMES: Final = frozenset({"postgresql", "postgres", "sqlite"})
REDIS_SCHEMES: Final = frozenset({"redis", "rediss", "unix"})
SWITCHES: Final = {"": None, "1": True, "true": True, "yes": True, "on": True,
                   "0": False, "false": False, "no": False, "off": False}  # fmt: skip
LEVELS: Final = ("DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL")
HOST: Final = re.compile(r"\*|\.?[\w.-]+|\[[0-9a-fA-F:.]+\]")  # as ALLOWED_HOSTS has them

env: Final = FileAwareEnv()


def journal_mode(version: tuple[int, int, int] = sqlite3.sqlite_version_info) -> str:
    """The journal mode that is safe with several connections on this SQLite library."""
    return "WAL" if version >= SAFE_WAL else "DELETE"


def secret_key(*, debug: bool) -> str:
    """The secret key; outside DEBUG it must be given, long, and not the development one."""
    key: str = env.str("SECRET_KEY", default=DEVELOPMENT_KEY)
    if not debug and (key == DEVELOPMENT_KEY or len(key) < 32):
        raise ImproperlyConfigured("SECRET_KEY must be set to a secret of at least 32 characters when DEBUG=0.")
    return key


def required(name: str, *, debug: bool, default: str) -> str:
    """A setting that has a development default and must be given outside DEBUG."""
    value: str = env.str(name, default="")
    if not value and not debug:
        raise ImproperlyConfigured(f"{name} must be set when DEBUG=0.")
    return value or default


def signing_seed(*, debug: bool) -> str:
    """The seed of the key that signs tree heads, 32 bytes in hexadecimal; outside DEBUG it must be given."""
    seed = required("LEDGER_SIGNING_SEED", debug=debug, default="11" * 32)
    if not re.fullmatch("[0-9a-fA-F]{64}", seed):
        raise ImproperlyConfigured("LEDGER_SIGNING_SEED must be 32 bytes in hexadecimal: 64 digits.")
    return seed


def switch(name: str, *, default: bool) -> bool:
    """Something that is on or off; the default where none or an empty one is given."""
    text: str = env.str(name, default="").strip().lower()
    if text not in SWITCHES:
        raise ImproperlyConfigured(f"{name} must be 1 or 0, not {text!r}.")
    return default if SWITCHES[text] is None else bool(SWITCHES[text])


def log_level() -> str:
    """The least level of what is logged."""
    level: str = (env.str("LOG_LEVEL", default="") or "WARNING").upper()
    if level not in LEVELS:
        raise ImproperlyConfigured(f"LOG_LEVEL must be one of {', '.join(LEVELS)}, not {level!r}.")
    return level


def seconds(name: str, default: float) -> float:
    """A length of time in seconds, a positive number; the default where none or an empty one is given."""
    text: str = env.str(name, default="") or str(default)
    try:
        value = float(text)
    except ValueError:
        value = nan
    if not 0 < value < inf:
        raise ImproperlyConfigured(f"{name} must be a positive number of seconds, not {text!r}.")
    return value


def allowed_hosts(*, debug: bool, default: str) -> list[str]:
    """The host names that people type; outside DEBUG they must be given."""
    hosts = [host.strip() for host in required("ALLOWED_HOSTS", debug=debug, default=default).split(",")]
    for host in hosts:
        if not HOST.fullmatch(host):
            raise ImproperlyConfigured(
                f"ALLOWED_HOSTS must be host names without scheme and port, separated by commas; {host!r} is none."
            )
    return hosts


def database(*, debug: bool, default: str) -> dict[str, Any]:  # Any: Django's settings of a database
    """Django's settings of the database in DATABASE_URL; outside DEBUG it must be given.

    A refusal does not repeat the address, as it may hold a password.
    """
    url = required("DATABASE_URL", debug=debug, default=default)
    found: dict[str, Any] = env.db_url_config(url) if _scheme(url) in DATABASE_SCHEMES else {}
    if not found.get("NAME"):
        raise ImproperlyConfigured(
            "DATABASE_URL must be like postgresql://user:password@host:5432/name or sqlite:///path/to/file."
        )
    return found


def redis_url() -> str:
    """The address of Redis; empty in the embedded tier."""
    url: str = env.str("REDIS_URL", default="")
    if url and _scheme(url) not in REDIS_SCHEMES:
        raise ImproperlyConfigured("REDIS_URL must be like redis://host:6379/0, or empty to do without Redis.")
    return url


def _scheme(url: str) -> str:
    """The scheme of an address that has a place behind it, else nothing."""
    try:
        parts = urlsplit(url)
        return parts.scheme if (parts.port or parts.netloc or parts.path.strip("/")) else ""
    except ValueError:  # a port that is no number, a bracket that is not closed
        return ""
