"""What the odds of an attack depend on, read off the match: from cards, conditions and what is still to be rolled."""

from rules_engine.marvel import abilities, criticals, defences, hit_rolls
from rules_engine.marvel.components import Attack
from rules_engine.marvel.damage import Harm
from rules_engine.marvel.odds import Situation
from rules_engine.marvel.pending import Faces, HitPending
from rules_engine.marvel.state import Character, MatchState


def situation(
    state: MatchState,
    attacker: Character,
    target: Character,
    attack: Attack,
    *,
    cover: bool = False,
    bonus: int = 0,
    dice: int = criticals.HIT_DICE,
    in_circle: bool = False,
) -> Situation:
    """An attack on a character before the hit roll.

    bonus: what powers add to the defence. dice: with an overload die 3. in_circle: it is not the target of an Explosive
    attack but under its circle.
    """
    hit = HitPending(
        attacker=attacker.id,
        target=target.id,
        purpose="attack",
        manner=attack.mode,
        defence=attack.defence,
        cover=cover,
        bonus=bonus,
    )
    unrolled = state.rulings.area_hit_roll == "none" and attack.mode in {"wave", "breath"}
    tests = in_circle or attack.mode in {"wave", "breath"}
    return Situation(
        beats=None if unrolled else defences.against(state, hit) - hit_rolls.modifier(state, hit),
        harm=Harm(
            damage=attack.damage,
            least=state.rulings.explosive_half_minimum if in_circle else 1,
            irresistible=attack.special("irresistible") is not None,
        ),
        ward=abilities.ward(state, target, attack.kind),
        dice=dice,
        rerolls=len(abilities.rerolls(state, attacker, Faces(), manner=attack.mode)),
        assassin=abilities.is_assassin(state, attacker, attack.mode),
        agility=target.card.agility if tests else None,
        acrobat=tests and abilities.has(state, target, "acrobat"),
    )
