"""Worked examples of Marvel as scripts: who stands how, what is said step by step, and how things stand then.

A row has ``teams`` (lists of names; ``"X:BRAVO"`` is BRAVO's card under the name X), ``abilities`` and ``printed``
(changes of cards, by name), ``armed`` (who has ALPHA's attacks), ``with`` (changes of characters), ``facts`` (what was
measured), ``rulings``, ``start`` (``begin``, ``between`` or ``acting``), ``who`` (the team whose go it is, or the
character that acts), ``steps`` and ``expect``.
"""

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

import pytest
from msgspec.structs import replace

from rules_engine.kernel.dice import FixedDice
from rules_engine.kernel.errors import RuleViolation
from rules_engine.kernel.messages import JUDGE, Command
from rules_engine.kernel.units import inches
from rules_engine.marvel import commands as c
from rules_engine.marvel import endurance, flow
from rules_engine.marvel.components import Card, DamageKind
from rules_engine.marvel.damage import Harm
from rules_engine.marvel.decide import decide
from rules_engine.marvel.legal import awaiting, legal_commands
from rules_engine.marvel.rulings import Rulings
from rules_engine.marvel.setup import Setup
from rules_engine.marvel.state import MatchState, Measured
from rules_engine.marvel.story import Story
from tests.support.marvel import (
    ALPHA,
    CARDS,
    OneCard,
    abilities,
    begin,
    between,
    faces,
    fold_all,
    in_action,
    kinds,
    make_setup,
    zones,
)

Row: TypeAlias = Mapping[str, Any]
"""One worked example, as its file has it."""
Words: TypeAlias = list[str]


# --- how things stand before ------------------------------------------------------------------------------------------


def setup_of(row: Row) -> Setup:
    names = row.get("teams", [["ALPHA"], ["BRAVO", "CHARLIE"]])
    return make_setup(*[[_card(row, name) for name in team] for team in names], rulings=row.get("rulings"))


def _card(row: Row, name: str) -> OneCard:
    own, _, base = name.partition(":")
    printed = dict(row.get("printed", {}).get(own, {}))
    for zoned in ("pow", "endurance"):
        if zoned in printed:
            printed[zoned] = zones(printed[zoned])
    if own in row.get("armed", []):
        printed["attacks"] = ALPHA.attacks
    card: Card = replace(CARDS[base or own], name=own, **printed)
    return own, replace(card, abilities=abilities(row.get("abilities", {}).get(own, "")))


def facts(row: Row) -> tuple[Measured, ...]:
    """``[["BRAVO", "CHARLIE", "5.1"]]``: distances in plain sight, or with a fourth entry per cent that are hidden."""
    return tuple(
        Measured(a=a, b=b, distance=inches(distance), hidden=sum(hidden))
        for a, b, distance, *hidden in row.get("facts", [])
    )


def before(row: Row) -> MatchState:
    setup, who = setup_of(row), row.get("who", "")
    match row.get("start", "between"):
        case "begin":
            return begin(setup)
        case "acting":
            return in_action(setup, who or "ALPHA", changed=row.get("with"), measured=facts(row))
        case _:
            return between(setup, who or "one", changed=row.get("with", {}), measured=facts(row))


# --- the steps --------------------------------------------------------------------------------------------------------


def said(row: Row) -> MatchState:
    """The state after all steps of an example."""
    state = before(row)
    for text in row["steps"]:
        state = step(state, text)
    return state


def step(state: MatchState, text: str) -> MatchState:
    """The state after one step, such as ``activate BRAVO``, ``roll 4+5``, ``refused MARVEL-DOWN-05 stand ALPHA``."""
    verb, *words = text.split()
    if verb == "refused":
        with pytest.raises(RuleViolation) as refused:
            step(state, " ".join(words[1:]))
        assert refused.value.rule_id == words[0]
        return state
    if verb in BY_ITSELF:
        return BY_ITSELF[verb](state, words)
    if verb in {"roll", "draw"}:
        return _rolled(state, words)
    return _answered(state, *ANSWERS[verb](words))


def _rolled(state: MatchState, words: Words) -> MatchState:
    """``roll 4+5``, or ``roll BRAVO 4+5`` where several may roll."""
    subject = words[0] if len(words) > 1 else ""
    state = _declined(state)
    for decision in awaiting(state):
        if decision.kind.startswith("roll_") and subject in {"", decision.subject}:
            roll = c.Roll(seat=decision.seat, decision=decision.id)
            return fold_all(state, decide(state, roll, FixedDice(faces(words[-1]))))
    raise AssertionError(f"nothing to roll, but {kinds(state)}")


def _declined(state: MatchState) -> MatchState:
    """Nobody reacts or boosts who is not said to."""
    while (decision := awaiting(state)[0]).kind in NOTHING:
        nothing = NOTHING[decision.kind](seat=decision.seat, decision=decision.id)
        state = fold_all(state, decide(state, nothing, FixedDice()))
    return state


NOTHING: Mapping[str, type[c.React] | type[c.ChooseOverload]] = {"react": c.React, "overload": c.ChooseOverload}


def _answered(state: MatchState, kinds_answered: tuple[str, ...], command: type[Command], fields: Any) -> MatchState:
    for decision in awaiting(state):
        if decision.kind in kinds_answered:
            said_now = command(seat=decision.seat, decision=decision.id, **fields)
            return fold_all(state, decide(state, said_now, FixedDice()))  # type: ignore[arg-type]
    raise AssertionError(f"no open decision {kinds_answered}, but {kinds(state)}")


def _harm(state: MatchState, words: Words) -> MatchState:
    """``harm BRAVO 3``: damage of no particular kind."""
    story = Story(state)
    endurance.hurt(story, words[0], Harm(damage=int(words[1])), DamageKind(type=""))
    flow.go_on(story)
    return story.state


def _all_act(state: MatchState, words: Words) -> MatchState:
    """``all_act``: nobody does anything more this turn, until somebody must roll."""
    while awaiting(state)[0].kind in {"activate", "follow", "act", "choose_next"}:
        decision = awaiting(state)[0]
        last = legal_commands(state, decision).commands[0 if decision.kind == "activate" else -1]
        state = fold_all(state, decide(state, last, FixedDice()))  # type: ignore[arg-type]
    return state


def _lies(state: MatchState, words: Words) -> MatchState:
    """``lies BRAVO``: it is knocked down by something."""
    return state.changed(words[0], down=True)


def _holds(state: MatchState, words: Words) -> MatchState:
    """``holds ALPHA 2``: it has spent all other POW counters."""
    return state.changed(words[0], pow=int(words[1]))


def _heal(state: MatchState, words: Words) -> MatchState:
    """``heal ALPHA 8``: the judge sets its endurance."""
    change = c.SetEndurance(character=words[0], endurance=int(words[1]))
    return fold_all(state, decide(state, c.Override(seat=JUDGE, changes=(change,)), FixedDice()))


def _jumps_up(state: MatchState, words: Words) -> MatchState:
    """``jumps_up BRAVO``: it stands up in another's activation."""
    up = c.Stand(seat=state.character(words[0]).seat, character=words[0])
    return fold_all(state, decide(state, up, FixedDice()))


BY_ITSELF: Mapping[str, Callable[[MatchState, Words], MatchState]] = {
    "harm": _harm,
    "all_act": _all_act,
    "lies": _lies,
    "holds": _holds,
    "heal": _heal,
    "jumps_up": _jumps_up,
}
ANSWERS: Mapping[str, Callable[[Words], tuple[tuple[str, ...], type[Command], dict[str, Any]]]] = {
    "activate": lambda words: (("activate",), c.Activate, {"character": words[0]}),
    "pass": lambda words: (("activate",), c.Pass, {"strategist": "".join(words)}),
    "end": lambda _: (("act",), c.EndActivation, {}),
    "stand": lambda words: (("act",), c.Stand, {"character": words[0]}),
    "follow": lambda words: (("follow",), c.Follow, {"leader": "".join(words)}),
    "comrade": lambda words: (("choose_next",), c.ChooseNext, {"ability": "comrade", "character": words[0]}),
    "order": lambda words: (("choose_next",), c.ChooseNext, {"ability": "order", "character": words[0]}),
    "tactics": lambda words: (
        ("choose_next",), c.ChooseNext, {"ability": "master_tactician", "character": "".join(words)},
    ),
    "attack": lambda words: (("act",), c.DeclareAttack, {"attack": words[0], "target": words[1]}),
    "move": lambda words: (
        ("act",), c.Move, {"spend": int(words[0]), "legs": (c.Walk(distance=inches(words[1])),)},
    ),
    "grab": lambda words: (("act",), c.Grab, {"item": words[0]}),
    "use": lambda words: (("act",), c.UsePower, {"power": words[0]}),
    "nobody": lambda _: (("choose_next",), c.ChooseNext, {}),
    "plan": lambda words: (("use_plan", "counter_plan"), c.UsePlan, {"character": "".join(words)}),
    "take": lambda words: (("take_counter",), c.TakeCounter, {"team": words[0]}),
    "first": lambda words: (("choose_first",), c.ChooseFirst, {"team": words[0]}),
    "again": lambda words: (
        ("reroll_test", "reroll_hit"), c.Reroll, {"ability": words[0], "dice": tuple(map(int, words[1:])) or (0, 1)},
    ),
    "keep": lambda _: (("reroll_test", "reroll_hit"), c.Keep, {}),
}  # fmt: skip


# --- how things stand then --------------------------------------------------------------------------------------------


def check(state: MatchState, expect: Row) -> None:
    """``open``: the open decisions; ``match``: fields of the state; the rest: fields of characters."""
    for name, wanted in expect.items():
        if name == "open":
            assert kinds(state) == wanted
        elif name == "match":
            assert {field: _plain(getattr(state, field)) for field in wanted} == wanted
        else:
            character = state.character(name)
            assert {field: _plain(getattr(character, field)) for field in wanted} == wanted, name


def _plain(value: Any) -> Any:
    """Counts by team as a table of the file."""
    return dict(value) if isinstance(value, tuple) and value and isinstance(value[0], tuple) else value


def settings(row: Row) -> Rulings:
    """The settings of an example."""
    return replace(Rulings(), **row.get("rulings", {}))
