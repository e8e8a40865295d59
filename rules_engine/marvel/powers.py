"""Special powers (MARVEL-ATK-04, section 17): whether one can be paid now, and using it in answer to an attack."""

from rules_engine.marvel import endurance
from rules_engine.marvel.components import DefenceName, Frequency, Power
from rules_engine.marvel.events import PowerUsed
from rules_engine.marvel.state import Character
from rules_engine.marvel.story import Story


def can_pay(character: Character, power: Power) -> bool:
    """Whether a power that is not passive can be used now: its cost and frequency allow it, its user is not KO.

    Rules: MARVEL-KO-04, MARVEL-RULING-08, MARVEL-RULING-19, MARVEL-RULING-49.
    """
    return power.cost <= character.pow and not character.ko and is_left(character, power.id, power.frequency)


def is_left(character: Character, use: str, frequency: Frequency) -> bool:
    """Whether an attack or a power may be used once more this turn and this match (MARVEL-RULING-19)."""
    if frequency == "once_per_turn":
        return use not in character.uses
    return frequency == "unlimited" or use not in character.uses_ever


def react(story: Story, defender: Character, power: Power, *, defence: DefenceName) -> None:
    """Use a power against a hit roll. What a reactive one adds to a defence counts for this roll only.

    Rules: MARVEL-ATK-04, MARVEL-RULING-20; one that costs its user endurance may end it (MARVEL-KO-01,
    MARVEL-LOSS-01). defence: the one that the hit roll is compared with.
    """
    for_this_roll = power.kind == "reactive"
    bonus = power.defence_change if for_this_roll and power.defence == defence else 0
    healed = min(max(defender.endurance + power.endurance, 0), defender.card.endurance.total)
    story.tell(
        PowerUsed(
            character=defender.id,
            power=power.id,
            target=defender.id,
            pow=defender.pow - power.cost,
            bonus=bonus,
            ability=power.ability,
            defence=None if for_this_roll else power.defence,
            x=0 if for_this_roll else power.defence_change,
            endurance=healed if power.endurance else None,
            seat=defender.seat if power.by_hand else "",
        )
    )
    endurance.settle(story, defender)
