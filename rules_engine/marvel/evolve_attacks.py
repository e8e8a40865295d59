"""What the events of attacks and hit rolls change."""

from msgspec.structs import replace

from rules_engine.marvel import events as e
from rules_engine.marvel.changes import Changes, add, of, on_top, pushed
from rules_engine.marvel.pending import AttackPending, GrabPending, HitPending, Pending
from rules_engine.marvel.state import MatchState


def declared(state: MatchState, event: e.AttackDeclared) -> Changes:
    """The attack is paid and counted, and waits to be resolved."""
    attacker = state.character(event.attacker)
    pending = AttackPending(
        attacker=event.attacker,
        attack=event.attack,
        target=event.target,
        targets=event.targets,
        crossed=event.crossed,
        named=event.named,
        reactors=event.reactors,
    )
    uses, ever = (*attacker.uses, event.attack), (*attacker.uses_ever, event.attack)
    assert state.activation is not None, "a character is acting"
    counted = replace(state.activation, attacks=state.activation.attacks + 1)
    paid = of(state, attacker.id, pow=event.pow, uses=uses, uses_ever=ever)
    return paid | pushed(state, pending) | {"activation": counted}


def enhanced(state: MatchState, event: e.DefenceEnhanced) -> Changes:
    """A defence is raised until the next activation of its owner."""
    raised = (*state.character(event.character).enhancements, event.defence)
    return of(state, event.character, pow=event.pow, enhanced=True, enhancements=raised)


def reacted(state: MatchState, defender: str, bonus: int) -> Changes:
    """The defender has used a power before the hit roll at hand, which may add something to its defence."""
    match state.top:
        case HitPending() as hit:
            return on_top(state, powered=True, bonus=hit.bonus + bonus)
        case AttackPending(reactors=(first, *_)) as attack if first == defender:
            return on_top(state, powered=True, guards=add(attack.guards, defender, bonus))
        case _:
            return {}


def reaction_ended(state: MatchState) -> Changes:
    """The hit roll at hand goes on, or the next declared target reacts."""
    top = state.top
    if isinstance(top, AttackPending):
        return on_top(state, reactors=top.reactors[1:], powered=False)
    return on_top(state, reacted=True)


def overload_chosen(state: MatchState, event: e.OverloadChosen) -> Changes:
    """The innermost attack, or grab and throw, has its overload."""
    boosted = len(state.pending) - 1
    while not isinstance(state.pending[boosted], AttackPending | GrabPending):
        boosted -= 1
    changed = replace(state.pending[boosted], overload=event.overload)
    pending = (*state.pending[:boosted], changed, *state.pending[boosted + 1 :])
    return of(state, event.attacker, pow=event.pow) | {"pending": pending}


def target_taken(state: MatchState, event: e.TargetTaken) -> Changes:
    """Nothing is known of the next target yet."""
    assert isinstance(state.top, AttackPending), "an attack is being resolved"
    left = tuple([target for target in state.top.targets if target != event.target])
    return on_top(
        state,
        current=event.target,
        targets=left,
        stage="hit",
        hit=None,
        effect=False,
        plus_one=False,
        push=False,
        halved=False,
        effects=(),
    )


def hit_began(state: MatchState, event: e.HitBegan) -> Changes:
    """A hit roll waits for a reaction, an overload and its dice."""
    hit = HitPending(
        attacker=event.attacker,
        target=event.target,
        purpose=event.purpose,
        manner=event.manner,
        defence=event.defence,
        cover=event.cover,
        bonus=event.bonus,
        reacted=event.reacted,
        first=event.first,
    )
    return pushed(state, hit)


def hit_ended(state: MatchState, event: e.HitEnded) -> Changes:
    """The result goes to the attack, or the grab and throw, that waited for it."""
    below: tuple[Pending, ...] = state.pending[:-1] if isinstance(state.top, HitPending) else state.pending
    waiting, result = below[-1], event.result
    if isinstance(waiting, GrabPending):
        return {"pending": (*below[:-1], replace(waiting, hit=result))}
    assert isinstance(waiting, AttackPending), "an attack waits for its hit roll"
    known = replace(
        waiting,
        hit=result,
        stage=("critical" if result.critical else "agility") if result.hit else "next",
        shared=result.faces,
        rolled=waiting.rolled + bool(result.faces),
    )
    return {"pending": (*below[:-1], known)}


def dodged(pending: tuple[Pending, ...], *, passed: bool) -> tuple[Pending, ...]:
    """The attack below an Agility test knows whether it was passed."""
    attack = pending[-1]
    assert isinstance(attack, AttackPending), "an attack waits for the test"
    return (*pending[:-1], replace(attack, halved=passed, stage="damage"))


def target_struck(state: MatchState, event: e.TargetStruck) -> Changes:
    """The effects of a hit follow its damage, and then the characters around it are resolved."""
    assert isinstance(state.top, AttackPending), "an attack is being resolved"
    blast = event.blast
    later = tuple([target for target in state.top.targets if target not in blast])
    return on_top(
        state, stage="effects", effects=event.effects, targets=(*blast, *later), blast=(*state.top.blast, *blast)
    )


def effect_began(state: MatchState) -> Changes:
    """One effect less is left to work."""
    assert isinstance(state.top, AttackPending), "an attack is being resolved"
    return on_top(state, effects=state.top.effects[1:])


def weakened(state: MatchState, event: e.Weakened) -> Changes:
    """A reduction is added to those that a character has."""
    reductions = state.character(event.character).reductions
    return of(state, event.character, reductions=(*reductions, event.reduction))
