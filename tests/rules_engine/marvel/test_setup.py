from rules_engine.kernel.units import inches
from rules_engine.marvel.setup import Table


def test_nothing_on_a_table_is_farther_apart_than_its_sides_together() -> None:
    assert Table().farthest == inches(72)
    assert Table(width=inches(48), depth=inches(24)).farthest == inches(72)
