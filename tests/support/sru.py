"""Short ways to a session in a given state, and the worked examples of docs/rules/sru.md as data."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

import pytest
from msgspec.structs import replace

from rules_engine.kernel.dice import FixedDice
from rules_engine.kernel.errors import RuleViolation
from rules_engine.kernel.messages import Command
from rules_engine.sru.commands import AdmitAction, DeclareAction, GmRule, OpenScene, SetPointsAside
from rules_engine.sru.components import (
    Character,
    Circle,
    Graph,
    Guardian,
    Link,
    Opponent,
    Reserve,
    Rumor,
)
from rules_engine.sru.decide import ANSWERS, decide
from rules_engine.sru.events import ActionResolved, SruEvents
from rules_engine.sru.evolve import evolve
from rules_engine.sru.legal import awaiting
from rules_engine.sru.opening import start
from rules_engine.sru.rulings import DEFAULTS, Rulings
from rules_engine.sru.setups import Script, ScriptScene, ScriptTest, Setup, Step, TeamSetup
from rules_engine.sru.state import Action, SessionState
from tests.support.examples import Row, by_id, cases

EXAMPLES = Path(__file__).parent.parent / "rules_engine" / "sru" / "examples"
E = TypeVar("E")


def rulings(changed: Mapping[str, Any] | None = None) -> Rulings:
    return replace(DEFAULTS, **(changed or {}))


def character(name: str = "Rae", *, seat: str = "alice", team: str = "A", reserve: int = 6, **more: Any) -> Character:
    """A character whose id is its name in small letters; ``skills`` and the like as keywords."""
    reserves = more.pop("reserves", (Reserve(maximum=reserve, current=reserve),))
    return Character(id=name.lower(), name=name, team=team, seat=seat, reserves=reserves, **more)


def place(
    name: str = "office", *, domain: str = "infiltration", option: str = "security", rating: int = 3, **more: Any
) -> Opponent:
    """An opponent with one resistance; ``skill``: of its guardian in the domain."""
    skill = more.pop("skill", None)
    guardian = more.pop("guardian", None)
    if skill is not None:
        guardian = Guardian(name="the guardian", skills={domain: skill})
    more.setdefault("resistance", {domain: {option: rating}})
    return Opponent(id=name, name=f"the {name}", kind="place", guardian=guardian, **more)


def setup(*characters: Character, **more: Any) -> Setup:
    """A setup whose teams are those of the characters, in order; ``rulings``: changed ones."""
    teams: dict[str, list[Character]] = {}
    for each in characters:
        teams.setdefault(each.team, []).append(each)
    chosen = rulings(more.pop("rulings", None))
    return Setup(
        teams=tuple(TeamSetup(id=team, characters=tuple(members)) for team, members in teams.items()),
        rulings=chosen,
        **more,
    )


def opened(setup_: Setup) -> SessionState:
    """The state after the start, checks included."""
    return fold(None, start(setup_))


def fold(state: SessionState | None, events: Iterable[SruEvents]) -> SessionState:
    for event in events:
        state = evolve(state, event)
    assert state is not None
    return state


def session(*characters: Character, scene: str = "outside", **more: Any) -> SessionState:
    """A session in play, in a scene of that timing; ``scene=""``: before any."""
    state = opened(setup(*(characters or (character(),)), **more))
    if not scene:
        return state
    return give(state, OpenScene, scene="s1", title="A scene", timing=scene)


def answer(state: SessionState, kind: type[Command], **fields: Any) -> Command:
    """A command for the open decision that it answers, of the seat given or of the first that may give it."""
    seat = fields.pop("seat", None)
    if kind is GmRule:  # said at any time
        return GmRule(seat=seat or "gm", **fields)
    for decision in awaiting(state):
        fits = decision.kind.startswith("roll_") if kind.__name__ == "Roll" else decision.kind in ANSWERS[kind]
        if fits and seat in {None, decision.seat}:
            return kind(seat=decision.seat, decision=decision.id, **fields)
    raise AssertionError(f"{kind.__name__} answers nothing of {[each.kind for each in awaiting(state)]}")


def happened(state: SessionState, kind: type[Command], *, faces: Any = (), **fields: Any) -> tuple[SruEvents, ...]:
    """The events of one command."""
    return decide(state, answer(state, kind, **fields), FixedDice(faces))  # type: ignore[arg-type]


def give(state: SessionState, kind: type[Command], *, faces: Any = (), **fields: Any) -> SessionState:
    """The state after one command."""
    return fold(state, happened(state, kind, faces=faces, **fields))


def refusal(state: SessionState, kind: type[Command], **fields: Any) -> tuple[str, str]:
    """The rule that refuses a command, and the reason it gives."""
    with pytest.raises(RuleViolation) as caught:
        happened(state, kind, **fields)
    return str(caught.value.rule_id), str(caught.value.facts.get("reason", ""))


def only(events: Iterable[Any], kind: type[E]) -> E:
    """The one event of a kind."""
    (found,) = [event for event in events if isinstance(event, kind)]
    return found


def kinds(state: SessionState) -> list[str]:
    """The open decisions as ``kind:seat``, in order."""
    return [f"{decision.kind}:{decision.seat}" for decision in awaiting(state)]


def examples(file: str) -> list[Any]:
    """The worked examples of ``examples/<file>.toml``; pytest ids are their ids."""
    return cases(EXAMPLES, file)


def rows_by_id(file: str) -> dict[str, Row]:
    """The same rows by their ids."""
    return by_id(EXAMPLES, file)


# --- an action from beginning to end ----------------------------------------------------------------------------------


def acting(given: Mapping[str, Any]) -> SessionState:
    """A session for `resolve`: one character of ``skill``, one target, perhaps an action phase.

    resistance, protector (the guardian's skill), domain, option; reserve; phase; rulings; aside: points set aside.
    """
    domain, option = given.get("domain", "infiltration"), given.get("option", "security")
    target = place(
        "target", domain=domain, option=option, rating=given.get("resistance", 3), skill=given.get("protector"),
    )  # fmt: skip
    skills = {"skill": given.get("skill", 5)} | given.get("skills", {})
    rae = character(reserve=given.get("reserve", 6), skills=skills)
    timing = "action_phase" if given.get("phase") else "outside"
    state = session(rae, opponents=(target,), rulings=given.get("rulings"), scene=timing)
    if "aside" in given:
        state = give(state, SetPointsAside, character="rae", domain=domain, points=given["aside"])
    return state


def declared(state: SessionState, given: Mapping[str, Any], **more: Any) -> SessionState:
    """The action of an example, declared."""
    fields = {
        "actor": "rae", "domain": given.get("domain", "infiltration"), "skill": "skill", "target": "target",
        "option": given.get("option", "security"), "rows": tuple(given.get("rows", ())),
        "generic_bonus": given.get("bonus", False), "reserve": given.get("spent", 0), "risk": given.get("risk", False),
        "botched": given.get("botched", False), "conspicuous": given.get("conspicuous", False),
        "taken_back": given.get("taken_back"),
    }  # fmt: skip
    return give(state, DeclareAction, **(fields | more))


def resolve(given: Mapping[str, Any], state: SessionState | None = None, **more: Any) -> Action:
    """The action of an example, admitted and resolved: circumstances as ``gm_rows``."""
    ready = declared(state or acting(given), given, **more)
    events = happened(ready, AdmitAction, rows=tuple(given.get("gm_rows", ())))
    return only(events, ActionResolved).action


# --- circles and scripts ----------------------------------------------------------------------------------------------

# SRU-EX-50 and SRU-EX-51: a gang in its city, another gang, an isolated coven, a shop that only the coven knows.
CITY = Graph(
    circles=(
        Circle(id="gang-a", name="gang A", kind="gang", parent="neighbourhood"),
        Circle(id="neighbourhood", name="neighbourhood", kind="neighbourhood", parent="district"),
        Circle(id="district", name="district", kind="district", parent="city"),
        Circle(id="city", name="city", kind="city", parent="region"),
        Circle(id="region", name="region"),
        Circle(id="gang-b", name="gang B", kind="gang"),
        Circle(id="coven", name="coven", isolated=True),
        Circle(id="shop", name="shop"),
        Circle(id="corporation", name="corporation", kind="corporation"),
    ),
    links=(Link(a="gang-a", b="gang-b"), Link(a="gang-a", b="coven"), Link(a="coven", b="shop")),
)


def rumor(index: int, polarity: str = "positive", **more: Any) -> Rumor:
    """A rumor about Rae in gang A."""
    fields: dict[str, Any] = {
        "id": "r1", "character": "rae", "domain": "magic", "circle": "gang-a", "adjective": "god of dance",
    }  # fmt: skip
    return Rumor(index=index, polarity=polarity, **(fields | more))  # type: ignore[arg-type]


def step(name: str, rows: Sequence[str] = (), **more: Any) -> Step:
    """A step of a script against the office, with Rae's ``stealth``."""
    fields: dict[str, Any] = {
        "domain": "infiltration", "skill": "stealth", "target": "office", "option": "security",
    }  # fmt: skip
    test = ScriptTest(rows=tuple(rows), **(fields | more.pop("test", {})))
    return Step(id=name, title=f"The {name}", test=test, **more)


def script(*steps: Step, timing: str = "outside") -> Script:
    """A script of one scene."""
    scene = ScriptScene(id="scene", title="The scene", timing=timing, steps=steps)  # type: ignore[arg-type]
    return Script(id="script", title="The script", scenes=(scene,))


def scripted(*steps: Step, characters: Sequence[Character] = (), timing: str = "outside", **more: Any) -> SessionState:
    """A session played by a script, at its first step."""
    team = characters or (character(skills={"stealth": 5}),)
    more.setdefault("opponents", (place(skill=4),))
    return opened(setup(*team, script=script(*steps, timing=timing), **more))
