from collections.abc import Callable
from uuid import UUID

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from msgspec.structs import replace

from ledger import queries as ledger
from matches import queries
from matches.errors import NotAllowed, WrongStatus
from matches.models import ServerSeed
from matches.services import computer, corrections, lifecycle, results
from rules_engine.kernel.errors import MalformedInput
from rules_engine.kernel.messages import JUDGE, Placing
from tests.support.matches import (
    ANN,
    BO,
    JUDY,
    ORGANIZER,
    PEOPLE,
    computers,
    kinds,
    new_id,
    play_out,
    scheduled,
    started,
)
from tests.support.tiny_game import SetPoints

pytestmark = pytest.mark.django_db


def placings(*teams: str) -> tuple[Placing, ...]:
    return tuple(
        Placing(team=team, place=place, points_left=0, points_destroyed=0) for place, team in enumerate(teams, 1)
    )


RED_WINS = placings("red", "blue")


def status(match_id: UUID) -> str:
    return queries.match(match_id).status


def test_a_result_by_the_rules_counts_when_all_teams_agree() -> None:
    match_id = started(server_seed=b"s" * 32)
    play_out(match_id)
    assert status(match_id) == "reported"
    assert kinds(results.agree(match_id, new_id(), ANN, seat="A")) == ["match.command_accepted", "match.result_agreed"]
    assert status(match_id) == "reported"
    assert kinds(results.agree(match_id, new_id(), BO, seat="B"))[-2:] == [
        "match.result_confirmed",
        "match.dice_revealed",
    ]
    assert status(match_id) == "confirmed"
    assert queries.dice(match_id).seed == (b"s" * 32).hex()
    assert not ServerSeed.objects.exists()
    outcome = queries.load(match_id).state.result
    assert [placing["team"] for placing in queries.match(match_id).placings] == [p.team for p in outcome.placings]


def test_a_result_can_be_reported_without_logging_play() -> None:
    match_id = scheduled()
    results.report(match_id, new_id(), ANN, seat="A", placings=RED_WINS)
    assert status(match_id) == "reported"
    results.agree(match_id, new_id(), BO, seat="B")
    assert status(match_id) == "confirmed"
    assert queries.audit(match_id) == ()


def test_nobody_confirms_his_own_report() -> None:
    match_id = scheduled()
    results.report(match_id, new_id(), ANN, seat="A", placings=RED_WINS)
    results.agree(match_id, new_id(), ANN, seat="A")
    assert status(match_id) == "reported"
    with pytest.raises(NotAllowed):
        results.agree(match_id, new_id(), ANN, seat="B")


def test_a_report_against_computer_players_counts_at_once() -> None:
    seats = (PEOPLE[0], computers("random", "random")[1])
    match_id = scheduled(seats)
    assert kinds(results.report(match_id, new_id(), ANN, seat="A", placings=RED_WINS))[-2:] == [
        "match.result_confirmed",
        "match.dice_revealed",
    ]


@pytest.mark.parametrize("teams", [("red",), ("red", "red"), ("red", "green"), ("red", "blue", "green")])
def test_a_result_gives_each_team_one_place(teams: tuple[str, ...]) -> None:
    with pytest.raises(MalformedInput, match="red, blue"):
        results.report(scheduled(), new_id(), ANN, seat="A", placings=placings(*teams))


def test_a_disputed_result_is_ruled_by_a_judge() -> None:
    match_id = scheduled()
    results.report(match_id, new_id(), ANN, seat="A", placings=RED_WINS)
    results.dispute(match_id, new_id(), BO, seat="B", reason="He left before the end.")
    assert status(match_id) == "disputed"
    with pytest.raises(WrongStatus):
        results.agree(match_id, new_id(), BO, seat="B")
    with pytest.raises(NotAllowed):
        results.rule(match_id, new_id(), ANN, placings=RED_WINS, reason="I won.")
    results.rule(match_id, new_id(), JUDY, placings=placings("blue", "red"), reason="Seen by two.")
    row = queries.match(match_id)
    assert (row.status, row.placings[0]["team"]) == ("ruled", "blue")


def test_typed_reasons_are_not_in_the_log() -> None:
    match_id = scheduled()
    results.report(match_id, new_id(), ANN, seat="A", placings=RED_WINS)
    results.dispute(match_id, new_id(), BO, seat="B", reason="He left before the end.")
    stored = ledger.read_stream(f"match/{match_id}")
    assert b"He left" not in b"".join(event.body for event in stored)
    reason = queries.log(match_id)[-1].event.reason  # type: ignore[attr-defined]
    assert ledger.read_texts([reason.id]) == {reason.id: "He left before the end."}


def test_a_team_gives_up() -> None:
    match_id = started()
    with pytest.raises(NotAllowed):
        results.forfeit(match_id, new_id(), ANN, seat="B", team="blue")
    with pytest.raises(MalformedInput):
        results.forfeit(match_id, new_id(), ANN, seat="A", team="blue")
    with pytest.raises(NotAllowed):
        results.forfeit(match_id, new_id(), ANN, seat="", team="red")
    assert kinds(results.forfeit(match_id, new_id(), ANN, seat="A", team="red"))[1:] == [
        "match.forfeited",
        "match.dice_revealed",
    ]
    row = queries.match(match_id)
    assert [(p["team"], p["place"]) for p in row.placings] == [("blue", 1), ("red", 2)]


def test_a_judge_lets_an_absent_team_forfeit() -> None:
    match_id = scheduled()
    results.forfeit(match_id, new_id(), JUDY, seat="", team="blue", reason="Did not come.")
    assert status(match_id) == "forfeited"


def test_a_judge_breaks_a_match_off() -> None:
    match_id = started()
    with pytest.raises(NotAllowed):
        results.abandon(match_id, new_id(), ANN, reason="Tired.")
    results.abandon(match_id, new_id(), JUDY, reason="Fire alarm.")
    assert (status(match_id), queries.match(match_id).placings) == ("abandoned", ())


def test_a_closed_match_stays_closed() -> None:
    match_id = started()
    results.forfeit(match_id, new_id(), ANN, seat="A", team="red")
    attempts: tuple[Callable[[], object], ...] = (
        lambda: results.forfeit(match_id, new_id(), BO, seat="B", team="blue"),
        lambda: results.abandon(match_id, new_id(), JUDY, reason="x"),
        lambda: results.rule(match_id, new_id(), JUDY, placings=RED_WINS, reason="x"),
        lambda: results.report(match_id, new_id(), BO, seat="B", placings=RED_WINS),
        lambda: results.dispute(match_id, new_id(), BO, seat="B", reason="x"),
        lambda: lifecycle.start(match_id, new_id(), ORGANIZER),
    )
    for again in attempts:
        with pytest.raises(WrongStatus):
            again()


def test_a_match_of_computer_players_counts_at_once() -> None:
    match_id = started(computers("random", "random"))
    computer.play(match_id)
    assert kinds(ledger.read_stream(f"match/{match_id}"))[-3:] == [
        "match.result_reported",
        "match.result_confirmed",
        "match.dice_revealed",
    ]
    assert (status(match_id), queries.audit(match_id)) == ("confirmed", ())


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"place": 0}, "Places are 1 to 2"),
        ({"place": 2}, "somebody is first"),
        ({"place": -3}, "Places are 1 to 2"),
        ({"points_left": -1}, "not negative"),
        ({"objectives": -1}, "not negative"),
    ],
)
def test_a_result_has_places_that_exist_and_no_negative_points(wrong: dict[str, int], words: str) -> None:
    match_id = started()
    first, second = RED_WINS
    with pytest.raises(MalformedInput, match=words):
        results.rule(match_id, new_id(), JUDY, placings=(replace(first, **wrong), second), reason="x")
    with pytest.raises(MalformedInput, match="Places are 1 to 2"):
        results.report(match_id, new_id(), ANN, seat="A", placings=(first, replace(second, place=3)))
    assert status(match_id) == "running"


def test_a_refusal_keeps_nothing_of_what_was_typed() -> None:
    match_id = started()
    attempts: tuple[Callable[[str], object], ...] = (
        lambda text: results.dispute(match_id, new_id(), ANN, seat="A", reason=text),
        lambda text: results.rule(match_id, new_id(), ANN, placings=RED_WINS, reason=text),
        lambda text: results.forfeit(match_id, new_id(), ANN, seat="B", team="blue", reason=text),
        lambda text: results.abandon(match_id, new_id(), ANN, reason=text),
        lambda text: corrections.rewind(match_id, new_id(), "nobody", seat="A", to_version=1, reason=text),
        lambda text: corrections.correct(
            match_id,
            new_id(),
            "nobody",
            seat="A",
            version=1,
            command=SetPoints(seat=JUDGE, of="A", points=1),
            reason=text,
        ),
        lambda text: corrections.rule(
            match_id, new_id(), "nobody", command=SetPoints(seat=JUDGE, of="A", points=1), reason=text
        ),
    )
    for attempt in attempts:
        with CaptureQueriesContext(connection) as made, pytest.raises((NotAllowed, WrongStatus)):
            attempt("What nobody may say.")
        written = [query["sql"].split()[0] for query in made if not query["sql"].startswith("SELECT")]
        assert written[0] == "SAVEPOINT"
        assert written[-2:] == ["ROLLBACK", "RELEASE"]
