"""Half of a whole number."""

from rules_engine.sru.rulings import Rounding


def half(number: int, rounding: Rounding) -> int:
    """``number`` divided by 2, rounded as a setting says: SRU-RULING-04, SRU-RULING-23, SRU-RULING-48."""
    return number // 2 if rounding == "down" else -(-number // 2)
