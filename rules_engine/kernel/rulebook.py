"""What the engine does with each rule of a game's document; guards compare it with the document, code and tests."""

from collections.abc import Mapping
from typing import Final, Literal, TypeAlias

from rules_engine.kernel.messages import Record
from rules_engine.kernel.rule_ids import RuleId

Status: TypeAlias = Literal["done", "described", "todo", "declined"]


class Entry(Record, frozen=True, kw_only=True):
    """The status of an id, with where it lives or why.

    done: applied by code and proved by a test, both of which name it. described: it says how components look, how
    people handle them or how the texts are read; nothing is left to apply. todo: not yet. declined: never.
    """

    status: Status
    note: str = ""


DONE: Final = Entry(status="done")


def described(note: str) -> Entry:
    """The entry of an id that leaves nothing to apply."""
    return Entry(status="described", note=note)


def declined(why: str) -> Entry:
    """The entry of an id that is not applied and will not be."""
    return Entry(status="declined", note=why)


class Rulebook(Record, frozen=True, kw_only=True):
    """The areas of a game's ids, whose rules are done but for the exceptions. An id is ``GAME-AREA-…``."""

    areas: tuple[str, ...]
    exceptions: Mapping[str, Entry]

    def status_of(self, rule_id: RuleId) -> Entry:
        """The entry of a rule or ruling. Raises KeyError for an id whose area the rulebook does not have."""
        if rule_id.split("-")[1] not in self.areas:
            raise KeyError(rule_id)
        return self.exceptions.get(rule_id, DONE)
