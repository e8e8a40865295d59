"""One attack on the declared board, from the data of a worked example to the events that came of it."""

import re
from collections.abc import Iterable, Mapping
from typing import Any, TypeVar

import pytest
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
from rules_engine.duels.events import (
    AttackCompared,
    AttackDeclared,
    AttackEnded,
    DamageCounted,
    DialsTurned,
    DiceBlocked,
    DuelsEvents,
    KarmaStruck,
)
from rules_engine.duels.legal import awaiting, legal_commands
from rules_engine.duels.state import MatchState, Measured
from rules_engine.kernel.errors import RuleViolation
from rules_engine.kernel.messages import Command
from rules_engine.kernel.units import inches
from tests.support.duels import COLOURS, FIXTURES, bands, dial, entry, gear, happened, in_turn, make_setup, play

A, B = "A1", "B1"
DIALS_OF = {A: "attacker_dials", B: "target_dials"}
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


def carried(pieces: Iterable[Mapping[str, str]]) -> tuple[Gear, ...]:
    """Gear of a row: each piece costs 1 point."""
    return tuple(gear(piece["slug"], 1, piece.get("dice", ""), piece.get("shields", "")) for piece in pieces)


def facing(row: Mapping[str, Any], **changes: Any) -> MatchState:
    """A1 faces B1 as a row says, with all dice of the row's rolls on their bases and what was measured stated."""
    later = row.get("then", {})
    attack_dice = labels(f"{row.get('attack', '')} {later.get('attack', '')}")
    dodge_dice = labels(f"{row.get('dodge', '')} {later.get('dodge', '')}")
    setup = make_setup(
        entry(A, fixture(row["attacker"], row.get("attacker_with", {})), attack_dice),
        entry(B, fixture(row["target"], row.get("target_with", {})), dodge_dice, *carried(row.get("gear", ()))),
        variant=row.get("variant", "advanced"),
        rulings=row.get("rulings"),
    )
    fact = Measured(
        a=A,
        b=B,
        distance=inches(row["distance"]),
        through=row.get("through", 0),
        edge=inches(row["edge"]) if "edge" in row else None,
        in_sight=row.get("in_sight", True),
        author=A[0],
    )
    dials: dict[str, Any] = {name: tuple(row.get(key, (0, 0, 0))) for name, key in DIALS_OF.items()}
    state = in_turn(setup, A, measured=[fact], dials=dials, **changes)
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
        self.dials: list[str] = []

    def say(self, command: Command, roll: str = "") -> None:
        """Decide a command and fold what happens."""
        self.events += happened(self.state, command, roll)
        self.state = play(self.state, (command, roll))

    def run(self, row: Mapping[str, Any], *, attacker: str = A, target: str = B) -> "Exchange":
        """The whole attack of a row: its dice, and the answers that it gives to what is asked."""
        self.events, self.asked = [], []
        given_up, dials = list(row.get("gives_up", ())), [row.get("dial", "head"), row.get("next_dial")]
        self.say(declare(self.state, named(attacker, row["attack"]), attacker, target))
        while self.state.pending is not None:
            decision = awaiting(self.state)[0]
            self.asked.append((decision.kind, decision.seat))
            type_, fields = self._answer(decision.kind, row, attacker, target, given_up, dials)
            roll = f"{row['attack']} {row.get('dodge', '')} {row.get('terrain', '')}" if type_ is Roll else ""
            if type_ is AssignDamage:
                self.dials = [command.dial for command in legal_commands(self.state, decision).commands]  # type: ignore[attr-defined]
            self.say(type_(seat=decision.seat, decision=decision.id, **fields), roll)
        return self

    def _answer(
        self, kind: str, row: Mapping[str, Any], attacker: str, target: str, given_up: list[str], dials: list[Any]
    ) -> tuple[type[Command], dict[str, Any]]:
        match kind:
            case "choose_dodge":
                dodge, ground = named(target, row.get("dodge", "")), labels(row.get("terrain", "")).split()
                return ChooseDodge, {"dice": dodge, "terrain_dice": tuple(ground)}
            case "roll_attack":
                return Roll, {}
            case "keep_dice":
                return KeepDice, {"dice": named_in(attacker, row["keep"])}
            case "choose_shields":
                return ChooseShields, {"blocked": named_in(attacker, row["block"])}
            case "choose_bonus":
                return ChooseBonus, {"colour": row["bonus"]}
            case "give_up_gear":
                return GiveUpGear, {"gear": f"{target}/{given_up.pop(0)}"}
            case _:
                return AssignDamage, {"dial": dials.pop(0)}

    def told(self, type_: type[E]) -> E:
        """The last event of a type."""
        return [event for event in self.events if isinstance(event, type_)][-1]

    def tells(self, type_: type[E]) -> bool:
        return any(isinstance(event, type_) for event in self.events)


def named_in(owner: str, text: str) -> tuple[str, ...]:
    """``"U6 U8"`` → ids of a figure's starting dice."""
    return tuple(f"{owner}/{label}" for label in text.split())


def outcome_of(exchange: Exchange) -> dict[str, Any]:
    """All that examples may expect of an attack."""
    told, target = exchange.told, exchange.state.figure(B)
    seen: dict[str, Any] = {
        "counted": exchange.tells(DamageCounted),
        "granted": " ".join(die.name for die in told(AttackDeclared).terrain_dice),
        "attack": told(AttackCompared).attack,
        "defence": told(AttackCompared).defence,
        "hit": told(AttackCompared).hit,
        "kept": short(told(KarmaStruck).kept),
        "lost": short(told(KarmaStruck).lost),
        "aces": short(told(KarmaStruck).aces),
        "clicks": told(AttackEnded).clicks,
        "dials": list(target.clicks),
        "asked": " ".join(f"{kind} {seat}" for kind, seat in exchange.asked),
        "options": " ".join(exchange.dials),
        "gear": short(target.gear),
        "ground": short(piece.gear for piece in exchange.state.ground),
        "base": short(target.base),
        "lost_clicks": sum(event.lost for event in exchange.events if isinstance(event, DialsTurned)),
    }
    if exchange.tells(DiceBlocked):
        seen["blocked"] = short(told(DiceBlocked).dice)
    if exchange.tells(DamageCounted):
        stunned = told(DamageCounted).stunned
        seen |= {"bonus": told(DamageCounted).bonus, "stunned": None if stunned is None else short(stunned)}
    return seen


def check(row: Mapping[str, Any]) -> None:
    """Play the attack of an example, and the one after it if there is one, and compare with what it expects."""
    exchange = Exchange(facing(row))
    if "refused" in row["expect"]:
        with pytest.raises(RuleViolation) as caught:
            exchange.run(row)
        assert caught.value.rule_id == row["expect"]["refused"]
        return
    for attack in [row, row["then"]] if "then" in row else [row]:
        seen = outcome_of(exchange.run(attack))
        assert {name: seen[name] for name in attack["expect"]} == attack["expect"]
