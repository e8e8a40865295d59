import pytest
from msgspec.structs import replace

from rules_engine.kernel.errors import MalformedInput
from rules_engine.sru.profile import STANDARD, changes, departures, duration_row, index_row, modifier
from rules_engine.sru.rulings import DEFAULTS
from tests.support.sru import rulings


def test_rows_say_where_they_are_from() -> None:
    proven = {row.id for row in STANDARD.table_a if row.status == "proven"}
    assert proven == {
        "MOD-OBST-ROUTINE", "MOD-OBST-MINOR", "MOD-OBST-MAJOR", "MOD-OBST-GLOBAL", "MOD-DUR-NONE", "MOD-DUR-SCENE",
    }  # fmt: skip
    assert {row.id for row in STANDARD.table_a if row.status == "derived"} == {"MOD-SYN-1", "MOD-SYN-2"}
    assert {row.status for row in (*STANDARD.table_b, *STANDARD.table_c)} == {"league_default"}
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
