from rules_engine.kernel.codec import kind_of
from rules_engine.marvel import commands as c
from rules_engine.marvel import events as e
from rules_engine.marvel.narration import narrate
from rules_engine.marvel.pending import HitResult, Overload
from tests.support.told_marvel import ROLL, STATE, samples


def test_every_fact_is_a_text_or_a_whole_number() -> None:
    for state, event in samples():
        for name, fact in narrate(state, event).items():
            assert type(fact) in {str, int}, (kind_of(event), name)
            assert "(" not in str(fact) or str(fact).endswith((")", " 6", " 5")), (kind_of(event), name, fact)


def test_an_attack_is_told_with_names_and_counters_left() -> None:
    facts = narrate(STATE, e.AttackDeclared(attacker="ALPHA", attack="jab", target="BRAVO", pow=5))
    assert facts == {"character": "ALPHA (ALPHA)", "attack": "JAB", "targets": "BRAVO (BRAVO)", "pow": 5}
    area = narrate(STATE, e.AttackDeclared(attacker="ALPHA", attack="pulse", targets=("BRAVO", "CHARLIE"), pow=3))
    assert (area["case"], area["targets"]) == ("area", "BRAVO (BRAVO), CHARLIE (CHARLIE)")


def test_marvel_atk_09_a_hit_roll_is_told_against_the_defence() -> None:
    result = HitResult(target="BRAVO", hit=True, faces=(6, 6), total=17, defence=15, critical=True)
    facts = narrate(STATE, e.HitEnded(attacker="ALPHA", result=result))
    assert (facts["case"], facts["total"], facts["against"]) == ("critical", 17, 15)
    assert narrate(STATE, e.HitRolled(attacker="ALPHA", roll=ROLL))["dice"] == "3, 5"


def test_an_overload_option_is_told_by_its_number_from_one_on() -> None:
    facts = narrate(STATE, e.OverloadChosen(attacker="ALPHA", overload=Overload(option=1), pow=2))
    assert (facts["case"], facts["option"]) == ("option", 2)


def test_a_power_and_an_attack_that_no_card_has_are_told_by_their_id() -> None:
    assert narrate(STATE, e.EffectEntered(character="BRAVO", power="gone"))["power"] == "gone"
    assert narrate(STATE, e.AttackEnded(attacker="BRAVO", attack="gone"))["attack"] == "gone"


def test_damage_is_told_with_what_cruel_adds() -> None:
    assert narrate(STATE, e.DamageTaken(character="BRAVO", damage=3, left=1, cruel=1)) == {
        "case": "cruel", "character": "BRAVO (BRAVO)", "damage": 3, "left": 1, "cruel": 1,
    }  # fmt: skip


def test_what_is_set_by_hand_says_what_it_now_is() -> None:
    change = c.SetCondition(character="ALPHA", ko=True, down=True)
    facts = narrate(STATE, e.Changed(change=change, author="judge"))
    assert facts == {"case": "ko", "character": "ALPHA (ALPHA)"}


def test_marvel_turn_02_counters_are_told_by_character() -> None:
    counters = (e.Counters(character="ALPHA", pow=6), e.Counters(character="BRAVO", pow=5))
    assert narrate(STATE, e.PowGenerated(counters=counters)) == {"counters": "ALPHA (ALPHA) 6, BRAVO (BRAVO) 5"}
