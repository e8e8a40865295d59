"""Reads settings from the environment, typed; a wrong or missing one stops the start with one sentence."""

import re
import sqlite3
from typing import Final

from django.core.exceptions import ImproperlyConfigured
from environ import FileAwareEnv

from ledger.checks import SAFE_WAL

DEVELOPMENT_KEY: Final = "development-only-not-a-secret-key-0000000000000000"

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
