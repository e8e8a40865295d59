"""Events → the next state. Applies what has happened: never refuses, rolls or looks up a rule that could change."""

from collections.abc import Iterable
from typing import Any, TypeAlias, TypeVar, assert_never

from msgspec.structs import replace

from rules_engine.kernel.errors import CorruptHistory
from rules_engine.sru import events as e
from rules_engine.sru.components import Adjustment, Character, Circle, Graph, Opponent, Reserve, Rumor, SetAside
from rules_engine.sru.state import (
    Action,
    ActionPending,
    CallPending,
    Change,
    HamperPending,
    SessionState,
    Stage,
)

Changes: TypeAlias = dict[str, Any]
"""Fields of a record that an event changes, with their new values."""
T = TypeVar("T")


def evolve(state: SessionState | None, event: e.SruEvents) -> SessionState:
    """The state after an event; None is the state before the first. Raises CorruptHistory for one never opened."""
    if isinstance(event, e.SessionOpened):
        return _opened(event)
    if state is None:
        raise CorruptHistory("A session starts with the event sru.session.opened.")
    return replace(state, ply=state.ply + 1, **_changes(state, event))


def _opened(event: e.SessionOpened) -> SessionState:
    setup = event.setup
    characters = tuple(character for team in setup.teams for character in team.characters)
    return SessionState(
        setup=setup,
        profile=setup.profile,
        rulings=setup.rulings,
        characters=(*characters, *setup.others),
        opponents=setup.opponents,
        graph=setup.graph,
        rumors=setup.rumors,
        assistants=setup.assistants,
        to_fade=event.to_fade,
        todo=event.todo,
        reached=tuple((team.id, 0) for team in setup.teams),
        ply=1,
    )


def _changes(state: SessionState, event: e.SruEvents) -> Changes:
    """What an event changes; the cases that occur most come first."""
    match event:
        case e.ActionDeclared() | e.ActionAdmitted():
            stage: Stage = "admit" if isinstance(event, e.ActionDeclared) else "score"
            return {"pending": ActionPending(action=event.action, stage=stage)}
        case e.ActionTested():
            return {"pending": ActionPending(action=event.action, stage="gamble")}
        case e.ActionResolved():
            return _action_resolved(state, event)
        case e.ActionRefused() | e.SynergyRefused() | e.ActionComplicated():
            return {"pending": None}
        case e.StepEnded():
            ended = _adjusted(state, event.adjustments) | {"todo": event.todo, "attempt": ""}
            ended |= {"synergies": _kept(state, event.step), "ended": (*state.ended, (event.step, event.reached))}
            return ended | ({"reached": event.tally} if event.tally else {})
        case e.StepDetailed():
            return {"todo": event.todo}
        case e.StepPlanned():
            return {"todo": event.todo, "used": (*state.used, f"{event.step}:planned")}
        case e.SynergyGranted():
            return {"synergies": (*state.synergies, event.synergy)}
        case e.ComplicationApplied():
            return _complicated(state, event)
        case e.RumorGmUsed() | e.RumorDetectionCounted():
            return {}
        case e.RumorFadeChosen():
            return {"fading": event.rumor} if event.roll else {"to_fade": _without(state.to_fade, event.rumor)}
        case e.RumorFadeRolled():
            rumor = replace(state.rumor(event.rumor), index=event.after, state="faded" if event.faded else "active")
            return state.with_(rumor) | {"to_fade": _without(state.to_fade, rumor.id), "fading": ""}
        case e.RumorCreated():
            return state.with_(event.rumor)
        case e.RumorChanged():
            return state.with_(_retold(state.rumor(event.rumor), event.after))
        case e.SessionBegan():
            return {"phase": "play"}
        case e.SessionClosed():
            return {"phase": "over", "result": event.outcome, "synergies": (), "pending": None, "todo": ()}
        case e.SceneOpened():
            return {"scene": event.scene, "bonuses": ()}
        case e.SceneClosed():
            kept = tuple(each for each in state.synergies if each.scope != "scene" or each.scene != event.scene)
            return {"scene": None, "synergies": kept, "bonuses": ()}
        case e.PhaseOpened():
            return {"action_phase": event.phase}
        case e.PhaseClosed():
            return {"action_phase": "", "characters": tuple(map(_out_of_phase, state.characters))}
        case e.ProfileChanged():
            return {"profile": event.profile, "rulings": event.rulings}
        case e.GmRuled():
            return _ruled(state, event)
        case e.SessionOpened():  # pragma: no cover -- handled by `evolve`
            raise AssertionError
        case _:
            return _other_changes(state, event)


Later: TypeAlias = (
    e.ReserveRecharged
    | e.ActionsGiven
    | e.ThreatRevealed
    | e.ProtectionSetAside
    | e.ProtectionAbandoned
    | e.ProtectionPhaseEnded
    | e.ProtectionShielded
    | e.ProtectionActiveDeclared
    | e.ProtectionActiveAnswered
    | e.ProtectionActiveResolved
    | e.AssistantRequested
    | e.AssistantAdmitted
    | e.AssistantRefused
    | e.RumorCallRolled
    | e.AssistantTested
    | e.AssistantActivated
    | e.AssistantRented
    | e.AssistantHandedOver
    | e.AssistantEnded
    | e.CircleSaved
    | e.CircleLinked
    | e.CircleUnlinked
)
"""The events that `_changes` leaves to `_other_changes`."""


def _other_changes(state: SessionState, event: Later) -> Changes:
    match event:
        case e.ReserveRecharged():
            character = state.character(event.character)
            return state.with_(replace(character, reserves=_refilled(character, event.reserve, event.after)))
        case e.ActionsGiven():
            return state.with_(replace(state.character(event.character), actions_left=event.actions))
        case e.ThreatRevealed():
            knower = state.target(event.who)
            return state.with_(replace(knower, knows_threat=_added(knower.knows_threat, event.threat)))
        case e.ProtectionSetAside():
            return _set_aside(state, event)
        case e.ProtectionAbandoned():
            character = state.character(event.character)
            kept = tuple(entry for entry in character.set_aside if entry.domain != event.domain)
            return state.with_(replace(character, set_aside=kept))
        case e.ProtectionPhaseEnded():
            return _phase_ended(state, event)
        case e.ProtectionShielded():
            character = state.character(event.character)
            others = tuple(entry for entry in character.shielding if entry.domain != event.domain)
            return state.with_(replace(character, shielding=(*others, *event.shielding)))
        case e.ProtectionActiveDeclared():
            pending = {"pending": HamperPending(hampering=event.hampering)}
            return pending | _action_spent(state, event.hampering.protector)
        case e.ProtectionActiveAnswered():
            return {"pending": HamperPending(hampering=event.hampering, stage=event.stage)}
        case e.ProtectionActiveResolved():
            return _hampered(state, event)
        case e.AssistantRequested():
            return {"pending": CallPending(call=event.call)}
        case e.AssistantAdmitted():
            stage: Stage = "roll" if event.rolls else "quote" if event.call.rented else "score"
            return {"pending": CallPending(call=event.call, stage=stage)}
        case e.RumorCallRolled():
            return {"pending": CallPending(call=event.call, stage="quote" if event.call.rented else "score")}
        case e.AssistantTested():
            return {"pending": CallPending(call=event.call, stage="split")}
        case e.AssistantRefused():
            spent = event.call.reserve if event.reason == "no_result" else 0
            return _paid(state, event.call.character, event.call.pool, spent) | _call_done(state, event.call.step)
        case e.AssistantActivated():
            made = event.assistant
            step = state.pending.call.step if isinstance(state.pending, CallPending) else ""
            paid = _paid(state, made.owner, made.reserve, made.invested)
            return paid | {"assistants": (*state.assistants, made)} | _call_done(state, step)
        case e.AssistantRented():
            owner = state.character(event.assistant.owner)
            paid = state.with_(replace(owner, nuyen=owner.nuyen - event.price))
            return paid | {"assistants": (*state.assistants, event.assistant), "pending": None}
        case e.AssistantHandedOver():
            return state.with_(replace(state.assistant(event.assistant), controller=event.taker))
        case e.AssistantEnded():
            ending = "dismissed" if event.reason == "dismissed" else "ended"
            return state.with_(replace(state.assistant(event.assistant), state=ending))
        case e.CircleSaved():
            return {"graph": replace(state.graph, circles=_saved(state.graph, event.circle))}
        case e.CircleLinked():
            return {"graph": replace(state.graph, links=(*state.graph.links, event.link))}
        case e.CircleUnlinked():
            pair = {event.a, event.b}
            kept_links = tuple(link for link in state.graph.links if {link.a, link.b} != pair)
            return {"graph": replace(state.graph, links=kept_links)}
        case _:
            assert_never(event)


# --- actions ----------------------------------------------------------------------------------------------------------


def _action_resolved(state: SessionState, event: e.ActionResolved) -> Changes:
    action = event.action
    spent = frozenset(action.synergies)
    left = tuple(each for each in state.synergies if each.scope != "action" or each.id not in spent)
    changes = _action_spent(state, action.actor) if action.phase and not state.is_assistant(action.actor) else {}
    if action.reserve:
        changes |= _paid(replace(state, **changes), action.actor, action.pool, action.reserve)
    pending = ActionPending(action=action, stage="complicate") if event.complicates else None
    changes |= {"synergies": left, "pending": pending}
    if action.step:
        changes["used"] = (*state.used, action.step)
        changes["attempt"] = "" if action.helps else _attempt(action)
    return changes | ({"reached": event.tally} if event.tally else {})


def _attempt(action: Action) -> str:
    return "lowered" if action.lowered and action.outcome == "reached" else action.outcome


def _complicated(state: SessionState, event: e.ComplicationApplied) -> Changes:
    match event.complication:
        case "defence_raised":
            raised = Adjustment(domain=event.domain, change=event.amount, reason=event.action)
            return _adjusted(state, ((event.who, raised),))
        case "runner_identified":
            opponent = state.opponent(event.opponent)
            return state.with_(
                replace(
                    opponent,
                    identified=_added(opponent.identified, event.who),
                    knows_threat=_added(opponent.knows_threat, event.who),
                )
            )
        case "negative_reputation":
            runner = state.character(event.who)
            counted = event.amount if event.counted else 0
            return state.with_(replace(runner, negative_reputation=runner.negative_reputation + counted))
        case "damage":
            runner = state.character(event.who)
            return state.with_(replace(runner, damage=runner.damage + event.amount))
        case "stress":
            runner = state.character(event.who)
            return state.with_(replace(runner, stress=runner.stress + event.amount))
        case _:
            assert_never(event.complication)


def _adjusted(state: SessionState, adjustments: Iterable[tuple[str, Adjustment]]) -> Changes:
    changes: Changes = {}
    for opponent_id, adjustment in adjustments:
        opponent = replace(state, **changes).opponent(opponent_id)
        changed = replace(opponent, adjustments=(*opponent.adjustments, adjustment))
        changes = replace(state, **changes).with_(changed)
    return changes


def _kept(state: SessionState, step: str) -> tuple[Any, ...]:
    return tuple(each for each in state.synergies if each.scope != "action" or each.step != step)


def _action_spent(state: SessionState, who: str) -> Changes:
    actor = state.target(who)
    if isinstance(actor, Opponent) or actor.actions_left is None:
        return {}
    return state.with_(replace(actor, actions_left=actor.actions_left - 1))


def _ruled(state: SessionState, event: e.GmRuled) -> Changes:
    changes = _adjusted(state, event.adjustments)
    for change in event.changes:
        changes |= replace(state, **changes).with_(_set(state, changes, change))
    return changes


def _set(state: SessionState, changes: Changes, change: Change) -> Character:
    character = replace(state, **changes).character(change.character)
    return replace(character, **{change.what: change.value})


# --- reserves and protection ------------------------------------------------------------------------------------------


def _refilled(character: Character, reserve_id: str, current: int) -> tuple[Reserve, ...]:
    return tuple(replace(each, current=current) if each.id == reserve_id else each for each in character.reserves)


def _paid(state: SessionState, character_id: str, reserve_id: str, points: int) -> Changes:
    if not points:
        return {}
    character = state.character(character_id)
    left = next(each.current for each in character.reserves if each.id == reserve_id) - points
    return state.with_(replace(character, reserves=_refilled(character, reserve_id, left)))


def _set_aside(state: SessionState, event: e.ProtectionSetAside) -> Changes:
    character = state.character(event.character)
    key = (event.domain, event.reserve)
    others = tuple(entry for entry in character.set_aside if (entry.domain, entry.reserve) != key)
    entry = SetAside(domain=event.domain, reserve=event.reserve, points=event.points)
    reserves = _refilled(character, event.reserve, event.free)
    return state.with_(replace(character, reserves=reserves, set_aside=(*others, entry) if event.points else others))


def _phase_ended(state: SessionState, event: e.ProtectionPhaseEnded) -> Changes:
    character = state.character(event.character)
    key = (event.domain, event.reserve)
    kept = tuple(entry for entry in character.set_aside if (entry.domain, entry.reserve) != key)
    free = next(each.current for each in character.reserves if each.id == event.reserve) + event.returned
    return state.with_(replace(character, set_aside=kept, reserves=_refilled(character, event.reserve, free)))


def _out_of_phase(character: Character) -> Character:
    return replace(character, set_aside=(), shielding=(), actions_left=None)


def _hampered(state: SessionState, event: e.ProtectionActiveResolved) -> Changes:
    changes: Changes = {"pending": None}
    if event.bonus_left is not None:
        others = tuple(pair for pair in state.bonuses if pair[0] != event.hampering.threat)
        changes["bonuses"] = (*others, (event.hampering.threat, event.bonus_left))
    if not event.points_lost:
        return changes
    loser = state.target(event.loser)
    if isinstance(loser, Character):
        return changes | state.with_(replace(loser, reserves=event.reserves, set_aside=event.set_aside))
    assert loser.guardian is not None, "who has no guardian has no points to lose"
    guardian = replace(loser.guardian, reserve=event.reserves[0], set_aside=event.set_aside)
    return changes | state.with_(replace(loser, guardian=guardian))


# --- assistants, rumors, circles --------------------------------------------------------------------------------------


def _call_done(state: SessionState, step: str) -> Changes:
    return {"pending": None, "used": (*state.used, step)} if step else {"pending": None}


def _retold(rumor: Rumor, index: int) -> Rumor:
    return replace(rumor, index=index) if index else replace(rumor, index=0, state="withdrawn")


def _saved(graph: Graph, circle: Circle) -> tuple[Circle, ...]:
    if any(each.id == circle.id for each in graph.circles):
        return tuple(circle if each.id == circle.id else each for each in graph.circles)
    return (*graph.circles, circle)


def _without(items: tuple[str, ...], item: str) -> tuple[str, ...]:
    return tuple(each for each in items if each != item)


def _added(items: tuple[str, ...], item: str) -> tuple[str, ...]:
    return items if item in items else (*items, item)
