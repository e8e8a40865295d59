"""What the sentence of an event needs to know: names, dice with their faces, inches, totals, counters.

The facts are the same in every language. ``case`` picks between the sentences of one kind: the sentence is then that of
``<kind>.<case>``. Attributes, defences, rules and abilities are told in English words, which languages translate.
"""

from collections.abc import Iterable
from typing import TypeAlias, assert_never

from rules_engine.kernel.dice import Roll
from rules_engine.kernel.errors import Facts
from rules_engine.marvel import commands as c
from rules_engine.marvel import events as e
from rules_engine.marvel.board_narration import BoardEvent, at, board_facts
from rules_engine.marvel.narrated import Told, case, name, names, thing
from rules_engine.marvel.state import MatchState

AttackEvent: TypeAlias = (
    e.AttackDeclared
    | e.DefenceEnhanced
    | e.ReactionEnded
    | e.OverloadChosen
    | e.TargetsAdded
    | e.TargetTaken
    | e.HitBegan
    | e.HitRolled
    | e.HitEnded
    | e.CriticalTaken
    | e.CriticalTextDue
    | e.TargetStruck
    | e.EffectBegan
    | e.Weakened
    | e.CountersLost
    | e.AttackEnded
)
TestEvent: TypeAlias = (
    e.TestBegan | e.TestRolled | e.RerollChosen | e.Rerolled | e.DiceKept | e.TestEnded
)  # a hit roll's re-rolls are told by the same events
ConditionEvent: TypeAlias = (
    e.KnockedOut
    | e.KnockedDown
    | e.Recovered
    | e.RecoveryFailed
    | e.StoodUp
    | e.CharacterLost
    | e.DamageTaken
    | e.Regenerated
    | e.PowerUsed
    | e.EffectEntered
)


def narrate(state: MatchState | None, event: e.MarvelEvents) -> Facts:
    """The facts of an event's sentence; ``state`` is the one before it, None before the first event."""
    if isinstance(event, e.MatchOpened):
        return {"teams": ", ".join(team.id for team in event.setup.teams)}
    assert state is not None, "a match of Marvel starts with the event marvel.match_opened"
    match event:
        case e.TestBegan() | e.TestRolled() | e.RerollChosen() | e.Rerolled() | e.DiceKept() | e.TestEnded():
            return _test(state, event)
        case _ if isinstance(event, AttackEvent):
            return _attack(state, event)
        case _ if isinstance(event, ConditionEvent):
            return _condition(state, event)
        case _ if isinstance(event, BoardEvent):
            return board_facts(state, event)
        case _:
            return _turn(state, event)


TurnEvent: TypeAlias = (
    e.CharacterDeployed
    | e.TurnStarted
    | e.PowGenerated
    | e.PlanUsed
    | e.PlanDeclined
    | e.PlanCountered
    | e.InitiativeDrawn
    | e.FirstChosen
    | e.GoStarted
    | e.Passed
    | e.ActivationStarted
    | e.Followed
    | e.CountersGained
    | e.ActivationEnded
    | e.OfferDeclined
    | e.EndPhaseBegan
    | e.ObjectiveScored
    | e.TurnEnded
    | e.MatchEnded
    | e.Changed
)


def _turn(state: MatchState, event: TurnEvent) -> Facts:
    match event:
        case e.CharacterDeployed():
            return at(event.place) | {"character": name(state, event.character)}
        case e.TurnStarted() | e.TurnEnded():
            return {"turn": event.turn}
        case e.PowGenerated():
            return {"counters": ", ".join(f"{name(state, held.character)} {held.pow}" for held in event.counters)}
        case e.PlanUsed() | e.PlanCountered() | e.ActivationEnded() | e.OfferDeclined():
            return {"character": name(state, event.character)}
        case e.PlanDeclined() | e.FirstChosen() | e.GoStarted():
            return {"team": event.team}
        case e.InitiativeDrawn():
            return case("" if event.roll else "plan", {"team": event.team})
        case e.Passed():
            told: Told = {"team": event.team, "character": name(state, event.strategist) if event.strategist else ""}
            return case("strategist" if event.strategist else "", told)
        case e.ActivationStarted():
            told = {"character": name(state, event.character), "ability": event.ability}
            return case("extra" if event.by else "", told | {"by": name(state, event.by) if event.by else ""})
        case e.Followed():
            told = {"character": name(state, event.character), "pow": event.pow}
            return case("" if event.leader else "declined", told | {"leader": _maybe(state, event.leader)})
        case e.CountersGained():
            return {"character": name(state, event.character), "ability": event.ability, "pow": event.pow}
        case e.EndPhaseBegan():
            return case("tests" if event.to_test else "", {"characters": names(state, event.to_test)})
        case e.ObjectiveScored():
            known = {objective.id: objective.name for objective in state.setup.objectives}
            return {"team": event.team, "objective": known[event.objective], "points": event.points}
        case e.MatchEnded():
            winners = event.outcome.winners()
            told = {"teams": ", ".join(winners), "rule": event.outcome.rule_id}
            return case("draw" if len(winners) > 1 else "", told)
        case e.Changed():
            return _changed(state, event.change)
        case _:
            assert_never(event)


def _maybe(state: MatchState, character_id: str) -> str:
    return name(state, character_id) if character_id else ""


def _changed(state: MatchState, change: c.Change) -> Facts:
    match change:
        case c.SetEndurance():
            return {"case": "endurance", "character": name(state, change.character), "endurance": change.endurance}
        case c.SetPow():
            return {"case": "pow", "character": name(state, change.character), "pow": change.pow}
        case c.SetCondition():
            told = {"character": name(state, change.character)}
            return told | {"case": "ko" if change.ko else "down" if change.down else "standing"}
        case c.SetPlace():
            return {"case": "place", "character": name(state, change.character)}
        case c.SetStructure():
            return {"case": "structure", "scenery": thing(state, change.scenery), "sp": change.sp}
        case c.AwardPoints():
            return {"case": "points", "team": change.team, "points": change.points}
        case c.EndMatch():
            return {"case": "end", "teams": ", ".join(change.winners)}
        case _:
            assert_never(change)


# --- rolls and conditions ---------------------------------------------------------------------------------------------


def _rolled(roll: Roll) -> str:
    return ", ".join(map(str, roll.faces))


def _test(state: MatchState, event: TestEvent) -> Facts:
    told: Told = {"character": name(state, event.character)}
    match event:
        case e.TestBegan():
            return told | {"attribute": event.attribute, "limit": event.limit, "purpose": event.purpose}
        case e.TestRolled():
            return told | {"dice": _rolled(event.roll)}
        case e.RerollChosen():
            return told | {"ability": event.ability, "dice": len(event.dice)}
        case e.Rerolled():
            return told | {"dice": _rolled(event.roll), "faces": ", ".join(map(str, event.faces))}
        case e.DiceKept():
            return told
        case e.TestEnded():
            return told | {
                "case": "passed" if event.passed else "failed",
                "attribute": event.attribute,
                "total": event.total,
            }
        case _:
            assert_never(event)


def _condition(state: MatchState, event: ConditionEvent) -> Facts:
    told: Told = {"character": name(state, event.character)}
    match event:
        case e.KnockedOut() | e.KnockedDown():
            return told
        case e.Recovered() | e.StoodUp():
            return told | {"pow": event.pow}
        case e.RecoveryFailed():
            return case("activated" if event.activated else "", told)
        case e.CharacterLost():
            return case("by" if event.by else "", told | {"team": event.by, "points": event.points})
        case e.DamageTaken():
            told |= {"damage": event.damage, "left": event.left, "cruel": event.cruel}
            return case("cruel" if event.cruel else "" if event.damage else "none", told)
        case e.Regenerated():
            return told | {"endurance": event.endurance}
        case e.PowerUsed():
            return _power(state, event, told)
        case e.EffectEntered():
            return told | {"power": _power_name(state, event.character, event.power)}
        case _:
            assert_never(event)


def _power(state: MatchState, event: e.PowerUsed, told: Told) -> Facts:
    told |= {"power": _power_name(state, event.character, event.power), "pow": event.pow}
    others = event.target and event.target != event.character
    return case("target" if others else "", told | {"target": name(state, event.target) if others else ""})


def _power_name(state: MatchState, character_id: str, power_id: str) -> str:
    power = state.character(character_id).card.find_power(power_id)
    return power.name if power else power_id


# --- attacks ----------------------------------------------------------------------------------------------------------


def _attack(state: MatchState, event: AttackEvent) -> Facts:
    match event:
        case e.AttackDeclared():
            told: Told = {"character": name(state, event.attacker), "pow": event.pow}
            told |= {"attack": _attack_name(state, event.attacker, event.attack)}
            targets = [event.target] if event.target else event.targets
            return case("" if event.target else "area", told | {"targets": _things(state, targets)})
        case e.AttackEnded():
            attack = _attack_name(state, event.attacker, event.attack)
            return {"character": name(state, event.attacker), "attack": attack}
        case e.CriticalTextDue():
            attack = _attack_name(state, event.attacker, event.attack)
            return {"attack": attack, "target": thing(state, event.target)}
        case e.DefenceEnhanced():
            return {"character": name(state, event.character), "defence": event.defence, "pow": event.pow}
        case e.ReactionEnded():
            return {"character": name(state, event.character)}
        case e.OverloadChosen():
            return _overload(state, event)
        case e.TargetsAdded():
            return {"character": name(state, event.attacker), "targets": _things(state, event.targets)}
        case e.HitRolled():
            return {"character": name(state, event.attacker), "dice": _rolled(event.roll)}
        case e.Weakened():
            reduction = event.reduction
            return {"character": name(state, event.character), "rule": reduction.rule, "x": reduction.x}
        case e.CountersLost():
            return {"character": name(state, event.character), "lost": event.lost, "pow": event.pow}
        case _:
            return _strike(state, event)


def _overload(state: MatchState, event: e.OverloadChosen) -> Facts:
    told: Told = {"character": name(state, event.attacker), "pow": event.pow}
    if event.overload.option is not None:
        return told | {"case": "option", "option": event.overload.option + 1}
    return case("die" if event.overload.die else "", told)


def _strike(
    state: MatchState, event: e.TargetTaken | e.HitBegan | e.HitEnded | e.CriticalTaken | e.TargetStruck | e.EffectBegan
) -> Facts:
    told: Told = {"character": name(state, event.attacker)}
    if isinstance(event, e.HitEnded):
        return told | _hit(state, event)
    told["target"] = thing(state, event.target)
    match event:
        case e.TargetTaken():
            return told
        case e.HitBegan():
            return case("cover" if event.cover else "", told | {"defence": event.defence})
        case e.CriticalTaken():
            return case("effect" if event.effect else "push" if event.push else "", told)
        case e.TargetStruck():
            return case("blast" if event.blast else "", told | {"targets": _things(state, event.blast)})
        case e.EffectBegan():
            return told | {"rule": event.rule, "x": event.x}
        case _:
            assert_never(event)


def _hit(state: MatchState, event: e.HitEnded) -> Told:
    result = event.result
    told: Told = {"target": thing(state, result.target), "total": result.total, "against": result.defence}
    if not result.hit:
        return told | {"case": "miss"}
    return told | {"case": "critical" if result.critical else "hit" if result.faces else "unrolled"}


def _attack_name(state: MatchState, attacker_id: str, attack_id: str) -> str:
    attack = state.character(attacker_id).card.find_attack(attack_id)
    return attack.name if attack else attack_id


def _things(state: MatchState, ids: Iterable[str]) -> str:
    return ", ".join(thing(state, each) for each in ids)
