"""R10: the server's dice are fair, and anyone can recompute every roll of a match offline."""

import json
import math
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from uuid import UUID

import msgspec
import pytest
from msgspec import structs

from ledger import chain, export, offline_verifier
from ledger import queries as ledger
from ledger.offline_verifier import Problem
from matches import queries
from matches.dice_sources import ServerDice
from matches.domain.facts import MatchFacts
from matches.events import SeatPlan
from matches.services import computer
from rules_engine.kernel.dice import Die
from tests.promises.counts import count
from tests.support.matches import computers, started

ROLLS = count(60_000, 1_000_000)  # of each die
MATCHES = count(5, 300)
SIDES = (4, 6, 8, 10, 12, 20)
TOGETHER = 6  # dice to a roll
SEED = b"fair dice for everybody, always."
Source = Callable[[int, int], Iterable[int]]


def server_faces(sides: int, rolls: int) -> Iterable[int]:
    """Faces from the dice of real matches."""
    seats = tuple(SeatPlan(seat=seat, team=seat, account=seat) for seat in "AB")
    facts = MatchFacts(
        ruleset="tiny", ruleset_version=1, variant="plain", seats=seats, seeds=(("A", "aa" * 16), ("B", "bb" * 16))
    )
    dice = ServerDice(SEED + bytes([sides]), facts, first=1)
    for _ in range(rolls // TOGETHER):
        yield from dice.roll("test", [Die("die", sides)] * TOGETHER).faces


def few_bits(sides: int, rolls: int) -> Iterable[int]:
    """Faces as they must not be made: a number of few bits, modulo the sides, none thrown away.

    Of a byte the fault shows in a million rolls, so that the short run takes half a byte.
    """
    bits = count(4, 8)
    numbers = offline_verifier._numbers(SEED, {"A": "aa"}, 1)
    for _ in range(rolls):
        yield 1 + next(numbers) % 2**bits % sides


def p_value(faces: Iterable[int], sides: int) -> float:
    """How likely fair dice are at least this uneven: the chi-square test."""
    counts = Counter(faces)
    assert set(counts) <= set(range(1, sides + 1))
    expected = counts.total() / sides
    chi_square = sum((counts[face] - expected) ** 2 / expected for face in range(1, sides + 1))
    return upper_gamma((sides - 1) / 2, chi_square / 2)


def upper_gamma(a: float, x: float) -> float:
    """The regularised upper incomplete gamma function, by its series."""
    term = total = 1 / a
    k = a
    while term > total * 1e-15:
        k += 1
        term *= x / k
        total += term
    return max(0.0, 1 - total * math.exp(a * math.log(x) - x - math.lgamma(a)))


def uneven(source: Callable[[int, int], Iterable[int]], sides: Sequence[int]) -> list[tuple[int, float]]:
    """The dice whose faces are too uneven, or too even, to be chance."""
    found = [(each, p_value(source(each, ROLLS), each)) for each in sides]
    return [(each, p) for each, p in found if not 0.001 < p < 0.999]


def test_every_die_is_fair() -> None:
    assert uneven(server_faces, SIDES) == []


def test_canary_numbers_of_few_bits_are_found_unfair() -> None:
    assert [sides for sides, _ in uneven(few_bits, (6, 10, 12, 20))] == [6, 10, 12, 20]


@pytest.mark.parametrize(("a", "x", "expected"), [(0.5, 1.92, 0.05), (2.5, 5.535, 0.05), (9.5, 18.1, 0.01)])
def test_the_yardstick_itself(a: float, x: float, expected: float) -> None:
    assert upper_gamma(a, x) == pytest.approx(expected, rel=0.02)


def played() -> UUID:
    match_id = started(computers("random", "random"))
    computer.play(match_id)
    return match_id


def exported(match_id: UUID) -> list[str]:
    return list(export.write(f"match/{match_id}"))


@pytest.mark.django_db
def test_the_offline_verifier_recomputes_every_roll() -> None:
    for _ in range(MATCHES):
        match_id = played()
        rolls = queries.dice(match_id).rolls
        assert rolls > 0
        told = offline_verifier.verify(exported(match_id))
        assert f", {rolls} rolls of the server: " in told
        assert "are not checked" not in told


@pytest.mark.django_db
def test_canary_one_other_face_is_found_though_the_chain_holds() -> None:
    match_id = played()
    events = list(ledger.read_stream(f"match/{match_id}"))
    index = max(index for index, event in enumerate(events) if event.kind == "tiny.clashed")
    events[index] = structs.replace(events[index], body=with_another_face(events[index].body))
    link, lines = chain.GENESIS, exported(match_id)[:1]
    for event in events:  # whoever changes a roll makes a new chain of it
        linked = structs.replace(event, prev_hash=link, hash=chain.event_hash(link, event))
        link = linked.hash
        lines.append(msgspec.json.encode(export._event_line(linked)).decode())
    with pytest.raises(Problem, match=f"Event {index + 1} does not show the faces"):
        offline_verifier.verify(lines)


def with_another_face(body: bytes) -> bytes:
    plain = json.loads(body)
    plain["roll"]["faces"][0] = plain["roll"]["faces"][0] % plain["roll"]["sides"][0] + 1
    return offline_verifier.canonical(plain)
