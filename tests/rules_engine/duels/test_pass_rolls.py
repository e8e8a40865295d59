from msgspec.structs import replace

from rules_engine.duels.pass_rolls import faces_changed, sets_of, thrown, within_reach
from rules_engine.duels.state import AttackPending, HealPending, MatchState, MovePending, SkillTestPending
from rules_engine.kernel.dice import Die
from rules_engine.kernel.units import inches
from tests.support.security_passes import holding

ATTACK = AttackPending(
    attacker="A1", target="B1", distance=700, dice=("A1/U6", "A1/U8"), dodge=("B1/W6",), rolled=True,
    dodge_terrain=(Die("T4", 4),), faces=(3, 8, 5, 2),
)  # fmt: skip


def with_roll(pending: AttackPending | MovePending | HealPending | SkillTestPending | None) -> MatchState:
    return replace(holding(), pending=pending)


def names(state: MatchState, figure: str, whose: str) -> list[str]:
    return [die.name for die, _ in within_reach(state, state.figure(figure), whose)]  # type: ignore[arg-type]


def test_an_attack_shows_the_dice_of_both_sides() -> None:
    state = with_roll(ATTACK)
    assert [(die.name, face) for die, face in thrown(state)] == [("A1/U6", 3), ("A1/U8", 8), ("B1/W6", 5), ("T4", 2)]
    assert names(state, "A1", "own") == names(state, "B1", "enemy") == ["A1/U6", "A1/U8"]
    assert names(state, "B1", "own") == names(state, "A1", "enemy") == ["B1/W6", "T4"]
    assert thrown(with_roll(replace(ATTACK, faces=()))) == ()


def test_any_other_roll_has_no_enemy() -> None:
    state = with_roll(MovePending(figure="A1", dice=("A1/W6",), faces=(4,)))
    assert (names(state, "A1", "own"), names(state, "A1", "enemy")) == (["A1/W6"], [])
    assert thrown(with_roll(None)) == ()


def test_one_wants_to_change_ones_worst_dice_and_the_enemys_best() -> None:
    lying = thrown(with_roll(ATTACK))[:3]
    assert sets_of(lying, 2, "own") == (("A1/U6",), ("B1/W6",), ("A1/U8",), ("A1/U6", "B1/W6"))
    assert sets_of(lying, 1, "enemy") == (("A1/U8",), ("B1/W6",), ("A1/U6",))


def test_changed_faces_change_what_follows_from_them() -> None:
    attack = faces_changed(with_roll(ATTACK), "P", "A1", {"A1/U8": 1, "T4": 4})
    assert (attack.dice, attack.faces, attack.allowance, attack.clicks) == (("A1/U8", "T4"), (3, 1, 5, 4), None, None)
    move = MovePending(figure="A1", dice=("A1/W6",), faces=(4,), allowance=inches(10))
    assert faces_changed(with_roll(move), "P", "A1", {"A1/W6": 1}).allowance == inches(6)  # the ace counts 0
    heal = HealPending(healer="A1", healed="A1", die="A1/R6", faces=(2,), clicks=2)
    assert faces_changed(with_roll(heal), "P", "A1", {"A1/R6": 1}).clicks == 6  # the ace counts most
    test = SkillTestPending(figure="A1", test="lock", dice=("A1/R6",), difficulty=9, value=6, faces=(2,))
    assert faces_changed(with_roll(test), "P", "A1", {"A1/R6": 5}).faces == (5,)
