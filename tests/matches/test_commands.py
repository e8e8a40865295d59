"""``manage.py import_match`` and ``manage.py audit``."""

import json
import os
import subprocess
import sys
import uuid
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.urls import reverse

from tests.matches.services.test_import_log import IN_THE_YARD, LOGS, TEXT, YARD, with_line

pytestmark = pytest.mark.django_db
ROOT = Path(__file__).parents[2]


def test_import_and_audit_by_command(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("import_match", str(LOGS[0]))
    match_id = capsys.readouterr().out.split()[1]
    call_command("import_match", str(LOGS[0]))
    assert capsys.readouterr().out == f"match {match_id}\npage  {reverse('match', kwargs={'match_id': match_id})}\n"
    call_command("audit", match_id)
    assert capsys.readouterr().out == "1 matches: all as their rules say\n"


def test_a_match_in_a_scenario_by_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log, scenario = tmp_path / "log.txt", tmp_path / "yard.yaml"
    log.write_text(IN_THE_YARD, encoding="utf-8")
    scenario.write_text(json.dumps(YARD), encoding="utf-8")
    call_command("import_match", str(log), scenario=scenario)
    assert capsys.readouterr().out.startswith("match ")


def test_a_refused_log_by_command(tmp_path: Path) -> None:
    text, number = with_line("A1 attacks", "A1 attacks B1 with G8 at 30 in")
    file = tmp_path / "log.txt"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(CommandError) as refused:
        call_command("import_match", str(file))
    assert str(refused.value) == (
        f"{file}, line {number}: 'A1 attacks B1 with G8 at 30 in': The green band of A1 does not reach the target; use"
        " another colour or move closer. [DUELS-ATK-03]\nNothing was stored."
    )


@pytest.mark.parametrize("content", [b"\xff\xfe", None, b"figures: [\n", b"figures: [{}]\n"])
def test_files_that_cannot_be_read_by_command(tmp_path: Path, content: bytes | None) -> None:
    log, catalog = tmp_path / "log.txt", tmp_path / "catalog.yaml"
    log.write_text(TEXT, encoding="utf-8")
    if content is not None:
        catalog.write_bytes(content)
    with pytest.raises(CommandError, match=r"^catalog\.yaml: .*\n(catalog.*\n)*Nothing was stored"):
        call_command("import_match", str(log), catalog=catalog)


def test_a_log_that_is_no_text_by_command(tmp_path: Path) -> None:
    log = tmp_path / "log.txt"
    log.write_bytes(b"ruleset: \xff")
    with pytest.raises(CommandError, match=r"^log\.txt: is no text in UTF-8: .* at byte 9\.\nNothing was stored"):
        call_command("import_match", str(log))


def test_the_audit_command_names_what_is_wrong(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(CommandError, match="1 matches: 1 findings"):
        call_command("audit", str(uuid.uuid4()))
    assert "There is no match" in capsys.readouterr().err


def test_a_file_with_a_byte_order_mark_is_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "log.txt"
    file.write_text(LOGS[0].read_text(encoding="utf-8"), encoding="utf-8-sig")
    call_command("import_match", str(file))
    assert capsys.readouterr().out.startswith("match ")


def test_a_database_without_tables_has_nothing_to_audit(tmp_path: Path) -> None:
    environment = os.environ | {"DATABASE_URL": f"sqlite:///{tmp_path / 'new.sqlite3'}"}
    environment["DJANGO_SETTINGS_MODULE"] = "config.settings"
    done = subprocess.run(
        [sys.executable, "manage.py", "audit"], cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (1, "")
    assert "Nothing has been played here" in done.stderr
