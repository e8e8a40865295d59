"""Step 5 of an attack (MARVEL-ATK-10): the damage of a hit, its effects, and the circle of an Explosive attack."""

from msgspec.structs import replace

from rules_engine.marvel import abilities, areas, endurance, overload, scenery, special_rules
from rules_engine.marvel.components import Attack
from rules_engine.marvel.damage import Harm, full
from rules_engine.marvel.events import CriticalTextDue, TargetStruck
from rules_engine.marvel.pending import AttackPending
from rules_engine.marvel.state import MatchState
from rules_engine.marvel.story import Story


def attack_of(state: MatchState, pending: AttackPending) -> Attack:
    """The attack that is being resolved, as its overload has changed it."""
    printed = state.character(pending.attacker).card.find_attack(pending.attack)
    assert printed is not None, "an attack is declared by the id of one on the card"
    return overload.applied(printed, pending.overload)


def struck_with(state: MatchState, pending: AttackPending) -> Attack:
    """The attack as it strikes the current target: with its own critical effect, if that was taken (MARVEL-CRIT-02)."""
    attack = attack_of(state, pending)
    special = attack.critical_effect.rule if pending.effect and attack.critical_effect else None
    return replace(attack, special_rules=(*attack.special_rules, special)) if special else attack


def harm(state: MatchState, pending: AttackPending, attack: Attack) -> Harm:
    """What is about to hurt the current target: steps 1 to 3 of MARVEL-RULING-31.

    Rules: MARVEL-ABILITY-ASSASSIN, MARVEL-ABILITY-CRUEL, MARVEL-SPECIAL-IRRESISTIBLE, MARVEL-RULING-30,
    MARVEL-RULING-34: half of the damage in a circle has no minimum.
    """
    attacker, hit = state.character(pending.attacker), pending.hit
    in_circle = pending.current in pending.blast
    return Harm(
        damage=attack.damage,
        doubled=hit is not None and hit.double_eight and abilities.is_assassin(state, attacker, attack.mode),
        critical=pending.plus_one,
        halved=pending.halved,
        least=state.rulings.explosive_half_minimum if in_circle else 1,
        irresistible=attack.special("irresistible") is not None,
        cruel=abilities.has(state, attacker, "cruel"),
    )


def strike(story: Story, pending: AttackPending) -> bool:
    """Deal the damage of a hit; what else it does follows, an effect each step (MARVEL-RULING-31, MARVEL-RULING-32).

    The circle of an Explosive attack is drawn where its target stands when it is hit (MARVEL-SPECIAL-EXPLOSIVE).
    """
    state, target = story.state, pending.current
    attack = struck_with(state, pending)
    dealt = harm(state, pending, attack)
    if state.find(target) is None:
        blast = _blast(state, pending, attack)
        story.tell(TargetStruck(attacker=pending.attacker, target=target, blast=blast))
        scenery.damage(story, target, full(dealt, state.rulings), attack.kind)
        return True
    wound = endurance.foresee(state, state.character(target), dealt, attack.kind)
    prevented = special_rules.is_prevented(wound, state.rulings)
    story.tell(
        TargetStruck(
            attacker=pending.attacker,
            target=target,
            effects=() if wound.loss or prevented else special_rules.effects(attack, push=pending.push),
            blast=() if prevented else _blast(state, pending, attack),
        )
    )
    _tell_text(story, pending, attack)
    endurance.suffer(story, target, wound, by=state.character(pending.attacker).team)
    return True


def _tell_text(story: Story, pending: AttackPending, attack: Attack) -> None:
    """A critical effect that is free text is entered by hand, as that of a power is (MARVEL-CRIT-02)."""
    own = attack.critical_effect
    if pending.effect and own is not None and own.rule is None:
        seat = story.state.character(pending.attacker).seat
        story.tell(CriticalTextDue(attacker=pending.attacker, attack=attack.id, target=pending.current, seat=seat))


def _blast(state: MatchState, pending: AttackPending, attack: Attack) -> tuple[str, ...]:
    """Who is in the circle; only the target that the attack was declared against has one (MARVEL-RULING-34)."""
    if pending.current != pending.target:
        return ()
    return areas.blast(state, pending.attacker, attack, pending.target, pending.named)


def next_effect(story: Story, pending: AttackPending) -> bool:
    """Let the next effect of a hit work; False when none is left (MARVEL-RULING-32)."""
    if not pending.effects:
        return False
    special_rules.apply(story, pending.attacker, pending.current, pending.effects[0])
    return True
