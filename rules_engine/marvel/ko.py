"""KO and recovery (MARVEL-KO, MARVEL-REC): Stamina tests of hurt characters, what KO does, coming to."""

from rules_engine.marvel import attribute_tests, down
from rules_engine.marvel.events import KnockedOut, Recovered, RecoveryFailed, TestEnded
from rules_engine.marvel.state import Character, MatchState
from rules_engine.marvel.story import Story


def enter_red(story: Story, character_id: str) -> None:
    """Test Stamina on newly entering the red zone (MARVEL-KO-01, MARVEL-RULING-47)."""
    attribute_tests.begin(story, character_id, "stamina", "red_zone")


def tested(story: Story, test: TestEnded) -> None:
    """Who fails a test of MARVEL-KO-01 or MARVEL-KO-02 is KO (MARVEL-KO-03); a judge may have removed it meanwhile."""
    if not test.passed and story.state.find(test.character):
        knock_out(story, test.character)


def knock_out(story: Story, character_id: str) -> None:
    """Make a character KO: no POW left (MARVEL-KO-05), no enhancements (MARVEL-KO-07), knocked down (MARVEL-KO-08)."""
    story.tell(KnockedOut(character=character_id))


def must_test(state: MatchState, character: Character) -> bool:
    """Whether a character tests in the End phase (MARVEL-KO-02, MARVEL-RULING-48); who is KO does not."""
    if character.ko:
        return False
    anytime = state.rulings.ko_end_phase_scope == "any_time_in_turn"
    return character.band != "green" or (anytime and character.hurt)


def recover(story: Story, character_id: str) -> None:
    """Test Stamina to activate a KO character (MARVEL-REC-01)."""
    attribute_tests.begin(story, character_id, "stamina", "recovery")


def recovery_tested(story: Story, test: TestEnded) -> None:
    """Come to, or stay KO.

    Rules: MARVEL-REC-02, MARVEL-REC-03, MARVEL-RULING-51, MARVEL-ABILITY-RAGE as MARVEL-RULING-53 (``recovery``).
    """
    rulings = story.state.rulings
    if not test.passed:
        used_up = rulings.failed_recovery_consumes_activation or not _others_to_act(story.state)
        story.tell(RecoveryFailed(character=test.character, activated=used_up))
        return
    character = story.state.character(test.character)
    story.tell(Recovered(character=character.id, pow=character.pow + max(character.pow_value - 1, 0)))
    if rulings.rage_trigger == "recovery":
        down.give_rage(story, character.id)


def _others_to_act(state: MatchState) -> bool:
    """Whether somebody who is not KO has yet to act: else no later go is left for another try."""
    return any(other.in_play and not other.ko and not other.activated for other in state.characters)
