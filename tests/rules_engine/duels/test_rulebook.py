from rules_engine.duels.rulebook import RULEBOOK
from rules_engine.kernel.rule_ids import RuleId


def test_an_id_without_an_exception_is_done() -> None:
    assert RULEBOOK.status_of(RuleId("DUELS-ATK-14")).status == "done"


def test_an_exception_says_why() -> None:
    assert RULEBOOK.status_of(RuleId("DUELS-DICE-10")).status == "described"
    assert all(entry.note for entry in RULEBOOK.exceptions.values())
