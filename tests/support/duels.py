"""Fixtures of docs/rules/duels.md section 23, its notation, and short ways to a match in a given state."""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from msgspec.structs import replace

from rules_engine.duels.commands import EndTurn, Roll
from rules_engine.duels.components import (
    LETTERS,
    Band,
    Colour,
    DamageBonus,
    DieSpec,
    FigureSetup,
    Gear,
    GearShield,
    Placement,
    Position,
    Profile,
    SecurityPass,
    Setup,
    TeamSetup,
)
from rules_engine.duels.events import DuelsEvents, MatchOpened
from rules_engine.duels.evolve import evolve
from rules_engine.duels.rulings import Rulings, rulings_for
from rules_engine.duels.state import MatchState, Measured, Turn
from rules_engine.kernel.dice import Dice, FixedDice, SeededDice
from rules_engine.kernel.geometry import Place
from rules_engine.kernel.messages import Command
from rules_engine.kernel.units import inches
from tests.support.examples import cases

C = TypeVar("C", bound=Command)
COLOURS: dict[str, Colour] = {letter: colour for colour, letter in LETTERS.items()}
EXAMPLES = Path(__file__).parent.parent / "rules_engine" / "duels" / "examples"


def dial(windows: str) -> tuple[Position, ...]:
    """``"7 6' 0''"``: values in click order, ' marks one bullet, ``+y`` a dial shield of a colour's letter."""
    positions = []
    for window in windows.split():
        value, bullets, shields = re.fullmatch(r"(\d+|-)('*)((?:\+[A-Z])*)", window).groups()  # type: ignore[union-attr]
        colours = tuple(COLOURS[letter] for letter in shields.replace("+", ""))
        number = None if value == "-" else int(value)
        positions.append(Position(value=number, bullets=len(bullets), shields=colours))
    return tuple(positions)


def dice(labels: str, *, ace: bool = True) -> tuple[DieSpec, ...]:
    """``"U6 W4-"``: dice with an ace, or, with ``-``, without one."""
    specs = []
    for label in labels.split():
        plain = label.endswith("-")
        name = label.rstrip("-")
        specs.append(DieSpec(colour=COLOURS[name[0]], sides=int(name[1:]), has_ace=ace and not plain))
    return tuple(specs)


def bands(text: str) -> tuple[Band, ...]:
    """``"Y 0-2, U 0-8"`` in inches."""
    found = re.findall(r"([A-Z]) ([\d.]+)-([\d.]+)", text)
    return tuple(Band(colour=COLOURS[letter], start=inches(start), end=inches(end)) for letter, start, end in found)


def profile(slug: str, points: int, head: str, weapon: str, body: str, tape: str, **more: Any) -> Profile:
    return Profile(
        slug=slug,
        name=slug,
        collection_number="fixture",
        army_points=points,
        radius=inches("2.36"),
        starting_dice=more.pop("starting_dice", ()),
        bands=bands(tape),
        head=dial(head),
        weapon=dial(weapon),
        body=dial(body),
        **more,
    )


F1 = profile("F1", 50, "6 6 5 4' 3' 0''", "5 5 4 3' 2' 0''", "7 7 6 6' 5' 4''", "Y 0-2, U 0-8, G 0-16")
F2 = profile(
    "F2", 50, "5 5 4 4' 3' 0''", "4 4 3 3' 2' 0''", "6 6 5 5' 4' 3''", "Y 0-1, U 0-6, R 0-10",
    damage_bonuses=(DamageBonus(colour="red", clicks=1),), bonus_marks=bands("R 0-5"),
)  # fmt: skip
F3 = profile("F3", 40, "7 6 6 5' 4' 0''", "3 3 2 2' 1' 0''", "5 5 4 4' 3' 2''", "Y 0-1, G 0-20, K 0-6")
F4 = profile("F4", 60, "6 5 5 4' 3' 0''", "5 4 4 3' 2' 0''", "8 7 7 6' 5' 4''", "Y 0-2, U 0-8, G 0-16")
FIXTURES: Mapping[str, Profile] = {"F1": F1, "F2": F2, "F3": F3, "F4": F4}


def gear(slug: str, points: int, labels: str = "", shields: str = "", **more: Any) -> Gear:
    """``gear("vest", 4, "U6 G6", "U5")``: dice and shields in notation."""
    printed = tuple(GearShield(colour=COLOURS[shield[0]], number=int(shield[1:])) for shield in shields.split())
    return Gear(slug=slug, name=slug, points=points, dice=dice(labels), shields=printed, **more)


def entry(figure_id: str, fixture: Profile, labels: str = "", *carried: Gear) -> FigureSetup:
    """A figure with starting dice in notation and gear; its seat is named after its team."""
    return FigureSetup(
        id=figure_id, seat=figure_id[0], profile=replace(fixture, starting_dice=dice(labels)), gear=carried
    )


def make_setup(
    *figures: FigureSetup, variant: str = "advanced", rulings: Mapping[str, Any] | None = None, **more: Any
) -> Setup:
    """A setup whose teams are the first letters of the figures' ids, in order; no terrain is placed by teams."""
    teams: dict[str, list[FigureSetup]] = {}
    for figure in figures:
        teams.setdefault(figure.id[0], []).append(figure)
    more.setdefault("placement", Placement(terrain_per_team=0))
    more.setdefault("board", "declared")
    chosen: Rulings = replace(rulings_for(variant), **(rulings or {}))  # type: ignore[arg-type]
    return Setup(
        teams=tuple(TeamSetup(id=team, figures=tuple(members)) for team, members in teams.items()),
        variant=variant,  # type: ignore[arg-type]
        rulings=chosen,
        **more,
    )


@cache
def sample_passes() -> tuple[SecurityPass, ...]:
    """The passes of the sample catalog."""
    import yaml

    from rules_engine.duels.catalog import read_catalog

    path = Path(__file__).parents[2] / "catalogs" / "duels-passes.yaml"
    return read_catalog(yaml.safe_load(path.read_text(encoding="utf-8")), path.name).passes


def opened(setup: Setup) -> MatchState:
    """The state after the opening event."""
    return evolve(None, MatchOpened(setup=setup))


def in_turn(
    setup: Setup,
    acting: str,
    *,
    places: Mapping[str, tuple[str | int, str | int, int]] | None = None,
    dials: Mapping[str, tuple[int, int, int]] | None = None,
    measured: Sequence[Measured] = (),
    **changes: Any,
) -> MatchState:
    """Round 1, ``acting`` acts, all dice of all figures lie on their bases; team A is alpha.

    places: figure → (x, y in inches, level) on the tracked board. dials: figure → positions of head, weapon, body.
    """
    state = opened(setup)
    figures = []
    for figure in state.figures:
        x, y, level = (places or {}).get(figure.id, (0, 0, 0))
        place = Place(inches(x), inches(y), level) if setup.board == "tracked" else None
        figures.append(
            replace(
                figure, base=figure.cup, cup=(), place=place, level=level, placed=True, dice_chosen=True,
                initiative_declared=True, clicks=(dials or {}).get(figure.id, (0, 0, 0)),
            )
        )  # fmt: skip
    others = tuple(figure.id for figure in figures if figure.id != acting)
    order = others if setup.variant == "advanced" else tuple(t for t in state.teams if t != acting[0])
    return replace(
        state, figures=tuple(figures), phase="turns", round=1, alpha=state.teams[0], to_roll_alpha=(), order=order,
        team_turn="" if setup.variant == "advanced" else acting[0],
        turn=Turn(figure=acting), measured=tuple(measured), **changes,
    )  # fmt: skip


def faces(text: str) -> list[int]:
    """``"U6=4 U8=A T4=3"`` → [4, 1, 3]: an ace is the face 1."""
    return [1 if face == "A" else int(face) for face in re.findall(r"=(\w+)", text)]


def play(state: MatchState, *steps: tuple[Command, str]) -> MatchState:
    """Decide commands one after the other, each with its dice in notation, and fold what happens."""
    from rules_engine.duels.decide import decide

    for command, roll in steps:
        for event in decide(state, command, FixedDice(faces(roll))):  # type: ignore[arg-type]
            state = evolve(state, event)
    return state


def happened(state: MatchState, command: Command, roll: str = "") -> tuple[DuelsEvents, ...]:
    """The events of one command."""
    from rules_engine.duels.decide import decide

    return decide(state, command, FixedDice(faces(roll)))  # type: ignore[arg-type]


def answer(state: MatchState, kind: str, command: type[C], seat: str | None = None, **fields: Any) -> C:
    """A command for the open decision of a kind (and seat)."""
    from rules_engine.duels.legal import awaiting

    for decision in awaiting(state):
        if decision.kind == kind and seat in {None, decision.seat}:
            return command(seat=decision.seat, decision=decision.id, **fields)
    raise AssertionError(f"no open decision {kind}, but {[d.kind for d in awaiting(state)]}")


def examples(file: str, rule: str = "") -> list[Any]:
    """The worked examples of ``examples/<file>.toml``, those that name a rule; pytest ids are their ids."""
    return cases(EXAMPLES, file, lambda row: not rule or rule in row["rules"])


def to_plain(record: msgspec.Struct) -> Any:
    """A record as plain data, to compare with data from a file."""
    return msgspec.to_builtins(record)


def begin(setup: Setup) -> MatchState:
    """The state after the start, checks included."""
    from rules_engine.duels.setup import start

    return fold_all(None, start(setup))


def fold_all(state: MatchState | None, events: Iterable[DuelsEvents]) -> MatchState:
    """The state after events."""
    for event in events:
        state = evolve(state, event)
    assert state is not None
    return state


def with_alpha(setup: Setup, *totals: int) -> MatchState:
    """A match whose teams, in seating order, rolled these totals of 2d6 for alpha."""
    state = begin(setup)
    for total in totals:
        low = total // 2
        state = play(state, (answer(state, "roll_alpha", Roll), f"T6={low} T6={total - low}"))
    return state


def reach(state: MatchState, kind: str, *, dice: Dice | None = None) -> MatchState:
    """Answer every decision with the first command listed, until a kind is first in line; figures end their turns."""
    from rules_engine.duels.decide import decide
    from rules_engine.duels.legal import awaiting, legal_commands

    chance = dice or SeededDice("reach")
    while (first := awaiting(state)[0]).kind != kind:
        command: Command = (
            EndTurn(seat=first.seat, decision=first.id, figure=first.subject)
            if first.kind == "act"
            else legal_commands(state, first).commands[0]
        )
        state = fold_all(state, decide(state, command, chance))  # type: ignore[arg-type]
    return state


def kinds(state: MatchState) -> list[str]:
    """The open decisions as ``kind:subject``, in order."""
    from rules_engine.duels.legal import awaiting

    return [f"{decision.kind}:{decision.subject}" for decision in awaiting(state)]
