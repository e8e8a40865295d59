"""The facts of sentences about the table: what was measured, moves, falls, scenery, pushes, grabs and throws."""

from typing import TypeAlias, assert_never

from rules_engine.kernel.errors import Facts
from rules_engine.kernel.geometry import Place
from rules_engine.kernel.units import show
from rules_engine.marvel import events as e
from rules_engine.marvel.narrated import Told, case, name, names, thing
from rules_engine.marvel.state import MatchState

MoveEvent: TypeAlias = (
    e.MeasurementStated
    | e.CharacterMoved
    | e.Leapt
    | e.FallsBegan
    | e.FallsStated
    | e.CharacterFell
    | e.FallsEnded
    | e.SceneryDamaged
    | e.SceneryDestroyed
)
PushEvent: TypeAlias = e.PushBegan | e.CharacterPushed | e.PushMet | e.PushEnded
GrabEvent: TypeAlias = (
    e.GrabBegan
    | e.ItemGrabbed
    | e.ItemThrown
    | e.ItemFlew
    | e.PathReached
    | e.ItemArrived
    | e.TargetReached
    | e.GrabEnded
)
BoardEvent: TypeAlias = MoveEvent | PushEvent | GrabEvent


def at(place: Place | None) -> Told:
    """Where something is placed; the declared board knows no places."""
    return {"case": "at", "x": show(place.x), "y": show(place.y)} if place else {}


def board_facts(state: MatchState, event: BoardEvent) -> Facts:
    """The facts of an event's sentence; ``state`` is the one before it."""
    if isinstance(event, PushEvent):
        return _push(state, event)
    return _grab(state, event) if isinstance(event, GrabEvent) else _move(state, event)


def _move(state: MatchState, event: MoveEvent) -> Facts:
    match event:
        case e.MeasurementStated():
            fact = event.measured
            told: Told = {"character": thing(state, fact.a), "target": thing(state, fact.b), "hidden": fact.hidden}
            seen = "hidden" if fact.hidden else ""
            return case(seen if fact.in_sight else "blocked", told | {"distance": show(fact.distance)})
        case e.CharacterMoved():
            told = {"character": name(state, event.character), "distance": show(event.spent), "pow": event.pow}
            return case("" if event.spent else "stayed", told)
        case e.Leapt():
            return {"character": name(state, event.character), "height": show(event.height), "pow": event.pow}
        case e.FallsBegan() | e.FallsStated():
            characters = names(state, (fall.character for fall in event.falls))
            return case("" if event.falls else "none", {"characters": characters})
        case e.CharacterFell():
            return {"character": name(state, event.character), "height": show(event.height)}
        case e.FallsEnded():
            return {}
        case e.SceneryDamaged():
            return {"scenery": thing(state, event.scenery), "damage": event.damage, "left": event.left}
        case e.SceneryDestroyed():
            return {"scenery": thing(state, event.scenery)}
        case _:
            assert_never(event)


def _push(state: MatchState, event: PushEvent) -> Facts:
    match event:
        case e.PushBegan():
            pushed = {"character": name(state, event.attacker), "target": name(state, event.target)}
            return pushed | {"distance": show(event.distance)}
        case e.CharacterPushed():
            told: Told = {"character": name(state, event.character), "distance": show(event.distance)}
            told["met"] = thing(state, event.met) if event.met else ""
            return case("met" if event.met else "edge" if event.edge else "", told)
        case e.PushMet():
            return {"character": name(state, event.character), "met": thing(state, event.met)}
        case e.PushEnded():
            return {"character": name(state, event.character)}
        case _:
            assert_never(event)


def _grab(state: MatchState, event: GrabEvent) -> Facts:
    told: Told = {"item": thing(state, event.item)}
    match event:
        case e.GrabBegan():
            return told | {"character": name(state, event.attacker), "pow": event.pow}
        case e.ItemGrabbed() | e.GrabEnded():
            return told | {"character": name(state, event.attacker)}
        case e.ItemThrown():
            return told | {"character": name(state, event.attacker), "target": thing(state, event.target)}
        case e.ItemFlew():
            return case("harmless" if event.harmless else "", told)
        case e.PathReached():
            return told | {"character": name(state, event.character)}
        case e.ItemArrived() | e.TargetReached():
            return told | {"target": thing(state, event.target)}
        case _:
            assert_never(event)
