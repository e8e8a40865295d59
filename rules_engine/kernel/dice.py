"""Dice, rolls, and the port through which chance enters the engine.

Chance reaches a rule only as the answer to ``Dice.roll``; the answer is recorded in an event, and nothing is ever
rolled again.
"""

import random
from collections.abc import Iterable, Sequence
from typing import Literal, Protocol, TypeAlias

from msgspec import Struct

from rules_engine.kernel.errors import MalformedInput

Face: TypeAlias = int
Source: TypeAlias = Literal["server", "table", "fixed", "seeded"]


class Die(Struct, frozen=True):
    """A die as it lies on the table: its name (``A1/W6``) and its number of sides; faces are 1..sides."""

    name: str
    sides: int


class Roll(Struct, frozen=True, kw_only=True):
    """Dice that were rolled together: faces in the order of the dice.

    n: the number of the roll in its match, from 1; a struck-out roll keeps its number.
    """

    n: int
    purpose: str
    names: tuple[str, ...]
    sides: tuple[int, ...]
    faces: tuple[Face, ...]
    source: Source


class Dice(Protocol):
    """The port: whoever calls gets one recorded roll for exactly these dice."""

    def roll(self, purpose: str, dice: Sequence[Die]) -> Roll:
        """Roll ``dice`` together. Raises MalformedInput when given faces do not fit the dice."""
        ...


def make_roll(n: int, purpose: str, dice: Sequence[Die], *, faces: Sequence[Face], source: Source) -> Roll:
    """Record faces for dice. Raises MalformedInput when they do not fit: wrong number, or a face the die lacks."""
    if len(faces) != len(dice):
        raise MalformedInput(f"{len(dice)} dice are rolled ({show(dice)}), but {len(faces)} faces were given.")
    for die, face in zip(dice, faces, strict=True):
        if not 1 <= face <= die.sides:
            raise MalformedInput(f"The die {die.name} has no face {face}; it has 1 to {die.sides}.")
    return Roll(
        n=n,
        purpose=purpose,
        names=tuple(die.name for die in dice),
        sides=tuple(die.sides for die in dice),
        faces=tuple(faces),
        source=source,
    )


def show(dice: Iterable[Die]) -> str:
    """The names of dice, for a sentence."""
    return ", ".join(die.name for die in dice) or "none"


class FixedDice:
    """Dice with known faces, handed out in order: for tests, audit and faces that were typed in."""

    def __init__(self, faces: Iterable[Face] = (), *, first: int = 1, source: Source = "fixed") -> None:
        self._faces, self._n, self._source = list(faces), first, source

    def roll(self, purpose: str, dice: Sequence[Die]) -> Roll:
        """The next faces, one a die. Raises MalformedInput when too few are left or one does not fit."""
        taken, self._faces = self._faces[: len(dice)], self._faces[len(dice) :]
        roll = make_roll(self._n, purpose, dice, faces=taken, source=self._source)
        self._n += 1
        return roll

    @property
    def left(self) -> int:
        """How many faces have not been asked for."""
        return len(self._faces)


class RecordedDice:
    """The rolls of recorded events, handed out again in order: for audit."""

    def __init__(self, rolls: Iterable[Roll]) -> None:
        self._rolls = list(rolls)

    def roll(self, purpose: str, dice: Sequence[Die]) -> Roll:
        """The next recorded roll, checked against the dice now asked for. Raises MalformedInput."""
        if not self._rolls:
            raise MalformedInput(f"No roll is recorded for {purpose} with {show(dice)}.")
        roll = self._rolls.pop(0)
        return make_roll(roll.n, purpose, dice, faces=roll.faces, source=roll.source)


class NoDice:
    """For commands that roll nothing: asking for a roll is the caller's mistake."""

    def roll(self, purpose: str, dice: Sequence[Die]) -> Roll:
        """Never rolls: raises MalformedInput."""
        raise MalformedInput(f"{purpose} rolls {show(dice)}, but no dice were handed in.")


class SeededDice:
    """Pseudo-random dice for simulation; the same seed gives the same faces everywhere."""

    def __init__(self, seed: int | str, *, first: int = 1) -> None:
        self._random, self._n = random.Random(seed), first  # noqa: S311 -- simulation, not the dice of a real match

    def roll(self, purpose: str, dice: Sequence[Die]) -> Roll:
        """Fresh faces for ``dice``."""
        faces = [self._random.randint(1, die.sides) for die in dice]
        roll = make_roll(self._n, purpose, dice, faces=faces, source="seeded")
        self._n += 1
        return roll


class Chance:
    """Pseudo-random choices for computer players; the same seed gives the same choices everywhere."""

    def __init__(self, seed: int | str) -> None:
        self._random = random.Random(seed)  # noqa: S311 -- play, not security

    def below(self, n: int) -> int:
        """A whole number from 0 to n - 1."""
        return self._random.randrange(n)
