"""Lengths: whole hundredths of an inch, so that two machines never disagree about a limit."""

import re
from typing import TypeAlias

Length: TypeAlias = int
"""A length or a coordinate in hundredths of an inch; only whole numbers are ever compared."""

INCH: Length = 100
_DECIMAL = re.compile(r"([0-9]+)(?:\.([0-9]{1,2})0*)?")


def inches(value: str | int) -> Length:
    """Turn inches as people write them, ``8`` or ``"8.25"``, into a length, exactly.

    Errors: `TypeError` for a float or bool, `ValueError` for a negative number, for text that is no
    plain decimal number and for more than two decimals.
    """
    if isinstance(value, bool) or not isinstance(value, str | int):
        raise TypeError(f"inches are given as text or whole numbers, not {type(value).__name__}")
    match = _DECIMAL.fullmatch(str(value))
    if match is None:
        raise ValueError(f"not a length in inches with at most two decimals: {value!r}")
    whole, hundredths = match.groups()
    return int(whole) * INCH + int((hundredths or "").ljust(2, "0"))


def show(length: Length) -> str:
    """Write a length in inches without needless zeros: 810 is ``"8.1"``; `inches` reads it back."""
    whole, hundredths = divmod(length, INCH)
    return f"{whole}.{hundredths:02}".rstrip("0").rstrip(".")
