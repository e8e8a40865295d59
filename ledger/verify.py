"""Finds the first event of each stream that was changed, removed or added behind the ledger's back."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

import msgspec
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from ledger import chain, queries
from ledger.errors import BrokenChain
from ledger.events import SignedHead, StoredEvent

Hashes = Mapping[int, str]  # version of a stream → the hash, in hexadecimal, that tree heads hold for it
Progress = Callable[[int, int], None]


class Problem(NamedTuple):
    """What is wrong, and where it starts; a tree head itself is named as stream ``tree-head/<root>``, version 0."""

    stream: str
    version: int
    reason: str

    def __str__(self) -> str:
        return f"{self.stream} {self.version}: {self.reason}"


class Report(NamedTuple):
    """What was checked, and all that was found."""

    streams: int
    events: int
    tree_heads: int
    problems: tuple[Problem, ...]


class _Heads(NamedTuple):
    """What was found of tree heads: how many, what is wrong, and for each stream the hashes that they hold of it."""

    number: int
    problems: tuple[Problem, ...]
    expected: Mapping[str, Hashes]


def verify_streams(names: Iterable[str], progress: Progress = lambda _done, _total: None) -> Report:
    """Check the chains of these streams, that each reaches as far as every stored tree head says, and the tree heads.

    progress: called after each stream with the streams done and their total.
    """
    return _report(tuple(names), _check_tree_heads(()), progress)


def verify_all(progress: Progress = lambda _done, _total: None, *, kept: Iterable[SignedHead] = ()) -> Report:
    """Check every stream, also those that only tree heads know, and every tree head.

    progress: as above. kept: tree heads that somebody kept outside this database; the stored ones are checked in any
    case.
    """
    heads = _check_tree_heads(kept)
    return _report(sorted({*queries.streams(), *heads.expected}), heads, progress)


def is_signed(head: SignedHead, public_key: str = "") -> bool:
    """Whether a tree head's signature is right, under the key that it names or, if given, under this one only."""
    try:
        key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(public_key or head.public_key))
        key.verify(bytes.fromhex(head.signature), chain.statement(head))
    except (InvalidSignature, ValueError):
        return False
    return True


def _report(names: Sequence[str], heads: _Heads, progress: Progress) -> Report:
    problems, events = list(heads.problems), 0
    for done, stream in enumerate(names, 1):
        length, problem = _check_stream(stream, heads.expected.get(stream, {}))
        events += length
        problems += [problem] if problem else []
        progress(done, len(names))
    return Report(len(names), events, heads.number, tuple(problems))


def _check_tree_heads(kept: Iterable[SignedHead]) -> _Heads:
    """Check the stored tree heads and those that somebody kept."""
    problems, expected = [], defaultdict[str, dict[int, str]](dict)
    stored = queries.tree_heads()
    known = {head.root: leaves for head, leaves in stored}
    heads = [*(head for head, _ in stored), *kept]
    for head in heads:
        leaves = known.get(head.root)
        if not is_signed(head):
            problems.append(_of_head(head, "its signature is wrong"))
        elif leaves is None:
            problems.append(_of_head(head, "it was signed for other streams than are known here"))
        elif chain.merkle_root(leaves).hex() != head.root:
            problems.append(_of_head(head, "its leaves were changed"))
        else:
            for stream, version, hash_ in map(msgspec.json.decode, leaves):
                expected[stream][version] = hash_
    return _Heads(len(heads), tuple(problems), expected)


def _of_head(head: SignedHead, reason: str) -> Problem:
    return Problem(f"tree-head/{head.root}", 0, reason)


def _check_stream(stream: str, hashes: Hashes) -> tuple[int, Problem | None]:
    """How many events a stream has, and the first that is wrong."""
    events = queries.read_stream(stream)
    try:
        chain.check(events, stream)
    except BrokenChain as broken:
        return len(events), Problem(stream, broken.version, broken.reason)
    return len(events), _differs(events, stream, hashes)


def _differs(events: tuple[StoredEvent, ...], stream: str, hashes: Hashes) -> Problem | None:
    for version, expected in sorted(hashes.items()):
        if version > len(events):
            return Problem(stream, len(events) + 1, f"missing, a tree head holds {version} events")
        if events[version - 1].hash.hex() != expected:
            return Problem(stream, version, "another event than a tree head holds, here or before")
    return None
