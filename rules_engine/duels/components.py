"""What lies on the table: dice, tapes, dials, figures, gear, terrain; and the setup of a match."""

from typing import Literal, TypeAlias

from rules_engine.duels.rulings import Rulings, Variant
from rules_engine.kernel.geometry import Place, Point
from rules_engine.kernel.messages import Record, Seat, snake
from rules_engine.kernel.units import Length, inches

Colour: TypeAlias = Literal["white", "yellow", "blue", "green", "black", "red"]
DialName: TypeAlias = Literal["head", "weapon", "body"]
TerrainKind: TypeAlias = Literal["plain", "obstructing", "elevated", "blocking"]
BoardKind: TypeAlias = Literal["tracked", "declared"]
PassPoint: TypeAlias = Literal[
    "setup",
    "dice",
    "initiative",
    "turn",
    "move",
    "attack",
    "dodge",
    "attack_rolled",
    "hit",
    "test",
    "test_rolled",
    "heal",
]
ActionName: TypeAlias = Literal["move", "attack", "gear", "heal", "test"]
PassLimit: TypeAlias = Literal["match", "round", "turn"]
Lasting: TypeAlias = Literal["now", "round", "match"]  # now: the attack, Move, test, initiative or turn at hand
Whose: TypeAlias = Literal["own", "enemy"]

LETTERS: dict[Colour, str] = {"white": "W", "yellow": "Y", "blue": "U", "green": "G", "black": "K", "red": "R"}
JOKERS: tuple[Colour, ...] = ("black", "red")  # DUELS-DICE-06, DUELS-DICE-07
DIALS: tuple[DialName, ...] = ("head", "weapon", "body")
GEAR_LIMIT = 12  # DUELS-SETUP-06: gear points a figure
BULLETS_TO_ELIMINATE = 3  # DUELS-ELIM-01: on the three dials together
ACE_FACE = 1  # DUELS-DICE-12: on a die with an ace, the face 1 is the ace


class DieSpec(Record, frozen=True, kw_only=True, cache_hash=True):
    """A printed die: DUELS-DICE-01, DUELS-DICE-11, DUELS-DICE-12."""

    colour: Colour
    sides: int
    has_ace: bool = False

    @property
    def label(self) -> str:
        """The die as people write it: ``W6``."""
        return f"{LETTERS[self.colour]}{self.sides}"


class Band(Record, frozen=True, kw_only=True, cache_hash=True):
    """A coloured stretch of a tape, from ``start`` to ``end``: DUELS-FIG-10, DUELS-RULING-010."""

    colour: Colour
    end: Length
    start: Length = 0

    def reaches(self, distance: Length) -> bool:
        """Whether the band touches both bases at this distance."""
        return self.start <= distance <= self.end


class DamageBonus(Record, frozen=True, kw_only=True):
    """Extra clicks tied to one colour: DUELS-DMG-04."""

    colour: Colour
    clicks: int


class Position(Record, frozen=True, kw_only=True):
    """What a dial shows in its window: DUELS-FIG-04, DUELS-FIG-12; a blank value counts 0 (DUELS-RULING-077)."""

    value: int | None
    bullets: int = 0
    shields: tuple[Colour, ...] = ()


class Profile(Record, frozen=True, kw_only=True, cache_hash=True):
    """A figure as printed: base, dials and tape (DUELS-FIG-03, DUELS-FIG-04, DUELS-FIG-10)."""

    slug: str
    name: str
    collection_number: str
    army_points: int
    radius: Length
    starting_dice: tuple[DieSpec, ...]
    bands: tuple[Band, ...]
    head: tuple[Position, ...]
    weapon: tuple[Position, ...]
    body: tuple[Position, ...]
    damage_bonuses: tuple[DamageBonus, ...] = ()
    bonus_marks: tuple[Band, ...] = ()
    tags: tuple[str, ...] = ()

    def band(self, colour: Colour) -> Band | None:
        """The tape's band of a colour, if it has one."""
        return next((band for band in self.bands if band.colour == colour), None)


class GearShield(Record, frozen=True, kw_only=True):
    """A numbered shield printed on gear: DUELS-SHLD-07."""

    colour: Colour
    number: int


class Gear(Record, frozen=True, kw_only=True):
    """A piece of gear as printed: DUELS-FIG-02, DUELS-RULING-096, DUELS-RULING-097."""

    slug: str
    name: str
    points: int
    dice: tuple[DieSpec, ...] = ()
    shields: tuple[GearShield, ...] = ()
    other_bonus: str = ""
    equip_restriction: tuple[str, ...] = ()  # slugs or tags of the figures that may carry it; empty: anyone

    def fits(self, profile: Profile) -> bool:
        """Whether a figure is able to equip it: DUELS-GEAR-04, DUELS-RULING-097."""
        named = self.equip_restriction
        return not named or profile.slug in named or any(tag in named for tag in profile.tags)


class TerrainPiece(Record, frozen=True, kw_only=True, cache_hash=True):
    """A piece of terrain on the table: DUELS-SETUP-13, DUELS-SETUP-14.

    levels: for elevated terrain, how many it rises above what it stands on. floor: the level it stands on (0 is the
    table). outline: empty on the declared board.
    """

    id: str
    kind: TerrainKind
    outline: tuple[Point, ...] = ()
    levels: int = 0
    floor: int = 0
    stands_on: str = ""
    owner_team: str = ""

    @property
    def top(self) -> int:
        """The level on which a figure on top of it stands."""
        return self.floor + self.levels


class SkillBonus(Record, frozen=True, kw_only=True):
    """A bonus that a skill test gives some figures (DUELS-SKILL-09). who: a band's colour, a figure's slug or a tag."""

    who: str
    attribute: DialName
    amount: int


class SkillTest(Record, frozen=True, kw_only=True):
    """A test that a scenario offers: DUELS-SKILL-03, DUELS-SKILL-08, DUELS-STEALTH-02.

    place and radius: where the object stands on the tracked board. contact: None leaves it to the league's ruling.
    objective_points: what success gives the figure's team; once: whether it can be won only once. successes: how many
    it takes, by whomever; the last one counts. bring_to: success gives the figure something to carry, and the points
    wait until it stands in one of these areas. team: the only one that may try it, if any.
    """

    id: str
    name: str
    colour: Colour
    attribute: DialName
    difficulty: int
    ranged: bool = False
    stealth: bool = False
    contact: bool | None = None
    bonuses: tuple[SkillBonus, ...] = ()
    place: Place | None = None
    radius: Length = 0
    objective_points: int = 0
    once: bool = True
    successes: int = 1
    bring_to: tuple[str, ...] = ()
    team: str = ""


class Area(Record, frozen=True, kw_only=True, cache_hash=True):
    """A marked part of one level of the table, that of a team or of all; without an outline on the declared board."""

    id: str
    name: str
    outline: tuple[Point, ...] = ()
    level: int = 0
    team: str = ""


class Hold(Record, frozen=True, kw_only=True):
    """An area that gives objective points to the team that alone has figures in it at the end of ``rounds`` rounds,
    one after the other; once: for the first such team only."""

    id: str
    area: str
    rounds: int
    objective_points: int
    once: bool = True


class FigureSetup(Record, frozen=True, kw_only=True):
    """A figure that enters a match: its id in the match (``A1``), who runs it, and what it brings."""

    id: str
    seat: Seat
    profile: Profile
    gear: tuple[Gear, ...] = ()


class TeamSetup(Record, frozen=True, kw_only=True):
    """A team with its figures: DUELS-SETUP-02."""

    id: str
    figures: tuple[FigureSetup, ...]


class Table(Record, frozen=True, kw_only=True, cache_hash=True):
    """The playing area: DUELS-SETUP-01."""

    width: Length = inches(60)
    depth: Length = inches(60)

    @property
    def farthest(self) -> Length:
        """No two things on the table are farther apart, levels aside."""
        return self.width + self.depth


class Zone(Record, frozen=True, kw_only=True):
    """Where a scenario lets a team deploy; it replaces the distances of DUELS-SETUP-18 and DUELS-SETUP-19."""

    team: str
    outline: tuple[Point, ...]


class Placement(Record, frozen=True, kw_only=True):
    """How terrain and figures come to the table; a scenario may change it (DUELS-SETUP-11, -18, -19, -20)."""

    terrain_per_team: int = 2
    enemy_distance: Length = inches(48)
    terrain_distance: Length = inches(12)
    zones: tuple[Zone, ...] = ()
    terrain_supply: tuple[TerrainPiece, ...] = ()  # shapes that computer players take terrain from, around (0, 0)


class Victory(Record, frozen=True, kw_only=True):
    """How a match is won; a scenario may change it (DUELS-WIN-06).

    clock: whether the team with the fewest army points has two turns to recover. objectives_to_win: objective points
    that win at once; 0 for never. at_the_end: what counts when the round limit is reached; equal objective points are
    told apart by army points. defender: the team that has won by then, if any.
    """

    clock: bool = True
    objectives_to_win: int = 0
    at_the_end: Literal["army_points", "objectives"] = "army_points"
    defender: str = ""


# --- security passes --------------------------------------------------------------------------------------------------


class PassEffect(Record, frozen=True, kw_only=True, tag_field="effect", tag=snake):
    """One thing that a security pass does (DUELS-PASS-02); docs/passes.md describes each for organizers."""


class ExtraDie(PassEffect, frozen=True, kw_only=True):
    """A die for the figure: on its base, or among the dice of the attack or test at hand; at setup in its cup."""

    die: DieSpec


class DialBonus(PassEffect, frozen=True, kw_only=True):
    """A dial counts for more."""

    dial: DialName
    amount: int
    lasts: Lasting = "now"


class ExtraShield(PassEffect, frozen=True, kw_only=True):
    """A shield as if printed on gear; without a number it blocks any result."""

    colour: Colour
    number: int | None = None
    lasts: Lasting = "now"


class MoreDice(PassEffect, frozen=True, kw_only=True):
    """More dice than six may be put on the base."""

    dice: int
    lasts: Lasting = "now"


class GearPoints(PassEffect, frozen=True, kw_only=True):
    """Gear points over the limit, from the setup on."""

    points: int


class ExtraAction(PassEffect, frozen=True, kw_only=True):
    """An action that the figure has used up this turn may be taken once more."""

    action: ActionName


class HealClicks(PassEffect, frozen=True, kw_only=True):
    """One dial turns back."""

    clicks: int


class FreePickUp(PassEffect, frozen=True, kw_only=True):
    """The next piece that the figure picks up this turn costs no dice."""


class RePlace(PassEffect, frozen=True, kw_only=True):
    """The figure is put somewhere else; within: at most so far from where it stands, None for anywhere."""

    within: Length | None = None


class ReRoll(PassEffect, frozen=True, kw_only=True):
    """Up to so many dice of the roll at hand are rolled again: one's own, or the enemy's in an attack."""

    dice: int = 1
    whose: Whose = "own"


class SetFace(PassEffect, frozen=True, kw_only=True):
    """Up to so many dice of the roll at hand are turned to a face, or, without one, to any."""

    dice: int = 1
    face: int | None = None
    whose: Whose = "own"


class IgnoreKarma(PassEffect, frozen=True, kw_only=True):
    """Bad karma takes no die of this attack."""


class ExtraClicks(PassEffect, frozen=True, kw_only=True):
    """If this attack hits, it deals more clicks."""

    clicks: int


class FewerClicks(PassEffect, frozen=True, kw_only=True):
    """If this attack hits, it deals fewer clicks, at least none."""

    clicks: int


class JudgeRules(PassEffect, frozen=True, kw_only=True):
    """What the text says is beyond these words: the judge brings it about (DUELS-RULING-119)."""


Effect: TypeAlias = (
    ExtraDie
    | DialBonus
    | ExtraShield
    | MoreDice
    | GearPoints
    | ExtraAction
    | HealClicks
    | FreePickUp
    | RePlace
    | ReRoll
    | SetFace
    | IgnoreKarma
    | ExtraClicks
    | FewerClicks
    | JudgeRules
)


class Wording(Record, frozen=True, kw_only=True):
    """A text in each language."""

    en: str
    fr: str
    es: str


class SecurityPass(Record, frozen=True, kw_only=True):
    """A card as printed (DUELS-PASS-01): what it does, when and how often.

    uses: how often it may be played in each ``per``. figures: slugs or tags of the figures that it may serve, teams and
    seats: who may hold it; each empty for any. serves: in a turn, the acting figure alone or any of its team.
    """

    slug: str
    name: Wording
    text: Wording
    when: tuple[PassPoint, ...]
    effects: tuple[Effect, ...]
    uses: int = 1
    per: PassLimit = "match"
    figures: tuple[str, ...] = ()
    teams: tuple[str, ...] = ()
    seats: tuple[Seat, ...] = ()
    serves: Literal["acting", "team"] = "acting"

    def suits(self, profile: Profile) -> bool:
        """Whether it may serve a figure."""
        return not self.figures or not {profile.slug, *profile.tags}.isdisjoint(self.figures)


class HeldPass(Record, frozen=True, kw_only=True):
    """A pass in a match: its id there (``A1+lucky-charm``), who holds it, and, if it is bound, the figure it serves."""

    id: str
    seat: Seat
    card: SecurityPass
    figure: str = ""


# --- the setup --------------------------------------------------------------------------------------------------------


class Setup(Record, frozen=True, kw_only=True, forbid_unknown_fields=True, cache_hash=True):
    """Everything a match starts from, full profiles included: a match never looks into a catalog.

    teams: in clockwise seating order; "left" is the next one. army_points_limit: used by the ruling ``ceiling``.
    terrain: pieces that a scenario has put on the table before the teams place theirs. passes: who holds which;
    passes_hidden: whether the others see a pass only when it is played (docs/passes.md).
    """

    teams: tuple[TeamSetup, ...]
    rulings: Rulings
    variant: Variant = "advanced"
    board: BoardKind = "tracked"
    table: Table = Table()
    army_points_limit: int | None = None
    terrain: tuple[TerrainPiece, ...] = ()
    placement: Placement = Placement()
    victory: Victory = Victory()
    skill_tests: tuple[SkillTest, ...] = ()
    passes: tuple[HeldPass, ...] = ()
    passes_hidden: bool = False
    areas: tuple[Area, ...] = ()
    holds: tuple[Hold, ...] = ()

    def area(self, area_id: str) -> Area:
        """The area with an id; a setup that has started knows all that its tests and holds name."""
        return next(area for area in self.areas if area.id == area_id)
