"""The laws of every ruleset (tests/support/laws.py), tried on random matches of Marvel: boards, cards and rulings."""

import os
import subprocess
import sys
import typing
from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from rules_engine import registry
from rules_engine.kernel.dice import Chance
from rules_engine.kernel.fold import Step, audit
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
    Game,
    check_any_answer,
    check_decisions,
    check_folding,
    check_listed_commands,
    check_round_trips,
    check_views,
    digest,
    random_match,
)
from tests.support.samples import plain_sample
from tests.support.sources import ROOT

LENGTH = 160
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
every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
random_matches = settings(max_examples=6, deadline=None)
seeds = st.integers(min_value=0, max_value=2**32)


# --- the laws ---------------------------------------------------------------------------------------------------------


@every_game
@settings(max_examples=4, deadline=None)
@given(seed=seeds)
def test_listed_commands_are_accepted_and_spoilt_ones_refused(game: Game, seed: int) -> None:
    check_listed_commands(game, random_match(game, seed, LENGTH))


@every_game
@settings(max_examples=4, deadline=None)
@given(seed=seeds)
def test_an_answer_of_any_kind_is_accepted_or_refused(game: Game, seed: int) -> None:
    check_any_answer(game, random_match(game, seed, LENGTH))


@every_game
@random_matches
@given(seed=seeds)
def test_somebody_decides_until_there_is_an_outcome(game: Game, seed: int) -> None:
    check_decisions(game, random_match(game, seed, LENGTH))


@every_game
@random_matches
@given(seed=seeds)
def test_folding_at_once_equals_step_by_step(game: Game, seed: int) -> None:
    check_folding(game, random_match(game, seed, LENGTH))


@every_game
@random_matches
@given(seed=seeds)
def test_the_audit_of_an_honest_match_finds_nothing(game: Game, seed: int) -> None:
    match = random_match(game, seed, LENGTH)
    assert audit(game.ruleset, match.setup, match.steps) == ()


@every_game
def test_the_audit_of_a_tampered_match_finds_it(game: Game) -> None:
    match = random_match(game, 1, LENGTH)
    number = next(index for index, step in enumerate(match.steps) if len(step.events) > 1 and index > 4)
    short = Step(match.steps[number].command, match.steps[number].events[:-1])
    found = audit(game.ruleset, match.setup, (*match.steps[:number], short))
    assert [(difference.step, difference.event) for difference in found] == [(number, len(short.events))]


@every_game
@random_matches
@given(seed=seeds)
def test_records_come_back_from_json(game: Game, seed: int) -> None:
    check_round_trips(game, random_match(game, seed, LENGTH))


@every_game
@settings(max_examples=3, deadline=None)
@given(seed=seeds)
def test_a_view_offers_a_seat_its_answers(game: Game, seed: int) -> None:
    check_views(game, random_match(game, seed, LENGTH))


@every_game
@settings(max_examples=3, deadline=None)
@given(seed=seeds)
def test_everything_that_happens_can_be_told_drawn_and_valued(game: Game, seed: int) -> None:
    match = random_match(game, seed, LENGTH)
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
@given(seed=seeds)
def test_every_listed_command_can_be_foreseen(game: Game, seed: int) -> None:
    for state in random_match(game, seed, 60).states:
        for decision in game.ruleset.awaiting(state):
            for command in game.ruleset.legal_commands(state, decision).commands:
                branches = game.ruleset.forecast(state, command)
                assert all(weight > 0 for weight, _ in branches)


@pytest.mark.parametrize(("hash_seed", "zone"), [("1", "UTC"), ("2", "Asia/Kathmandu")])
def test_a_match_is_the_same_in_another_process(hash_seed: str, zone: str) -> None:
    code = "from tests.rules_engine.marvel.test_laws import digests; print(*digests())"
    elsewhere = subprocess.run(
        [sys.executable, "-c", code], env={**os.environ, "PYTHONHASHSEED": hash_seed, "TZ": zone},
        cwd=ROOT, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert elsewhere.stdout.split() == digests()


def digests() -> list[str]:
    return [digest(game, seed, LENGTH) for game in GAMES.values() for seed in (7, 8)]


def test_random_matches_are_worth_the_name() -> None:
    """They do nearly everything that can happen, so the laws are tried on it."""
    happened = {
        type(event).__name__
        for game in GAMES.values()
        for seed in range(12)
        for event in random_match(game, seed, 400).events
    }
    assert happened >= {
        "CharacterDeployed", "PowGenerated", "InitiativeDrawn", "CharacterMoved", "AttackDeclared", "HitEnded",
        "DamageTaken", "DefenceEnhanced", "OverloadChosen", "Weakened", "KnockedOut", "Recovered", "StoodUp",
        "CharacterLost", "ItemGrabbed", "ItemThrown", "CharacterPushed", "PowerUsed", "SceneryDamaged", "MatchEnded",
    }  # fmt: skip
