from campaigns.domain.pairings.lots import lot_of_number, lot_of_pair, scatter


def test_camp_swiss_10_ruling_84_the_lot_of_a_pair_is_fixed_by_the_seed() -> None:
    pairs = [(1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4)]
    assert [lot_of_pair("demo", 1, *pair) for pair in pairs] == [49530, 63945, 36898, 33100, 17666, 18115]
    assert lot_of_pair("demo", 2, 1, 2) != lot_of_pair("demo", 1, 1, 2)
    assert lot_of_pair("demo", 1, 0, 2) != lot_of_pair("demo", 1, 1, 2)


def test_camp_stage_08_the_lot_of_a_number_is_that_of_the_tie_break() -> None:
    lots = [64211330387345, 71444587860817, 37769306201344, 245369515001354]  # of CAMP-EX-117
    assert [lot_of_number("demo", number) for number in (1, 2, 3, 4)] == lots


def test_what_settles_equal_matchings_is_spread_out() -> None:
    numbers = [scatter(one, other) for one in range(1, 40) for other in range(one + 1, 40)]
    assert len(set(numbers)) > len(numbers) // 2
    assert all(0 <= number < 2**16 for number in numbers)
