"""The comparison among the tied; CAMP-EX-103 to CAMP-EX-107 are in test_standings.py."""

from campaigns.domain.tiebreaks.field import field_of
from campaigns.domain.tiebreaks.head_to_head import head_to_head
from tests.support.campaigns import crosstable


def groups(table: str, tied: str = "") -> str:
    """``"1 23"``: groups best first."""
    field = field_of(crosstable(table))
    who = [int(each) - 1 for each in tied] or list(field.everyone)
    return " ".join("".join(str(each + 1) for each in group) for group in head_to_head(field, who).groups)


def test_camp_tie_16_only_meetings_among_the_tied_count() -> None:
    table = "2+ 3+ 4-\n1- 4+ 3+\n4+ 1- 2-\n3- 2- 1+"
    assert groups(table, "12") == "1 2"
    assert groups(table, "124") == "124"
    assert groups(table, "4") == "4"


def test_camp_tie_16_several_meetings_of_two_are_averaged() -> None:
    table = "2+ 2= 3- .\n1- 1= . 3+\n. . 1+ 2-"
    split = head_to_head(field_of(crosstable(table)), (0, 1, 2))
    assert [split.numbers[who] for who in range(3)] == [2 * 3 / 4, 2 * (1 / 4 + 1), 2]
    assert split.groups == ((1,), (2,), (0,))


def test_camp_tie_16_who_is_first_in_any_case_is_first_and_the_rest_is_compared_again() -> None:
    assert groups("2+ 3+ .\n1- . 3+\n. 1- 2-") == "1 2 3"
    assert groups("2+ 3+ 4+ .\n1- . . 3+\n. 1- . 2-\n. . 1-") == "1 234"
    assert groups("2+ 3= .\n1- . .\n. 1= .") == "123"
    assert groups(".\n.") == "12"


def test_camp_tie_16_those_equal_are_compared_again_as_long_as_that_changes_something() -> None:
    assert groups("2+ 3- 4+\n1- 4+ 3+\n4- 1+ 2-\n3+ 2- 1-") == "1 2 4 3"
    assert groups("2= 3= .\n1= . 3=\n. 1= 2=") == "123"
