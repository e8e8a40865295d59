"""What a round is worth, as data: points by outcome or place, bonuses with conditions, and limits."""

from fractions import Fraction
from typing import Final, Literal, TypeAlias, assert_never, get_args

import msgspec

from campaigns.domain.numbers import Number, exact

Decided: TypeAlias = Literal["win", "draw", "loss"]
Forfeit: TypeAlias = Literal["forfeit_win", "forfeit_loss", "double_forfeit"]
ByeOutcome: TypeAlias = Literal["bye", "full_bye", "half_bye", "zero_bye", "absent", "late"]
Outcome: TypeAlias = Decided | Forfeit | ByeOutcome
PLAYED: Final = frozenset[str](get_args(Decided))
FORFEITS: Final = frozenset[str](get_args(Forfeit))
OUTCOMES: Final[tuple[Outcome, ...]] = (*get_args(Decided), *get_args(Forfeit), *get_args(ByeOutcome))
LIKE: Final[dict[Outcome, Outcome]] = {  # what is worth as much as something else unless it is given
    "forfeit_win": "win",
    "forfeit_loss": "loss",
    "double_forfeit": "forfeit_loss",
    "bye": "win",
    "full_bye": "win",
    "half_bye": "draw",
}
SIXTY: Final = 60  # points of the first place where neither outcomes nor places have points of their own

Quantity: TypeAlias = Literal[
    "objectives", "objective_margin", "destroyed", "left", "lost", "margin", "place", "rounds"
]
Comparison: TypeAlias = Literal["at least", "at most", "exactly", "more than", "fewer than"]


class Reached(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """What one participant reached in one round, as scoring sees it.

    seats: how many sat at the table, 0 for a bye. sharing: how many have this place. lost: one's own army points put
    out of play. objective_margin: against the best other seat. rounds: of the match.
    """

    outcome: Outcome
    seats: int = 0
    place: int = 1
    sharing: int = 1
    objectives: int = 0
    objective_margin: int = 0
    destroyed: int = 0
    left: int = 0
    lost: int = 0
    rounds: int = 0

    @property
    def margin(self) -> int:
        """Army points destroyed minus army points lost."""
        return self.destroyed - self.lost

    def quantity(self, quantity: Quantity) -> int:
        """One of the numbers that bonuses ask for."""
        number: int = getattr(self, quantity)
        return number


class OutcomeTest(msgspec.Struct, frozen=True, tag="outcome"):
    """A condition that holds for one outcome."""

    outcome: Outcome

    def holds(self, reached: Reached) -> bool:
        """Whether this is how the round ended."""
        return reached.outcome == self.outcome


class QuantityTest(msgspec.Struct, frozen=True, tag="quantity"):
    """A condition that holds for some numbers of one's match."""

    comparison: Comparison
    value: int
    quantity: Quantity

    def holds(self, reached: Reached) -> bool:
        """Whether the number compares so."""
        number = reached.quantity(self.quantity)
        match self.comparison:
            case "at least":
                return number >= self.value
            case "at most":
                return number <= self.value
            case "exactly":
                return number == self.value
            case "more than":
                return number > self.value
            case "fewer than":
                return number < self.value
            case _:
                assert_never(self.comparison)


class Per(msgspec.Struct, frozen=True):
    """A bonus counts whole steps of this size of a quantity."""

    quantity: Quantity
    step: int = 1


class Bonus(msgspec.Struct, frozen=True, kw_only=True):
    """Points added or, with a negative amount, taken away if all tests hold.

    up_to: the most that the bonus gives or takes away.
    """

    amount: Number
    per: Per | None = None
    up_to: Number | None = None
    tests: tuple[OutcomeTest | QuantityTest, ...] = ()


class PlacePoints(msgspec.Struct, frozen=True):
    """Points of the first place, the second …, at tables of ``seats``, or of any size without a list of its own."""

    points: tuple[Number, ...]
    seats: int | None = None


class Scoring(msgspec.Struct, frozen=True, kw_only=True):
    """Points by outcome, where None stands for the usual; by place; bonuses; limits of a round. No award is negative.

    Rules: CAMP-SCORE-01.
    """

    win: Number | None = None
    draw: Number | None = None
    loss: Number | None = None
    forfeit_win: Number | None = None
    forfeit_loss: Number | None = None
    double_forfeit: Number | None = None
    bye: Number | None = None
    full_bye: Number | None = None
    half_bye: Number | None = None
    zero_bye: Number | None = None
    absent: Number | None = None
    late: Number | None = None
    places: tuple[PlacePoints, ...] = ()
    bonuses: tuple[Bonus, ...] = ()
    lower: Number | None = None
    upper: Number | None = None

    @property
    def names_outcomes(self) -> bool:
        """Whether a win, a draw or a loss has points of its own."""
        return (self.win, self.draw, self.loss) != (None, None, None)


LEAGUE: Final = Scoring(win=3, draw=1)


def award(outcome: Outcome, scoring: Scoring) -> Number:
    """The points of an outcome alone, without bonuses and limits.

    Rules: CAMP-SCORE-02, CAMP-BYE-02. Where places score and no outcome is named, a win is worth a first place, a draw
    half of it.
    """
    given: Number | None = getattr(scoring, outcome)
    if given is not None:
        return given
    if outcome in LIKE:
        return award(LIKE[outcome], scoring)
    if scoring.names_outcomes or outcome not in ("win", "draw"):
        return 0
    first = max((row.points[0] for row in scoring.places), default=SIXTY)
    return first if outcome == "win" else exact(first, 2)


def pairwise_award(outcome: Decided, scoring: Scoring) -> Number:
    """The points against one opponent at a table of more than two.

    Rules: CAMP-TIE-10.
    """
    if scoring.names_outcomes:
        return award(outcome, scoring)
    return exact({"win": 2, "draw": 1, "loss": 0}[outcome], 2)


def place_points(seats: int, place: int, sharing: int, scoring: Scoring) -> Number:
    """The points of a place; those who share it share the sum of their places evenly.

    Rules: CAMP-MULTI-03, CAMP-RULING-46. seats: at least 2. place: from 1.
    """
    shared = range(place, place + sharing)
    row = _row(seats, scoring)
    if row is None:
        return exact(sum(SIXTY * (seats - each) for each in shared), (seats - 1) * sharing)
    return exact(Fraction(sum(row.points[each - 1] for each in shared if each <= len(row.points))), sharing)


def round_points(reached: Reached, scoring: Scoring) -> Number:
    """The points of a round: by outcome or place, plus the bonuses that apply, within the limits.

    Rules: CAMP-SCORE-05.
    """
    points = _by_outcome_or_place(reached, scoring)
    for bonus in scoring.bonuses:
        points += bonus_points(bonus, reached)
    if scoring.lower is not None:
        points = max(points, scoring.lower)
    if scoring.upper is not None:
        points = min(points, scoring.upper)
    return exact(points)


def bonus_points(bonus: Bonus, reached: Reached) -> Number:
    """What a bonus gives: for matches that were played, or where its condition names a forfeit or a bye.

    Rules: CAMP-SCORE-04, CAMP-SCORE-09, CAMP-SCORE-10.
    """
    named = any(isinstance(test, OutcomeTest) for test in bonus.tests)
    if not (named or reached.outcome in PLAYED) or not all(test.holds(reached) for test in bonus.tests):
        return 0
    given = bonus.amount * (_whole_steps(bonus.per, reached) if bonus.per else 1)
    return given if bonus.up_to is None else max(-bonus.up_to, min(bonus.up_to, given))


def _by_outcome_or_place(reached: Reached, scoring: Scoring) -> Number:
    """By place at tables of three and more, if scoring names places or no outcomes (CAMP-SCORE-03)."""
    by_outcome = scoring.names_outcomes and (reached.seats < 3 or _row(reached.seats, scoring) is None)
    if by_outcome or reached.outcome not in PLAYED or reached.seats < 2:
        return award(reached.outcome, scoring)
    return place_points(reached.seats, reached.place, reached.sharing, scoring)


def _row(seats: int, scoring: Scoring) -> PlacePoints | None:
    by_size = {row.seats: row for row in scoring.places}
    return by_size.get(seats) or by_size.get(None)


def _whole_steps(per: Per, reached: Reached) -> int:
    quantity = reached.quantity(per.quantity)
    steps = abs(quantity) // per.step
    return steps if quantity >= 0 else -steps
