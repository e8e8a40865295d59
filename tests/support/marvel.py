"""Fixtures of docs/rules/marvel.md section 20, its notation, and short ways to a match in a given state."""

import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from msgspec.structs import replace

from rules_engine.kernel.dice import Dice, FixedDice, SeededDice
from rules_engine.kernel.geometry import Place
from rules_engine.kernel.messages import Command
from rules_engine.kernel.units import inches
from rules_engine.marvel.commands import EndActivation
from rules_engine.marvel.components import (
    Attack,
    Card,
    CardAbility,
    Defences,
    SceneryPiece,
    SpecialRule,
    Template,
    Zones,
)
from rules_engine.marvel.events import MarvelEvents, MatchOpened
from rules_engine.marvel.evolve import evolve
from rules_engine.marvel.initiative import starting_bag
from rules_engine.marvel.rulings import Rulings
from rules_engine.marvel.setup import CharacterSetup, ScenerySetup, Setup, TeamSetup
from rules_engine.marvel.state import Activation, MatchState, Measured
from tests.support.examples import cases

C = TypeVar("C", bound=Command)
EXAMPLES = Path(__file__).parent.parent / "rules_engine" / "marvel" / "examples"


# --- cards ------------------------------------------------------------------------------------------------------------


def zones(text: str) -> Zones:
    """``"6 5 4"``: green, pale, red."""
    green, pale, red = map(int, text.split())
    return Zones(green=green, pale=pale, red=red)


def defences(text: str) -> Defences:
    """``"14 13 12"``: physical, energy, mental, and, with a fourth number, supernatural."""
    physical, energy, mental, *more = map(int, text.split())
    return Defences(physical=physical, energy=energy, mental=mental, supernatural=more[0] if more else None)


def abilities(text: str) -> tuple[CardAbility, ...]:
    """``"fly, rage 2, resistance 2 vs energy, comrade CHARLIE"``."""
    return tuple(_ability(part.strip()) for part in text.split(",") if part.strip())


def _ability(text: str) -> CardAbility:
    name, number, versus, character = re.fullmatch(  # type: ignore[union-attr]
        r"([a-z_]+)(?: ([+-]?\d+))?(?: (?:vs )?([a-z]+))?(?: ([A-Z]+))?", text
    ).groups()
    return CardAbility(ability=name, x=int(number or 0), versus=versus or "", character=character or "")  # type: ignore[arg-type]


def specials(text: str) -> tuple[SpecialRule, ...]:
    """``"stun 2, homing"``."""
    parts = [part.split() for part in text.split(",") if part.strip()]
    return tuple(SpecialRule(rule=name, x=int(x[0]) if x else 0) for name, *x in parts)  # type: ignore[arg-type]


JAB = Attack(id="jab", name="JAB", mode="melee", cost=1, nature="physical", type="blunt", damage=3)
BOLT = Attack(
    id="bolt", name="BOLT", mode="ranged", range=inches(10), cost=2, nature="energy", type="laser", damage=4
)  # fmt: skip
PULSE = Attack(id="pulse", name="PULSE", mode="wave", range=inches(4), cost=3, nature="energy", type="heat", damage=3)
FLAME = Attack(
    id="flame", name="FLAME", mode="breath", template=Template(), cost=2, nature="energy", type="heat", damage=5
)  # fmt: skip
GRENADE = Attack(
    id="grenade", name="GRENADE", mode="ranged", range=inches(8), cost=2, nature="physical", type="blunt", damage=3,
    special_rules=specials("explosive 4"),
)  # fmt: skip


def card(name: str, counters: str, speeds: str, numbers: str, attributes: str, defended: str, endurance: str) -> Card:
    """A card as section 20 writes it; numbers: Strength, Attack, Size; attributes: Agility, Stamina, Willpower."""
    strength, attack, size = map(int, numbers.split())
    agility, stamina, willpower = map(int, attributes.split())
    return Card(
        id=name.lower(), name=name, pow=zones(counters), speeds=tuple(map(inches, speeds.split())),
        strength=strength, attack=attack, size=size, agility=agility, stamina=stamina, willpower=willpower,
        defences=defences(defended), endurance=zones(endurance), height=inches(2), base_height=inches("0.2"),
    )  # fmt: skip


ALPHA = replace(
    card("ALPHA", "6 5 4", "4 7 10", "4 5 2", "9 10 8", "14 13 12", "6 3 3"), attacks=(JAB, BOLT, PULSE, FLAME, GRENADE)
)
BRAVO = card("BRAVO", "5 4 3", "5 8", "3 4 2", "10 9 7", "15 14 12", "5 3 2")
CHARLIE = card("CHARLIE", "4 3 2", "4 6", "2 3 1", "8 8 9", "13 12 14", "4 2 2")
CARDS: Mapping[str, Card] = {"ALPHA": ALPHA, "BRAVO": BRAVO, "CHARLIE": CHARLIE}


def with_abilities(base: Card, text: str) -> Card:
    return replace(base, abilities=(*base.abilities, *abilities(text)))


def with_attack(base: Card, attack_id: str, **changes: Any) -> Card:
    """A card one of whose attacks is printed otherwise."""
    return replace(
        base, attacks=tuple(replace(one, **changes) if one.id == attack_id else one for one in base.attacks)
    )  # fmt: skip


# --- setups -----------------------------------------------------------------------------------------------------------

OneCard = Card | tuple[str, Card]  # a card whose character has its name, or a name with a card


def make_setup(
    *sides: Sequence[OneCard], rulings: Mapping[str, Any] | None = None, board: str = "declared", **more: Any
) -> Setup:
    """A setup whose teams ``one``, ``two`` … have these cards; the characters have the cards' names; all stand on the
    table of the declared board. No sides: ALPHA against BRAVO and CHARLIE."""
    chosen = sides or ((ALPHA,), (BRAVO, CHARLIE))
    names = ("one", "two", "three")[: len(chosen)]
    teams = tuple(
        TeamSetup(id=team, characters=tuple(_member(team, entry) for entry in members))
        for team, members in zip(names, chosen, strict=True)
    )
    return Setup(teams=teams, rulings=replace(Rulings(), **(rulings or {})), board=board, **more)  # type: ignore[arg-type]


def _member(team: str, entry: OneCard) -> CharacterSetup:
    name, found = entry if isinstance(entry, tuple) else (entry.name, entry)
    return CharacterSetup(id=name, seat=team, card=found, deployed=True)


def piece(piece_id: str, type_: str, size: int, da: int, sp: int, **more: Any) -> ScenerySetup:
    """A piece of scenery: ``piece("lorry", "T3", 5, 1, 3)``; more: outline and floor."""
    height = more.pop("height", inches(1))
    shown = SceneryPiece(id=piece_id, name=piece_id, type=type_, size=size, da=da, sp=sp, height=height)  # type: ignore[arg-type]
    return ScenerySetup(piece=shown, **more)


def opened(setup: Setup) -> MatchState:
    """The state after the opening event."""
    return evolve(None, MatchOpened(setup=setup, bag=starting_bag(setup)))


def in_action(
    setup: Setup,
    acting: str = "ALPHA",
    *,
    places: Mapping[str, tuple[str | int, str | int]] | None = None,
    changed: Mapping[str, Mapping[str, Any]] | None = None,
    measured: Sequence[Measured] = (),
    activation: Mapping[str, Any] | None = None,
    **more: Any,
) -> MatchState:
    """Turn 1, Action phase: ``acting`` has just been activated, everybody holds the POW of the green zone.

    places: character → x, y in inches on the tracked board. changed: character → fields of it that are otherwise.
    activation: fields of the activation that are otherwise.
    """
    state = opened(setup)
    characters = []
    for character in state.characters:
        x, y = (places or {}).get(character.id, (0, 0))
        place = Place(inches(x), inches(y)) if setup.board == "tracked" else None
        now = replace(character, pow=character.card.pow.green, place=place, deployed=True)
        now = replace(now, **((changed or {}).get(character.id, {})))
        characters.append(replace(now, activated=now.activated or now.id == acting))
    team = next(character.team for character in characters if character.id == acting)
    begun = Activation(character=acting, led=True, **(activation or {}))
    return replace(
        state, characters=tuple(characters), phase="action", turn=1, control=team, go=team, to_deploy=(),
        activation=begun, measured=tuple(measured), **more,
    )  # fmt: skip


def between(setup: Setup, go: str = "one", **more: Any) -> MatchState:
    """As `in_action`, but nobody acts: a team is about to activate somebody."""
    first = setup.teams[0].characters[0].id
    state = replace(in_action(setup, first, **more), activation=None, go=go, control=go)
    changed = more.get("changed", {}).get(first, {})
    return state.changed(first, activated=changed.get("activated", False))


def measured(a: str, b: str, distance: str | int, **more: Any) -> Measured:
    """What was measured, in inches."""
    return Measured(a=a, b=b, distance=inches(distance), **more)


# --- notation and play ------------------------------------------------------------------------------------------------


def faces(text: str) -> list[int]:
    """``"5+6 4+4"`` → [5, 6, 4, 4]: dice as the document writes them, in the order in which they are rolled."""
    return [int(face) for face in re.findall(r"\d+", text)]


def happened(state: MatchState, command: Command, roll: str = "") -> tuple[MarvelEvents, ...]:
    """The events of one command."""
    from rules_engine.marvel.decide import decide

    return decide(state, command, FixedDice(faces(roll)))  # type: ignore[arg-type]


def play(state: MatchState, *steps: tuple[Command, str]) -> MatchState:
    """Decide commands one after the other, each with its dice, and fold what happens."""
    for command, roll in steps:
        state = fold_all(state, happened(state, command, roll))
    return state


def fold_all(state: MatchState | None, events: Iterable[MarvelEvents]) -> MatchState:
    """The state after events."""
    for event in events:
        state = evolve(state, event)
    assert state is not None
    return state


def answer(state: MatchState, kind: str, command: type[C], subject: str | None = None, **fields: Any) -> C:
    """A command for the open decision of a kind (and subject)."""
    from rules_engine.marvel.legal import awaiting

    for decision in awaiting(state):
        if decision.kind == kind and subject in {None, decision.subject}:
            return command(seat=decision.seat, decision=decision.id, **fields)
    raise AssertionError(f"no open decision {kind}, but {kinds(state)}")


def after(state: MatchState, kind: str, command: type[Command], roll: str = "", **fields: Any) -> MatchState:
    """The state after the answer to an open decision: ``after(state, "act", Stand, character="ALPHA")``."""
    return play(state, (answer(state, kind, command, **fields), roll))


def kinds(state: MatchState) -> list[str]:
    """The open decisions as ``kind:subject``, in order."""
    from rules_engine.marvel.legal import awaiting

    return [f"{decision.kind}:{decision.subject}" for decision in awaiting(state)]


def begin(setup: Setup) -> MatchState:
    """The state after the start, checks included."""
    from rules_engine.marvel.start import start

    return fold_all(None, start(setup))


def reach(state: MatchState, kind: str, *, dice: Dice | None = None) -> MatchState:
    """Answer every decision with the first command listed until a kind is first in line; activations are ended."""
    from rules_engine.marvel.decide import decide
    from rules_engine.marvel.legal import awaiting, legal_commands

    chance = dice or SeededDice("reach")
    while (first := awaiting(state)[0]).kind != kind:
        command: Command = (
            EndActivation(seat=first.seat, decision=first.id)
            if first.kind == "act"
            else legal_commands(state, first).commands[0]
        )
        state = fold_all(state, decide(state, command, chance))  # type: ignore[arg-type]
    return state


def examples(file: str, rule: str = "") -> list[Any]:
    """The worked examples of ``examples/<file>.toml``, those that name a rule; pytest ids are their ids."""
    return cases(EXAMPLES, file, lambda row: not rule or rule in row["rules"])


def to_plain(record: msgspec.Struct) -> Any:
    """A record as plain data, to compare with data from a file."""
    return msgspec.to_builtins(record)
