"""Recorded sessions of SRU: ``python -m tests.support.sru_replays NAME SOURCE WORD …`` writes one to their folder.

    … scripted-office     scenario office-and-laboratory greedy 1    a computer player in a scenario, and a seed
    … table-random-3      random table 3                             a session of the laws' tests, and its seed
    … table-tour          tour                                       what a game master and players can do, all of it

tests/support/recorded.py says what is in a file.
"""

import sys
from collections.abc import Callable
from typing import Any, Final, TypeAlias

from msgspec.structs import replace

from rules_engine.kernel.dice import Chance
from rules_engine.kernel.messages import Command, Event
from rules_engine.players.levels import player
from rules_engine.players.playout import playout
from rules_engine.registry import AnyRuleset
from rules_engine.sru import commands as c
from rules_engine.sru.components import Adjustment, Circle, Link, Reserve
from rules_engine.sru.opening import start
from rules_engine.sru.profile import STANDARD as PROFILE
from rules_engine.sru.rumors import Deed
from rules_engine.sru.sampling import draw_roster
from rules_engine.sru.state import Change, Offer
from tests.rules_engine.sru.test_catalog import CATALOG
from tests.rules_engine.sru.test_laws import GAMES
from tests.rules_engine.sru.test_scenarios import RULESET, scenario
from tests.support.laws import random_match
from tests.support.recorded import write
from tests.support.sources import ROOT
from tests.support.sru import CITY, character, fold, happened, place, rulings, rumor, setup

FOLDER: Final = ROOT / "tests" / "rules_engine" / "sru" / "replays"
COMMANDS: Final = 300  # at most, of a random session
Played: TypeAlias = tuple[AnyRuleset, tuple[Event, ...]]


def in_scenario(name: str, level: str, seed: str) -> Played:
    """A drawn team in a scenario of ours."""
    roster = draw_roster(CATALOG, RULESET.usual_points, Chance(seed))
    made = RULESET.league_setup([("alice", roster)], CATALOG, scenario(name))
    players = {"alice": player(level, RULESET, seed)}  # type: ignore[arg-type]  # one of the levels
    match = playout(RULESET, made, players, seed=seed)
    return RULESET, tuple(event for step in match.steps for event in step.events)


def at_random(game: str, seed: str) -> Played:
    """Any listed command after another, under unusual settings."""
    return RULESET, random_match(GAMES[game], int(seed), COMMANDS).events


ACTION: Final = {"actor": "rae", "domain": "infiltration", "skill": "stealth", "target": "office", "option": "security"}
CALL: Final = {"character": "rae", "domain": "magic", "assistant": "spirit", "label": "spirit", "aspect": "fire"}
NEWER: Final = replace(PROFILE, version=2)


def tour() -> Played:
    """A session in which a game master and two players do everything that there is to do."""
    rae = character(
        reserves=(Reserve(maximum=6, current=2),), attributes={"magic": 4, "reaction": 3},
        skills={"stealth": 5, "summoning": 4, "dodge": 3}, nuyen=2000, knows_threat=("office",),
    )  # fmt: skip
    bob = character("Bob", seat="bob", attributes={"reaction": 2})
    told = (rumor(4), rumor(2, "negative", id="r2", adjective="liar"))
    made = setup(
        rae, bob, opponents=(place(skill=4, knows_threat=("rae",)),), graph=CITY, rumors=told,
        rulings={"rumors_fade_mode": "player_choice"},
    )  # fmt: skip
    events: list[Any] = [*start(made)]
    state = fold(None, events)
    for kind, fields in steps():
        now = happened(state, kind, **fields)
        state, events = fold(state, now), [*events, *now]
    return RULESET, tuple(events)


ALARM: Final = ("office", Adjustment(domain="matrix", change=1, reason="noise"))
STRESS: Final = Change(character="rae", what="stress", value=1)


def steps() -> list[tuple[type[Command], dict[str, Any]]]:
    """What happens on the tour."""
    helping = ACTION | {"rows": ("MOD-SYN-1",), "helps": Offer(effect="score", amount=1)}
    return [
        (c.ChooseFade, {"roll": True}), (c.Roll, {"faces": (5,)}), (c.ChooseFade, {"roll": False}),
        (c.OpenScene, {"scene": "s1", "title": "The office"}),
        (c.DeclareAction, ACTION), (c.AdmitAction, {"accepted": False}),
        (c.DeclareAction, helping), (c.AdmitAction, {"credible": "not_credible_time"}),
        (c.DeclareAction, helping | {"reserve": 1}), (c.AdmitAction, {}),
        (c.DeclareAction, ACTION | {"rows": ("MOD-OBST-GLOBAL",), "risk": True}),
        (c.AdmitAction, {"rumors": (c.RumorUse(rumor="r1", circle="city", amount=1),)}),
        (c.SettleGamble, {"reached": False}),
        (c.Complicate, {"complications": (
            c.Complication(kind="defence_raised", who="office"), c.Complication(kind="damage", who="rae", amount=1),
        )}),
        (c.GmRule, {"text": "As agreed.", "changes": (STRESS,), "adjustments": (ALARM,)}),
        (c.RevealThreat, {"who": "bob", "threat": "office"}),
        (c.CallAssistant, CALL), (c.AdmitCall, {"available": False}),
        (c.CallAssistant, CALL | {"reserve": 1}), (c.AdmitCall, {"circles": ("gang-a",)}), (c.Roll, {"faces": (1,)}),
        (c.SplitResult, {"power": 2, "duration": 3}),
        (c.RentAssistant, CALL | {"power": 1, "duration": 2}), (c.AdmitCall, {}), (c.QuoteRental, {"factor": 100}),
        (c.HandOver, {"assistant": "h27", "to": "bob"}),
        (c.OpenPhase, {}), (c.GiveActions, {"character": "rae", "actions": 3}),
        (c.SetPointsAside, {"character": "rae", "domain": "combat", "points": 2}),
        (c.ShieldOthers, {"character": "rae", "domain": "combat", "others": ("bob",)}),
        (c.HamperThreat, {"seat": "gm", "protector": "office", "threat": "rae", "domain": "infiltration"}),
        (c.Respond, {"response": "countered"}),
        (c.ClosePhase, {}), (c.OpenPhase, {}),
        (c.SetPointsAside, {"character": "rae", "domain": "infiltration", "points": 0}),
        (c.DeclareAction, ACTION | {"taken_back": 0}), (c.AdmitAction, {}),
        (c.CloseScene, {}), (c.Recharge, {"character": "rae"}),
        (c.RecordDeed, {"deed": Deed(
            character="rae", domain="combat", circle="gang-b", adjective="violent", index=2, polarity="negative",
        )}),
        (c.WithdrawRumor, {"rumor": "r2"}), (c.CountDetection, {"plan": "run", "base": 2, "rumors": ("r1",)}),
        (c.SaveCircle, {"circle": Circle(id="harbour", name="the harbour")}),
        (c.LinkCircles, {"link": Link(a="harbour", b="city")}), (c.UnlinkCircles, {"a": "harbour", "b": "city"}),
        (c.ChangeProfile, {"profile": NEWER, "rulings": rulings()}),
        (c.CloseSession, {}),
    ]  # fmt: skip


SOURCES: Final[dict[str, Callable[..., Played]]] = {"scenario": in_scenario, "random": at_random, "tour": tour}

if __name__ == "__main__":
    name, source, *words = sys.argv[1:]
    print(write(FOLDER / f"{name}.jsonl", *SOURCES[source](*words)))
