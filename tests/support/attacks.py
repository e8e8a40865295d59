"""One attack on the declared board, from the data of a worked example to the events that came of it."""

import re
from collections.abc import Iterable, Mapping
from typing import Any, TypeVar

from msgspec.structs import replace

from rules_engine.duels.commands import (
    AssignDamage,
    ChooseBonus,
    ChooseDodge,
    ChooseShields,
    DeclareAttack,
    GiveUpGear,
    KeepDice,
    Roll,
)
from rules_engine.duels.components import DamageBonus, Gear, Profile
from rules_engine.duels.events import DuelsEvents
from rules_engine.duels.legal import awaiting
from rules_engine.duels.state import Measured, MatchState
from rules_engine.kernel.messages import Command
from rules_engine.kernel.units import inches
from tests.support.duels import COLOURS, FIXTURES, bands, dial, entry, faces, gear, happened, in_turn, make_setup, play

A, B = "A1", "B1"
E = TypeVar("E", bound=DuelsEvents)


def labels(roll: str) -> str:
    """``"U6=4 Y4-=1"`` → ``"U6 Y4-"``."""
    return " ".join(re.findall(r"(\S+)=", roll))


def named(owner: str, roll: str) -> tuple[str, ...]:
    """The ids of a figure's starting dice that are rolled: equal ones are numbered."""
    ids: list[str] = []
    for label in labels(roll).replace("-", "").split():
        nth = sum(known.split("#")[0] == f"{owner}/{label}" for known in ids) + 1
        ids.append(f"{owner}/{label}" + (f"#{nth}" if nth > 1 else ""))
    return tuple(ids)


def short(ids: Iterable[str]) -> str:
    """``("A1/U6", "A1/U8")`` → ``"U6 U8"``."""
    return " ".join(die.split("/")[-1] for die in ids)


def fixture(name: str, more: Mapping[str, Any]) -> Profile:
    """A fixture with changed dials, bonuses ("U1 G2") and marks ("U 0-8")."""
    changes: dict[str, Any] = {part: dial(more[part]) for part in ("head", "weapon", "body") if part in more}
    if "bonuses" in more:
        changes["damage_bonuses"] = tuple(
            DamageBonus(colour=COLOURS[bonus[0]], clicks=int(bonus[1:])) for bonus in more["bonuses"].split()
        )
    if "marks" in more:
        changes["bonus_marks"] = bands(more["marks"])
    if "bands" in more:
        changes["bands"] = bands(more["bands"])
    return replace(FIXTURES[name], **changes)


def carried(row: Mapping[str, Any]) -> tuple[Gear, ...]:
    return tuple(gear(piece["slug"], 1, piece.get("dice", ""), piece.get("shields", "")) for piece in row)  # type: ignore[union-attr,misc]


def facing(row: Mapping[str, Any], **changes: Any) -> MatchState:
    """A1 faces B1 as a row says, with all dice of the row's rolls on their bases and what was measured stated."""
    settings = dict(row.get("rulings", {}))
    setup = make_setup(
        entry(A, fixture(row["attacker"], row.get("attacker_with", {})), labels(row.get("attack", "") + " " + row.get("then", {}).get("attack", ""))),
        entry(B, fixture(row["target"], row.get("target_with", {})), labels(row.get("dodge", "")), *carried(row.get("gear", ()))),
        variant=row.get("variant", "advanced"),
        rulings=settings,
    )  # fmt: skip
    edge = inches(row["edge"]) if "edge" in row else None
    fact = Measured(
        a=A, b=B, distance=inches(row["distance"]), through=row.get("through", 0), edge=edge,
        in_sight=row.get("in_sight", True), author=A[0],
    )  # fmt: skip
    dials = {B: tuple(row.get("target_dials", (0, 0, 0))), A: tuple(row.get("attacker_dials", (0, 0, 0)))}
    state = in_turn(setup, A, measured=[fact], dials=dials, **changes)  # type: ignore[arg-type]
    for figure, level in zip((A, B), row.get("levels", (0, 0)), strict=True):
        state = state.changed(figure, level=level)
    return state


def declare(state: MatchState, dice: tuple[str, ...], attacker: str = A, target: str = B) -> DeclareAttack:
    (decision,) = awaiting(state)
    return DeclareAttack(seat=decision.seat, decision=decision.id, attacker=attacker, target=target, dice=dice)


class Exchange:
    """An attack played step by step; ``asked`` lists who was asked what."""

    def __init__(self, state: MatchState) -> None:
        self.state, self.events, self.asked = state, list[DuelsEvents](), list[tuple[str, str]]()

    def say(self, command: Command, roll: str = "") -> None:
        """Decide a command and fold what happens."""
        self.events += happened(self.state, command, roll)
        self.state = play(self.state, (command, roll))

    def run(self, row: Mapping[str, Any], *, attacker: str = A, target: str = B) -> "Exchange":
        """The whole attack of a row: its dice, and the answers that it gives to what is asked."""
        attack, dodge, ground = row["attack"], row.get("dodge", ""), row.get("terrain", "")
        self.say(declare(self.state, named(attacker, attack), attacker, target))
        answers: dict[str, Any] = {
            "choose_dodge": (ChooseDodge, {"dice": named(target, dodge), "terrain_dice": tuple(labels(ground).split())}),
            "roll_attack": (Roll, {}),
            "keep_dice": (KeepDice, {"dice": named_in(attacker, row.get("keep", ""))}),
            "choose_shields": (ChooseShields, {"blocked": named_in(attacker, row.get("block", ""))}),
            "choose_bonus": (ChooseBonus, {"colour": row.get("bonus")}),
            "assign_damage": (AssignDamage, {"dial": row.get("dial", "head")}),
        }  # fmt: skip
        given_up = list(row.get("gives_up", ()))
        while (decision := awaiting(self.state)[0]).kind != "act" and self.state.pending is not None:
            self.asked.append((decision.kind, decision.seat))
            if decision.kind == "give_up_gear":
                command: Command = GiveUpGear(
                    seat=decision.seat, decision=decision.id, gear=f"{target}/{given_up.pop(0)}"
                )
            else:
                type_, fields = answers[decision.kind]
                command = type_(seat=decision.seat, decision=decision.id, **fields)
            self.say(command, f"{attack} {dodge} {ground}" if decision.kind == "roll_attack" else "")
        return self

    def told(self, type_: type[E]) -> E:
        """The last event of a type."""
        return [event for event in self.events if isinstance(event, type_)][-1]

    def tells(self, type_: type[E]) -> bool:
        return any(isinstance(event, type_) for event in self.events)


def named_in(owner: str, text: str) -> tuple[str, ...]:
    """``"U6 U8"`` → ids of a figure's starting dice."""
    return tuple(f"{owner}/{label}" for label in text.split())


__all__ = ["A", "B", "Exchange", "declare", "facing", "faces", "labels", "named", "short"]
