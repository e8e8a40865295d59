"""What people bring: a catalog of characters and opponents, and rosters of characters."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Annotated, Any, TypeAlias

from msgspec import Meta, Struct
from msgspec.structs import replace

from rules_engine.kernel.messages import Record, Seat
from rules_engine.kernel.plain_data import FileProblem, FileRejected, Slug, Text, read_entries
from rules_engine.kernel.rule_ids import RuleId
from rules_engine.kernel.ruleset import Problem
from rules_engine.sru.components import Character, Opponent, Polarity, Reserve, Rumor
from rules_engine.sru.setups import TeamSetup

Index: TypeAlias = Annotated[int, Meta(ge=0, le=12, description="0–12")]
Indices: TypeAlias = Annotated[dict[str, Index], Meta(description="a mapping of names to numbers from 0 to 12")]


class RumorFile(Struct, frozen=True, kw_only=True):
    """A rumor that a character comes with (SRU-RUMOR-08)."""

    domain: Slug
    circle: Slug
    adjective: Annotated[str, Meta(pattern=r"\S", max_length=60, description="a text of 1–60 characters")]
    index: Annotated[int, Meta(ge=1, le=6, description="1–6")]
    polarity: Polarity = "positive"


class CharacterFile(Struct, frozen=True, kw_only=True):
    """A character as a league knows it; ``sample`` marks invented values."""

    slug: Slug
    name: Text
    sample: Annotated[bool, Meta(description="true or false")] = False
    army_points: Annotated[int, Meta(ge=1, le=1000, description="1–1000")]
    attributes: Indices = {}
    ratings: Indices = {}
    skills: Indices = {}
    reserve: Annotated[int, Meta(ge=0, le=99, description="0–99")] = 0
    nuyen: Annotated[int, Meta(ge=0, description="0 or more")] = 0
    rumors: Annotated[tuple[RumorFile, ...], Meta(description="a list of rumors")] = ()


class Catalog(Record, frozen=True, kw_only=True):
    """Characters and opponents that a league plays with; ``samples``: slugs of the characters that are invented."""

    characters: tuple[Character, ...]
    rumors: tuple[Rumor, ...] = ()
    opponents: tuple[Opponent, ...] = ()
    samples: tuple[str, ...] = ()

    def character(self, slug: str) -> Character | None:
        """The character with a slug, if the catalog has it."""
        return next((character for character in self.characters if character.id == slug), None)


class Roster(Record, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a team brings: characters by their slugs."""

    characters: tuple[str, ...]


def read_catalog(plain: Any, source: str) -> Catalog:  # plain data of any shape
    """The catalog in the plain data of a file called ``source``.

    Errors: `FileRejected` with every problem of the file, each naming file, entry and field.
    """
    if not isinstance(plain, dict):
        raise FileRejected((FileProblem(source, "", "", "must be a mapping with the lists characters and opponents"),))
    problems = [
        FileProblem(source, str(name), "", "is no list of a catalog")
        for name in plain
        if name not in {"characters", "opponents"}
    ]
    characters, found = read_entries(plain, "characters", CharacterFile, source, key="slug")
    opponents, more = read_entries(plain, "opponents", Opponent, source, key="id")
    problems += (*found, *more)
    if problems:
        raise FileRejected(tuple(problems))
    return Catalog(
        characters=tuple(_character(entry) for _, entry in characters),
        rumors=tuple(rumor for _, entry in characters for rumor in _rumors(entry)),
        opponents=tuple(entry for _, entry in opponents),
        samples=tuple(entry.slug for _, entry in characters if entry.sample),
    )


def _character(entry: CharacterFile) -> Character:
    return Character(
        id=entry.slug, name=entry.name, team="", seat="", army_points=entry.army_points,
        attributes=entry.attributes, ratings=entry.ratings, skills=entry.skills,
        reserves=(Reserve(maximum=entry.reserve, current=entry.reserve),), nuyen=entry.nuyen,
    )  # fmt: skip


def _rumors(entry: CharacterFile) -> Iterator[Rumor]:
    for number, rumor in enumerate(entry.rumors, 1):
        yield Rumor(
            id=f"{entry.slug}/{number}", character=entry.slug, domain=rumor.domain, circle=rumor.circle,
            adjective=rumor.adjective, index=rumor.index, polarity=rumor.polarity,
        )  # fmt: skip


def roster_problems(roster: Roster, catalog: Catalog, army_points: int) -> tuple[Problem, ...]:
    """Everything that is wrong with a roster of exactly ``army_points``; empty for a legal one.

    The text has no points for characters: a roster holds characters of the catalog, each once, as many as a league
    admits by its points (SRU-RULING-18: who takes part in a session).
    """
    return (*_point_problems(roster, catalog, army_points), *_copy_problems(roster.characters, catalog))


def _problem(path: str, rule_id: str, **facts: str | int) -> Problem:
    return Problem(path, RuleId(rule_id), facts)


def _point_problems(roster: Roster, catalog: Catalog, army_points: int) -> Iterator[Problem]:
    points = sum(character.army_points for character in _known(roster, catalog))
    if points != army_points or not roster.characters:
        yield _problem("characters", "SRU-RULING-18", army_points=points, allowed=army_points)


def _copy_problems(slugs: Sequence[str], catalog: Catalog) -> Iterator[Problem]:
    for index, slug in enumerate(slugs):
        if slug in slugs[:index] or catalog.character(slug) is None:
            yield _problem(f"characters[{index}]", "SRU-RULING-18", character=slug)


def _known(roster: Roster, catalog: Catalog) -> Iterable[Character]:
    found = (catalog.character(slug) for slug in roster.characters)
    return (character for character in found if character is not None)


def muster(roster: Roster, catalog: Catalog, *, team: str, seat: Seat) -> tuple[TeamSetup, tuple[Rumor, ...]]:
    """A legal roster as the team of a session, and what is told about its characters."""
    characters = tuple(replace(each, team=team, seat=seat) for each in _known(roster, catalog))
    taking_part = {character.id for character in characters}
    rumors = tuple(rumor for rumor in catalog.rumors if rumor.character in taking_part)
    return TeamSetup(id=team, characters=characters), rumors
