"""What the sentence of an event needs to know: names, numbers, dice with their faces.

The facts are the same in every language. ``case`` picks between the sentences of one kind: the sentence is then that of
``<kind>.<case>``. Domains, effects, reasons and the like are told in English words that a language's texts translate.
"""

from collections.abc import Iterable
from typing import assert_never

from rules_engine.kernel.dice import Roll
from rules_engine.kernel.errors import Facts
from rules_engine.sru import events as e
from rules_engine.sru.components import Rumor
from rules_engine.sru.state import Action, Call, Hampering, SessionState

Told = dict[str, str | int]


def narrate(state: SessionState | None, event: e.SruEvents) -> Facts:
    """The facts of an event's sentence; ``state`` is the one before it, None before the first event."""
    if isinstance(event, e.SessionOpened):
        names = (each.name for team in event.setup.teams for each in team.characters)
        return {"number": event.setup.info.number, "characters": ", ".join(names)}
    assert state is not None, "a session starts with the event sru.session.opened"
    return _facts(state, event)


def _facts(state: SessionState, event: e.SruEvents) -> Facts:
    match event:
        case e.SessionBegan() | e.SessionOpened():
            return {}
        case e.SessionClosed():
            reached = ", ".join(f"{each.team} {each.objectives}" for each in event.outcome.placings)
            return {"reached": reached}
        case e.ReserveRecharged():
            return {"character": _name(state, event.character), "before": event.before, "after": event.after}
        case e.SceneOpened():
            return {"scene": event.scene.title}
        case e.SceneClosed():
            return {"scene": state.scene.title if state.scene else event.scene}
        case e.PhaseOpened() | e.PhaseClosed():
            return {}
        case e.ProfileChanged():
            changes = ", ".join(f"{each.name} {each.old} → {each.new}" for each in event.changes)
            return {"version": event.profile.version, "changes": changes}
        case e.GmRuled():
            return {"text": event.text}
        case e.StepDetailed() | e.StepPlanned():
            return {"step": state.step(event.step).title}
        case e.StepEnded():
            return {"step": state.step(event.step).title, "case": "reached" if event.reached else "left"}
        case e.ActionsGiven():
            told: Told = {"character": _name(state, event.character), "actions": event.actions or 0}
            return _case("uncounted" if event.actions is None else "", told)
        case e.ThreatRevealed():
            return {"who": _name(state, event.who), "threat": _name(state, event.threat)}
        case e.CircleSaved():
            return {"circle": event.circle.name}
        case e.CircleLinked():
            return {"a": _circle(state, event.link.a), "b": _circle(state, event.link.b)}
        case e.CircleUnlinked():
            return {"a": _circle(state, event.a), "b": _circle(state, event.b)}
        case _:
            return _doings(state, event)


Doings = (
    e.ActionDeclared
    | e.ActionAdmitted
    | e.ActionRefused
    | e.SynergyRefused
    | e.RumorGmUsed
    | e.ActionTested
    | e.ActionResolved
    | e.SynergyGranted
    | e.ComplicationApplied
    | e.ActionComplicated
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
    | e.RumorFadeChosen
    | e.RumorFadeRolled
    | e.RumorCreated
    | e.RumorChanged
    | e.RumorDetectionCounted
)


def _doings(state: SessionState, event: Doings) -> Facts:
    match event:
        case e.ActionDeclared() | e.ActionAdmitted() | e.ActionTested() | e.ActionResolved():
            return _action(state, event)
        case e.ActionRefused() | e.SynergyRefused():
            return {"case": event.reason}
        case e.ActionComplicated():
            return _case("" if event.number else "none", {"number": event.number})
        case e.SynergyGranted():
            offer = event.synergy.offer
            return {"case": offer.effect, "giver": _name(state, event.synergy.giver), "amount": offer.amount}
        case e.ComplicationApplied():
            told: Told = {"who": _name(state, event.who), "amount": event.amount, "domain": event.domain}
            told["opponent"] = _name(state, event.opponent) if event.opponent else ""
            return _case(event.complication, told)
        case e.RumorGmUsed():
            rumor = state.rumor(event.rumor)
            return _rumor(state, rumor) | {"amount": event.amount, "case": event.effect}
        case (
            e.ProtectionSetAside()
            | e.ProtectionAbandoned()
            | e.ProtectionPhaseEnded()
            | e.ProtectionShielded()
            | e.ProtectionActiveDeclared()
            | e.ProtectionActiveAnswered()
            | e.ProtectionActiveResolved()
        ):
            return _protection(state, event)
        case (
            e.RumorFadeChosen() | e.RumorFadeRolled() | e.RumorCreated() | e.RumorChanged() | e.RumorDetectionCounted()
        ):
            return _rumors(state, event)
        case _:
            return _assistants(state, event)


def _action(
    state: SessionState, event: e.ActionDeclared | e.ActionAdmitted | e.ActionTested | e.ActionResolved
) -> Facts:
    action = event.action
    told: Told = {"actor": _name(state, action.actor), "target": _name(state, action.target), "domain": action.domain}
    match event:
        case e.ActionDeclared():
            return _case("help" if action.helps else "", told)
        case e.ActionAdmitted():
            return told | {"threshold": action.threshold}
        case e.ActionTested():
            return told | _numbers(action) | {"dice": _dice(event.roll)}
        case e.ActionResolved():
            told |= _numbers(action) | {"dice": _dice(event.roll), "reserve": action.reserve}
            return _case(action.outcome + ("_dice" if event.roll else ""), told)
        case _:
            assert_never(event)


def _numbers(action: Action) -> Told:
    return {"score": action.score, "threshold": action.threshold, "shortfall": action.shortfall}


def _protection(
    state: SessionState,
    event: (
        e.ProtectionSetAside
        | e.ProtectionAbandoned
        | e.ProtectionPhaseEnded
        | e.ProtectionShielded
        | e.ProtectionActiveDeclared
        | e.ProtectionActiveAnswered
        | e.ProtectionActiveResolved
    ),
) -> Facts:
    match event:
        case e.ProtectionSetAside():
            return {"character": _name(state, event.character), "points": event.points, "free": event.free}
        case e.ProtectionAbandoned():
            told: Told = {"character": _name(state, event.character), "points": event.points}
            return told | {"taken_back": event.taken_back, "lost": event.lost}
        case e.ProtectionPhaseEnded():
            return {"character": _name(state, event.character), "points": event.returned}
        case e.ProtectionShielded():
            others = ", ".join(_name(state, each.other) for each in event.shielding)
            return _case("" if others else "none", {"character": _name(state, event.character), "others": others})
        case e.ProtectionActiveDeclared():
            return _sides(state, event.hampering)
        case e.ProtectionActiveAnswered():
            told = _sides(state, event.hampering) | {"score": event.hampering.protector_score}
            return _case("scored" if event.stage == "counter" else event.hampering.response, told)
        case e.ProtectionActiveResolved():
            told = _sides(state, event.hampering) | {"lost": event.points_lost}
            if event.bonus_left is not None:
                return told | {"case": "bonus", "bonus": event.bonus_left}
            told["loser"] = _name(state, event.loser) if event.loser else ""
            return _case("" if event.loser else "nothing", told)
        case _:
            assert_never(event)


def _sides(state: SessionState, hampering: Hampering) -> Told:
    return {"protector": _name(state, hampering.protector), "threat": _name(state, hampering.threat)}


def _rumors(
    state: SessionState,
    event: e.RumorFadeChosen | e.RumorFadeRolled | e.RumorCreated | e.RumorChanged | e.RumorDetectionCounted,
) -> Facts:
    match event:
        case e.RumorFadeChosen():
            return _case("rolls" if event.roll else "leaves", _rumor(state, state.rumor(event.rumor)))
        case e.RumorFadeRolled():
            told = _rumor(state, state.rumor(event.rumor)) | {"dice": _dice(event.roll), "index": event.after}
            return _case("gone" if event.faded else "fades" if event.after < event.before else "", told)
        case e.RumorCreated():
            return _rumor(state, event.rumor)
        case e.RumorChanged():
            told = _rumor(state, state.rumor(event.rumor)) | {"before": event.before, "after": event.after}
            return _case("" if event.after else "gone", told)
        case e.RumorDetectionCounted():
            return {"base": event.base, "score": event.score}
        case _:
            assert_never(event)


def _assistants(
    state: SessionState,
    event: (
        e.AssistantRequested
        | e.AssistantAdmitted
        | e.AssistantRefused
        | e.RumorCallRolled
        | e.AssistantTested
        | e.AssistantActivated
        | e.AssistantRented
        | e.AssistantHandedOver
        | e.AssistantEnded
    ),
) -> Facts:
    match event:
        case e.AssistantRequested():
            return _case("rented" if event.call.rented else "", _call(state, event.call))
        case e.AssistantAdmitted():
            return _call(state, event.call)
        case e.AssistantRefused():
            return _case(event.reason, _call(state, event.call))
        case e.RumorCallRolled():
            return _call(state, event.call) | {"dice": _dice(event.roll), "modifier": f"{event.total:+d}"}
        case e.AssistantTested():
            return _call(state, event.call) | {"score": event.call.score, "dice": _dice(event.roll)}
        case e.AssistantActivated() | e.AssistantRented():
            made = event.assistant
            told: Told = {"character": _name(state, made.owner), "assistant": made.label, "power": made.power}
            return told | {"duration": made.duration, "price": made.price}
        case e.AssistantHandedOver():
            label = state.assistant(event.assistant).label
            return {"assistant": label, "giver": _name(state, event.giver), "taker": _name(state, event.taker)}
        case e.AssistantEnded():
            return {"assistant": state.assistant(event.assistant).label, "case": event.reason}
        case _:
            assert_never(event)


# --- pieces -----------------------------------------------------------------------------------------------------------


def _case(case: str, told: Told) -> Told:
    return told | {"case": case} if case else told


def _name(state: SessionState, who: str) -> str:
    names = {each.id: each.label for each in state.assistants}
    names |= {each.id: each.name for each in state.opponents}
    names |= {each.id: each.name for each in state.characters}
    return names.get(who, who)


def _circle(state: SessionState, circle: str) -> str:
    return {each.id: each.name for each in state.graph.circles}.get(circle, circle)


def _rumor(state: SessionState, rumor: Rumor) -> Told:
    told: Told = {"adjective": rumor.adjective, "character": _name(state, rumor.character)}
    return told | {"circle": _circle(state, rumor.circle), "index": rumor.index}


def _call(state: SessionState, call: Call) -> Told:
    return {"character": _name(state, call.character), "assistant": call.label}


def _dice(roll: Roll | None) -> str:
    faces: Iterable[int] = roll.faces if roll else ()
    return ", ".join(map(str, faces))
