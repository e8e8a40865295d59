"""What people bring: catalogs of figures and gear (docs/rules/duels.md, sections 20.1 to 20.4), and rosters.

A catalog is written by hand from the physical bases, dials, tapes and gear; `read_catalog` names everything that is
wrong with it at once. The engine never opens a file: it gets plain data.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Annotated, Any, Literal, TypeAlias, TypeVar

from msgspec import Meta, Struct

from rules_engine.duels.components import (
    BULLETS_TO_ELIMINATE,
    DIALS,
    GEAR_LIMIT,
    Band,
    Colour,
    DamageBonus,
    DieSpec,
    FigureSetup,
    Gear,
    GearPoints,
    GearShield,
    HeldPass,
    Position,
    Profile,
    SecurityPass,
    TeamSetup,
)
from rules_engine.duels.file_fields import BandColour, DieText, Distance, Names, read_die
from rules_engine.duels.pass_file import PassFile, card_of, pass_faults
from rules_engine.kernel.errors import Facts
from rules_engine.kernel.messages import Record, Seat
from rules_engine.kernel.plain_data import Fault, FileProblem, FileRejected, Inches, Slug, Text, read_entries
from rules_engine.kernel.rule_ids import RuleId
from rules_engine.kernel.ruleset import Problem

Dice: TypeAlias = Annotated[tuple[DieText, ...], Meta(description="a list of dice")]


class BandFile(Struct, frozen=True, kw_only=True):
    """A band of a tape, or a mark that says at which distances a damage bonus works."""

    colour: BandColour
    from_in: Distance = Inches(0)
    to_in: Distance


class TapeFile(Struct, frozen=True, kw_only=True):
    """A figure's own tape (DUELS-FIG-09, DUELS-FIG-10)."""

    bands: Annotated[tuple[BandFile, ...], Meta(min_length=1, max_length=5, description="a list of 1–5 bands")]
    bonus_marks: Annotated[tuple[BandFile, ...], Meta(description="a list of marks")] = ()


class PositionFile(Struct, frozen=True, kw_only=True):
    """What a dial shows at one position; no value for a blank window."""

    value: Annotated[Annotated[int, Meta(ge=0, le=99)] | None, Meta(description="0–99, or nothing")] = None
    bullets: Annotated[int, Meta(ge=0, le=3, description="0–3")] = 0
    shields: Annotated[tuple[BandColour, ...], Meta(description="a list of colours")] = ()


Positions: TypeAlias = Annotated[
    tuple[PositionFile, ...], Meta(min_length=1, max_length=40, description="a list of 1–40 positions")
]


class DialsFile(Struct, frozen=True, kw_only=True):
    """The three dials in click order, from the green arrow (DUELS-FIG-11)."""

    head: Positions
    weapon: Positions
    body: Positions


class BonusFile(Struct, frozen=True, kw_only=True):
    """A damage bonus (DUELS-DMG-04)."""

    colour: BandColour
    clicks: Annotated[int, Meta(ge=1, description="1 or more")]


class FigureFile(Struct, frozen=True, kw_only=True):
    """A figure as printed on its base, dials and tape; ``sample`` marks invented values."""

    slug: Slug
    name: Text
    collection_number: Text
    sample: Annotated[bool, Meta(description="true or false")] = False
    army_points: Annotated[int, Meta(ge=1, description="1 or more")]
    base_diameter_in: Distance
    starting_dice: Dice = ()
    damage_bonuses: Annotated[tuple[BonusFile, ...], Meta(description="a list of bonuses")] = ()
    tape: TapeFile
    dials: DialsFile
    tags: Names = ()


class ShieldFile(Struct, frozen=True, kw_only=True):
    """A numbered shield printed on gear."""

    colour: BandColour
    number: Annotated[int, Meta(ge=2, description="2 or more")]


class GearFile(Struct, frozen=True, kw_only=True):
    """A piece of gear as printed; ``sample`` marks invented values."""

    slug: Slug
    name: Text
    sample: Annotated[bool, Meta(description="true or false")] = False
    points: Annotated[int, Meta(ge=0, le=GEAR_LIMIT, description="0–12")]
    dice: Dice = ()
    shields: Annotated[tuple[ShieldFile, ...], Meta(description="a list of shields")] = ()
    other_bonus: Annotated[str, Meta(description="a text")] = ""
    equip_restriction: Names = ()


class Catalog(Record, frozen=True, kw_only=True):
    """What a league plays with; ``samples``: slugs of the entries whose values are invented."""

    figures: tuple[Profile, ...]
    gear: tuple[Gear, ...]
    samples: tuple[str, ...] = ()
    passes: tuple[SecurityPass, ...] = ()

    def figure(self, slug: str) -> Profile | None:
        """The figure with a slug, if the catalog has it."""
        return next((profile for profile in self.figures if profile.slug == slug), None)

    def piece(self, slug: str) -> Gear | None:
        """The piece of gear with a slug, if the catalog has it."""
        return next((piece for piece in self.gear if piece.slug == slug), None)

    def card(self, slug: str) -> SecurityPass | None:
        """The security pass with a slug, if the catalog has it."""
        return next((card for card in self.passes if card.slug == slug), None)


def read_catalog(plain: Any, source: str) -> Catalog:
    """The catalog in the plain data of a file called ``source``.

    Errors: `FileRejected` with every problem of the file, each naming file, entry and field.
    """
    if not isinstance(plain, dict):
        raise FileRejected((FileProblem(source, "", "", "must be a mapping with the lists figures, gear and passes"),))
    figures, figure_problems = read_entries(plain, "figures", FigureFile, source, key="slug", check=_figure_faults)
    gear, gear_problems = read_entries(plain, "gear", GearFile, source, key="slug")
    passes, pass_problems = read_entries(plain, "passes", PassFile, source, key="slug", check=pass_faults)
    unknown = (
        FileProblem(source, str(name), "", "is no list of a catalog")
        for name in plain
        if name not in {"figures", "gear", "passes"}
    )
    problems = (*unknown, *figure_problems, *gear_problems, *pass_problems)
    if not figure_problems:  # else a figure that cannot be read would seem to be missing
        problems += tuple(_restriction_problems(figures, gear, source))
    if problems:
        raise FileRejected(problems)
    return Catalog(
        figures=tuple(_profile(entry) for _, entry in figures),
        gear=tuple(_gear(entry) for _, entry in gear),
        passes=tuple(card_of(entry) for _, entry in passes),
        samples=(
            *(entry.slug for _, entry in figures if entry.sample),
            *(entry.slug for _, entry in gear if entry.sample),
            *(entry.slug for _, entry in passes if entry.sample),
        ),
    )


def _figure_faults(entry: FigureFile) -> Iterator[Fault]:
    """Checks between the fields of a figure (section 20.2 and 20.3)."""
    if entry.base_diameter_in <= 0 or entry.base_diameter_in % 2:
        yield Fault("base_diameter_in", "must be above 0 and an even number of hundredths, as 4.72")
    yield from _stretch_faults("tape.bands", entry.tape.bands)
    yield from _stretch_faults("tape.bonus_marks", entry.tape.bonus_marks)
    yield from _repeated("tape.bands", [band.colour for band in entry.tape.bands])
    if not any(band.colour in {"yellow", "blue", "green"} for band in entry.tape.bands):
        yield Fault("tape.bands", "must hold at least one of yellow, blue and green")
    colours = [bonus.colour for bonus in entry.damage_bonuses]
    yield from _repeated("damage_bonuses", colours)
    for index, mark in enumerate(entry.tape.bonus_marks):
        if mark.colour not in colours:
            yield Fault(f"tape.bonus_marks[{index}].colour", "must be the colour of one of damage_bonuses")
    yield from _bullet_faults(entry.dials)


def _stretch_faults(path: str, stretches: Sequence[BandFile]) -> Iterator[Fault]:
    for index, stretch in enumerate(stretches):
        if stretch.to_in <= stretch.from_in:
            yield Fault(f"{path}[{index}].to_in", "must be greater than from_in")


def _repeated(path: str, colours: Sequence[Colour]) -> Iterator[Fault]:
    for index, colour in enumerate(colours):
        if colour in colours[:index]:
            yield Fault(f"{path}[{index}].colour", f"repeats {colour}; one entry a colour")


def _bullet_faults(dials: DialsFile) -> Iterator[Fault]:
    """A figure can be eliminated, and is not at its start (section 20.3, DUELS-ELIM-01)."""
    windows: list[tuple[PositionFile, ...]] = [getattr(dials, name) for name in DIALS]
    if sum(max(position.bullets for position in dial) for dial in windows) < BULLETS_TO_ELIMINATE:
        yield Fault("dials", "the highest bullet counts of the three dials must add up to at least 3")
    if sum(dial[0].bullets for dial in windows) >= BULLETS_TO_ELIMINATE:
        yield Fault("dials", "must not show 3 bullets at their start positions")


def _restriction_problems(
    figures: Sequence[tuple[str, FigureFile]], gear: Sequence[tuple[str, GearFile]], source: str
) -> Iterator[FileProblem]:
    known = {name for _, entry in figures for name in (entry.slug, *entry.tags)}
    for label, entry in gear:
        for index, name in enumerate(entry.equip_restriction):
            if name not in known:
                field = f"equip_restriction[{index}]"
                yield FileProblem(source, label, field, f"{name!r} is no figure and no tag of this catalog")


def _profile(entry: FigureFile) -> Profile:
    return Profile(
        slug=entry.slug,
        name=entry.name,
        collection_number=entry.collection_number,
        army_points=entry.army_points,
        radius=entry.base_diameter_in // 2,
        starting_dice=_dice(entry.starting_dice),
        bands=_bands(entry.tape.bands),
        bonus_marks=_bands(entry.tape.bonus_marks),
        damage_bonuses=tuple(DamageBonus(colour=bonus.colour, clicks=bonus.clicks) for bonus in entry.damage_bonuses),
        head=_positions(entry.dials.head),
        weapon=_positions(entry.dials.weapon),
        body=_positions(entry.dials.body),
        tags=entry.tags,
    )


def _gear(entry: GearFile) -> Gear:
    return Gear(
        slug=entry.slug,
        name=entry.name,
        points=entry.points,
        dice=_dice(entry.dice),
        shields=tuple(GearShield(colour=shield.colour, number=shield.number) for shield in entry.shields),
        other_bonus=entry.other_bonus,
        equip_restriction=entry.equip_restriction,
    )


def _dice(texts: Iterable[str]) -> tuple[DieSpec, ...]:
    return tuple(read_die(text) for text in texts)


def _bands(stretches: Iterable[BandFile]) -> tuple[Band, ...]:
    return tuple(Band(colour=s.colour, start=int(s.from_in), end=int(s.to_in)) for s in stretches)


def _positions(dial: Iterable[PositionFile]) -> tuple[Position, ...]:
    return tuple(Position(value=at.value, bullets=at.bullets, shields=at.shields) for at in dial)


class RosterFigure(Record, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A figure of a roster and the gear it carries, by their slugs in the catalog."""

    figure: str
    gear: tuple[str, ...] = ()


class RosterPass(Record, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A pass of a roster, by its slug; figure: the number, from 1, of the figure that it is bound to, 0 for none."""

    card: str
    figure: int = 0


class Roster(Record, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What one player brings."""

    figures: tuple[RosterFigure, ...]
    passes: tuple[RosterPass, ...] = ()


class Limits(Record, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a league allows: the army points, met exactly or as a ceiling, and copies of one figure or piece."""

    army_points: int
    army_points_match: Literal["exact", "ceiling"] = "exact"  # DUELS-RULING-013
    copies: int = 1


def roster_problems(roster: Roster, catalog: Catalog, limits: Limits) -> tuple[Problem, ...]:
    """Everything that is wrong with a roster; empty for a legal one.

    Rules: DUELS-SETUP-02, DUELS-SETUP-04 with DUELS-RULING-013, DUELS-SETUP-06 with DUELS-RULING-014, DUELS-FIG-02 and
    DUELS-FIG-03 (only what the catalog has, in the allowed number of copies; none of an unknown entry is allowed),
    DUELS-RULING-097, DUELS-PASS-02.
    """
    return (
        *_point_problems(roster, catalog, limits),
        *_copy_problems(roster, catalog, limits),
        *_carried(roster, catalog),
        *_pass_problems(roster, catalog, limits),
    )


def _problem(path: str, rule_id: str, **facts: str | int) -> Problem:
    told: Facts = facts
    return Problem(path, RuleId(rule_id), told)


def _point_problems(roster: Roster, catalog: Catalog, limits: Limits) -> Iterator[Problem]:
    if not roster.figures:
        yield _problem("figures", "DUELS-SETUP-02", figures=0)
    profiles = (catalog.figure(entry.figure) for entry in roster.figures)
    points = sum(profile.army_points for profile in profiles if profile)
    exact = limits.army_points_match == "exact"
    if points > limits.army_points or (exact and points < limits.army_points):
        yield _problem("figures", "DUELS-SETUP-04", army_points=points, allowed=limits.army_points)


def _copy_problems(roster: Roster, catalog: Catalog, limits: Limits) -> Iterator[Problem]:
    figures: Counter[str] = Counter()
    pieces: Counter[str] = Counter()
    for index, entry in enumerate(roster.figures):
        figures[entry.figure] += 1
        allowed = limits.copies if catalog.figure(entry.figure) else 0
        if figures[entry.figure] > allowed:
            yield _problem(f"figures[{index}]", "DUELS-FIG-03", figure=entry.figure, allowed=allowed)
        for place, slug in enumerate(entry.gear):
            pieces[slug] += 1
            allowed = limits.copies if catalog.piece(slug) else 0
            if pieces[slug] > allowed:
                yield _problem(f"figures[{index}].gear[{place}]", "DUELS-FIG-02", gear=slug, allowed=allowed)


def _carried(roster: Roster, catalog: Catalog) -> Iterator[Problem]:
    for index, entry in enumerate(roster.figures):
        pieces = [catalog.piece(slug) for slug in entry.gear]
        points = sum(piece.points for piece in pieces if piece)
        allowed = GEAR_LIMIT + _points_over(roster, catalog, index + 1)
        if points > allowed:
            yield _problem(f"figures[{index}].gear", "DUELS-SETUP-06", gear_points=points, allowed=allowed)
        profile = catalog.figure(entry.figure)
        for place, piece in enumerate(pieces):
            if profile and piece and not piece.fits(profile):
                path = f"figures[{index}].gear[{place}]"
                yield _problem(path, "DUELS-RULING-097", figure=profile.slug, gear=piece.slug)


def _points_over(roster: Roster, catalog: Catalog, number: int) -> int:
    """The gear points over the limit that passes bound to a figure allow it."""
    cards = (catalog.card(entry.card) for entry in roster.passes if entry.figure == number)
    effects = (effect for card in cards if card for effect in card.effects)
    return sum(effect.points for effect in effects if isinstance(effect, GearPoints))


def _pass_problems(roster: Roster, catalog: Catalog, limits: Limits) -> Iterator[Problem]:
    """Passes that the catalog lacks or that come too often, and bonds that the card does not allow."""
    counted: Counter[str] = Counter()
    for index, entry in enumerate(roster.passes):
        counted[entry.card] += 1
        card = catalog.card(entry.card)
        if card is None or counted[entry.card] > limits.copies or not _may_be_bound(card, entry, roster, catalog):
            yield _problem(f"passes[{index}]", "DUELS-PASS-02", card=entry.card, figure=entry.figure)


def _may_be_bound(card: SecurityPass, entry: RosterPass, roster: Roster, catalog: Catalog) -> bool:
    """A pass is bound to a figure that it suits; one that works from the setup on has to be, others need not."""
    if not entry.figure:
        return "setup" not in card.when
    bound = roster.figures[entry.figure - 1 : entry.figure]
    profile = catalog.figure(bound[0].figure) if bound else None
    return profile is not None and card.suits(profile)


def held_passes(
    rosters: Iterable[tuple[Seat, Roster]], catalog: Catalog, teams: Sequence[TeamSetup]
) -> tuple[HeldPass, ...]:
    """The passes of legal rosters, one a seat, whose figures are mustered in ``teams``."""
    return tuple(held for seat, roster in rosters for held in _held(roster, catalog, seat, teams))


def _held(roster: Roster, catalog: Catalog, seat: Seat, teams: Iterable[TeamSetup]) -> Iterator[HeldPass]:
    figures = [figure.id for team in teams for figure in team.figures if figure.seat == seat]
    counted: Counter[str] = Counter()
    for entry in roster.passes:
        counted[entry.card] += 1
        copy = f"#{counted[entry.card]}" if counted[entry.card] > 1 else ""
        bound = figures[entry.figure - 1] if entry.figure else ""
        card = _known(catalog.card(entry.card))
        yield HeldPass(id=f"{figures[0]}+{entry.card}{copy}", seat=seat, card=card, figure=bound)


def muster(roster: Roster, catalog: Catalog, *, team: str, seat: Seat) -> TeamSetup:
    """A legal roster as a team of a match: its figures are ``A1``, ``A2`` … in the roster's order, all of one seat."""
    return TeamSetup(
        id=team,
        figures=tuple(
            FigureSetup(
                id=f"{team}{number}",
                seat=seat,
                profile=_known(catalog.figure(entry.figure)),
                gear=tuple(_known(catalog.piece(slug)) for slug in entry.gear),
            )
            for number, entry in enumerate(roster.figures, 1)
        ),
    )


P = TypeVar("P", Profile, Gear, SecurityPass)


def _known(entry: P | None) -> P:
    assert entry is not None, "a roster is mustered only when roster_problems found none"
    return entry
