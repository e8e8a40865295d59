"""The open decisions of a typed-in match: found by kind and subject, told in words with a line that answers them."""

import re
from pathlib import Path

import pytest

from rules_engine.duels.legal import OPTIONS
from rules_engine.duels.log_decisions import LINES, ROLLS, expected, find_decision
from rules_engine.kernel.dice import Die
from rules_engine.kernel.errors import MalformedInput
from rules_engine.kernel.messages import Decision
from tests.support.duels import F1, entry, in_turn, make_setup

RULES = Path(__file__).parents[3] / "rules_engine" / "duels"
TURN = in_turn(make_setup(entry("A1", F1, "W6"), entry("B1", F1, "W6")), "A1")
ALPHA = Decision(id="1", seat="B", kind="roll_alpha", subject="B", pools=(Die("alpha", 6), Die("alpha#2", 6)))
ATTACK = Decision(id="2", seat="A", kind="roll_attack", subject="A1", pools=(Die("A1/vest/U6", 6),))


def test_a_decision_is_found_by_its_kind_and_subject() -> None:
    found = find_decision(TURN, "act", "A1")
    assert (found.kind, found.subject) == ("act", "A1")
    assert find_decision(TURN, "a") == found
    with pytest.raises(MalformedInput, match="expected now: what A1 does, written `A1 …`"):
        find_decision(TURN, "act", "B1")


def test_every_kind_of_decision_has_its_words() -> None:
    asked = {
        kind for path in RULES.glob("*.py") for kind in re.findall(r'\.ask\("(\w+)"', path.read_text(encoding="utf-8"))
    }
    assert set(LINES) == set(OPTIONS)
    assert set(ROLLS) == {kind for kind in asked if kind.startswith("roll_")}
    assert asked <= {*LINES, *ROLLS}


@pytest.mark.parametrize(
    ("decisions", "told"),
    [
        ((), "nothing, the match is over"),
        ((ALPHA,), "a roll for alpha by team B, written `roll alpha=… alpha#2=…`"),
        ((ATTACK,), "the roll of the attack of A1, written `roll vest/U6=…`"),
        (
            (
                Decision(id="3", seat="A", kind="place_figure", subject="A1"),
                Decision(id="4", seat="A", kind="play_pass", subject="B1"),
            ),
            "where A1 is placed, written `A1 is placed …`; a pass of team A or none, written `A plays …`",
        ),
    ],
)
def test_what_is_expected_is_told_with_the_lines_that_say_it(decisions: tuple[Decision, ...], told: str) -> None:
    assert expected(decisions) == told
