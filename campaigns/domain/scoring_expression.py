"""Scoring as a small text: read word by word into data, and printed again. Nothing in it is ever evaluated.

Rules: CAMP-SCORE-06, CAMP-SCORE-07, CAMP-SCORE-08; the grammar stands in docs/rules/campaigns.md, section 19.
"""

import re
from fractions import Fraction
from typing import Any, Final, TypeVar, get_args

import msgspec

from campaigns.domain.numbers import Number, exact
from campaigns.domain.scoring import (
    OUTCOMES,
    Bonus,
    Comparison,
    OutcomeTest,
    Per,
    PlacePoints,
    Quantity,
    QuantityTest,
    Scoring,
)

MAX_CHARACTERS, MAX_CLAUSES, MAX_NUMBER, MAX_DECIMALS = 500, 40, 1_000_000, 2
COMPARISONS: Final[tuple[Comparison, ...]] = get_args(Comparison)
QUANTITIES: Final[tuple[Quantity, ...]] = get_args(Quantity)
KEYWORDS: Final = frozenset({"per", "up", "if", "and", "a"})  # where reading goes on after a fault
ONE_TOKEN: Final = re.compile(r"\s*([a-zA-Z]+|[0-9]+(?:\.[0-9]*)?|\S)")
Name = TypeVar("Name", bound=str)


class Fault(msgspec.Struct, frozen=True):
    """What is wrong with a text. at: the place in it, from 1. problem: a sentence without capital and dot."""

    at: int
    problem: str


class ScoringUnreadable(ValueError):
    """A text is no scoring; ``faults`` has every fault, in the order of the text."""

    def __init__(self, faults: tuple[Fault, ...]) -> None:
        super().__init__("\n".join(f"{fault.at}: {fault.problem}" for fault in faults))
        self.faults = faults


def parse(text: str) -> Scoring:
    """The scoring that a text says.

    Rules: CAMP-SCORE-07, CAMP-SCORE-08. Errors: ScoringUnreadable with all faults at once.
    """
    if len(text) > MAX_CHARACTERS:
        raise ScoringUnreadable((Fault(MAX_CHARACTERS + 1, f"more than {MAX_CHARACTERS} characters"),))
    clauses, start = [], 0
    for part in text.split(","):
        clauses.append(_Clause(part, start))
        start += len(part) + 1
    faults: list[Fault] = []
    if len(clauses) > MAX_CLAUSES:
        faults.append(Fault(clauses[MAX_CLAUSES].token.at, f"more than {MAX_CLAUSES} clauses"))
    found: dict[str, Any] = {"places": (), "bonuses": ()}  # the fields of Scoring, by name
    for clause in clauses[:MAX_CLAUSES]:
        _read_clause(clause, found)
        faults += clause.faults
    if faults:
        raise ScoringUnreadable(tuple(sorted(faults, key=lambda fault: fault.at)))
    return Scoring(**found)


def printed(scoring: Scoring) -> str:
    """The text of a scoring; reading it gives equal data.

    Rules: CAMP-SCORE-06.
    """
    awards = ((outcome, getattr(scoring, outcome)) for outcome in OUTCOMES)
    clauses = [f"{_words(outcome)} {_printed(number)}" for outcome, number in awards if number is not None]
    clauses += map(_printed_places, scoring.places)
    clauses += map(_printed_bonus, scoring.bonuses)
    limits = (("at least", scoring.lower), ("at most", scoring.upper))
    clauses += [f"{words} {_printed(number)} a round" for words, number in limits if number is not None]
    return ", ".join(clauses)


# --- reading ----------------------------------------------------------------------------------------------------------


class _Token(msgspec.Struct, frozen=True):
    text: str  # in small letters, empty at the end
    at: int

    @property
    def is_whole(self) -> bool:
        return self.text.isascii() and self.text.isdigit()


class _Clause:
    """The words of one clause, read from left to right; what is not as expected becomes a fault."""

    def __init__(self, text: str, start: int) -> None:
        found = ONE_TOKEN.finditer(text)
        tokens = [_Token(one[1].lower(), start + one.start(1) + 1) for one in found]
        self.end = start + len(text) + 1
        self._tokens = [*tokens, _Token("", self.end)]
        self._next = 0
        self.faults: list[Fault] = []

    @property
    def token(self) -> _Token:
        return self._tokens[self._next]

    def expected(self, what: str) -> None:
        """Note a fault at what comes next, and skip it if it is a word that one cannot go on with."""
        self.fault(f"{what} expected{self._after()}")
        if self.token.text.isalnum() and self.token.text not in KEYWORDS:
            self._step()

    def fault(self, problem: str, at: int | None = None) -> None:
        self.faults.append(Fault(self.token.at if at is None else at, problem))

    def take(self, *words: str) -> bool:
        """Read these words if they come next."""
        upcoming = [token.text for token in self._tokens[self._next : self._next + len(words)]]
        if upcoming != list(words):
            return False
        self._next += len(words)
        return True

    def require(self, *words: str) -> None:
        if not self.take(*words):
            self.fault(f"`{' '.join(words)}` expected{self._after()}")

    def take_one(self, names: tuple[Name, ...]) -> Name | None:
        """Read the one of these names that comes next, if any; a name has underscores for its spaces."""
        return next((name for name in names if self.take(*_words(name).split())), None)

    def whole(self, what: str = "a whole number") -> int:
        """Read a whole number."""
        token = self.token
        if not token.is_whole:
            self.expected(what)
            return 0
        self._step()
        return int(self._bounded(token))

    def number(self) -> Number:
        """Read a number: whole, with decimals, or a fraction in parentheses."""
        if self.take("("):
            return self._fraction()
        token = self.token
        _, point, decimals = token.text.partition(".")
        if not (token.is_whole or (point and len(token.text) > 1)):
            self.expected("a number")
            return 0
        if point and not 0 < len(decimals) <= MAX_DECIMALS:
            self.expected(f"a number with one or {MAX_DECIMALS} decimals")
            return 0
        self._step()
        return self._bounded(token)

    def _bounded(self, token: _Token) -> Number:
        if len(token.text) > len(str(MAX_NUMBER)) + 1 + MAX_DECIMALS or Fraction(token.text) > MAX_NUMBER:
            self.fault(f"a number up to {MAX_NUMBER} expected", token.at)
            return 0
        return exact(Fraction(token.text))

    def _fraction(self) -> Number:
        numerator = self.whole()
        self.require("/")
        at = self.token.at
        denominator = self.whole()
        self.require(")")
        if not self.faults and not denominator:
            self.fault("a denominator that is not 0 expected", at)
        return exact(numerator, denominator or 1)

    def _step(self) -> None:
        self._next = min(self._next + 1, len(self._tokens) - 1)

    def _after(self) -> str:
        return f" after `{self._tokens[self._next - 1].text}`" if self._next else ""


def _read_clause(clause: _Clause, found: dict[str, Any]) -> None:
    """Read one clause into the fields of a scoring; ``at most`` and ``at least`` begin a limit."""
    at = clause.token.at
    if outcome := clause.take_one(OUTCOMES):
        _set_once(clause, found, outcome, clause.number(), at)
    elif clause.take("places"):
        found["places"] += (_places(clause, found["places"], at),)
    elif sign := clause.take_one(("+", "-")):
        found["bonuses"] += (_bonus(clause, 1 if sign == "+" else -1),)
    elif limit := clause.take_one(("at most", "at least")):
        _set_once(clause, found, "upper" if limit == "at most" else "lower", clause.number(), at)
        clause.require("a", "round")
    else:
        clause.expected("an outcome, `places`, `+`, `-`, `at most` or `at least`")
        return
    if not clause.faults and clause.token.text:
        clause.expected("a comma or the end")


def _set_once(clause: _Clause, found: dict[str, Any], name: str, number: Number, at: int) -> None:
    if name in found:
        words = {"upper": "at most", "lower": "at least"}.get(name, _words(name))
        clause.fault(f"a second `{words}`", at)
    found[name] = number


def _places(clause: _Clause, earlier: tuple[PlacePoints, ...], at: int) -> PlacePoints:
    seats = None
    if clause.take("of"):
        seats = clause.whole()
        clause.require(":")
    if any(row.seats == seats for row in earlier):
        clause.fault("a second `places` for this size", at)
    points = [clause.number()]
    while clause.take("/"):
        points.append(clause.number())
    return PlacePoints(tuple(points), seats)


def _bonus(clause: _Clause, sign: int) -> Bonus:
    amount = sign * clause.number()
    per = up_to = None
    if clause.take("per"):
        step = _step_size(clause) if clause.token.is_whole else 1
        per = Per(_quantity(clause), step)
    if clause.take("up", "to"):
        up_to = clause.number()
    tests = []
    if clause.take("if"):
        tests.append(_test(clause))
        while clause.take("and"):
            tests.append(_test(clause))
    return Bonus(amount=amount, per=per, up_to=up_to, tests=tuple(tests))


def _step_size(clause: _Clause) -> int:
    at = clause.token.at
    step = clause.whole()
    if not clause.faults and not step:
        clause.fault("a step of at least 1 expected", at)
    return step


def _test(clause: _Clause) -> OutcomeTest | QuantityTest:
    if outcome := clause.take_one(OUTCOMES):
        return OutcomeTest(outcome)
    comparison = clause.take_one(COMPARISONS)
    sign = -1 if clause.take("-") else 1
    value = sign * clause.whole("a whole number" if comparison else "an outcome, a comparison or a whole number")
    return QuantityTest(comparison or "at least", value, _quantity(clause))


def _quantity(clause: _Clause) -> Quantity:
    found = clause.take_one(QUANTITIES)
    if found is None:
        clause.expected("a quantity")
    return found or "objectives"


def _words(name: str) -> str:
    return name.replace("_", " ")


# --- printing ---------------------------------------------------------------------------------------------------------


def _printed(number: Number) -> str:
    if number.denominator == 1:
        return str(number)
    if 10**MAX_DECIMALS % number.denominator:
        return f"({number.numerator}/{number.denominator})"
    hundredths = int(number * 10**MAX_DECIMALS)
    return f"{hundredths // 100}.{hundredths % 100:02}".rstrip("0")


def _printed_places(row: PlacePoints) -> str:
    size = f"of {row.seats}: " if row.seats is not None else ""
    return f"places {size}{'/'.join(map(_printed, row.points))}"


def _printed_bonus(bonus: Bonus) -> str:
    words = [f"{'-' if bonus.amount < 0 else '+'}{_printed(max(bonus.amount, -bonus.amount))}"]
    if bonus.per:
        step = f" {bonus.per.step}" if bonus.per.step != 1 else ""
        words.append(f"per{step} {_words(bonus.per.quantity)}")
    if bonus.up_to is not None:
        words.append(f"up to {_printed(bonus.up_to)}")
    if bonus.tests:
        words.append("if " + " and ".join(map(_printed_test, bonus.tests)))
    return " ".join(words)


def _printed_test(test: OutcomeTest | QuantityTest) -> str:
    if isinstance(test, OutcomeTest):
        return _words(test.outcome)
    comparison = "" if test.comparison == "at least" else f"{test.comparison} "
    return f"{comparison}{test.value} {_words(test.quantity)}"
