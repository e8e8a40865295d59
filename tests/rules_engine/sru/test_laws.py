"""The laws of every ruleset (tests/support/laws.py), tried on random sessions, scripted and at a table."""

import typing
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from msgspec.structs import replace

from rules_engine.kernel.dice import Chance
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
    SEEDS,
    Effort,
    Game,
    happened,
    laws_of,
    random_match,
)
from tests.support.sru import CITY, character, place, rumor, setup

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
EFFORT = Effort(listed=12, seen=12, others=12, length=60, opening=1)
TestLaws = laws_of(__name__, GAMES, EFFORT)


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
@settings(max_examples=EFFORT.others, deadline=None)
@given(seed=SEEDS)
def test_random_sessions_end(game: Game, seed: int) -> None:
    assert game.ruleset.outcome(random_match(game, seed, 2000).states[-1]) is not None


def test_random_sessions_are_worth_the_name() -> None:
    """They do nearly everything that can happen, so the laws are tried on it."""
    assert happened(GAMES, seeds=60, length=300) >= {
        "RumorFadeRolled", "ReserveRecharged", "SceneOpened", "PhaseOpened", "ActionResolved", "ActionTested",
        "ActionRefused", "SynergyGranted", "ComplicationApplied", "ProtectionSetAside", "ProtectionPhaseEnded",
        "ProtectionActiveResolved", "RumorCallRolled", "AssistantActivated", "AssistantRented", "AssistantEnded",
        "RumorCreated", "RumorDetectionCounted", "StepDetailed", "StepPlanned", "StepEnded", "SessionClosed", "GmRuled",
    }  # fmt: skip
