"""The judge's overrides (DUELS-RULING-119)."""

from rules_engine.duels.commands import Override
from rules_engine.duels.story import Story


def override(story: Story, command: Override) -> None:
    raise NotImplementedError
