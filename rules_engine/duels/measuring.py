"""Measuring and line of fire (DUELS-MEAS), on both boards."""

from rules_engine.duels.commands import StateMeasurement
from rules_engine.duels.state import MatchState
from rules_engine.duels.story import Story
from rules_engine.kernel.messages import Record
from rules_engine.kernel.rule_ids import RuleId
from rules_engine.kernel.units import Length


class Sight(Record, frozen=True, kw_only=True):
    """The line of fire from an attacker to a target, as the rules see it.

    distance: along the line (DUELS-RULING-037, DUELS-RULING-039). barred: the rule that forbids an attack along every
    line; None where one is free. obstructing: pieces of obstructing terrain that count on it (DUELS-RULING-055,
    DUELS-RULING-056). rise: levels that the target stands above the attacker, negative below.
    """

    distance: Length
    barred: RuleId | None = None
    obstructing: int = 0
    rise: int = 0

    @property
    def free(self) -> bool:
        """Whether an attack can be made along this line."""
        return self.barred is None


def sight(state: MatchState, attacker_id: str, target_id: str) -> Sight | None:
    """The line of fire; None on the declared board while nobody has measured it."""
    raise NotImplementedError


def state_measurement(story: Story, command: StateMeasurement) -> None:
    raise NotImplementedError
