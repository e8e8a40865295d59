"""Checks an exported stream without the database: one file, standard library only, so that anyone can read and run it.

    python offline_verifier.py export.jsonl [--tree-head FILE --public-key HEX]

Checks the chain of hashes, the tree head in the file and the proof that it holds the stream, and recomputes every roll
that the server made once its secret seed is revealed. With ``--tree-head`` the file's tree head must be the one that
somebody kept, with ``--public-key`` it must be signed by that key. Exit code 0: all is well; 1: the first problem is
printed; 2: the file cannot be read.
"""

import argparse
import hashlib
import hmac
import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

Json = dict[str, Any]  # an object of the file: values of any type


class Problem(Exception):
    """What is wrong with the file, as a sentence."""


def canonical(value: object) -> bytes:
    """Canonical JSON: sorted keys, no blanks, UTF-8."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def sha256(data: bytes) -> bytes:
    """SHA-256 of ``data``, 32 bytes."""
    return hashlib.sha256(data).digest()


# --- the chain ---


def check_chain(stream: str, events: Sequence[Json]) -> None:
    """Each event must follow from the one before it. Errors: Problem names the first that does not."""
    link, commands = bytes(32).hex(), [""]
    for version, e in enumerate(events, 1):
        body = e["body"].encode()
        envelope = [stream, e["version"], e["kind"], e["schema"], len(body), e["command_id"], e["actor"],
                    e["recorded_at"], e["opens"]]  # fmt: skip
        if e["version"] != version or e["prev_hash"] != link:
            raise Problem(f"Event {version} is missing, or does not name the hash before it.")
        if e["hash"] != sha256(bytes.fromhex(link) + canonical(envelope) + body).hex():
            raise Problem(f"Event {version} was changed: its content does not match its hash.")
        if e["opens"] != (e["command_id"] != commands[-1]) or (e["opens"] and e["command_id"] in commands):
            raise Problem(f"Event {version} is in a batch where it does not belong.")
        commands += [e["command_id"]] if e["opens"] else []
        link = e["hash"]


# --- the tree head ---


def check_tree_head(stream: str, events: Sequence[Json], head: Json, public_key: str) -> None:
    """The head must be signed, hold the stream, and name an event of it. Errors: Problem."""
    if not is_signed(head, public_key):
        raise Problem("The tree head is not signed with this key.")
    node = sha256(b"\0" + canonical([stream, head["version"], head["hash"]]))
    for side, sibling in head["proof"]:
        pair = bytes.fromhex(sibling) + node if side == "left" else node + bytes.fromhex(sibling)
        node = sha256(b"\1" + pair)
    if node.hex() != head["root"]:
        raise Problem("The proof does not lead from this stream to the tree head.")
    if type(head["version"]) is not int or head["version"] < 1:
        raise Problem("The tree head does not name an event of this stream.")
    if len(events) < head["version"]:
        raise Problem(f"Event {len(events) + 1} is missing: the tree head was signed for {head['version']} events.")
    if events[head["version"] - 1]["hash"] != head["hash"]:
        raise Problem(f"Event {head['version']}, or one before it, is not the one the tree head was signed for.")


def is_signed(head: Json, public_key: str) -> bool:
    """Whether ``head`` carries the signature of this Ed25519 key (hexadecimal) over its statement."""
    fields = ["root", "streams", "events", "recorded_at"]
    statement = canonical(["skirmish-ledger tree head 1", *(head[name] for name in fields)])
    return ed25519_verifies(bytes.fromhex(public_key), bytes.fromhex(head["signature"]), statement)


# --- Ed25519 (RFC 8032), points as (x, y, z, t) with x = X/Z, y = Y/Z, xy = T/Z ---

P = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P
Point = tuple[int, int, int, int]
MOST_SIDES = 1000  # of a die


def add(a: Point, b: Point) -> Point:
    """The sum of two points of the curve."""
    e, f = (a[1] - a[0]) * (b[1] - b[0]), (a[1] + a[0]) * (b[1] + b[0])
    c, d = 2 * a[3] * b[3] * D, 2 * a[2] * b[2]
    i, j, k, m = f - e, d - c, d + c, f + e
    return i * j % P, k * m % P, j * k % P, i * m % P


def multiply(factor: int, point: Point) -> Point:
    """``factor`` times a point, by doubling."""
    total: Point = (0, 1, 1, 0)
    while factor:
        if factor & 1:
            total = add(total, point)
        point, factor = add(point, point), factor >> 1
    return total


def decompress(data: bytes) -> Point | None:
    """The point that 32 bytes name; None if there is no such point."""
    y = int.from_bytes(data, "little")
    sign, y = y >> 255, y & (2**255 - 1)
    square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P:
        x = x * pow(2, (P - 1) // 4, P) % P
    if y >= P or (x * x - square) % P or (x == 0 and sign):
        return None
    x = P - x if x & 1 != sign else x
    return x, y, 1, x * y % P


BASE = decompress((4 * pow(5, -1, P) % P).to_bytes(32, "little"))


def ed25519_verifies(public_key: bytes, signature: bytes, message: bytes) -> bool:
    """Whether ``signature`` (64 bytes) is the key's (32 bytes) over ``message``."""
    key, start = decompress(public_key), decompress(signature[:32])
    scalar = int.from_bytes(signature[32:], "little")
    if not key or not start or not BASE or len(signature) != 64 or scalar >= ORDER:
        return False
    challenge = int.from_bytes(hashlib.sha512(signature[:32] + public_key + message).digest(), "little") % ORDER
    left, right = multiply(scalar, BASE), add(start, multiply(challenge, key))
    return (left[0] * right[2] - right[0] * left[2]) % P == 0 and (left[1] * right[2] - right[1] * left[2]) % P == 0


# --- the dice ---


def server_faces(server_seed: bytes, seat_seeds: Mapping[str, str], n: int, sides: Sequence[int]) -> tuple[int, ...]:
    """The faces of the stream's n-th roll, 1 … s for each die of s sides.

    seat_seeds: what each seat gave. A die takes the next four bytes of HMAC-SHA-256, block after block, as a number;
    one past the last whole multiple of its sides is thrown away, so that every face is equally likely.
    """
    numbers = _numbers(server_seed, seat_seeds, n)
    return tuple(next(1 + x % s for x in numbers if x < 2**32 - 2**32 % s) for s in sides)


def _numbers(server_seed: bytes, seat_seeds: Mapping[str, str], n: int) -> Iterator[int]:
    seats = b"|".join(sorted(f"{seat}:{seed}".encode() for seat, seed in seat_seeds.items()))
    block = 0
    while True:
        digest = hmac.new(server_seed, seats + f"|{n}|{block}".encode(), hashlib.sha256).digest()
        for start in range(0, 32, 4):
            yield int.from_bytes(digest[start : start + 4], "big")
        block += 1


def check_dice(events: Sequence[Json]) -> int:
    """Recompute the server's rolls; returns how many, 0 while the seed is secret.

    Errors: Problem names the first event whose roll is wrong, or a seed that is not the one that was promised.
    """
    bodies = [(e, e["kind"], json.loads(e["body"])) for e in events]
    commitments = [body["commitment"] for _, kind, body in bodies if kind == "match.dice_committed"]
    revealed = [bytes.fromhex(body["seed"]) for _, kind, body in bodies if kind == "match.dice_revealed"]
    if not revealed:
        return 0
    if commitments != [sha256(revealed[0]).hex()] or len(revealed) > 1:
        raise Problem("The server's seed is not the one that it promised before play.")
    seats: dict[str, str] = {}
    count, corrects = 0, False
    for e, kind, body in bodies:
        if kind == "match.seat_seeded":
            if count or body["seat"] in seats:
                raise Problem(f"Event {e['version']} gives a seat's seed again, or after a roll.")
            seats[body["seat"]] = body["seed"]
        corrects = kind == "match.corrected" or (corrects and not e["opens"])  # tells what follows it again
        for roll in rolls(body):  # an event may show the last one again, but none may be left out
            n, first = roll["n"], 1 if corrects else max(count, 1)
            if not all(type(s) is int and 1 <= s <= MOST_SIDES for s in roll["sides"]):
                raise Problem(f"Event {e['version']} rolls dice that do not exist.")
            expected = server_faces(revealed[0], seats, n, roll["sides"])
            if not first <= n <= count + 1 or tuple(roll["faces"]) != expected:
                raise Problem(
                    f"Event {e['version']} does not show the faces that the server's seed gives for its next roll."
                )
            count = max(count, n)
    return count


def rolls(value: object) -> Iterator[Json]:
    """The rolls of the server anywhere in an event's body."""
    if isinstance(value, list):
        for item in value:
            yield from rolls(item)
    elif isinstance(value, dict):
        roll = value.get("roll")
        if isinstance(roll, dict) and roll.get("source") == "server":
            yield roll
        for item in value.values():
            yield from rolls(item)


# --- the file ---


def verify(lines: Sequence[str], kept: Json | None = None, public_key: str = "", *, complete: bool = False) -> str:
    """Check a whole export; returns what was checked, and what could not be, in sentences.

    Errors: Problem; with ``complete`` also for what could not be checked.
    """
    first, *rest = [json.loads(line) for line in lines if line.strip()]
    stream, events = first["stream"], [line for line in rest if line["line"] == "event"]
    heads = [line for line in rest if line["line"] == "tree_head"]
    if not events:
        raise Problem("The file holds no event.")
    check_chain(stream, events)
    for head in heads:
        check_tree_head(stream, events, head, public_key or head["public_key"])
    if kept is not None:
        if not is_signed(kept, public_key or kept["public_key"]):
            raise Problem("The tree head that was kept is not signed with this key.")
        if kept["root"] not in [head["root"] for head in heads]:
            raise Problem("The file does not hold the tree head that was kept.")
    elif public_key and not heads:
        raise Problem("The file holds no tree head.")
    count = check_dice(events)
    unchecked = list(_unchecked(events, heads, count))
    if complete and unchecked:
        raise Problem(" ".join(unchecked))
    well = "what is there is well." if unchecked else "all is well."
    checked = f"{stream}: {len(events)} events, {len(heads)} tree heads, {count} rolls of the server: {well}"
    return " ".join([checked, *unchecked])


def _unchecked(events: Sequence[Json], heads: Sequence[Json], count: int) -> Iterator[str]:
    """What the file does not prove, a sentence each."""
    covered = max((head["version"] for head in heads), default=0)
    if covered < len(events):
        yield f"The newest tree head covers {covered} of them: later ones cut off at the end would not show."
    secret = 0 if count else len({roll["n"] for event in events for roll in rolls(json.loads(event["body"]))})
    if secret:
        yield f"The server's seed is not revealed: {secret} rolls are not checked."


def main(arguments: Sequence[str] | None = None) -> int:
    """Run from the command line; returns the exit code."""
    parser = argparse.ArgumentParser(description="Check an exported stream of Skirmish Ledger.")
    parser.add_argument("export", type=Path)
    parser.add_argument("--tree-head", type=Path, help="a tree head that you kept, as JSON")
    parser.add_argument("--complete", action="store_true", help="refuse a file that leaves anything unchecked")
    parser.add_argument("--public-key", default="", help="the key you trust, in hexadecimal")
    options = parser.parse_args(arguments)
    try:
        kept = (json.loads(options.tree_head.read_text(encoding="utf-8")) or {}) if options.tree_head else None
        lines = options.export.read_text(encoding="utf-8").split("\n")
        print(verify(lines, kept, options.public_key, complete=options.complete))
    except Problem as problem:
        print(problem)
        return 1
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        print(f"The file cannot be read: {type(error).__name__}: {error}")
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
