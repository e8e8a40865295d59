"""R11 and S17: nobody gets a second roll for the same decision, and nobody chooses a seed to his advantage."""

import hashlib
import math
import random
import threading
from collections import Counter
from collections.abc import Callable
from uuid import UUID

import pytest
from django.db import connection, transaction

from ledger import queries as ledger
from ledger.errors import ConcurrencyConflict
from ledger.offline_verifier import server_faces
from matches import queries
from matches.errors import MatchError
from matches.services import commands, corrections, dice, results
from rules_engine.kernel.errors import DecisionClosed, MalformedInput
from rules_engine.kernel.messages import JUDGE, Placing, roll_of
from tests.promises.counts import count
from tests.support.matches import (
    ANN,
    BO,
    JUDY,
    SEEDS,
    decision,
    guard,
    new_id,
    scheduled,
    started,
)
from tests.support.tiny_game import RollClash

SENDERS = 8
ROUNDS = count(3, 200)
MATCHES = count(4_000, 100_000)  # of the adversary
TRIES = count(10, 100)  # seeds that he tries for each


def clash(match_id: UUID) -> RollClash:
    """The command of the next roll."""
    guard(match_id, "A")
    guard(match_id, "B")
    open_ = decision(match_id, "roll_clash")
    return RollClash(seat=open_.seat, decision=open_.id)


def send(match_id: UUID, command: RollClash) -> bool:
    """Send it as a new command of whoever holds the seat; whether it rolled."""
    actor = ANN if command.seat == "A" else BO
    try:
        commands.submit(match_id, new_id(), actor, command)
    except (DecisionClosed, ConcurrencyConflict):
        return False
    return True


def numbers(match_id: UUID) -> list[int]:
    """The numbers of all rolls in the log, struck-out ones too."""
    return [made.n for frame in queries.log(match_id) if (made := roll_of(frame.event))]


@pytest.mark.django_db(transaction=True)
def test_a_decision_is_rolled_once_however_many_ask_at_once() -> None:
    match_id = started()
    for round_ in range(1, ROUNDS + 1):
        command, rolled = clash(match_id), list[bool]()

        def ask(command: RollClash = command, rolled: list[bool] = rolled) -> None:
            rolled.append(send(match_id, command))
            connection.close()

        threads = [threading.Thread(target=ask) for _ in range(SENDERS)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert Counter(rolled) == {True: 1, False: SENDERS - 1}
        assert numbers(match_id) == list(range(1, round_ + 1))
        back_to_the_choice(match_id)


def back_to_the_choice(match_id: UUID) -> None:
    """A judge takes the whole round back."""
    first = queries.load(match_id).steps[0].last
    corrections.rewind(match_id, new_id(), JUDY, seat=JUDGE, to_version=first, reason="Once more.")


@pytest.mark.django_db(transaction=True)
def test_who_drops_the_connection_before_the_answer_gets_the_same_roll_later() -> None:
    match_id = started()
    command = clash(match_id)
    before = ledger.stream_version(f"match/{match_id}")
    seen = []
    for _ in range(5):
        try:
            with transaction.atomic():
                commands.submit(match_id, new_id(), ANN, command)
                seen.append(queries.load(match_id).steps[-1].events)
                raise ConnectionError
        except ConnectionError:
            assert ledger.stream_version(f"match/{match_id}") == before
    commands.submit(match_id, new_id(), ANN, command)
    assert {*seen, queries.load(match_id).steps[-1].events} == {seen[0]}


@pytest.mark.django_db
def test_reloading_and_sending_again_gives_the_same_roll() -> None:
    match_id, command_id = started(), new_id()
    command = clash(match_id)
    answers = {commands.submit(match_id, command_id, ANN, command) for _ in range(5)}
    assert len(answers) == 1
    assert not send(match_id, command)
    assert numbers(match_id) == [1]


@pytest.mark.django_db
def test_a_rewind_brings_a_new_roll_and_never_an_old_one() -> None:
    match_id = started()
    for round_ in range(1, 6):
        assert send(match_id, clash(match_id))
        assert numbers(match_id) == list(range(1, round_ + 1))
        back_to_the_choice(match_id)
    assert queries.audit(match_id) == ()


@pytest.mark.django_db
def test_a_seat_sends_no_other_seed() -> None:
    match_id = scheduled()
    dice.seed(match_id, new_id(), ANN, seat="A", seed=SEEDS["A"])
    for actor, seat, seed in (
        (ANN, "A", "cc" * 16),
        (BO, "A", "cc" * 16),
        (BO, "B", "cc"),
        (BO, "B", "cc" * 16 + "|A:00"),
    ):
        with pytest.raises((MatchError, MalformedInput)):
            dice.seed(match_id, new_id(), actor, seat=seat, seed=seed)
    assert dict(queries.facts(match_id).seeds) == {"A": SEEDS["A"]}
    assert queries.dice(match_id).unseeded == ("B",)  # a seed that is withheld is seen by all


@pytest.mark.django_db
def test_a_roll_that_a_player_does_not_make_is_seen_by_all() -> None:
    match_id = started()
    clash(match_id)
    assert [(open_.seat, open_.kind) for open_ in queries.dice(match_id).open] == [("A", "roll_clash")]


@pytest.mark.django_db
@pytest.mark.parametrize(
    "end",
    [
        lambda id_: results.forfeit(id_, new_id(), ANN, seat="A", team="red"),
        lambda id_: results.abandon(id_, new_id(), JUDY, reason="Late."),
        lambda id_: results.rule(id_, new_id(), JUDY, placings=placings(), reason="Late."),
    ],
)
def test_no_one_can_withhold_the_reveal(end: Callable[[UUID], object]) -> None:
    match_id = started()
    send(match_id, clash(match_id))
    secret = queries.server_seed(match_id)
    assert queries.dice(match_id).seed == ""
    end(match_id)
    assert queries.dice(match_id).seed == secret.hex()
    assert hashlib.sha256(secret).hexdigest() == queries.dice(match_id).commitment


def placings() -> list[Placing]:
    return [Placing(team=team, place=1, points_left=0, points_destroyed=0) for team in ("red", "blue")]


# --- an adversary who chooses his seed last ---------------------------------------------------------------------------


def wins(choose: Callable[[random.Random, bytes, str], str], matches: int) -> int:
    """How often seat A has the higher of two d6 in the first roll, ties decided by a coin, when it chooses its seed."""
    chance, won = random.Random(17), 0
    for _ in range(matches):
        server, theirs = chance.randbytes(32), chance.randbytes(16).hex()
        mine, other = server_faces(server, {"A": choose(chance, server, theirs), "B": theirs}, 1, (6, 6))
        won += mine > other or (mine == other and chance.random() < 0.5)
    return won


def best_seed(chance: random.Random, server: bytes, theirs: str) -> str:
    """The seed, of those he tries, that would win highest if ``server`` were the server's seed."""

    def lead(mine: str) -> int:
        faces = server_faces(server, {"A": mine, "B": theirs}, 1, (6, 6))
        return faces[0] - faces[1]

    return max((chance.randbytes(16).hex() for _ in range(TRIES)), key=lead)


def guesses(chance: random.Random, _server: bytes, theirs: str) -> str:
    """He knows the opponent's seed and the commitment, and can but guess the secret."""
    return best_seed(chance, chance.randbytes(32), theirs)


def is_fair(won: int, matches: int) -> bool:
    """Within three standard deviations of a half."""
    return abs(won - matches / 2) <= 3 * math.sqrt(matches / 4)


def test_a_seed_chosen_after_the_commitment_wins_nothing() -> None:
    assert is_fair(wins(guesses, MATCHES), MATCHES)


def test_canary_a_secret_that_is_told_before_the_seeds_wins_nearly_always() -> None:
    won = wins(best_seed, MATCHES // 10)
    assert not is_fair(won, MATCHES // 10)
    assert won > 0.9 * (MATCHES // 10)
