"""The hit roll (MARVEL-ATK-08, MARVEL-ATK-09) of an attack, a grab or a throw: reaction, dice, re-rolls, comparison."""

from typing import Final

from rules_engine.kernel.dice import Dice, Face
from rules_engine.kernel.errors import RuleViolation
from rules_engine.kernel.messages import Decision, Legal
from rules_engine.kernel.rule_ids import RuleId
from rules_engine.marvel import abilities, criticals, defences, overload, reactions
from rules_engine.marvel.attribute_tests import with_again
from rules_engine.marvel.commands import Keep, Reroll
from rules_engine.marvel.events import DiceKept, HitBegan, HitEnded, HitRolled, RerollChosen, Rerolled
from rules_engine.marvel.pending import HitPending, HitResult, d8s
from rules_engine.marvel.state import MatchState
from rules_engine.marvel.story import Story

COVER: Final = 1  # MARVEL-RANGED-03


def begin(story: Story, hit: HitPending) -> None:
    """Let somebody roll to hit; the result goes to the attack, or the grab and throw, that waits below.

    The target reacts first, unless it has had its say or has nothing to choose (MARVEL-RULING-21).
    """
    silent = hit.reacted or not reactions.may_react(story.state, hit.target, hit.manner)
    story.tell(
        HitBegan(
            attacker=hit.attacker,
            target=hit.target,
            purpose=hit.purpose,
            manner=hit.manner,
            defence=hit.defence,
            cover=hit.cover,
            bonus=hit.bonus,
            reacted=silent,
            first=hit.first,
        )
    )


def awaiting(state: MatchState, hit: HitPending) -> tuple[Decision, ...]:
    """The first step of a hit roll that somebody must decide or roll."""
    attacker, dice = state.character(hit.attacker), hit.dice
    if not hit.reacted:
        return (state.ask("react", state.character(hit.target).seat, hit.target),)
    if overload.is_due(state):
        return overload.awaiting(state)
    pools = d8s(attacker.id, number_of_dice(state, hit))
    if not dice.faces:
        return (state.ask("roll_hit", attacker.seat, attacker.id, pools=pools),)
    if dice.again:
        again = tuple([pools[place] for place in dice.again])
        return (state.ask("roll_hit_again", attacker.seat, attacker.id, pools=again),)
    return (state.ask("reroll_hit", attacker.seat, attacker.id),)


def number_of_dice(state: MatchState, hit: HitPending) -> int:
    """2D8, and one more for an overload die: in every hit roll of the attack, or in the first (MARVEL-RULING-24)."""
    counts = hit.first or state.rulings.overload_applies_to_all_rolls
    return criticals.HIT_DICE + (counts and overload.chosen(state).die)


def roll(story: Story, decision: Decision, dice: Dice) -> None:
    """Roll the dice of a hit roll, the overload die last (MARVEL-ATK-08, MARVEL-OVL-02)."""
    story.tell(HitRolled(attacker=decision.subject, roll=dice.roll("hit", decision.pools)))


def roll_again(story: Story, decision: Decision, dice: Dice) -> None:
    """Roll the chosen die again; what it shows stands (MARVEL-RULING-02)."""
    hit = under_way(story.state)
    rolled = dice.roll("hit again", decision.pools)
    story.tell(Rerolled(character=hit.attacker, roll=rolled, faces=with_again(hit.dice, rolled.faces)))


def under_way(state: MatchState) -> HitPending:
    """The hit roll that is being made; asking for it at any other time is a programmer's mistake."""
    assert isinstance(state.top, HitPending), "a hit roll is being made"
    return state.top


# --- re-rolls ---------------------------------------------------------------------------------------------------------


def choices(state: MatchState, hit: HitPending) -> tuple[tuple[str, int], ...]:
    """The re-rolls that are open: an ability and the place of a die, none of which is rolled again twice.

    Rules: MARVEL-ABILITY-MASTER-FIGHTER, MARVEL-ABILITY-LUCK, MARVEL-RULING-02, MARVEL-RULING-70.
    """
    given = abilities.rerolls(state, state.character(hit.attacker), hit.dice, manner=hit.manner)
    places = [place for place in range(len(hit.dice.faces)) if place not in hit.dice.used]
    return tuple([(ability, place) for ability in given for place in places])


def reroll(story: Story, command: Reroll, decision: Decision) -> None:  # noqa: ARG001 -- the shape of all answers
    """Roll one die of a hit roll again. Errors: RuleViolation where the ability does not give it now."""
    hit = under_way(story.state)
    if len(command.dice) != 1 or (command.ability, command.dice[0]) not in choices(story.state, hit):
        raise RuleViolation(RuleId("MARVEL-RULING-02"), character=hit.attacker, ability=command.ability)
    story.tell(RerollChosen(character=hit.attacker, ability=command.ability, dice=command.dice))


def keep(story: Story, command: Keep, decision: Decision) -> None:  # noqa: ARG001 -- the shape of all answers
    """Let the dice lie: re-rolling is optional (MARVEL-RULING-02)."""
    story.tell(DiceKept(character=under_way(story.state).attacker))


def reroll_options(state: MatchState, decision: Decision) -> Legal:
    """Each open re-roll, and to let the dice lie."""
    rerolls = [
        Reroll(seat=decision.seat, decision=decision.id, ability=ability, dice=(place,))
        for ability, place in choices(state, under_way(state))
    ]
    return Legal(commands=(*rerolls, Keep(seat=decision.seat, decision=decision.id)))


# --- the end ----------------------------------------------------------------------------------------------------------


def step(story: Story) -> bool:
    """Tell what needs nobody's choice: an empty reaction, and the result once the dice lie.

    A reaction may have removed who attacks or is attacked: then nothing is hit.
    """
    hit = under_way(story.state)
    if story.state.find(hit.attacker) is None or not is_there(story.state, hit.target):
        story.tell(HitEnded(attacker=hit.attacker, result=HitResult(target=hit.target, hit=False)))
        return True
    if not hit.reacted:
        return reactions.step(story)
    dice = hit.dice
    if not dice.faces or dice.again or (not dice.settled and choices(story.state, hit)):
        return False
    story.tell(HitEnded(attacker=hit.attacker, result=compare(story.state, hit, dice.faces)))
    return True


def is_there(state: MatchState, target_id: str) -> bool:
    """Whether a target is still on the table: a character, or a piece of scenery."""
    return state.find(target_id) is not None or state.find_scenery(target_id) is not None


def compare(state: MatchState, hit: HitPending, faces: tuple[Face, ...]) -> HitResult:
    """Dice, Attack and modifiers against the defence: a hit must be strictly greater.

    Rules: MARVEL-ATK-08, MARVEL-ATK-09, MARVEL-RANGED-03, MARVEL-ABILITY-MARKSMANSHIP, MARVEL-RULING-03.
    """
    total, defence = sum(faces) + modifier(state, hit), defences.against(state, hit)
    success = total > defence
    return HitResult(
        target=hit.target,
        hit=success,
        faces=faces,
        total=total,
        defence=defence,
        critical=success and criticals.is_critical(faces, state.rulings),
        double_eight=success and criticals.shows_double_eight(faces, state.rulings),
    )


def modifier(state: MatchState, hit: HitPending) -> int:
    """What is added to the dice: Attack, Marksmanship, and −1 for cover."""
    attacker = state.character(hit.attacker)
    return attacker.card.attack + abilities.hit_bonus(state, attacker, hit.manner) - COVER * hit.cover
