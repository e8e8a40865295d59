import pytest

from matches.domain.facts import MatchFacts
from matches.errors import NotAllowed
from matches.events import SeatPlan
from matches.permissions import PERMISSIONS, may, require

FACTS = MatchFacts(
    ruleset="tiny",
    ruleset_version=1,
    variant="plain",
    seats=(
        SeatPlan(seat="A", team="red", account="ann", scorekeeper="sam"),
        SeatPlan(seat="B", team="blue", computer="random"),
        SeatPlan(seat="C", team="blue"),
    ),
    judges=("judy",),
)
SEATS = ("A", "B", "C", "", "X")
ALLOWED = {
    "play": {("ann", "A"), ("sam", "A"), ("computer/random", "B")},
    "allow a scorekeeper": {("ann", "A"), ("computer/random", "B")},
    "rule": {("judy", seat) for seat in SEATS},
    "forfeit": {("ann", "A"), ("sam", "A"), ("computer/random", "B"), *(("judy", seat) for seat in SEATS)},
}


@pytest.mark.parametrize("permission", PERMISSIONS)
def test_who_may_do_what(permission: str) -> None:
    actors = ("ann", "sam", "judy", "computer/random", "computer/", "organizer", "")
    allowed = {(actor, seat) for actor in actors for seat in SEATS if may(actor, permission, FACTS, seat)}
    assert allowed == ALLOWED[permission]


def test_a_refusal_says_who_may_not_do_what() -> None:
    require("ann", "play", FACTS, "A")
    with pytest.raises(NotAllowed, match="bo may not play for seat A"):
        require("bo", "play", FACTS, "A")
    with pytest.raises(NotAllowed, match="Nobody may not rule"):
        require("", "rule", FACTS)
