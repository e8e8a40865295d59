import uuid

import msgspec
import pytest

from ledger import queries as ledger
from ledger.errors import CommandIdReused
from matches import queries
from matches.domain.commands import NO_SETUP, GiveBye
from matches.errors import MatchNotFound, NotAllowed, SeatsNotSeeded, WrongStatus
from matches.events import SeatPlan
from matches.models import Match, ServerSeed
from matches.services import commands, dice, lifecycle
from rules_engine.kernel.errors import MalformedInput, RuleViolation
from tests.support.matches import (
    ANN,
    BO,
    JUDY,
    ORGANIZER,
    PEOPLE,
    SAM,
    SEEDS,
    decision,
    kinds,
    new_id,
    plan,
    raw_setup,
    scheduled,
    started,
)
from tests.support.tiny_game import ChooseGuard

pytestmark = pytest.mark.django_db


def test_scheduling_commits_to_the_dice_and_musters_when_the_setup_is_ready() -> None:
    match_id = scheduled()
    assert kinds(ledger.read_stream(f"match/{match_id}")) == [
        "match.command_accepted",
        "match.match_scheduled",
        "match.dice_committed",
        "match.mustered",
    ]
    row = queries.match(match_id)
    assert (row.status, row.version, row.ruleset, row.dice) == ("mustering", 4, "tiny", "server")
    assert [(seat.seat, seat.team, seat.account) for seat in row.seats] == [("A", "red", ANN), ("B", "blue", BO)]


def test_the_secret_seed_is_not_in_the_log() -> None:
    match_id = scheduled(server_seed=b"s" * 32)
    bodies = b"".join(event.body for event in ledger.read_stream(f"match/{match_id}"))
    assert (b"s" * 32).hex().encode() not in bodies
    assert queries.server_seed(match_id) == b"s" * 32


def test_the_same_schedule_again_is_the_same_match() -> None:
    command_id = new_id()
    first = lifecycle.schedule(command_id, ORGANIZER, plan())
    seed = queries.server_seed(first)
    assert lifecycle.schedule(command_id, ORGANIZER, plan()) == first
    assert queries.server_seed(first) == seed
    assert (Match.objects.count(), ServerSeed.objects.count()) == (1, 1)
    with pytest.raises(CommandIdReused):
        lifecycle.schedule(command_id, ORGANIZER, plan(dice="table"))


def test_the_caller_may_choose_the_matchs_id() -> None:
    match_id = uuid.uuid4()
    assert lifecycle.schedule(new_id(), ORGANIZER, plan(), match_id=match_id) == match_id
    assert queries.match(match_id).id == match_id


@pytest.mark.parametrize(
    ("seats", "reason"),
    [
        (PEOPLE[:1], "at least two teams"),
        ((*PEOPLE, PEOPLE[0]), "each seat once"),
        ((PEOPLE[0], SeatPlan(seat="B", team="blue", account=BO, computer="random")), "not by both"),
        ((PEOPLE[0], SeatPlan(seat="B", team="blue", computer="genius")), "no computer player genius"),
        ((PEOPLE[0], SeatPlan(seat="C", team="blue", account=BO)), "The setup has the seats"),
        ((PEOPLE[0], SeatPlan(seat="B", team="green", account=BO)), "The setup has the seats"),
    ],
)
def test_seats_that_do_not_fit_are_refused(seats: tuple[SeatPlan, ...], reason: str) -> None:
    with pytest.raises(MalformedInput, match=reason):
        lifecycle.schedule(new_id(), ORGANIZER, plan(seats))
    assert ledger.count_events() == 0


def test_a_team_plays_alone_where_the_game_is_for_one() -> None:
    alone = msgspec.structs.replace(plan(PEOPLE[:1], setup=NO_SETUP), ruleset="sru", variant="standard")
    assert queries.match(lifecycle.schedule(new_id(), ORGANIZER, alone)).status == "scheduled"
    with pytest.raises(MalformedInput, match="at least one team"):
        lifecycle.schedule(new_id(), ORGANIZER, msgspec.structs.replace(alone, seats=()))


def test_an_unknown_ruleset_is_refused() -> None:
    unknown = msgspec.structs.replace(plan(), ruleset="chess")
    with pytest.raises(MalformedInput, match="no ruleset chess"):
        lifecycle.schedule(new_id(), ORGANIZER, unknown)


def test_a_setup_is_checked_when_it_is_handed_in() -> None:
    match_id = scheduled(setup=NO_SETUP)
    assert queries.match(match_id).status == "scheduled"
    with pytest.raises(WrongStatus):
        lifecycle.start(match_id, new_id(), ORGANIZER)
    with pytest.raises(RuleViolation):
        lifecycle.muster(match_id, new_id(), ORGANIZER, raw_setup(target=0))
    with pytest.raises(MalformedInput):
        lifecycle.muster(match_id, new_id(), ORGANIZER, msgspec.Raw(b'{"goal":3}'))
    lifecycle.muster(match_id, new_id(), ORGANIZER, raw_setup(target=3))
    lifecycle.muster(match_id, new_id(), ORGANIZER, raw_setup(target=4))
    assert queries.match(match_id).status == "mustering"
    assert msgspec.json.decode(bytes(queries.facts(match_id).setup or b""))["target"] == 4


def test_nothing_is_mustered_after_the_start() -> None:
    match_id = started()
    with pytest.raises(WrongStatus):
        lifecycle.muster(match_id, new_id(), ORGANIZER, raw_setup())
    with pytest.raises(WrongStatus):
        lifecycle.start(match_id, new_id(), ORGANIZER)


def test_play_does_not_start_before_all_people_have_given_their_seeds() -> None:
    match_id = scheduled()
    dice.seed(match_id, new_id(), ANN, seat="A", seed=SEEDS["A"])
    with pytest.raises(SeatsNotSeeded) as refusal:
        lifecycle.start(match_id, new_id(), ORGANIZER)
    assert refusal.value.seats == ("B",)
    dice.seed(match_id, new_id(), BO, seat="B", seed=SEEDS["B"])
    assert kinds(lifecycle.start(match_id, new_id(), ORGANIZER)) == [
        "match.command_accepted",
        "match.match_started",
        "tiny.opened",
    ]
    assert queries.match(match_id).status == "running"


def test_a_scorekeeper_writes_for_the_seats_that_let_him() -> None:
    match_id = started()
    choice = ChooseGuard(seat="A", decision=decision(match_id, seat="A").id, guard="high")
    with pytest.raises(NotAllowed):
        commands.submit(match_id, new_id(), SAM, choice)
    for actor in (BO, JUDY, SAM):
        with pytest.raises(NotAllowed):
            lifecycle.allow_scorekeeper(match_id, new_id(), actor, seat="A", scorekeeper=SAM)
    lifecycle.allow_scorekeeper(match_id, new_id(), ANN, seat="A", scorekeeper=SAM)
    assert commands.submit(match_id, new_id(), SAM, choice)[0].actor == SAM
    other = ChooseGuard(seat="B", decision=decision(match_id, seat="B").id, guard="high")
    with pytest.raises(NotAllowed):
        commands.submit(match_id, new_id(), SAM, other)


def test_a_bye_is_over_at_once() -> None:
    command_id = new_id()
    bye = GiveBye(ruleset="tiny", ruleset_version=1, variant="plain", team="red", seats=PEOPLE[:1])
    match_id = lifecycle.give_bye(command_id, ORGANIZER, bye)
    assert lifecycle.give_bye(command_id, ORGANIZER, bye) == match_id
    row = queries.match(match_id)
    assert (row.status, [placing["team"] for placing in row.placings]) == ("bye", ["red"])


def test_an_unknown_match_is_not_found() -> None:
    for ask in (queries.match, queries.log, queries.dice, queries.load, queries.audit, queries.server_seed):
        with pytest.raises(MatchNotFound):
            ask(uuid.uuid4())
