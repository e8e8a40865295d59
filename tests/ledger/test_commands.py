import io
import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from ledger import queries, services
from tests.ledger.conftest import Notebook
from tests.ledger.store_contract import batch, new_stream
from tests.ledger.test_verify import sql, stream_of


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def run(*arguments: str, **options: Any) -> str:
    out = io.StringIO()
    call_command(*arguments, stdout=out, **options)
    return out.getvalue()


@pytest.mark.django_db
class TestVerify:
    def test_all_is_well(self, tmp_path: Path) -> None:
        stream, terminal, kept = stream_of(2), Terminal(), tmp_path / "head.json"
        kept.write_text(run("sign_tree_head"))
        assert json.loads(kept.read_text())["events"] == queries.count_events()
        streams, events = len(queries.streams()), queries.count_events()
        told = run("verify", f"--tree-head={kept}", stderr=terminal)
        assert told == f"{streams} streams, {events} events, 2 tree heads: all is well\n"
        assert f"{streams} of {streams} streams\n" in terminal.getvalue()
        assert run("verify", stream) == "1 streams, 2 events, 1 tree heads: all is well\n"
        assert run("verify", stream.partition("/")[2]) == "1 streams, 2 events, 1 tree heads: all is well\n"

    def test_a_stream_that_there_is_not_is_not_well(self) -> None:
        with pytest.raises(CommandError, match="there is no stream nonsense"):
            run("verify", "nonsense")

    @pytest.mark.usefixtures("no_triggers")
    @pytest.mark.parametrize("one", [True, False])
    def test_a_problem_is_named(self, one: bool) -> None:
        stream, err = stream_of(3), io.StringIO()
        sql("UPDATE ledger_event SET actor = 'x' WHERE stream = %s AND version = 2", stream)
        with pytest.raises(CommandError, match="1 problems"):
            run("verify", *[stream] * one, stderr=err)
        assert err.getvalue() == f"{stream} 2: content does not match its hash\n"

    @pytest.mark.parametrize("content", [b"{}", b"x", None])
    def test_a_file_without_a_tree_head_is_named(self, tmp_path: Path, content: bytes | None) -> None:
        file = tmp_path / "head.json"
        if content is not None:
            file.write_bytes(content)
        with pytest.raises(CommandError, match=r"head\.json holds no tree head"):
            run("verify", f"--tree-head={file}")


@pytest.mark.django_db
class TestExportAndImport:
    @pytest.mark.usefixtures("no_triggers")
    def test_a_stream_goes_through_a_file(self, tmp_path: Path) -> None:
        stream, file = stream_of(3), tmp_path / "stream.jsonl"
        run("export_stream", stream, str(file))
        assert run("export_stream", stream) == file.read_text()
        sql("DELETE FROM ledger_event WHERE stream = %s", stream)
        assert run("import_stream", str(file)) == f"{stream}: 3 events written\n"
        assert run("import_stream", str(file)) == f"{stream}: 0 events written\n"

    def test_an_unknown_stream_is_refused(self) -> None:
        with pytest.raises(CommandError, match="no stream"):
            run("export_stream", new_stream())

    def test_a_file_that_is_none_is_refused(self, tmp_path: Path) -> None:
        (tmp_path / "x").write_text("x")
        with pytest.raises(CommandError, match="line 1"):
            run("import_stream", str(tmp_path / "x"))
        (tmp_path / "x").write_bytes(b"\xff")
        with pytest.raises(CommandError, match="decode"):
            run("import_stream", str(tmp_path / "x"))
        with pytest.raises(CommandError, match="No such file"):
            run("import_stream", str(tmp_path / "y"))

    def test_a_file_that_cannot_be_written_is_named(self, tmp_path: Path) -> None:
        with pytest.raises(CommandError, match=str(tmp_path)):
            run("export_stream", stream_of(1), str(tmp_path))


@pytest.mark.django_db
class TestTexts:
    def test_a_name_is_found_and_erased_for_ever(self) -> None:
        scope = new_stream("campaign")
        ana, anabel = (services.intern_text(scope, name) for name in ("Ana Ruiz", "Mariana"))
        services.intern_text(scope, "Bo")
        found = run("find_text", "ANA").splitlines()
        assert sorted(found) == sorted([f"{ana.id}  {scope}  Ana Ruiz", f"{anabel.id}  {scope}  Mariana"])
        assert run("erase_text", ana.id) == f"{ana.id}: erased\n"
        assert run("find_text", "Ana") == f"{anabel.id}  {scope}  Mariana\n"

    def test_what_is_not_found_is_said(self) -> None:
        told = io.StringIO()
        assert run("find_text", "zzz", stderr=told) == ""
        assert told.getvalue() == "No text contains 'zzz'.\n"

    def test_what_is_not_there_cannot_be_erased(self) -> None:
        with pytest.raises(CommandError, match="there is no text 42"):
            run("erase_text", "42")


@pytest.mark.django_db(transaction=True)
class TestSubscribers:
    def test_a_tick_sweeps(self, notebook: Notebook) -> None:
        services.append(f"{notebook.name}/a", [batch("1", "2")], expected_version=0)
        assert run("tick").endswith("events read\n")
        assert len(notebook.events) == 2

    @pytest.mark.parametrize("terminal", [io.StringIO(), Terminal()])
    def test_a_rebuild_shows_its_progress_on_a_terminal(self, notebook: Notebook, terminal: io.StringIO) -> None:
        services.append(f"{notebook.name}/a", [batch("1", "2")], expected_version=0)
        events = queries.count_events()
        assert run("rebuild", notebook.name, stderr=terminal) == f"{notebook.name}: {events} events\n"
        assert (f"{events} of {events} events\n" in terminal.getvalue()) == terminal.isatty()
        assert len(notebook.events) == 2

    def test_all_are_rebuilt_if_none_is_named(self, notebook: Notebook) -> None:
        services.append(f"{notebook.name}/a", [batch()], expected_version=0)
        assert f"{notebook.name}: " in run("rebuild")
        assert notebook.resets == 1

    def test_an_unknown_subscriber_is_refused(self) -> None:
        with pytest.raises(CommandError, match="no subscriber nobody"):
            run("rebuild", "nobody")

    def test_migrating_under_the_lock_changes_nothing_if_up_to_date(self) -> None:
        assert run("migrate_locked") == ""
