import uuid
from collections.abc import Callable
from hashlib import sha256
from typing import Any

import pytest
from msgspec import structs

from ledger import chain
from ledger.errors import BrokenChain
from ledger.events import Batch, NewEvent, StoredEvent
from tests.ledger.store_contract import batch
from tests.support.in_memory_ledger import InMemoryLedger


def stored(*lengths: int) -> list[StoredEvent]:
    """A stream of one batch for each length."""
    return list(InMemoryLedger().append("s", [batch(*"12345"[:n]) for n in lengths], expected_version=0))


def test_canonical_json_sorts_keys_and_keeps_unicode() -> None:
    assert chain.canonical({"b": [1, None, True], "a": "é\n"}) == '{"a":"é\\n","b":[1,null,true]}'.encode()


def test_the_hash_covers_every_field_but_position_and_the_hashes() -> None:
    event = stored(1)[0]
    others: dict[str, Any] = {
        "stream": "t", "version": 2, "kind": "k", "schema": 2, "body": b"2", "command_id": str(uuid.uuid4()),
        "actor": "x", "recorded_at": event.recorded_at ^ 1, "opens": False, "position": 9,
        "prev_hash": b"1" * 32, "hash": b"2" * 32,
    }  # fmt: skip
    assert set(others) == set(StoredEvent.__struct_fields__)
    changed = {
        name
        for name, value in others.items()
        if chain.event_hash(chain.GENESIS, structs.replace(event, **{name: value})) != event.hash
    }
    assert changed == set(others) - {"position", "prev_hash", "hash"}


def test_an_honest_stream_passes() -> None:
    events = stored(2, 1, 3)
    assert chain.check(events, "s") == (6, events[-1].hash)
    assert chain.check([], "s") == (0, chain.GENESIS)


def rehashed(events: list[StoredEvent]) -> list[StoredEvent]:
    """The events with a chain that is right."""
    head, out = chain.GENESIS, []
    for event in events:
        linked = structs.replace(event, prev_hash=head)
        head = chain.event_hash(head, linked)
        out.append(structs.replace(linked, hash=head))
    return out


def one(events: list[StoredEvent], index: int, **fields: Any) -> list[StoredEvent]:
    return [structs.replace(e, **fields) if i == index else e for i, e in enumerate(events)]


@pytest.mark.parametrize(
    ("spoil", "version", "reason"),
    [
        (lambda e: one(e, 2, body=b"[]"), 3, "content does not match its hash"),
        (lambda e: one(e, 2, hash=bytes(32)), 3, "content does not match its hash"),
        (lambda e: one(e, 2, prev_hash=bytes(32)), 3, "does not name the hash before it"),
        (lambda e: e[:2] + e[3:], 3, "missing, version 4 follows"),
        (lambda e: e[1:], 1, "missing, version 2 follows"),
        (lambda e: one(e, 0, stream="t"), 1, "belongs to t"),
        (lambda e: rehashed(one(e, 1, opens=True)), 2, "mark of the first event of a batch is wrong"),
        (lambda e: rehashed(one(e, 2, opens=False)), 3, "mark of the first event of a batch is wrong"),
        (lambda e: rehashed(one(e, 3, command_id=e[0].command_id)), 4, f"repeats command {'0' * 8}"),
    ],
)
def test_a_broken_chain_names_the_event(
    spoil: Callable[[list[StoredEvent]], list[StoredEvent]], version: int, reason: str
) -> None:
    ids = [f"{i:08}-0000-4000-8000-000000000000" for i in range(3)]
    batches = [Batch(ids[i], "a", (NewEvent("k", 1, b"1"),) * n) for i, n in enumerate((2, 1, 1))]
    events = list(InMemoryLedger().append("s", batches, expected_version=0))
    with pytest.raises(BrokenChain) as broken:
        chain.check(spoil(events), "s")
    assert (broken.value.stream, broken.value.version) == ("s", version)
    assert broken.value.reason.startswith(reason)


@pytest.mark.parametrize("size", range(1, 12))
def test_every_leaf_has_a_proof_that_leads_to_the_root(size: int) -> None:
    leaves = [chain.leaf(f"s/{i}", i, bytes(32)) for i in range(size)]
    root = chain.merkle_root(leaves)
    for index, item in enumerate(leaves):
        proof = chain.inclusion_proof(leaves, index)
        assert chain.root_from_proof(item, proof) == root
        assert chain.root_from_proof(item + b" ", proof) != root


def test_roots_of_few_leaves_are_those_of_rfc_6962() -> None:
    a, b = (sha256(b"\0" + leaf).digest() for leaf in (b"a", b"b"))
    assert chain.merkle_root([]) == sha256().digest()
    assert chain.merkle_root([b"a"]) == a
    assert chain.merkle_root([b"a", b"b"]) == sha256(b"\1" + a + b).digest()


def test_a_proof_in_a_million_streams_has_twenty_hashes() -> None:
    assert len(chain.inclusion_proof([b""] * 1_000_000, 0)) == 20


@pytest.mark.parametrize(("command_id", "events"), [("X", 1), ("A" * 8 + "-0000-4000-8000-000000000000", 1), ("", 0)])
def test_a_batch_has_a_uuid_and_events(command_id: str, events: int) -> None:
    with pytest.raises(TypeError):
        Batch(command_id or str(uuid.uuid4()), "a", (NewEvent("k", 1, b"1"),) * events)
