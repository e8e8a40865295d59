"""Attribute tests (MARVEL-TEST): 2D8 at or below an attribute, re-rolls, and handing on the result."""

from typing import Final

from rules_engine.kernel.dice import Dice
from rules_engine.kernel.errors import RuleViolation
from rules_engine.kernel.messages import Decision, Legal
from rules_engine.kernel.rule_ids import RuleId
from rules_engine.marvel import abilities
from rules_engine.marvel.commands import Keep, Reroll
from rules_engine.marvel.components import AbilityName, Attribute
from rules_engine.marvel.events import DiceKept, RerollChosen, Rerolled, TestBegan, TestEnded, TestRolled
from rules_engine.marvel.pending import Faces, TestPending, TestPurpose, d8s
from rules_engine.marvel.state import Character, MatchState
from rules_engine.marvel.story import Story

DICE: Final = 2
RETRIES: Final[dict[Attribute, AbilityName]] = {"agility": "acrobat", "willpower": "scientific", "stamina": "soldier"}
"""The ability that lets a failed test be rolled again: Acrobat, Scientific, Soldier."""


def begin(story: Story, character_id: str, attribute: Attribute, purpose: TestPurpose) -> None:
    """Let a character test an attribute of its card (MARVEL-TEST-01, MARVEL-TEST-02); `step` ends it."""
    limit = story.state.character(character_id).card.attribute(attribute)
    story.tell(TestBegan(character=character_id, attribute=attribute, purpose=purpose, limit=limit))


def succeeds(total: int, limit: int) -> bool:
    """Whether a test is passed: at or below the attribute, no total is special (MARVEL-TEST-01, MARVEL-RULING-03)."""
    return total <= limit


def awaiting(state: MatchState, test: TestPending) -> tuple[Decision, ...]:
    """The roll, a re-roll somebody may choose, or the dice that are rolled again."""
    seat, dice = state.character(test.character).seat, test.dice
    if not dice.faces:
        return (state.ask("roll_test", seat, test.character, pools=d8s(test.character, DICE)),)
    pools = d8s(test.character, DICE)
    if dice.again:
        again = tuple([pools[place] for place in dice.again])
        return (state.ask("roll_test_again", seat, test.character, pools=again),)
    return (state.ask("reroll_test", seat, test.character),)


def roll(story: Story, decision: Decision, dice: Dice) -> None:
    """Roll the 2D8 of a test (MARVEL-TEST-01)."""
    story.tell(TestRolled(character=decision.subject, roll=dice.roll("test", decision.pools)))


def roll_again(story: Story, decision: Decision, dice: Dice) -> None:
    """Roll the chosen dice again; what they show stands (MARVEL-RULING-02)."""
    test = under_way(story.state)
    rolled = dice.roll("test again", decision.pools)
    story.tell(Rerolled(character=test.character, roll=rolled, faces=with_again(test.dice, rolled.faces)))


def with_again(dice: Faces, faces: tuple[int, ...]) -> tuple[int, ...]:
    """All dice of a roll, with new faces for those that are rolled again."""
    new = dict(zip(dice.again, faces, strict=True))
    return tuple([new.get(place, face) for place, face in enumerate(dice.faces)])


def under_way(state: MatchState) -> TestPending:
    """The test that is being made; asking for it at any other time is a programmer's mistake."""
    assert isinstance(state.top, TestPending), "a test is being made"
    return state.top


# --- re-rolls ---------------------------------------------------------------------------------------------------------


def choices(state: MatchState, test: TestPending) -> tuple[tuple[str, tuple[int, ...]], ...]:
    """The re-rolls that are open: abilities, each with the dice it rolls again.

    Rules: MARVEL-ABILITY-ACROBAT, MARVEL-ABILITY-SCIENTIFIC, MARVEL-ABILITY-SOLDIER (both dice), MARVEL-ABILITY-LUCK
    (one die); MARVEL-RULING-02: no die twice; MARVEL-RULING-51: who is KO has none, unless ``rerolls_on_recovery``.
    A passed test gives all that it can, so nobody is asked to roll it again.
    """
    character, dice = state.character(test.character), test.dice
    if succeeds(dice.total, test.limit):
        return ()
    fresh = tuple([place for place in range(DICE) if place not in dice.used])
    found: list[tuple[str, tuple[int, ...]]] = []
    retry = RETRIES[test.attribute]
    if len(fresh) == DICE and _may_use(state, character, test, retry):
        found.append((retry, fresh))
    if not character.lucky and _may_use(state, character, test, "luck"):
        found += [("luck", (place,)) for place in fresh]
    return tuple(found)


def _may_use(state: MatchState, character: Character, test: TestPending, ability: AbilityName) -> bool:
    if test.purpose == "recovery" and state.rulings.rerolls_on_recovery:
        return abilities.is_printed(character, ability)
    return abilities.has(state, character, ability)


def reroll(story: Story, command: Reroll, decision: Decision) -> None:  # noqa: ARG001 -- the shape of all answers
    """Roll dice of a test again by an ability. Errors: RuleViolation for an ability that does not give it now."""
    test = under_way(story.state)
    if (command.ability, command.dice) not in choices(story.state, test):
        raise RuleViolation(RuleId("MARVEL-RULING-02"), character=test.character, ability=command.ability)
    story.tell(RerollChosen(character=test.character, ability=command.ability, dice=command.dice))


def keep(story: Story, command: Keep, decision: Decision) -> None:  # noqa: ARG001 -- the shape of all answers
    """Let the dice lie: re-rolling is optional (MARVEL-RULING-02)."""
    story.tell(DiceKept(character=under_way(story.state).character))


def reroll_options(state: MatchState, decision: Decision) -> Legal:
    """Each open re-roll, and to let the dice lie."""
    rerolls = [
        Reroll(seat=decision.seat, decision=decision.id, ability=ability, dice=dice)
        for ability, dice in choices(state, under_way(state))
    ]
    return Legal(commands=(*rerolls, Keep(seat=decision.seat, decision=decision.id)))


# --- the end ----------------------------------------------------------------------------------------------------------


def step(story: Story) -> TestEnded | None:
    """End the test once its dice lie and nobody may or will roll them again; None while somebody must decide."""
    state = story.state
    test = under_way(state)
    dice = test.dice
    if not dice.faces or dice.again or (not dice.settled and choices(state, test)):
        return None
    ended = TestEnded(
        character=test.character,
        attribute=test.attribute,
        purpose=test.purpose,
        total=dice.total,
        passed=succeeds(dice.total, test.limit),
    )
    story.tell(ended)
    return ended
