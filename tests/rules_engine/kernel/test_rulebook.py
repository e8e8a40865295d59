import pytest

from rules_engine.kernel.rule_ids import RuleId
from rules_engine.kernel.rulebook import DONE, Entry, Rulebook, declined, described

RULEBOOK = Rulebook(
    areas=("MOVE", "SPECIAL"),
    exceptions={"GAME-MOVE-02": described("the unit"), "GAME-SPECIAL-PUSH": declined("nobody pushes")},
)


@pytest.mark.parametrize(
    ("rule_id", "entry"),
    [
        ("GAME-MOVE-01", DONE),
        ("GAME-MOVE-02", Entry(status="described", note="the unit")),
        ("GAME-SPECIAL-PUSH", Entry(status="declined", note="nobody pushes")),
        ("GAME-SPECIAL-PUSH-02", DONE),
    ],
)
def test_an_id_is_done_but_for_the_exceptions(rule_id: str, entry: Entry) -> None:
    assert RULEBOOK.status_of(RuleId(rule_id)) == entry


def test_an_area_that_no_rule_has_is_refused() -> None:
    with pytest.raises(KeyError):
        RULEBOOK.status_of(RuleId("GAME-LUCK-01"))
