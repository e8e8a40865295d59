from rules_engine.marvel.narrated import case, name, names, thing
from tests.support.told_marvel import STATE


def test_a_case_is_a_fact_only_where_there_is_one() -> None:
    assert case("", {"x": 1}) == {"x": 1}
    assert case("none", {"x": 1}) == {"x": 1, "case": "none"}


def test_characters_and_scenery_are_told_by_name_and_id() -> None:
    assert name(STATE, "BRAVO") == "BRAVO (BRAVO)"
    assert names(STATE, ("ALPHA", "BRAVO")) == "ALPHA (ALPHA), BRAVO (BRAVO)"
    assert [thing(STATE, "van"), thing(STATE, "CHARLIE"), thing(STATE, "smoke")] == [
        "van (van)", "CHARLIE (CHARLIE)", "smoke",
    ]  # fmt: skip
