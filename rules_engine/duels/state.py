"""A match as it stands: frozen records, and the look-ups and copies that every rule needs."""

from typing import Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from rules_engine.duels.components import (
    ACE_FACE,
    DIALS,
    Colour,
    DialBonus,
    DialName,
    DieSpec,
    Effect,
    Gear,
    Position,
    Profile,
    Setup,
    TerrainPiece,
)
from rules_engine.kernel.dice import Die
from rules_engine.kernel.geometry import Place
from rules_engine.kernel.messages import Decision, Outcome, Record, Seat
from rules_engine.kernel.units import Length

Phase: TypeAlias = Literal[
    "alpha", "terrain", "placement", "dice", "declaring", "ties", "turns", "over"
]  # in this order; from "dice" to "turns" once a round
Until: TypeAlias = Literal["attack", "move", "test", "initiative", "turn", "round", "match"]


class DieInPlay(Record, frozen=True, kw_only=True):
    """A die of a figure or of its gear; ``gear``: the id of the piece it came with, empty for a starting die.

    card: the pass that it comes with; lent: for a round only, then it leaves the game until the pass is played again.
    """

    id: str
    spec: DieSpec
    gear: str = ""
    card: str = ""
    lent: bool = False

    @property
    def die(self) -> Die:
        """The die as the dice port rolls it."""
        return Die(self.id, self.spec.sides)

    def value(self, face: int) -> int:
        """What a face counts in a roll: an ace counts 0 (DUELS-DICE-13)."""
        return 0 if self.is_ace(face) else face

    def value_ace_high(self, face: int) -> int:
        """What a face counts where an ace is the die's highest number (DUELS-HEAL-09, DUELS-SKILL-06)."""
        return self.spec.sides if self.is_ace(face) else face

    def is_ace(self, face: int) -> bool:
        """Whether a face is the ace (DUELS-DICE-12)."""
        return self.spec.has_ace and face == ACE_FACE


class GearInPlay(Record, frozen=True, kw_only=True):
    """A piece of gear in the match, with the ids of its dice (DUELS-RULING-101: each die is tied to its source)."""

    id: str
    gear: Gear
    dice: tuple[str, ...]


class Parts(msgspec.Struct, frozen=True, kw_only=True):
    """All dice and gear of the match by id; made once from the setup and never changed.

    It can be hashed, so that what a state implies can be kept by the state.
    """

    dice: dict[str, DieInPlay]
    gear: dict[str, GearInPlay]

    def __hash__(self) -> int:
        return hash((tuple(self.dice), tuple(self.gear)))


class Boon(Record, frozen=True, kw_only=True):
    """What a played pass still does for a figure, and until when: DUELS-PASS-02."""

    card: str
    effect: Effect
    until: Until


class Figure(Record, frozen=True, kw_only=True, cache_hash=True):
    """A figure in the match.

    clicks: position of each dial from its start, in the order of ``DIALS``. cup, base, declared: ids of its dice
    (DUELS-SETUP-07, DUELS-ROUND-04, DUELS-INIT-03). place: None before placement and on the declared board, where
    ``level`` alone is known. initiative: modified initiative as rolled this round, initiative_dice: what dice gave of
    it; tie_break: later numbers that settle ties, higher first (DUELS-INIT-08). climb_paid: inches already paid for a
    climb (DUELS-RULING-044 ``partial_climb``). boons: what passes do for it now.
    """

    id: str
    team: str
    seat: Seat
    profile: Profile
    clicks: tuple[int, int, int] = (0, 0, 0)
    gear: tuple[str, ...] = ()
    cup: tuple[str, ...] = ()
    base: tuple[str, ...] = ()
    declared: tuple[str, ...] = ()
    place: Place | None = None
    level: int = 0
    placed: bool = False
    in_play: bool = True
    dice_chosen: bool = False
    initiative_declared: bool = False
    initiative: int = 0
    initiative_dice: int = 0
    tie_break: tuple[int, ...] = ()
    climb_paid: Length = 0
    boons: tuple[Boon, ...] = ()

    def window(self, dial: DialName) -> Position:
        """What a dial shows now (DUELS-FIG-04)."""
        positions: tuple[Position, ...] = getattr(self.profile, dial)
        return positions[self.clicks[DIALS.index(dial)]]

    def value(self, dial: DialName) -> int:
        """The value in a dial's window and what passes add to it; blank counts 0 (DUELS-RULING-077, DUELS-PASS-02).

        Head moves (DUELS-FIG-05), Weapon attacks (DUELS-FIG-06), Body defends (DUELS-FIG-07).
        """
        shown = self.window(dial).value or 0
        return shown + self.added(dial) if self.boons else shown

    def added(self, dial: DialName, until: Until | None = None) -> int:
        """What passes add to a dial now; until: only what lasts until then."""
        effects = (boon.effect for boon in self.boons if until in {None, boon.until})
        return sum(effect.amount for effect in effects if isinstance(effect, DialBonus) and effect.dial == dial)

    @property
    def bullets(self) -> int:
        """Bullets visible on the three dials together (DUELS-ELIM-01)."""
        profile, (head, weapon, body) = self.profile, self.clicks
        return profile.head[head].bullets + profile.weapon[weapon].bullets + profile.body[body].bullets

    @property
    def dial_shields(self) -> tuple[Colour, ...]:
        """Shields now visible on the three dials; clicks may take or bring some (DUELS-SHLD-10, DUELS-RULING-070)."""
        return tuple(colour for dial in DIALS for colour in self.window(dial).shields)


class GroundGear(Record, frozen=True, kw_only=True):
    """Gear that lies on the table: where, and which figures' bases touch it as far as is known.

    place: a point on the tracked board. beside: figures that stood in contact when it was dropped; on the declared
    board they are in contact until they move.
    """

    gear: str
    place: Place | None = None
    beside: tuple[str, ...] = ()


class Measured(Record, frozen=True, kw_only=True):
    """What players measured between two figures, or a figure and an object, at a real table.

    It is a fact with its author until either of the two moves. distance: along the chosen line, seen from above; the
    engine adds the levels, unless the league tapes them (DUELS-RULING-039). in_sight: whether that line is free of
    blocking terrain and bases. through: obstructing pieces it runs through, those included in which a figure stands
    (inside_a, inside_b). edge: where the levels differ, from the base of the higher figure to the edge crossed that is
    farthest from it (DUELS-ATK-04, DUELS-ATK-06).
    """

    a: str
    b: str
    distance: Length
    in_sight: bool = True
    through: int = 0
    inside_a: bool = False
    inside_b: bool = False
    edge: Length | None = None
    author: Seat = ""


class Cargo(Record, frozen=True, kw_only=True):
    """What a test's success gave a figure to carry: who bears it, else where it lies, or that it has arrived."""

    test: str
    bearer: str = ""
    place: Place | None = None
    delivered: bool = False


class Held(Record, frozen=True, kw_only=True):
    """Who held an area alone at the end of the last rounds, and of how many; no team: nobody."""

    hold: str
    team: str
    rounds: int


class Turn(Record, frozen=True, kw_only=True):
    """The turn of one figure: what it has used of DUELS-ACT-01 to DUELS-ACT-06."""

    figure: str
    moved: bool = False
    attacks: int = 0
    geared: bool = False
    gear_open: bool = False  # a gear action has begun and may hold more operations (DUELS-RULING-034)
    gear_operations: int = 0  # drops, pick-ups and trades so far
    healed: bool = False
    tested: bool = False


class MovePending(Record, frozen=True, kw_only=True):
    """A Move that has been started: its dice wait for the roll, then its allowance for the way."""

    figure: str
    dice: tuple[str, ...]
    allowance: Length | None = None
    faces: tuple[int, ...] = ()  # kept only where somebody holds a pass that could change them


class AttackPending(Record, frozen=True, kw_only=True):
    """An attack between its declaration and its end: what is known so far.

    The lists grow as the steps of DUELS-ATK-02 pass. dice: the attack dice, in order. distance, attack_bonus and
    terrain_dice: from the line of fire, fixed when declared. dodge, dodge_terrain: None until the target has chosen.
    faces: of attack dice, dodge dice, terrain dice. kept, lost, aces, blocked: ids of attack dice. clicks: damage
    of the attack, None before step 12. gear_owed: pieces that black aces have yet to take. left: clicks not yet on
    a dial.
    """

    attacker: str
    target: str
    distance: Length
    dice: tuple[str, ...]
    attack_bonus: int = 0
    terrain_dice: tuple[Die, ...] = ()
    dodge: tuple[str, ...] | None = None
    dodge_terrain: tuple[Die, ...] = ()
    faces: tuple[int, ...] = ()
    rolled: bool = False
    karma_done: bool = False
    kept: tuple[str, ...] = ()
    lost: tuple[str, ...] = ()
    aces: tuple[str, ...] = ()
    attack: int = 0
    defence: int = 0
    hit: bool | None = None
    shields_done: bool = False
    blocked: tuple[str, ...] = ()
    clicks: int | None = None
    gear_owed: int = 0
    called_shot: bool = False
    left: int = 0


class HealPending(Record, frozen=True, kw_only=True):
    """A heal action: the die waits for the roll, then the clicks for a dial."""

    healer: str
    healed: str
    die: str
    clicks: int | None = None
    faces: tuple[int, ...] = ()  # as of a Move


class SkillTestPending(Record, frozen=True, kw_only=True):
    """A skill or stealth test that waits for its roll, or, where somebody holds a pass, for its end after the roll."""

    figure: str
    test: str
    dice: tuple[str, ...]
    difficulty: int
    value: int
    faces: tuple[int, ...] = ()


class SpillPending(Record, frozen=True, kw_only=True):
    """Clicks of damage left over from a full dial that somebody must put on another (``dial_overflow``)."""

    figure: str
    seat: Seat
    clicks: int


Pending: TypeAlias = MovePending | AttackPending | HealPending | SkillTestPending | SpillPending


class Clock(Record, frozen=True, kw_only=True):
    """The turns that the weakest team has left to recover: DUELS-WIN-02.

    left: complete units still to come. running: false until the current turn (or round) has ended, which does not
    count. blamed: the team whose elimination started it (``eliminating_team``).
    """

    team: str
    left: int
    running: bool = False
    blamed: str = ""


class PassUse(Record, frozen=True, kw_only=True):
    """A pass that was played: in which round, and in whose turn, if it was in one."""

    card: str
    round: int
    turn: str = ""


class ReRolling(Record, frozen=True, kw_only=True):
    """Dice that a pass lets somebody roll again: by name, in the order of the roll."""

    card: str
    figure: str
    seat: Seat
    dice: tuple[Die, ...]


class MatchState(Record, frozen=True, kw_only=True, cache_hash=True):
    """The whole match after some event.

    order: advanced, the figures that have yet to act, in initiative order, the acting one excluded; basic, the teams
    that have yet to act, the acting one excluded. ties: groups of figures whose order their controller must settle.
    clock_last: the team that had the clock last, reversals: how often it went to another (DUELS-RULING-090). destroyed:
    army points of enemy figures by the team that eliminated them. alpha_rolls: totals of the alpha roll of the teams
    that are still in it. to_roll_alpha: teams that have yet to roll. to_place: teams still to place, in order, one
    entry an act of placing. rolled: dice rolled this round. objectives: points by team. ply: events so far, the source
    of decision ids. tests_won: a test for each success. cargo, held: of the scenario's objectives, once they matter.
    passes_kept: moments of an attack or test at which a seat has played all the passes it wants to.
    """

    setup: Setup
    parts: Parts
    figures: tuple[Figure, ...]
    phase: Phase = "alpha"
    ply: int = 0
    round: int = 0
    alpha: str = ""
    alpha_rolls: tuple[tuple[str, int], ...] = ()
    to_roll_alpha: tuple[str, ...] = ()
    to_place: tuple[str, ...] = ()
    terrain: tuple[TerrainPiece, ...] = ()
    terrain_placed: int = 0
    ground: tuple[GroundGear, ...] = ()
    burned: tuple[str, ...] = ()
    rolled: tuple[str, ...] = ()
    measured: tuple[Measured, ...] = ()
    order: tuple[str, ...] = ()
    ties: tuple[tuple[str, ...], ...] = ()
    team_turn: str = ""
    acted: tuple[str, ...] = ()
    turn: Turn | None = None
    pending: Pending | None = None
    clock: Clock | None = None
    clock_last: str = ""
    reversals: int = 0
    destroyed: tuple[tuple[str, int], ...] = ()
    beaten: tuple[str, ...] = ()
    tests_won: tuple[str, ...] = ()
    objectives: tuple[tuple[str, int], ...] = ()
    passes_played: tuple[PassUse, ...] = ()
    passes_kept: tuple[str, ...] = ()
    rerolling: ReRolling | None = None
    cargo: tuple[Cargo, ...] = ()
    held: tuple[Held, ...] = ()
    result: Outcome | None = None

    @property
    def advanced(self) -> bool:
        """Whether the advanced rules are played."""
        return self.setup.variant == "advanced"

    @property
    def tracked(self) -> bool:
        """Whether the engine knows places; else players state what they measure."""
        return self.setup.board == "tracked"

    @property
    def teams(self) -> tuple[str, ...]:
        """All teams in clockwise order, beaten ones included."""
        return tuple([team.id for team in self.setup.teams])

    def figure(self, figure_id: str) -> Figure:
        """The figure with an id; KeyError when there is none (commands are checked before)."""
        for figure in self.figures:
            if figure.id == figure_id:
                return figure
        raise KeyError(figure_id)

    def team(self, team_id: str) -> tuple[Figure, ...]:
        """The figures of a team that are in play: allies of each other, enemies of all others (DUELS-SETUP-03)."""
        return tuple(figure for figure in self.figures if figure.team == team_id and figure.in_play)

    @property
    def clockwise(self) -> tuple[str, ...]:
        """All teams clockwise from alpha, beaten ones included."""
        teams = self.teams
        first = teams.index(self.alpha) if self.alpha else 0
        return teams[first:] + teams[:first]

    def live_teams(self) -> tuple[str, ...]:
        """The teams with figures in play, clockwise from alpha (DUELS-RULING-021)."""
        alive = {figure.team for figure in self.figures if figure.in_play}
        return tuple([team for team in self.clockwise if team in alive])

    def of_first_team(self, figures: tuple[Figure, ...]) -> tuple[Figure, ...]:
        """Of some figures those of the first team clockwise from alpha; a team's players go in any order."""
        teams = {figure.team for figure in figures}
        if len(teams) < 2:
            return figures
        first = next(team for team in self.clockwise if team in teams)
        return tuple([figure for figure in figures if figure.team == first])

    def army_points(self, team_id: str) -> int:
        """Army points of a team's figures in play (DUELS-WIN-01)."""
        return sum(figure.profile.army_points for figure in self.team(team_id))

    def ask(
        self, kind: str, seat: Seat, subject: str, *, together: bool = False, pools: tuple[Die, ...] = ()
    ) -> Decision:
        """A decision that is open now; together: others are open beside it and answering one keeps the rest."""
        mark = f"r{self.round}" if together else str(self.ply)
        return Decision(id=f"{kind}:{subject}:{mark}", seat=seat, kind=kind, subject=subject, pools=pools)

    def seat_of(self, team_id: str) -> Seat:
        """The seat that speaks for a team: its first figure's, in play if there is one."""
        figures = self.team(team_id) or tuple(figure for figure in self.figures if figure.team == team_id)
        return figures[0].seat

    @property
    def attack(self) -> AttackPending:
        """The attack that is being resolved; asking for it at any other time is a programmer's mistake."""
        assert isinstance(self.pending, AttackPending), "an attack is being resolved"
        return self.pending

    def die(self, die_id: str) -> DieInPlay:
        """The die with an id."""
        return self.parts.dice[die_id]

    def gear(self, gear_id: str) -> GearInPlay:
        """The piece of gear with an id."""
        return self.parts.gear[gear_id]

    def gear_where_it_stands(self, figure: Figure) -> tuple[GroundGear, ...]:
        """All gear of a figure as it lies on the table when the figure is gone (DUELS-ELIM-03)."""
        return tuple(GroundGear(gear=piece, place=figure.place) for piece in figure.gear)

    def figures_with(self, figure: Figure) -> tuple[Figure, ...]:
        """All figures, one of them replaced by its new self."""
        return tuple([figure if other.id == figure.id else other for other in self.figures])

    def with_figure(self, figure: Figure) -> "MatchState":
        """A copy in which a figure has been replaced by its new self."""
        return replace(self, figures=self.figures_with(figure))

    def changed(self, figure_id: str, **changes: object) -> "MatchState":
        """A copy in which some fields of a figure have changed."""
        return self.with_figure(replace(self.figure(figure_id), **changes))
