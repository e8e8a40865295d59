import pytest

from rules_engine.duels.rulebook import AREAS, DONE, EXCEPTIONS, status_of
from rules_engine.kernel.rule_ids import RuleId


def test_an_id_without_an_exception_is_done() -> None:
    assert status_of(RuleId("DUELS-ATK-14")) == DONE


def test_an_exception_says_why() -> None:
    assert status_of(RuleId("DUELS-PASS-02")).status == "declined"
    assert all(entry.note for entry in EXCEPTIONS.values())


def test_an_area_that_no_rule_has_is_refused() -> None:
    assert "LUCK" not in AREAS
    with pytest.raises(KeyError):
        status_of(RuleId("DUELS-LUCK-01"))
