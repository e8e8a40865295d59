"""The shape of a catalog file: cards and scenery as a league types them in (docs/rules/marvel.md, section 17).

What a shape refuses cannot be played. A value outside the bounds of section 17 is only warned about (`card_warnings`,
`piece_warnings`): they are guard-rails, no rules.
"""

from collections.abc import Iterable, Iterator
from typing import Annotated, Final, TypeAlias

from msgspec import Meta, Struct

from rules_engine.kernel.plain_data import Fault, Inches, Slug, Text
from rules_engine.kernel.units import inches
from rules_engine.marvel.components import (
    AbilityName,
    Alignment,
    AttackMode,
    DefenceName,
    Frequency,
    Nature,
    PowerKind,
    SceneryType,
    SpecialName,
)

Distance: TypeAlias = Annotated[Inches, Meta(description="inches, 0 or more, with at most two decimals")]
Names: TypeAlias = Annotated[tuple[Text, ...], Meta(description="a list of texts")]
PowCounters: TypeAlias = Annotated[int, Meta(ge=0, le=20, description="0–20")]
Boxes: TypeAlias = Annotated[int, Meta(ge=0, description="0 or more")]
Speeds: TypeAlias = Annotated[
    tuple[Distance, ...], Meta(min_length=1, max_length=3, description="a list of 1–3 lengths")
]


class PowFile(Struct, frozen=True, kw_only=True):
    """POW counters by endurance zone (MARVEL-RULING-06)."""

    green: PowCounters
    pale: PowCounters
    red: PowCounters


class EnduranceFile(Struct, frozen=True, kw_only=True):
    """Boxes in each endurance zone (MARVEL-RULING-46)."""

    green: Boxes
    pale: Boxes
    red: Boxes


class DefencesFile(Struct, frozen=True, kw_only=True):
    """What a hit roll must exceed."""

    physical: int
    energy: int
    mental: int
    supernatural: int | None = None


class AbilityFile(Struct, frozen=True, kw_only=True):
    """An ability with the parameters that it takes."""

    ability: AbilityName
    x: int | None = None
    versus: str = ""
    character: str = ""


class SpecialFile(Struct, frozen=True, kw_only=True):
    """A special rule of an attack; x where it takes one."""

    rule: SpecialName
    x: int | None = None


class CriticalFile(Struct, frozen=True, kw_only=True):
    """An attack's own critical effect: a special rule or a text."""

    rule: SpecialName | None = None
    x: int | None = None
    text: str = ""


class OptionFile(Struct, frozen=True, kw_only=True):
    """An overload option: what it adds to damage and range, and special rules it brings."""

    label: Text
    cost: int | None = None
    damage: int = 0
    range: Distance = Inches(0)
    special_rules: tuple[SpecialFile, ...] = ()


class TemplateFile(Struct, frozen=True, kw_only=True):
    """A breath's template, by name, by size, or both."""

    name: str = ""
    length: Distance = Inches(800)
    width: Distance = Inches(300)


class AttackFile(Struct, frozen=True, kw_only=True):
    """An attack as printed."""

    id: Slug
    name: Text
    cost: int
    frequency: Frequency = "unlimited"
    mode: AttackMode
    range: Distance | None = None
    template: TemplateFile | None = None
    nature: Nature
    type: str = ""
    defence: DefenceName | None = None
    damage: int
    special_rules: tuple[SpecialFile, ...] = ()
    critical_effect: CriticalFile | None = None
    overload_options: tuple[OptionFile, ...] = ()


class PowerFile(Struct, frozen=True, kw_only=True):
    """A special power as printed, and what of it the engine can do by itself."""

    id: Slug
    name: Text
    kind: PowerKind
    cost: int = 0
    frequency: Frequency = "unlimited"
    range: Distance | None = None
    requires_los: bool = False
    trigger: str = ""
    against: tuple[AttackMode, ...] = ()
    effect: str = ""
    moves: int = 0
    defence: DefenceName | None = None
    defence_change: int = 0
    endurance: int = 0
    ability: AbilityFile | None = None


class CardFile(Struct, frozen=True, kw_only=True):
    """A character card as printed; ``sample`` marks invented values. A base is measured in inches or in mm."""

    id: Slug
    name: Text
    sample: bool = False
    real_name: str = ""
    level: int | None = None
    factions: Names = ()
    alignment: Alignment | None = None
    pow: PowFile
    speeds: Speeds
    strength: int
    attack: int
    size: int
    agility: int
    stamina: int
    willpower: int
    defences: DefencesFile
    endurance: EnduranceFile
    height: Distance
    base_height: Distance = Inches(20)
    base_diameter: Distance = Inches(118)
    base_diameter_mm: int | None = None
    abilities: tuple[AbilityFile, ...] = ()
    attacks: tuple[AttackFile, ...] = ()
    powers: tuple[PowerFile, ...] = ()


class SceneryFile(Struct, frozen=True, kw_only=True):
    """A piece of scenery that the league owns: section 14."""

    id: Slug
    name: Text
    sample: bool = False
    type: SceneryType
    size: int
    da: int
    sp: int
    height: Distance = Inches(0)
    width: Distance = Inches(0)
    depth: Distance = Inches(0)


# --- what cannot be played --------------------------------------------------------------------------------------------

TAKES_X: Final = frozenset({"leadership", "rage", "regeneration", "resistance", "toughness"})
TAKES_VERSUS: Final = frozenset({"immunity", "resistance", "weakness"})
WITHOUT_X: Final = frozenset({"homing", "irresistible", "penetrative"})
WITH_RANGE: Final = ("ranged", "wave")


def card_faults(card: CardFile) -> Iterator[Fault]:
    """What between the fields of a card leaves a rule without a number it needs."""
    if card.endurance.green + card.endurance.pale + card.endurance.red < 1:
        yield Fault("endurance", "must have at least 1 box in all")
    for name in ("height", "base_height", "base_diameter"):
        if not getattr(card, name):
            yield Fault(name, "must be more than 0")
    if card.base_diameter_mm is not None and card.base_diameter_mm < 1:
        yield Fault("base_diameter_mm", "must be more than 0")
    for index, ability in enumerate(card.abilities):
        yield from _ability_faults(f"abilities[{index}]", ability)
    yield from _repeated("attacks", [attack.id for attack in card.attacks])
    for index, attack in enumerate(card.attacks):
        yield from _attack_faults(f"attacks[{index}]", attack)
    yield from _repeated("powers", [power.id for power in card.powers])
    for index, power in enumerate(card.powers):
        if power.ability:
            yield from _ability_faults(f"powers[{index}].ability", power.ability)


def _repeated(path: str, ids: list[str]) -> Iterator[Fault]:
    for index, name in enumerate(ids):
        if name in ids[:index]:
            yield Fault(f"{path}[{index}].id", "is used by an earlier entry")


def _ability_faults(path: str, ability: AbilityFile) -> Iterator[Fault]:
    if ability.x is None and ability.ability in TAKES_X:
        yield Fault(f"{path}.x", "is missing")
    if not ability.versus and ability.ability in TAKES_VERSUS:
        yield Fault(f"{path}.versus", "is missing")
    if not ability.character and ability.ability == "comrade":
        yield Fault(f"{path}.character", "is missing")


def _attack_faults(path: str, attack: AttackFile) -> Iterator[Fault]:
    if attack.mode in WITH_RANGE and not attack.range:
        yield Fault(f"{path}.range", "must be more than 0")
    template = attack.template
    if attack.mode == "breath" and template is None:
        yield Fault(f"{path}.template", "is missing")
    if template is not None and not (template.length and template.width):
        yield Fault(f"{path}.template", "must be more than 0 long and wide")
    yield from _special_faults(f"{path}.special_rules", attack.special_rules)
    critical = attack.critical_effect
    if critical is not None and (critical.rule is None) == (not critical.text):
        yield Fault(f"{path}.critical_effect", "must be a rule or a text")
    if critical is not None and critical.rule is not None:
        yield from _x_faults(f"{path}.critical_effect", critical.rule, critical.x)
    for index, option in enumerate(attack.overload_options):
        yield from _special_faults(f"{path}.overload_options[{index}].special_rules", option.special_rules)


def _special_faults(path: str, specials: Iterable[SpecialFile]) -> Iterator[Fault]:
    for index, special in enumerate(specials):
        yield from _x_faults(f"{path}[{index}]", special.rule, special.x)


def _x_faults(path: str, rule: SpecialName, x: int | None) -> Iterator[Fault]:
    if x is None and rule not in WITHOUT_X:
        yield Fault(f"{path}.x", "is missing")


# --- what is unusual --------------------------------------------------------------------------------------------------

LEAST, MOST = 0, 30  # of a defence and of damage
COSTS: Final = (0, 20)
FARTHEST: Final = inches(36)
CARD_BOUNDS: Final = {
    "level": (1, 30),
    "strength": (0, 20),
    "attack": (0, 20),
    "size": (1, 12),
    "agility": (2, 16),
    "stamina": (2, 16),
    "willpower": (2, 16),
}
NO_MOST: Final = 1 << 30
SCENERY_BOUNDS: Final[dict[SceneryType, tuple[tuple[int, int], int, tuple[int, int]]]] = {
    "T1": ((1, 2), 0, (1, 2)),
    "T2": ((3, 4), 0, (1, 3)),
    "T3": ((5, 5), 1, (2, 3)),
    "T4": ((6, 6), 1, (2, 4)),
    "T5": ((7, 7), 2, (3, 6)),
    "T6": ((8, NO_MOST), 2, (4, 10)),
}
"""Size, DA and SP of each type.

Rules: MARVEL-SCEN-01, MARVEL-SCEN-02, MARVEL-SCEN-03, MARVEL-SCEN-04, MARVEL-SCEN-05, MARVEL-SCEN-06,
MARVEL-RULING-66.
"""


def card_warnings(card: CardFile) -> Iterator[Fault]:
    """What on a card lies outside the bounds of section 17, or has no use."""
    if card.level is None:
        yield Fault("level", "is missing, so rosters count it as 0")
    for name, bounds in CARD_BOUNDS.items():
        yield from _unusual(name, getattr(card, name), bounds)
    for name in ("physical", "energy", "mental", "supernatural"):
        yield from _unusual(f"defences.{name}", getattr(card.defences, name), (LEAST, MOST))
    for index, speed in enumerate(card.speeds):
        if speed > FARTHEST:
            yield Fault(f"speeds[{index}]", "is usually 0–36")
        if index and speed < card.speeds[index - 1]:
            yield Fault(f"speeds[{index}]", "is less than the one before")
    for index, ability in enumerate(card.abilities):
        yield from _useless_parameters(f"abilities[{index}]", ability)
    for index, attack in enumerate(card.attacks):
        yield from _attack_warnings(f"attacks[{index}]", attack)
    for index, power in enumerate(card.powers):
        yield from _unusual(f"powers[{index}].cost", power.cost, COSTS)


def _unusual(path: str, value: int | None, bounds: tuple[int, int]) -> Iterator[Fault]:
    least, most = bounds
    if value is not None and not least <= value <= most:
        told = f"{least} or more" if most == NO_MOST else f"{least}–{most}" if least < most else f"{least}"
        yield Fault(path, f"is usually {told}")


def _useless_parameters(path: str, ability: AbilityFile) -> Iterator[Fault]:
    if ability.x is not None and ability.ability not in TAKES_X:
        yield Fault(f"{path}.x", "has no use for this ability")
    if ability.versus and ability.ability not in TAKES_VERSUS:
        yield Fault(f"{path}.versus", "has no use for this ability")
    if ability.character and ability.ability != "comrade":
        yield Fault(f"{path}.character", "has no use for this ability")


def _attack_warnings(path: str, attack: AttackFile) -> Iterator[Fault]:
    yield from _unusual(f"{path}.cost", attack.cost, COSTS)
    yield from _unusual(f"{path}.damage", attack.damage, (LEAST, MOST))
    if attack.range is not None and attack.mode not in WITH_RANGE:
        yield Fault(f"{path}.range", "has no use for this mode")
    if attack.template is not None and attack.mode != "breath":
        yield Fault(f"{path}.template", "has no use for this mode")
    for index, special in enumerate(attack.special_rules):
        yield from _x_warnings(f"{path}.special_rules[{index}].x", special)


def _x_warnings(path: str, special: SpecialFile) -> Iterator[Fault]:
    if special.rule in WITHOUT_X and special.x is not None:
        yield Fault(path, "has no use for this rule")
    else:
        yield from _unusual(path, special.x, (0, NO_MOST))


def piece_warnings(piece: SceneryFile) -> Iterator[Fault]:
    """What lies outside the row of the piece's type in section 14."""
    size, da, sp = SCENERY_BOUNDS[piece.type]
    yield from _unusual("size", piece.size, size)
    yield from _unusual("da", piece.da, (da, da))
    yield from _unusual("sp", piece.sp, sp)
