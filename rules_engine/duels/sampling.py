"""Legal rosters drawn by chance, for demo leagues and for tests of whole matches."""

from collections.abc import Iterable, Sequence
from typing import TypeVar

from rules_engine.duels.catalog import Catalog, Roster, RosterFigure
from rules_engine.duels.components import GEAR_LIMIT, JOKERS, Gear, Profile
from rules_engine.kernel.dice import Chance
from rules_engine.kernel.errors import MalformedInput

T = TypeVar("T")


def draw_roster(catalog: Catalog, army_points: int, chance: Chance) -> Roster:
    """A roster of exactly ``army_points`` with gear for up to 12 points a figure; the same chance gives the same one.

    No figure and no piece of gear comes twice, and gear goes to figures that can use its dice.
    Rules: DUELS-SETUP-04, DUELS-SETUP-06, DUELS-RULING-097.
    Errors: `MalformedInput` when no figures of the catalog add up to ``army_points``.
    """
    figures = _exactly(army_points, _shuffled(catalog.figures, chance))
    if not figures:
        raise MalformedInput(f"No figures of the catalog add up to exactly {army_points} army points.")
    left = _shuffled(catalog.gear, chance)
    entries = []
    for profile in figures:
        carried = _outfit(profile, left)
        left = [piece for piece in left if piece not in carried]
        entries.append(RosterFigure(figure=profile.slug, gear=tuple(piece.slug for piece in carried)))
    return Roster(figures=tuple(entries))


def _exactly(points: int, figures: Sequence[Profile]) -> tuple[Profile, ...]:
    """The figures of the first subset, in the given order, that adds up to ``points``; none if there is no such."""
    reached: dict[int, tuple[Profile, ...]] = {0: ()}
    for profile in figures:
        for total, chosen in list(reached.items()):
            reached.setdefault(total + profile.army_points, (*chosen, profile))
    return reached.get(points, ())


def _outfit(profile: Profile, pieces: Iterable[Gear]) -> list[Gear]:
    """Pieces in the given order, each if the figure can use it and still carry it."""
    carried: list[Gear] = []
    for piece in pieces:
        points = piece.points + sum(other.points for other in carried)
        if points <= GEAR_LIMIT and piece.fits(profile) and _is_useful(piece, profile):
            carried.append(piece)
    return carried


def _is_useful(piece: Gear, profile: Profile) -> bool:
    """Whether the figure can roll every die of the piece; white, yellow and joker dice serve without a band too."""
    return all(die.colour in {"white", "yellow", *JOKERS} or profile.band(die.colour) for die in piece.dice)


def _shuffled(items: Iterable[T], chance: Chance) -> list[T]:
    deck = list(items)
    for last in range(len(deck) - 1, 0, -1):
        other = chance.below(last + 1)
        deck[last], deck[other] = deck[other], deck[last]
    return deck
