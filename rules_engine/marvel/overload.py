"""Overload (MARVEL-OVL): one more die, or one option of the attack, decided before the first hit roll."""

from msgspec.structs import replace

from rules_engine.kernel.errors import MalformedInput, RuleViolation
from rules_engine.kernel.messages import Decision, Legal
from rules_engine.kernel.rule_ids import RuleId
from rules_engine.marvel.commands import ChooseOverload
from rules_engine.marvel.components import Attack, OverloadOption
from rules_engine.marvel.events import OverloadChosen
from rules_engine.marvel.pending import AttackPending, GrabPending, HitPending, Overload
from rules_engine.marvel.rulings import Rulings
from rules_engine.marvel.state import Character, MatchState
from rules_engine.marvel.story import Story

NONE = Overload()


def boosted(state: MatchState) -> AttackPending | GrabPending | None:
    """The attack, or the grab and throw, that is being resolved: the innermost one."""
    for pending in reversed(state.pending):
        if isinstance(pending, AttackPending | GrabPending):
            return pending
    return None


def chosen(state: MatchState) -> Overload:
    """The overload of what is being resolved, if one was chosen."""
    pending = boosted(state)
    return (pending.overload if pending else None) or NONE


def applied(attack: Attack, overload: Overload | None) -> Attack:
    """An attack as an overload option changes it: damage, range and special rules (MARVEL-OVL-02).

    More range brings more characters into a wave; the target of a ranged attack has been chosen before
    (MARVEL-RULING-24).
    """
    if overload is None or overload.option is None:
        return attack
    option = attack.overload_options[overload.option]
    named = {rule.rule for rule in option.special_rules}
    kept = tuple([rule for rule in attack.special_rules if rule.rule not in named])
    return replace(
        attack,
        damage=attack.damage + option.damage,
        range=attack.range + option.range,
        special_rules=(*kept, *option.special_rules),
    )


# --- the choice -------------------------------------------------------------------------------------------------------


def is_due(state: MatchState) -> bool:
    """Whether the attacker has yet to say whether it boosts, and could.

    Rules: MARVEL-OVL-01, MARVEL-RULING-24: after every declared target has reacted, before the first hit roll; a grab
    and throw has one overload for both its rolls.
    """
    pending = boosted(state)
    if pending is None or pending.overload is not None or not _is_time(state):
        return False
    attacker = state.character(pending.attacker)
    return can_die(state, attacker) or bool(open_options(state, attacker, _attack(state, pending)))


def _is_time(state: MatchState) -> bool:
    match state.top:
        case HitPending() as hit:
            return hit.purpose != "attack" and hit.reacted and not hit.dice.faces
        case AttackPending() as pending:
            return not (pending.reactors or pending.current)
        case _:
            return False


def _attack(state: MatchState, pending: AttackPending | GrabPending) -> Attack | None:
    if isinstance(pending, GrabPending):
        return None
    return state.character(pending.attacker).card.find_attack(pending.attack)


def can_die(state: MatchState, attacker: Character) -> bool:
    """Whether the attacker can pay for a die, and one will be rolled (MARVEL-RULING-23)."""
    return attacker.pow >= state.rulings.overload_pow_cost and will_roll(state)


def will_roll(state: MatchState) -> bool:
    """Whether what is being resolved has a hit roll at all.

    Rules: MARVEL-RULING-28 (``none``), MARVEL-RULING-68: scenery is hit without a roll.
    """
    pending = boosted(state)
    if not isinstance(pending, AttackPending):
        return True
    if pending.target:
        others = bool(pending.targets[1:])
        return others or state.find(pending.target) is not None or state.rulings.scenery_defence is not None
    return state.rulings.area_hit_roll != "none"


def cost(option: OverloadOption, rulings: Rulings) -> int:
    """What an option costs: what is printed, else the league's price (MARVEL-RULING-23)."""
    return rulings.overload_pow_cost if option.cost is None else option.cost


def open_options(state: MatchState, attacker: Character, attack: Attack | None) -> tuple[int, ...]:
    """The options of an attack that the attacker can pay, by their places."""
    options = attack.overload_options if attack else ()
    return tuple([place for place, option in enumerate(options) if cost(option, state.rulings) <= attacker.pow])


def awaiting(state: MatchState) -> tuple[Decision, ...]:
    """The attacker's decision."""
    pending = boosted(state)
    assert pending is not None, "something is being resolved that can be boosted"
    attacker = state.character(pending.attacker)
    return (state.ask("overload", attacker.seat, attacker.id),)


def choose(story: Story, command: ChooseOverload, decision: Decision) -> None:
    """Pay for a die or an option, or for neither.

    Rules: MARVEL-OVL-01, MARVEL-OVL-02, MARVEL-RULING-23, MARVEL-RULING-24. Errors: RuleViolation for both at once, and
    for what cannot be paid; MalformedInput for an option that the attack lacks.
    """
    state = story.state
    attacker, pending = state.character(decision.subject), boosted(state)
    assert pending is not None, "something is being resolved that can be boosted"
    attack, rulings = _attack(state, pending), state.rulings
    if command.die and command.option is not None:
        raise RuleViolation(RuleId("MARVEL-OVL-02"), character=attacker.id)
    price = rulings.overload_pow_cost if command.die else 0
    if command.option is not None:
        options = attack.overload_options if attack else ()
        if not 0 <= command.option < len(options):
            raise MalformedInput(f"The attack has {len(options)} overload options, counted from 0.")
        price = cost(options[command.option], rulings)
    if price > attacker.pow or (command.die and not will_roll(state)):
        raise RuleViolation(RuleId("MARVEL-OVL-01"), character=attacker.id, cost=price, pow=attacker.pow)
    overload = Overload(die=command.die, option=command.option)
    story.tell(OverloadChosen(attacker=attacker.id, overload=overload, pow=attacker.pow - price))


def options(state: MatchState, decision: Decision) -> Legal:
    """No overload, a die, each option that can be paid."""
    pending = boosted(state)
    assert pending is not None, "something is being resolved that can be boosted"
    attacker = state.character(decision.subject)
    none = ChooseOverload(seat=decision.seat, decision=decision.id)
    commands = [none]
    if can_die(state, attacker):
        commands.append(replace(none, die=True))
    open_ = open_options(state, attacker, _attack(state, pending))
    return Legal(commands=(*commands, *(replace(none, option=place) for place in open_)))
