import pytest

from rules_engine.kernel.errors import MalformedInput
from rules_engine.sru.setups import below
from tests.support.sru import script, step

INNER = step("office", detail=(step("door", plan=(step("order"),)),), plan=(step("survey"),))


def test_every_step_is_found_with_what_is_below_it() -> None:
    told = script(INNER, step("way-out"))
    assert [(scene, each.id) for scene, each in told.steps()] == [
        ("scene", "office"), ("scene", "door"), ("scene", "order"), ("scene", "survey"), ("scene", "way-out"),
    ]  # fmt: skip
    assert told.step("order").title == "The order"
    assert told.scene("scene").title == "The scene"
    assert [each.id for each in below(INNER.detail[0])] == ["door", "order"]
    with pytest.raises(MalformedInput, match="no step moon"):
        told.step("moon")
