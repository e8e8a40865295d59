from typing import Any

import pytest
from msgspec.structs import replace

from rules_engine.kernel.errors import MalformedInput, RuleViolation
from rules_engine.kernel.units import inches
from rules_engine.marvel import areas
from rules_engine.marvel.commands import DeclareAttack
from rules_engine.marvel.state import MatchState
from tests.support.marvel import ALPHA, BRAVO, CHARLIE, examples, in_action, make_setup, piece, specials, with_attack
from tests.support.marvel_attacks import check, scene


@pytest.mark.parametrize("example", examples("areas"))
def test_marvel_wave_01_worked_areas(example: dict[str, Any]) -> None:
    check(example)


def aim(state: MatchState, attack_id: str, target: str = "", **more: Any) -> areas.Aim:
    attacker = state.character("ALPHA")
    attack = attacker.card.find_attack(attack_id)
    assert attack is not None
    command = DeclareAttack(seat="one", decision="", attack=attack_id, target=target, **more)
    return areas.aim(state, attacker, attack, command)


def table(**places: tuple[str | int, str | int]) -> MatchState:
    """The tracked board: ALPHA at 10, 10 in, the others where they are put."""
    return in_action(make_setup(board="tracked"), places={"ALPHA": (10, 10), **places})


def square(x: int, y: int, side: int) -> tuple[tuple[int, int], ...]:
    """An outline around a point, in inches."""
    left, low, half = inches(x), inches(y), inches(side) // 2
    return tuple((left + dx * half, low + dy * half) for dx, dy in ((-1, -1), (1, -1), (1, 1), (-1, 1)))


# --- the tracked board ------------------------------------------------------------------------------------------------


def test_marvel_wave_01_a_tracked_wave_reaches_bases_within_its_range() -> None:
    state = table(BRAVO=("15.18", 10), CHARLIE=("15.19", 15))
    assert aim(state, "pulse").targets == ("BRAVO",)


def test_marvel_breath_01_a_tracked_template_points_somewhere() -> None:
    state = table(BRAVO=(15, 10), CHARLIE=(10, 15))
    assert aim(state, "flame", aim=(inches(20), inches(10))).targets == ("BRAVO",)
    with pytest.raises(RuleViolation, match="MARVEL-ATK-02"):
        aim(state, "flame", aim=(inches(10), inches(0)))
    with pytest.raises(MalformedInput, match="where does its template point"):
        aim(state, "flame")


def test_marvel_ruling_04_the_attacker_names_an_order() -> None:
    state = table(BRAVO=(12, 10), CHARLIE=(10, 12))
    assert aim(state, "pulse").targets == ("BRAVO", "CHARLIE")
    assert aim(state, "pulse", order=("CHARLIE",)).targets == ("CHARLIE", "BRAVO")
    with pytest.raises(MalformedInput, match="named twice"):
        aim(state, "pulse", order=("CHARLIE", "CHARLIE"))


def piercing(special: str) -> MatchState:
    """BOLT with a special rule; a bench lies between ALPHA and BRAVO, CHARLIE stands behind BRAVO."""
    setup = make_setup(
        (with_attack(ALPHA, "bolt", special_rules=specials(special)),), (BRAVO, CHARLIE), board="tracked",
        scenery=(piece("bench", "T1", 1, 0, 1, outline=square(13, 10, 1)),),
    )  # fmt: skip
    return in_action(setup, places={"ALPHA": (10, 10), "BRAVO": (16, 10), "CHARLIE": (19, 10)})


def test_marvel_special_pierce_02_all_on_the_tracked_line_of_fire() -> None:
    assert aim(piercing("pierce 3"), "bolt", "BRAVO").targets == ("BRAVO", "bench", "CHARLIE")
    assert aim(piercing("pierce 1"), "bolt", "BRAVO").targets == ("BRAVO", "bench")
    named = aim(piercing("pierce 3"), "bolt", "BRAVO", order=("CHARLIE",))
    assert named.targets == ("BRAVO", "CHARLIE", "bench")
    assert named.declared == ("BRAVO",)


def test_marvel_special_penetrative_02_scenery_on_the_tracked_line_is_hit_without_a_roll() -> None:
    found = aim(piercing("penetrative"), "bolt", "BRAVO")
    assert (found.targets, found.crossed) == (("BRAVO", "bench"), ("bench",))
    both = aim(piercing("penetrative, pierce 3"), "bolt", "BRAVO")
    assert (both.targets, both.crossed) == (("BRAVO", "bench", "CHARLIE"), ("bench",))


def blast(state: MatchState, target: str, *named: str) -> tuple[str, ...]:
    grenade = state.character("ALPHA").card.find_attack("grenade")
    assert grenade is not None
    return areas.blast(state, "ALPHA", grenade, target, named)


def test_marvel_special_explosive_a_tracked_circle() -> None:
    state = table(BRAVO=(16, 10), CHARLIE=("18.59", 10))
    assert blast(state, "BRAVO") == ("CHARLIE",)
    assert blast(table(BRAVO=(16, 10), CHARLIE=("18.6", 10)), "BRAVO") == ()
    near = table(BRAVO=(12, 10), CHARLIE=(12, 12))
    assert blast(near, "BRAVO") == ("ALPHA", "CHARLIE")
    assert blast(near, "BRAVO", "CHARLIE") == ("CHARLIE", "ALPHA")


def test_marvel_special_explosive_a_circle_around_scenery() -> None:
    bench = piece("bench", "T1", 1, 0, 1, outline=square(15, 10, 1))
    setup = make_setup(board="tracked", scenery=(bench,))
    state = in_action(setup, places={"ALPHA": (10, 10), "BRAVO": (16, 10), "CHARLIE": (20, 10)})
    assert blast(state, "bench") == ("BRAVO",)
    unmeasured = in_action(make_setup(scenery=(piece("bench", "T1", 1, 0, 1),)))
    assert blast(unmeasured, "bench") == ()


# --- what is refused --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("attack", "more", "why"),
    [
        ("pulse", {"target": "BRAVO"}, "area attack"),
        ("jab", {"target": "ALPHA"}, "cannot be a target"),
        ("jab", {"target": "ZULU"}, "cannot be a target"),
        ("flame", {"order": ("ZULU",)}, "Under the template"),
        ("flame", {"order": ("ALPHA",)}, "Under the template"),
        ("flame", {"order": ("BRAVO", "BRAVO")}, "named twice"),
    ],
)
def test_marvel_atk_02_targets_that_are_none(attack: str, more: dict[str, Any], why: str) -> None:
    with pytest.raises(MalformedInput, match=why):
        aim(scene({"steps": []}), attack, **more)


def test_marvel_atk_02_a_single_attack_names_no_others() -> None:
    with pytest.raises(RuleViolation, match="MARVEL-ATK-02") as refused:
        aim(scene({"steps": []}), "bolt", "BRAVO", order=("CHARLIE",))
    assert refused.value.facts == {"character": "ALPHA", "target": "CHARLIE"}


def test_marvel_ruling_22_areas_pass_over_cards_without_the_defence() -> None:
    state = scene({"steps": [], "attacks": {"PULSE": {"nature": "supernatural", "range": 6}},
                   "with": {"CHARLIE": {"supernatural": 10}}})  # fmt: skip
    assert aim(state, "pulse").targets == ("CHARLIE",)


def test_marvel_ruling_27_an_attack_is_measured_first() -> None:
    with pytest.raises(RuleViolation, match="MARVEL-RULING-27"):
        aim(replace(scene({"steps": []}), measured=()), "bolt", "BRAVO")


# --- samples ----------------------------------------------------------------------------------------------------------


def samples(state: MatchState, attack_id: str) -> tuple[tuple[str, Any], ...]:
    attacker = state.character("ALPHA")
    attack = attacker.card.find_attack(attack_id)
    assert attack is not None
    return areas.samples(state, attacker, attack)


def test_marvel_atk_02_every_valid_target_is_listed() -> None:
    lorry = [["lorry", "T3", 5, 1, 3]]
    state = scene({"steps": ["JAB"], "scenery": lorry, "facts": {"CHARLIE": {"distance": 1}}})
    assert samples(state, "jab") == (("BRAVO", None), ("lorry", None))
    assert samples(state, "bolt") == ()


def test_marvel_ruling_18_allies_are_listed_where_they_may_be_targets() -> None:
    row = {"steps": [], "allies": ["CHARLIE"]}
    assert [target for target, _ in samples(scene(row), "bolt")] == ["BRAVO"]
    allowed = scene(row | {"rulings": {"allow_targeting_allies": True}})
    assert [target for target, _ in samples(allowed, "bolt")] == ["BRAVO", "CHARLIE"]


def test_marvel_breath_01_a_template_is_tried_at_each_enemy() -> None:
    state = table(BRAVO=(15, 10), CHARLIE=(30, 30))
    assert samples(state, "flame") == (("", (inches(15), inches(10))),)
    assert samples(state, "pulse") == (("", None),)
    assert samples(scene({"steps": []}), "flame") == ()
    assert samples(scene({"steps": []}), "pulse") == ()


@pytest.mark.parametrize(
    ("attack", "special", "one"),
    [("jab", "stun 2", True), ("bolt", "pierce 2", False), ("pulse", "stun 1", False), ("bolt", "explosive 2", False)],
)
def test_marvel_ruling_04_order_matters_for_several_targets(attack: str, special: str, one: bool) -> None:
    found = with_attack(ALPHA, attack, special_rules=specials(special)).find_attack(attack)
    assert found is not None
    assert areas.has_one_target(found) is one
