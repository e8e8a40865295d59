"""Attacks of the worked examples of docs/rules/marvel.md, from data to what came of them.

ALPHA acts against BRAVO and CHARLIE on the declared board. A row changes characters (``with``), ALPHA's attacks
(``attacks``), what was measured (``facts``; else all are in base contact if a JAB comes first, and 6 in away if not),
scenery and settings; then ``steps`` is what is said, in order:

    "JAB BRAVO"                 ALPHA's attack and its targets; "FLAME: BRAVO" has no single target
    "roll 5 6"                  dice for whatever is to be rolled
    "enhance physical", "power PARRY", "overload die", "overload 0", "reroll 2=5", "critical effect push"
    "again acrobat 3 7"         a failed test is rolled again
    "pushed 3"                  a push goes so far, and meets nothing
    "activate BRAVO"            ALPHA has done, BRAVO is activated
    "next turn"                 everybody has done; ALPHA is activated in the next turn
    "move BRAVO 6"              BRAVO is now 6 in away from ALPHA
    "refused MARVEL-ATK-03 BOLT BRAVO"

What no step answers is declined: reactions, overloads, re-rolls; a critical is +1 damage. ``asked``: all decisions from
the first step on, in order, without ``act``.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from rules_engine.kernel.errors import RuleViolation
from rules_engine.kernel.messages import Command, Decision
from rules_engine.kernel.units import inches
from rules_engine.marvel import activations, defences, turns
from rules_engine.marvel.commands import (
    ChooseCritical,
    ChooseOverload,
    DeclareAttack,
    EnterEffect,
    Keep,
    React,
    Reroll,
    Roll,
    StatePush,
)
from rules_engine.marvel.components import Card, CriticalEffect, OverloadOption, Power
from rules_engine.marvel.events import ActivationEnded, EndPhaseBegan, MarvelEvents
from rules_engine.marvel.legal import awaiting, legal_commands
from rules_engine.marvel.pending import HitPending, TestPending
from rules_engine.marvel.state import Activation, MatchState, Measured
from rules_engine.marvel.story import Story
from tests.support.marvel import ALPHA, CARDS, abilities, fold_all, happened, in_action, make_setup, piece, specials

DEFENCES = ("physical", "energy", "mental", "supernatural")
PARRY = Power(
    id="PARRY", name="PARRY", kind="reactive", cost=1, against=("melee",), defence="physical", defence_change=1
)  # fmt: skip
POWERS = {"PARRY": PARRY}
STATE_OF = {"down": "down", "ko": "ko", "pow": "pow", "endurance": "endurance", "activated": "activated"}


# --- the table --------------------------------------------------------------------------------------------------------


def scene(row: Mapping[str, Any]) -> MatchState:
    """The table of a row as ALPHA is activated."""
    allies = row.get("allies", ())
    sides = (["ALPHA", *allies], [name for name in ("BRAVO", "CHARLIE") if name not in allies])
    setup = make_setup(
        *[[card_of(name, row) for name in side] for side in sides],
        rulings={name: _setting(value) for name, value in row.get("rulings", {}).items()},
        scenery=tuple(piece(*entry) for entry in row.get("scenery", ())),
    )
    changed = {
        name: {STATE_OF[key]: value for key, value in fields.items() if key in STATE_OF}
        for name, fields in row.get("with", {}).items()
    }
    usual, facts = {"distance": _usual_distance(row["steps"])}, row.get("facts", {})
    names = (*list(CARDS)[1:], *_pieces(row))
    measured = [fact(name, usual | facts.get(name, {})) for name in names]
    measured += [fact(b, {"from": a, "distance": distance}) for a, b, distance in row.get("apart", ())]
    return in_action(setup, changed=changed, measured=measured)


def _usual_distance(steps: Sequence[str]) -> str:
    """Base contact for a row that begins with a JAB, else 6 in."""
    return "0" if any("JAB" in step for step in steps[:1]) else "6"


def _setting(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def _pieces(row: Mapping[str, Any]) -> list[str]:
    return [entry[0] for entry in row.get("scenery", ())]


def fact(name: str, told: Mapping[str, Any]) -> Measured:
    """What was measured from ALPHA, in plain sight until a row says otherwise."""
    return Measured(
        a=told.get("from", "ALPHA"),
        b=name,
        distance=inches(told.get("distance", 0)),
        hidden=told.get("hidden", 0),
        in_sight=told.get("in_sight", True),
        crossed=tuple(told.get("crossed", ())),
        author="one",
    )


def card_of(name: str, row: Mapping[str, Any]) -> Card:
    """A sample card as a row prints it."""
    printed = CARDS[name]
    changes = row.get("with", {}).get(name, {})
    printed = replace(printed, abilities=abilities(", ".join(changes.get("abilities", ()))))
    other = {name: changes[name] for name in DEFENCES if name in changes}
    printed = replace(printed, defences=replace(printed.defences, **other))
    for field in ("agility", "size", "stamina"):
        printed = replace(printed, **{field: changes.get(field, getattr(printed, field))})
    if name == "BRAVO":
        printed = replace(printed, powers=tuple(POWERS[power] for power in row.get("powers", ())))
    if name == "ALPHA":
        attacks = [_attack(attack, row.get("attacks", {}).get(attack.name, {})) for attack in ALPHA.attacks]
        printed = replace(printed, attacks=tuple(attacks))
    return printed


def _attack(printed: Any, changes: Mapping[str, Any]) -> Any:
    found = dict(changes)
    if "special_rules" in found:
        found["special_rules"] = specials(", ".join(found["special_rules"]))
    if "critical_effect" in found:
        text = found["critical_effect"]
        rule = specials(text)[0] if text.split()[0] in ("stun", "push", "explosive", "irresistible") else None
        found["critical_effect"] = CriticalEffect(rule=rule, text="" if rule else text)
    if "range" in found:
        found["range"] = inches(found["range"])
    if "overload" in found:
        found["overload_options"] = tuple(_option(option) for option in found.pop("overload"))
    return replace(printed, **found)


def _option(told: Mapping[str, Any]) -> OverloadOption:
    found = dict(told)
    if "special_rules" in found:
        found["special_rules"] = specials(", ".join(found["special_rules"]))
    if "range" in found:
        found["range"] = inches(found["range"])
    return OverloadOption(label="option", **found)


# --- what is said -----------------------------------------------------------------------------------------------------


class Exchange:
    """A row played step by step; ``asked`` lists what was asked."""

    def __init__(self, row: Mapping[str, Any]) -> None:
        self.row, self.state = row, scene(row)
        self.asked: list[str] = []
        self.events: list[MarvelEvents] = []

    def run(self) -> "Exchange":
        for step in self.row["steps"]:
            self.say(step)
        self._decline_until("act")
        return self

    def say(self, step: str) -> None:
        word, *rest = step.split()
        if word == "refused":
            with pytest.raises(RuleViolation) as caught:
                self.say(" ".join(rest[1:]))
            assert caught.value.rule_id == rest[0], caught.value
        elif word == "move":
            self._move(*rest)
        elif word in {"activate", "next"}:
            self._decline_until("act")
            self._activate(rest[0]) if word == "activate" else self._next_turn()
        elif word == "again":
            self._decline_until("reroll_test")
            decision = awaiting(self.state)[0]
            self._answer(Reroll(seat=decision.seat, decision=decision.id, ability=rest[0], dice=(0, 1)))
            self._answer(_roll(awaiting(self.state)[0]), rest[1:])
        elif word == "reroll":
            self._decline_until("reroll")
            self._reroll(*rest[0].split("="))
        else:
            kind = KINDS.get(word, "act")
            self._decline_until(kind)
            self._answer(_command(self.state, awaiting(self.state)[0], word, rest), rest if kind == "roll" else ())

    def _answer(self, command: Command, dice: Sequence[str] = ()) -> None:
        events = happened(self.state, command, " ".join(dice))
        self.asked.append(awaiting(self.state)[0].kind)
        self.events += events
        self.state = fold_all(self.state, events)

    def _reroll(self, old: str, new: str) -> None:
        """By the first ability that gives a re-roll of the first die that shows a face; and the roll of that die."""
        decision, hit = awaiting(self.state)[0], self.state.top
        assert isinstance(hit, HitPending | TestPending)
        place = hit.dice.faces.index(int(old))
        ability = next(iter(_rerolls(self.state)), "luck")
        self._answer(Reroll(seat=decision.seat, decision=decision.id, ability=ability, dice=(place,)))
        self._answer(_roll(awaiting(self.state)[0]), [new])

    def _decline_until(self, kind: str) -> None:
        """Decline what is asked before a decision of a kind."""
        while not (decision := awaiting(self.state)[0]).kind.startswith(kind):
            assert decision.kind in DECLINED, f"{decision.kind} is asked before {kind}"
            self._answer(DECLINED[decision.kind](seat=decision.seat, decision=decision.id))

    def _move(self, name: str, distance: str) -> None:
        left = tuple(known for known in self.state.measured if known.b != name)
        self.state = replace(self.state, measured=(*left, fact(name, {"distance": distance})))

    def _activate(self, name: str) -> None:
        """ALPHA's activation ends, somebody else's begins, by the rules."""
        story = Story(self.state)
        story.tell(ActivationEnded(character="ALPHA"))
        activations.start(story, story.state.character(name))
        self.state = story.state

    def _next_turn(self) -> None:
        """The End phase's clean-up and the next Power phase, by the rules; ALPHA acts again."""
        story = Story(self.state)
        story.tell(ActivationEnded(character="ALPHA"), EndPhaseBegan(counters=(), to_test=()))
        turns.start_turn(story)
        begun = Activation(character="ALPHA")
        self.state = replace(story.state, phase="action", go="one", control="one", activation=begun)


KINDS = {
    "roll": "roll",
    "enhance": "react",
    "power": "react",
    "overload": "overload",
    "critical": "choose_critical",
    "pushed": "state_push",
}
DECLINED: dict[str, type[Command]] = {
    "react": React,
    "overload": ChooseOverload,
    "reroll_hit": Keep,
    "reroll_test": Keep,
    "choose_critical": ChooseCritical,
    "enter_effect": EnterEffect,
}


def _rerolls(state: MatchState) -> list[str]:
    """The abilities by which dice may be rolled again now."""
    commands = legal_commands(state, awaiting(state)[0]).commands
    return [command.ability for command in commands if isinstance(command, Reroll)]


def _roll(decision: Decision) -> Roll:
    return Roll(seat=decision.seat, decision=decision.id)


def _command(state: MatchState, decision: Decision, word: str, rest: list[str]) -> Command:
    says: dict[str, Any] = {"seat": decision.seat, "decision": decision.id}
    match word:
        case "roll":
            return Roll(**says)
        case "enhance":
            return React(**says, enhance=rest[0])  # type: ignore[arg-type]
        case "power":
            return React(**says, power=rest[0])
        case "overload":
            return ChooseOverload(**says, die="die" in rest, option=next((int(n) for n in rest if n.isdigit()), None))
        case "critical":
            return ChooseCritical(**says, effect="effect" in rest, push="push" in rest)
        case "pushed":
            return StatePush(**says, distance=inches(rest[0]))
        case _:
            area = word.endswith(":")
            target, order = ("", rest) if area or not rest else (rest[0], rest[1:])
            return DeclareAttack(**says, attack=word.rstrip(":").lower(), target=target, order=tuple(order))


# --- what came of it --------------------------------------------------------------------------------------------------


def seen(state: MatchState, name: str) -> dict[str, Any]:
    """All that a row may expect of a character, or of a piece of scenery."""
    pieces = {entry.id: entry for entry in state.scenery}
    if name in pieces:
        return {"sp": pieces[name].sp, "destroyed": pieces[name].destroyed}
    character = state.character(name)
    values = {defence: defences.value(character, defence, state.rulings) for defence in DEFENCES}  # type: ignore[arg-type]
    shown = {"endurance": character.endurance, "pow": character.pow, "down": character.down, "ko": character.ko}
    reductions = ", ".join(f"{entry.rule} {entry.x}" for entry in character.reductions)
    return shown | values | {"in_play": character.in_play, "reductions": reductions}


def check(row: Mapping[str, Any]) -> None:
    """Play a row and compare with what it expects."""
    exchange = Exchange(row).run()
    for name, expected in row.get("expect", {}).items():
        found = seen(exchange.state, name)
        assert {key: found[key] for key in expected} == expected, name
    if "asked" in row:
        assert " ".join(kind for kind in exchange.asked if kind != "act") == row["asked"]
