from campaigns.domain import tiebreaks
from campaigns.domain.tiebreaks import Results
from campaigns.events import Score

SCORES = {
    "a": [
        Score(participant="a", place=1, army_points_left=4, army_points_destroyed=6, match="m1"),
        Score(
            participant="a", place=1, shared=True, army_points_left=2, army_points_destroyed=2, objectives=3, match="m2"
        ),
        Score(participant="a", place=2, army_points_destroyed=3, objectives=1, match="m3"),
        Score(participant="a", place=1),
    ]
}
RESULTS = Results(scores=SCORES, seeding={"a": 1}, seed="seed")


def test_each_number_of_one_participant() -> None:
    numbers = {code: function("a", RESULTS) for code, function in tiebreaks.TIE_BREAKS.items() if code != "lot"}
    assert numbers == {"points": 7, "wins": 1, "destroyed": 11, "left": 6, "objectives": 4}


def test_the_lot_depends_on_seed_and_seeding_alone() -> None:
    assert tiebreaks.lot("a", RESULTS) == tiebreaks.lot("b", Results(scores={}, seeding={"b": 1}, seed="seed"))
    seeding = {"a": 1, "b": 2}
    lots = {tiebreaks.lot(who, Results(scores={}, seeding=seeding, seed=s)) for who in "ab" for s in ("one", "two")}
    assert len(lots) == 4
