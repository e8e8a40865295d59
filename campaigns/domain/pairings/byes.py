"""Which byes may be asked for, and which kinds are voluntary."""

from typing import Final

from campaigns.domain.pairings.protocol import ByeKind, Fact, History, Options, Reason

VOLUNTARY: Final[tuple[ByeKind, ...]] = ("half", "zero", "absent", "late")  # a rest is no bye at all


def is_voluntary(kind: ByeKind) -> bool:
    """Whether tie-breaks see a bye as asked for (CAMP-BYE-01, CAMP-BYE-04)."""
    return kind in VOLUNTARY


def why_refused(
    participant: str, kind: ByeKind, round_number: int, history: History, options: Options, *, granted: int
) -> Reason | None:
    """Why a participant may not have a bye of a kind in a round; nothing if it may be asked for.

    Rules: CAMP-BYE-05, CAMP-RULING-26, CAMP-RULING-27. granted: how many half-point byes this participant has had, or
    was granted for rounds to come.
    """
    facts: dict[str, Fact] = {"who": participant, "round": round_number}
    if round_number <= len(history.rounds):
        return Reason(code="round_published", facts=facts)
    if kind != "half":
        return None
    if round_number == options.rounds and not options.half_bye_last_round:
        return Reason(code="last_round", facts=facts)
    if granted >= options.half_byes_allowed:
        return Reason(code="too_many_half_byes", facts=facts | {"allowed": options.half_byes_allowed})
    return None
