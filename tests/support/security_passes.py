"""Short ways to matches in which somebody holds a security pass."""

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from rules_engine.duels.commands import ChooseDodge, DeclareAttack, KeepPasses, PlayPass, Roll
from rules_engine.duels.components import Effect, HeldPass, PassPoint, SecurityPass, Wording
from rules_engine.duels.legal import awaiting, legal_commands
from rules_engine.duels.state import MatchState, Measured
from rules_engine.kernel.messages import Command
from rules_engine.kernel.units import inches
from tests.support.duels import F1, F2, F4, answer, entry, gear, happened, in_turn, make_setup, play

DICE: Mapping[str, str] = {"A1": "W6 U6 U8 G8 R6", "A2": "W6 R6", "B1": "W6 Y6 U6"}


def card(*effects: Effect, when: PassPoint | tuple[PassPoint, ...] = "turn", **more: Any) -> SecurityPass:
    """A pass with some effects, named ``Luck``."""
    points = (when,) if isinstance(when, str) else when
    words = Wording(en="Luck", fr="Chance", es="Suerte")
    text = Wording(en="Be lucky.", fr="Ayez de la chance.", es="Ten suerte.")
    return SecurityPass(slug="luck", name=words, text=text, when=points, effects=effects, **more)


def held(
    *effects: Effect, when: PassPoint | tuple[PassPoint, ...] = "turn", seat: str = "A", figure: str = "", **more: Any
) -> HeldPass:
    """A pass ``P`` in the hands of a seat."""
    return HeldPass(id=more.pop("id", "P"), seat=seat, card=card(*effects, when=when, **more), figure=figure)


def holding(*passes: HeldPass, variant: str = "advanced", board: str = "declared", **more: Any) -> MatchState:
    """The turn of A1 (F1), with A2 (F2) beside it, against B1 (F4), 7 in away."""
    setup = make_setup(
        entry("A1", F1, DICE["A1"], gear("vest", 4, "K6", "U5")), entry("A2", F2, DICE["A2"]),
        entry("B1", F4, DICE["B1"]), variant=variant, board=board, passes=passes, **more,
    )  # fmt: skip
    fact = Measured(a="A1", b="B1", distance=inches(7), author="A")
    places = {"A1": (20, 20, 0), "A2": (30, 20, 0), "B1": (40, 20, 0)} if board == "tracked" else None
    return in_turn(setup, "A1", measured=() if board == "tracked" else (fact,), places=places)


def attacked(state: MatchState, dice: tuple[str, ...] = ("A1/U6", "A1/U8"), *, dodge: bool = True) -> MatchState:
    """A1 has declared an attack on B1; dodge: and B1 has declined to dodge."""
    state = play(state, (answer(state, "act", DeclareAttack, attacker="A1", target="B1", dice=dice), ""))
    return play(state, (answer(state, "choose_dodge", ChooseDodge), "")) if dodge else state


def rolled(state: MatchState, roll: str) -> MatchState:
    """The dice of the open roll lie."""
    command = next(answer(state, each.kind, Roll) for each in awaiting(state) if each.kind.startswith("roll_"))
    return play(state, (command, roll))


def plays(state: MatchState, kind: str, seat: str | None = None, **fields: Any) -> PlayPass:
    """The command that plays the pass ``P`` with an open decision."""
    return answer(state, kind, PlayPass, seat, **({"card": "P"} | fields))


def happens(state: MatchState, command: Command, roll: str = "") -> tuple[Any, ...]:
    """The events of a command; what they are, the test knows."""
    return happened(state, command, roll)


def told(state: MatchState, kind: str, seat: str | None = None, **fields: Any) -> tuple[Any, ...]:
    """The events of a pass that is played with an open decision."""
    return happened(state, plays(state, kind, seat, **fields))


def after(state: MatchState, kind: str, seat: str | None = None, **fields: Any) -> MatchState:
    """The state when a pass has been played with an open decision."""
    return play(state, (plays(state, kind, seat, **fields), ""))


def kept(state: MatchState) -> MatchState:
    """The state when whoever is asked plays no pass."""
    return play(state, (answer(state, "play_pass", KeepPasses), ""))


def offered(state: MatchState, kind: str, seat: str | None = None) -> list[PlayPass]:
    """The passes that are listed with an open decision."""
    decision = next(each for each in awaiting(state) if each.kind == kind and seat in {None, each.seat})
    commands: tuple[Command, ...] = legal_commands(state, decision).commands
    return [command for command in commands if isinstance(command, PlayPass)]


def with_dials(state: MatchState, figure: str, *clicks: int) -> MatchState:
    """A figure whose dials have turned."""
    return state.with_figure(replace(state.figure(figure), clicks=clicks))
