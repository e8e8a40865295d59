from tools import rules_index


def test_the_index_of_the_rules_is_current() -> None:
    assert rules_index.INDEX.read_text() == rules_index.index(), "run `make rules-index`"


def test_the_index_finds_the_code_and_the_tests_of_a_rule() -> None:
    row = next(line for line in rules_index.index().splitlines() if line.startswith("| DUELS-ATK-14 |"))
    assert "| Attack dice that show the same number are lost: Bad Karma. | done |" in row
    assert "`karma.matching_groups`" in row
    assert "`DUELS-EX-24`" in row
