"""A setup → the first state: figures with their dials, dice and gear, each thing under an id of its own."""

from collections.abc import Iterable

from msgspec.structs import replace

from rules_engine.duels.components import DieSpec, ExtraDie, FigureSetup, HeldPass, Setup
from rules_engine.duels.state import DieInPlay, Figure, GearInPlay, MatchState, Parts


def opened(setup: Setup) -> MatchState:
    """The state after the opening: every figure has entered, and all teams have yet to roll for alpha.

    Rules: DUELS-SETUP-07, DUELS-SETUP-08. The dice of passes are known from the start and lie nowhere yet.
    """
    parts = Parts(dice={}, gear={})
    figures = tuple(_enter(parts, entry, team.id) for team in setup.teams for entry in team.figures)
    for held in setup.passes:
        _lend(parts, held)
    teams = tuple(team.id for team in setup.teams)
    return MatchState(setup=setup, parts=parts, figures=figures, terrain=setup.terrain, to_roll_alpha=teams, ply=1)


def _enter(parts: Parts, entry: FigureSetup, team: str) -> Figure:
    """A figure with all its dice in the cup and its dials at the start, as `Figure` has them."""
    cup = list(_dice(parts, entry.id, entry.profile.starting_dice, gear=""))
    carried = []
    for gear in entry.gear:
        gear_id = _fresh(parts.gear, f"{entry.id}/{gear.slug}")
        dice = _dice(parts, gear_id, gear.dice, gear=gear_id)
        parts.gear[gear_id] = GearInPlay(id=gear_id, gear=gear, dice=dice)
        carried.append(gear_id)
        cup += dice
    return Figure(id=entry.id, team=team, seat=entry.seat, profile=entry.profile, cup=tuple(cup), gear=tuple(carried))


def _dice(parts: Parts, owner: str, specs: tuple[DieSpec, ...], *, gear: str) -> tuple[str, ...]:
    made = []
    for spec in specs:
        die_id = _fresh(parts.dice, f"{owner}/{spec.label}")
        parts.dice[die_id] = DieInPlay(id=die_id, spec=spec, gear=gear)
        made.append(die_id)
    return tuple(made)


def _lend(parts: Parts, held: HeldPass) -> None:
    """Make the dice of a pass."""
    specs = tuple(effect.die for effect in held.card.effects if isinstance(effect, ExtraDie))
    lent = "setup" not in held.card.when
    for die_id in _dice(parts, held.id, specs, gear=""):
        parts.dice[die_id] = replace(parts.dice[die_id], card=held.id, lent=lent)


def _fresh(taken: Iterable[str], name: str) -> str:
    """The name itself, or the first of ``name#2``, ``name#3`` … that is not taken."""
    number, fresh = 1, name
    while fresh in taken:
        number += 1
        fresh = f"{name}#{number}"
    return fresh
