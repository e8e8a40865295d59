"""Movement, grabs, throws, pushes and falls of the worked examples, from data to what came of them.

A row of the declared board: ``teams`` (lists of names; ``"X:CHARLIE"`` is CHARLIE's card under the name X), ``acting``
(else ALPHA), ``with``, ``attacks``, ``rulings`` and ``scenery`` as in `marvel_attacks`, ``high`` (how high somebody
stands), ``ensnared`` (by how much), ``facts`` (what was measured from who acts; all else is in base contact) and
``apart`` (from, to, distance). Besides the words of `marvel_attacks`:

    "go 1 walk 1 climb 1.5 jump 2/1"  a movement for 1 POW, a jump also 1 in up; "unfit": the base does not fit there
    "leap 7"                          off an edge, 7 in deep
    "grab CHARLIE", "throw BRAVO", "let go"
    "pushed 2 CHARLIE", "pushed 1 edge", "pushed 3 drop 7"
    "falls BRAVO 4"                   who falls since a piece of scenery is gone
"""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import convert

from rules_engine.kernel.messages import Command
from rules_engine.kernel.units import inches
from rules_engine.marvel.commands import Climb, Grab, Jump, Leap, Leg, Move, StateFalls, StatePush, Throw, Walk
from rules_engine.marvel.legal import awaiting
from rules_engine.marvel.pending import Drop
from rules_engine.marvel.rulings import Rulings
from rules_engine.marvel.state import MatchState, Reduction
from tests.support.marvel import OneCard, in_action, make_setup, piece
from tests.support.marvel_attacks import STATE_OF, Exchange, card_of, fact, seen

KINDS = {"throw": "throw", "let": "throw", "pushed": "state_push", "falls": "state_falls"}
WORDS = {"go", "leap", "grab", *KINDS}


def _card(row: Mapping[str, Any], name: str) -> OneCard:
    own, _, base = name.partition(":")
    return own, card_of(base or own, row)


def _rulings(told: Mapping[str, Any]) -> dict[str, Any]:
    rulings = convert(told, Rulings)
    return {name: getattr(rulings, name) for name in told}


def table(row: Mapping[str, Any]) -> MatchState:
    """The table of a row as somebody is activated."""
    teams, acting = row.get("teams", [["ALPHA"], ["BRAVO", "CHARLIE"]]), row.get("acting", "ALPHA")
    setup = make_setup(
        *[[_card(row, name) for name in team] for team in teams],
        rulings=_rulings(row.get("rulings", {})),
        scenery=tuple(piece(*entry) for entry in row.get("scenery", ())),
    )
    changed: dict[str, dict[str, Any]] = {}
    for name, fields in row.get("with", {}).items():
        changed[name] = {STATE_OF[key]: value for key, value in fields.items() if key in STATE_OF}
    for name, height in row.get("high", {}).items():
        changed.setdefault(name, {})["elevation"] = inches(height)
    for name, x in row.get("ensnared", {}).items():
        changed.setdefault(name, {})["reductions"] = (Reduction(rule="ensnare", x=x),)
    return in_action(setup, acting, changed=changed, measured=_facts(row, teams, acting))


def _facts(row: Mapping[str, Any], teams: Sequence[Sequence[str]], acting: str) -> list[Any]:
    names = [name.partition(":")[0] for team in teams for name in team]
    things = [*names, *[entry[0] for entry in row.get("scenery", ())]]
    told = row.get("facts", {})
    found = [fact(name, {"from": acting} | told.get(name, {})) for name in things if name != acting]
    return found + [fact(b, {"from": a, "distance": distance}) for a, b, distance in row.get("apart", ())]


class Play(Exchange):
    """A row played step by step."""

    def __init__(self, row: Mapping[str, Any]) -> None:
        super().__init__(dict(row, scenery=()))
        self.state = table(row)

    def say(self, step: str) -> None:
        word, *rest = step.split()
        if word not in WORDS:
            super().say(step)
            return
        self._decline_until(KINDS.get(word, "act"))
        decision = awaiting(self.state)[0]
        self._answer(command(word, rest, {"seat": decision.seat, "decision": decision.id}))


def command(word: str, rest: list[str], says: Mapping[str, Any]) -> Command:
    """What a word asks for."""
    match word:
        case "go":
            return Move(**says, spend=int(rest[0]), legs=legs(rest[1:]), fits=rest[-1] != "unfit")
        case "leap":
            return Leap(**says, drop=inches(rest[0]))
        case "grab":
            return Grab(**says, item=rest[0])
        case "falls":
            return StateFalls(**says, falls=(Drop(character=rest[0], height=inches(rest[1])),))
        case "pushed":
            distance, *more = rest
            drop = inches(more[1]) if "drop" in more else 0
            met = more[0] if more and more[0] not in {"edge", "drop"} else ""
            return StatePush(**says, distance=inches(distance), met=met, edge="edge" in more, drop=drop)
        case _:
            return Throw(**says, target=rest[0] if word == "throw" else "")


def legs(words: list[str]) -> tuple[Leg, ...]:
    """``walk 1 climb 1.5``: the legs of a movement on the declared board; down by a minus sign."""
    pairs = list(zip(words[::2], words[1::2], strict=False))
    return tuple(_leg(kind, length) for kind, length in pairs)


def _leg(kind: str, text: str) -> Leg:
    along, _, up = text.partition("/")
    if kind == "climb":
        return Climb(rise=_signed(along))
    if kind == "jump":
        return Jump(distance=inches(along), rise=_signed(up or "0"))
    return Walk(distance=inches(along))


def _signed(text: str) -> int:
    return inches(text.lstrip("-")) * (-1 if text.startswith("-") else 1)


def check(row: Mapping[str, Any]) -> None:
    """Play a row and compare with what it expects."""
    state = Play(row).run().state
    for name, expected in row.get("expect", {}).items():
        found = seen(state, name)
        if state.find(name) is not None:
            found |= {"elevation": state.character(name).elevation}
        assert {key: found[key] for key in expected} == expected, name
