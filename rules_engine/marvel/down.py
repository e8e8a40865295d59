"""Knocked down (MARVEL-DOWN): lying on the ground, and standing up."""

from typing import Final

from rules_engine.kernel.errors import DecisionClosed, MalformedInput, RuleViolation
from rules_engine.kernel.messages import JUDGE, Decision, Legal
from rules_engine.kernel.rule_ids import RuleId
from rules_engine.marvel import abilities
from rules_engine.marvel.commands import Stand
from rules_engine.marvel.events import CountersGained, KnockedDown, StoodUp
from rules_engine.marvel.state import Character, MatchState
from rules_engine.marvel.story import Story

STANDING: Final = 1  # POW to stand up


def knock_down(story: Story, character_id: str) -> None:
    """Knock a character down; one that lies already is not changed (MARVEL-DOWN-03, MARVEL-RULING-54)."""
    if not story.state.character(character_id).down:
        story.tell(KnockedDown(character=character_id))


def check_standing(character: Character) -> None:
    """Raise RuleViolation unless a character may use powers, move and attack (MARVEL-DOWN-01)."""
    if character.down:
        raise RuleViolation(RuleId("MARVEL-DOWN-01"), character=character.id)


def stand(story: Story, command: Stand, decision: Decision) -> None:
    """Stand up in one's own activation (MARVEL-DOWN-05). Raises RuleViolation, MalformedInput for another character."""
    if command.character != decision.subject:
        raise MalformedInput(f"{decision.subject} is acting, not {command.character}.")
    _get_up(story, story.state.character(command.character))


def stand_any_time(story: Story, command: Stand) -> None:
    """Stand up in another's activation, where the league allows it (MARVEL-RULING-54).

    Errors: DecisionClosed for another seat's character; RuleViolation where it is not allowed, or while something is
    being resolved; MalformedInput for a character that is not in play.
    """
    character = story.state.find(command.character)
    if character is None:
        raise MalformedInput(f"There is no character {command.character} in play.")
    if command.seat not in {character.seat, JUDGE}:
        raise DecisionClosed(f"{character.id} is {character.seat}'s, not {command.seat}'s.")
    state = story.state
    if not state.rulings.stand_up_outside_activation or state.phase != "action" or state.pending or character.ko:
        raise RuleViolation(RuleId("MARVEL-RULING-54"), character=character.id)
    _get_up(story, character)


def can_stand(character: Character) -> bool:
    """Whether a character lies on the ground and can pay for standing up."""
    return character.down and character.pow >= STANDING


def _get_up(story: Story, character: Character) -> None:
    """Pay 1 POW and stand; the Rage of ``rage_trigger`` = ``stand_up`` follows (MARVEL-RULING-53)."""
    if not can_stand(character):
        raise RuleViolation(RuleId("MARVEL-DOWN-05"), character=character.id, pow=character.pow)
    story.tell(StoodUp(character=character.id, pow=character.pow - STANDING))
    if story.state.rulings.rage_trigger == "stand_up" and character.dazed:
        give_rage(story, character.id)


def give_rage(story: Story, character_id: str) -> None:
    """Give a character the counters of its Rage, which cost nothing, so that nobody is asked (MARVEL-ABILITY-RAGE)."""
    character = story.state.character(character_id)
    rage = abilities.x_of(story.state, character, "rage")
    if rage:
        story.tell(CountersGained(character=character_id, ability="rage", pow=character.pow + rage))


def options(state: MatchState, decision: Decision) -> Legal:
    """Standing up, for one that lies and can pay."""
    if not can_stand(state.character(decision.subject)):
        return Legal(commands=())
    return Legal(commands=(Stand(seat=decision.seat, decision=decision.id, character=decision.subject),))
