"""SYNERGY: what a teammate's action gives to another."""

from collections.abc import Iterable, Sequence
from typing import Final

from rules_engine.kernel.errors import MalformedInput, RuleViolation
from rules_engine.kernel.rule_ids import RuleId
from rules_engine.sru.components import Profile
from rules_engine.sru.events import SynergyGranted
from rules_engine.sru.profile import GLOBAL, WHOLE_SCENE, modifier
from rules_engine.sru.rulings import Rulings
from rules_engine.sru.state import Action, Offer, Scope, SessionState, Synergy
from rules_engine.sru.story import Story
from rules_engine.sru.thresholds import Help

LONG: Final = {"MOD-DUR-SESSION", "MOD-DUR-LASTING"}


def check_offer(offer: Offer, rows: Sequence[str], profile: Profile) -> None:
    """Raise RuleViolation unless the rows earn what a synergy action is to give.

    A routine is earned by a global obstacle for a whole scene (SRU-SYNERGY-03, SRU-RULING-38); +n costs +n, by its
    MOD-SYN row (SRU-SYNERGY-04, SRU-RULING-39); the rows of ``remove_passive`` are the game master's choice.
    """
    if offer.amount < 0:
        raise MalformedInput("A synergy gives 0 or more.")
    if offer.effect == "routine" and not {GLOBAL, WHOLE_SCENE} <= set(rows):
        raise RuleViolation(RuleId("SRU-RULING-38"), rows=", ".join(rows))
    if offer.effect in {"score", "threshold"}:
        given = [row.value for row in (modifier(profile, name) for name in rows) if row.axis == "synergy"]
        if given != [offer.amount]:
            raise RuleViolation(RuleId("SRU-RULING-39"), amount=offer.amount)


def scope_of(rows: Iterable[str]) -> Scope:
    """What a synergy serves: one action, or by its duration row a scene or the session: SRU-RULING-40."""
    chosen = set(rows)
    return "session" if chosen & LONG else "scene" if WHOLE_SCENE in chosen else "action"


def combined(synergies: Iterable[Synergy], rulings: Rulings) -> Help:
    """What synergies give together, chains included: SRU-SYNERGY-06, SRU-SYNERGY-07, SRU-RULING-40.

    A cap is one on what they add to the score and take off the threshold, the score first.
    """
    offers = [synergy.offer for synergy in synergies]
    score, threshold, passive = (
        sum(offer.amount for offer in offers if offer.effect == effect)
        for effect in ("score", "threshold", "remove_passive")
    )
    if rulings.synergy_cap is not None:
        score = min(score, rulings.synergy_cap)
        threshold = min(threshold, rulings.synergy_cap - score)
    routine = any(offer.effect == "routine" for offer in offers)
    return Help(score=score, threshold=threshold, passive=passive, routine=routine)


def serves(synergy: Synergy, action: Action) -> bool:
    """Whether a synergy can serve an action: its scene, whom and against what it helps (SRU-SYNERGY-08).

    One that serves a single action may come from an earlier scene; in a script it serves the step that it was for.
    """
    offer = synergy.offer
    if synergy.scope == "scene" and synergy.scene != action.scene:
        return False
    if synergy.scope == "action" and synergy.step not in {"", action.step}:
        return False
    return offer.helped in {"", action.actor} and offer.target in {"", action.target}


def available(state: SessionState, action: Action) -> tuple[str, ...]:
    """The ids of all granted synergies that can serve an action."""
    return tuple(synergy.id for synergy in state.synergies if serves(synergy, action))


def used(state: SessionState, action: Action) -> tuple[Synergy, ...]:
    """The granted synergies that an action uses. Raises MalformedInput for one that it cannot use."""
    ready = {synergy.id: synergy for synergy in state.synergies if serves(synergy, action)}
    if not set(action.synergies) <= set(ready) or len(set(action.synergies)) < len(action.synergies):
        raise MalformedInput(f"These synergies can serve this action: {', '.join(ready) or 'none'}.")
    return tuple(ready[each] for each in action.synergies)


def grant(story: Story, action: Action, step: str) -> None:
    """A synergy action that is reached gives what it offered: SRU-SYNERGY-02, SRU-SYNERGY-05; in any domain."""
    if action.helps is not None and action.outcome == "reached":
        scene = action.helps.scene or action.scene
        synergy = Synergy(
            id=action.id, giver=action.actor, offer=action.helps, scope=scope_of(action.rows), scene=scene, step=step
        )
        story.tell(SynergyGranted(synergy=synergy))
