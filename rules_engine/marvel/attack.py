"""The attack sequence (MARVEL-ATK): declare and pay; then, target by target, hit roll, critical, damage, effects."""

from typing import Final, assert_never

from rules_engine.kernel.errors import MalformedInput, RuleViolation
from rules_engine.kernel.messages import Decision, Legal
from rules_engine.kernel.rule_ids import RuleId
from rules_engine.marvel import areas, attribute_tests, criticals, down, hit_rolls, overload, powers, reactions, strikes
from rules_engine.marvel.activations import acting
from rules_engine.marvel.commands import DeclareAttack
from rules_engine.marvel.components import Attack, AttackMode
from rules_engine.marvel.events import AttackDeclared, AttackEnded, HitEnded, TargetsAdded, TargetTaken
from rules_engine.marvel.pending import AttackPending, HitPending, HitResult
from rules_engine.marvel.state import Character, MatchState
from rules_engine.marvel.story import Story

AREAS: Final[frozenset[AttackMode]] = frozenset({"wave", "breath"})

# --- steps 1 to 3: attack, target, cost -------------------------------------------------------------------------------


def declare(story: Story, command: DeclareAttack, decision: Decision) -> None:
    """Steps 1 to 3: choose an attack and its targets, and pay; POW paid for a miss is lost.

    Rules: MARVEL-ATK-01, MARVEL-ATK-02, MARVEL-ATK-03, MARVEL-RULING-08, MARVEL-RULING-19. Errors: RuleViolation;
    MalformedInput for an attack that the card lacks, and for targets that are not in play.
    """
    state = story.state
    attacker = state.character(decision.subject)
    attack = attacker.card.find_attack(command.attack)
    if attack is None:
        raise MalformedInput(f"{attacker.id} has no attack {command.attack}.")
    check_use(state, attacker, attack)
    aim = areas.aim(state, attacker, attack, command)
    story.tell(
        AttackDeclared(
            attacker=attacker.id,
            attack=attack.id,
            target=command.target,
            targets=aim.targets,
            crossed=aim.crossed,
            named=command.order,
            reactors=tuple([name for name in aim.declared if reactions.may_react(state, name, attack.mode)]),
            pow=attacker.pow - attack.cost,
        )
    )


def check_use(state: MatchState, attacker: Character, attack: Attack) -> None:
    """Refuse an attack that the acting character cannot use now.

    Rules: MARVEL-DOWN-01, MARVEL-ATK-01, MARVEL-ATK-03, MARVEL-RULING-08, MARVEL-RULING-19.
    """
    down.check_standing(attacker)
    check_attack_action(state, attacker)
    if not is_left(state, attacker, attack):
        raise RuleViolation(RuleId("MARVEL-RULING-19"), character=attacker.id, attack=attack.id)
    if attack.cost > attacker.pow:
        raise RuleViolation(RuleId("MARVEL-ATK-03"), character=attacker.id, cost=attack.cost, pow=attacker.pow)


def check_attack_action(state: MatchState, attacker: Character) -> None:
    """Refuse one attack action too many, a grab and throw included (MARVEL-GRAB-01, MARVEL-RULING-19)."""
    if not has_attack_action(state):
        attacks = acting(state)[0].attacks
        raise RuleViolation(RuleId("MARVEL-RULING-19"), character=attacker.id, attacks=attacks)


def has_attack_action(state: MatchState) -> bool:
    """Whether the acting character may attack once more, as far as ``max_attacks_per_activation`` goes."""
    most = state.rulings.max_attacks_per_activation
    return most is None or acting(state)[0].attacks < most


def is_left(state: MatchState, attacker: Character, attack: Attack) -> bool:
    """Whether the frequency on the card allows the attack once more (``enforce_attack_frequency``)."""
    return not state.rulings.enforce_attack_frequency or powers.is_left(attacker, attack.id, attack.frequency)


def options(state: MatchState, decision: Decision) -> Legal:
    """Each attack that the acting character can use, on each target that it reaches; areas in an order of their own."""
    attacker = state.character(decision.subject)
    if attacker.down or not has_attack_action(state):
        return Legal(commands=())
    found = [
        DeclareAttack(seat=decision.seat, decision=decision.id, attack=attack.id, target=target, aim=aim)
        for attack in attacker.card.attacks
        if attack.cost <= attacker.pow and is_left(state, attacker, attack)
        for target, aim in areas.samples(state, attacker, attack)
    ]
    return Legal(commands=tuple(found), complete=all(areas.has_one_target(attack) for attack in attacker.card.attacks))


# --- who decides, and what follows by itself --------------------------------------------------------------------------


def awaiting(state: MatchState, pending: AttackPending) -> tuple[Decision, ...]:
    """A defender that may react, the attacker's overload, or its choice on a critical."""
    found = reactions.threat(state)
    if found is not None:
        return reactions.awaiting(state, found)
    if overload.is_due(state):
        return overload.awaiting(state)
    attacker = state.character(pending.attacker)
    return (state.ask("choose_critical", attacker.seat, attacker.id),)


def under_way(state: MatchState) -> AttackPending:
    """The attack that is being resolved; asking for it at any other time is a programmer's mistake."""
    assert isinstance(state.top, AttackPending), "an attack is being resolved"
    return state.top


def step(story: Story) -> bool:
    """Tell what needs nobody's choice; False while somebody must decide.

    A target that is gone suffers nothing more (MARVEL-RULING-32).
    """
    state = story.state
    pending = under_way(state)
    if state.find(pending.attacker) is None:
        return _end(story, pending)
    if not hit_rolls.is_there(state, pending.current):
        return _next(story, pending)
    match pending.stage:
        case "next":
            return _next(story, pending)
        case "hit":
            return _begin_hit(story, pending)
        case "critical":
            return criticals.step(story, pending)
        case "agility":
            return _test_agility(story, pending)
        case "damage":
            return strikes.strike(story, pending)
        case "effects":
            return strikes.next_effect(story, pending) or _next(story, pending)
        case _:
            assert_never(pending.stage)


def _next(story: Story, pending: AttackPending) -> bool:
    """Reactions and the overload first; then the next target, until none is left (MARVEL-RULING-04)."""
    if pending.reactors:
        return reactions.step(story)
    if overload.is_due(story.state):
        return False
    if _widen(story, pending):
        return True
    target = next((name for name in pending.targets if hit_rolls.is_there(story.state, name)), None)
    if target is None:
        return _end(story, pending)
    story.tell(TargetTaken(attacker=pending.attacker, target=target))
    return True


def _end(story: Story, pending: AttackPending) -> bool:
    story.tell(AttackEnded(attacker=pending.attacker, attack=pending.attack))
    return True


def _widen(story: Story, pending: AttackPending) -> bool:
    """An overload that adds to a wave's range brings in those farther away (MARVEL-OVL-02)."""
    state = story.state
    attack = strikes.attack_of(state, pending)
    if pending.current or attack.mode != "wave":
        return False
    found = areas.in_wave(state, state.character(pending.attacker), attack)
    more = tuple([name for name in found if name not in pending.targets])
    if not more:
        return False
    reactors = tuple([name for name in more if reactions.may_react(state, name, attack.mode)])
    story.tell(TargetsAdded(attacker=pending.attacker, targets=(*pending.targets, *more), reactors=reactors))
    return True


# --- step 4: the hit roll ---------------------------------------------------------------------------------------------


def _begin_hit(story: Story, pending: AttackPending) -> bool:
    """Step 4 against the current target: a hit roll of its own, one that all share, or none.

    Rules: MARVEL-ATK-08, MARVEL-WAVE-04, MARVEL-RULING-28, MARVEL-RULING-35, MARVEL-RULING-68.
    """
    state = story.state
    if _is_hit_unrolled(state, pending):
        story.tell(HitEnded(attacker=pending.attacker, result=HitResult(target=pending.current, hit=True)))
    elif pending.rolled and _is_shared(state, pending):
        result = hit_rolls.compare(state, hit_of(state, pending, pending.current), pending.shared)
        story.tell(HitEnded(attacker=pending.attacker, result=result))
    else:
        hit_rolls.begin(story, hit_of(state, pending, pending.current))
    return True


def _is_area(state: MatchState, pending: AttackPending) -> bool:
    return strikes.attack_of(state, pending).mode in AREAS


def _is_shared(state: MatchState, pending: AttackPending) -> bool:
    return state.rulings.area_hit_roll == "single" and _is_area(state, pending)


def _is_hit_unrolled(state: MatchState, pending: AttackPending) -> bool:
    if state.find(pending.current) is None:
        return state.rulings.scenery_defence is None or pending.current in pending.crossed
    return state.rulings.area_hit_roll == "none" and _is_area(state, pending)


def hit_of(state: MatchState, pending: AttackPending, target_id: str) -> HitPending:
    """The hit roll of an attack against one of its targets.

    Rules: MARVEL-RANGED-03, MARVEL-WAVE-04; a breath knows no cover (MARVEL-RULING-28), melee has none either.
    """
    attack = strikes.attack_of(state, pending)
    guards = dict(pending.guards)
    return HitPending(
        attacker=pending.attacker,
        target=target_id,
        purpose="attack",
        manner=attack.mode,
        defence=attack.defence,
        cover=areas.in_cover(state, pending.attacker, target_id, attack),
        bonus=guards.get(target_id, 0),
        reacted=target_id == pending.target or attack.mode in AREAS,
        first=not pending.rolled,
    )


# --- the Agility test of an area --------------------------------------------------------------------------------------


def _test_agility(story: Story, pending: AttackPending) -> bool:
    """Targets of areas, and those around the target of an Explosive attack, test Agility for half damage.

    Rules: MARVEL-WAVE-02, MARVEL-BREATH-02, MARVEL-SPECIAL-EXPLOSIVE-03.
    """
    state = story.state
    tests = _is_area(state, pending) or pending.current in pending.blast
    if not tests:
        return strikes.strike(story, pending)
    attribute_tests.begin(story, pending.current, "agility", "agility")
    return True
