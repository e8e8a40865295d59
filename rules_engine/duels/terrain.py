"""What terrain on the line of fire changes in an attack (DUELS-TERR); the line itself is `measuring`'s."""

from rules_engine.duels.components import ACE_FACE
from rules_engine.duels.measuring import Sight
from rules_engine.duels.rulings import Rulings
from rules_engine.duels.state import MatchState
from rules_engine.kernel.dice import Die

OBSTRUCTING_SIDES = 4  # DUELS-TERR-02
ELEVATION_SIDES = {1: 4, 2: 6, 3: 8}  # DUELS-TERR-07, DUELS-TERR-08, DUELS-TERR-09
MOST_LEVELS = 3  # DUELS-TERR-10: a greater difference counts as this


def attack_bonus(state: MatchState, sight: Sight) -> int:
    """What levels add to the attack value. Rules: DUELS-TERR-05, DUELS-RULING-052."""
    if not state.advanced or sight.rise == 0:
        return 0
    favoured = state.setup.rulings.elevation_attack_bonus
    return int(favoured == ("lower_attacker" if sight.rise > 0 else "higher_attacker"))


def terrain_dice(state: MatchState, sight: Sight) -> tuple[Die, ...]:
    """The bonus dodge dice that terrain grants the target; they belong to nobody (DUELS-TERR-03).

    Rules: DUELS-TERR-02, DUELS-TERR-06 to DUELS-TERR-10, DUELS-RULING-053, DUELS-RULING-054.
    """
    if not state.advanced:
        return ()
    rulings = state.setup.rulings
    pieces = sight.obstructing if rulings.obstructing_die == "one_per_piece" else min(sight.obstructing, 1)
    sides = [OBSTRUCTING_SIDES] * pieces
    if sight.rise > 0:
        sides.append(ELEVATION_SIDES[min(sight.rise, MOST_LEVELS)])
    if rulings.terrain_dice_stack == "best_only":
        sides = [max(sides)] if sides else []
    return tuple(Die(_name(sides, index), number) for index, number in enumerate(sides))


def terrain_value(rulings: Rulings, face: int) -> int:
    """What a face of a terrain die adds to the dodge. Rule: DUELS-RULING-005."""
    return 0 if rulings.terrain_die_has_ace and face == ACE_FACE else face


def _name(sides: list[int], index: int) -> str:
    """``T4``; a second die with as many sides is ``T4#2``."""
    nth = sides[: index + 1].count(sides[index])
    return f"T{sides[index]}" if nth == 1 else f"T{sides[index]}#{nth}"
