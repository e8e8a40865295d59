"""The profile that a new campaign starts with, and what an organizer has changed in one."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, TypeAlias

from rules_engine.kernel.errors import MalformedInput
from rules_engine.kernel.messages import Record
from rules_engine.sru.components import (
    Domain,
    DurationRow,
    GambleRow,
    IndexRow,
    ModifierRow,
    PlaceTemplate,
    Profile,
    Span,
    Status,
)
from rules_engine.sru.domains import BUILT_IN
from rules_engine.sru.rulings import Rulings


def _row(row_id: str, label: str, value: int, status: Status = "league_default") -> ModifierRow:
    axes = {"OBST": "obstacle", "DUR": "duration", "SYN": "synergy", "CIRC": "circumstance"}
    axis = axes[row_id.split("-")[1]]
    return ModifierRow(id=row_id, axis=axis, label=label, value=value, status=status)  # type: ignore[arg-type]  # an Axis


def _lasting(row_id: str, label: str, span: Span, sessions: int = 0) -> DurationRow:
    return DurationRow(id=row_id, label=label, value=int(row_id[-1]), span=span, sessions=sessions)


ROUTINE: Final = "MOD-OBST-ROUTINE"
GLOBAL: Final = "MOD-OBST-GLOBAL"
WHOLE_SCENE: Final = "MOD-DUR-SCENE"

TABLE_A: Final = (
    _row("MOD-OBST-ROUTINE", "routine", 0, "proven"),
    _row("MOD-OBST-MINOR", "minor (door, camera, guard)", 0, "proven"),
    _row("MOD-OBST-MAJOR", "major (the security of one room)", 1, "proven"),
    _row("MOD-OBST-GLOBAL", "global (the security of the whole building)", 2, "proven"),
    _row("MOD-DUR-NONE", "no lasting effect needed", 0, "proven"),
    _row("MOD-DUR-SCENE", "effect lasts the whole scene", 1, "proven"),
    _row("MOD-SYN-1", "gives a teammate +1", 1, "derived"),
    _row("MOD-SYN-2", "gives a teammate +2", 2, "derived"),
    _row("MOD-DUR-SESSION", "effect lasts to the end of the session", 2),
    _row("MOD-DUR-LASTING", "effect stays until somebody undoes it", 3),
    _row("MOD-CIRC-HELP2", "strongly favourable", -2),
    _row("MOD-CIRC-HELP1", "favourable", -1),
    _row("MOD-CIRC-HARD1", "hindering (light fog, weak connection)", 1),
    _row("MOD-CIRC-HARD2", "strongly hindering (thick fog, failing connection)", 2),
)
TABLE_B: Final = (
    _lasting("DUR-0", "a single action", "action"),
    _lasting("DUR-1", "one action phase", "phase"),
    _lasting("DUR-2", "one scene", "scene"),
    _lasting("DUR-3", "the rest of the session", "sessions", 1),
    _lasting("DUR-4", "this session and the next", "sessions", 2),
    _lasting("DUR-5", "this session and the next three", "sessions", 4),
    _lasting("DUR-6", "until dismissed", "dismissed"),
)
TABLE_C: Final = tuple(
    IndexRow(id=f"IDX-{index}", label=label, value=index)
    for index, label in enumerate(
        (
            "nobody tells it; the rumor is gone",
            "a few have heard something",
            "some know it",
            "it is commonly told",
            "nearly everyone knows it",
            "it is what the character is known for",
            "legend",
        )
    )
)
RISK_TABLE: Final = tuple(
    GambleRow(id=f"RISK-{short}", label=f"{short} short", shortfall=short, value=face)
    for short, face in ((1, 3), (2, 4), (3, 6))
)
BOTCH_TABLE: Final = tuple(
    GambleRow(id=f"BOTCH-{short}", label=f"{short} short", shortfall=short, value=face)
    for short, face in ((1, 2), (2, 4))
)
PLACES: Final = (  # SRU-DEF-10
    PlaceTemplate(id="standard-office", label="standard office", domain="infiltration", value=3),
    PlaceTemplate(id="secure-room", label="more secure room", domain="infiltration", value=4),
    PlaceTemplate(id="building", label="building, matrix", domain="matrix", value=3),
)
STANDARD: Final = Profile(
    id="standard",
    version=1,
    table_a=TABLE_A,
    table_b=TABLE_B,
    table_c=TABLE_C,
    risk_table=RISK_TABLE,
    botch_table=BOTCH_TABLE,
    domains=BUILT_IN,
    places=PLACES,
)


def check(profile: Profile, rulings: Rulings) -> None:
    """Raise MalformedInput for tables or settings that nothing can be played with (section 5.1)."""
    tables: Iterable[Sequence[Row]] = (profile.table_a, profile.table_b, profile.table_c)
    for rows in (*tables, profile.risk_table, profile.botch_table, profile.domains):
        ids = [row.id for row in rows]
        if len(set(ids)) < len(ids):
            raise MalformedInput("Two rows or domains of a profile have the same id.")
    if any(not -9 <= row.value <= 9 for row in profile.table_a):
        raise MalformedInput("Table A adds -9 to 9.")
    if any(min((row.value for row in rows), default=1) != 0 for rows in (profile.table_b, profile.table_c)):
        raise MalformedInput("Tables B and C begin with 0.")
    if not profile.domains:
        raise MalformedInput("A profile has at least one domain.")
    least = {"reserve_point_value": 1, "rumors_max_index": 1, "rumors_start_index": 1, "active_bonus_floor": -99}
    most = {"rental_per_point": 1_000_000, "rental_factor": 1_000_000}
    for name in Rulings.__struct_fields__:
        value = getattr(rulings, name)
        if isinstance(value, int) and not isinstance(value, bool):
            if value < least.get(name, 0):
                raise MalformedInput(f"The setting {name} is at least {least.get(name, 0)}.")
            if value > most.get(name, 99):
                raise MalformedInput(f"The setting {name} is at most {most.get(name, 99)}.")


Row: TypeAlias = ModifierRow | DurationRow | IndexRow | GambleRow | Domain


def modifier(profile: Profile, row_id: str) -> ModifierRow:
    """A row of Table A. Raises MalformedInput."""
    for row in profile.table_a:
        if row.id == row_id:
            return row
    raise MalformedInput(f"Table A has no row {row_id}.")


def duration_row(profile: Profile, points: int) -> DurationRow:
    """The row of Table B for duration points (SRU-ASSIST-15): the highest that they reach."""
    return max((row for row in profile.table_b if row.value <= points), key=lambda row: row.value)


def index_row(profile: Profile, index: int) -> IndexRow:
    """The row of Table C for a rumor's index (SRU-RUMOR-11): the highest that it reaches."""
    return max((row for row in profile.table_c if row.value <= index), key=lambda row: row.value)


class ProfileChange(Record, frozen=True, kw_only=True):
    """A setting or row with its old and new value, as words; from_rulebook: a proven row was changed (section 5.1)."""

    name: str
    old: str
    new: str
    from_rulebook: bool = False


def changes(before: tuple[Profile, Rulings], after: tuple[Profile, Rulings]) -> tuple[ProfileChange, ...]:
    """What an organizer changed in rows and settings, in the order of the tables; added rows have no old value."""
    rows = _row_changes(_rows(before[0]), _rows(after[0]))
    settings = (
        ProfileChange(name=name, old=_word(getattr(before[1], name)), new=_word(getattr(after[1], name)))
        for name in Rulings.__struct_fields__
        if getattr(before[1], name) != getattr(after[1], name)
    )
    return (*rows, *settings)


def departures(profile: Profile) -> tuple[ProfileChange, ...]:
    """The proven rows that are "changed from the rulebook" in a profile."""
    found = _row_changes(_rows(STANDARD), _rows(profile))
    return tuple(change for change in found if change.from_rulebook)


def _rows(profile: Profile) -> dict[str, tuple[int, Status]]:
    tables: Iterable[ModifierRow | DurationRow | IndexRow | GambleRow | PlaceTemplate] = (
        *profile.table_a, *profile.table_b, *profile.table_c,
        *profile.risk_table, *profile.botch_table, *profile.places,
    )  # fmt: skip
    return {row.id: (row.value, row.status) for row in tables}


def _row_changes(
    before: dict[str, tuple[int, Status]], after: dict[str, tuple[int, Status]]
) -> Iterator[ProfileChange]:
    for name in dict.fromkeys((*before, *after)):
        old, new = before.get(name), after.get(name)
        if old is None or new is None or old[0] != new[0]:
            proven = old is not None and old[1] == "proven"
            yield ProfileChange(
                name=name, old=str(old[0]) if old else "", new=str(new[0]) if new else "", from_rulebook=proven
            )


def _word(value: object) -> str:
    return str(value).lower()
