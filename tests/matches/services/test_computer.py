from uuid import UUID

import msgspec
import pytest
from pytest_django import Settings

from ledger import queries as ledger
from ledger.errors import CommandIdReused
from matches import queries
from matches.domain.commands import ScheduleMatch
from matches.events import ComputerFellBack, SeatPlan
from matches.services import commands, computer, lifecycle
from matches.services.writing import Draft, write
from rules_engine.kernel.codec import encode
from rules_engine.kernel.dice import Chance
from tests.rules_engine.sru.test_laws import table_setup
from tests.support import hostile_players
from tests.support.matches import JUDY, ORGANIZER, PEOPLE, computers, guard, new_id, raw_setup, roll, started
from tests.support.tiny_game import ChooseGuard

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def external_players(settings: Settings) -> None:
    settings.EXTERNAL_PLAYERS = hostile_players.PATHS
    settings.EXTERNAL_PLAYER_SECONDS = 10.0


def fallbacks(match_id: UUID) -> list[ComputerFellBack]:
    return [frame.event for frame in queries.log(match_id) if isinstance(frame.event, ComputerFellBack)]


def digest(match_id: UUID) -> list[tuple[str, bytes]]:
    """What happened in the game, without what differs from match to match."""
    return [(e.kind, e.body) for e in ledger.read_stream(f"match/{match_id}") if not e.kind.startswith("match.")]


@pytest.mark.parametrize("levels", [("random", "random"), ("greedy", "random"), ("expert", "greedy")])
def test_computer_players_play_a_match_to_its_end(levels: tuple[str, str]) -> None:
    match_id = started(computers(*levels))
    assert computer.play(match_id) > 0
    assert queries.match(match_id).status == "confirmed"
    assert queries.audit(match_id) == ()
    assert fallbacks(match_id) == []
    assert computer.play(match_id) == 0


def test_the_same_seeds_play_the_same_match() -> None:
    played = []
    for seed in ("x", "x", "y"):
        match_id = started(computers("random", "greedy", seed=seed), server_seed=b"s" * 32)
        computer.play(match_id)
        played.append(digest(match_id))
    assert played[0] == played[1] != played[2]


def test_who_writes_is_the_computer_player() -> None:
    match_id = started(computers("random", "greedy"))
    computer.play(match_id)
    actors = {(step.seat, step.actor) for step in queries.load(match_id).steps[1:]}
    assert actors == {("A", "computer/random"), ("B", "computer/greedy")}


def test_a_computer_player_waits_for_a_person() -> None:
    match_id = started((PEOPLE[0], computers("random", "random")[1]), dice="table")
    assert computer.play(match_id) == 1  # its guard, under seal
    assert [d.seat for d in queries.decisions(match_id)] == ["A"]
    assert computer.play(match_id) == 0
    guard(match_id, "A")
    roll(match_id, 1, 6)
    assert computer.play(match_id) == 2  # its strike, and its next guard
    assert queries.audit(match_id) == ()


def test_several_commands_go_into_one_append_and_none_is_lost_between_two(monkeypatch: pytest.MonkeyPatch) -> None:
    match_id = started(computers("random", "random", seed="x"), server_seed=b"s" * 32)
    computer.play(match_id)
    monkeypatch.setattr(computer, "SLICE", 3)
    other = started(computers("random", "random", seed="x"), server_seed=b"s" * 32)
    computer.play(other)
    assert digest(other) == digest(match_id)
    times = {e.recorded_at for e in ledger.read_stream(f"match/{match_id}")}
    assert len(times) < len({e.recorded_at for e in ledger.read_stream(f"match/{other}")})


def test_a_second_copy_that_is_behind_loses_the_race_harmlessly() -> None:
    match_id = started((PEOPLE[0], computers("random", "random")[1]), dice="table")
    behind = queries.load(match_id)
    computer.play(match_id)
    draft = Draft(match_id, behind)
    with computer._table(behind) as table:
        table.fill(draft)
    before = ledger.read_stream(f"match/{match_id}")
    with pytest.raises(CommandIdReused):  # its secret choice has a salt of its own
        write(draft)
    assert ledger.read_stream(f"match/{match_id}") == before


def test_a_copy_that_is_behind_reads_again_and_goes_on() -> None:
    match_id = started((PEOPLE[0], computers("random", "random")[1]), dice="table")
    behind = queries.load(match_id)
    guard(match_id, "A")
    assert computer.play_from(match_id, behind) == 3  # its guard, and the two reveals
    assert [d.kind for d in queries.decisions(match_id)] == ["roll_clash"]


def test_a_match_without_people_that_never_ends_is_broken_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(computer, "STEPS", 10)
    match_id = started(computers("random", "random"), setup=raw_setup(target=1000, rounds=1000))
    computer.play(match_id)
    assert queries.match(match_id).status == "abandoned"
    assert queries.dice(match_id).seed


def test_a_player_of_the_organizers_own_plays_in_a_process_of_its_own() -> None:
    match_id = started(computers("Honest", "random"))
    computer.play(match_id)
    assert (queries.match(match_id).status, fallbacks(match_id)) == ("confirmed", [])


@pytest.mark.parametrize(
    ("player", "reason"),
    [
        ("Crash", "crashed"),
        ("CrashAtStart", "crashed"),
        ("Exit", "crashed"),
        ("HugeOutput", "crashed"),
        ("FakesSeat", "refused"),
        ("FakesDecision", "refused"),
        ("FakesJudge", "refused"),
        ("Garbage", "malformed"),
    ],
)
def test_for_a_player_that_fails_the_fallback_is_played_and_an_event_says_so(player: str, reason: str) -> None:
    match_id = started(computers(player, "random"), setup=raw_setup(target=2))
    computer.play(match_id)
    assert queries.match(match_id).status == "confirmed"
    reasons = [each.reason for each in fallbacks(match_id)]
    assert {each.seat for each in fallbacks(match_id)} == {"A"}
    assert reasons[:3] == [reason] * min(3, len(reasons))
    assert set(reasons[3:]) <= {"retired"}
    assert queries.audit(match_id) == ()


@pytest.mark.parametrize("player", ["Idle", "Late"])
def test_a_player_that_does_not_answer_in_time_is_killed(player: str, settings: Settings) -> None:
    settings.EXTERNAL_PLAYER_SECONDS = hostile_players.SECONDS
    match_id = started((PEOPLE[0], computers("random", player)[1]))
    computer.play(match_id)
    assert [each.reason for each in fallbacks(match_id)] == ["late"]


def test_a_computer_players_own_refusal_is_not_the_persons() -> None:
    match_id = started((PEOPLE[0], computers("random", "Illegal")[1]))
    computer.play(match_id)
    assert [each.reason for each in fallbacks(match_id)] == ["refused"]
    guard(match_id, "A")
    assert queries.load(match_id).state.guards[0] == "open"
    assert queries.audit(match_id) == ()


def test_commands_of_others_are_not_written_as_a_computer_player() -> None:
    match_id = started(computers("random", "random"))
    choice = ChooseGuard(seat="A", decision="choose_guard:A:r1", guard="high")
    from matches.errors import NotAllowed

    for actor in ("computer/greedy", "ann", ""):
        with pytest.raises(NotAllowed):
            commands.submit(match_id, new_id(), actor, choice)


@pytest.mark.parametrize("seed", [2, 3])
def test_a_game_master_has_a_seat_like_anybody(seed: int) -> None:
    teams = {"alice": "A", "bob": "B", "gm": "gm"}
    seats = tuple(SeatPlan(seat=seat, team=team, computer="random", computer_seed="s") for seat, team in teams.items())
    setup = msgspec.Raw(encode(table_setup(Chance(seed))))
    plan = ScheduleMatch(ruleset="sru", ruleset_version=1, variant="standard", seats=seats, judges=(JUDY,), setup=setup)
    match_id = lifecycle.schedule(new_id(), ORGANIZER, plan)
    lifecycle.start(match_id, new_id(), ORGANIZER)
    computer.play(match_id)
    assert queries.match(match_id).status == "confirmed"
    assert queries.audit(match_id) == ()
