"""Row 12: verify a chain against the bare loop of hashes it is made of, and find what was flipped in it."""

from collections.abc import Iterator, Sequence
from hashlib import sha256
from random import Random
from uuid import uuid4

from msgspec.structs import replace

from bench.harness import Figure, Setting, Work, compared, counted, race
from bench.samples import rolled
from ledger import chain
from ledger.errors import BrokenChain
from ledger.events import StoredEvent

STREAM = "bench/chain"
START = 1_700_000_000_000_000  # microseconds since 1970
FLIPPED = ("body", "hash", "prev_hash")


def measure(setting: Setting) -> Iterator[Figure]:
    """The speed, then the flips."""
    events = chained(setting.options.events)
    links = [chain.envelope(event) + event.body for event in events]
    work: dict[str, Work] = {
        "ours": lambda: chain.check(events, STREAM)[0],
        "bare SHA-256": lambda: _hashed(links, events[-1].hash),
    }
    rates = race(work, setting.options, computes=True)
    yield compared(12, f"verify {len(events):,} events", rates, "bare SHA-256", unit="events", goal=0.5)
    flips, found = setting.options.flips, _found(events[:600], setting.options.flips)
    yield counted(12, "one bit flipped, the event named", f"{found} of {flips}", "all", met=found == flips)


def chained(count: int) -> list[StoredEvent]:
    """A stream of rolls, each a command of its own, chained."""
    events, head = list[StoredEvent](), chain.GENESIS
    roll = rolled()
    for version in range(1, count + 1):
        event = StoredEvent(
            STREAM, version, roll.kind, roll.schema, roll.body, str(uuid4()), "account-1", START + version,
            True, version, head, b"",
        )  # fmt: skip
        head = chain.event_hash(head, event)
        events.append(replace(event, hash=head))
    return events


def _hashed(links: Sequence[bytes], last: bytes) -> int:
    """The loop of hashes alone, over the same bytes, ready to be hashed."""
    head = chain.GENESIS
    for link in links:
        head = sha256(head + link).digest()
    assert head == last, "both hash the same chain"
    return len(links)


def _found(events: list[StoredEvent], flips: int) -> int:
    chance, found = Random(12), 0
    for _ in range(flips):
        index, field = chance.randrange(len(events)), chance.choice(FLIPPED)
        flipped = replace(events[index], **{field: _flip(getattr(events[index], field), chance)})
        try:
            chain.check([*events[:index], flipped, *events[index + 1 :]], STREAM)
        except BrokenChain as broken:
            found += broken.version == index + 1
    return found


def _flip(data: bytes, chance: Random) -> bytes:
    bit = chance.randrange(8 * len(data))
    return (int.from_bytes(data) ^ (1 << bit)).to_bytes(len(data))
