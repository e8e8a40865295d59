"""What a table looks like, in words that no game owns: shapes, tokens and cards. Nothing is decided by it."""

from rules_engine.kernel.geometry import Point
from rules_engine.kernel.messages import Record
from rules_engine.kernel.units import Length


class Shape(Record, frozen=True, kw_only=True):
    """A piece of terrain: its kind, outline and, where it can be stood on, level; or an ``area`` with a name."""

    id: str
    kind: str
    outline: tuple[Point, ...]
    level: int = 0
    name: str = ""


class Token(Record, frozen=True, kw_only=True):
    """A figure's base on a table whose places are known; ``acting``: it is its turn."""

    id: str
    team: str
    x: Length
    y: Length
    radius: Length
    level: int = 0
    acting: bool = False


class Marker(Record, frozen=True, kw_only=True):
    """Something small that lies on the table; ``goal``: it is what an objective is about."""

    name: str
    x: Length
    y: Length
    goal: bool = False


class Goal(Record, frozen=True, kw_only=True):
    """An objective of the scenario: its name, its points, how it stands in words, and whether that is for good."""

    name: str
    points: int
    note: str
    done: bool = False


class Window(Record, frozen=True, kw_only=True):
    """One position of a gauge: a value or nothing, hits shown, shields by colour."""

    value: int | None
    hits: int = 0
    shields: tuple[str, ...] = ()


class Gauge(Record, frozen=True, kw_only=True):
    """What falls step by step as a figure is hurt: all its windows, and which one shows; 0 is the start.

    step_word, hit_word: what the game calls one step and one hit.
    """

    name: str
    use: str
    windows: tuple[Window, ...]
    at: int
    step_word: str = "step"
    hit_word: str = "hit"


class DieFace(Record, frozen=True, kw_only=True):
    """A rolled die: what people call it, its colour in English or none, and what lies on top (``5``, ``A``)."""

    name: str
    sides: int
    shown: str
    colour: str = ""


class Card(Record, frozen=True, kw_only=True):
    """What belongs to a figure: gauges, carried things, notes in words."""

    id: str
    name: str
    team: str
    points: int
    in_play: bool
    gauges: tuple[Gauge, ...] = ()
    carried: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


class Picture(Record, frozen=True, kw_only=True):
    """The table and all cards, without tokens where nobody knows the places; goals, and their points by team."""

    width: Length
    depth: Length
    teams: tuple[str, ...]
    shapes: tuple[Shape, ...] = ()
    tokens: tuple[Token, ...] = ()
    markers: tuple[Marker, ...] = ()
    cards: tuple[Card, ...] = ()
    goals: tuple[Goal, ...] = ()
    scored: tuple[tuple[str, int], ...] = ()
