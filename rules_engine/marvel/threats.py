"""What characters are likely to do to each other, for computer players: the best attack of each, now and next turn.

Estimates in thousandths of a level, by exact odds of a single attack and by how far it is to go; tracked board only.
"""

from functools import lru_cache
from math import sqrt
from typing import Final, NamedTuple

from rules_engine.kernel.units import INCH, Length, inches
from rules_engine.marvel import defences, odds, seeing, worth
from rules_engine.marvel.areas import NEAREST
from rules_engine.marvel.components import Attack, Card
from rules_engine.marvel.damage import Harm, Ward
from rules_engine.marvel.odds import Situation
from rules_engine.marvel.rulings import Rulings
from rules_engine.marvel.state import Character, MatchState

NOW, NEXT, SOON, LATER = 100, 85, 50, 35
"""Hundredths of an attack's worth: in this activation, in the team's next one, later this turn, in the next turn."""
KEENNESS: Final = 115  # hundredths: own threats count more than the enemy's, so that players go and fight
SERIES: Final = (0, 100, 185, 255)  # hundredths of an attack's worth that so many of them in a row are worth
HALF_GAP: Final = inches(10)  # a target this far out of reach counts half
OUT_OF_REACH: Final = 60  # hundredths
BLOCKED: Final = inches(3)  # about how far to go for a line of sight
FAR_OFF: Final = 3  # thousandths of its level: an inch that keeps a character of one's own from any target
EFFECT: Final = 12  # thousandths of its level: each point of a special rule that a hit lays on a target
EFFECTS: Final = ("awkwardness", "dazzle", "distract", "ensnare", "push", "stun")


class Means(NamedTuple):
    """What a character has to attack with: POW, and whether it can still move. now: it acts."""

    pow: int
    moves: bool
    now: bool


class Threat(NamedTuple):
    """What a character is likely to cost an enemy."""

    cost: int
    enemy: str


NOBODY: Final = Threat(0, "")


def threats(state: MatchState, team: str) -> dict[str, int]:
    """By team, what its characters are likely to do to the others; those of ``team`` count a little more."""
    found = dict.fromkeys(state.teams, 0)
    if state.result is not None or not state.tracked:
        return found
    placed = [other for other in state.characters if other.in_play and other.place]
    for each in state.teams:
        enemies = tuple([other for other in placed if other.team != each])
        own = [character for character in placed if character.team == each]
        found[each] = _together(state, own, enemies)
        if each == team:
            far = sum(_far_off(character, enemies) for character in own)
            found[each] = found[each] * KEENNESS // 100 - far
    return found


def _together(state: MatchState, own: list[Character], enemies: tuple[Character, ...]) -> int:
    """What the characters of a team are likely to do now, soon and next turn; no enemy can lose more than it has."""
    waiting: list[Threat] = []
    aimed: list[tuple[int, Threat]] = []
    for character in own:
        aimed.append((LATER, _later(character, enemies, state.rulings)))
        now = _now(state, character)
        if now is not None and now.now:
            aimed.append((NOW, _best(character, enemies, now, _hidden(state, character, enemies), state.rulings)))
        elif now is not None:
            waiting.append(_best(character, enemies, now, (), state.rulings))
    first = max(waiting, default=None, key=lambda threat: threat.cost)
    aimed += [(NEXT if threat is first else SOON, threat) for threat in waiting]
    return _limited(aimed, {other.id: worth.now(other) for other in enemies})


def _limited(aimed: list[tuple[int, Threat]], whole: dict[str, int]) -> int:
    """The sum of threats with their weights; what several have in mind for one enemy counts less each time."""
    total, left = 0, dict(whole)
    for weight, threat in sorted(aimed, key=lambda pair: -pair[0]):
        if threat.cost:
            taken = threat.cost * weight * left[threat.enemy] // (100 * max(whole[threat.enemy], 1))
            total += taken
            left[threat.enemy] -= min(taken, left[threat.enemy])
    return total


def _now(state: MatchState, character: Character) -> Means | None:
    """What a character has this turn, if it acts or will act."""
    activation = state.activation
    if activation is not None and activation.character == character.id:
        moves = activation.moves < 1 + activation.extra_moves
        return Means(character.pow - character.down, moves=moves, now=True)
    if character.ko or (character.activated and state.phase == "action"):
        return None
    counters = character.pow if state.phase in {"initiative", "action"} else character.pow_value
    return Means(counters - character.down, moves=True, now=False)


def _later(character: Character, enemies: tuple[Character, ...], rulings: Rulings) -> Threat:
    """What a character is likely to do in the next turn; one that is KO must recover first."""
    if not character.ko:
        means = Means(character.pow_value - character.down, moves=True, now=False)
        return _best(character, enemies, means, (), rulings)
    passing, ways = odds.passes(character.card.stamina)
    best = _best(character, enemies, Means(character.pow_value - 2, moves=True, now=False), (), rulings)
    return best._replace(cost=best.cost * passing // ways)


def _hidden(state: MatchState, character: Character, enemies: tuple[Character, ...]) -> tuple[str, ...]:
    """The enemies that a character could shoot at from where it stands, if it saw them."""
    aimed = [attack for attack in character.card.attacks if attack.mode in {"ranged", "breath"}]
    return tuple(
        [
            other.id
            for other in enemies
            if any(not to_go(character, other, attack, blocked=False) for attack in aimed)
            and not seeing.sees(state, character.id, other.id)
        ]
    )


def _best(
    character: Character, enemies: tuple[Character, ...], means: Means, hidden: tuple[str, ...], rulings: Rulings
) -> Threat:
    """The best series of attacks on one enemy."""
    best = NOBODY
    for other in enemies:
        cost = _on(character, other, means, rulings, blocked=other.id in hidden)
        if cost > best.cost:
            best = Threat(cost, other.id)
    return best


@lru_cache(maxsize=1 << 16)
def _on(character: Character, other: Character, means: Means, rulings: Rulings, *, blocked: bool) -> int:
    """The worth of the best series of attacks on an enemy; kept, for most states differ in one character."""
    return max(
        [
            _series(character, other, attack, means, rulings, blocked=blocked)
            for attack in character.card.attacks
            if _is_left(character, attack, now=means.now)
        ],
        default=0,
    )


def _is_left(character: Character, attack: Attack, *, now: bool) -> bool:
    if attack.frequency == "once_per_game":
        return attack.id not in character.uses_ever
    return not (now and attack.frequency == "once_per_turn" and attack.id in character.uses)


def _series(
    character: Character, other: Character, attack: Attack, means: Means, rulings: Rulings, *, blocked: bool
) -> int:
    """What one attack, as often as POW allows, costs an enemy; less the farther that is out of reach."""
    once = strike(character.card, other, attack, rulings)
    if not once:
        return 0
    needed = to_go(character, other, attack, blocked=blocked)
    step = _step(character, needed) if means.moves else None
    if needed and step is None:
        gap = needed - (max(character.card.speeds) if means.moves else 0)
        return once * OUT_OF_REACH // 100 * HALF_GAP // (HALF_GAP + max(gap, 0)) if not means.now else 0
    left = means.pow - (step or 0 if needed else 0)
    number = left // attack.cost if attack.cost > 0 else 1
    if attack.frequency != "unlimited":
        number = min(number, 1)
    number = min(max(number, 0), len(SERIES) - 1)
    return min(once * SERIES[number] // 100, worth.now(other))


def to_go(character: Character, other: Character, attack: Attack, *, blocked: bool) -> Length:
    """How far a character has to go, about, until it can make an attack."""
    apart = _apart(character, other)
    if attack.mode == "melee":
        return apart if apart > 1 else 0
    reach = _reach(character.card, other.card, attack)
    nearest = NEAREST if attack.mode == "ranged" else 0
    if apart < nearest:
        return nearest - apart
    needed = max(apart - reach, 0)
    return max(needed, BLOCKED) if blocked and attack.mode != "wave" else needed


@lru_cache(maxsize=1 << 10)
def _reach(own: Card, other: Card, attack: Attack) -> Length:
    """How far an attack reaches, abilities that hide its target included."""
    reach = attack.template.length if attack.template else attack.range
    if (
        attack.mode == "wave"
        or attack.special("homing")
        or own.ability("thermal_vision")
        or own.ability("total_vision")
    ):
        return reach
    if other.ability("invisible"):
        return min(reach, inches(1))
    return min(reach, inches(8)) if other.ability("stealth") else reach


def _step(character: Character, needed: Length) -> int | None:
    """The POW that a move this long costs; None for one that no Speed allows."""
    slowed = sum(entry.x * INCH for entry in character.reductions if entry.rule == "ensnare")
    for index, speed in enumerate(character.card.speeds):
        if speed - slowed >= needed:
            return index + 1
    return None


def strike(card: Card, other: Character, attack: Attack, rulings: Rulings) -> int:
    """The mean of what one attack costs an enemy: the hit roll, the damage, and a little for its effects."""
    if other.card.defences.of(attack.defence) is None:
        return 0
    aim = card.attack + (attack.mode == "ranged" and card.ability("marksmanship") is not None)
    beats = defences.value(other, attack.defence, rulings) - aim
    return _cost(card, attack, beats, rulings, other=(other.card, other.endurance, other.ko, other.down))


@lru_cache(maxsize=1 << 15)
def _cost(card: Card, attack: Attack, beats: int, rulings: Rulings, *, other: tuple[Card, int, bool, bool]) -> int:
    """As `strike`, kept by all that it depends on; other: the enemy's card, endurance, KO, lying."""
    target, endurance, ko, down = other
    table = odds.odds(
        Situation(
            beats=beats,
            harm=Harm(damage=attack.damage, least=1, irresistible=attack.special("irresistible") is not None),
            ward=_ward(target, attack),
            rerolls=int(card.ability("master_fighter") is not None),
            agility=target.agility if attack.mode in {"wave", "breath"} else None,
        ),
        rulings,
    )
    losses = worth.losses(target, endurance, ko=ko, down=down)
    mean = sum(weight * losses[min(damage, worth.MOST_DAMAGE - 1)] for damage, weight in table.damage.weights)
    return mean // table.total + effects(attack, target) * table.hit // table.total


def effects(attack: Attack, card: Card) -> int:
    """What the special rules of a hit are worth against a card, damage aside."""
    points = sum(rule.x for rule in attack.special_rules if rule.rule in EFFECTS)
    return points * EFFECT * max(card.level, 1)


@lru_cache(maxsize=1 << 10)
def _ward(card: Card, attack: Attack) -> Ward:
    kind = attack.kind
    return Ward(
        weak=any(kind.matches(entry.versus) for entry in card.abilities_of("weakness")),
        immune=any(kind.matches(entry.versus) for entry in card.abilities_of("immunity")),
        resistances=tuple([entry.x for entry in card.abilities_of("resistance") if kind.matches(entry.versus)]),
    )


def _far_off(character: Character, enemies: tuple[Character, ...]) -> int:
    """What it counts that all enemies are far: about one move farther than the longest attack."""
    if not enemies or character.ko:
        return 0
    reach = max([attack.range for attack in character.card.attacks], default=0) + max(character.card.speeds)
    apart = min(_apart(character, other) for other in enemies)
    return max(apart - reach, 0) // INCH * FAR_OFF * max(character.card.level, 1)


def _apart(character: Character, other: Character) -> Length:
    """About how far two bases are apart."""
    one, two = character.place, other.place
    assert one is not None and two is not None, "characters on a tracked table have places"  # noqa: PT018 -- one claim
    centres = sqrt((one.x - two.x) ** 2 + (one.y - two.y) ** 2 + (one.level - two.level) ** 2)
    return max(round(centres) - character.card.radius - other.card.radius, 0)
