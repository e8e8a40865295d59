"""What the scenarios of all games have in common: who can play them, what they are called, and how a file is read."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Annotated, Any, TypeAlias, TypeVar

import msgspec
from msgspec import Meta, Struct

from rules_engine.kernel.errors import MalformedInput
from rules_engine.kernel.messages import Record
from rules_engine.kernel.plain_data import Fault, FileProblem, FileRejected, Result, Slug, read

_WORDS = r"^(?=.*\S)[^\x00-\x08\x0b-\x1f\x7f\ud800-\udfff]*$"  # what every database keeps
_ABOUT = "a text of 1–1000 characters without control characters"
Words: TypeAlias = Annotated[str, Meta(pattern=f"(?s){_WORDS}", max_length=1000, description=_ABOUT)]


class Wording(Record, frozen=True, kw_only=True):
    """A text in the languages that people read; English where another is missing."""

    en: Words
    fr: Annotated[Words | None, Meta(description=_ABOUT)] = None
    es: Annotated[Words | None, Meta(description=_ABOUT)] = None

    def text(self, language: str) -> str:
        """The text in a language (``fr``, ``fr-ca``), in English if there is none."""
        found: str | None = getattr(self, language.partition("-")[0], None)
        return found or self.en


class Scenario(Record, frozen=True, kw_only=True):
    """What a league needs to know of a scenario; a game's own record adds what the game needs.

    seats: how many rosters meet in a match. army_points: of each roster.
    """

    id: str
    ruleset: str
    variant: str
    title: Wording
    description: Wording
    seats: int
    army_points: int


R = TypeVar("R")  # a roster with its seat


class TableScenario(Scenario, frozen=True, kw_only=True):
    """A scenario of teams at a table; teams: each with its number of rosters, in clockwise seating order."""

    teams: tuple[tuple[str, int], ...]

    def by_team(self, rosters: Sequence[R]) -> Iterator[tuple[str, Sequence[R]]]:
        """Each team with its rosters, which stand team by team. Raises MalformedInput for another number of them."""
        check_seats(self, rosters)
        first = 0
        for team, seats in self.teams:
            yield team, rosters[first : first + seats]
            first += seats


class ScenarioFile(Struct, frozen=True, kw_only=True):
    """The head of every scenario file; a game's own shape adds fields.

    No variant: the game's usual one; no army points: the game's usual ones, or that it counts none.
    """

    id: Slug
    ruleset: Slug
    variant: Slug = ""
    title: Wording
    description: Wording
    army_points: Annotated[int, Meta(ge=0, le=1_000_000, description="0–1000000")] = 0


F = TypeVar("F", bound=ScenarioFile)


def read_file(
    plain: Any, kind: type[F], source: str, *, game: tuple[str, str], check: Callable[[F], Iterable[Fault]]
) -> F:
    """The scenario in the plain data of a file called ``source``, in the shape of its game.

    game: key and variant of the rules that read it. check: what is wrong between the fields. Errors: `FileRejected`
    with every problem of the file, each naming file, field and reason.
    """
    entry, faults = read(plain, kind)
    if entry is not None:
        faults = (*_head_faults(entry, *game), *check(entry))
    if faults:
        raise FileRejected(tuple(FileProblem(source, "", fault.path, fault.message) for fault in faults))
    found: F = entry
    return found


def _head_faults(entry: ScenarioFile, key: str, variant: str) -> Iterable[Fault]:
    if entry.ruleset != key:
        yield Fault("ruleset", f"must be {key}, whose rules read this file")
    elif entry.variant not in {"", variant}:
        yield Fault("variant", f"must be {variant}, whose rules read this file")


def changed(defaults: Struct, changes: Mapping[str, Any]) -> Result:
    """A game's settings with those that a file changes, and no faults; or None and what is wrong with them."""
    return read(msgspec.to_builtins(defaults) | changes, type(defaults), "rulings")


def check_seats(scenario: Scenario, rosters: Sequence[object]) -> None:
    """Raise MalformedInput unless there is one roster for each of a scenario's seats."""
    if len(rosters) != scenario.seats:
        raise MalformedInput(f"The scenario {scenario.id} is for {scenario.seats} rosters, not {len(rosters)}.")
