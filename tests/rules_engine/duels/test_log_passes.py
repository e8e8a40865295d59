from typing import Any

import pytest
from msgspec.structs import replace

from rules_engine.duels import components as c
from rules_engine.duels.commands import KeepPasses, PlayPass
from rules_engine.duels.components import HeldPass
from rules_engine.duels.match_log import DUELS_LOG
from rules_engine.duels.state import GroundGear, MatchState
from rules_engine.kernel.errors import MalformedInput
from tests.support.security_passes import after, attacked, happens, held, holding, rolled, with_dials


def read(state: MatchState, text: str) -> Any:
    (build,) = DUELS_LOG.read_line(text)
    return build(state)


def luck(effect: c.Effect, when: Any = "turn", **more: Any) -> MatchState:
    return holding(held(effect, when=when, **more))


def lying() -> MatchState:
    ground = (GroundGear(gear="A1/vest", beside=("A1",)),)
    return replace(luck(c.FreePickUp()).changed("A1", gear=()), ground=ground)


def again(effect: c.Effect) -> MatchState:
    return rolled(attacked(luck(effect, "attack_rolled")), "U6=3 U8=3")


@pytest.mark.parametrize(
    ("state", "line", "fields"),
    [
        (luck(c.JudgeRules()), "A plays luck", {}),
        (
            with_dials(luck(c.HealClicks(clicks=1), serves="team"), "A2", 0, 0, 2),
            "A plays luck for A2, on body",
            {"figure": "A2", "dial": "body"},
        ),
        (again(c.ReRoll(dice=2)), "A plays luck, again U6 U8", {"dice": ("A1/U6", "A1/U8")}),
        (again(c.SetFace()), "A plays luck, turning U8=5", {"dice": ("A1/U8",), "shows": (5,)}),
        (again(c.SetFace()), "A plays luck, turning U8=A", {"dice": ("A1/U8",), "shows": (1,)}),
        (lying(), "A plays luck, taking vest", {"gear": "A1/vest"}),
        (luck(c.RePlace()), "A plays luck, to level 1", {"level": 1}),
    ],
    ids=["plain", "a dial", "again", "turned", "an ace", "gear", "level"],
)
def test_a_line_plays_a_pass_with_its_choices(state: MatchState, line: str, fields: dict[str, Any]) -> None:
    command = read(state, line)
    assert command == PlayPass(seat="A", decision=command.decision, card="P", **fields)
    assert happens(state, command)


def test_a_line_plays_no_pass() -> None:
    state = again(c.ReRoll())
    assert isinstance(read(state, "A plays no pass"), KeepPasses)
    with pytest.raises(MalformedInput, match="Nothing is asked of B"):
        read(state, "B plays no pass")


def test_of_two_copies_the_one_that_is_left_is_played() -> None:
    copies: tuple[HeldPass, ...] = (held(c.JudgeRules()), held(c.JudgeRules(), id="Q"))
    state = holding(*copies)
    assert read(state, "A plays luck").card == "P"
    assert read(after(state, "act"), "A plays luck").card == "Q"


def test_a_pass_that_nobody_holds_is_named() -> None:
    with pytest.raises(MalformedInput, match="A holds no pass charm, but: luck"):
        read(luck(c.JudgeRules()), "A plays charm")
    with pytest.raises(MalformedInput, match="A holds no pass charm, but: none"):
        read(holding(), "A plays charm")
