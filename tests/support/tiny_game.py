"""A game of a dozen rules: two fencers guard in secret, clash with dice, and the better one strikes.

TINY-01  Two seats, A and B, each a team of its own: red and blue.
TINY-02  At the start of a round both choose a guard in secret: high, low or open.
TINY-03  Nobody takes the same guard twice in a row, but for open.
TINY-04  When both have chosen, the leader rolls a die for each: a d6, or a d8 for who stands open.
TINY-05  The leader is A in odd rounds and B in even ones.
TINY-06  The higher face may strike; equal faces end the round.
TINY-07  A strike at the head counts 2 and is not possible against a high guard.
TINY-08  A strike at the body counts 1 and is not possible against a low guard.
TINY-09  A strike at the head needs a reach of 200 or more; anybody may state, at any time, what was measured.
TINY-10  Who may strike may also hold back.
TINY-11  The first to reach the target of points wins.
TINY-12  After the last round the higher number of points wins; equal ones share the first place.
TINY-13  The judge may set a seat's points.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Literal, TypeAlias, TypeVar

import msgspec
from msgspec.structs import replace

from rules_engine import registry
from rules_engine.kernel.codec import Codec
from rules_engine.kernel.dice import Chance, Dice, Die, NoDice, Roll
from rules_engine.kernel.errors import DecisionClosed, Facts, MalformedInput, RuleViolation
from rules_engine.kernel.messages import (
    JUDGE,
    Command,
    Decision,
    Event,
    Legal,
    Outcome,
    Placing,
    Record,
    RollCommand,
    Seat,
    snake,
)
from rules_engine.kernel.picture import Card, DieFace, Picture
from rules_engine.kernel.rosters import read_roster
from rules_engine.kernel.rule_ids import RuleId
from rules_engine.kernel.ruleset import Branches, Problem
from rules_engine.kernel.scenarios import Scenario, ScenarioFile, check_seats, read_file

Guard: TypeAlias = Literal["high", "low", "open"]
Aim: TypeAlias = Literal["head", "body", "hold"]
T = TypeVar("T")
GUARDS: tuple[Guard, ...] = ("high", "low", "open")
TEAMS = {"A": "red", "B": "blue"}
WORTH = {"head": 2, "body": 1, "hold": 0}


class TinySetup(Record, frozen=True, kw_only=True, forbid_unknown_fields=True):
    target: int = 5
    rounds: int = 20
    reach: int = 200


class TinyCatalog(Record, frozen=True, kw_only=True):
    fencers: dict[str, int]  # slug → army points


class TinyRoster(Record, frozen=True, kw_only=True):
    fencer: str


class TinyScenarioFile(ScenarioFile, frozen=True, kw_only=True):
    seats: int = 2
    rounds: int


class TinyScenario(Scenario, frozen=True, kw_only=True):
    rounds: int


class ChooseGuard(Command, frozen=True, kw_only=True):
    guard: Guard


class RollClash(RollCommand, frozen=True, kw_only=True):
    pass


class Strike(Command, frozen=True, kw_only=True):
    at: Aim


class StateReach(Command, frozen=True, kw_only=True):
    reach: int


class SetPoints(Command, frozen=True, kw_only=True):
    of: Seat
    points: int


class TinyEvent(Event, frozen=True, kw_only=True, tag=lambda name: "tiny." + snake(name)):
    pass


class Opened(TinyEvent, frozen=True, kw_only=True):
    setup: TinySetup


class GuardChosen(TinyEvent, frozen=True, kw_only=True):
    seat: Seat
    guard: Guard


class Clashed(TinyEvent, frozen=True, kw_only=True):
    roll: Roll
    striker: str


class Struck(TinyEvent, frozen=True, kw_only=True):
    seat: Seat
    at: Aim
    points: int


class RoundEnded(TinyEvent, frozen=True, kw_only=True):
    round: int


class ReachStated(TinyEvent, frozen=True, kw_only=True):
    reach: int


class OutOfReach(TinyEvent, frozen=True, kw_only=True):
    pass


class PointsSet(TinyEvent, frozen=True, kw_only=True):
    of: Seat
    points: int


class Ended(TinyEvent, frozen=True, kw_only=True):
    outcome: Outcome


class TinyState(Record, frozen=True, kw_only=True):
    setup: TinySetup
    reach: int
    round: int = 1
    points: tuple[int, int] = (0, 0)
    guards: tuple[str, str] = ("", "")
    last_guards: tuple[str, str] = ("", "")
    striker: str = ""
    result: Outcome | None = None
    ply: int = 0


COMMANDS = (ChooseGuard, RollClash, Strike, StateReach, SetPoints)
EVENTS = (Opened, GuardChosen, Clashed, Struck, RoundEnded, ReachStated, OutOfReach, PointsSet, Ended)
CODEC = Codec(setup=TinySetup, commands=COMMANDS, events=EVENTS)


class Tiny:
    """The ruleset."""

    key = "tiny"
    title = "Tiny"
    version = 1
    variant = "plain"
    teams = 2
    usual_points = 6
    acts_in_series = False
    codec = CODEC

    def read_catalog(self, plain: Any, source: str) -> TinyCatalog:  # noqa: ARG002 -- the protocol's
        return msgspec.convert(plain, TinyCatalog)

    def read_roster(self, plain: Any) -> TinyRoster:
        return read_roster(plain, TinyRoster)

    def roster_problems(self, roster: TinyRoster, catalog: TinyCatalog, army_points: int) -> tuple[Problem, ...]:
        points = catalog.fencers.get(roster.fencer)
        if points == army_points:
            return ()
        return (Problem("fencer", RuleId("TINY-01"), {"points": points or 0}),)

    def draw_roster(self, catalog: TinyCatalog, army_points: int, chance: Chance) -> TinyRoster:
        fitting = sorted(slug for slug, points in catalog.fencers.items() if points == army_points)
        return TinyRoster(fencer=fitting[chance.below(len(fitting))])

    def read_scenario(self, plain: Any, source: str) -> TinyScenario:
        entry = read_file(plain, TinyScenarioFile, source, game=("tiny", "plain"), check=lambda _: ())
        return TinyScenario(
            id=entry.id,
            ruleset="tiny",
            variant="plain",
            title=entry.title,
            description=entry.description,
            seats=entry.seats,
            army_points=entry.army_points,
            rounds=entry.rounds,
        )

    def league_setup(
        self,
        rosters: Sequence[tuple[Seat, Any]],
        catalog: Any,  # noqa: ARG002 -- likewise
        scenario: TinyScenario | None = None,
    ) -> TinySetup:
        if scenario is not None:
            check_seats(scenario, rosters)
            return TinySetup(rounds=scenario.rounds)
        if [seat for seat, _ in rosters] != list(TEAMS):
            raise RuleViolation(RuleId("TINY-01"), seats=len(rosters))
        return TinySetup()

    def picture(self, state: TinyState) -> Picture:
        cards = tuple(
            Card(id=seat, name=seat, team=team, points=points, in_play=not state.result)
            for (seat, team), points in zip(TEAMS.items(), state.points, strict=True)
        )
        return Picture(width=0, depth=0, teams=tuple(TEAMS.values()), cards=cards)

    def start(self, setup: TinySetup) -> tuple[Event, ...]:
        if setup.target < 1:
            raise RuleViolation(RuleId("TINY-11"), target=setup.target)
        return (Opened(setup=setup),)

    def decide(self, state: TinyState, command: Command, dice: Dice) -> tuple[Event, ...]:
        match command:
            case SetPoints(seat=seat):
                if seat != JUDGE:
                    raise DecisionClosed("Only the judge sets points.")
                told: list[Event] = [PointsSet(of=command.of, points=command.points)]
            case StateReach():
                told = [ReachStated(reach=command.reach)]
                if command.reach < 200:
                    told.append(OutOfReach())
            case _:
                told = [_answer(state, command, self._answered(state, command), dice)]
        return _what_follows(state, told)

    def _answered(self, state: TinyState, command: Command) -> Decision:
        for decision in self.awaiting(state):
            if decision.id == command.decision and decision.seat == command.seat:
                return decision
        raise DecisionClosed(f"The decision {command.decision} is not open for {command.seat}.")

    def evolve(self, state: TinyState | None, event: Event) -> TinyState:
        if isinstance(event, Opened):
            return TinyState(setup=event.setup, reach=event.setup.reach)
        assert state is not None
        state = replace(state, ply=state.ply + 1)
        match event:
            case GuardChosen():
                return replace(state, guards=_with(state.guards, event.seat, event.guard))
            case Clashed():
                return replace(state, striker=event.striker)
            case Struck():
                points = state.points["AB".index(event.seat)] + event.points
                return replace(state, points=_with(state.points, event.seat, points))
            case RoundEnded():
                return replace(
                    state, round=event.round + 1, guards=("", ""), last_guards=state.guards, striker=""
                )  # fmt: skip
            case ReachStated():
                return replace(state, reach=event.reach)
            case OutOfReach():
                return state
            case PointsSet():
                return replace(state, points=_with(state.points, event.of, event.points))
            case Ended():
                return replace(state, result=event.outcome)
        raise AssertionError(event)

    def awaiting(self, state: TinyState) -> tuple[Decision, ...]:
        if state.result:
            return ()
        choosing = [seat for seat, guard in zip("AB", state.guards, strict=True) if not guard]
        if choosing:
            return tuple(
                Decision(id=f"choose_guard:{seat}:r{state.round}", seat=seat, kind="choose_guard", hidden=True)
                for seat in choosing
            )
        if state.striker:
            return (Decision(id=f"strike:{state.striker}:{state.ply}", seat=state.striker, kind="strike"),)
        leader = "BA"[state.round % 2]
        pools = tuple(
            Die(f"{seat}/d{_sides(guard)}", _sides(guard)) for seat, guard in zip("AB", state.guards, strict=True)
        )
        return (Decision(id=f"roll_clash:{leader}:{state.ply}", seat=leader, kind="roll_clash", pools=pools),)

    def legal_commands(self, state: TinyState, decision: Decision) -> Legal:
        seat, id_ = decision.seat, decision.id
        match decision.kind:
            case "choose_guard":
                last = state.last_guards["AB".index(seat)]
                guards = [guard for guard in GUARDS if guard == "open" or guard != last]
                return Legal(commands=tuple(ChooseGuard(seat=seat, decision=id_, guard=guard) for guard in guards))
            case "roll_clash":
                return Legal(commands=(RollClash(seat=seat, decision=id_),))
        aims: tuple[Aim, ...] = ("head", "body", "hold")
        return Legal(
            commands=tuple(Strike(seat=seat, decision=id_, at=aim) for aim in aims if not _forbids(state, seat, aim))
        )

    def view(self, state: TinyState, seat: Seat) -> TinyState:
        if all(state.guards):
            return state
        seen = [guard if seat == own else "" for own, guard in zip("AB", state.guards, strict=True)]
        return replace(state, guards=(seen[0], seen[1]))

    def outcome(self, state: TinyState) -> Outcome | None:
        return state.result

    def seats(self, state: TinyState) -> Mapping[Seat, str]:  # noqa: ARG002 -- the protocol's
        return TEAMS

    def evaluate(self, state: TinyState, seat: Seat) -> int:
        mine = state.points["AB".index(seat)]
        return 1000 * (2 * mine - sum(state.points))

    def forecast(self, state: TinyState, command: Command) -> Branches[TinyState]:
        if not isinstance(command, RollClash):
            return ((1, _fold(self, state, self.decide(state, command, NoDice()))),)
        a, b = (die.sides for die in self.awaiting(state)[0].pools)
        weights: dict[str, int] = {}
        for one in range(1, a + 1):
            for other in range(1, b + 1):
                striker = _better(one, other)
                weights[striker] = weights.get(striker, 0) + 1
        blank = Roll(n=0, purpose="", names=(), sides=(), faces=(), source="fixed")
        return tuple(
            (weight, _fold(self, state, _what_follows(state, [Clashed(roll=blank, striker=striker)])))
            for striker, weight in weights.items()
        )

    def dice_shown(self, state: TinyState, roll: Roll) -> tuple[DieFace, ...]:  # noqa: ARG002 -- the protocol's
        dice = zip(roll.names, roll.sides, roll.faces, strict=True)
        return tuple(DieFace(name=name, sides=sides, shown=str(face)) for name, sides, face in dice)

    def narrate(self, state: TinyState | None, event: Event) -> Facts:  # noqa: ARG002 -- the protocol's
        return {"kind": str(event.__struct_config__.tag)}


def _fold(game: Tiny, state: TinyState, events: tuple[Event, ...]) -> TinyState:
    for event in events:
        state = game.evolve(state, event)
    return state


def _with(pair: tuple[T, T], seat: Seat, value: T) -> tuple[T, T]:
    return (value, pair[1]) if seat == "A" else (pair[0], value)


def _sides(guard: str) -> int:
    return 8 if guard == "open" else 6


def _better(a: int, b: int) -> str:
    return "" if a == b else "A" if a > b else "B"


def _forbids(state: TinyState, seat: Seat, aim: Aim) -> str:
    """The rule that forbids a strike, or nothing."""
    guard = state.guards["BA".index(seat)]
    if aim == "head" and guard == "high":
        return "TINY-07"
    if aim == "head" and state.reach < 200:
        return "TINY-09"
    return "TINY-08" if aim == "body" and guard == "low" else ""


def _answer(state: TinyState, command: Command, decision: Decision, dice: Dice) -> Event:
    seat = decision.seat
    match command, decision.kind:
        case ChooseGuard(), "choose_guard":
            if command.guard == state.last_guards["AB".index(seat)] != "open":
                raise RuleViolation(RuleId("TINY-03"), guard=command.guard)
            return GuardChosen(seat=seat, guard=command.guard)
        case RollClash(), "roll_clash":
            roll = dice.roll("clash", decision.pools)
            return Clashed(roll=roll, striker=_better(*roll.faces))
        case Strike(), "strike":
            if rule := _forbids(state, seat, command.at):
                raise RuleViolation(RuleId(rule), at=command.at)
            return Struck(seat=seat, at=command.at, points=WORTH[command.at])
    raise MalformedInput(f"{type(command).__name__} does not answer {decision.kind}.")


def _what_follows(state: TinyState, told: list[Event]) -> tuple[Event, ...]:
    last, after = told[-1], _fold(TINY, state, tuple(told))
    if max(after.points) >= after.setup.target:
        return (*told, Ended(outcome=_result(after, "TINY-11")))
    if isinstance(last, Struck) or (isinstance(last, Clashed) and not last.striker):
        told.append(RoundEnded(round=after.round))
        if after.round >= after.setup.rounds:
            told.append(Ended(outcome=_result(after, "TINY-12")))
    return tuple(told)


def _result(state: TinyState, rule: str) -> Outcome:
    best = max(state.points)
    placings = [
        Placing(team=TEAMS[seat], place=1 if points == best else 2, points_left=points, points_destroyed=0)
        for seat, points in zip("AB", state.points, strict=True)
    ]
    return Outcome(placings=tuple(sorted(placings, key=lambda placing: placing.place)), rule_id=RuleId(rule))


TINY = Tiny()
registry.register(TINY)
