"""Rule ids: the names of rules in ``docs/rules/``, such as ``DUELS-ATK-14``."""

from typing import NewType

RuleId = NewType("RuleId", str)
