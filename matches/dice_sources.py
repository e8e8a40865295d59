"""Where the faces of a match come from: the server's verifiable dice, or real dice whose faces are typed in."""

import re
import secrets
from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Final

from ledger.offline_verifier import server_faces
from matches.domain.facts import MatchFacts
from matches.errors import SeatsNotSeeded
from rules_engine.kernel.dice import Die, Face, FixedDice, Roll, make_roll
from rules_engine.kernel.errors import MalformedInput

SEAT_SEED: Final = re.compile(r"(?:[0-9a-f]{2}){16,64}")


def new_seed() -> bytes:
    """A secret seed for the server's dice: 32 bytes from the system's generator."""
    return secrets.token_bytes(32)


def commitment(server_seed: bytes) -> str:
    """What is published of a server seed before play: its SHA-256, in hexadecimal."""
    return sha256(server_seed).hexdigest()


def checked_seat_seed(seed: str) -> str:
    """A seat's seed, if it has the right form: 16 to 64 bytes in lower-case hexadecimal. Raises MalformedInput."""
    if not SEAT_SEED.fullmatch(seed):
        raise MalformedInput("A seat's seed is 16 to 64 bytes in lower-case hexadecimal.")
    return seed


class ServerDice:
    """Roll n is HMAC-SHA-256 of (server seed, seat seeds, n), mapped to faces by rejection sampling.

    first: the number of the next roll. It counts every roll ever made in the match, struck-out ones too, so that
    nothing brings the same faces back. Errors: SeatsNotSeeded, while a seat has yet to give its seed.
    """

    def __init__(self, server_seed: bytes, facts: MatchFacts, *, first: int) -> None:
        if missing := facts.unseeded():
            raise SeatsNotSeeded(missing)
        self._seed, self._n = server_seed, first
        self._seat_seeds: Mapping[str, str] = dict(facts.seeds)

    def roll(self, purpose: str, dice: Sequence[Die]) -> Roll:
        """The next roll, for exactly these dice."""
        faces = server_faces(self._seed, self._seat_seeds, self._n, [die.sides for die in dice])
        roll = make_roll(self._n, purpose, dice, faces=faces, source="server")
        self._n += 1
        return roll


class TableDice(FixedDice):
    """The faces of real dice, in the order that the decision asks for."""

    def __init__(self, faces: Sequence[Face], *, first: int) -> None:
        super().__init__(faces, first=first, source="table")

    def check_all_used(self) -> None:
        """Raises MalformedInput when more faces were typed than dice were rolled."""
        if self.left:
            raise MalformedInput(f"{self.left} more faces were given than dice are rolled.")
