"""Bad karma (DUELS-ATK-14): which attack dice show the same number."""

from collections import Counter

from rules_engine.duels.dice_uses import Hand
from rules_engine.duels.state import AttackPending, MatchState


def matching_groups(state: MatchState, pending: AttackPending) -> tuple[Hand, ...]:
    """The groups of attack dice that show the same number; aces match nothing.

    Rules: DUELS-ATK-14, DUELS-ATK-16, DUELS-RULING-063, DUELS-RULING-064.
    """
    shown = numbers_shown(state, pending)
    counts = Counter(shown.values())
    return tuple(
        tuple(die for die, number in shown.items() if number == value) for value, count in counts.items() if count > 1
    )


def numbers_shown(state: MatchState, pending: AttackPending) -> dict[str, int]:
    """What each attack die shows, aces left out (DUELS-ATK-16)."""
    faces = zip(pending.dice, pending.faces, strict=False)
    return {die: face for die, face in faces if not state.parts.dice[die].is_ace(face)}
