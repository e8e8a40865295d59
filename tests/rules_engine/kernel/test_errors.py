"""Errors tell who can act, in words."""

import pytest

from rules_engine.kernel.errors import (
    CorruptHistory,
    DecisionClosed,
    MalformedInput,
    RulesEngineError,
    RuleViolation,
    UnknownEventType,
)
from rules_engine.kernel.rule_ids import RuleId


def test_a_violation_names_its_rule_and_facts() -> None:
    violation = RuleViolation(RuleId("TINY-01"), taken=4, most=3)
    assert violation.rule_id == "TINY-01"
    assert violation.facts == {"taken": 4, "most": 3}
    assert str(violation) == "TINY-01 (taken=4, most=3)"


def test_a_violation_without_facts_is_its_rule() -> None:
    assert str(RuleViolation(RuleId("TINY-01"))) == "TINY-01"


@pytest.mark.parametrize(
    ("kind", "base"),
    [
        (MalformedInput, RulesEngineError),
        (RuleViolation, RulesEngineError),
        (CorruptHistory, RulesEngineError),
        (UnknownEventType, CorruptHistory),
        (DecisionClosed, RulesEngineError),
    ],
)
def test_every_error_has_its_base(kind: type[Exception], base: type[Exception]) -> None:
    assert kind.__bases__ == (base,)
