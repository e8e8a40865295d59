"""What a defender does before a hit roll: defensive enhancements and powers (MARVEL-ATK-04, MARVEL-ATK-05)."""

from rules_engine.kernel.errors import MalformedInput, RuleViolation
from rules_engine.kernel.messages import Decision, Legal, Record
from rules_engine.kernel.rule_ids import RuleId
from rules_engine.marvel import powers
from rules_engine.marvel.commands import React
from rules_engine.marvel.components import DefenceName, Power
from rules_engine.marvel.defences import ENHANCEMENT_COST, open_enhancements
from rules_engine.marvel.events import DefenceEnhanced, ReactionEnded
from rules_engine.marvel.pending import AttackPending, HitPending, Manner
from rules_engine.marvel.state import Character, MatchState
from rules_engine.marvel.story import Story


class Threat(Record, frozen=True, kw_only=True):
    """The hit roll that a defender may react to: against whom, how, and against which defence."""

    target: str
    manner: Manner
    defence: DefenceName


def threat(state: MatchState) -> Threat | None:
    """The threat to whoever may react now.

    Declared targets react before an overload, everybody else just before the own hit roll (MARVEL-RULING-21).
    """
    match state.top:
        case HitPending(reacted=False) as hit:
            return Threat(target=hit.target, manner=hit.manner, defence=hit.defence)
        case AttackPending(reactors=(first, *_)) as pending:
            attack = state.character(pending.attacker).card.find_attack(pending.attack)
            assert attack is not None, "an attack is declared by the id of one on the card"
            return Threat(target=first, manner=attack.mode, defence=attack.defence)
        case _:
            return None


def may_react(state: MatchState, target_id: str, manner: Manner) -> bool:
    """Whether a target of an attack is a character that has anything to choose."""
    character = state.find(target_id)
    if character is None:
        return False
    return bool(open_enhancements(character, state.rulings)) or bool(open_powers(state, character, manner))


def open_powers(state: MatchState, character: Character, manner: Manner) -> tuple[Power, ...]:
    """The powers that a character may answer an attack with: active and reactive ones.

    Rules: MARVEL-ATK-04 (one power an attack), MARVEL-KO-04, MARVEL-DOWN-01, MARVEL-RULING-20: the printed trigger
    decides; where it is words, the players see to it. With ``special_power_only`` an attack opens no window.
    """
    if state.rulings.reaction_window == "special_power_only" or character.ko or character.down or _has_used(state):
        return ()
    return tuple(
        [
            power
            for power in character.card.powers
            if power.kind != "passive"
            and (not power.against or manner in power.against)
            and powers.can_pay(character, power)
        ]
    )


def _has_used(state: MatchState) -> bool:
    """Whether the defender that may react now has used a power."""
    return isinstance(state.top, HitPending | AttackPending) and state.top.powered


def awaiting(state: MatchState, found: Threat) -> tuple[Decision, ...]:
    """The defender's decision."""
    return (state.ask("react", state.character(found.target).seat, found.target),)


def step(story: Story) -> bool:
    """End the reaction of a defender that has nothing to choose, or is gone."""
    found = threat(story.state)
    if found is None:
        return False
    if may_react(story.state, found.target, found.manner):
        return False
    story.tell(ReactionEnded(character=found.target))
    return True


def react(story: Story, command: React, decision: Decision) -> None:
    """Buy one enhancement, use one power, or, with neither, end the reaction.

    Rules: MARVEL-ATK-04, MARVEL-ATK-05, MARVEL-ATK-07, MARVEL-RULING-20, MARVEL-RULING-21. Errors: RuleViolation for
    what the defender may not buy or use; MalformedInput for both at once, or a power that its card lacks.
    """
    found = threat(story.state)
    assert found is not None, "somebody may react"
    if command.enhance and command.power:
        raise MalformedInput("One answer buys an enhancement or uses a power; ask for the other one next.")
    defender = story.state.character(decision.subject)
    if command.enhance:
        _enhance(story, defender, command.enhance)
    elif command.power:
        _use(story, defender, command.power, found)
    else:
        story.tell(ReactionEnded(character=defender.id))


def _enhance(story: Story, defender: Character, name: DefenceName) -> None:
    if name not in story.state.rulings.defensive_enhancement_defences or defender.card.defences.of(name) is None:
        raise RuleViolation(RuleId("MARVEL-RULING-22"), character=defender.id, defence=name)
    if name not in open_enhancements(defender, story.state.rulings):
        raise RuleViolation(_bar(defender), character=defender.id, defence=name)
    story.tell(DefenceEnhanced(character=defender.id, defence=name, pow=defender.pow - ENHANCEMENT_COST))


def _bar(defender: Character) -> RuleId:
    """The rule that keeps a defender from an enhancement."""
    if defender.ko:
        return RuleId("MARVEL-KO-07")
    if defender.down:
        return RuleId("MARVEL-DOWN-03")
    if defender.enhanced:
        return RuleId("MARVEL-ATK-07")
    return RuleId("MARVEL-RULING-21" if defender.pow >= ENHANCEMENT_COST else "MARVEL-ATK-05")


def _use(story: Story, defender: Character, power_id: str, found: Threat) -> None:
    """Use a power; a reactive one that changes the attacked defence does so for this roll only."""
    power = defender.card.find_power(power_id)
    if power is None:
        raise MalformedInput(f"{defender.id} has no power {power_id}.")
    if power not in open_powers(story.state, defender, found.manner):
        raise RuleViolation(RuleId("MARVEL-RULING-20"), character=defender.id, power=power.id)
    powers.react(story, defender, power, defence=found.defence)


def options(state: MatchState, decision: Decision) -> Legal:
    """Every enhancement, that of the attacked defence first, every power, and neither."""
    found = threat(state)
    assert found is not None, "somebody may react"
    defender = state.character(decision.subject)
    raised = sorted(open_enhancements(defender, state.rulings), key=lambda name: name != found.defence)
    answers = [React(seat=decision.seat, decision=decision.id, enhance=name) for name in raised]
    answers += [
        React(seat=decision.seat, decision=decision.id, power=power.id)
        for power in open_powers(state, defender, found.manner)
    ]
    return Legal(commands=(*answers, React(seat=decision.seat, decision=decision.id)))
