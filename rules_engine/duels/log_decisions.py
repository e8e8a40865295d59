"""The open decisions of a typed-in match: which one a line answers, and in words what is expected next."""

from collections.abc import Sequence
from typing import Final

from rules_engine.duels.legal import awaiting
from rules_engine.duels.log_names import short_name
from rules_engine.duels.state import MatchState
from rules_engine.kernel.errors import MalformedInput
from rules_engine.kernel.messages import Decision

LINES: Final[dict[str, tuple[str, str]]] = {
    "place_terrain": ("terrain by team {subject}", "{subject} places … terrain"),
    "place_figure": ("where {subject} is placed", "{subject} is placed …"),
    "choose_dice": ("the dice of {subject} for this round", "{subject} takes …"),
    "declare_initiative": ("the initiative dice of {subject}", "{subject} declares …"),
    "settle_tie": ("the order in a tie with {subject}", "order …"),
    "start_turn": ("which figure of team {subject} acts", "{subject}… starts"),
    "act": ("what {subject} does", "{subject} …"),
    "move": ("the way of {subject}", "{subject} goes …"),
    "choose_dodge": ("the dodge of {subject}", "{subject} dodges with …"),
    "keep_dice": ("which equal dice {subject} keeps", "{subject} keeps …"),
    "choose_shields": ("which dice the shields of {subject} stop", "{subject} blocks …"),
    "choose_bonus": ("the damage bonus of {subject}", "{subject} uses the … bonus"),
    "give_up_gear": ("the gear that {subject} loses", "{subject} gives up …"),
    "assign_damage": ("the damage of {subject}", "{subject} takes … on …"),
    "choose_healed_dial": ("the dial of {subject} that is healed", "{subject} is healed on …"),
    "play_pass": ("a pass of team {seat} or none", "{seat} plays …"),
}
"""What is decided, and the line that says it, by the kind of the decision."""
ROLLS: Final[dict[str, str]] = {
    "roll_alpha": "a roll for alpha by team {subject}",
    "roll_initiative": "the initiative roll of team {subject}",
    "roll_tie": "a roll that settles a tie with {subject}",
    "roll_move": "the roll of the move of {subject}",
    "roll_attack": "the roll of the attack of {subject}",
    "roll_heal": "the healing roll of {subject}",
    "roll_test": "the roll of the test of {subject}",
    "roll_again": "the dice of {subject} that are rolled again",
}
"""What is rolled, by the kind of the decision."""


def find_decision(state: MatchState, kind: str, subject: str = "") -> Decision:
    """The open decision of a kind, or of the kinds that begin so, about a subject if one is given.

    Raises MalformedInput, with what is expected instead, when there is none.
    """
    open_ = awaiting(state)
    for decision in open_:
        if decision.kind.startswith(kind) and subject in {"", decision.subject}:
            return decision
    raise MalformedInput(f"This cannot be said now; expected now: {expected(open_)}.")


def expected(decisions: Sequence[Decision]) -> str:
    """What is expected now, each decision with the line that answers it."""
    return "; ".join(map(_in_words, decisions)) or "nothing, the match is over"


def _in_words(decision: Decision) -> str:
    if decision.kind in ROLLS:
        dice = " ".join(f"{short_name(die.name)}=…" for die in decision.pools)
        words, line = ROLLS[decision.kind], f"roll {dice}"
    else:
        words, line = LINES[decision.kind]
    told = f"{words}, written `{line}`"
    return told.format(subject=decision.subject, seat=decision.seat)
