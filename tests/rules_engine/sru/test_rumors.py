from collections.abc import Mapping
from typing import Any

import pytest
from msgspec.structs import replace

from rules_engine.kernel.errors import RuleViolation
from rules_engine.sru.commands import AdmitAction, DeclareAction, RumorUse
from rules_engine.sru.components import Rumor
from rules_engine.sru.events import ActionResolved, RumorGmUsed
from rules_engine.sru.rumors import (
    Deed,
    Heard,
    Scope,
    call,
    detection,
    dice_of_call,
    earn,
    fade,
    fades_again,
    fading,
    gm_amount,
    negative_point,
    sides,
    sign,
    spread,
    told,
    total,
)
from tests.support.sru import (
    CITY,
    character,
    examples,
    give,
    happened,
    only,
    place,
    rows_by_id,
    rulings,
    rumor,
    session,
)

ROWS = rows_by_id("rumors")
CALLS = [row for row in examples("rumors") if "rumors" in row.values[0]]
FADES = [row for row in examples("rumors") if "fades" in row.values[0]]
DETECTION = [row for row in examples("rumors") if "counted" in row.values[0]]


def heard_rumors(example: dict[str, Any]) -> tuple[Rumor, ...]:
    domain = example.get("domain", "magic")
    return tuple(
        rumor(index, polarity, id=f"r{number}", adjective=f"adjective {number}", domain=domain)
        for number, (index, polarity) in enumerate(example["rumors"])
    )


@pytest.mark.parametrize("example", CALLS)
def test_sru_rumor_17_ruling_02_worked_calls(example: dict[str, Any]) -> None:
    chosen, known = rulings(example.get("rulings")), heard_rumors(example)
    scope = Scope(character="rae", domain="magic", circles=(example.get("circle", "gang-a"),))
    counted = told(known, scope, CITY, chosen)
    assert dice_of_call(counted, chosen) == (0 if example.get("no_die") else 1)
    assert sides(chosen) == example.get("sides", 6)
    signs: Mapping[str, int] = example.get("signs", {})
    by_id = {each.id: each for each in known}
    for die, expected in example.get("by_die", {}).items():
        heard = call(counted, by_id, (int(die),), signs=signs, rulings=chosen)
        assert total(heard, chosen) == expected
        if "score" in example:
            assert example["score"] + total(heard, chosen) == {-2: 2, 0: 4, -3: 1}[expected]
        if "applies" in example:
            assert heard[0].applies == (int(die) in example["applies"])


@pytest.mark.parametrize("example", FADES)
def test_sru_rumor_22_worked_fading(example: dict[str, Any]) -> None:
    chosen = rulings(example.get("rulings"))
    for die, left in example["fades"].items():
        after = fade(rumor(example["index"]), int(die), chosen)
        assert (after.index, after.state) == (left, "active" if left else "faded")


@pytest.mark.parametrize("example", DETECTION)
def test_sru_rumor_19_worked_detection(example: dict[str, Any]) -> None:
    assert detection(example["base"], example["counted"], rulings(example.get("rulings"))) == example["score"]


def test_sru_rumor_20_ruling_21_the_game_master_uses_a_rumor() -> None:
    """SRU-EX-59."""
    given = ROWS["SRU-EX-59"]
    known = rumor(given["used"], domain="infiltration")
    state = session(
        character(skills={"stealth": 5}), opponents=(place(skill=4),), rumors=(known,), graph=CITY,
        rulings={"rumors_fade_mode": "off"},
    )  # fmt: skip
    fields = {"actor": "rae", "domain": "infiltration", "skill": "stealth", "target": "office", "option": "security"}
    state = give(state, DeclareAction, **fields, rows=("MOD-OBST-MINOR", "MOD-DUR-NONE"))
    events = happened(state, AdmitAction, rumors=(RumorUse(rumor="r1"),))
    action = only(events, ActionResolved).action
    assert (action.threshold, action.shortfall) == (given["threshold"], given["shortfall"])
    assert only(events, RumorGmUsed).amount == 2
    entered = happened(state, AdmitAction, rumors=(RumorUse(rumor="r1", amount=1, circle="city"),))
    assert only(entered, ActionResolved).action.threshold == 6
    there = happened(state, AdmitAction, rumors=(RumorUse(rumor="r1", circle="district", effect="score"),))
    assert only(there, ActionResolved).action.score == 6


def test_sru_ruling_21_free_proposes_nothing() -> None:
    assert (gm_amount(5, rulings()), gm_amount(5, rulings({"rumors_gm_amount": "free"}))) == (2, None)


def test_sru_ruling_14_the_highest_of_several_circles_counts_once() -> None:
    scope = Scope(character="rae", domain="magic", circles=("city", "neighbourhood", "district"))
    (counted,) = told((rumor(4),), scope, CITY, rulings())
    assert counted.index == 3
    assert told((rumor(4),), replace(scope, circles=()), CITY, rulings()) == ()
    assert told((rumor(4),), replace(scope, character="bob"), CITY, rulings()) == ()


def test_sru_ruling_12_of_one_adjective_the_best_counts() -> None:
    arriving, local = rumor(4), rumor(1, id="r2", circle="gang-b")
    scope = Scope(character="rae", domain="magic", circles=("gang-b",))
    assert [each.rumor for each in told((local, arriving), scope, CITY, rulings())] == ["r1"]
    assert [each.rumor for each in told((arriving, local), scope, CITY, rulings())] == ["r1"]


def test_sru_ruling_19_rumors_may_count_in_every_domain() -> None:
    scope = Scope(character="rae", domain="social", circles=("gang-a",))
    assert told((rumor(4),), scope, CITY, rulings()) == ()
    assert len(told((rumor(4),), scope, CITY, rulings({"rumors_domain_bound": False}))) == 1


def test_sru_ruling_07_the_sign_is_turned_chosen_or_fixed() -> None:
    bad, either = rumor(4, "negative"), rumor(4, "depends")
    assert [sign(bad, {}, rulings()), sign(bad, {"r1": 1}, rulings()), sign(either, {"r1": -1}, rulings())] == [
        -1,
        1,
        -1,
    ]
    fixed = rulings({"rumors_sign": "fixed"})
    assert [sign(bad, {"r1": -1}, fixed), sign(either, {"r1": 1}, fixed)] == [-1, 1]
    for about, signs, chosen in ((either, {}, rulings()), (bad, {"r1": 1}, fixed), (bad, {"r1": 0}, rulings())):
        with pytest.raises(RuleViolation) as caught:
            sign(about, signs, chosen)
        assert caught.value.rule_id == "SRU-RULING-07"


@pytest.mark.parametrize(
    ("stacking", "amounts", "expected"),
    [
        ("sum", (2, 1, -3), 0),
        ("best_and_worst", (2, 1, -3), -1),
        ("best_and_worst", (), 0),
        ("strongest", (2, 1, -3), -3),
        ("strongest", (2, -2), 0),
        ("strongest", (3, -2), 3),
    ],
)
def test_sru_ruling_06_how_several_rumors_add_up(stacking: str, amounts: tuple[int, ...], expected: int) -> None:
    heard = [Heard(rumor="r", index=4, applies=True, sign=1, modifier=amount) for amount in amounts]
    assert total(heard, rulings({"rumors_stacking": stacking})) == expected


def test_sru_ruling_17_ruling_18_whose_rumors_roll() -> None:
    known = (
        rumor(4, character="zoe"), rumor(2, id="r2"), rumor(1, id="r3"), rumor(3, id="r4", character="absent"),
        rumor(3, id="r5", session="now"), rumor(0, id="r6", state="faded"),
    )  # fmt: skip
    taking_part = ("zoe", "rae")
    assert fading(known, taking_part, "now", rulings()) == ("r2", "r3", "r1")
    assert fading(known, taking_part, "now", rulings({"rumors_fade_mode": "off"})) == ()
    everybody = fading(known, taking_part, "now", rulings({"rumors_fade_scope": "all_active"}))
    assert everybody == ("r4", "r2", "r3", "r1")


def test_sru_ruling_18_a_session_is_an_event_or_a_game() -> None:
    by_game = rulings({"session_unit": "game"})
    assert [fades_again(played, rulings()) for played in (0, 1)] == [True, False]
    assert [fades_again(played, by_game) for played in (0, 1)] == [True, True]


# --- making -----------------------------------------------------------------------------------------------------------

VIOLENT = Deed(character="rae", domain="combat", circle="gang-a", adjective="violent", index=2, polarity="negative")


def test_sru_rumor_08_making_a_rumor() -> None:
    """SRU-EX-74."""
    given = ROWS["SRU-EX-74"]
    for missing in ({"circle": ""}, {"adjective": ""}, {"index": None}):
        with pytest.raises(RuleViolation) as caught:
            earn((), replace(VIOLENT, **missing), "r1", session="s", rulings=rulings())
        assert caught.value.facts == {"reason": "rumor_incomplete", "missing": next(iter(missing))}
    first = earn((), VIOLENT, "r1", session="s", rulings=rulings())
    assert (first.index, first.polarity, first.session) == (given["start"], "negative", "s")
    again = earn((first,), replace(VIOLENT, index=1), "r2", session="s", rulings=rulings())
    assert (again.id, again.index) == ("r1", given["raised"])
    for other in ({"adjective": "respectful"}, {"domain": "social"}):
        assert earn((first,), replace(VIOLENT, **other), "r2", session="s", rulings=rulings()).id == "r2"


def test_sru_ruling_15_gains_past_the_highest_index_are_lost() -> None:
    assert earn((), replace(VIOLENT, index=9), "r1", session="s", rulings=rulings()).index == 6
    chosen = rulings({"rumors_max_index": 4})
    first = earn((), replace(VIOLENT, index=9), "r1", session="s", rulings=chosen)
    assert earn((first,), VIOLENT, "r2", session="s", rulings=chosen).index == 4


def test_sru_ruling_16_a_league_may_keep_rumors_of_one_adjective_apart() -> None:
    chosen = rulings({"rumors_merge_same_adjective": False})
    first = earn((), VIOLENT, "r1", session="s", rulings=chosen)
    assert earn((first,), VIOLENT, "r2", session="s", rulings=chosen).id == "r2"
    faded = replace(first, state="faded")
    assert earn((faded,), VIOLENT, "r2", session="s", rulings=rulings()).id == "r2"


def test_sru_ruling_22_a_point_of_reputation_starts_at_1() -> None:
    kind = rumor(4, domain="combat", adjective="violent")
    chosen = rulings({"rumors_start_index": 5})
    point = negative_point((kind,), VIOLENT, "r2", session="s", rulings=chosen)
    assert (point.id, point.index, point.polarity) == ("r2", 1, "negative")
    assert negative_point((point,), VIOLENT, "r3", session="s", rulings=chosen).index == 2


def test_sru_ruling_13_a_new_rumor_may_leave_copies() -> None:
    own = rulings({"rumors_spread_mode": "own_copies"})
    left = spread(rumor(4), (), CITY, own)
    assert {each.circle: each.index for each in left} == {
        "neighbourhood": 3, "district": 2, "city": 1, "gang-b": 3, "coven": 2,
    }  # fmt: skip
    known = (replace(left[0], index=3), replace(left[1], index=1))
    assert [each.circle for each in spread(rumor(4), known, CITY, own)] == ["district", "city", "gang-b", "coven"]
    assert spread(rumor(4), (), CITY, rulings()) == ()
