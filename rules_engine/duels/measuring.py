"""Measuring and line of fire (DUELS-MEAS), on both boards."""

from rules_engine.duels.commands import StateMeasurement
from rules_engine.duels.story import Story


def state_measurement(story: Story, command: StateMeasurement) -> None:
    raise NotImplementedError
