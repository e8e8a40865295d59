"""Exact numbers: whole ones as ``int``, all others as fractions, never floats (CAMP-RULING-73)."""

from collections.abc import Collection
from fractions import Fraction
from typing import Final, TypeAlias

Number: TypeAlias = int | Fraction
PLACES: Final = 4  # decimals for the eye


def exact(number: Number, unit: int = 1) -> Number:
    """A number divided by ``unit``: an int if the result is whole, so that equal numbers have one form."""
    if isinstance(number, int):
        whole, rest = divmod(number, unit)
        return Fraction(number, unit) if rest else whole
    fraction = Fraction(number, unit)
    return fraction.numerator if fraction.denominator == 1 else fraction


def total(numbers: Collection[Number]) -> Number:
    """The sum of numbers, exact. Those of one denominator are added as whole numbers, which is much faster."""
    if {*map(type, numbers)} <= {int}:
        return exact(sum(numbers))
    numerators: dict[int, int] = {}
    for number in numbers:
        numerators[number.denominator] = numerators.get(number.denominator, 0) + number.numerator
    return exact(sum((Fraction(numerator, denominator) for denominator, numerator in numerators.items()), Fraction()))


def plain(number: Number) -> int | str:
    """A number as JSON keeps it: 7 as ``7``, 7/2 as ``"7/2"``; ``from_plain`` reads it back."""
    return number if isinstance(number, int) else f"{number.numerator}/{number.denominator}"


def from_plain(stored: int | str) -> Number:
    """The number that ``plain`` wrote. Errors: ValueError for a text that is no fraction."""
    return exact(Fraction(stored))


def shown(number: Number) -> str:
    """A number for the eye: up to four decimals, halves away from zero.

    Rules: CAMP-RULING-73.
    """
    steps = Fraction(number) * 10**PLACES
    steps = max(steps, -steps)
    whole, decimals = divmod((2 * steps.numerator + steps.denominator) // (2 * steps.denominator), 10**PLACES)
    text = f"{whole}.{decimals:0{PLACES}}".rstrip("0").rstrip(".") if decimals else str(whole)
    return f"-{text}" if number < 0 and (whole or decimals) else text
