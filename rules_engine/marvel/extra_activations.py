"""Characters that act out of turn, after another one: Comrade, Order, Master Tactician (MARVEL-RULING-12)."""

from typing import Final

from rules_engine.kernel.errors import RuleViolation
from rules_engine.kernel.messages import Decision, Legal
from rules_engine.kernel.rule_ids import RuleId
from rules_engine.kernel.units import inches
from rules_engine.marvel import abilities, activations, attribute_tests, measuring, seeing
from rules_engine.marvel.commands import ChooseNext
from rules_engine.marvel.components import AbilityName
from rules_engine.marvel.events import OfferDeclined
from rules_engine.marvel.state import Character, MatchState, Offer
from rules_engine.marvel.story import Story

EARSHOT: Final = inches(5)  # MARVEL-ABILITY-ORDER
ACTIVATIONS_A_GO: Final = 2  # without chains (MARVEL-RULING-12)


def choices(state: MatchState, offer: Offer) -> tuple[tuple[AbilityName, str], ...]:
    """What the one that has acted can make of it: abilities, each with a character, or none for a test to make.

    Rules: MARVEL-RULING-12: allies that have not acted, one ability of one that is not KO.
    """
    leader = state.find(offer.character)
    if offer.declined or leader is None or leader.ko:
        return ()
    if offer.chain >= ACTIVATIONS_A_GO and not state.rulings.chained_activations:
        return ()
    allies = activations.yet_to_act(state, leader.team)
    if offer.tested is not None:
        return tuple([("master_tactician", ally.id) for ally in allies if offer.tested])
    return (*_comrades(state, leader, allies), *_ordered(state, leader, allies), *_tactics(state, leader, allies))


def _comrades(state: MatchState, leader: Character, allies: tuple[Character, ...]) -> list[tuple[AbilityName, str]]:
    """Allies whose card a Comrade ability names (MARVEL-ABILITY-COMRADE)."""
    names = {entry.character for entry in abilities.all_of(state, leader, "comrade")}
    return [("comrade", ally.id) for ally in allies if ally.card.name in names]


def _ordered(state: MatchState, leader: Character, allies: tuple[Character, ...]) -> list[tuple[AbilityName, str]]:
    """Allies within 5 in, in line of sight (MARVEL-ABILITY-ORDER)."""
    if not abilities.has(state, leader, "order"):
        return []
    return [("order", ally.id) for ally in allies if _hears(state, leader, ally)]


def _hears(state: MatchState, leader: Character, ally: Character) -> bool:
    found = measuring.distance(state, leader.id, ally.id)
    return found is not None and found <= EARSHOT and seeing.sees(state, leader.id, ally.id)


def _tactics(state: MatchState, leader: Character, allies: tuple[Character, ...]) -> list[tuple[AbilityName, str]]:
    """The Willpower test, if it can help anybody (MARVEL-ABILITY-MASTER-TACTICIAN)."""
    return [("master_tactician", "")] if allies and abilities.has(state, leader, "master_tactician") else []


def choose(story: Story, command: ChooseNext, decision: Decision) -> None:
    """Let another character act at once, test for it, or decline.

    Errors: RuleViolation for an ability that the character has not, or a character that it cannot choose.
    """
    offer = story.state.offer
    assert offer is not None, "an activation has ended"
    if not command.ability:
        story.tell(OfferDeclined(character=offer.character))
    elif (command.ability, command.character) not in choices(story.state, offer):
        raise RuleViolation(RuleId("MARVEL-RULING-12"), ability=command.ability, character=command.character)
    elif not command.character:
        attribute_tests.begin(story, decision.subject, "willpower", "tactics")
    else:
        chosen = story.state.character(command.character)
        activations.start(story, chosen, by=offer.character, ability=command.ability, chain=offer.chain + 1)


def options(state: MatchState, decision: Decision) -> Legal:
    """Each character that can act at once, the test, and nobody."""
    assert state.offer is not None, "an activation has ended"
    found = [*choices(state, state.offer), ("", "")]
    return Legal(
        commands=tuple(
            ChooseNext(seat=decision.seat, decision=decision.id, ability=ability, character=name)
            for ability, name in found
        )
    )
