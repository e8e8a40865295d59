"""One figure's turn as data: who stands where, what it tries step by step, and what comes of it."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any

from msgspec.structs import replace

from rules_engine.duels import commands as c
from rules_engine.duels.components import Area, FigureSetup, Hold, SkillBonus, SkillTest, TerrainPiece, Victory
from rules_engine.duels.events import DialsTurned, DuelsEvents, FigureMoved, SkillTestDeclared, SkillTestRolled
from rules_engine.duels.legal import awaiting, legal_commands
from rules_engine.duels.state import GroundGear, MatchState, Measured, MovePending
from rules_engine.kernel.errors import RuleViolation
from rules_engine.kernel.geometry import Place, Point
from rules_engine.kernel.messages import Command
from rules_engine.kernel.units import inches, show
from tests.support.duels import COLOURS, FIXTURES, dial, dice, fold_all, gear, happened, in_turn, make_setup

Row = Mapping[str, Any]


def box(piece_id: str, kind: str, corners: str, **more: Any) -> TerrainPiece:
    """``box("t1", "elevated", "30 20 40 30", levels=1)``: a rectangle by two corners, in inches."""
    x1, y1, x2, y2 = (inches(number) for number in corners.split())
    outline = ((x1, y1), (x2, y1), (x2, y2), (x1, y2))
    return TerrainPiece(id=piece_id, kind=kind, outline=outline, **more)  # type: ignore[arg-type]


def point(text: str) -> Point:
    """``"24.5 25"`` → (2450, 2500)."""
    x, y = text.split()
    return inches(x), inches(y)


def scene(row: Row) -> MatchState:
    """The turn of the row's first figure.

    figures: id → as (fixture), dice, at ("x y" or "x y level", tracked board), level, dials, gear, and changes of the
    profile. terrain, lying (gear on the table), tests, measured: lists. burned, cup: dice by figure and label.
    """
    board = row.get("board", "tracked" if any("at" in who for who in row["figures"].values()) else "declared")
    setup = make_setup(
        *(_figure(figure_id, who) for figure_id, who in row["figures"].items()),
        board=board,
        variant=row.get("variant", "advanced"),
        rulings=row.get("rulings", {}),
        terrain=tuple(_piece(piece, board) for piece in row.get("terrain", ())),
        skill_tests=tuple(_test(test) for test in row.get("tests", ())),
        areas=tuple(_area(area) for area in row.get("areas", ())),
        holds=tuple(Hold(**hold) for hold in row.get("holds", ())),
        victory=Victory(**row.get("victory", {})),
    )
    places = {figure_id: _place(who["at"]) for figure_id, who in row["figures"].items() if "at" in who}
    dials = {figure_id: tuple(who["dials"]) for figure_id, who in row["figures"].items() if "dials" in who}
    acting = next(iter(row["figures"]))
    facts = [_measured(fact) for fact in row.get("measured", ())]
    state = in_turn(setup, acting, places=places, dials=dials, measured=facts)
    for figure_id, who in row["figures"].items():
        if "level" in who:
            state = state.changed(figure_id, level=who["level"])
        spent = tuple(_die(state, figure_id, label) for label in who.get("cup", "").split())
        figure = state.figure(figure_id)
        state = state.changed(figure_id, base=tuple(die for die in figure.base if die not in spent), cup=spent)
    return _with_lying(state, row)


def _figure(figure_id: str, who: Row) -> FigureSetup:
    changes = {part: dial(who[part]) for part in ("head", "weapon", "body") if part in who}
    changes |= {"tags": tuple(who["tags"])} if "tags" in who else {}
    profile = replace(FIXTURES[who["as"]], starting_dice=dice(who.get("dice", "")), **changes)
    carried = tuple(_gear(piece) for piece in who.get("gear", ()))
    return FigureSetup(id=figure_id, seat=who.get("seat", figure_id[0]), profile=profile, gear=carried)


def _gear(piece: Row) -> Any:
    return gear(
        piece["slug"], piece.get("points", 1), piece.get("dice", ""), piece.get("shields", ""),
        equip_restriction=tuple(piece.get("only", ())),
    )  # fmt: skip


def _piece(piece: Row, board: str) -> TerrainPiece:
    more = {name: piece[name] for name in ("levels", "floor", "stands_on") if name in piece}
    if board == "declared":
        return TerrainPiece(id=piece["id"], kind=piece["kind"], **more)
    return box(piece["id"], piece["kind"], piece["box"], **more)


def _test(test: Row) -> SkillTest:
    names = ("ranged", "stealth", "contact", "objective_points", "once", "successes", "team")
    more = {name: test[name] for name in names if name in test} | {"bring_to": tuple(test.get("bring_to", ()))}
    if "at" in test:
        more |= {"place": Place(*point(test["at"])), "radius": inches(test.get("radius", "1"))}
    bonuses = tuple(
        SkillBonus(who=bonus["who"], attribute=bonus.get("attribute", "head"), amount=bonus["amount"])
        for bonus in test.get("bonuses", ())
    )
    return SkillTest(
        id=test["id"], name=test["id"], colour=COLOURS[test["colour"]], attribute=test.get("attribute", "head"),
        difficulty=test["difficulty"], bonuses=bonuses, **more,
    )  # fmt: skip


def _area(area: Row) -> Area:
    """``box``: two corners, on the tracked board."""
    corners = box(area["id"], "plain", area["box"]).outline if "box" in area else ()
    return Area(id=area["id"], name=area["id"], outline=corners, level=area.get("level", 0), team=area.get("team", ""))


def _measured(fact: Row) -> Measured:
    lengths: Row = {name: inches(fact[name]) for name in ("distance", "edge") if name in fact}
    more = {name: fact[name] for name in ("in_sight", "through", "inside_a", "inside_b") if name in fact}
    return Measured(a=fact["a"], b=fact["b"], author="A", **lengths, **more)


def _place(text: str) -> Any:
    x, y, *level = text.split()
    return x, y, int(level[0]) if level else 0


def _with_lying(state: MatchState, row: Row) -> MatchState:
    """Lay gear on the table that a figure had at the start, and burn dice of it."""
    burned = tuple(_die(state, figure_id, label) for figure_id, label in row.get("burned", ()))
    for figure in state.figures:
        kept = {zone: tuple(d for d in getattr(figure, zone) if d not in burned) for zone in ("base", "cup")}
        state = state.changed(figure.id, **kept)
    state = replace(state, burned=burned)
    for lying in row.get("lying", ()):
        figure = state.figure(lying["of"])
        name = f"{lying['of']}/{lying['gear']}"
        gone = state.gear(name).dice
        state = state.changed(
            figure.id,
            gear=tuple(piece for piece in figure.gear if piece != name),
            base=tuple(die for die in figure.base if die not in gone),
            cup=tuple(die for die in figure.cup if die not in gone),
        )
        place = Place(*point(lying["at"])) if "at" in lying else None
        piece = GroundGear(gear=name, place=place, beside=tuple(lying.get("beside", ())))
        state = replace(state, ground=(*state.ground, piece))
    return state


# --- steps ------------------------------------------------------------------------------------------------------------


def _die(state: MatchState, figure_id: str, label: str) -> str:
    """A die by its label: on the figure's base, else in its cup, else any die of the figure or its gear."""
    figure = state.figure(figure_id)
    for die in (*figure.base, *figure.cup, *state.parts.dice):
        if state.die(die).spec.label == label:
            return die
    raise AssertionError(f"{figure_id} has no {label}")


def hand(state: MatchState, figure_id: str, labels: str) -> tuple[str, ...]:
    """Dice by their labels; equal labels are different dice."""
    found: list[str] = []
    figure = state.figure(figure_id)
    for label in labels.split():
        pool = (*figure.base, *figure.cup, *state.parts.dice)
        found.append(next(die for die in pool if state.die(die).spec.label == label and die not in found))
    return tuple(found)


def leg(text: str) -> c.Leg:
    """``"walk 8"``, ``"walk to 30 20, 32 22"``, ``"climb 1"``, ``"descend 2 to 30 20"``."""
    word, _, rest = text.partition(" ")
    if word == "walk":
        if rest.startswith("to "):
            return c.Walk(points=tuple(point(part) for part in rest[3:].split(", ")))
        return c.Walk(distance=inches(rest))
    levels, _, to = rest.partition(" to ")
    kind = c.Climb if word == "climb" else c.Descend
    return kind(levels=int(levels), to=point(to) if to else None)


def _pieces(owner: str, names: Sequence[str]) -> tuple[str, ...]:
    return tuple(name if "/" in name else f"{owner}/{name}" for name in names)


def command_for(state: MatchState, who: str, step: Row) -> tuple[str, Callable[..., Command]]:
    """The kind of decision that a step answers, and its command, seat and decision apart."""
    match step["do"]:
        case "start_move":
            dice = hand(state, who, step.get("dice", ""))
            touching = step.get("touching", False)
            return "act", partial(c.StartMove, figure=who, dice=dice, touching_obstructing=touching)
        case "move":
            legs = tuple(leg(text) for text in step.get("legs", ()))
            return "move", partial(c.MoveTo, legs=legs, swallowed=step.get("swallowed", False))
        case "jump":
            to = point(step["to"]) if "to" in step else None
            return "act", partial(c.Jump, figure=who, levels=step["levels"], to=to)
        case "drop":
            return "act", partial(c.DropGear, figure=who, gear=_pieces(who, [step["gear"]])[0])
        case "pick_up":
            pay = hand(state, who, step.get("pay", ""))
            return "act", partial(c.PickUpGear, figure=who, gear=step["gear"], pay=pay)
        case "trade":
            gives, takes = _pieces(who, step.get("gives", ())), _pieces(step["ally"], step.get("takes", ()))
            return "act", partial(c.TradeGear, figure=who, ally=step["ally"], gives=gives, takes=takes)
        case "heal":
            healed, die = step.get("healed", who), hand(state, who, step["die"])[0]
            return "act", partial(c.DeclareHeal, healer=who, healed=healed, die=die)
        case "dial":
            return "choose_healed_dial", partial(c.ChooseHealedDial, dial=step["dial"])
        case "damage":
            return "assign_damage", partial(c.AssignDamage, dial=step["dial"])
        case "test":
            dice = hand(state, who, step.get("dice", ""))
            return "act", partial(c.DeclareSkillTest, figure=who, test=step.get("test", "t1"), dice=dice)
        case other:
            raise AssertionError(f"no step {other}")


TOLD_BY: Mapping[str, type[DuelsEvents]] = {
    "lost": DialsTurned,
    "difficulty": SkillTestDeclared,
    "total": SkillTestRolled,
    "passed": SkillTestRolled,
}


class Scene:
    """A turn that is played step by step."""

    def __init__(self, row: Row) -> None:
        self.state = scene(row)
        self.who = next(iter(row["figures"]))
        self.events: list[DuelsEvents] = []

    def run(self, row: Row) -> "Scene":
        """Take the row's steps; each one that is to be refused is, by its rule, and changes nothing."""
        for step in row["steps"]:
            self.take(step)
            assert {name: self.seen(name, step) for name in step.get("expect", {})} == step.get("expect", {}), step
        return self

    def take(self, step: Row) -> None:
        kind, make = command_for(self.state, self.who, step)
        decision = next(found for found in awaiting(self.state) if found.kind == kind)
        command = make(seat=decision.seat, decision=decision.id)
        if "refused" in step:
            assert self.refusal(command) == step["refused"], step
            return
        self.tell(command, "")
        if "roll" in step:
            roll = awaiting(self.state)[0]
            self.tell(c.Roll(seat=roll.seat, decision=roll.id), step["roll"])

    def refusal(self, command: Command) -> str | None:
        try:
            happened(self.state, command)
        except RuleViolation as violation:
            return str(violation.rule_id)
        return None

    def tell(self, command: Command, roll: str) -> None:
        events = happened(self.state, command, roll)
        self.events += events
        self.state = fold_all(self.state, events)

    def last(self, type_: type[DuelsEvents]) -> Any:
        return next(event for event in reversed(self.events) if isinstance(event, type_))

    def seen(self, name: str, step: Row) -> Any:
        """What a step's ``expect`` speaks of; ``of``: another figure than the acting one."""
        figure = self.state.figure(step.get("of", self.who))
        match name:
            case "allowance":
                pending = self.state.pending
                assert isinstance(pending, MovePending)
                return None if pending.allowance is None else show(pending.allowance)
            case "spent":
                return show(self.last(FigureMoved).spent)
            case "climb_paid":
                return show(figure.climb_paid)
            case "place":
                return figure.place and f"{show(figure.place.x)} {show(figure.place.y)} {figure.place.level}"
            case "dials":
                return list(figure.clicks)
            case "values":
                return [figure.value("head"), figure.value("weapon"), figure.value("body")]
            case "base" | "cup":
                return self.labels(getattr(figure, name))
            case "gear":
                return [piece.split("/", 1)[1] for piece in figure.gear]
            case "lying":
                return [piece.gear for piece in self.state.ground]
            case "burned":
                return self.labels(self.state.burned)
            case "objectives":
                return dict(self.state.objectives)
            case "asked":
                return " ".join(f"{decision.kind}:{decision.seat}" for decision in awaiting(self.state))
            case "stopped_by":
                return self.last(FigureMoved).stopped_by or ""
            case "lost" | "difficulty" | "total" | "passed":
                return getattr(self.last(TOLD_BY[name]), name)
            case _:
                return getattr(figure, name)

    def labels(self, ids: Iterable[str]) -> str:
        return " ".join(self.state.die(die).spec.label for die in ids)


def listed(state: MatchState, type_: type[Command], kind: str = "act") -> list[Any]:
    """The commands of a type that are listed for the open decision of a kind; all that are listed are accepted."""
    decision = next(found for found in awaiting(state) if found.kind == kind)
    commands = legal_commands(state, decision).commands
    for command in commands:
        assert happened(state, command), command
    return [command for command in commands if isinstance(command, type_)]


def fields(command: Command, *names: str) -> str:
    """Some fields of a command in a line, dice and gear by their last names."""
    values = [getattr(command, name) for name in names]
    listed_ = [(value,) if isinstance(value, str) else value for value in values]
    return " ".join(" ".join(part.split("/")[-1] for part in parts) or "-" for parts in listed_)
