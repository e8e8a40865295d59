"""Matches of Duels typed in from a real table: one action or roll a line (docs/match-log.md).

A line becomes one command or two; each is built when its turn comes, from the state as it is then, and checked by the
rules like any other. Nothing is decided here.
"""

import re
from collections.abc import Callable, Sequence
from typing import Any, Final, TypeAlias, TypeVar, get_args

from rules_engine.duels import commands as c
from rules_engine.duels import log_passes
from rules_engine.duels.catalog import Catalog
from rules_engine.duels.components import LETTERS, DialName, Setup, TerrainKind
from rules_engine.duels.damage import clicks_left
from rules_engine.duels.log_decisions import expected, find_decision
from rules_engine.duels.log_head import LogHead
from rules_engine.duels.log_names import (
    find_dice,
    find_figure,
    find_gear,
    find_named,
    read_face,
    short_name,
)
from rules_engine.duels.scenarios import DuelsScenario, at_real_table
from rules_engine.duels.state import MatchState
from rules_engine.kernel.errors import MalformedInput
from rules_engine.kernel.messages import Command, Decision
from rules_engine.kernel.table_log import Builder
from rules_engine.kernel.units import Length, inches

Words: TypeAlias = dict[str, str]
Reader: TypeAlias = Callable[[Words], tuple[Builder, ...]]
C = TypeVar("C", bound=Command)

DIE: Final = r"(?:[a-z0-9-]+(?:#[0-9]+)?/)?[A-Z][0-9]+(?:#[0-9]+)?"
FORMS: Final[list[tuple[re.Pattern[str], Reader]]] = []
PARTS: Final = {  # what stands for what in a form; <F:name> is a figure's id
    "<IN>": r"[0-9]{1,4}(?:\.[0-9]{1,2})? in",
    "<DICE>": rf"nothing|{DIE}(?: {DIE})*",
    "<DIE>": DIE,
    "<GEAR>": r"[a-z0-9-]+(?:#[0-9]+)?",
    "<DIAL>": "|".join(get_args(DialName)),
    "<COLOUR>": "|".join(LETTERS),
    "<KIND>": "|".join(get_args(TerrainKind)),
    "<TEAM>": r"[A-Z]",
    "<MORE>": (  # what else was measured
        r"(?P<blind>, out of sight)?(?:, through (?P<through>[0-9]{1,4}))?"
        r"(?P<inside_a>, from inside)?(?P<inside_b>, into it)?(?:, (?P<edge><IN>) to the edge)?"
    ),
}


class DuelsLog:
    """How matches of Duels are typed in."""

    def head(self, variant: str, catalog: Catalog) -> LogHead:
        """An empty head for a match of a variant, with what a catalog has."""
        return LogHead("basic" if variant == "basic" else "advanced", catalog)

    def in_scenario(self, setup: Setup, scenario: DuelsScenario) -> Setup:
        """The teams of a head in a scenario, on the declared board. Raises MalformedInput, RuleViolation."""
        return at_real_table(setup, scenario)

    def read_line(self, text: str) -> tuple[Builder, ...]:
        """The commands that a line of play asks for. Raises MalformedInput when it reads like none."""
        for pattern, reader in FORMS:
            if match := pattern.fullmatch(text):
                return reader({name: value for name, value in match.groupdict().items() if value is not None})
        raise MalformedInput(f"No line of a match reads like this: {text}")

    def expected(self, decisions: Sequence[Decision]) -> str:
        """The open decisions in words, each with the line that answers it."""
        return expected(decisions)


# --- what lines can look like -----------------------------------------------------------------------------------------


def form(pattern: str) -> Callable[[Reader], Reader]:
    """Make a function read the lines of a form; its words are the pattern's named groups that are there."""
    for name, part in PARTS.items():
        pattern = pattern.replace(name, part)
    pattern = re.sub(r"<F:(\w+)>", r"(?P<\1>[A-Z][0-9]+)", pattern.replace("<IN>", PARTS["<IN>"]))

    def register(reader: Reader) -> Reader:
        FORMS.append((re.compile(pattern), reader))
        return reader

    return register


@form(r"roll (?P<faces>[A-Za-z0-9#/=-]+(?: [A-Za-z0-9#/=-]+)*)")
def _roll(words: Words) -> tuple[Builder, ...]:
    def build(state: MatchState) -> Command:
        decision = find_decision(state, "roll_")
        written = words["faces"].split()
        names = [die.name for die in decision.pools]
        if len(written) != len(names):
            raise MalformedInput(f"{len(names)} dice are rolled: {' '.join(map(short_name, names))}.")
        faces = tuple(read_face(text, name) for text, name in zip(written, names, strict=True))
        return c.Roll(seat=decision.seat, decision=decision.id, faces=faces)

    return (build,)


@form(
    r"(?P<team><TEAM>) places (?P<kind><KIND>) terrain(?:, (?P<levels>[0-9]) high)?(?:, on (?P<on>\S+))?"
    r"(?:, (?P<clearance><IN>) clear)?(?P<no_room>, no room for more)?"
)
def _place_terrain(words: Words) -> tuple[Builder, ...]:
    return _answering(
        c.PlaceTerrain,
        "place_terrain",
        words["team"],
        lambda _: {
            "terrain": words["kind"],
            "levels": int(words.get("levels", 0)),
            "stands_on": words.get("on", ""),
            "clearance": _length(words.get("clearance")),
            "no_room": "no_room" in words,
        },
    )


@form(r"(?P<team><TEAM>) places no more terrain")
def _pass_terrain(words: Words) -> tuple[Builder, ...]:
    return _answering(c.PassTerrain, "place_terrain", words["team"])


@form(
    r"<F:figure> is placed(?: (?P<enemy><IN>) from enemies)?(?: and)?(?: (?P<terrain><IN>) from terrain)?"
    r"(?: on level (?P<level>[0-9]))?(?P<no_room>, no room for more)?"
)
def _place_figure(words: Words) -> tuple[Builder, ...]:
    return _answering(
        c.PlaceFigure,
        "place_figure",
        words["figure"],
        lambda _: {
            "figure": words["figure"],
            "level": int(words.get("level", 0)),
            "enemy_distance": _length(words.get("enemy")),
            "terrain_distance": _length(words.get("terrain")),
            "no_room": "no_room" in words,
        },
    )


@form(r"<F:figure> takes (?P<dice><DICE>)")
def _choose_dice(words: Words) -> tuple[Builder, ...]:
    return _answering(
        c.ChooseDice,
        "choose_dice",
        words["figure"],
        lambda state: {
            "figure": words["figure"],
            "dice": find_dice(find_figure(state, words["figure"]).cup, words["dice"]),
        },
    )


@form(r"<F:figure> declares (?P<dice><DICE>)")
def _declare_initiative(words: Words) -> tuple[Builder, ...]:
    return _answering(
        c.DeclareInitiative,
        "declare_initiative",
        words["figure"],
        lambda state: {"figure": words["figure"], "dice": _own_dice(state, words)},
    )


@form(r"order (?P<order>[A-Z][0-9]+(?: [A-Z][0-9]+)*)")
def _settle_tie(words: Words) -> tuple[Builder, ...]:
    return _answering(c.SettleTie, "settle_tie", "", lambda _: {"order": tuple(words["order"].split())})


@form(r"<F:figure> starts")
def _start_turn(words: Words) -> tuple[Builder, ...]:
    return _answering(c.StartTurn, "start_turn", words["figure"][0], lambda _: {"figure": words["figure"]})


@form(r"<F:figure> is (?P<distance><IN>) from (?P<other>[^\s,]+)<MORE>")
def _measure(words: Words) -> tuple[Builder, ...]:
    return (lambda state: _measurement(state, words),)


@form(r"<F:figure> attacks <F:other> with (?P<dice><DICE>)(?: at (?P<distance><IN>)<MORE>)?")
def _attack(words: Words) -> tuple[Builder, ...]:
    declare = _answering(
        c.DeclareAttack,
        "act",
        words["figure"],
        lambda state: {"attacker": words["figure"], "target": words["other"], "dice": _own_dice(state, words)},
    )

    def measure(state: MatchState) -> Command:
        measurement = _measurement(state, words)
        find_decision(state, "act", words["figure"])  # an attack out of turn is refused as one, not its measurement
        return measurement

    return (measure, *declare) if "distance" in words else declare


@form(r"<F:figure> does not dodge|<F:figure_> dodges with (?P<dice><DICE>)")
def _dodge(words: Words) -> tuple[Builder, ...]:
    figure = words.get("figure") or words["figure_"]

    def fields(state: MatchState) -> dict[str, Any]:
        written = words.get("dice", "nothing").split()
        terrain = tuple(name for name in written if name.startswith("T"))
        own = " ".join(name for name in written if not name.startswith("T")) or "nothing"
        return {"dice": find_dice(find_figure(state, figure).base, own), "terrain_dice": terrain}

    return _answering(c.ChooseDodge, "choose_dodge", figure, fields)


@form(r"<F:figure> keeps (?P<dice><DICE>)")
def _keep(words: Words) -> tuple[Builder, ...]:
    return _answering(
        c.KeepDice, "keep_dice", words["figure"], lambda state: {"dice": _attack_dice(state, words["dice"])}
    )


@form(r"<F:figure> blocks (?P<dice><DICE>)")
def _block(words: Words) -> tuple[Builder, ...]:
    return _answering(
        c.ChooseShields,
        "choose_shields",
        words["figure"],
        lambda state: {"blocked": _attack_dice(state, words["dice"])},
    )


@form(r"<F:figure> uses the (?P<colour><COLOUR>) bonus")
def _bonus(words: Words) -> tuple[Builder, ...]:
    return _answering(c.ChooseBonus, "choose_bonus", words["figure"], lambda _: {"colour": words["colour"]})


@form(r"<F:figure> gives up (?P<gear><GEAR>)")
def _give_up(words: Words) -> tuple[Builder, ...]:
    return _answering(
        c.GiveUpGear,
        "give_up_gear",
        words["figure"],
        lambda state: {"gear": find_gear(state, words["figure"], words["gear"])},
    )


@form(r"<F:figure> takes (?P<clicks>[0-9]{1,4}|it) on (?:the )?(?P<dial><DIAL>)")
def _take_damage(words: Words) -> tuple[Builder, ...]:
    clicks = words["clicks"]
    return _answering(
        c.AssignDamage,
        "assign_damage",
        words["figure"],
        lambda state: {"dial": words["dial"], "clicks": None if clicks == "it" else _counted(state, int(clicks))},
    )


@form(r"<F:figure> moves (?P<distance><IN>)|<F:figure_> stays")
def _move(words: Words) -> tuple[Builder, ...]:
    figure = words.get("figure") or words["figure_"]
    start = _answering(c.StartMove, "act", figure, lambda _: {"figure": figure})
    return (*start, *_answering(c.MoveTo, "move", figure, lambda _: {"legs": _walk(words.get("distance"))}))


@form(r"<F:figure> moves with (?P<dice><DICE>)(?P<touching>, touching obstructing terrain)?")
def _move_with(words: Words) -> tuple[Builder, ...]:
    return _answering(
        c.StartMove,
        "act",
        words["figure"],
        lambda state: {
            "figure": words["figure"],
            "dice": _own_dice(state, words),
            "touching_obstructing": "touching" in words,
        },
    )


@form(
    r"<F:figure> goes (?P<legs>nowhere|(?:<IN>|up [0-9]|down [0-9])(?:, (?:<IN>|up [0-9]|down [0-9]))*)"
    r"(?P<swallowed>, inside)?"
)
def _go(words: Words) -> tuple[Builder, ...]:
    return _answering(
        c.MoveTo,
        "move",
        words["figure"],
        lambda _: {
            "legs": tuple(leg for text in words["legs"].split(", ") for leg in _leg(text)),
            "swallowed": "swallowed" in words,
        },
    )


@form(r"<F:figure> jumps down (?P<levels>[0-9])")
def _jump(words: Words) -> tuple[Builder, ...]:
    return _answering(
        c.Jump, "act", words["figure"], lambda _: {"figure": words["figure"], "levels": int(words["levels"])}
    )


@form(r"<F:figure> drops (?P<gear><GEAR>)")
def _drop(words: Words) -> tuple[Builder, ...]:
    return _answering(
        c.DropGear,
        "act",
        words["figure"],
        lambda state: {"figure": words["figure"], "gear": find_gear(state, words["figure"], words["gear"])},
    )


@form(r"<F:figure> picks up (?P<gear><GEAR>)(?: paying (?P<dice><DICE>))?")
def _pick_up(words: Words) -> tuple[Builder, ...]:
    return _answering(
        c.PickUpGear,
        "act",
        words["figure"],
        lambda state: {
            "figure": words["figure"],
            "gear": find_named((piece.gear for piece in state.ground), words["gear"]),
            "pay": _own_dice(state, words),
        },
    )


@form(r"<F:figure> gives <F:other> (?P<gives><GEAR>(?:, <GEAR>)*|nothing)(?: for (?P<takes><GEAR>(?:, <GEAR>)*))?")
def _trade(words: Words) -> tuple[Builder, ...]:
    def pieces(state: MatchState, owner: str, written: str) -> tuple[str, ...]:
        return tuple(find_gear(state, owner, name) for name in written.split(", ") if name not in {"", "nothing"})

    return _answering(
        c.TradeGear,
        "act",
        words["figure"],
        lambda state: {
            "figure": words["figure"],
            "ally": words["other"],
            "gives": pieces(state, words["figure"], words["gives"]),
            "takes": pieces(state, words["other"], words.get("takes", "")),
        },
    )


@form(r"<F:figure> heals (?:<F:other>|itself) with (?P<dice><DIE>)")
def _heal(words: Words) -> tuple[Builder, ...]:
    return _answering(
        c.DeclareHeal,
        "act",
        words["figure"],
        lambda state: {
            "healer": words["figure"],
            "healed": words.get("other", words["figure"]),
            "die": _own_dice(state, words)[0],
        },
    )


@form(r"<F:figure> is healed on (?:the )?(?P<dial><DIAL>)")
def _healed(words: Words) -> tuple[Builder, ...]:
    return _answering(c.ChooseHealedDial, "choose_healed_dial", words["figure"], lambda _: {"dial": words["dial"]})


@form(r"<F:figure> tries (?P<test>\S+) with (?P<dice><DICE>)")
def _try(words: Words) -> tuple[Builder, ...]:
    return _answering(
        c.DeclareSkillTest,
        "act",
        words["figure"],
        lambda state: {"figure": words["figure"], "test": words["test"], "dice": _own_dice(state, words)},
    )


@form(r"<F:figure> ends (?:its|her|his|the) turn")
def _end(words: Words) -> tuple[Builder, ...]:
    return _answering(c.EndTurn, "act", words["figure"], lambda _: {"figure": words["figure"]})


@form(
    r"(?P<team><TEAM>) plays (?P<card>[a-z0-9-]+)(?: for <F:figure>)?(?:, again (?P<again><DICE>))?"
    r"(?:, turning (?P<turned><DIE>=[0-9A]+(?: <DIE>=[0-9A]+)*))?(?:, on (?P<dial><DIAL>))?"
    r"(?:, taking (?P<gear><GEAR>))?(?:, to level (?P<level>[0-9]))?"
)
def _play_pass(words: Words) -> tuple[Builder, ...]:
    return (lambda state: log_passes.play(state, words["team"], words),)


@form(r"(?P<team><TEAM>) plays no pass")
def _keep_passes(words: Words) -> tuple[Builder, ...]:
    return (lambda state: log_passes.keep(state, words["team"]),)


# --- from words to commands -------------------------------------------------------------------------------------------


def _answering(
    kind: type[C], decision_kind: str, subject: str, fields: Callable[[MatchState], dict[str, Any]] = lambda _: {}
) -> tuple[Builder, ...]:
    """One command in answer to the open decision of a kind about a subject; fields: its others, from the state."""

    def build(state: MatchState) -> Command:
        decision = find_decision(state, decision_kind, subject)
        plain = {"seat": decision.seat, "decision": decision.id, **fields(state)}
        return kind(**plain)

    return (build,)


def _own_dice(state: MatchState, words: Words) -> tuple[str, ...]:
    return find_dice(find_figure(state, words["figure"]).base, words.get("dice", "nothing"))


def _attack_dice(state: MatchState, written: str) -> tuple[str, ...]:
    """Dice of the attack under way."""
    return find_dice(state.attack.dice, written)


def _counted(state: MatchState, clicks: int) -> int | None:
    """The clicks of an assignment, None when these are all there are: only a part of them has to be stated."""
    return None if clicks == clicks_left(state) else clicks


def _length(written: str | None) -> Length | None:
    return None if written is None else inches(written.removesuffix(" in"))


def _walk(distance: str | None) -> Sequence[c.Leg]:
    return tuple(_leg(distance)) if distance else ()


def _leg(written: str) -> Sequence[c.Leg]:
    match written.split():
        case ["up", levels]:
            return (c.Climb(levels=int(levels)),)
        case ["down", levels]:
            return (c.Descend(levels=int(levels)),)
        case ["nowhere"]:
            return ()
    return (c.Walk(distance=inches(written.removesuffix(" in"))),)


def _measurement(state: MatchState, words: Words) -> Command:
    other = words["other"]
    if not re.fullmatch("[A-Z][0-9]+", other):
        setup = state.setup
        marks = (*(test.id for test in setup.skill_tests), *(area.id for area in setup.areas))
        other = find_named((*(piece.gear for piece in state.ground), *marks), other)
    return c.StateMeasurement(
        seat=find_figure(state, words["figure"]).seat,
        a=words["figure"],
        b=other,
        distance=_length(words["distance"]) or 0,
        in_sight="blind" not in words,
        through=int(words.get("through", 0)),
        inside_a="inside_a" in words,
        inside_b="inside_b" in words,
        edge=_length(words.get("edge")),
    )


DUELS_LOG: Final = DuelsLog()
