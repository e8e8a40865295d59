import pytest

from matches import events as e
from matches.domain.facts import MatchFacts, apply, unasked
from rules_engine.kernel.messages import Placing

SEATS = (
    e.SeatPlan(seat="A", team="red", account="ann"),
    e.SeatPlan(seat="B", team="blue", computer="random"),
    e.SeatPlan(seat="C", team="blue", account="cy"),
    e.SeatPlan(seat="D", team="green", computer="greedy"),
)
SCHEDULED = e.MatchScheduled(ruleset="tiny", ruleset_version=1, variant="plain", seats=SEATS, dice="server")
PLACINGS = (Placing(team="red", place=1, points_left=0, points_destroyed=0),)
WHY = e.TypedText(id="t", hash="h")


def facts(*events: e.MatchEvent) -> MatchFacts:
    told = apply(None, SCHEDULED, 2)
    for version, event in enumerate(events, 3):
        told = apply(told, event, version)
    return told


def test_teams_and_seats() -> None:
    known = facts()
    assert known.teams == ("red", "blue", "green")
    assert known.human_teams == ("red", "blue")
    assert [plan.seat for plan in known.computer_seats] == ["B", "D"]
    assert (known.team_of("C"), known.team_of("X"), known.plan("X")) == ("blue", "", None)


def test_seats_that_have_not_seeded() -> None:
    assert facts(e.SeatSeeded(seat="B", seed="bb")).unseeded() == ("A", "C", "D")


@pytest.mark.parametrize(
    ("event", "status"),
    [
        (e.MatchStarted(), "running"),
        (e.ResultReported(by="A", placings=PLACINGS), "reported"),
        (e.ResultConfirmed(placings=PLACINGS), "confirmed"),
        (e.Disputed(seat="A", reason=WHY), "disputed"),
        (e.ResultRuled(judge="j", placings=PLACINGS, reason=WHY), "ruled"),
        (e.Forfeited(team="red", placings=PLACINGS, reason=WHY), "forfeited"),
        (e.Abandoned(reason=WHY), "abandoned"),
        (e.ByeGiven(team="red", placings=PLACINGS), "bye"),
        (e.Rewound(to_version=3, reason=WHY), "running"),
        (e.Corrected(version=3, reason=WHY), "running"),
        (e.JudgeRuled(judge="j", reason=WHY), "scheduled"),
    ],
)
def test_the_status_follows_events(event: e.MatchEvent, status: str) -> None:
    assert facts(event).status == status


def test_computer_teams_agree_and_so_does_who_reports() -> None:
    assert facts(e.ResultReported(by="", placings=PLACINGS)).agreed == ("green",)
    assert facts(e.ResultReported(by="C", placings=PLACINGS)).agreed == ("green", "blue")
    assert facts(e.ResultReported(by="", placings=PLACINGS), e.ResultAgreed(seat="A")).agreed == ("green", "red")


def test_a_question_is_open_until_it_is_closed() -> None:
    asked = facts(e.RewindAsked(seat="A", to_version=1, reason=WHY))
    assert (asked.asked_at, asked.change_agreed) == (3, ("red",))
    agreed = apply(asked, e.ChangeAgreed(seat="C", asked=3), 4)
    assert agreed.change_agreed == ("red", "blue")
    assert unasked(agreed) == facts()
    assert apply(agreed, e.Rewound(to_version=1, reason=WHY), 5).asked is None
