from typing import Any

import pytest
from msgspec.structs import replace

from rules_engine.kernel.errors import MalformedInput
from rules_engine.sru.components import Profile
from rules_engine.sru.profile import STANDARD, changes, check, departures, duration_row, index_row, modifier
from rules_engine.sru.rulings import DEFAULTS
from tests.support.sru import rulings


def test_rows_say_where_they_are_from() -> None:
    proven = {row.id for row in STANDARD.table_a if row.status == "proven"}
    assert proven == {
        "MOD-OBST-ROUTINE", "MOD-OBST-MINOR", "MOD-OBST-MAJOR", "MOD-OBST-GLOBAL", "MOD-DUR-NONE", "MOD-DUR-SCENE",
    }  # fmt: skip
    assert {row.id for row in STANDARD.table_a if row.status == "derived"} == {"MOD-SYN-1", "MOD-SYN-2"}
    assert {row.status for row in STANDARD.table_b} | {row.status for row in STANDARD.table_c} == {"league_default"}
    values = {row.id: row.value for row in STANDARD.table_a}
    assert (values["MOD-DUR-SESSION"], values["MOD-DUR-LASTING"], values["MOD-CIRC-HELP2"]) == (2, 3, -2)


def test_sru_action_05_a_row_is_found_by_its_id() -> None:
    assert modifier(STANDARD, "MOD-OBST-GLOBAL").value == 2
    with pytest.raises(MalformedInput, match="MOD-X"):
        modifier(STANDARD, "MOD-X")


def test_sru_assist_15_rows_of_durations() -> None:
    assert [duration_row(STANDARD, points).id for points in (0, 1, 5, 6, 9)] == [
        "DUR-0", "DUR-1", "DUR-5", "DUR-6", "DUR-6",
    ]  # fmt: skip


def test_sru_rumor_11_rows_of_indices() -> None:
    assert [index_row(STANDARD, index).id for index in (0, 3, 6, 8)] == ["IDX-0", "IDX-3", "IDX-6", "IDX-6"]


def wrong(**fields: Any) -> Profile:
    return replace(STANDARD, **fields)


@pytest.mark.parametrize(
    ("profile", "why"),
    [
        (wrong(table_a=(STANDARD.table_a[0], STANDARD.table_a[0])), "same id"),
        (wrong(domains=(STANDARD.domains[0], STANDARD.domains[0])), "same id"),
        (wrong(table_a=(replace(STANDARD.table_a[0], value=10),)), "-9 to 9"),
        (wrong(table_b=STANDARD.table_b[1:]), "begin with 0"),
        (wrong(table_c=()), "begin with 0"),
        (wrong(domains=()), "at least one domain"),
    ],
)
def test_tables_that_nothing_can_be_played_with_are_refused(profile: Profile, why: str) -> None:
    check(STANDARD, DEFAULTS)
    with pytest.raises(MalformedInput, match=why):
        check(profile, DEFAULTS)


@pytest.mark.parametrize(
    ("setting", "value"), [("reserve_point_value", 0), ("rental_per_point", -1), ("rumors_max_index", 0)]
)
def test_settings_have_a_least_value(setting: str, value: int) -> None:
    with pytest.raises(MalformedInput, match=f"{setting} is at least"):
        check(STANDARD, rulings({setting: value}))
    check(STANDARD, rulings({"active_bonus_floor": -2}))


@pytest.mark.parametrize(
    ("setting", "most"), [("test_generic_bonus", 99), ("synergy_cap", 99), ("rental_factor", 10**6)]
)
def test_settings_have_a_greatest_value(setting: str, most: int) -> None:
    check(STANDARD, rulings({setting: most}))
    with pytest.raises(MalformedInput, match=f"{setting} is at most {most}"):
        check(STANDARD, rulings({setting: most + 1}))


def test_changed_rows_and_settings_are_told_and_proven_ones_marked() -> None:
    fewer = replace(STANDARD, table_b=STANDARD.table_b[:-1], table_c=(replace(STANDARD.table_c[0], value=1),))
    told = changes((STANDARD, DEFAULTS), (fewer, rulings({"risk_mode": "table"})))
    assert [(each.name, each.old, each.new) for each in told][:2] == [("DUR-6", "6", ""), ("IDX-0", "0", "1")]
    assert told[-1].name == "risk_mode"
    assert changes((STANDARD, DEFAULTS), (STANDARD, DEFAULTS)) == ()
    dear = replace(STANDARD, table_a=(replace(STANDARD.table_a[2], value=5), *STANDARD.table_a[3:]))
    assert [each.name for each in departures(dear)] == ["MOD-OBST-ROUTINE", "MOD-OBST-MINOR", "MOD-OBST-MAJOR"]
    back = changes((fewer, DEFAULTS), (STANDARD, DEFAULTS))
    assert (back[0].name, back[0].old, back[0].from_rulebook) == ("IDX-0", "1", False)
