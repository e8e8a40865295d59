from rules_engine.kernel.rule_ids import RuleId
from rules_engine.sru.rulebook import RULEBOOK


def test_an_id_without_an_exception_is_done() -> None:
    assert RULEBOOK.status_of(RuleId("SRU-RUMOR-17")).status == "done"


def test_an_exception_says_why() -> None:
    assert RULEBOOK.status_of(RuleId("SRU-ASSIST-08")).status == "described"
    assert all(entry.note for entry in RULEBOOK.exceptions.values())
