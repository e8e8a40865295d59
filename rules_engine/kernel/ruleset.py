"""The contract that every game fulfils: the decider pattern.

``start`` and ``decide`` say what happens, ``evolve`` applies what has happened, ``awaiting`` says whose turn it is to
decide. A match is the list of events; everything else is computed from it.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol, TypeAlias, TypeVar

from msgspec import Struct

from rules_engine.kernel.codec import Codec
from rules_engine.kernel.dice import Chance, Dice, Roll
from rules_engine.kernel.errors import Facts
from rules_engine.kernel.messages import Command, Decision, Event, Legal, Outcome, Seat
from rules_engine.kernel.picture import DieFace, Picture
from rules_engine.kernel.rule_ids import RuleId

S = TypeVar("S", bound=Struct)
Branches: TypeAlias = tuple[tuple[int, S], ...]


class Problem(Struct, frozen=True):
    """One thing that is wrong with a roster, catalog or scenario: where, which rule, and the facts of the sentence."""

    path: str
    rule_id: RuleId
    facts: Mapping[str, str | int]


class Ruleset(Protocol[S]):
    """One version of one variant of a game. It has no state: every method is a pure function."""

    @property
    def key(self) -> str:
        """The game: ``duels``."""
        ...

    @property
    def title(self) -> str:
        """The game as people call it: ``Shadowrun Duels``."""
        ...

    @property
    def version(self) -> int:
        """A frozen set of rules; a bug fix makes a new one and matches keep theirs."""
        ...

    @property
    def variant(self) -> str:
        """``advanced`` or ``basic``."""
        ...

    @property
    def teams(self) -> int:
        """How many teams meet in a match of a league: 2, or 1 where a team plays alone against a scenario."""
        ...

    @property
    def usual_points(self) -> int:
        """The army points of a roster for a short match, such as a demonstration's."""
        ...

    @property
    def acts_in_series(self) -> bool:
        """Whether one decision of a kind leads at once to the next for the same figure, so that players look on."""
        ...

    @property
    def codec(self) -> Codec:
        """Turns this game's commands, events and setups to JSON and back."""
        ...

    def read_catalog(self, plain: Any, source: str) -> Any:  # each game has a catalog record of its own
        """The catalog in the plain data of a file. Raises an error that names each problem's file, entry and field."""
        ...

    def read_roster(self, plain: Any) -> Any:  # likewise its roster record
        """The roster in plain data, unchecked against any catalog. Raises MalformedInput."""
        ...

    def roster_problems(self, roster: Any, catalog: Any, army_points: int) -> tuple[Problem, ...]:
        """Everything that is wrong with a roster of exactly ``army_points``; empty for a legal one."""
        ...

    def draw_roster(self, catalog: Any, army_points: int, chance: Chance) -> Any:
        """A legal roster drawn by chance, for computer players."""
        ...

    def read_scenario(self, plain: Any, source: str) -> Any:  # each game extends the kernel's `Scenario`
        """The scenario in the plain data of a file. Raises an error that names each problem's file and field."""
        ...

    def league_setup(self, rosters: Sequence[tuple[Seat, Any]], catalog: Any, scenario: Any = None) -> Any:
        """The setup of a match between legal rosters, one a seat: of a scenario's match, or of the game's usual one.

        Raises MalformedInput where the scenario is for another number of seats.
        """
        ...

    def start(self, setup: Any) -> tuple[Event, ...]:  # each game has its own setup record
        """Check a setup and return the opening events. Raises RuleViolation."""
        ...

    def decide(self, state: S, command: Command, dice: Dice) -> tuple[Event, ...]:
        """What a command makes happen. Changes nothing. Raises RuleViolation, MalformedInput."""
        ...

    def evolve(self, state: S | None, event: Event) -> S:
        """Apply a fact; ``None`` is the state before the first event. Never refuses, never rolls."""
        ...

    def awaiting(self, state: S) -> tuple[Decision, ...]:
        """The open decisions; empty when the match has ended."""
        ...

    def legal_commands(self, state: S, decision: Decision) -> Legal:
        """The answers to a decision that is open in ``state``."""
        ...

    def view(self, state: S, seat: Seat) -> S:
        """What a seat may see: what others have chosen in secret is sealed."""
        ...

    def outcome(self, state: S) -> Outcome | None:
        """The result, or None while the match runs."""
        ...

    def seats(self, state: S) -> Mapping[Seat, str]:
        """Every seat with its team, in seating order."""
        ...

    def evaluate(self, state: S, seat: Seat) -> int:
        """How good a state is for a seat's team, in thousandths of an army point; exact odds of open rolls included."""
        ...

    def forecast(self, state: S, command: Command) -> Branches[S]:
        """The states that a legal command can lead to, each with its whole-number weight; rolls lumped by effect."""
        ...

    def picture(self, state: S) -> Picture:
        """What the table looks like, for pages and other readers."""
        ...

    def dice_shown(self, state: S, roll: Roll) -> tuple[DieFace, ...]:
        """The dice of a roll as they lie on the table, in the order of the roll; ``state`` is the one after it."""
        ...

    def narrate(self, state: S | None, event: Event) -> Facts:
        """What the sentence of an event needs to know; ``state`` is the one before it."""
        ...
