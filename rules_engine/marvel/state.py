"""A match as it stands: frozen records, and the look-ups and copies that every rule needs."""

from typing import Literal, TypeAlias

from msgspec.structs import replace

from rules_engine.kernel.dice import Die
from rules_engine.kernel.geometry import Place, Point
from rules_engine.kernel.messages import Decision, Outcome, Record, Seat
from rules_engine.kernel.units import Length
from rules_engine.marvel.components import Card, CardAbility, DefenceName, SceneryPiece
from rules_engine.marvel.pending import Pending
from rules_engine.marvel.rulings import Rulings
from rules_engine.marvel.setup import Setup

Phase: TypeAlias = Literal["deployment", "power", "initiative", "action", "end", "over"]
Band: TypeAlias = Literal["green", "pale", "red"]


class Reduction(Record, frozen=True, kw_only=True):
    """What a special rule takes off a character: Awkwardness, Dazzle, Distract or Ensnare.

    rule: its name. until_activation: it ends at the character's next activation, else at the end of the turn only.
    """

    rule: str
    x: int
    until_activation: bool = False


class Boon(Record, frozen=True, kw_only=True):
    """What a used power gives a character until the end of the turn: an ability, or a change of one defence."""

    power: str
    ability: CardAbility | None = None
    defence: DefenceName | None = None
    x: int = 0


class Character(Record, frozen=True, kw_only=True, cache_hash=True):
    """A character in the match.

    endurance: boxes left. pow: POW counters held. place: None before deployment and on the declared board, where
    ``elevation`` alone is known. activated: this turn. enhanced: it has bought a defensive enhancement this turn;
    enhancements: the defences that are raised (MARVEL-RULING-21). uses, uses_ever: ids of attacks and powers used this
    turn and this match, one entry a use. lucky: Luck is used up this turn. passes: of a Strategist this turn. led: how
    many it has given a Leadership counter this turn; follows: it has had one. hurt: it was pale or red at some time of
    this turn. planned: its Perfect Plan is used up.
    """

    id: str
    team: str
    seat: Seat
    card: Card
    endurance: int
    pow: int = 0
    ko: bool = False
    down: bool = False
    in_play: bool = True
    place: Place | None = None
    elevation: Length = 0
    deployed: bool = False
    activated: bool = False
    enhanced: bool = False
    enhancements: tuple[DefenceName, ...] = ()
    reductions: tuple[Reduction, ...] = ()
    boons: tuple[Boon, ...] = ()
    uses: tuple[str, ...] = ()
    uses_ever: tuple[str, ...] = ()
    lucky: bool = False
    passes: int = 0
    led: int = 0
    follows: bool = False
    hurt: bool = False
    planned: bool = False
    dazed: bool = False

    @property
    def band(self) -> Band:
        """The endurance zone it is in (MARVEL-RULING-46); a lost character counts as red."""
        boxes = self.card.endurance
        if self.endurance <= boxes.red:
            return "red"
        return "pale" if self.endurance <= boxes.red + boxes.pale else "green"

    @property
    def pow_value(self) -> int:
        """The POW counters that its zone generates (MARVEL-RULING-06)."""
        value: int = getattr(self.card.pow, self.band)
        return value


class SceneryInPlay(Record, frozen=True, kw_only=True, cache_hash=True):
    """A piece of scenery in the match: structure points left, and where it stands (tracked board).

    floor: the height it stands at; destroyed: it is off the table.
    """

    id: str
    piece: SceneryPiece
    sp: int
    outline: tuple[Point, ...] = ()
    floor: Length = 0
    destroyed: bool = False


class Measured(Record, frozen=True, kw_only=True):
    """What players measured between two characters, or a character and an object, at a real table.

    It is a fact with its author until something that it names moves or leaves the table. distance: between the nearest
    points. in_sight: some of ``b`` is visible from ``a``; hidden: per cent of ``b`` that scenery hides from ``a``.
    crossed: pieces of scenery and characters on the straight line between them, in order from ``a``, both ends
    excluded.
    """

    a: str
    b: str
    distance: Length
    in_sight: bool = True
    hidden: int = 0
    crossed: tuple[str, ...] = ()
    author: Seat = ""


class Activation(Record, frozen=True, kw_only=True):
    """The activation of one character: what it has used of it.

    by, ability: who let it act out of turn, and how (MARVEL-RULING-12). chain: its place among the activations of this
    go, from 1. led: its player has said whether it takes a Leadership counter. moves: movements made; extra_moves: what
    powers have added. attacks: attack actions. grabbed: done once.
    """

    character: str
    by: str = ""
    ability: str = ""
    chain: int = 1
    led: bool = False
    moves: int = 0
    extra_moves: int = 0
    attacks: int = 0
    grabbed: bool = False


class Offer(Record, frozen=True, kw_only=True):
    """The end of an activation, when another character may act at once (MARVEL-RULING-12).

    tested: Master Tactician's Willpower test, None while it has not been made. chain: activations of this go so far.
    declined: nobody is to act.
    """

    character: str
    chain: int
    tested: bool | None = None
    declined: bool = False


class Plan(Record, frozen=True, kw_only=True):
    """A Perfect Plan that was announced (MARVEL-RULING-72); unopposed: nobody counters it, its player takes a counter.
    refused: teams that will not counter."""

    character: str
    refused: tuple[str, ...] = ()


class MatchState(Record, frozen=True, kw_only=True, cache_hash=True):
    """The whole match after some event.

    ply: events so far, the source of decision ids. bag: initiative counters of each team. control: the team that
    controls the turn, go: the team whose go it is; empty before they are known. to_deploy: teams still to deploy, one
    entry a character. unplanned: teams that use no Perfect Plan this turn. passes: general passes of each team this
    turn. to_test: characters that have yet to make the End phase test. pending: what is being resolved, the innermost
    last. destroyed: points of enemy characters by the team that took them out. objectives: points by team; scored: ids
    of objectives that score once.
    """

    setup: Setup
    characters: tuple[Character, ...]
    scenery: tuple[SceneryInPlay, ...] = ()
    phase: Phase = "deployment"
    ply: int = 0
    turn: int = 0
    bag: tuple[tuple[str, int], ...] = ()
    control: str = ""
    go: str = ""
    to_deploy: tuple[str, ...] = ()
    plan: Plan | None = None
    unplanned: tuple[str, ...] = ()
    passes: tuple[tuple[str, int], ...] = ()
    activation: Activation | None = None
    offer: Offer | None = None
    to_test: tuple[str, ...] = ()
    pending: tuple[Pending, ...] = ()
    measured: tuple[Measured, ...] = ()
    destroyed: tuple[tuple[str, int], ...] = ()
    objectives: tuple[tuple[str, int], ...] = ()
    scored: tuple[str, ...] = ()
    result: Outcome | None = None

    @property
    def rulings(self) -> Rulings:
        """The league's settings."""
        return self.setup.rulings

    @property
    def tracked(self) -> bool:
        """Whether the engine knows places; else players state what they measure."""
        return self.setup.board == "tracked"

    @property
    def teams(self) -> tuple[str, ...]:
        """All teams in seating order."""
        return tuple([team.id for team in self.setup.teams])

    @property
    def top(self) -> Pending | None:
        """What is being resolved now."""
        return self.pending[-1] if self.pending else None

    def character(self, character_id: str) -> Character:
        """The character with an id; KeyError when there is none (commands are checked before)."""
        for character in self.characters:
            if character.id == character_id:
                return character
        raise KeyError(character_id)

    def find(self, character_id: str) -> Character | None:
        """The character in play with an id, if there is one."""
        for character in self.characters:
            if character.id == character_id and character.in_play:
                return character
        return None

    def find_scenery(self, piece_id: str) -> SceneryInPlay | None:
        """The piece of scenery on the table with an id, if there is one."""
        for piece in self.scenery:
            if piece.id == piece_id and not piece.destroyed:
                return piece
        return None

    def team(self, team_id: str) -> tuple[Character, ...]:
        """The characters of a team that are in play: allies of each other, enemies of all others."""
        return tuple([other for other in self.characters if other.team == team_id and other.in_play])

    def enemies(self, team_id: str) -> tuple[Character, ...]:
        """The characters in play of all other teams."""
        return tuple([other for other in self.characters if other.team != team_id and other.in_play])

    def after(self, team_id: str) -> tuple[str, ...]:
        """The other teams in seating order, from the one after a team on."""
        teams = self.teams
        first = teams.index(team_id) + 1
        return teams[first:] + teams[: first - 1]

    def seat_of(self, team_id: str) -> Seat:
        """The seat that speaks for a team: its first character's, in play if there is one."""
        members = self.team(team_id) or tuple(other for other in self.characters if other.team == team_id)
        return members[0].seat

    def ask(
        self, kind: str, seat: Seat, subject: str, *, together: bool = False, pools: tuple[Die, ...] = ()
    ) -> Decision:
        """A decision that is open now; together: others are open beside it and answering one keeps the rest."""
        mark = f"t{self.turn}" if together else str(self.ply)
        return Decision(id=f"{kind}:{subject}:{mark}", seat=seat, kind=kind, subject=subject, pools=pools)

    def with_character(self, character: Character) -> tuple[Character, ...]:
        """All characters, one of them replaced by its new self."""
        return tuple([character if other.id == character.id else other for other in self.characters])

    def changed(self, character_id: str, **changes: object) -> "MatchState":
        """A copy in which some fields of a character have changed."""
        return replace(self, characters=self.with_character(replace(self.character(character_id), **changes)))
