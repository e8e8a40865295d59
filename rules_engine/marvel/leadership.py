"""Leadership (MARVEL-ABILITY-LEADERSHIP): a counter for some allies as they are activated."""

from rules_engine.kernel.errors import RuleViolation
from rules_engine.kernel.messages import Decision, Legal
from rules_engine.kernel.rule_ids import RuleId
from rules_engine.marvel import abilities
from rules_engine.marvel.commands import Follow
from rules_engine.marvel.events import Followed
from rules_engine.marvel.state import Character, MatchState
from rules_engine.marvel.story import Story


def leaders(state: MatchState, character: Character) -> tuple[Character, ...]:
    """The allies whose Leadership can give a character a counter as it is activated.

    Rules: MARVEL-ABILITY-LEADERSHIP, MARVEL-ABILITY-LEADERSHIP-02, MARVEL-RULING-69.
    """
    if character.follows or character.ko or character.card.ability("leadership"):
        return ()
    return tuple([other for other in state.team(character.team) if _leads(state, other, character)])


def _leads(state: MatchState, leader: Character, character: Character) -> bool:
    if leader.led >= abilities.x_of(state, leader, "leadership"):
        return False
    if state.rulings.leadership_compares == "current_counters":
        return character.pow < leader.pow
    return character.card.pow.green < leader.card.pow.green


def follow(story: Story, command: Follow, decision: Decision) -> None:
    """Take a counter from a leader, or none. Raises RuleViolation for one who cannot give it (MARVEL-RULING-69)."""
    character = story.state.character(decision.subject)
    if not command.leader:
        story.tell(Followed(character=character.id, pow=character.pow))
        return
    if command.leader not in [leader.id for leader in leaders(story.state, character)]:
        raise RuleViolation(RuleId("MARVEL-ABILITY-LEADERSHIP"), leader=command.leader, character=character.id)
    story.tell(Followed(character=character.id, leader=command.leader, pow=character.pow + 1))


def follow_options(state: MatchState, decision: Decision) -> Legal:
    """A counter of each leader, or none."""
    names = [*[leader.id for leader in leaders(state, state.character(decision.subject))], ""]
    return Legal(commands=tuple(Follow(seat=decision.seat, decision=decision.id, leader=name) for name in names))
