"""What lies on the table: cards of characters with their attacks, powers and abilities, and pieces of scenery.

All of section 17 of docs/rules/marvel.md. Lengths are hundredths of an inch; the X of a rule is what its card prints,
whole inches where it is a distance.
"""

from typing import Literal, TypeAlias

from rules_engine.kernel.messages import Record
from rules_engine.kernel.units import Length, inches

Nature: TypeAlias = Literal["physical", "energy", "mental", "supernatural"]
DefenceName: TypeAlias = Nature  # a defence for each nature (MARVEL-RULING-22)
Attribute: TypeAlias = Literal["agility", "stamina", "willpower"]
Frequency: TypeAlias = Literal["unlimited", "once_per_turn", "once_per_game"]
AttackMode: TypeAlias = Literal["melee", "ranged", "wave", "breath"]
PowerKind: TypeAlias = Literal["active", "reactive", "passive"]
Alignment: TypeAlias = Literal["hero", "neutral", "villain"]
SceneryType: TypeAlias = Literal["T1", "T2", "T3", "T4", "T5", "T6"]
SpecialName: TypeAlias = Literal[
    "awkwardness",
    "dazzle",
    "distract",
    "ensnare",
    "explosive",
    "homing",
    "irresistible",
    "penetrative",
    "pierce",
    "push",
    "stun",
]
AbilityName: TypeAlias = Literal[
    "acrobat",
    "agile",
    "assassin",
    "brutal",
    "comrade",
    "cruel",
    "fly",
    "great_strategist",
    "immunity",
    "infiltration",
    "invisible",
    "leadership",
    "luck",
    "marksmanship",
    "master_fighter",
    "master_tactician",
    "mastermind",
    "metallic",
    "order",
    "perfect_plan",
    "phase_shift",
    "rage",
    "regeneration",
    "resistance",
    "scientific",
    "soldier",
    "stealth",
    "strategist",
    "thermal_vision",
    "total_vision",
    "toughness",
    "wall_crawler",
    "weakness",
]


class DamageKind(Record, frozen=True, kw_only=True, cache_hash=True):
    """What damage is: its nature and, if it has one, its type, such as ``blunt``; the default is that of falls."""

    nature: Nature = "physical"
    type: str = "blunt"

    def matches(self, versus: str) -> bool:
        """Whether an ability against a nature or a type applies: MARVEL-RULING-39, MARVEL-RULING-41."""
        return bool(versus) and versus in (self.nature, self.type)


class Zones(Record, frozen=True, kw_only=True, cache_hash=True):
    """A number for each endurance zone: its boxes, or the POW it generates (MARVEL-RULING-06, MARVEL-RULING-46)."""

    green: int
    pale: int
    red: int

    @property
    def total(self) -> int:
        """All three together: the endurance that a character starts with."""
        return self.green + self.pale + self.red


class Defences(Record, frozen=True, kw_only=True, cache_hash=True):
    """What a hit roll must exceed; the fourth only on cards that have it (MARVEL-ATK-09, MARVEL-RULING-22)."""

    physical: int
    energy: int
    mental: int
    supernatural: int | None = None

    def of(self, name: DefenceName) -> int | None:
        """A defence by its name."""
        value: int | None = getattr(self, name)
        return value


class CardAbility(Record, frozen=True, kw_only=True, cache_hash=True):
    """An ability of section 16 on a card.

    x: of Leadership, Rage, Regeneration, Resistance, Toughness (signed, MARVEL-RULING-62). versus: the nature or type
    of Immunity, Resistance, Weakness. character: the name of Comrade's other card.
    """

    ability: AbilityName
    x: int = 0
    versus: str = ""
    character: str = ""


class SpecialRule(Record, frozen=True, kw_only=True, cache_hash=True):
    """A special rule of section 15 on an attack; x: 0 for Homing, Irresistible and Penetrative."""

    rule: SpecialName
    x: int = 0


class CriticalEffect(Record, frozen=True, kw_only=True, cache_hash=True):
    """An attack's own critical effect (MARVEL-CRIT-02): a special rule, or text that people apply by hand."""

    rule: SpecialRule | None = None
    text: str = ""


class OverloadOption(Record, frozen=True, kw_only=True, cache_hash=True):
    """What an overload may change instead of adding a die (MARVEL-OVL-02).

    cost: POW instead of the league's setting (MARVEL-RULING-23). damage, range: added to the attack's.
    special_rules: each is added to the attack's, in place of one of the same name.
    """

    label: str
    cost: int | None = None
    damage: int = 0
    range: Length = 0
    special_rules: tuple[SpecialRule, ...] = ()


class Template(Record, frozen=True, kw_only=True, cache_hash=True):
    """A breath's template (MARVEL-BREATH-01): a wedge from the attacker's base, ``width`` wide at its far end."""

    name: str = ""
    length: Length = inches(8)
    width: Length = inches(3)


class Attack(Record, frozen=True, kw_only=True, cache_hash=True):
    """An attack on a card.

    range: of ranged attacks and waves. template: of breaths. against: the defence that the hit roll is compared with;
    None for that of the nature. damage: before any change.
    """

    id: str
    name: str
    mode: AttackMode
    nature: Nature
    damage: int
    cost: int = 1
    frequency: Frequency = "unlimited"
    range: Length = 0
    template: Template | None = None
    type: str = ""
    against: DefenceName | None = None
    special_rules: tuple[SpecialRule, ...] = ()
    critical_effect: CriticalEffect | None = None
    overload_options: tuple[OverloadOption, ...] = ()

    @property
    def defence(self) -> DefenceName:
        """The defence that its hit roll must exceed: MARVEL-ATK-09."""
        return self.against or self.nature

    @property
    def kind(self) -> DamageKind:
        """Nature and type of its damage."""
        return DamageKind(nature=self.nature, type=self.type)

    def special(self, name: SpecialName) -> SpecialRule | None:
        """A special rule that it has, by its name."""
        return next((rule for rule in self.special_rules if rule.rule == name), None)


class Power(Record, frozen=True, kw_only=True, cache_hash=True):
    """A special power on a card (MARVEL-ATK-04).

    range: None for the character itself or anybody, as the effect says. trigger: when a reactive power works, in words;
    against: the modes of attack that it answers, empty for any. effect: what it does, in words. The rest is what the
    engine does by itself: additional movements (MARVEL-MOVE-02), ``defence_change`` of ``defence`` (of a reactive power
    for the hit roll at hand, else until the end of the turn), endurance given or taken, and an ability until the end of
    the turn. Where all of these are empty people enter by hand what ``effect`` says.
    """

    id: str
    name: str
    kind: PowerKind
    cost: int = 0
    frequency: Frequency = "unlimited"
    range: Length | None = None
    requires_los: bool = False
    trigger: str = ""
    against: tuple[AttackMode, ...] = ()
    effect: str = ""
    moves: int = 0
    defence: DefenceName | None = None
    defence_change: int = 0
    endurance: int = 0
    ability: CardAbility | None = None

    @property
    def by_hand(self) -> bool:
        """Whether only its text says what it does."""
        return not (self.moves or self.defence or self.endurance or self.ability)


class Card(Record, frozen=True, kw_only=True, cache_hash=True):
    """A character as printed: section 17.

    level: what it costs a roster. speeds: for 1, 2 and 3 POW (MARVEL-MOVE-03). radius, base_height: of its base.
    """

    id: str
    name: str
    pow: Zones
    speeds: tuple[Length, ...]
    strength: int
    attack: int
    size: int
    agility: int
    stamina: int
    willpower: int
    defences: Defences
    endurance: Zones
    height: Length
    base_height: Length = 20
    radius: Length = 59
    level: int = 0
    real_name: str = ""
    factions: tuple[str, ...] = ()
    alignment: Alignment | None = None
    abilities: tuple[CardAbility, ...] = ()
    attacks: tuple[Attack, ...] = ()
    powers: tuple[Power, ...] = ()

    def attribute(self, name: Attribute) -> int:
        """What a test of an attribute must not exceed: MARVEL-TEST-01."""
        value: int = getattr(self, name)
        return value

    def abilities_of(self, name: AbilityName) -> tuple[CardAbility, ...]:
        """Its abilities of one name: several Resistances, Immunities or Weaknesses, or Comrades."""
        return tuple([ability for ability in self.abilities if ability.ability == name])

    def ability(self, name: AbilityName) -> CardAbility | None:
        """Its first ability of a name, if it has one."""
        for ability in self.abilities:
            if ability.ability == name:
                return ability
        return None

    def find_attack(self, attack_id: str) -> Attack | None:
        """Its attack with an id, if it has one."""
        return next((attack for attack in self.attacks if attack.id == attack_id), None)

    def find_power(self, power_id: str) -> Power | None:
        """Its power with an id, if it has one."""
        return next((power for power in self.powers if power.id == power_id), None)


class SceneryPiece(Record, frozen=True, kw_only=True, cache_hash=True):
    """A piece of scenery as a league owns it: section 14.

    da: points that each separate damage to it loses (MARVEL-RULING-67). sp: structure points at the start. width,
    depth: of its footprint, 0 where nobody measured it.
    """

    id: str
    name: str
    type: SceneryType
    size: int
    da: int
    sp: int
    height: Length = 0
    width: Length = 0
    depth: Length = 0
