from typing import Any

import pytest
from msgspec.structs import replace

from rules_engine.duels import components as c
from rules_engine.duels import events as e
from rules_engine.duels.commands import EndMatch, Override
from rules_engine.duels.evolve import evolve
from rules_engine.duels.legal import awaiting
from rules_engine.duels.pass_changes import ENDS, expired, kept_mark
from rules_engine.duels.state import Boon, MatchState
from rules_engine.kernel.messages import JUDGE
from tests.support.duels import play
from tests.support.security_passes import after, attacked, held, holding, rolled

DIE = c.ExtraDie(die=c.DieSpec(colour="red", sides=6))
PLAYED = e.PassPlayed(card="P", seat="A", figure="A1", point="turn", overrides=())


def blessed(*lasting: Any) -> MatchState:
    boons = tuple(Boon(card="P", effect=c.IgnoreKarma(), until=until) for until in lasting)
    return holding(held(DIE)).changed("A1", boons=boons)


@pytest.mark.parametrize(("kind", "until"), ENDS.items(), ids=[str(until) for until in ENDS.values()])
def test_what_lasts_until_an_event_ends_with_it_and_with_no_other(kind: type[Any], until: Any) -> None:
    fields: dict[type[Any], dict[str, Any]] = {
        e.AttackEnded: {"attacker": "A1", "target": "B1", "clicks": 0},
        e.FigureMoved: {"figure": "A1", "legs": (), "spent": 0},
        e.SkillTestSettled: {"figure": "A1", "test": "lock", "total": 1, "passed": False},
        e.InitiativeRolled: {"totals": ()},
        e.TurnEnded: {"figure": "A1"},
        e.RoundEnded: {"round": 1},
    }
    left = expired(blessed(*ENDS.values(), "match"), kind(**fields[kind])).figure("A1").boons
    assert {boon.until for boon in left} == {"match", *ENDS.values()} - {until}


def test_any_other_event_ends_nothing() -> None:
    state = blessed("attack")
    assert expired(state, e.InitiativeBegan()) is state


def test_a_lent_die_leaves_the_game_at_the_end_of_the_round() -> None:
    state = evolve(holding(held(DIE)), replace(PLAYED, base=("P/R6",)))
    assert "P/R6" in state.figure("A1").base
    state = evolve(state, e.RoundEnded(round=1))
    assert "P/R6" not in (*state.figure("A1").cup, *state.figure("A1").base)
    assert "A1/R6" in state.figure("A1").cup


def test_a_seat_that_plays_no_more_passes_is_remembered_until_the_attack_ends() -> None:
    state = evolve(attacked(blessed()), e.PassesKept(seat="A", figure="A1", point="hit"))
    assert state.passes_kept == (kept_mark("A", "hit", "A1"),)
    assert evolve(state, e.AttackEnded(attacker="A1", target="B1", clicks=0)).passes_kept == ()


def test_a_match_that_the_judge_ends_waits_for_no_roll() -> None:
    state = rolled(attacked(holding(held(c.ReRoll(), when="attack_rolled"))), "U6=3 U8=3")
    state = after(state, "play_pass", dice=("A1/U6",))
    assert state.rerolling is not None
    state = play(state, (Override(seat=JUDGE, changes=(EndMatch(winners=("A",)),)), ""))
    assert (state.rerolling, awaiting(state)) == (None, ())
