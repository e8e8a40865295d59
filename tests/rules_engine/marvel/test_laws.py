"""The laws of every ruleset (tests/support/laws.py), tried on random matches of Marvel: boards, cards and rulings."""

import typing
from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest
from hypothesis import given, settings
from msgspec.structs import replace

from rules_engine import registry
from rules_engine.kernel.dice import Chance
from rules_engine.kernel.geometry import Place
from rules_engine.kernel.messages import JUDGE, Command
from rules_engine.kernel.units import inches
from rules_engine.marvel.catalog import Catalog, read_catalog
from rules_engine.marvel.commands import (
    ChooseOverload,
    DeclareAttack,
    Deploy,
    Move,
    Override,
    React,
    Reroll,
    SetEndurance,
    StateMeasurement,
    Walk,
)
from rules_engine.marvel.components import Card
from rules_engine.marvel.league_match import rectangle
from rules_engine.marvel.rulings import Rulings
from rules_engine.marvel.setup import CharacterSetup, Objective, ScenerySetup, Setup, Table, TeamSetup, Victory
from rules_engine.marvel.state import MatchState
from tests.support.laws import (
    SEEDS,
    Effort,
    Game,
    happened,
    laws_of,
    random_match,
)
from tests.support.samples import plain_sample

CATALOG: Catalog = read_catalog(plain_sample("marvel"), "marvel-sample.yaml")
MIDDLE = Place(inches(8), inches(8))
TYPES = typing.get_type_hints(Rulings)


# --- random setups ----------------------------------------------------------------------------------------------------


def random_setup(chance: Chance, *, board: str) -> Setup:
    """Two or three teams on a small table with scenery, under a few unusual rulings; a short match."""
    cards = list(CATALOG.characters)
    teams = tuple(
        TeamSetup(id=team, characters=tuple(_member(f"{team}{number}", team, cards, chance) for number in (1, 2)))
        for team in "ABC"[: 2 + (chance.below(4) == 0)]
    )
    return Setup(
        teams=teams,
        board=board,  # type: ignore[arg-type]
        rulings=replace(Rulings(), **random_rulings(chance)),
        table=Table(width=inches(16), depth=inches(16)),
        scenery=tuple(_scenery(chance, board)),
        objectives=(
            Objective(id="dock", name="Dock", place=Place(inches(8), inches(8)) if board == "tracked" else None),
        ),
        victory=Victory(turn_limit=4),
    )


def _member(name: str, seat: str, cards: list[Card], chance: Chance) -> CharacterSetup:
    """A character of the sample, frailer than printed, so that matches come to something."""
    card = cards.pop(chance.below(len(cards)))
    return CharacterSetup(id=name, seat=seat, card=replace(card, endurance=replace(card.endurance, green=2)))


def _scenery(chance: Chance, board: str) -> Iterator[ScenerySetup]:
    pieces = [piece for piece in CATALOG.scenery if piece.type in {"T1", "T2", "T4"}]
    for piece, (x, y) in zip(pieces, ((3, 6), (9, 5), (5, 10)), strict=True):
        shift = chance.below(3) * inches(1)
        shape = rectangle(inches(x) + shift, inches(y), piece.width, piece.depth)
        yield ScenerySetup(piece=piece, outline=shape if board == "tracked" else ())


def random_rulings(chance: Chance) -> dict[str, Any]:
    """A few settings with another of their values."""
    names = [name for name in Rulings.__struct_fields__ if values(name)]
    chosen: dict[str, Any] = {}
    for _ in range(6):
        name = names[chance.below(len(names))]
        chosen[name] = values(name)[chance.below(len(values(name)))]
    return chosen


def values(setting: str) -> tuple[Any, ...]:
    numbers = {"general_passes_per_turn": (1,), "max_attacks_per_activation": (2,), "scenery_defence": (12,)}
    kind = TYPES[setting]
    listed = typing.get_args(kind) if typing.get_origin(kind) is typing.Literal else ()
    return (True, False) if kind is bool else numbers.get(setting, listed)


# --- table talk and spoilt commands -----------------------------------------------------------------------------------


def talk(state: MatchState, chance: Chance) -> Command | None:
    """The judge hurts somebody once in a while; on a real table somebody measures."""
    if state.turn and not chance.below(60):
        character = next(character for character in state.characters if character.in_play)
        return Override(seat=JUDGE, changes=(SetEndurance(character=character.id, endurance=2),))
    if state.tracked or state.activation is None or chance.below(3):
        return None
    acting = state.character(state.activation.character)
    things = [other.id for other in state.characters if other.in_play and other.id != acting.id]
    things += [piece.id for piece in state.scenery if not piece.destroyed]
    hidden = chance.below(3) * 50
    return StateMeasurement(
        seat=acting.seat, a=acting.id, b=things[chance.below(len(things))], distance=chance.below(4) * inches(2),
        in_sight=hidden < 100 and chance.below(4) > 0, hidden=hidden,
    )  # fmt: skip


def spoil(state: MatchState, command: Command) -> Iterator[Command]:
    """A place that is none, a target that is not there, a defence raised by a power nobody has."""
    match command:
        case Deploy(place=Place()):
            yield replace(command, place=Place(-100, -100))
        case DeclareAttack():
            yield replace(command, attack="gone")
            yield replace(command, target="nobody")
        case Move():
            yield replace(command, legs=(Walk(points=((inches(900), inches(900)),), distance=inches(900)),))
        case React():
            yield replace(command, power="gone")
        case ChooseOverload():
            yield replace(command, die=True, option=0)
        case Reroll():
            yield replace(command, dice=(7,))
        case _:
            return


GAMES = {
    board: Game(board, registry.ruleset("marvel", 1, "quick"), partial(random_setup, board=board), talk, spoil)
    for board in ("tracked", "declared")
}
EFFORT = Effort(length=160, opening=4, elsewhere=(("1", "UTC"), ("2", "Asia/Kathmandu")))
TestLaws = laws_of(__name__, GAMES, EFFORT)


every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)


@every_game
@settings(max_examples=3, deadline=None)
@given(seed=SEEDS)
def test_everything_that_happens_can_be_told_drawn_and_valued(game: Game, seed: int) -> None:
    match = random_match(game, seed, EFFORT.length)
    state = None
    for event in match.events:
        assert game.ruleset.narrate(state, event) is not None
        state = game.ruleset.evolve(state, event)
    for state in match.states:
        assert len(game.ruleset.picture(state).cards) == len(state.characters)
        for seat in game.ruleset.seats(state):
            assert isinstance(game.ruleset.evaluate(state, seat), int)


@every_game
@settings(max_examples=3, deadline=None)
@given(seed=SEEDS)
def test_every_listed_command_can_be_foreseen(game: Game, seed: int) -> None:
    for state in random_match(game, seed, 60).states:
        for decision in game.ruleset.awaiting(state):
            for command in game.ruleset.legal_commands(state, decision).commands:
                branches = game.ruleset.forecast(state, command)
                assert all(weight > 0 for weight, _ in branches)


def test_random_matches_are_worth_the_name() -> None:
    """They do nearly everything that can happen, so the laws are tried on it."""
    assert happened(GAMES, seeds=12, length=400) >= {
        "CharacterDeployed", "PowGenerated", "InitiativeDrawn", "CharacterMoved", "AttackDeclared", "HitEnded",
        "DamageTaken", "DefenceEnhanced", "OverloadChosen", "Weakened", "KnockedOut", "Recovered", "StoodUp",
        "CharacterLost", "ItemGrabbed", "ItemThrown", "CharacterPushed", "PowerUsed", "SceneryDamaged", "MatchEnded",
    }  # fmt: skip
