import pytest
from django.core.checks import CheckMessage
from django.core.management import call_command
from django.db import connection

from ledger import checks


def ids(messages: list[CheckMessage]) -> list[str]:
    return [str(message.id) for message in messages]


@pytest.mark.django_db
def test_this_database_is_set_up_safely(capsys: pytest.CaptureFixture[str]) -> None:
    found = ids(checks.check_database(["default"]))
    if connection.vendor == "sqlite":
        assert found == ["ledger.I001"]
    else:
        assert set(found) <= {"ledger.E005"}  # tests of anything but durability do not wait for the disk
    assert checks.check_database() == []


@pytest.mark.django_db
def test_the_check_command_asks_for_them(capsys: pytest.CaptureFixture[str]) -> None:
    if connection.vendor == "sqlite":
        call_command("check", databases=["default"])
        assert "journal mode" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("version", "mode", "synchronous", "transactions", "found"),
    [
        ((3, 40, 1), "delete", 2, "IMMEDIATE", ["ledger.I001"]),
        ((3, 51, 3), "wal", 3, "IMMEDIATE", ["ledger.I001"]),
        ((3, 51, 2), "wal", 2, "IMMEDIATE", ["ledger.E002"]),
        ((3, 51, 3), "wal", 1, "IMMEDIATE", ["ledger.I001", "ledger.E003"]),
        ((3, 40, 1), "delete", 2, None, ["ledger.I001", "ledger.E004"]),
    ],
)
def test_what_sqlite_may_do(
    version: tuple[int, ...], mode: str, synchronous: int, transactions: str | None, found: list[str]
) -> None:
    assert ids(checks.sqlite(version, mode, synchronous, transaction_mode=transactions)) == found


def test_the_message_says_which_journal_and_why() -> None:
    (info,) = checks.sqlite((3, 40, 1), "delete", 2, transaction_mode="IMMEDIATE")
    assert info.msg == "SQLite 3.40.1, journal mode DELETE: write-ahead log is not safe before 3.51.3."
    (info,) = checks.sqlite((3, 51, 3), "wal", 2, transaction_mode="IMMEDIATE")
    assert info.msg == "SQLite 3.51.3, journal mode WAL: write-ahead log is safe."


def test_old_djangos_and_commits_that_do_not_wait_are_errors() -> None:
    assert ids(checks.django_version((5, 2, 7, "final", 0))) == ["ledger.E001"]
    assert checks.django_version((5, 2, 8, "final", 0)) == []
    assert ids(checks.postgresql("off")) == ["ledger.E005"]
    assert checks.postgresql("on") == []
