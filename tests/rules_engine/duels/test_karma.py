from msgspec.structs import replace

from rules_engine.duels.karma import matching_groups, numbers_shown
from rules_engine.duels.state import AttackPending
from tests.support.security_passes import holding

ATTACK = AttackPending(attacker="A1", target="B1", distance=700, dice=("A1/U6", "A1/U8", "A1/G8", "A1/R6"))


def test_duels_atk_14_ruling_063_dice_that_show_one_number_are_a_group() -> None:
    state = holding()
    pending = replace(ATTACK, faces=(3, 3, 5, 5))
    assert matching_groups(state, pending) == (("A1/U6", "A1/U8"), ("A1/G8", "A1/R6"))


def test_duels_atk_16_ruling_064_aces_match_nothing() -> None:
    state = holding()
    pending = replace(ATTACK, faces=(1, 1, 4, 2))
    assert numbers_shown(state, pending) == {"A1/G8": 4, "A1/R6": 2}
    assert matching_groups(state, pending) == ()
