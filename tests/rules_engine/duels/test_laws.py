"""The laws of every ruleset (tests/support/laws.py), tried on random matches of Duels: variants, boards and rulings."""

import typing
from collections.abc import Iterator
from functools import partial
from typing import Any

from msgspec.structs import replace

from rules_engine import registry
from rules_engine.duels.commands import (
    ChooseDice,
    DeclareAttack,
    MoveTo,
    Override,
    PlaceFigure,
    PlayPass,
    SetDial,
    StateMeasurement,
    Walk,
)
from rules_engine.duels.components import Area, HeldPass, Hold, Placement, Setup, SkillTest, TerrainPiece, Victory
from rules_engine.duels.rulings import Rulings, Variant, rulings_for
from rules_engine.duels.state import MatchState
from rules_engine.kernel.dice import Chance
from rules_engine.kernel.geometry import Place
from rules_engine.kernel.messages import JUDGE, Command
from rules_engine.kernel.units import inches
from tests.support.duels import F1, F2, F3, F4, bands, dial, entry, gear, make_setup, sample_passes
from tests.support.laws import (
    Effort,
    Game,
    happened,
    laws_of,
)

# --- random setups ----------------------------------------------------------------------------------------------------

FRAIL = {"head": dial("6 5' 4''"), "weapon": dial("5 4' 3''"), "body": dial("6 5+U 4' 3''")}
SHOOTER, MAGE = replace(F1, **FRAIL), replace(F2, **FRAIL)
DECKER = replace(F3, army_points=50, tags=("decker",), **FRAIL)
TANK = replace(F4, army_points=50, damage_bonuses=F2.damage_bonuses, bonus_marks=bands("R 0-16"), **FRAIL)
BOSS = replace(F4, army_points=100)
VEST, RIG = gear("vest", 4, "U6 Y6", "U5 Y6"), gear("rig", 3, "K6", "G4")
TYPES = typing.get_type_hints(Rulings)


def random_setup(chance: Chance, *, variant: Variant, board: str) -> Setup:
    """Two or three teams, close to each other, under a few unusual rulings; a short match."""
    figures = (
        entry("A1", SHOOTER, "W6 W4 Y6 U6 U8 G6 R6", VEST), entry("A2", MAGE, "W6 R6 R8 U6 Y6 K4"),
        entry("B1", DECKER, "W6 K6 K8 G8 G6 Y4 W4", RIG), entry("B2", TANK, "W8 Y6 U8 G6- R6 U6", VEST),
        entry("C1", BOSS, "W6 Y6 U6 U8 K6"),
    )  # fmt: skip
    return make_setup(
        *figures[: 4 + (chance.below(3) == 0)], variant=variant, board=board, rulings=random_rulings(chance, variant),
        placement=Placement(
            terrain_per_team=1 + chance.below(2), enemy_distance=inches(4), terrain_distance=inches(1),
            terrain_supply=supply(variant, board),
        ),
        skill_tests=things_to_test(board) if variant == "advanced" else (),
        victory=Victory(objectives_to_win=3),
    )  # fmt: skip


def with_passes(chance: Chance, *, variant: Variant, board: str) -> Setup:
    """As a random setup, each seat with half of all sample passes; those that stay with a figure at its first."""
    setup = random_setup(chance, variant=variant, board=board)
    passes = tuple(
        HeldPass(
            id=f"{team.id}/{card.slug}", seat=team.figures[0].seat, card=card,
            figure=team.figures[0].id if "setup" in card.when else "",
        )
        for team in setup.teams for card in sample_passes() if chance.below(2)
    )  # fmt: skip
    return replace(setup, passes=passes, passes_hidden=chance.below(3) == 0)


def with_objectives(chance: Chance, *, variant: Variant, board: str) -> Setup:
    """As a random setup, with areas to hold, things to break and to carry, and what counts at the end."""
    setup = random_setup(chance, variant=variant, board=board)
    side = inches(30)
    corners = ((0, 0), (side, 0), (side, inches(60)), (0, inches(60))) if board == "tracked" else ()
    easy = [
        replace(
            test,
            id=f"{test.id}-{number}",
            difficulty=1,
            colour="white",
            stealth=False,
            ranged=False,
            contact=False,
            once=chance.below(2) == 0,
        )
        for number, test in enumerate(setup.skill_tests)
    ]
    return replace(
        setup,
        skill_tests=tuple(
            replace(test, bring_to=bring_to, successes=2 - bool(bring_to))
            for test, bring_to in zip(easy, (("home", "yard"), ()), strict=False)
        ),
        areas=(Area(id="home", name="Home", outline=corners, team="A"), Area(id="yard", name="Yard", outline=corners)),
        holds=tuple(
            Hold(
                id=f"hold-{name}", area=name, rounds=1 + chance.below(2), objective_points=1, once=chance.below(2) == 0
            )
            for name in ("home", "yard")
        ),
        victory=Victory(
            clock=chance.below(2) == 0,
            objectives_to_win=4 * chance.below(2),
            at_the_end="objectives" if chance.below(2) else "army_points",
            defender="B" if chance.below(4) == 0 else "",
        ),
    )


def random_rulings(chance: Chance, variant: Variant) -> dict[str, Any]:
    """A few settings with another of their values."""
    chosen: dict[str, Any] = {"round_limit": 4}
    names = [name for name in Rulings.__struct_fields__ if values(name)]
    for _ in range(6):
        name = names[chance.below(len(names))]
        chosen[name] = values(name)[chance.below(len(values(name)))]
    if variant == "advanced" and chosen.get("victory_clock_unit") == "team_turn":
        del chosen["victory_clock_unit"]
    if chosen.get("army_points_match") == "ceiling":
        del chosen["army_points_match"]
    assert replace(rulings_for(variant), **chosen)
    return chosen


def values(setting: str) -> tuple[Any, ...]:
    kind = TYPES[setting]
    return (True, False) if kind is bool else typing.get_args(kind) if typing.get_origin(kind) is typing.Literal else ()


def supply(variant: Variant, board: str) -> tuple[TerrainPiece, ...]:
    side = inches(5)
    outline = ((0, 0), (side, 0), (side, side), (0, side)) if board == "tracked" else ()
    kinds: tuple[Any, ...] = (("obstructing", 0), ("blocking", 0), ("elevated", 1), ("elevated", 2))
    chosen = kinds if variant == "advanced" else (("plain", 0),)
    return tuple(
        TerrainPiece(id=f"{kind}{levels}", kind=kind, levels=levels, outline=outline) for kind, levels in chosen
    )


def things_to_test(board: str) -> tuple[SkillTest, ...]:
    place = Place(inches(30), inches(30)) if board == "tracked" else None
    lock = SkillTest(
        id="lock", name="Lock", colour="black", attribute="head", difficulty=12, ranged=True, place=place,
        objective_points=1,
    )  # fmt: skip
    return lock, replace(lock, id="creep", colour="white", ranged=False, stealth=True, once=False)


# --- table talk and spoilt commands -----------------------------------------------------------------------------------


def talk(state: MatchState, chance: Chance) -> Command | None:
    """The judge turns a dial once in a while; on a real table somebody measures, between levels to the edge too."""
    if state.round and not chance.below(60):
        figure = next(figure for figure in state.figures if figure.in_play)
        return Override(seat=JUDGE, changes=(SetDial(figure=figure.id, dial="body", position=2),))
    if state.tracked or state.turn is None or chance.below(3):
        return None
    acting = state.figure(state.turn.figure)
    things = [figure.id for figure in state.figures if figure.in_play and figure.id != acting.id]
    things += [test.id for test in state.setup.skill_tests] + [area.id for area in state.setup.areas]
    things += [piece.gear for piece in state.ground]
    through = chance.below(3)
    return StateMeasurement(
        seat=acting.seat, a=acting.id, b=things[chance.below(len(things))],
        distance=chance.below(4) * inches(3), in_sight=chance.below(4) > 0,
        through=through, inside_b=through > 0 and chance.below(2) > 0,
        edge=inches("0.5") if chance.below(2) else None,
    )  # fmt: skip


def spoil(state: MatchState, command: Command) -> Iterator[Command]:
    """A die that is not there, a place out of reach, a target that is no figure."""
    match command:
        case ChooseDice() if command.dice:
            yield replace(command, dice=("nobody/W6", *command.dice[1:]))
        case PlaceFigure(place=Place()):
            yield replace(command, place=Place(-100, -100))
        case PlaceFigure():
            yield replace(command, place=Place(inches(9), inches(9)))
        case PlayPass():
            yield replace(command, card="nobody/luck")
            yield replace(command, figure="Z9")
            yield replace(command, shows=(99,))
        case DeclareAttack():
            yield replace(command, target=command.attacker)
            yield replace(command, dice=())
        case MoveTo():
            yield replace(command, legs=(Walk(points=((inches(900), inches(900)),), distance=inches(900)),))
        case _:
            return


VARIANTS: tuple[Variant, ...] = ("advanced", "basic")
SETUPS = {"": random_setup, "-passes": with_passes, "-objectives": with_objectives}
GAMES = {
    f"{variant}-{board}{more}": Game(
        f"{variant}-{board}{more}",
        registry.ruleset("duels", 1, variant),
        partial(setup, variant=variant, board=board),
        talk,
        spoil,
    )
    for more, setup in SETUPS.items()
    for variant in VARIANTS
    for board in ("tracked", "declared")
}
EFFORT = Effort(length=120, opening=4)
TestLaws = laws_of(__name__, GAMES, EFFORT)


def test_random_matches_are_worth_the_name() -> None:
    """They do nearly everything that can happen, so the laws are tried on it."""
    assert happened(GAMES, seeds=6, length=400) >= {
        "TerrainPlaced", "InitiativeRolled", "FigureMoved", "AttackEnded", "DialsTurned", "GearDropped", "HealRolled",
        "SkillTestRolled", "FigureEliminated", "ClockChanged", "MatchEnded", "PassPlayed", "PassesKept",
        "FacesChanged", "FigureReplaced", "SkillTestSettled", "CargoTaken", "CargoDropped", "CargoDelivered",
        "AreaHeld", "ObjectiveScored",
    }  # fmt: skip
