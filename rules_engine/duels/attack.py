"""The attack sequence (DUELS-ATK): a conversation of small commands, one function a step of DUELS-ATK-02."""

from collections.abc import Sequence
from itertools import product
from math import prod

from rules_engine.duels import boons, damage, measuring, passes, shields, terrain
from rules_engine.duels.commands import ChooseDodge, DeclareAttack, KeepDice
from rules_engine.duels.components import Colour
from rules_engine.duels.dice_uses import COLOURS, Hand, attack_hands, check_attack, check_dodge, dodge_hands
from rules_engine.duels.events import (
    AttackCompared,
    AttackDeclared,
    AttackEnded,
    AttackImpossible,
    AttackRolled,
    DiceBlocked,
    DodgeChosen,
    KarmaStruck,
)
from rules_engine.duels.karma import matching_groups, numbers_shown
from rules_engine.duels.measuring import Sight
from rules_engine.duels.state import AttackPending, Figure, MatchState
from rules_engine.duels.story import Story
from rules_engine.kernel.dice import Dice, Die
from rules_engine.kernel.errors import MalformedInput, RuleViolation
from rules_engine.kernel.messages import Decision, Legal
from rules_engine.kernel.rule_ids import RuleId

ATTACKS_A_TURN = 2  # DUELS-ATK-01
OUT_OF_RANGE = (RuleId("DUELS-ATK-03"), RuleId("DUELS-ATK-07"))


# --- who decides ------------------------------------------------------------------------------------------------------


def awaiting(state: MatchState, pending: AttackPending) -> tuple[Decision, ...]:
    """The one open decision of an attack, the first of its steps that is not done (DUELS-ATK-02)."""
    attacker, target = state.figure(pending.attacker), state.figure(pending.target)
    if pending.dodge is None:
        return (state.ask("choose_dodge", target.seat, target.id),)
    if not pending.rolled:
        return (state.ask("roll_attack", attacker.seat, attacker.id, pools=_pools(state, pending)),)
    if not pending.karma_done:
        return (state.ask("keep_dice", attacker.seat, attacker.id),)
    if pending.hit and not pending.shields_done:
        by_target = state.setup.rulings.shield_assignment == "target_chooses_maximum"
        return (state.ask("choose_shields", (target if by_target else attacker).seat, target.id),)
    if pending.clicks is None:
        return (state.ask("choose_bonus", attacker.seat, attacker.id),)
    if pending.gear_owed:
        return (state.ask("give_up_gear", target.seat, target.id),)
    return (state.ask("assign_damage", damage.chooser(state, pending), target.id),)


def _pools(state: MatchState, pending: AttackPending) -> tuple[Die, ...]:
    """All dice of the one roll: attack dice, dodge dice, terrain dice (DUELS-ATK-12)."""
    own = (*pending.dice, *(pending.dodge or ()))
    return (*(state.parts.dice[die].die for die in own), *pending.dodge_terrain)


def go_on(story: Story) -> None:
    """Tell the steps of an open attack that need nobody's choice, up to the next decision or the attack's end."""
    while isinstance(pending := story.state.pending, AttackPending):
        if story.state.setup.passes and passes.waited_for(story.state):
            return
        before = len(story.events)
        _next_step(story, pending)
        if len(story.events) == before:
            return


def _next_step(story: Story, pending: AttackPending) -> None:
    """Tell one step if nobody has to choose in it."""
    if not pending.rolled:
        _skip_dodge(story, pending)
    elif not pending.karma_done:
        _strike_karma(story, pending)
    elif pending.hit is None:
        _compare(story, pending)
    elif not _deals_anything(story.state, pending):
        _end(story, pending)
    elif pending.hit and not pending.shields_done:
        _block(story, pending)
    elif pending.clicks is None:
        _count_damage(story, pending)
    elif not pending.gear_owed:
        _assign(story, pending)


# --- steps 1 to 3: distance, terrain, dice ----------------------------------------------------------------------------


def declare(story: Story, command: DeclareAttack, decision: Decision) -> None:
    """Steps 1 to 3: measure, apply terrain, show the dice.

    Rules: DUELS-ATK-01, DUELS-ATK-03, DUELS-ATK-08 to DUELS-ATK-10, DUELS-RULING-032, DUELS-RULING-033,
    DUELS-RULING-061. An attack that cannot be made is refused, or spent if the league says so.
    Errors: RuleViolation; MalformedInput when attacker or target is not in the match, or not to act.
    """
    state = story.state
    attacker = _acting(state, command, decision)
    target = _target(state, attacker, command.target)
    if not can_attack(state):
        raise RuleViolation(RuleId("DUELS-ATK-01"), figure=attacker.id)
    if not command.dice:
        raise RuleViolation(RuleId("DUELS-ATK-10"), figure=attacker.id)
    sight = measuring.sight(state, attacker.id, target.id)
    if sight is None:
        raise RuleViolation(RuleId("DUELS-MEAS-03"), figure=attacker.id, target=target.id)
    try:
        _check_line(sight, attacker, target)
        check_attack(state, attacker, command.dice, distance=sight.distance, cross_level=sight.rise != 0)
    except RuleViolation as refusal:
        if not _is_spent(state, attacker, sight, refusal.rule_id):
            raise
        story.tell(AttackImpossible(attacker=attacker.id, target=target.id, rule_id=refusal.rule_id))
        return
    story.tell(
        AttackDeclared(
            attacker=attacker.id,
            target=target.id,
            dice=command.dice,
            distance=sight.distance,
            attack_bonus=terrain.attack_bonus(state, sight),
            terrain_dice=terrain.terrain_dice(state, sight),
        )
    )


def can_attack(state: MatchState) -> bool:
    """Whether the acting figure has an attack left this turn (DUELS-ATK-01, DUELS-ACT-03)."""
    return state.turn is not None and state.turn.attacks < ATTACKS_A_TURN


def _acting(state: MatchState, command: DeclareAttack, decision: Decision) -> Figure:
    if command.attacker != decision.subject:
        raise MalformedInput(f"It is the turn of {decision.subject}, not of {command.attacker}.")
    return state.figure(command.attacker)


def _target(state: MatchState, attacker: Figure, target_id: str) -> Figure:
    target = next((figure for figure in state.figures if figure.id == target_id and figure.in_play), None)
    if target is None or target.id == attacker.id:
        raise MalformedInput(f"{target_id} cannot be a target: it is not on the table, or the attacker itself.")
    if target.team == attacker.team and not state.setup.rulings.friendly_fire:
        raise RuleViolation(RuleId("DUELS-RULING-033"), figure=attacker.id, target=target.id)
    return target


def targets(state: MatchState, attacker: Figure) -> tuple[Figure, ...]:
    """The figures that may be attacked (DUELS-RULING-033)."""
    friendly = state.setup.rulings.friendly_fire
    return tuple(
        figure
        for figure in state.figures
        if figure.in_play and figure.id != attacker.id and (friendly or figure.team != attacker.team)
    )


def _check_line(sight: Sight, attacker: Figure, target: Figure) -> None:
    if sight.barred is not None:
        raise RuleViolation(sight.barred, figure=attacker.id, target=target.id, distance=sight.distance)


def _is_spent(state: MatchState, attacker: Figure, sight: Sight, rule_id: RuleId) -> bool:
    """Whether an impossible attack is used up: its line is blocked, or no die reaches (DUELS-RULING-032)."""
    if not state.setup.rulings.impossible_attack_spent:
        return False
    if not sight.free:
        return True
    return rule_id in OUT_OF_RANGE and not attack_hands(state, attacker, sight.distance, cross_level=sight.rise != 0)


def options(state: MatchState, decision: Decision) -> Legal:
    """The attacks that the acting figure can make: for each target in reach, sets of dice."""
    attacker = state.figure(decision.subject)
    if not can_attack(state) or not attacker.base:
        return Legal(commands=())
    commands, reach = [], max((band.end for band in attacker.profile.bands), default=0)
    for target in targets(state, attacker):
        apart = measuring.distance(state, attacker.id, target.id)
        if apart is None or apart > reach:  # no line is shorter, and to look for a free one takes time
            continue
        sight = measuring.sight(state, attacker.id, target.id)
        if sight is None or not sight.free:
            continue
        commands += [
            DeclareAttack(seat=decision.seat, decision=decision.id, attacker=attacker.id, target=target.id, dice=dice)
            for dice in attack_hands(state, attacker, sight.distance, cross_level=sight.rise != 0)
        ]
    spent = state.setup.rulings.impossible_attack_spent  # then what cannot be done can be declared all the same
    return Legal(commands=tuple(commands), complete=not (commands or spent))


# --- step 4: dodge ----------------------------------------------------------------------------------------------------


def choose_dodge(story: Story, command: ChooseDodge, decision: Decision) -> None:
    """Step 4: the target shows dodge dice, its own and those of terrain, or none.

    Rules: DUELS-ATK-11, DUELS-TERR-02, DUELS-TERR-06, DUELS-RULING-057. Errors: RuleViolation; MalformedInput for a
    terrain die that is not granted.
    """
    state, pending = story.state, story.state.attack
    granted = {die.name: die for die in pending.terrain_dice}
    if len(set(command.terrain_dice)) != len(command.terrain_dice) or not granted.keys() >= set(command.terrain_dice):
        raise MalformedInput(f"The terrain grants {', '.join(granted) or 'no dice'}.")
    used = tuple(granted[name] for name in command.terrain_dice)
    check_dodge(state, state.figure(decision.subject), command.dice, terrain_dice=used)
    story.tell(DodgeChosen(target=decision.subject, dice=command.dice, terrain_dice=used))


def _skip_dodge(story: Story, pending: AttackPending) -> None:
    """A target without any die to dodge with has nothing to choose."""
    target = story.state.figure(pending.target)
    if pending.dodge is not None or pending.terrain_dice or passes.can_play(story.state, "dodge", target):
        return
    if len(dodge_hands(story.state, target)) == 1:
        story.tell(DodgeChosen(target=target.id))


def dodge_options(state: MatchState, decision: Decision) -> Legal:
    """Sets of the target's own dice, each with all terrain dice, which cost nothing; and no dodge at all."""
    granted = tuple(die.name for die in state.attack.terrain_dice)
    own = dodge_hands(state, state.figure(decision.subject), company=bool(granted))
    choices = [ChooseDodge(seat=decision.seat, decision=decision.id, dice=dice, terrain_dice=granted) for dice in own]
    if granted:
        choices.append(ChooseDodge(seat=decision.seat, decision=decision.id))
    return Legal(commands=tuple(choices), complete=len(own) == 1 and len(granted) <= 1)


# --- steps 5 to 9: roll, karma, aces, totals --------------------------------------------------------------------------


def roll_attack(story: Story, decision: Decision, dice: Dice) -> None:
    """Step 5: both sides roll all shown dice at once, and these go to their owners' cups.

    Rules: DUELS-ATK-12, DUELS-ATK-23, DUELS-RULING-062.
    """
    pending = story.state.attack
    roll = dice.roll("attack", decision.pools)
    story.tell(AttackRolled(attacker=pending.attacker, target=pending.target, roll=roll))


def _strike_karma(story: Story, pending: AttackPending) -> None:
    """Steps 6 and 7, if there is nothing to choose: only one way to keep dice matters."""
    ways = _ways_to_keep(story.state, pending)
    if len(ways) == 1:
        _tell_karma(story, pending, ways[0])


def _ways_to_keep(state: MatchState, pending: AttackPending) -> list[Hand]:
    """The dice that may be saved from bad karma, one a group; by default none (DUELS-RULING-063).

    A pass may save them all (DUELS-PASS-02).
    """
    if boons.spares_dice(state.figure(pending.attacker)):
        return [pending.dice]
    if state.setup.rulings.bad_karma_removal == "all_matching":
        return [()]
    groups = [_one_of_each_colour(state, group) for group in matching_groups(state, pending)]
    return list(product(*groups))


def _one_of_each_colour(state: MatchState, group: Hand) -> Hand:
    """Dice of one colour that show the same number are worth the same."""
    found: dict[Colour, str] = {}
    for die in group:
        found.setdefault(state.parts.dice[die].spec.colour, die)
    return tuple(found.values())


def _tell_karma(story: Story, pending: AttackPending, saved: Sequence[str]) -> None:
    shown = numbers_shown(story.state, pending)
    struck = {die for group in matching_groups(story.state, pending) for die in group} - set(saved)
    story.tell(
        KarmaStruck(
            kept=tuple(die for die in shown if die not in struck),
            lost=tuple(die for die in shown if die in struck),
            aces=tuple(die for die in pending.dice if die not in shown),
        )
    )


def keep_dice(story: Story, command: KeepDice, decision: Decision) -> None:  # noqa: ARG001 -- one signature
    """The attacker keeps one die of each matching group (DUELS-RULING-063 ``all_but_one_of_each``).

    Errors: RuleViolation for dice that are not one of each group.
    """
    pending = story.state.attack
    groups = matching_groups(story.state, pending)
    saved = set(command.dice)
    if len(command.dice) != len(groups) or any(len(saved.intersection(group)) != 1 for group in groups):
        raise RuleViolation(RuleId("DUELS-RULING-063"), figure=pending.attacker)
    _tell_karma(story, pending, command.dice)


def keep_options(state: MatchState, decision: Decision) -> Legal:
    """One die of each matching group, those first that the target's shields are least able to block."""
    pending = state.attack
    limits = shields.shields_of(state, state.figure(pending.target))
    numbers = numbers_shown(state, pending)

    def resisted(saved: Hand) -> list[tuple[int, int]]:
        colours = [state.parts.dice[die].spec.colour for die in saved]
        return [
            (shields.blockers(colour, numbers[die], limits), COLOURS.index(colour))
            for die, colour in zip(saved, colours, strict=True)
        ]

    ways = sorted(_ways_to_keep(state, pending), key=resisted)
    every = prod(len(group) for group in matching_groups(state, pending))
    return Legal(
        commands=tuple(KeepDice(seat=decision.seat, decision=decision.id, dice=saved) for saved in ways),
        complete=len(ways) == every,
    )


def _compare(story: Story, pending: AttackPending) -> None:
    """Steps 8 and 9. Rules: DUELS-ATK-13, DUELS-ATK-15, DUELS-ATK-18, DUELS-ATK-19, DUELS-ATK-20, DUELS-RULING-065."""
    state = story.state
    dice = state.parts.dice
    faces = dict(zip((*pending.dice, *(pending.dodge or ())), pending.faces, strict=False))
    terrain_faces = pending.faces[len(faces) :]
    attack = state.figure(pending.attacker).value("weapon") + pending.attack_bonus
    attack += sum(faces[die] for die in pending.kept)
    defence = state.figure(pending.target).value("body")
    defence += sum(dice[die].value(faces[die]) for die in pending.dodge or ())
    defence += sum(terrain.terrain_value(state.setup.rulings, face) for face in terrain_faces)
    alive = bool(pending.kept) or (bool(pending.aces) and state.setup.rulings.aces_keep_attack_alive)
    story.tell(AttackCompared(attack=attack, defence=defence, hit=alive and attack >= defence))


# --- steps 10 to 14: shields, damage, aces, dials ---------------------------------------------------------------------


def _deals_anything(state: MatchState, pending: AttackPending) -> bool:
    """A miss deals nothing, unless basic aces count all the same (DUELS-ATK-17, DUELS-RULING-066)."""
    lone_aces = not state.advanced and state.setup.rulings.basic_aces_on_miss == "one_click_and_effect"
    return bool(pending.hit) or (lone_aces and bool(pending.aces))


def _block(story: Story, pending: AttackPending) -> None:
    """Steps 10 and 11, if the shields leave no choice. Rules: DUELS-ATK-21, DUELS-ATK-22, DUELS-RULING-069."""
    choices = shields.choices(story.state, pending)
    if len(choices) == 1:
        story.tell(DiceBlocked(dice=choices[0]))


def _count_damage(story: Story, pending: AttackPending) -> None:
    """Steps 12 and 13, if at most one bonus applies (DUELS-DMG-07)."""
    bonuses = damage.bonuses(story.state, pending)
    if len(bonuses) < 2:
        damage.count_damage(story, bonuses[0] if bonuses else None)


def _assign(story: Story, pending: AttackPending) -> None:
    """Step 14, if the damage has only one place to go, or none is left; then the attack is over."""
    if not pending.left:
        _end(story, pending)
    else:
        damage.hurt_without_choice(story, pending.target, pending.left)


def _end(story: Story, pending: AttackPending) -> None:
    story.tell(AttackEnded(attacker=pending.attacker, target=pending.target, clicks=pending.clicks or 0))
