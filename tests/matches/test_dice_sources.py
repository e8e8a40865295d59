import re

import pytest

from ledger.offline_verifier import server_faces
from matches import dice_sources
from matches.dice_sources import ServerDice, TableDice
from matches.domain.facts import MatchFacts
from matches.errors import SeatsNotSeeded
from matches.events import SeatPlan
from rules_engine.kernel.dice import Die
from rules_engine.kernel.errors import MalformedInput

DICE = [Die("A/d6", 6), Die("B/d8", 8)]
SEED = b"s" * 32


def facts(**seeds: str) -> MatchFacts:
    seats = tuple(SeatPlan(seat=seat, team=seat, account=seat) for seat in "AB")
    return MatchFacts(ruleset="tiny", ruleset_version=1, variant="plain", seats=seats, seeds=tuple(seeds.items()))


def test_roll_n_is_the_one_that_anybody_can_recompute() -> None:
    dice = ServerDice(SEED, facts(A="aa" * 16, B="bb" * 16), first=7)
    for n in (7, 8):
        roll = dice.roll("clash", DICE)
        assert roll.faces == server_faces(SEED, {"A": "aa" * 16, "B": "bb" * 16}, n, (6, 8))
        assert (roll.n, roll.source, roll.purpose, roll.names) == (n, "server", "clash", ("A/d6", "B/d8"))


@pytest.mark.parametrize(("seeds", "missing"), [({}, ("A", "B")), ({"A": "aa"}, ("B",))])
def test_nothing_is_rolled_before_all_seats_have_seeded(seeds: dict[str, str], missing: tuple[str, ...]) -> None:
    with pytest.raises(SeatsNotSeeded) as refusal:
        ServerDice(SEED, facts(**seeds), first=1)
    assert refusal.value.seats == missing


def test_secret_seeds_are_long_and_never_the_same() -> None:
    seeds = {dice_sources.new_seed() for _ in range(100)}
    assert (len(seeds), {len(seed) for seed in seeds}) == (100, {32})
    assert re.fullmatch("[0-9a-f]{64}", dice_sources.commitment(SEED))


def test_real_dice_are_recorded_as_typed() -> None:
    dice = TableDice((5, 8), first=3)
    roll = dice.roll("clash", DICE)
    assert (roll.n, roll.faces, roll.source) == (3, (5, 8), "table")
    dice.check_all_used()


def test_faces_that_are_left_over_are_refused() -> None:
    dice = TableDice((5, 8, 1), first=3)
    dice.roll("clash", DICE)
    with pytest.raises(MalformedInput, match="1 more faces"):
        dice.check_all_used()


@pytest.mark.parametrize("seed", ["aa" * 16, "0f" * 64])
def test_a_seats_seed_of_the_right_form_is_taken(seed: str) -> None:
    assert dice_sources.checked_seat_seed(seed) == seed
