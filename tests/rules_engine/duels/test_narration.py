from msgspec import Struct
from msgspec.structs import replace

from rules_engine.duels import events as e
from rules_engine.duels.commands import EndMatch
from rules_engine.duels.narration import narrate
from rules_engine.kernel.codec import kind_of
from rules_engine.kernel.rule_ids import RuleId
from tests.support.told_events import ATTACK, BASIC, HEAL, HOLDING, STATE, roll, samples, turned


def test_every_fact_is_a_text_or_a_whole_number() -> None:
    for state, event in samples():
        for name, fact in narrate(state, event).items():
            assert type(fact) in {str, int}, (kind_of(event), name)
            assert "Struct" not in str(fact)
            assert not isinstance(fact, Struct)


def test_dice_are_told_with_their_faces_and_aces() -> None:
    facts = narrate(ATTACK, e.AttackRolled(attacker="A1", target="B1", roll=roll(A1_U6=3, A1_G8=1, B1_W4=2, T4=1)))
    assert facts == {"figure": "F1 (A1)", "target": "F4 (B1)", "dice": "U6 3, G8 A", "dodge": "W4 2, d4 1"}


def test_an_attack_is_told_with_names_and_inches() -> None:
    facts = narrate(STATE, e.AttackDeclared(attacker="A1", target="B1", dice=("A1/U6",), distance=810))
    assert facts == {"figure": "F1 (A1)", "target": "F4 (B1)", "distance": "8.1", "dice": "U6"}


def test_dials_are_told_by_their_values() -> None:
    one, healed = narrate(ATTACK, turned(("head", 1, 3))), narrate(HEAL, turned(("head", 1, 0)))
    assert (one["dial"], one["before"], one["after"], one["clicks"]) == ("head", 5, 4, 2)
    assert (healed["case"], healed["before"], healed["after"], healed["clicks"]) == ("healed", 5, 6, 1)
    both = narrate(STATE, turned(("head", 1, 2), ("weapon", 0, 1)))
    assert (both["case"], both["head"], both["weapon"], both["body"]) == ("all", 5, 4, 4)


def test_objectives_are_told_by_the_names_of_the_scenario() -> None:
    assert narrate(STATE, e.ObjectiveScored(team="A", test="hold-dock", points=2))["test"] == "dock"
    assert narrate(STATE, e.AreaHeld(hold="hold-dock", team="B", rounds=2)) == {
        "area": "dock", "team": "B", "rounds": 2,
    }  # fmt: skip
    assert narrate(STATE, e.CargoDelivered(figure="A1", test="files", area="dock")) == {
        "figure": "F1 (A1)", "test": "files", "area": "dock",
    }  # fmt: skip


def test_duels_pass_02_a_pass_is_told_in_each_language_with_the_rules_it_overrides() -> None:
    event = e.PassPlayed(
        card="A/clean-karma", seat="A", figure="A1", point="attack_rolled", overrides=(RuleId("DUELS-ATK-14"),)
    )
    facts = narrate(HOLDING, event)
    assert (facts["team"], facts["figure"], facts["rules"]) == ("A", "F1 (A1)", "DUELS-ATK-14")
    assert [facts[f"card_{language}"] for language in ("en", "fr", "es")] == [
        "Clean Karma", "Karma lavé", "Karma limpio",
    ]  # fmt: skip
    assert facts["text_en"] == "Once a match, after your attack is rolled: bad karma takes none of its dice"


def test_a_dial_that_a_pass_turns_back_heals() -> None:
    back = replace(turned(("head", 1, 0)), rule_id=RuleId("DUELS-PASS-02"))
    assert narrate(STATE, back)["case"] == "healed"


def test_the_order_names_figures_or_in_basic_teams() -> None:
    assert narrate(STATE, e.TurnsBegan(order=("B1", "A1")))["order"] == "F4 (B1), F1 (A1)"
    assert narrate(BASIC, e.TurnsBegan(order=("B", "A")))["order"] == "B, A"


def test_a_ruling_names_each_figure_once() -> None:
    from rules_engine.duels.commands import SetDial

    changes = (
        SetDial(figure="B1", dial="head", position=2),
        SetDial(figure="B1", dial="body", position=2),
        EndMatch(winners=("A",)),
    )
    assert narrate(STATE, e.Overridden(changes=changes)) == {"figures": "F4 (B1)"}
