"""Measuring and line of fire (DUELS-MEAS), on both boards."""

from collections.abc import Collection
from functools import lru_cache
from math import sqrt
from typing import Final, assert_never

from rules_engine.duels.commands import StateMeasurement
from rules_engine.duels.components import Area, Band, Table, TerrainKind, TerrainPiece
from rules_engine.duels.events import MeasurementStated
from rules_engine.duels.rulings import Rulings
from rules_engine.duels.state import Figure, GroundGear, MatchState, Measured
from rules_engine.duels.story import Story
from rules_engine.kernel import board as kernel
from rules_engine.kernel.errors import MalformedInput, RuleViolation
from rules_engine.kernel.geometry import Place, base_distance, bases_touch, encloses, outline, overlaps, touches
from rules_engine.kernel.messages import JUDGE, Record
from rules_engine.kernel.rule_ids import RuleId
from rules_engine.kernel.units import INCH, Length, inches

LEVEL: Final = inches(10)  # DUELS-ELEV-02
BLOCKED: Final[dict[TerrainKind, RuleId]] = {
    "plain": RuleId("DUELS-MEAS-04"),
    "blocking": RuleId("DUELS-TERR-01"),
    "elevated": RuleId("DUELS-TERR-04"),
}


class Sight(Record, frozen=True, kw_only=True):
    """The line of fire from an attacker to a target, as the rules see it.

    distance: along the line (DUELS-RULING-037, DUELS-RULING-039). barred: the rule that forbids an attack along every
    line; None where one is free. obstructing: pieces of obstructing terrain that count on it (DUELS-RULING-055,
    DUELS-RULING-056). rise: levels that the target stands above the attacker, negative below.
    """

    distance: Length
    barred: RuleId | None = None
    obstructing: int = 0
    rise: int = 0

    @property
    def free(self) -> bool:
        """Whether an attack can be made along this line."""
        return self.barred is None


def sight(state: MatchState, attacker_id: str, target_id: str) -> Sight | None:
    """The line of fire; None on the declared board while nobody has measured it.

    Rules: DUELS-MEAS-03, DUELS-MEAS-04, DUELS-MEAS-05; DUELS-ATK-04 to DUELS-ATK-06; DUELS-TERR-01, DUELS-TERR-04. The
    attacker picks the line (DUELS-RULING-035): on the tracked board the shortest free one, or a longer one through less
    obstructing terrain if every band reaches as it does along the shortest.
    """
    if not state.tracked:
        return _stated_sight(state, attacker_id, target_id)
    setup, bands = state.setup, state.figure(attacker_id).profile.bands
    stands = _stands(state, attacker_id, target_id)
    return _seen(setup.table, state.terrain, stands, setup.rulings, bands, attacker_id, target_id)


def distance(state: MatchState, figure_id: str, other_id: str) -> Length | None:
    """From a base's edge to another figure, or to an object: a skill test's, or gear on the table; 0 in contact.

    None where it is not known: nobody has measured it, or the object has no place on the table. Rules: DUELS-MEAS-01,
    DUELS-RULING-039.
    """
    figure = state.figure(figure_id)
    if not state.tracked:
        fact = _recall(state, figure_id, other_id)
        rise = _rise(state, figure, other_id)
        return None if fact is None else _along(fact.distance, rise, state.setup.rulings)
    other = _object(state, other_id)
    if figure.place is None or other is None:
        return None
    place, radius = other
    return base_distance(figure.place, figure.profile.radius, place, radius, rise=_height(state.setup.rulings))


def in_contact(state: MatchState, figure_id: str, other_id: str) -> bool:
    """Whether a base touches another base or an object on its level; gear by DUELS-RULING-103."""
    figure = state.figure(figure_id)
    if state.tracked:
        other = _object(state, other_id)
        near = figure.place and other and bases_touch(figure.place, figure.profile.radius, *other)
        return bool(near) and _rise(state, figure, other_id) == 0
    if any(piece.gear == other_id and figure_id in piece.beside for piece in state.ground):
        return True
    return _rise(state, figure, other_id) == 0 and distance(state, figure_id, other_id) == 0


def touches_area(state: MatchState, figure: Figure, area: Area) -> bool:
    """Whether a base touches an area, seen from above; on the declared board, whether 0 in have been measured."""
    if not state.tracked:
        fact = _recall(state, figure.id, area.id)
        return fact is not None and fact.distance == 0
    return figure.place is not None and touches(figure.place, figure.profile.radius, outline(area.outline))


def touches_gear(state: MatchState, figure: Figure, piece: GroundGear) -> bool:
    """As `in_contact`, for a piece of gear at hand."""
    if not state.tracked or figure.place is None or piece.place is None:
        return in_contact(state, figure.id, piece.gear)
    near = bases_touch(figure.place, figure.profile.radius, piece.place, 0)
    return near and piece.place.level == figure.level


def state_measurement(story: Story, command: StateMeasurement) -> None:
    """Record what players measured; it holds until either of the two moves.

    Rules: DUELS-MEAS-01, DUELS-MEAS-03; measuring comes before the attack and costs nothing (DUELS-RULING-032).
    Errors: MalformedInput on the tracked board, for a seat that does not play, for unknown ids, for numbers that no
    table gives; RuleViolation outside a figure's turn.
    """
    state = story.state
    fault = _fault(state, command)
    if fault:
        raise MalformedInput(fault)
    if state.turn is None:
        raise RuleViolation(RuleId("DUELS-RULING-032"), seat=command.seat)
    measured = Measured(
        a=command.a,
        b=command.b,
        distance=command.distance,
        in_sight=command.in_sight,
        through=command.through,
        inside_a=command.inside_a,
        inside_b=command.inside_b,
        edge=command.edge,
        author=command.seat,
    )
    story.tell(MeasurementStated(measured=measured))


def _fault(state: MatchState, command: StateMeasurement) -> str | None:
    """What makes a measurement no measurement of this match."""
    if state.tracked:
        return "The board of this match is tracked: distances are computed, not stated."
    if command.seat != JUDGE and command.seat not in {figure.seat for figure in state.figures}:
        return f"{command.seat} has no seat in this match."
    on_table = {figure.id for figure in state.figures if figure.in_play}
    marks = {test.id for test in state.setup.skill_tests} | {area.id for area in state.setup.areas}
    things = on_table | marks | {piece.gear for piece in state.ground}
    if command.a not in on_table or command.b not in things or command.a == command.b:
        return f"Nothing can be measured from {command.a} to {command.b}."
    table = state.setup.table
    farthest = table.farthest + (state.setup.rulings.max_level * LEVEL)
    lengths = (command.distance, command.edge or 0)
    if min(lengths) < 0 or max(lengths) > farthest or not 0 <= command.through <= len(state.figures) + 20:
        return "A measurement is out of range."
    if command.through < max(command.inside_a, command.inside_b):
        return "A line from or to a base inside obstructing terrain runs through it."
    return None


# --- the tracked board ------------------------------------------------------------------------------------------------


class _Fire(Record, frozen=True, kw_only=True):
    """What decides about lines from one base to another: both bases, the terrain and the league's rulings."""

    attacker: kernel.Stand
    target: kernel.Stand
    terrain: tuple[TerrainPiece, ...]
    rulings: Rulings

    @property
    def rise(self) -> int:
        return self.target.place.level - self.attacker.place.level

    @property
    def higher(self) -> kernel.Stand:
        return self.target if self.rise > 0 else self.attacker

    @property
    def lower_level(self) -> int:
        return min(self.attacker.place.level, self.target.place.level)

    def stack(self) -> tuple[str, ...]:
        """Elevated pieces under the higher base that rise above the lower one: for the one-inch rule to judge."""
        if not self.rise:
            return ()
        place = self.higher.place
        return tuple(
            piece.id
            for piece in self.terrain
            if piece.kind == "elevated"
            and self.lower_level < piece.top <= place.level
            and encloses(outline(piece.outline), place.x, place.y)
        )

    def blockers(self, stands: tuple[kernel.Stand, ...], stack: tuple[str, ...]) -> kernel.Blockers:
        """What ends a line.

        Rules: DUELS-MEAS-04, DUELS-ATK-05, DUELS-TERR-01, DUELS-TERR-04; DUELS-RULING-035, DUELS-RULING-036,
        DUELS-RULING-058, DUELS-RULING-059.
        """
        return kernel.Blockers(
            pieces=frozenset(piece.id for piece in self.terrain if self._blocks(piece) and piece.id not in stack),
            bases=frozenset(stand.figure for stand in stands if stand.place.level >= self._lowest_base()),
            grazing=self.rulings.grazing_blocks,
            whole=self.rulings.line_of_fire == "whole_base_visible",
        )

    def _blocks(self, piece: TerrainPiece) -> bool:
        if piece.kind != "elevated":
            return piece.kind != "obstructing"
        strict = self.rulings.intervening_elevated == "blocks_if_above_lower_figure"
        return piece.top > (self.lower_level if strict else self.higher.place.level)

    def _lowest_base(self) -> int:
        """The lowest level on which bases are in the way."""
        if self.rise > 0 and not self.rulings.upward_line_ignores_lower_bases:
            return 0
        return self.higher.place.level

    def near_edges(self, view: kernel.Sight, stack: tuple[str, ...]) -> bool:
        """The one-inch rule: the higher base is close to every edge crossed (DUELS-ATK-04, -06, DUELS-RULING-051)."""
        upwards = self.rise > 0
        return all(
            is_near_edge(crossing.from_b if upwards else crossing.from_a, self.rulings)
            for run in view.runs
            if run.piece in stack
            for crossing in run.crossings
        )

    def obstructing(self, pieces: Collection[str]) -> int:
        """How many obstructing pieces count on a line that runs through some pieces (DUELS-TERR-02)."""
        crossed = [piece for piece in self.terrain if piece.kind == "obstructing" and piece.id in pieces]
        return _counting(
            self.rulings,
            self.rise,
            through=len(crossed),
            from_inside=any(_is_over(self.attacker, piece) for piece in crossed),
            into_inside=any(_is_over(self.target, piece) for piece in crossed),
        )

    def barred(self, view: kernel.Sight, blockers: kernel.Blockers, *, near: bool) -> RuleId | None:
        """The rule that forbids the attack, if the line is not free."""
        if view.free:
            return None
        crossed = blockers.pieces.intersection(view.pieces)
        for piece in self.terrain:
            if piece.id in crossed:
                return BLOCKED[piece.kind]
        if not blockers.bases.isdisjoint(view.bases):
            return RuleId("DUELS-MEAS-04")
        if not near:
            return one_inch_rule(self.rise)
        return RuleId("DUELS-RULING-035" if blockers.whole else "DUELS-RULING-036")


@lru_cache(maxsize=8192)
def _seen(
    table: Table,
    terrain: tuple[TerrainPiece, ...],
    stands: tuple[kernel.Stand, ...],
    rulings: Rulings,
    bands: tuple[Band, ...],
    attacker_id: str,
    target_id: str,
) -> Sight:
    """The line of fire on a tracked board; kept, since the same places are asked about again and again."""
    pieces = tuple(kernel.Piece(piece.id, piece.outline, piece.floor, piece.top) for piece in terrain)
    board = kernel.TrackedBoard(table.width, table.depth, pieces, stands)
    fire = _Fire(attacker=board.stand(attacker_id), target=board.stand(target_id), terrain=terrain, rulings=rulings)
    stack = fire.stack()
    blockers = fire.blockers(stands, stack)
    accept = (lambda line: fire.near_edges(line, stack)) if stack else None

    def look(accept: kernel.Accept | None) -> kernel.Sight:
        return board.sight(attacker_id, target_id, blockers, rise=_height(rulings), accept=accept)

    view = look(accept)
    count = fire.obstructing(view.pieces)
    if view.free and count and count > fire.obstructing(board.unavoidable(attacker_id, target_id)):
        clearer = look(lambda line: fire.near_edges(line, stack) and fire.obstructing(line.pieces) < count)
        if clearer.free and all(band.reaches(clearer.distance) == band.reaches(view.distance) for band in bands):
            view = clearer
    return Sight(
        distance=view.distance,
        barred=fire.barred(view, blockers, near=fire.near_edges(view, stack)),
        obstructing=fire.obstructing(view.pieces),
        rise=fire.rise,
    )


def _stands(state: MatchState, attacker_id: str, target_id: str) -> tuple[kernel.Stand, ...]:
    """The bases of two figures and those that may be in between, so that moves elsewhere change nothing."""
    stands = {
        figure.id: kernel.Stand(figure.id, figure.place, figure.profile.radius)
        for figure in state.figures
        if figure.place is not None
    }
    return kernel.around(stands.values(), (stands[attacker_id], stands[target_id]))


def _is_over(stand: kernel.Stand, piece: TerrainPiece) -> bool:
    return overlaps(stand.place, stand.radius, outline(piece.outline))


def _object(state: MatchState, other_id: str) -> tuple[Place, Length] | None:
    """Where another figure or an object stands on the tracked board, and its radius."""
    if other_id in state.parts.gear:
        lying = next(piece for piece in state.ground if piece.gear == other_id)
        place, radius = lying.place, 0
    elif any(test.id == other_id for test in state.setup.skill_tests):
        test = next(test for test in state.setup.skill_tests if test.id == other_id)
        places = [cargo.place for cargo in state.cargo if cargo.test == other_id]
        place, radius = places[0] if places else test.place, test.radius
    else:
        other = state.figure(other_id)
        place, radius = other.place, other.profile.radius
    return None if place is None else (place, radius)


# --- the declared board -----------------------------------------------------------------------------------------------


def _stated_sight(state: MatchState, attacker_id: str, target_id: str) -> Sight | None:
    fact = _recall(state, attacker_id, target_id)
    if fact is None:
        return None
    rulings, rise = state.setup.rulings, _rise(state, state.figure(attacker_id), target_id)
    barred: RuleId | None = None
    if not fact.in_sight:
        barred = RuleId("DUELS-MEAS-04")
    elif rise and (fact.edge is None or not is_near_edge(fact.edge, rulings)):
        barred = one_inch_rule(rise)
    return Sight(
        distance=_along(fact.distance, rise, rulings),
        barred=barred,
        obstructing=_counting(
            rulings, rise, through=fact.through, from_inside=fact.inside_a, into_inside=fact.inside_b
        ),
        rise=rise,
    )


def _recall(state: MatchState, a: str, b: str) -> Measured | None:
    """What was measured between two things, read from the first."""
    for fact in state.measured:
        if (fact.a, fact.b) == (a, b):
            return fact
        if (fact.a, fact.b) == (b, a):
            return Measured(
                a=a,
                b=b,
                distance=fact.distance,
                in_sight=fact.in_sight,
                through=fact.through,
                inside_a=fact.inside_b,
                inside_b=fact.inside_a,
                edge=fact.edge,
                author=fact.author,
            )
    return None


# --- both -------------------------------------------------------------------------------------------------------------


def _rise(state: MatchState, figure: Figure, other_id: str) -> int:
    """Levels from a figure up to another; an object whose place is unknown is on the figure's level."""
    for other in state.figures:
        if other.id == other_id:
            return other.level - figure.level
    found = _object(state, other_id)
    return found[0].level - figure.level if found else 0


def _height(rulings: Rulings) -> Length:
    """The height of a level in a measured line; a tape cannot be laid on a tracked board (DUELS-RULING-039)."""
    return 0 if rulings.level_distance == "plan_only" else LEVEL


def _along(stated: Length, rise: int, rulings: Rulings) -> Length:
    """The length of a line as stated: in plan and completed by the levels, unless DUELS-RULING-039 says otherwise."""
    if rulings.level_distance != "ten_inches_per_level" or not rise:
        return stated
    return round(sqrt(stated**2 + (rise * LEVEL) ** 2))


def _counting(rulings: Rulings, rise: int, *, through: int, from_inside: bool, into_inside: bool) -> int:
    """How many obstructing pieces on a line count (DUELS-RULING-055, DUELS-RULING-056).

    from_inside, into_inside: the attacker, the target stands in one of them, which may be the same one.
    """
    if rise < 0 and not rulings.obstructing_ignores_height:
        return 0
    match rulings.obstructing_occupied_counts:
        case "true":
            return through
        case "target_only":
            return max(through - from_inside, int(into_inside))
        case "false":
            return max(through - from_inside - into_inside, 0)
        case _:
            assert_never(rulings.obstructing_occupied_counts)


def is_near_edge(gap: Length, rulings: Rulings) -> bool:
    """Whether a base is close enough to the edge that a line crosses (DUELS-RULING-051)."""
    return gap < INCH or (rulings.one_inch_inclusive and gap == INCH)


def one_inch_rule(rise: int) -> RuleId:
    """The half of the one-inch rule that speaks of this attack: from above, or from below."""
    return RuleId("DUELS-ATK-06" if rise > 0 else "DUELS-ATK-04")
