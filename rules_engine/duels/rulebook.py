"""What the engine does with each rule and ruling of docs/rules/duels.md; a guard compares this with code and tests."""

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


def _described(note: str) -> Entry:
    return Entry(status="described", note=note)


AREAS: Final[tuple[str, ...]] = (
    *("DICE", "FIG", "SETUP", "ROUND", "INIT", "ACT", "MEAS", "MOVE", "ELEV", "ATK", "TERR", "SHLD", "DMG", "ACE"),
    *("ELIM", "WIN", "GEAR", "HEAL", "SKILL", "STEALTH", "PASS", "RULING"),
)
"""The areas of ids whose rules are done, but for the exceptions."""

EXCEPTIONS: Final[dict[str, Entry]] = {
    "DUELS-DICE-10": _described("how people read a four-sided die; the face is typed in as read"),
    "DUELS-FIG-01": _described("the sculpt has no effect on play"),
    "DUELS-FIG-08": _described("the cup is state.Figure.cup"),
    "DUELS-SETUP-05": _described("whom the basic text is written for; teams of any size play it"),
    "DUELS-SETUP-12": _described("what can stand for terrain on a real table"),
    "DUELS-SETUP-16": _described("points to sections 9 to 11: movement, attack and terrain"),
    "DUELS-ROUND-03": _described("a marker without effect; the alpha team is state.MatchState.alpha"),
    "DUELS-ROUND-12": _described("contradicted by DUELS-ROUND-02; settled by alpha_rotation (DUELS-RULING-020)"),
    "DUELS-MEAS-06": _described("the unit; lengths are kernel.units.Length"),
    "DUELS-MOVE-08": _described("which way a figure faces has no effect and is not recorded"),
    "DUELS-ELEV-09": _described("points to DUELS-ELEV-10 and DUELS-ELEV-11"),
    "DUELS-PASS-01": _described("what security passes are"),
    "DUELS-PASS-02": Entry(
        status="declined",
        note="no card text is known; what a card does is entered as a judge's ruling (commands.Override)",
    ),
    "DUELS-RULING-001": _described("basic takes what its text lacks from the advanced text: one engine, two variants"),
    "DUELS-RULING-002": _described("which symbols the texts have lost"),
    "DUELS-RULING-003": _described("how one word of the text is read, place by place"),
    "DUELS-RULING-007": _described("how a sentence is read; the rule is DUELS-DICE-08"),
    "DUELS-RULING-012": _described("inches are authoritative; lengths are kernel.units.Length"),
    "DUELS-RULING-038": _described("a sentence without a rule"),
    "DUELS-RULING-067": _described("which word means the cup and which the base; state.Figure has both"),
    "DUELS-RULING-068": _described("a garbled sentence; the rule is DUELS-ATK-19"),
    "DUELS-RULING-119": _described("see DUELS-PASS-02"),
}


def status_of(rule_id: RuleId) -> Entry:
    """The entry of a rule or ruling. Raises KeyError for an id whose area the rulebook does not have."""
    _, area, _ = rule_id.split("-")
    if area not in AREAS:
        raise KeyError(rule_id)
    return EXCEPTIONS.get(rule_id, DONE)
