"""What a session is made of: the profile with its tables and domains, and what characters, places and circles are.

A profile is data that an organizer edits (docs/rules/sru.md, section 5). Maps go by opaque ids and are never changed.
"""

from collections.abc import Mapping
from typing import Annotated, Final, Literal, TypeAlias

from msgspec import Meta

from rules_engine.kernel.messages import Id, Record, Seat
from rules_engine.kernel.typed_text import LONGEST, Typed

GM: Final[Seat] = "gm"  # the game master's seat, and the team of the characters that the game master plays
Adjective: TypeAlias = Annotated[str, Meta(description="a text", extra={LONGEST: 60})]  # section 5.8
Status: TypeAlias = Literal["proven", "derived", "league_default"]
Axis: TypeAlias = Literal["obstacle", "duration", "synergy", "circumstance"]
Span: TypeAlias = Literal["action", "phase", "scene", "sessions", "dismissed"]
Source: TypeAlias = Literal["attribute", "device rating", "object resistance", "security rating"]
Polarity: TypeAlias = Literal["positive", "negative", "depends"]
Handling: TypeAlias = Literal["single_test", "step_by_step"]
Timing: TypeAlias = Literal["outside", "action_phase"]
Effect: TypeAlias = Literal["score", "threshold", "routine", "remove_passive"]
ComplicationKind: TypeAlias = Literal["defence_raised", "runner_identified", "negative_reputation", "damage", "stress"]


# --- the profile ------------------------------------------------------------------------------------------------------


class ModifierRow(Record, frozen=True, kw_only=True):
    """A row of Table A: what it adds to the threshold (section 4.5)."""

    id: str
    axis: Axis
    label: str
    value: int
    status: Status


class DurationRow(Record, frozen=True, kw_only=True):
    """A row of Table B: how long an assistant helps for ``value`` duration points (section 4.9).

    sessions: for the span ``sessions``, how many, the one of the activation included.
    """

    id: str
    label: str
    value: int
    span: Span
    sessions: int = 0
    status: Status = "league_default"


class IndexRow(Record, frozen=True, kw_only=True):
    """A row of Table C: what a rumor of index ``value`` means in its circle (section 4.10)."""

    id: str
    label: str
    value: int
    status: Status = "league_default"


class GambleRow(Record, frozen=True, kw_only=True):
    """A row of a table for risks or botched jobs: on a d6, ``value`` or more bridges ``shortfall`` (SRU-RULING-42)."""

    id: str
    label: str
    shortfall: int
    value: int
    status: Status = "league_default"


class ResistanceOption(Record, frozen=True, kw_only=True):
    """One of the things that can resist in a domain (SRU-DEF-03)."""

    id: str
    label: str
    source: Source


class Limit(Record, frozen=True, kw_only=True):
    """How many assistants at once: a rating or attribute, divided by 1 or 2 (SRU-ASSIST-20)."""

    rating: str
    divisor: int


class AssistantKind(Record, frozen=True, kw_only=True):
    """Drones, spirits … with the skill that brings them; own_limit: in place of the domain's (SRU-RULING-53)."""

    id: str
    label: str
    skill: str
    possible_only: bool = False
    own_limit: Limit | None = None


class Domain(Record, frozen=True, kw_only=True):
    """A field of activity with all its slots filled (SRU-DOMAIN-06); what its rumors cover is shown (SRU-RUMOR-01)."""

    id: str
    name: str
    builtin: bool = False
    resistance_options: tuple[ResistanceOption, ...]
    protection_skill: str
    protection_attribute: str
    assistant_kinds: tuple[AssistantKind, ...]
    assistant_limit: Limit
    rumor_themes: tuple[str, ...]


class PlaceTemplate(Record, frozen=True, kw_only=True):
    """A reference value for a place (SRU-DEF-10)."""

    id: str
    label: str
    domain: str
    value: int
    status: Status = "proven"


class Profile(Record, frozen=True, kw_only=True):
    """The tables and domains that a campaign plays with (section 5.1)."""

    id: str
    version: int
    table_a: tuple[ModifierRow, ...]
    table_b: tuple[DurationRow, ...]
    table_c: tuple[IndexRow, ...]
    risk_table: tuple[GambleRow, ...]
    botch_table: tuple[GambleRow, ...]
    domains: tuple[Domain, ...]
    places: tuple[PlaceTemplate, ...]


# --- characters and opponents -----------------------------------------------------------------------------------------


class Reserve(Record, frozen=True, kw_only=True):
    """A pool of points; ``current``: neither spent nor set aside (SRU-RULING-30)."""

    id: str = "reserve"
    name: str = "reserve"
    maximum: int
    current: int


class SetAside(Record, frozen=True, kw_only=True):
    """Reserve points that make passive protection in an action phase (SRU-PASSIVE-03)."""

    domain: str
    reserve: str
    points: int


class Shielding(Record, frozen=True, kw_only=True):
    """Another character whom one protects; points: handed out, under SRU-RULING-32 ``points`` (SRU-PASSIVE-07)."""

    domain: str
    other: str
    points: int = 0


class Character(Record, frozen=True, kw_only=True):
    """A character (section 5.3). ``army_points``: what it counts in a roster. A missing skill or attribute is 0."""

    id: str
    name: str
    team: str
    seat: Seat
    army_points: int = 0
    attributes: Mapping[str, int] = {}
    ratings: Mapping[str, int] = {}
    skills: Mapping[str, int] = {}
    reserves: tuple[Reserve, ...] = ()
    set_aside: tuple[SetAside, ...] = ()
    shielding: tuple[Shielding, ...] = ()
    actions_left: int | None = None
    knows_threat: tuple[str, ...] = ()
    identified: tuple[str, ...] = ()
    nuyen: int = 0
    negative_reputation: int = 0
    stress: int = 0
    damage: int = 0
    state: Literal["active", "retired", "dead"] = "active"

    def rating(self, name: str) -> int:
        """An attribute or a rating."""
        return self.attributes.get(name, 0) or self.ratings.get(name, 0)

    @property
    def free(self) -> int:
        """Reserve points neither spent nor set aside, of all pools."""
        return sum(reserve.current for reserve in self.reserves)


class Guardian(Record, frozen=True, kw_only=True):
    """Who protects an opponent: his skill by domain; without a reserve his points are not tracked (section 5.4)."""

    name: str
    skills: Mapping[str, int]
    reserve: Reserve | None = None
    set_aside: tuple[SetAside, ...] = ()


class Adjustment(Record, frozen=True, kw_only=True):
    """A change of a defence index that stays, such as an alarm (SRU-COMP-04)."""

    domain: Id
    change: int
    reason: Typed


class Opponent(Record, frozen=True, kw_only=True):
    """A target that the game master plays (section 5.4). resistance: domain → option → value."""

    id: str
    name: str
    kind: Literal["person", "device", "place", "object", "group"]
    resistance: Mapping[str, Mapping[str, int]]
    guardian: Guardian | None = None
    adjustments: tuple[Adjustment, ...] = ()
    knows_threat: tuple[str, ...] = ()
    identified: tuple[str, ...] = ()
    circles: tuple[str, ...] = ()


# --- circles, rumors, assistants --------------------------------------------------------------------------------------


class Circle(Record, frozen=True, kw_only=True):
    """A milieu in which rumors go round (SRU-RUMOR-09). extra_cost: None for what the settings say."""

    id: Id
    name: Typed
    kind: Literal["gang", "corporation", "neighbourhood", "district", "city", "other"] = "other"
    parent: Id = ""
    obscure: bool = False
    isolated: bool = False
    extra_cost: int | None = None


class Link(Record, frozen=True, kw_only=True):
    """Two circles that are adjacent, in both directions (section 5.7)."""

    a: Id
    b: Id
    cost: int = 1


class Graph(Record, frozen=True, kw_only=True):
    """The circles of a campaign: parents form a forest, links join any two."""

    circles: tuple[Circle, ...] = ()
    links: tuple[Link, ...] = ()


class Rumor(Record, frozen=True, kw_only=True):
    """What a circle tells about a character (SRU-RUMOR-08): how it is seen there (SRU-RUMOR-10), and how much.

    session: in which it was created.
    """

    id: str
    character: str
    domain: str
    circle: str
    adjective: Adjective
    index: int
    polarity: Polarity = "positive"
    origin: Typed = ""
    session: str = ""
    state: Literal["active", "faded", "withdrawn"] = "active"


class Assistant(Record, frozen=True, kw_only=True):
    """What acts for a character (section 5.6).

    sessions_left: with this one, None for a span that does not count sessions. scene, phase: in which it was activated,
    empty before play.
    """

    id: str
    domain: str
    kind: str
    label: Typed
    aspect: Typed
    group: bool = False
    specialised: bool = False
    field: Typed = ""
    power: int
    duration: int
    row: str
    reserve: str = ""
    invested: int = 0
    owner: str
    controller: str
    rented: bool = False
    price: int = 0
    span: Span
    sessions_left: int | None = None
    scene: str = ""
    phase: str = ""
    state: Literal["active", "ended", "dismissed"] = "active"


# --- a session --------------------------------------------------------------------------------------------------------


class SessionInfo(Record, frozen=True, kw_only=True):
    """What sitting of play this is; participants are the characters of the setup (section 5.9)."""

    id: str = "session-1"
    number: int = 1
    title: Typed = ""
    game: str = "role-play"
