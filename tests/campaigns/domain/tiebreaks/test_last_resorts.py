"""The lot and the organizer's word."""

from campaigns.domain.standings import standings
from tests.support.campaigns import crosstable, ranks, values


def test_camp_tie_44_the_lot_depends_on_seed_and_pairing_number_alone() -> None:
    four = ".\n.\n.\n."
    assert values(crosstable(four, seed="demo"), "lot") == values(crosstable("2+\n1-\n.\n.", seed="demo"), "lot")
    lots = {lot for seed in ("one", "two") for lot in values(crosstable(four, seed=seed), "lot")}
    assert len(lots) == 8


def test_camp_tie_45_the_organizers_order_settles_a_tie_and_who_is_not_named_keeps_it() -> None:
    results = crosstable(".\n.\n.\n.", decided=(("3", "1"), ("1", "4")))
    assert ranks(standings(results, ("points", "decided")).rows) == [
        ("1", 1, ""),
        ("3", 1, ""),
        ("4", 3, "decided"),
        ("2", 4, "decided"),
    ]
    alone = crosstable(".\n.\n.", decided=(("3", "2"),))
    assert ranks(standings(alone, ("decided",)).rows) == [("3", 1, ""), ("2", 2, "decided"), ("1", 3, "decided")]
