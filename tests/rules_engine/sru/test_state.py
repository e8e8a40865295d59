import pytest
from msgspec.structs import replace

from rules_engine.kernel.errors import MalformedInput
from tests.support.sru import character, place
from tests.support.told_sru import SCRIPT, TABLE


def test_everything_is_found_by_its_id() -> None:
    assert TABLE.character("bob").name == "Bob"
    assert TABLE.opponent("office").kind == "place"
    assert TABLE.target("office") is TABLE.opponents[0]
    assert TABLE.target("rae") is TABLE.characters[0]
    assert TABLE.rumor("r1").index == 4
    assert TABLE.assistant("spirit").power == 4
    assert TABLE.domain("magic").id == "magic"
    for look_up in (TABLE.character, TABLE.opponent, TABLE.target, TABLE.rumor, TABLE.assistant, TABLE.domain):
        with pytest.raises(MalformedInput):
            look_up("nobody")


def test_who_answers_for_whom() -> None:
    assert (TABLE.seat_of("bob"), TABLE.seat_of("office")) == ("bob", "gm")
    assert (TABLE.responsible("spirit").id, TABLE.responsible("bob").id) == ("rae", "bob")
    assert (TABLE.is_assistant("spirit"), TABLE.is_assistant("rae")) == (True, False)
    assert (TABLE.scripted, SCRIPT.scripted) == (False, True)
    assert TABLE.teams == ("A",)
    assert not TABLE.situation.in_phase


def test_a_changed_record_takes_its_place_and_a_new_one_comes_last() -> None:
    changed = replace(TABLE, **TABLE.with_(character("Bob", seat="zoe")))
    assert [each.seat for each in changed.characters] == ["alice", "zoe"]
    added = replace(TABLE, **TABLE.with_(place("room")))
    assert [each.id for each in added.opponents] == ["office", "room"]
