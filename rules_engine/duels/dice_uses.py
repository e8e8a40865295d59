"""Which dice may be rolled together for what (DUELS-DICE): colours, jokers and what keeps them company."""

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from itertools import product
from typing import Final, Literal, TypeAlias

from rules_engine.duels.components import JOKERS, LETTERS, Colour, DieSpec, Profile, SkillTest
from rules_engine.duels.rulings import Rulings
from rules_engine.duels.state import Figure, MatchState
from rules_engine.kernel.dice import Die
from rules_engine.kernel.errors import MalformedInput, RuleViolation
from rules_engine.kernel.messages import Record
from rules_engine.kernel.rule_ids import RuleId
from rules_engine.kernel.units import Length

Purpose: TypeAlias = Literal["move", "dodge", "attack", "initiative", "test"]
Hand: TypeAlias = tuple[str, ...]
PRINTED: Final[dict[Colour, RuleId]] = {
    "white": RuleId("DUELS-DICE-02"),
    "yellow": RuleId("DUELS-DICE-03"),
    "blue": RuleId("DUELS-DICE-04"),
    "green": RuleId("DUELS-DICE-05"),
    "black": RuleId("DUELS-DICE-06"),
    "red": RuleId("DUELS-DICE-07"),
}
COLOURS: Final[tuple[Colour, ...]] = tuple(LETTERS)
HANDS_A_SIZE = 7  # how many hands of each number of dice are listed: at most about 40 in all


class Use(Record, frozen=True, kw_only=True, cache_hash=True):
    """What one roll of one figure admits (DUELS-DICE-01).

    stands: colours that may be rolled alone. joins: colours that need company (DUELS-DICE-08). bars: for every other
    colour the rule that forbids it. mutual: two dice that need company may be each other's (DUELS-RULING-008).
    one_colour: dice that are no jokers must share a colour (DUELS-RULING-011).
    """

    purpose: Purpose
    stands: frozenset[Colour]
    joins: frozenset[Colour] = frozenset()
    bars: tuple[tuple[Colour, RuleId], ...] = ()
    mutual: bool = False
    one_colour: bool = False

    def admits(self, colour: Colour) -> bool:
        """Whether dice of a colour may be rolled at all, alone or in company."""
        return colour in self.stands or colour in self.joins

    def fault(self, colours: Sequence[Colour], *, company: bool = False) -> tuple[RuleId, Colour] | None:
        """The first rule that forbids dice of these colours together, and the colour; company: terrain dice join."""
        for colour in colours:
            if not self.admits(colour):
                return next(rule for barred, rule in self.bars if barred == colour), colour
        alone = next((colour for colour in colours if colour in self.joins), None)
        if alone is not None and not (company or self._accompanied(colours)):
            return RuleId("DUELS-DICE-08"), alone
        plain = [colour for colour in colours if colour not in JOKERS]
        if self.one_colour and len(set(plain)) > 1:
            return RuleId("DUELS-RULING-011"), next(colour for colour in plain if colour != plain[0])
        return None

    def _accompanied(self, colours: Sequence[Colour]) -> bool:
        return any(colour in self.stands for colour in colours) or (self.mutual and len(colours) > 1)


# --- what each use admits ---------------------------------------------------------------------------------------------


def move_use(state: MatchState, figure: Figure, *, touching_obstructing: bool = False) -> Use:
    """Dice for a Move: white, and jokers. Rules: DUELS-MOVE-02, DUELS-MOVE-11, DUELS-RULING-043."""
    rulings = state.setup.rulings
    if not touching_obstructing:
        return _use("move", ("white",), figure.profile, rulings)
    if rulings.obstructing_start_jokers == "always_allowed":
        return Use(purpose="move", stands=frozenset(JOKERS), bars=_bars(white=RuleId("DUELS-MOVE-11")))
    return _use("move", (), figure.profile, rulings, white=RuleId("DUELS-MOVE-11"))


def dodge_use(state: MatchState, figure: Figure) -> Use:
    """Dice for a dodge: white, yellow, and jokers. Rules: DUELS-DICE-02, DUELS-DICE-03, DUELS-ATK-11."""
    return _use("dodge", ("white", "yellow"), figure.profile, state.setup.rulings)


def initiative_use(state: MatchState, figure: Figure) -> Use:
    """Dice for initiative. Rules: DUELS-INIT-02, DUELS-RULING-025."""
    rulings = state.setup.rulings
    if rulings.initiative_dice == "any_colour":
        return _use("initiative", ("white", "yellow", "blue", "green"), figure.profile, rulings)
    rule = RuleId("DUELS-INIT-02")
    return _use("initiative", ("white",), figure.profile, rulings, yellow=rule, blue=rule, green=rule)


def skill_use(state: MatchState, test: SkillTest) -> Use:
    """Dice for a skill or stealth test. Rules: DUELS-SKILL-04, DUELS-STEALTH-02, DUELS-RULING-113."""
    if test.stealth:
        rule = RuleId("DUELS-STEALTH-02")
        return Use(purpose="test", stands=frozenset(("white",)), bars=tuple((colour, rule) for colour in COLOURS))
    jokers = JOKERS if state.setup.rulings.skill_test_jokers == "jokers_may_join" else ()
    rule = RuleId("DUELS-SKILL-04")
    return Use(
        purpose="test",
        stands=frozenset((test.colour,)),
        joins=frozenset(jokers) - {test.colour},
        bars=tuple((colour, rule) for colour in COLOURS),
    )


def attack_use(state: MatchState, figure: Figure, distance: Length, *, cross_level: bool = False) -> Use:
    """Dice for an attack over a distance: colours whose band reaches, and jokers.

    Rules: DUELS-ATK-03, DUELS-ATK-07 (cross_level), DUELS-RULING-006, -008, -009, -010, -011, -060.
    """
    return _attack_use(figure.profile, state.setup.rulings, distance, cross_level)


@lru_cache(maxsize=1 << 14)
def _attack_use(profile: Profile, rulings: Rulings, distance: Length, cross_level: bool) -> Use:
    reach: set[Colour] = {band.colour for band in profile.bands if band.reaches(distance)}
    stands = {colour for colour in reach if colour not in JOKERS}
    joins, barred = set[Colour](), dict.fromkeys(("yellow", "blue", "green"), RuleId("DUELS-ATK-03"))
    if cross_level:
        stands.discard("yellow")
        barred["yellow"] = RuleId("DUELS-ATK-07")
    for joker in JOKERS:
        freeing = freeing_bands(profile, rulings, joker)
        if reach.intersection(freeing):
            stands.add(joker)
        elif not freeing or rulings.joker_attack_range == "rides_companion":
            joins.add(joker)
        else:
            barred[joker] = RuleId("DUELS-RULING-009")
    return Use(
        purpose="attack",
        stands=frozenset(stands),
        joins=frozenset(joins),
        bars=_bars(**barred),
        mutual=rulings.joker_companion == "any_other_die" and bool(reach),
        one_colour=not rulings.mixed_colour_attack,
    )


def freeing_bands(profile: Profile, rulings: Rulings, joker: Colour) -> tuple[Colour, ...]:
    """The bands of a tape that free a joker: its own, or any joker's (DUELS-DICE-09, DUELS-RULING-006)."""
    wanted = JOKERS if rulings.joker_band_match == "any_joker_band" else (joker,)
    return tuple(band.colour for band in profile.bands if band.colour in wanted)


@lru_cache(maxsize=1 << 10)
def _use(purpose: Purpose, plain: tuple[Colour, ...], profile: Profile, rulings: Rulings, **barred: RuleId) -> Use:
    free = {joker for joker in JOKERS if freeing_bands(profile, rulings, joker)}
    return Use(
        purpose=purpose,
        stands=frozenset(plain) | free,
        joins=frozenset(JOKERS) - free,
        bars=_bars(**barred),
        mutual=rulings.joker_companion == "any_other_die",
    )


def _bars(**special: RuleId) -> tuple[tuple[Colour, RuleId], ...]:
    return tuple((colour, special.get(colour, PRINTED[colour])) for colour in COLOURS)


# --- checks -----------------------------------------------------------------------------------------------------------


def check_move(state: MatchState, figure: Figure, dice: Sequence[str], *, touching_obstructing: bool = False) -> None:
    """Refuse dice that may not be rolled for a Move. Rules: DUELS-MOVE-02, DUELS-MOVE-11, DUELS-DICE-08."""
    check_available(state, figure, dice)
    _check(state, figure, dice, move_use(state, figure, touching_obstructing=touching_obstructing))


def check_dodge(state: MatchState, figure: Figure, dice: Sequence[str], *, terrain_dice: Sequence[Die] = ()) -> None:
    """Refuse dice that may not be rolled for a dodge; terrain dice keep jokers company. Rules: DUELS-ATK-11,
    DUELS-DICE-08, DUELS-RULING-057."""
    check_available(state, figure, dice)
    _check(state, figure, dice, dodge_use(state, figure), company=bool(terrain_dice))


def check_initiative(state: MatchState, figure: Figure, dice: Sequence[str]) -> None:
    """Refuse dice that may not be rolled for initiative. Rules: DUELS-INIT-02, DUELS-DICE-08, DUELS-RULING-025."""
    check_available(state, figure, dice)
    _check(state, figure, dice, initiative_use(state, figure))


def check_skill_test(state: MatchState, figure: Figure, dice: Sequence[str], *, test: SkillTest) -> None:
    """Refuse dice that may not be rolled for a test, or none. Rules: DUELS-SKILL-04, DUELS-STEALTH-02,
    DUELS-RULING-113, DUELS-RULING-114."""
    check_available(state, figure, dice)
    if not dice:
        raise RuleViolation(RuleId("DUELS-RULING-114"), figure=figure.id)
    _check(state, figure, dice, skill_use(state, test))


def check_attack(
    state: MatchState, figure: Figure, dice: Sequence[str], *, distance: Length, cross_level: bool = False
) -> None:
    """Refuse dice that may not be rolled for an attack over a distance, or none.

    Rules: DUELS-ATK-03, DUELS-ATK-07, DUELS-ATK-10, DUELS-DICE-01 to -09, DUELS-RULING-061.
    """
    check_available(state, figure, dice)
    if not dice:
        raise RuleViolation(RuleId("DUELS-ATK-10"), figure=figure.id)
    if cross_level and melee_ban(state, figure, distance):
        raise RuleViolation(RuleId("DUELS-ATK-07"), figure=figure.id, distance=distance)
    use = attack_use(state, figure, distance, cross_level=cross_level)
    _check(state, figure, dice, use, distance=distance)


def melee_ban(state: MatchState, figure: Figure, distance: Length) -> bool:
    """Whether an attack between levels is barred outright (DUELS-RULING-060 ``no_attack_in_yellow_range``)."""
    band = figure.profile.band("yellow")
    strict = state.setup.rulings.cross_level_melee == "no_attack_in_yellow_range"
    return strict and band is not None and band.reaches(distance)


def check_available(state: MatchState, figure: Figure, dice: Sequence[str]) -> None:
    """Refuse dice that do not lie on a figure's base. Rules: DUELS-ROUND-06, DUELS-DICE-15.

    Errors: MalformedInput for a die that the match lacks or that is named twice.
    """
    if len(set(dice)) != len(dice):
        raise MalformedInput("A die is named twice.")
    for die in dice:
        if die in figure.base:
            continue
        if die not in state.parts.dice:
            raise MalformedInput(f"There is no die {die}.")
        rule = RuleId("DUELS-DICE-15" if die in state.rolled else "DUELS-ROUND-06")
        raise RuleViolation(rule, figure=figure.id, die=die)


def _check(
    state: MatchState, figure: Figure, dice: Sequence[str], use: Use, *, company: bool = False, **facts: int
) -> None:
    fault = use.fault([state.parts.dice[die].spec.colour for die in dice], company=company)
    if fault:
        rule_id, colour = fault
        raise RuleViolation(rule_id, figure=figure.id, colour=colour, purpose=use.purpose, **facts)


# --- hands to choose from ---------------------------------------------------------------------------------------------


def move_hands(state: MatchState, figure: Figure, *, touching_obstructing: bool = False) -> tuple[Hand, ...]:
    """Dice that may be rolled for a Move, the empty hand first."""
    return ((), *hands(state, figure, move_use(state, figure, touching_obstructing=touching_obstructing)))


def dodge_hands(state: MatchState, figure: Figure, *, company: bool = False) -> tuple[Hand, ...]:
    """Dice that may be rolled for a dodge, the empty hand first; company: terrain dice are rolled with them."""
    return ((), *hands(state, figure, dodge_use(state, figure), company=company))


def initiative_hands(state: MatchState, figure: Figure) -> tuple[Hand, ...]:
    """Dice that may be declared for initiative, the empty hand first."""
    return ((), *hands(state, figure, initiative_use(state, figure)))


def skill_hands(state: MatchState, figure: Figure, test: SkillTest) -> tuple[Hand, ...]:
    """Dice that may be rolled for a test."""
    return hands(state, figure, skill_use(state, test))


def attack_hands(state: MatchState, figure: Figure, distance: Length, *, cross_level: bool = False) -> tuple[Hand, ...]:
    """Dice that may be rolled for an attack over a distance."""
    if cross_level and melee_ban(state, figure, distance):
        return ()
    return hands(state, figure, attack_use(state, figure, distance, cross_level=cross_level))


def hands(state: MatchState, figure: Figure, use: Use, *, company: bool = False) -> tuple[Hand, ...]:
    """Legal sets of at least one die of a base, one of each multiset of equal dice, most and biggest dice first.

    Of each number of dice at most ``HANDS_A_SIZE`` are listed.
    """
    groups: dict[DieSpec, list[str]] = {}
    for die in figure.base:
        spec = state.parts.dice[die].spec
        if use.admits(spec.colour):
            groups.setdefault(spec, []).append(die)
    if not groups:
        return ()
    kinds = tuple((spec, len(ids)) for spec, ids in groups.items())
    return tuple(
        tuple(die for ids, take in zip(groups.values(), counts, strict=True) for die in ids[:take])
        for counts in _counts(kinds, use, company)
    )


@lru_cache(maxsize=4096)
def _counts(kinds: tuple[tuple[DieSpec, int], ...], use: Use, company: bool) -> tuple[tuple[int, ...], ...]:
    """How many dice of each kind a legal hand takes; see `hands`."""
    legal = [
        counts
        for counts in product(*(range(number + 1) for _, number in kinds))
        if any(counts) and use.fault(_colours(kinds, counts), company=company) is None
    ]
    legal.sort(key=lambda counts: (-sum(counts), -_sides(kinds, counts)))
    return tuple(_best_of_each(legal, size=sum))


def _best_of_each(
    ranked: Iterable[tuple[int, ...]], *, size: Callable[[tuple[int, ...]], int]
) -> list[tuple[int, ...]]:
    seen: dict[int, int] = {}
    best = []
    for counts in ranked:
        seen[size(counts)] = seen.get(size(counts), 0) + 1
        if seen[size(counts)] <= HANDS_A_SIZE:
            best.append(counts)
    return best


def _colours(kinds: tuple[tuple[DieSpec, int], ...], counts: tuple[int, ...]) -> list[Colour]:
    return [spec.colour for (spec, _), take in zip(kinds, counts, strict=True) for _ in range(take)]


def _sides(kinds: tuple[tuple[DieSpec, int], ...], counts: tuple[int, ...]) -> int:
    return sum(spec.sides * take for (spec, _), take in zip(kinds, counts, strict=True))
