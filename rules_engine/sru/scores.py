"""Tests: what a score is, by the model of a league (SRU-ACTION-07, SRU-RULING-27)."""

from collections.abc import Sequence
from typing import Final

from rules_engine.kernel.dice import Die
from rules_engine.kernel.errors import MalformedInput, RuleViolation
from rules_engine.kernel.messages import Decision, Seat
from rules_engine.kernel.rule_ids import RuleId
from rules_engine.sru.components import Character
from rules_engine.sru.rulings import Rulings

MOST_TYPED: Final = 99
SUCCESS: Final = 5  # a d6 succeeds on 5 and 6 under `dice_pool`


def points(skill: int, *, rulings: Rulings, bonus: int = 0, spent: int = 0, synergy: int = 0, rumor: int = 0) -> int:
    """The score of section 2, or under ``dice_pool`` the dice: skill, claimed bonus, points spent, synergy, rumor.

    spent: reserve points, each worth `reserve.point_value` (SRU-RULING-30).
    """
    return max(0, skill + bonus + spent * rulings.reserve_point_value + synergy + rumor)


def successes(faces: Sequence[int]) -> int:
    """How many dice of a pool succeed: SRU-RULING-27 ``dice_pool``."""
    return sum(face >= SUCCESS for face in faces)


def is_known(number: int, rulings: Rulings) -> bool:
    """Whether the score needs nobody: it is the points themselves, or there is no die to roll."""
    return rulings.test_model == "deterministic" or (rulings.test_model == "dice_pool" and number == 0)


def asked(subject: str, seat: Seat, number: int, rulings: Rulings) -> Decision:
    """The decision that a test waits for: a pool to roll, or a score to enter."""
    if rulings.test_model == "manual":
        return Decision(id=f"enter_score:{subject}", seat=seat, kind="enter_score", subject=subject)
    pools = tuple(Die(f"d6#{die}", 6) for die in range(1, number + 1))
    return Decision(id=f"roll_test:{subject}", seat=seat, kind="roll_test", subject=subject, pools=pools)


def check_typed(what: str, number: int) -> None:
    """Raise MalformedInput for a number that people enter and that no table means; dice and lists grow with it."""
    if not -MOST_TYPED <= number <= MOST_TYPED:
        raise MalformedInput(f"{what} is -{MOST_TYPED} to {MOST_TYPED}, not {number}.")


def check_spending(character: Character, pool: str, spent: int) -> None:
    """Raise RuleViolation (``over_reserve``) unless a reserve holds the points: SRU-RULING-30."""
    free = sum(reserve.current for reserve in character.reserves if reserve.id == pool)
    if not 0 <= spent <= free:
        raise RuleViolation(
            RuleId("SRU-RULING-30"), reason="over_reserve", character=character.name, points=spent, most=free
        )
