from rules_engine.sru.rounding import half


def test_sru_ruling_04_ruling_23_half_of_an_odd_number() -> None:
    assert [half(number, "down") for number in (0, 1, 4, 5)] == [0, 0, 2, 2]
    assert [half(number, "up") for number in (0, 1, 4, 5)] == [0, 1, 2, 3]
