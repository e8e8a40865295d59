"""The laws of every ruleset (tests/support/laws.py), tried on random sessions, scripted and at a table."""

import os
import subprocess
import sys
import typing
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from rules_engine.kernel.dice import Chance
from rules_engine.kernel.fold import Step, audit
from rules_engine.kernel.messages import JUDGE, Command
from rules_engine.sru.commands import (
    CallForStep,
    DeclareAction,
    GmRule,
    HelpStep,
    SplitResult,
    TakeStep,
)
from rules_engine.sru.components import Assistant, Guardian, Reserve
from rules_engine.sru.ruleset import STANDARD
from rules_engine.sru.rulings import DEFAULTS, Rulings
from rules_engine.sru.sampling import draw_roster
from rules_engine.sru.setups import Setup
from rules_engine.sru.state import Change, SessionState
from tests.rules_engine.sru.test_catalog import CATALOG
from tests.rules_engine.sru.test_scenarios import NAMES, scenario
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
from tests.support.sru import CITY, character, place, rumor, setup

LENGTH = 60
ROOT = Path(__file__).parents[3]
TYPES = typing.get_type_hints(Rulings)


# --- random setups ----------------------------------------------------------------------------------------------------


def random_rulings(chance: Chance, base: Rulings) -> Rulings:
    """A few settings with another of their values."""
    names = [name for name in Rulings.__struct_fields__ if values(name)]
    chosen = {}
    for _ in range(8):
        name = names[chance.below(len(names))]
        chosen[name] = values(name)[chance.below(len(values(name)))]
    return replace(base, **chosen)


def values(setting: str) -> tuple[Any, ...]:
    kind = TYPES[setting]
    return (True, False) if kind is bool else typing.get_args(kind) if typing.get_origin(kind) is typing.Literal else ()


def scripted_setup(chance: Chance) -> Setup:
    """A drawn team in one of the scenarios."""
    roster = draw_roster(CATALOG, 40, chance)
    found = scenario(NAMES[chance.below(len(NAMES))])
    made = STANDARD.league_setup([("alice", roster)], CATALOG, found)
    return replace(made, rulings=random_rulings(chance, made.rulings))


def table_setup(chance: Chance) -> Setup:
    """Two teams and a game master, with rumors, an assistant, and opponents who know them."""
    rae = character(
        attributes={"magic": 4, "charisma": 4, "reaction": 3}, skills={"stealth": 5, "summoning": 4, "dodge": 3},
        ratings={"commlink": 4}, nuyen=3000, knows_threat=("office",),
    )  # fmt: skip
    bob = character("Bob", seat="bob", team="B", attributes={"charisma": 4}, skills={"hacking": 5, "milieu": 3})
    guardian = Guardian(name="g", skills={"infiltration": 4, "combat": 5}, reserve=Reserve(maximum=5, current=5))
    office = place(
        guardian=guardian, knows_threat=("rae",),
        resistance={"infiltration": {"security": 3}, "combat": {"reaction": 3}, "social": {"charisma": 3}},
    )  # fmt: skip
    agent = Assistant(
        id="agent", domain="matrix", kind="agent", label="agent", aspect="search", power=4, duration=3, row="DUR-3",
        owner="bob", controller="bob", span="sessions", sessions_left=1,
    )  # fmt: skip
    told = (rumor(4), rumor(2, "negative", id="r2", adjective="liar"), rumor(3, "depends", id="r3", character="bob"))
    net = place("net", domain="matrix", option="device", rating=4)
    made = setup(rae, bob, opponents=(office, net), graph=CITY, rumors=told, assistants=(agent,))
    return replace(made, rulings=random_rulings(chance, DEFAULTS))


def talk(state: SessionState, chance: Chance) -> Command | None:
    """The judge sets somebody's stress once in a while."""
    if state.result is None and not chance.below(20):
        change = Change(character=state.characters[0].id, what="stress", value=chance.below(4))
        return GmRule(seat=JUDGE, text="As agreed.", changes=(change,))
    return None


def spoil(state: SessionState, command: Command) -> Iterator[Command]:
    """Points that nobody has, offers and actors that there are not, a result that is more than it was."""
    match command:
        case TakeStep() | HelpStep() | CallForStep():
            yield replace(command, reserve=99)
            actor = {"character": "nobody"} if isinstance(command, CallForStep) else {"actor": "nobody"}
            yield replace(command, **actor)
        case DeclareAction():
            yield replace(command, target="nobody")
            yield replace(command, rows=("MOD-OBST-MINOR", "MOD-OBST-MAJOR"))
        case SplitResult():
            yield replace(command, power=command.power + 1)


GAMES = {
    "scripted": Game("scripted", STANDARD, scripted_setup, talk, spoil),  # type: ignore[arg-type]  # a state of its own
    "table": Game("table", STANDARD, table_setup, talk, spoil),  # type: ignore[arg-type]  # likewise
}
every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
random_sessions = settings(max_examples=12, deadline=None)
seeds = st.integers(min_value=0, max_value=2**32)


# --- the laws ---------------------------------------------------------------------------------------------------------


@every_game
@random_sessions
@given(seed=seeds)
def test_listed_commands_are_accepted_and_spoilt_ones_refused(game: Game, seed: int) -> None:
    check_listed_commands(game, random_match(game, seed, LENGTH))


@every_game
@random_sessions
@given(seed=seeds)
def test_an_answer_of_any_kind_is_accepted_or_refused(game: Game, seed: int) -> None:
    check_any_answer(game, random_match(game, seed, LENGTH))


@every_game
@random_sessions
@given(seed=seeds)
def test_somebody_decides_until_there_is_an_outcome(game: Game, seed: int) -> None:
    check_decisions(game, random_match(game, seed, LENGTH))


@every_game
@random_sessions
@given(seed=seeds)
def test_random_sessions_end(game: Game, seed: int) -> None:
    assert game.ruleset.outcome(random_match(game, seed, 2000).states[-1]) is not None


@every_game
@random_sessions
@given(seed=seeds)
def test_folding_at_once_equals_step_by_step(game: Game, seed: int) -> None:
    check_folding(game, random_match(game, seed, LENGTH))


@every_game
@random_sessions
@given(seed=seeds)
def test_the_audit_of_an_honest_session_finds_nothing(game: Game, seed: int) -> None:
    match = random_match(game, seed, LENGTH)
    assert audit(game.ruleset, match.setup, match.steps) == ()


@every_game
def test_the_audit_of_a_tampered_session_finds_it(game: Game) -> None:
    match = random_match(game, 1, LENGTH)
    number = next(index for index, step in enumerate(match.steps) if len(step.events) > 1 and index > 1)
    short = Step(match.steps[number].command, match.steps[number].events[:-1])
    found = audit(game.ruleset, match.setup, (*match.steps[:number], short))
    assert [(difference.step, difference.event) for difference in found] == [(number, len(short.events))]


@every_game
@random_sessions
@given(seed=seeds)
def test_records_come_back_from_json(game: Game, seed: int) -> None:
    check_round_trips(game, random_match(game, seed, LENGTH))


@every_game
@random_sessions
@given(seed=seeds)
def test_a_view_offers_a_seat_its_answers(game: Game, seed: int) -> None:
    check_views(game, random_match(game, seed, LENGTH))


@pytest.mark.parametrize(("hash_seed", "zone"), [("1", "Pacific/Kiritimati"), ("2", "America/Bogota")])
def test_a_seed_gives_the_same_session_on_every_machine(hash_seed: str, zone: str) -> None:
    code = "from tests.rules_engine.sru.test_laws import digests; print(*digests())"
    elsewhere = subprocess.run(
        [sys.executable, "-c", code], env={**os.environ, "PYTHONHASHSEED": hash_seed, "TZ": zone},
        cwd=ROOT, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert elsewhere.stdout.split() == digests()


def digests() -> list[str]:
    return [digest(game, seed, LENGTH) for game in GAMES.values() for seed in (7, 8)]


def test_random_sessions_are_worth_the_name() -> None:
    """They do nearly everything that can happen, so the laws are tried on it."""
    happened = {
        type(event).__name__
        for game in GAMES.values()
        for seed in range(60)
        for event in random_match(game, seed, 300).events
    }
    assert happened >= {
        "RumorFadeRolled", "ReserveRecharged", "SceneOpened", "PhaseOpened", "ActionResolved", "ActionTested",
        "ActionRefused", "SynergyGranted", "ComplicationApplied", "ProtectionSetAside", "ProtectionPhaseEnded",
        "ProtectionActiveResolved", "RumorCallRolled", "AssistantActivated", "AssistantRented", "AssistantEnded",
        "RumorCreated", "RumorDetectionCounted", "StepDetailed", "StepPlanned", "StepEnded", "SessionClosed", "GmRuled",
    }  # fmt: skip
