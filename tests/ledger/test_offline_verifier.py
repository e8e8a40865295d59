import ast
import json
import runpy
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import msgspec
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from hypothesis import given, settings
from hypothesis import strategies as st

from ledger import export, offline_verifier, queries, services
from ledger.events import Batch, NewEvent
from ledger.offline_verifier import Problem, ed25519_verifies, server_faces, verify
from tests.ledger.store_contract import batch, new_stream
from tests.ledger.test_verify import rewrite, stream_of
from tests.support.in_memory_ledger import InMemoryLedger

SOURCE = Path(offline_verifier.__file__)
SEED = bytes(range(32))
SEATS = {"north": "11", "south": "22"}


def test_it_is_one_short_file_that_needs_the_standard_library_only() -> None:
    text = SOURCE.read_text()
    imported = {
        name.split(".")[0]
        for node in ast.walk(ast.parse(text))
        for name in (
            [alias.name for alias in node.names]
            if isinstance(node, ast.Import)
            else [node.module or ""]
            if isinstance(node, ast.ImportFrom)
            else []
        )
    }
    assert imported <= sys.stdlib_module_names
    assert len(text.splitlines()) <= 300


class TestEd25519:
    @settings(max_examples=30, deadline=None)  # three slow verifications each
    @given(st.binary(min_size=32, max_size=32), st.binary(max_size=80))
    def test_it_agrees_with_the_library(self, seed: bytes, message: bytes) -> None:
        key = Ed25519PrivateKey.from_private_bytes(seed)
        public, signature = key.public_key().public_bytes_raw(), key.sign(message)
        assert ed25519_verifies(public, signature, message)
        assert not ed25519_verifies(public, signature, message + b"x")
        assert not ed25519_verifies(public, signature[:32] + bytes(31) + b"\x01", message)

    def test_bytes_that_name_no_point_or_no_scalar_are_refused(self) -> None:
        key = Ed25519PrivateKey.from_private_bytes(SEED)
        public, signature = key.public_key().public_bytes_raw(), key.sign(b"")
        no_points = [
            (2).to_bytes(32, "little"),  # no x belongs to this y
            (2**255 - 19 + 1).to_bytes(32, "little"),  # y past the field
            (2**255 + 1).to_bytes(32, "little"),  # x = 0 has no sign
        ]
        for point in no_points:
            assert not ed25519_verifies(point, signature, b"")
            assert not ed25519_verifies(public, point + signature[32:], b"")
        past_order = int.from_bytes(signature[32:], "little") + offline_verifier.ORDER
        assert not ed25519_verifies(public, signature[:32] + past_order.to_bytes(32, "little"), b"")
        assert not ed25519_verifies(public, signature + b"x", b"")


@pytest.mark.django_db
class TestChainAndTreeHead:
    def lines(self, stream: str) -> list[str]:
        return list(export.write(stream))

    def spoil(self, lines: list[str], index: int, **fields: Any) -> list[str]:
        spoilt = json.loads(lines[index]) | fields
        return [*lines[:index], json.dumps(spoilt), *lines[index + 1 :]]

    def test_an_honest_file_passes(self) -> None:
        for _ in range(4):
            stream = stream_of(2, 1)
        head = services.sign_tree_head()
        told = verify([*self.lines(stream), ""], msgspec.to_builtins(head), head.public_key)
        assert told == f"{stream}: 3 events, 1 tree heads, 0 rolls of the server: all is well."
        services.append(stream, [batch('{"a":"é"}')], expected_version=3)
        told = verify(self.lines(stream))
        assert "4 events, 1 tree heads, 0 rolls of the server: what is there is well." in told
        assert told.endswith("The newest tree head covers 3 of them: later ones cut off at the end would not show.")
        with pytest.raises(Problem, match="covers 3 of them"):
            verify(self.lines(stream), complete=True)

    def test_a_file_without_its_tree_head_says_that_it_may_have_been_cut(self) -> None:
        stream = stream_of(2, 1)
        services.sign_tree_head()
        lines = self.lines(stream)
        assert verify(lines, complete=True).endswith("all is well.")
        assert "covers 0 of them" in verify(lines[:3])

    @pytest.mark.parametrize(
        ("field", "value", "told"),
        [
            ("body", "[]", "Event 2 was changed"),
            ("actor", "x", "Event 2 was changed"),
            ("version", 3, "Event 2 is missing"),
            ("prev_hash", "00" * 32, "Event 2 is missing"),
        ],
    )
    def test_a_changed_event_is_named(self, field: str, value: object, told: str) -> None:
        lines = self.lines(stream_of(3))
        with pytest.raises(Problem, match=told):
            verify(self.spoil(lines, 2, **{field: value}))
        with pytest.raises(Problem, match="Event 2 is missing"):
            verify(lines[:2] + lines[3:])

    def test_a_batch_that_is_taken_up_again_is_named(self) -> None:
        ids = ["00000000-0000-4000-8000-000000000000", "00000000-0000-4000-8000-000000000001"]
        link, lines = "00" * 32, [json.dumps({"line": "stream", "stream": "s"})]
        for version, id_ in enumerate([*ids, ids[0]], 1):
            envelope = ["s", version, "k", 1, 1, id_, "a", 1, True]
            own = offline_verifier.sha256(bytes.fromhex(link) + offline_verifier.canonical(envelope) + b"1").hex()
            names = ("version", "kind", "schema", "command_id", "actor", "recorded_at", "opens")
            fields = dict(zip(names, (version, "k", 1, id_, "a", 1, True), strict=True))
            lines.append(json.dumps({"line": "event", "body": "1", "prev_hash": link, "hash": own} | fields))
            link = own
        assert "2 events" in verify(lines[:3])
        with pytest.raises(Problem, match="Event 3 is in a batch where it does not belong"):
            verify(lines)

    def test_a_cut_tail_shows(self) -> None:
        stream = stream_of(2, 1)
        services.sign_tree_head()
        lines = self.lines(stream)
        with pytest.raises(Problem, match="Event 3 is missing: the tree head was signed for 3 events"):
            verify(lines[:3] + lines[4:])

    @pytest.mark.usefixtures("no_triggers")
    def test_a_history_written_anew_shows(self) -> None:
        stream = stream_of(3)
        services.sign_tree_head()
        rewrite(stream, 2, b"7")
        with pytest.raises(Problem, match="Event 3, or one before it, is not the one"):
            verify(self.lines(stream))

    @pytest.mark.parametrize("version", [0, -5, True, "1"])
    def test_a_tree_head_names_an_event(self, version: object) -> None:
        key = Ed25519PrivateKey.from_private_bytes(SEED)
        lines = file_of(match_events())
        last: str = json.loads(lines[-1])["hash"]
        root = offline_verifier.sha256(b"\0" + offline_verifier.canonical(["match/1", version, last])).hex()
        statement = offline_verifier.canonical(["skirmish-ledger tree head 1", root, 1, 1, 1])
        head = {"line": "tree_head", "root": root, "streams": 1, "events": 1, "recorded_at": 1, "proof": [],
                "version": version, "hash": last, "signature": key.sign(statement).hex(),
                "public_key": key.public_key().public_bytes_raw().hex()}  # fmt: skip
        with pytest.raises(Problem, match="does not name an event"):
            verify([*lines, json.dumps(head)])

    def test_a_tree_head_of_another_key_or_another_stream_is_refused(self) -> None:
        stream = stream_of(1)
        head = services.sign_tree_head()
        lines = self.lines(stream)
        other = Ed25519PrivateKey.generate().public_key().public_bytes_raw().hex()
        with pytest.raises(Problem, match="not signed with this key"):
            verify(lines, public_key=other)
        with pytest.raises(Problem, match="not signed with this key"):
            verify([*lines[:-1], self._changed(lines[-1], events=9)])
        with pytest.raises(Problem, match="does not lead"):
            verify([*lines[:-1], self._changed(lines[-1], proof=[["left", "00" * 32], ["right", "00" * 32]])])
        kept = msgspec.to_builtins(head)
        with pytest.raises(Problem, match="that was kept is not signed"):
            verify(lines, kept | {"events": 9})
        with pytest.raises(Problem, match="does not hold the tree head that was kept"):
            verify(lines[:-1], kept)
        with pytest.raises(Problem, match="holds no tree head"):
            verify(lines[:-1], public_key=head.public_key)

    def _changed(self, line: str, **fields: object) -> str:
        return json.dumps(json.loads(line) | fields)


class TestDice:
    def test_a_roll_is_the_same_on_every_machine(self) -> None:
        assert server_faces(SEED, SEATS, 1, [6, 6, 8, 10, 12, 20]) == EXPECTED
        assert server_faces(SEED, dict(reversed(SEATS.items())), 1, [6, 6, 8, 10, 12, 20]) == EXPECTED

    def test_seeds_seats_and_number_all_count(self) -> None:
        rolls = {
            server_faces(SEED, SEATS, 1, [20] * 8),
            server_faces(SEED, SEATS, 2, [20] * 8),
            server_faces(SEED[::-1], SEATS, 1, [20] * 8),
            server_faces(SEED, {"north": "11", "south": "23"}, 1, [20] * 8),
            server_faces(SEED, {"north": "11"}, 1, [20] * 8),
        }
        assert len(rolls) == 5

    def test_more_dice_than_a_block_holds(self) -> None:
        faces = server_faces(SEED, SEATS, 1, [6] * 100)
        assert Counter(faces).keys() == set(range(1, 7))
        assert server_faces(SEED, SEATS, 1, [6] * 7) == faces[:7]

    def test_numbers_past_the_last_whole_multiple_are_thrown_away(self) -> None:
        sides = 2**31 + 1  # about half of all numbers
        numbers = offline_verifier._numbers(SEED, SEATS, 1)
        kept = [x for x in (next(numbers) for _ in range(64)) if x < sides]
        assert 16 < len(kept) < 48
        assert server_faces(SEED, SEATS, 1, [sides] * 8) == tuple(1 + x for x in kept[:8])


EXPECTED = (5, 3, 8, 7, 6, 16)  # computed once with openssl dgst -mac HMAC
COMMITMENT = offline_verifier.sha256(SEED).hex()


def match_events(*more: tuple[str, object]) -> list[tuple[str, object]]:
    """A match's events: kind and body."""
    first = server_faces(SEED, SEATS, 1, [6, 8])
    second = server_faces(SEED, SEATS, 2, [10])
    return [
        ("match.dice_committed", {"commitment": COMMITMENT}),
        ("match.seat_seeded", {"seat": "south", "seed": "22"}),
        ("match.seat_seeded", {"seat": "north", "seed": "11"}),
        ("duels.rolled", {"roll": {"n": 1, "sides": [6, 8], "faces": list(first), "source": "server"}}),
        ("duels.rolled", {"roll": {"n": 1, "sides": [6], "faces": [6], "source": "table"}}),
        ("duels.rolled", {"pools": [{"roll": {"n": 2, "sides": [10], "faces": list(second), "source": "server"}}]}),
        *more,
    ]


REVEAL = ("match.dice_revealed", {"seed": SEED.hex()})


def file_of(events: list[tuple[str, object]]) -> list[str]:
    ledger = InMemoryLedger()
    new = tuple(NewEvent(kind, 1, offline_verifier.canonical(body)) for kind, body in events)
    command = Batch("00000000-0000-4000-8000-000000000000", "a", new)
    stored = ledger.append("match/1", [command], expected_version=0)
    head = {"line": "stream", "format": export.FORMAT, "stream": "match/1"}
    return [json.dumps(head), *(msgspec.json.encode(export._event_line(event)).decode() for event in stored)]


class TestDiceOfAMatch:
    def test_all_are_recomputed_once_the_seed_is_revealed(self) -> None:
        secret = verify(file_of(match_events()))
        assert "0 rolls of the server: what is there is well." in secret
        assert secret.endswith("The server's seed is not revealed: 2 rolls are not checked.")
        assert "2 rolls of the server" in verify(file_of(match_events(REVEAL)))

    def spoilt(self, index: int, kind: str, body: object) -> list[str]:
        events = match_events(REVEAL)
        events[index] = (kind, body)
        return file_of(events)

    def roll(self, n: int, faces: list[int], sides: int = 10) -> dict[str, object]:
        return {"roll": {"n": n, "sides": [sides], "faces": faces, "source": "server"}}

    def test_other_faces_are_named(self) -> None:
        right = server_faces(SEED, SEATS, 2, [10])[0]
        with pytest.raises(Problem, match="Event 6 does not show"):
            verify(self.spoilt(5, "duels.rolled", self.roll(2, [right % 10 + 1])))

    @pytest.mark.parametrize("sides", [0, -6, 2**40, 6.5, float("nan"), "6", True])
    def test_dice_that_do_not_exist_are_named(self, sides: object) -> None:
        roll = {"roll": {"n": 2, "sides": [sides], "faces": [1], "source": "server"}}
        with pytest.raises(Problem, match="Event 6 rolls dice that do not exist"):
            verify(self.spoilt(5, "duels.rolled", roll))

    def test_a_roll_that_was_left_out_is_named(self) -> None:
        third = server_faces(SEED, SEATS, 3, [10])
        with pytest.raises(Problem, match="Event 6 does not show"):
            verify(self.spoilt(5, "duels.rolled", self.roll(3, list(third))))

    def test_a_roll_that_is_shown_again_is_none_more(self) -> None:
        second = server_faces(SEED, SEATS, 2, [10])
        events = match_events(("duels.shown", self.roll(2, list(second))), REVEAL)
        assert "2 rolls of the server" in verify(file_of(events))

    def test_an_earlier_roll_is_told_again_in_a_correction_alone(self) -> None:
        first = self.roll(1, list(server_faces(SEED, SEATS, 1, [10])))
        events = match_events(("match.corrected", {"version": 4}), ("duels.rolled", first), REVEAL)
        assert "2 rolls of the server" in verify(file_of(events))
        with pytest.raises(Problem, match="Event 7 does not show"):
            verify(file_of(match_events(("duels.rolled", first), REVEAL)))

    @pytest.mark.parametrize("n", [0, 4])
    def test_a_correction_makes_up_no_rolls(self, n: int) -> None:
        other = self.roll(n, list(server_faces(SEED, SEATS, n, [10])))
        with pytest.raises(Problem, match="Event 8 does not show"):
            verify(file_of(match_events(("match.corrected", {"version": 4}), ("duels.rolled", other), REVEAL)))

    @pytest.mark.parametrize("commitment", ["00" * 32, None])
    def test_a_seed_that_was_not_promised_is_refused(self, commitment: str | None) -> None:
        kind = "match.dice_committed" if commitment else "match.noted"
        with pytest.raises(Problem, match="not the one that it promised"):
            verify(self.spoilt(0, kind, {"commitment": commitment}))

    def test_a_second_seed_is_refused(self) -> None:
        with pytest.raises(Problem, match="not the one that it promised"):
            verify(file_of(match_events(REVEAL, REVEAL)))

    @pytest.mark.parametrize("body", [{"seat": "south", "seed": "33"}, {"seat": "east", "seed": "33"}])
    def test_a_seed_after_a_roll_or_a_second_one_is_named(self, body: dict[str, str]) -> None:
        with pytest.raises(Problem, match="Event 7 gives a seat's seed again, or after a roll"):
            verify(file_of(match_events(("match.seat_seeded", body), REVEAL)))


class TestCommandLine:
    def test_it_runs_alone(self, tmp_path: Path) -> None:
        (tmp_path / "export.jsonl").write_text("\n".join(file_of(match_events(REVEAL))), encoding="utf-8")
        (tmp_path / "alone.py").write_text(SOURCE.read_text())
        command = [sys.executable, "-I", "alone.py", "export.jsonl"]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
        assert (done.returncode, done.stderr) == (0, "")
        assert done.stdout.startswith("match/1: 7 events, 0 tree heads, 2 rolls of the server: what is there is well. ")
        refused = subprocess.run([*command, "--complete"], cwd=tmp_path, capture_output=True, text=True, check=False)
        assert refused.returncode == 1

    def test_it_runs_as_a_script(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(sys, "argv", [str(SOURCE), str(tmp_path / "none")])
        with pytest.raises(SystemExit) as done:
            runpy.run_path(str(SOURCE), run_name="__main__")
        assert done.value.code == 2

    @pytest.mark.django_db
    def test_with_a_tree_head_that_was_kept(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        stream = stream_of(2)
        head = services.sign_tree_head()
        file, kept = tmp_path / "export.jsonl", tmp_path / "head.json"
        file.write_text("\n".join(export.write(stream)), encoding="utf-8")
        kept.write_bytes(msgspec.json.encode(head))
        arguments = [str(file), "--tree-head", str(kept), "--public-key", head.public_key]
        assert offline_verifier.main(arguments) == 0
        assert len(queries.read_stream(stream)) == 2
        assert offline_verifier.main([str(file), "--public-key", "22" * 32]) == 1
        assert "not signed with this key" in capsys.readouterr().out

    @pytest.mark.parametrize("kept", ["{}", "[]", "null", "0"])
    def test_a_kept_tree_head_that_is_none_is_not_passed_over(self, tmp_path: Path, kept: str) -> None:
        file, head = tmp_path / "export.jsonl", tmp_path / "head.json"
        file.write_text("\n".join(file_of(match_events())), encoding="utf-8")
        head.write_text(kept)
        assert offline_verifier.main([str(file), "--tree-head", str(head)]) == 2

    def test_a_file_that_is_nested_too_deeply(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        (tmp_path / "x").write_text("[" * 100_000)
        assert offline_verifier.main([str(tmp_path / "x")]) == 2
        assert capsys.readouterr().out.startswith("The file cannot be read: ")

    @pytest.mark.parametrize("text", ["", "{", "[]", "{}", '{"stream":"s"}\n{"line":"event"}'])
    def test_a_file_that_is_none(self, tmp_path: Path, text: str, capsys: pytest.CaptureFixture[str]) -> None:
        (tmp_path / "x").write_text(text)
        assert offline_verifier.main([str(tmp_path / "x")]) == 2
        assert capsys.readouterr().out.startswith("The file cannot be read: ")

    def test_a_file_that_is_not_there(self, tmp_path: Path) -> None:
        assert offline_verifier.main([str(tmp_path / new_stream().replace("/", "-"))]) == 2
