import pytest

from rules_engine.kernel.answering import answered
from rules_engine.kernel.errors import DecisionClosed, MalformedInput
from rules_engine.kernel.messages import JUDGE, Command, Decision

OPEN = (Decision(id="guard:1", seat="A", kind="guard"), Decision(id="guard:2", seat="B", kind="guard"))


def of_a_guard(kind: str) -> bool:
    return kind == "guard"


@pytest.mark.parametrize(("seat", "named", "index"), [("A", "guard:1", 0), ("B", "guard:2", 1), (JUDGE, "guard:2", 1)])
def test_a_seat_or_the_judge_answers_the_decision_that_is_named(seat: str, named: str, index: int) -> None:
    assert answered(OPEN, Command(seat=seat, decision=named), of_a_guard) == OPEN[index]


@pytest.mark.parametrize(
    ("seat", "named", "words"),
    [
        ("A", "guard:2", "guard is for B to decide, not for A"),
        ("A", "guard:3", "The decision guard:3 is not open"),
        ("A", "", r"The decision \(none named\) is not open"),
    ],
)
def test_what_is_closed_or_anothers_is_not_answered(seat: str, named: str, words: str) -> None:
    with pytest.raises(DecisionClosed, match=words):
        answered(OPEN, Command(seat=seat, decision=named), of_a_guard)


def test_an_answer_of_another_kind_is_malformed() -> None:
    with pytest.raises(MalformedInput, match="command is no answer to guard"):
        answered(OPEN, Command(seat="A", decision="guard:1"), lambda kind: kind == "strike")


def test_a_game_may_say_what_names_a_decision() -> None:
    found = answered(OPEN, Command(seat="B", decision="old"), of_a_guard, lambda decision: decision.seat == "B")
    assert found == OPEN[1]
