"""The records that every game is made of."""

import msgspec
import pytest

from rules_engine.kernel.dice import Roll, make_roll
from rules_engine.kernel.messages import Command, Event, Outcome, Placing, roll_of, snake
from rules_engine.kernel.rule_ids import RuleId


class ThrowStone(Command, frozen=True, kw_only=True):
    stones: int


class StoneThrown(Event, frozen=True, kw_only=True, tag="test.stone_thrown"):
    roll: Roll | None = None


class PaperRolled(Event, frozen=True, kw_only=True, tag="test.paper_rolled"):
    roll: str


@pytest.mark.parametrize(
    ("name", "kind"),
    [("DeclareAttack", "declare_attack"), ("Roll", "roll"), ("A", "a"), ("SetDieZone", "set_die_zone")],
)
def test_a_kind_is_the_name_in_snake_case(name: str, kind: str) -> None:
    assert snake(name) == kind


def test_a_command_carries_its_kind() -> None:
    assert msgspec.to_builtins(ThrowStone(seat="A", decision="throw:A", stones=2)) == {
        "kind": "throw_stone",
        "seat": "A",
        "decision": "throw:A",
        "stones": 2,
    }


def test_records_cannot_be_changed() -> None:
    command = ThrowStone(seat="A", stones=2)
    with pytest.raises(AttributeError):
        command.stones = 3  # type: ignore[misc]


def test_the_roll_of_an_event() -> None:
    roll = make_roll(1, "throw", (), faces=(), source="fixed")
    assert roll_of(StoneThrown(roll=roll)) == roll


@pytest.mark.parametrize("event", [StoneThrown(), PaperRolled(roll="up")])
def test_an_event_without_a_roll_has_none(event: Event) -> None:
    assert roll_of(event) is None


def placing(team: str, place: int) -> Placing:
    return Placing(team=team, place=place, points_left=0, points_destroyed=0)


@pytest.mark.parametrize(
    ("placings", "winners"),
    [((placing("A", 1), placing("B", 2)), ("A",)), ((placing("A", 1), placing("B", 1)), ("A", "B"))],
    ids=["a win", "a draw"],
)
def test_winners_share_the_first_place(placings: tuple[Placing, ...], winners: tuple[str, ...]) -> None:
    assert Outcome(placings=placings, rule_id=RuleId("TINY-01")).winners() == winners
