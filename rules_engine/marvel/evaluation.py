"""How good a state is, for computer players: what characters are worth, what they threaten, what is being resolved.

All numbers are thousandths of a level. They are estimates, but for the odds of an open attack, which are exact.
"""

from functools import lru_cache
from itertools import product
from typing import Final

from rules_engine.kernel.dice import Face
from rules_engine.kernel.messages import Seat
from rules_engine.marvel import (
    abilities,
    areas,
    attribute_tests,
    criticals,
    damage,
    defences,
    hit_rolls,
    odds,
    overload,
    prospects,
    strikes,
    worth,
)
from rules_engine.marvel.components import Attack, Card
from rules_engine.marvel.damage import Harm
from rules_engine.marvel.pending import SIDES, AttackPending, GrabPending, HitPending, TestPending
from rules_engine.marvel.situations import situation
from rules_engine.marvel.state import Character, MatchState
from rules_engine.marvel.threats import effects, threats

RESULT: Final = 3000  # thousandths of all levels: a match won
COUNTER: Final = 4  # thousandths of its level: a POW counter that can still pay for a defence
KEPT: Final = 2  # counters that are of use to a character that has acted
USES: Final = 15  # thousandths of its level: a Luck, a Perfect Plan not yet used
THROWN: Final = 60  # hundredths of throws that come off, about, while nobody knows at whom


def evaluate(state: MatchState, seat: Seat) -> int:
    """How good a state is for a seat's team: its own strength less its enemies', in thousandths of a level.

    With more than two teams the enemies' strength is their average.
    """
    team = next(character.team for character in state.characters if character.seat == seat)
    strengths = dict.fromkeys(state.teams, 0)
    for character in state.characters:
        if character.in_play:
            strengths[character.team] += worth.now(character) + _kept(character)
    for each, threat in threats(state, team).items():
        strengths[each] += threat
    for pending in state.pending:
        _count(state, pending, strengths)
    for character_id in state.to_test:
        character = state.character(character_id)
        strengths[character.team] -= worth.fall(character.card, character.endurance)
    for each, points in _bonus(state).items():
        strengths[each] += points
    for each, promise in prospects.prospects(state).items():
        strengths[each] += promise
    others = [strength for each, strength in strengths.items() if each != team]
    return strengths[team] - sum(others) // len(others)


def _kept(character: Character) -> int:
    """What counters and uses that are still there are good for."""
    useful = min(character.pow, KEPT) if not (character.ko or character.down) else 0
    luck, plan = _has_uses(character.card)
    unused = (luck and not character.lucky) + (plan and not character.planned)
    return max(character.card.level, 1) * (COUNTER * useful + USES * unused)


@lru_cache(maxsize=1 << 10)
def _has_uses(card: Card) -> tuple[bool, bool]:
    """Whether a card has Luck, and a Perfect Plan."""
    return card.ability("luck") is not None, card.ability("perfect_plan") is not None


def _bonus(state: MatchState) -> dict[str, int]:
    """The result, or else what objectives scored so far are worth."""
    if state.result is None:
        scored, point = dict(state.objectives), prospects.point_worth(state)
        return {team: scored.get(team, 0) * point for team in state.teams}
    winners = state.result.winners()
    won = RESULT * sum(max(character.card.level, 1) for character in state.characters)
    return {team: won if winners == (team,) else 0 for team in state.teams}


# --- what is being resolved -------------------------------------------------------------------------------------------


def _count(state: MatchState, pending: object, strengths: dict[str, int]) -> None:
    """Take from each team what something that is being resolved is expected to cost its characters."""
    match pending:
        case AttackPending():
            for target, cost in _attack(state, pending):
                strengths[target.team] -= cost
        case TestPending() if pending.purpose in {"red_zone", "end_phase"}:
            character = state.character(pending.character)
            strengths[character.team] -= _test(pending, character)
        case GrabPending():
            for target, cost in _grab(state, pending):
                strengths[target.team] -= cost
        case _:
            return


def _test(pending: TestPending, character: Character) -> int:
    if not pending.dice.faces or pending.dice.again:
        return worth.fall(character.card, character.endurance)
    passed = attribute_tests.succeeds(pending.dice.total, pending.limit)
    return 0 if passed else worth.fall(character.card, character.endurance)


def _attack(state: MatchState, pending: AttackPending) -> list[tuple[Character, int]]:
    """The characters that an attack is still to hurt, each with what that is expected to cost it."""
    attack = strikes.attack_of(state, pending)
    found = []
    for name in dict.fromkeys((pending.current, *pending.targets)):
        target = state.find(name)
        if target is None or (name == pending.current and pending.stage in {"next", "effects"}):
            continue
        on_it = name == pending.current
        found.append(
            (target, _open(state, pending, attack, target) if on_it else _to_come(state, pending, attack, target))
        )
    return found


def _to_come(state: MatchState, pending: AttackPending, attack: Attack, target: Character) -> int:
    """Before the hit roll: by exact odds, with the enhancement that the target may still buy, if that costs it less.

    While the attacker has not decided about an overload, the mean of none and of one more die.
    """
    bonus = dict(pending.guards).get(target.id, 0)
    cover = areas.in_cover(state, pending.attacker, target.id, attack)

    def cost(dice: int, bonus: int) -> int:
        asked = situation(
            state,
            state.character(pending.attacker),
            target,
            attack,
            cover=cover,
            bonus=bonus,
            dice=dice,
            in_circle=target.id in pending.blast,
        )
        table = odds.odds(asked, state.rulings)
        return worth.by_odds(target, table) + effects(attack, target.card) * table.hit // table.total

    price = COUNTER * max(target.card.level, 1)
    may_raise = _may_raise(state, pending, attack, target)
    dice = _dice(state, pending)
    costs = [
        min(cost(number, bonus), cost(number, bonus + defences.ENHANCEMENT) + price)
        if may_raise
        else cost(number, bonus)
        for number in dice
    ]
    return sum(costs) // len(costs)


def _may_raise(state: MatchState, pending: AttackPending, attack: Attack, target: Character) -> bool:
    """Whether the target has yet to say if it buys an enhancement against this attack."""
    hit = state.top
    waits = target.id in pending.reactors or (
        target.id != pending.target and not (isinstance(hit, HitPending) and hit.reacted)
    )
    return waits and attack.defence in defences.open_enhancements(target, state.rulings)


def _dice(state: MatchState, pending: AttackPending) -> tuple[int, ...]:
    """How many dice the hit roll may have."""
    if pending.overload is not None:
        return (criticals.HIT_DICE + pending.overload.die,)
    open_ = overload.can_die(state, state.character(pending.attacker))
    return (criticals.HIT_DICE, criticals.HIT_DICE + 1) if open_ else (criticals.HIT_DICE,)


def _open(state: MatchState, pending: AttackPending, attack: Attack, target: Character) -> int:
    """For the current target: the hit roll as far as it has gone, else what the hit will do."""
    hit = state.top
    if isinstance(hit, HitPending) and hit.dice.faces:
        return _rolled(state, pending, attack, hit)
    if pending.hit is None:
        return _to_come(state, pending, attack, target)
    return _dealt(state, pending, attack, target, critical=pending.hit.critical) if pending.hit.hit else 0


def _rolled(state: MatchState, pending: AttackPending, attack: Attack, hit: HitPending) -> int:
    """The dice of the hit roll lie, or some are rolled again: the mean of what they may show; else the best re-roll."""
    target, places = state.character(hit.target), hit.dice.again
    result = hit_rolls.compare(state, hit, hit.dice.faces)
    if not places and not result.hit and not hit.dice.settled:
        open_ = [place for _, place in hit_rolls.choices(state, hit)]
        places = (min(open_, key=hit.dice.faces.__getitem__),) if open_ else ()
    total = ways = 0
    for new in product(range(1, SIDES + 1), repeat=len(places)):
        faces = _replaced(hit.dice.faces, places, new)
        result = hit_rolls.compare(state, hit, faces)
        ways += 1
        total += _dealt(state, pending, attack, target, critical=result.critical) if result.hit else 0
    return total // ways


def _replaced(faces: tuple[Face, ...], places: tuple[int, ...], new: tuple[Face, ...]) -> tuple[Face, ...]:
    changed = dict(zip(places, new, strict=True))
    return tuple([changed.get(place, face) for place, face in enumerate(faces)])


def _dealt(state: MatchState, pending: AttackPending, attack: Attack, target: Character, *, critical: bool) -> int:
    """What a hit costs its target; an Agility test that may halve it is still to come."""
    ward = abilities.ward(state, target, attack.kind)
    open_critical = pending.stage in {"hit", "critical"}
    plus_one = critical if open_critical else pending.plus_one
    harm = Harm(
        damage=attack.damage,
        critical=plus_one,
        halved=pending.halved,
        least=1,
        irresistible=attack.special("irresistible") is not None,
    )
    more = effects(attack, target.card)
    whole = worth.by_damage(target, damage.points(harm, ward, state.rulings)) + more
    tests = attack.mode in {"wave", "breath"} or target.id in pending.blast
    if not tests or pending.stage in {"damage", "effects"}:
        return whole
    passing, ways = odds.passes(target.card.agility, again=abilities.has(state, target, "acrobat"))
    halved = damage.points(Harm(damage=attack.damage, critical=plus_one, halved=True, least=1), ward, state.rulings)
    return ((worth.by_damage(target, halved) + more) * passing + whole * (ways - passing)) // ways


# --- grabs and throws -------------------------------------------------------------------------------------------------


def _grab(state: MatchState, pending: GrabPending) -> list[tuple[Character, int]]:
    """About what a grab and throw does: to what is thrown, and to its target once that is known."""
    attacker, item = state.character(pending.attacker), state.find(pending.item)
    size = item.card.size if item else _size(state, pending.item)
    found = []
    chance = _chance(state, attacker, item) if pending.stage == "grab" and item and item.team != attacker.team else 100
    chance = chance * THROWN // 100 if pending.stage in {"grab", "held"} else chance
    target = state.find(pending.target)
    if target is not None and pending.stage in {"roll", "path", "target"}:
        share = _chance(state, attacker, target) if pending.stage == "roll" and target.team != attacker.team else 100
        chance = chance * share // 100
        found.append((target, (worth.by_damage(target, size) + _lying(target)) * chance // 100))
    if item is not None and item.team != attacker.team:
        found.append((item, (worth.by_damage(item, attacker.card.strength - 1) + _lying(item)) * chance // 100))
    return found


def _size(state: MatchState, name: str) -> int:
    piece = state.find_scenery(name)
    return piece.piece.size if piece else 0


def _chance(state: MatchState, attacker: Character, target: Character) -> int:
    """Hundredths of a hit roll against the physical defence that succeed."""
    hit = HitPending(attacker=attacker.id, target=target.id, purpose="throw", manner="melee", defence="physical")
    ways = [hit_rolls.compare(state, hit, faces).hit for faces in product(range(1, SIDES + 1), repeat=2)]
    return 100 * sum(ways) // len(ways)


def _lying(character: Character) -> int:
    return 0 if character.down else worth.DOWN * max(character.card.level, 1)
