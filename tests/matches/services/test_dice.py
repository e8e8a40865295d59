import pytest

from matches import queries
from matches.errors import NotAllowed, WrongStatus
from matches.models import ServerSeed
from matches.services import dice, lifecycle
from rules_engine.kernel.errors import MalformedInput
from tests.support.matches import ANN, ORGANIZER, SEEDS, computers, new_id, scheduled, started

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("seed", ["", "aa", "a" * 31, "A" * 32, "zz" * 16, "aa" * 65, "aa" * 15 + "|b"])
def test_a_short_or_odd_seed_is_refused(seed: str) -> None:
    with pytest.raises(MalformedInput):
        dice.seed(scheduled(), new_id(), ANN, seat="A", seed=seed)


def test_a_seat_gives_its_seed_once_and_before_the_start() -> None:
    match_id = scheduled()
    dice.seed(match_id, new_id(), ANN, seat="A", seed=SEEDS["A"])
    with pytest.raises(MalformedInput, match="has given its seed"):
        dice.seed(match_id, new_id(), ANN, seat="A", seed=SEEDS["B"])
    with pytest.raises(NotAllowed):
        dice.seed(match_id, new_id(), ANN, seat="B", seed=SEEDS["B"])
    with pytest.raises(WrongStatus):
        dice.seed(started(), new_id(), ANN, seat="A", seed=SEEDS["A"])


def test_computer_players_give_seeds_when_play_starts() -> None:
    match_id = started(computers("random", "random"))
    assert [len(seed) for _, seed in queries.facts(match_id).seeds] == [32, 32]


def test_the_same_computer_seed_gives_the_same_share_in_the_dice() -> None:
    seeds = [queries.facts(started(computers("random", "random", seed=seed))).seeds for seed in ("x", "x", "y")]
    assert seeds[0] == seeds[1] != seeds[2]


def test_real_dice_need_no_seeds() -> None:
    match_id = scheduled(dice="table")
    with pytest.raises(MalformedInput, match="real dice"):
        dice.seed(match_id, new_id(), ANN, seat="A", seed=SEEDS["A"])
    lifecycle.start(match_id, new_id(), ORGANIZER)
    assert queries.dice(match_id).commitment == ""
    assert not ServerSeed.objects.exists()
