"""Lots that a stage's seed fixes beforehand: the same whenever they are drawn again, by anybody."""

from hashlib import sha256

PAIR_BYTES, NUMBER_BYTES = 2, 6


def lot_of_pair(seed: str, round_number: int, one: int, other: int) -> int:
    """The lot of two pairing numbers in a round.

    Rules: CAMP-SWISS-10, CAMP-RULING-84. one: the lower pairing number, 0 for a bye.
    """
    return int.from_bytes(sha256(f"{seed}/{round_number}/{one}/{other}".encode()).digest()[:PAIR_BYTES])


def scatter(one: int, other: int) -> int:
    """A number of two others that settles which of several equally good matchings is taken: there is one answer."""
    return one * other * 31_337 % 65_521


def lot_of_number(seed: str, number: int) -> int:
    """The lot of one pairing number in a stage.

    Rules: CAMP-STAGE-08, CAMP-TIE-44.
    """
    return int.from_bytes(sha256(f"{seed}/{number}".encode()).digest()[:NUMBER_BYTES])
