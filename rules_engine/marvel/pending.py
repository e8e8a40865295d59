"""What is being resolved: the records on the stack of a match. The last one is asked; those below wait for it."""

from typing import Literal, TypeAlias

from rules_engine.kernel.dice import Die, Face
from rules_engine.kernel.messages import Id, Record, Seat
from rules_engine.kernel.units import Length
from rules_engine.marvel.components import Attribute, DefenceName, SpecialRule

TestPurpose: TypeAlias = Literal["red_zone", "end_phase", "recovery", "tactics", "agility", "path", "push"]
HitPurpose: TypeAlias = Literal["attack", "grab", "throw"]
Manner: TypeAlias = Literal["melee", "ranged", "wave", "breath", "throw"]
"""How a hit roll counts; ``throw`` is a throw's that does not count as ranged (MARVEL-RULING-56)."""
SIDES = 8


class Drop(Record, frozen=True, kw_only=True):
    """A character that falls, and how deep."""

    character: Id
    height: Length


def d8s(owner: str, number: int, *, first: int = 1) -> tuple[Die, ...]:
    """D8s as the dice port rolls them, named after whose they are."""
    return tuple([Die(f"{owner}/D8#{place}", SIDES) for place in range(first, first + number)])


class Faces(Record, frozen=True, kw_only=True):
    """Dice of one roll with the re-rolls they have had (MARVEL-RULING-02).

    faces: as they lie, none before the roll. again: places of dice that are being rolled again. used: places that have
    been; abilities: those that were used for it. settled: nobody rolls any of them again.
    """

    faces: tuple[Face, ...] = ()
    again: tuple[int, ...] = ()
    used: tuple[int, ...] = ()
    abilities: tuple[str, ...] = ()
    settled: bool = False

    @property
    def total(self) -> int:
        """What the dice show together."""
        return sum(self.faces)


class TestPending(Record, frozen=True, kw_only=True):
    """An attribute test (MARVEL-TEST-01): 2D8 against ``limit``. What follows depends on its purpose."""

    __test__ = False  # no test class of pytest's

    character: str
    attribute: Attribute
    purpose: TestPurpose
    limit: int
    dice: Faces = Faces()


class Overload(Record, frozen=True, kw_only=True):
    """What an attacker decided before the first hit roll (MARVEL-OVL-01): a die, an option by its place, or neither."""

    die: bool = False
    option: int | None = None


class HitResult(Record, frozen=True, kw_only=True):
    """What a hit roll came to; without faces the target was hit without a roll.

    critical, double_eight: of a success only (MARVEL-CRIT-01, MARVEL-ABILITY-ASSASSIN).
    """

    target: str
    hit: bool
    faces: tuple[Face, ...] = ()
    total: int = 0
    defence: int = 0
    critical: bool = False
    double_eight: bool = False


class HitPending(Record, frozen=True, kw_only=True):
    """One hit roll against one target (MARVEL-ATK-08), of an attack, a grab or a throw that waits below it.

    manner: which bonuses and abilities apply. reacted: the defender has had its say (MARVEL-ATK-04, -05), powered: it
    has used a power; bonus: what that adds to the defence of this roll. first: the attack's first hit roll.
    """

    attacker: str
    target: str
    purpose: HitPurpose
    manner: Manner
    defence: DefenceName
    cover: bool = False
    reacted: bool = False
    powered: bool = False
    bonus: int = 0
    first: bool = True
    dice: Faces = Faces()


AttackStage: TypeAlias = Literal["next", "hit", "critical", "agility", "damage", "effects"]
"""Of one target, in order: its hit roll, the choice on a critical, the Agility test of an area, damage, effects."""


class AttackPending(Record, frozen=True, kw_only=True):
    """An attack between its declaration and its end.

    attack: its id on the attacker's card. target: the declared target, a character or a piece of scenery; none for an
    area. targets: those still to resolve, in the attacker's order (MARVEL-RULING-04); crossed: pieces that a
    Penetrative attack passes through, hit without a roll; named: those that the attacker has named for a circle; blast:
    characters under it, who test Agility.

    reactors: declared targets that have yet to react (MARVEL-RULING-21), powered: the first of them has used a power;
    guards: what powers add to defences. overload: None until the attacker has decided.

    current: whom the stage is about. hit: the last hit roll of it; rolled: hit rolls so far. shared: the one roll of
    all targets (MARVEL-RULING-28 ``single``). effect, plus_one, push: what was made of a critical. halved: the Agility
    test was passed. effects: special rules that have yet to work.
    """

    attacker: str
    attack: str
    target: str = ""
    targets: tuple[str, ...] = ()
    crossed: tuple[str, ...] = ()
    named: tuple[str, ...] = ()
    blast: tuple[str, ...] = ()
    reactors: tuple[str, ...] = ()
    powered: bool = False
    guards: tuple[tuple[str, int], ...] = ()
    overload: Overload | None = None
    current: str = ""
    stage: AttackStage = "next"
    hit: HitResult | None = None
    rolled: int = 0
    shared: tuple[Face, ...] = ()
    effect: bool = False
    plus_one: bool = False
    push: bool = False
    halved: bool = False
    effects: tuple[SpecialRule, ...] = ()


GrabStage: TypeAlias = Literal["grab", "held", "roll", "path", "target", "item"]
"""In order: the grab roll, whither to throw, the throw roll, those on the way, the target, the thrown character."""


class GrabPending(Record, frozen=True, kw_only=True):
    """A grab and throw (MARVEL-GRAB-01): who, what (a character or a piece of scenery), and whither.

    target: where it is thrown, chosen once it is grabbed. path: characters on the way that have yet to test, outward.
    hit: the last hit roll of it; rolled: there was one before. blocked: a thrown piece breaks on the way; broken: on
    its target (MARVEL-RULING-59). harmless: the throw roll failed, and the item lands all the same (MARVEL-RULING-57).
    """

    attacker: str
    item: str
    stage: GrabStage = "grab"
    target: str = ""
    path: tuple[str, ...] = ()
    overload: Overload | None = None
    hit: HitResult | None = None
    rolled: bool = False
    blocked: bool = False
    broken: bool = False
    harmless: bool = False


class PushPending(Record, frozen=True, kw_only=True):
    """A push (MARVEL-SPECIAL-PUSH): who was pushed, by whom, how far at most, what it met.

    seat: declared board, who says what it came to; empty once that is known. drop: how deep it falls then. done: what
    was met has been dealt with.
    """

    attacker: str
    target: str
    distance: int
    seat: Seat = ""
    met: str = ""
    drop: int = 0
    done: bool = False


class FallPending(Record, frozen=True, kw_only=True):
    """Characters that have yet to fall, each with its drop (MARVEL-RULING-65).

    seat: declared board, who says which of them fall and how deep; empty once that is known. by: the team that is
    credited with losses.
    """

    falls: tuple[Drop, ...] = ()
    seat: Seat = ""
    by: str = ""


class EffectPending(Record, frozen=True, kw_only=True):
    """A power, or an attack's critical effect, told in words: its controller enters what it does (section 17)."""

    character: str
    power: str
    seat: Seat


Pending: TypeAlias = TestPending | HitPending | AttackPending | GrabPending | PushPending | FallPending | EffectPending
