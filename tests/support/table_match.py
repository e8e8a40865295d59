"""Plays a match of Duels as at a real table and writes its log: ``python -m tests.support.table_match`` with options.

Figures stand on a table that this script alone knows; what the engine is told is what players would measure. Two sides
that walk towards each other, keep to the range they like, and shoot.
"""

import argparse
import math
import sys
from pathlib import Path
from typing import Any

import yaml

from rules_engine import registry
from rules_engine.duels import commands as c
from rules_engine.duels.log_head import LogHead
from rules_engine.duels.match_log import DUELS_LOG
from rules_engine.duels.state import Figure, MatchState
from rules_engine.kernel.dice import Chance, Dice, FixedDice, SeededDice
from rules_engine.kernel.fold import fold
from rules_engine.kernel.messages import Command, Decision, Legal
from rules_engine.kernel.units import INCH, show
from rules_engine.players.levels import player
from rules_engine.registry import AnyRuleset

SIZE = 60.0  # inches
BASE = 2.36  # inches, a base's radius
Spot = tuple[float, float]


class TableMatch:
    """One match: places in inches, terrain as (centre, radius) circles."""

    def __init__(self, ruleset: AnyRuleset, head: list[str], catalog: Any, seed: str) -> None:
        reader = LogHead(ruleset.variant, catalog)  # type: ignore[arg-type]  # one of the two
        for text in head:
            reader.read(text)
        self.ruleset, self.lines = ruleset, [f"ruleset: duels 1 {ruleset.variant}", *head, "", "play", ""]
        self.state: MatchState = fold(ruleset, ruleset.start(reader.setup()))
        self.dice, self.chance = SeededDice(seed), Chance(seed)
        self.player = player("greedy", ruleset, seed)
        self.places: dict[str, Spot] = {}
        self.terrain: list[tuple[Spot, float]] = []

    def play(self, most_lines: int = 900) -> None:
        said = ""
        while open_ := self.ruleset.awaiting(self.state):
            decision = open_[0]
            heading = self.heading(decision)
            if heading not in {"", said}:
                self.lines += ["", f"# {heading}"]
                said = heading
            self.answer(decision)
            assert len(self.lines) < most_lines, "this match does not end"
        outcome = self.state.result
        assert outcome is not None
        self.lines += ["", f"# {' and '.join(outcome.winners())} won ({outcome.rule_id})"]

    def heading(self, decision: Decision) -> str:
        if self.state.phase == "turns":
            return f"round {self.state.round}: {self.state.turn.figure if self.state.turn else decision.subject}"
        if self.state.phase in {"dice", "declaring", "ties"}:
            return f"round {self.state.round}"
        return "setup"

    # --- what is said -------------------------------------------------------------------------------------------------

    def answer(self, decision: Decision) -> None:
        if decision.kind.startswith("roll_"):
            self.roll(decision)
        elif decision.kind == "place_terrain":
            self.place_terrain(decision)
        elif decision.kind == "place_figure":
            self.place_figure(decision)
        elif decision.kind == "move":
            self.move(decision)
        elif decision.kind == "act":
            self.act(decision)
        elif decision.kind == "declare_initiative" and self.chance.below(3) == 0:
            self.declare(decision)
        else:
            self.tell(self.written(self.choose(decision)))

    def tell(self, line: str) -> None:
        """Write a line, and let what it says happen, read back as an import reads it."""
        text, _, typed = line.partition(" || ")
        self.lines.append(text)
        for build in DUELS_LOG.read_line(text):
            faces = [int(face) for face in typed.split()]
            dice: Dice = FixedDice(faces, source="table")
            events = self.ruleset.decide(self.state, build(self.state), dice)
            self.state = fold(self.ruleset, events, self.state)

    def choose(self, decision: Decision, *kinds: type[Command]) -> Command:
        """What the computer player answers, of these kinds only if some are named."""
        legal = self.ruleset.legal_commands(self.state, decision)
        if kinds:
            legal = Legal(commands=tuple(each for each in legal.commands if isinstance(each, kinds)), complete=False)
        return self.player.choose(self.ruleset.view(self.state, decision.seat), decision, legal)

    def roll(self, decision: Decision) -> None:
        faces = self.dice.roll("table", decision.pools).faces
        specs = self.state.parts.dice
        shown = []
        for die, face in zip(decision.pools, faces, strict=True):
            ace = die.name in specs and specs[die.name].is_ace(face)
            shown.append(f"{self.short(die.name)}={'A' if ace else face}")
        self.tell(f"roll {' '.join(shown)} || {' '.join(map(str, faces))}")

    def place_terrain(self, decision: Decision) -> None:
        basic = self.ruleset.variant == "basic"
        centre = (10.0 + self.chance.below(41), 22.0 + self.chance.below(17))
        clear = min((math.dist(centre, other) - 4 - radius for other, radius in self.terrain), default=None)
        if clear is not None and clear < 7:
            self.place_terrain(decision)
            return
        self.terrain.append((centre, 4.0))
        kind = "plain" if basic else "obstructing"
        distance = f", {self.quarter(clear)} in clear" if clear is not None else ""
        self.tell(f"{decision.subject} places {kind} terrain{distance}")

    def place_figure(self, decision: Decision) -> None:
        figure = self.figure(decision.subject)
        teams = [team.id for team in self.state.setup.teams]
        mates = [each.id for each in self.state.figures if each.team == figure.team]
        x = SIZE / (len(mates) + 1) * (mates.index(figure.id) + 1) + self.chance.below(7) - 3
        self.places[figure.id] = (x, 2.5 if figure.team == teams[0] else SIZE - 2.5)
        enemies = [self.distance(figure.id, other) for other in self.enemies(figure) if other in self.places]
        pieces = [math.dist(self.places[figure.id], at) - radius - BASE for at, radius in self.terrain]
        said = f"{figure.id} is placed"
        said += f" {self.quarter(min(enemies))} in from enemies" if enemies else ""
        said += " and" if enemies and pieces else ""
        said += f" {self.quarter(min(pieces))} in from terrain" if pieces else ""
        self.tell(said)

    def declare(self, decision: Decision) -> None:
        """A white die for the initiative, if there is one."""
        whites = [die for die in self.figure(decision.subject).base if self.short(die).startswith("W")]
        self.tell(f"{decision.subject} declares {self.names(tuple(whites[:1]))}")

    def act(self, decision: Decision) -> None:
        figure = self.figure(decision.subject)
        target = self.target(figure)
        turn = self.state.turn
        assert turn is not None
        if turn.attacks < 2 and figure.base and target and self.distance(figure.id, target) <= self.reach(figure):
            distance, more = self.measured(figure.id, target)
            state = self.state
            self.tell(f"{figure.id} is {distance} from {target}{more}")
            attack = self.attack(self.ruleset.awaiting(self.state)[0], target)
            if attack:
                self.lines.pop()
                self.state = state
                self.tell(f"{figure.id} attacks {target} with {self.names(attack.dice)} at {distance}{more}")
                return
        if not turn.moved and target and self.way(figure, figure.value("head")):
            self.start_move(decision, figure)
            return
        legal = self.ruleset.legal_commands(self.state, decision).commands
        heals = [each for each in legal if isinstance(each, c.DeclareHeal)]
        if heals and sum(figure.clicks) > 2:
            self.tell(self.written(heals[0]))
            return
        self.tell(f"{figure.id} ends its turn")

    def attack(self, decision: Decision, target: str) -> c.DeclareAttack | None:
        legal = self.ruleset.legal_commands(self.state, decision).commands
        hands = [each for each in legal if isinstance(each, c.DeclareAttack) and each.target == target]
        if not hands:
            return None
        chosen = self.player.choose(self.state, decision, Legal(commands=tuple(hands), complete=False))
        assert isinstance(chosen, c.DeclareAttack)
        return chosen

    def start_move(self, decision: Decision, figure: Figure) -> None:
        legal = self.ruleset.legal_commands(self.state, decision).commands
        hands = sorted((each.dice for each in legal if isinstance(each, c.StartMove) and each.dice), key=len)
        target = self.target(figure)
        far = target and self.distance(figure.id, target) > self.reach(figure) + figure.value("head")
        if hands and far:
            self.tell(f"{figure.id} moves with {self.names(hands[-1])}")
            return
        way = self.way(figure, figure.value("head"))
        self.tell(f"{figure.id} moves {self.quarter(way)} in")
        self.walk(figure, way)

    def move(self, decision: Decision) -> None:
        figure = self.figure(decision.subject)
        allowance = getattr(self.state.pending, "allowance", 0) / INCH
        way = self.way(figure, allowance)
        self.tell(f"{figure.id} goes {self.quarter(way)} in" if way else f"{figure.id} goes nowhere")
        self.walk(figure, way)

    # --- the table ----------------------------------------------------------------------------------------------------

    def way(self, figure: Figure, allowance: float) -> float:
        """How far a figure goes towards its target: to the range it likes, not into terrain, in quarters of an inch."""
        target = self.target(figure)
        assert target is not None
        room = self.distance(figure.id, target) - min(self.reach(figure) * 0.6, 8)
        way = math.floor(4 * max(0.0, min(allowance, room))) / 4
        while way > 0 and self.blocked(figure, self.ahead(figure, way)):
            way -= 0.25
        return way

    def ahead(self, figure: Figure, way: float) -> Spot:
        target = self.target(figure)
        assert target is not None
        (x, y), (u, v) = self.places[figure.id], self.places[target]
        straight = math.atan2(v - y, u - x)
        for turn in (0.0, 0.35, -0.35, 0.7, -0.7, 1.05, -1.05):
            spot = (x + way * math.cos(straight + turn), y + way * math.sin(straight + turn))
            if not self.blocked(figure, spot):
                return spot
        return x, y

    def walk(self, figure: Figure, way: float) -> None:
        if way:
            self.places[figure.id] = self.ahead(figure, way)

    def blocked(self, figure: Figure, spot: Spot) -> bool:
        others = [at for other, at in self.places.items() if other != figure.id and self.figure(other).in_play]
        in_terrain = any(math.dist(spot, at) < radius + BASE for at, radius in self.terrain)
        return in_terrain or any(math.dist(spot, at) < 2 * BASE for at in others)

    def measured(self, figure: str, target: str) -> tuple[str, str]:
        """The distance, and what else there is to say of the line."""
        crossed = sum(self.crosses(self.places[figure], self.places[target], piece) for piece in self.terrain)
        said = f"{self.quarter(self.distance(figure, target))} in"
        if crossed and self.ruleset.variant == "basic":
            return said, ", out of sight"
        return said, f", through {crossed}" if crossed else ""

    @staticmethod
    def crosses(a: Spot, b: Spot, piece: tuple[Spot, float]) -> bool:
        (x, y), radius = piece
        length = math.dist(a, b)
        along = ((x - a[0]) * (b[0] - a[0]) + (y - a[1]) * (b[1] - a[1])) / length**2
        along = min(1.0, max(0.0, along))
        return math.dist((a[0] + along * (b[0] - a[0]), a[1] + along * (b[1] - a[1])), (x, y)) < radius

    def distance(self, figure: str, other: str) -> float:
        return max(0.0, math.dist(self.places[figure], self.places[other]) - 2 * BASE)

    def reach(self, figure: Figure) -> float:
        colours = {self.state.die(die).spec.colour for die in figure.base}
        return max((band.end / INCH for band in figure.profile.bands if band.colour in colours), default=0.0)

    def enemies(self, figure: Figure) -> list[str]:
        return [other.id for other in self.state.figures if other.in_play and other.team != figure.team]

    def target(self, figure: Figure) -> str | None:
        return min(self.enemies(figure), key=lambda other: self.distance(figure.id, other), default=None)

    def figure(self, figure_id: str) -> Figure:
        return self.state.figure(figure_id)

    # --- in words -----------------------------------------------------------------------------------------------------

    @staticmethod
    def quarter(length: float | None) -> str:
        return show(25 * math.floor(4 * (length or 0)))

    @staticmethod
    def short(die: str) -> str:
        return die.split("/", 1)[-1]

    def names(self, dice: tuple[str, ...]) -> str:
        return " ".join(map(self.short, dice)) or "nothing"

    def written(self, command: Command) -> str:
        pending: Any = self.state.pending
        match command:
            case c.PassTerrain():
                return f"{self.state.to_place[0]} places no more terrain"
            case c.ChooseDice():
                return f"{command.figure} takes {self.names(command.dice)}"
            case c.DeclareInitiative():
                return f"{command.figure} declares {self.names(command.dice)}"
            case c.SettleTie():
                return f"order {' '.join(command.order)}"
            case c.StartTurn():
                return f"{command.figure} starts"
            case c.ChooseDodge() if command.dice or command.terrain_dice:
                return (
                    f"{pending.target} dodges with {' '.join([*map(self.short, command.dice), *command.terrain_dice])}"
                )
            case c.ChooseDodge():
                return f"{pending.target} does not dodge"
            case c.ChooseShields():
                return f"{pending.target} blocks {self.names(command.blocked)}"
            case c.ChooseBonus():
                return f"{pending.attacker} uses the {command.colour} bonus"
            case c.GiveUpGear():
                return f"{pending.target} gives up {self.short(command.gear)}"
            case c.AssignDamage():
                return f"{pending.target} takes {pending.left} on {command.dial}"
            case c.DeclareHeal():
                whom = "itself" if command.healed == command.healer else command.healed
                return f"{command.healer} heals {whom} with {self.short(command.die)}"
            case c.ChooseHealedDial():
                return f"{pending.healed} is healed on {command.dial}"
        raise AssertionError(command)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--variant", default="advanced")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--head", nargs="+", required=True, help="lines of the head")
    options = parser.parse_args()
    ruleset = registry.ruleset("duels", 1, options.variant)
    catalog = ruleset.read_catalog(yaml.safe_load(Path("catalogs/duels-sample.yaml").read_text()), "sample")
    match = TableMatch(ruleset, options.head, catalog, options.seed)
    try:
        match.play()
    finally:
        sys.stdout.write("\n".join(match.lines) + "\n")


if __name__ == "__main__":
    main()
