"""Turns (MARVEL-TURN): the four phases, what begins and what ends each of them."""

from rules_engine.kernel.dice import Dice
from rules_engine.kernel.messages import Decision
from rules_engine.marvel import abilities, action_phase, attribute_tests, initiative, ko, objectives, placement, victory
from rules_engine.marvel.events import (
    Counters,
    EndPhaseBegan,
    PowGenerated,
    Regenerated,
    TestRolled,
    TurnEnded,
    TurnStarted,
)
from rules_engine.marvel.pending import d8s
from rules_engine.marvel.state import Character, MatchState
from rules_engine.marvel.story import Story


def awaiting(state: MatchState) -> tuple[Decision, ...]:
    """What is open in the phase of the turn while nothing is being resolved (MARVEL-TURN-01)."""
    match state.phase:
        case "deployment":
            return placement.awaiting(state)
        case "initiative":
            return initiative.awaiting(state)
        case "action":
            return action_phase.awaiting(state)
        case "end":
            return _end_tests(state)
        case _:
            return ()


def step(story: Story) -> bool:
    """Tell what follows by itself in the phase, or begin the next one (MARVEL-TURN-01)."""
    match story.state.phase:
        case "initiative":
            return initiative.step(story)
        case "action":
            return action_phase.step(story) or _end_actions(story)
        case "end":
            return _end_turn(story)
        case _:
            return False


# --- Power phase ------------------------------------------------------------------------------------------------------


def start_turn(story: Story) -> None:
    """Begin a turn: characters recover, then generate POW counters.

    Rules: MARVEL-TURN-02, MARVEL-ABILITY-REGENERATION, MARVEL-ABILITY-REGENERATION-02, MARVEL-RULING-73.
    """
    story.tell(TurnStarted(turn=story.state.turn + 1))
    for character in story.state.characters:
        most = character.card.endurance.total
        if character.in_play and character.endurance < most:
            _regenerate(story, character, most)
    story.tell(PowGenerated(counters=_generated(story.state)))


def _regenerate(story: Story, character: Character, most: int) -> None:
    recovered = abilities.x_of(story.state, character, "regeneration")
    if recovered:
        story.tell(Regenerated(character=character.id, endurance=min(character.endurance + recovered, most)))


def _generated(state: MatchState) -> tuple[Counters, ...]:
    """What all characters hold then: the POW of their zone more, none for KO ones (MARVEL-KO-09, MARVEL-RULING-06)."""
    return tuple(
        [
            Counters(character=other.id, pow=other.pow + (0 if other.ko else other.pow_value))
            for other in state.characters
            if other.in_play
        ]
    )


# --- End phase --------------------------------------------------------------------------------------------------------


def _end_actions(story: Story) -> bool:
    """When all have acted the End phase begins: clean-up (MARVEL-TURN-05, MARVEL-RULING-07, MARVEL-RULING-13)."""
    state = story.state
    if not action_phase.is_over(state):
        return False
    keep = state.rulings.pow_carry_over
    counters = [Counters(character=other.id, pow=other.pow) for other in state.characters if other.in_play and keep]
    sides = (state.control, *state.after(state.control))
    to_test = [other.id for side in sides for other in state.team(side) if ko.must_test(state, other)]
    story.tell(EndPhaseBegan(counters=tuple(counters), to_test=tuple(to_test)))
    return True


def _end_tests(state: MatchState) -> tuple[Decision, ...]:
    """The KO tests of one side, in its player's order (MARVEL-RULING-13)."""
    testing = [state.character(character_id) for character_id in state.to_test]
    return tuple(
        [
            state.ask("roll_end_test", other.seat, other.id, together=True, pools=d8s(other.id, attribute_tests.DICE))
            for other in testing
            if other.team == testing[0].team
        ]
    )


def roll_end_test(story: Story, decision: Decision, dice: Dice) -> None:
    """Test whether a hurt character is KO (MARVEL-KO-02)."""
    attribute_tests.begin(story, decision.subject, "stamina", "end_phase")
    story.tell(TestRolled(character=decision.subject, roll=dice.roll("test", decision.pools)))


def _end_turn(story: Story) -> bool:
    """When the tests are made, check the objectives and begin the next turn (MARVEL-TURN-05)."""
    if story.state.to_test:
        return False
    objectives.score(story)
    story.tell(TurnEnded(turn=story.state.turn))
    victory.turn_over(story)
    if story.state.result is None:
        start_turn(story)
    return True
