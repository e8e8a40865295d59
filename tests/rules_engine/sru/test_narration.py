from rules_engine.kernel.codec import kind_of
from rules_engine.sru import events as e
from rules_engine.sru.narration import narrate
from tests.support.told_sru import ACTION, ROLL, TABLE, samples


def test_every_event_is_told_in_words_and_whole_numbers() -> None:
    for state, event in samples():
        for name, fact in narrate(state, event).items():
            assert isinstance(fact, str | int), f"{kind_of(event)}: {name}"


def test_people_and_places_are_told_by_their_names() -> None:
    told = narrate(TABLE, e.ActionResolved(action=ACTION, roll=ROLL))
    assert (told["actor"], told["target"], told["dice"], told["threshold"]) == ("Rae", "the office", "4", 8)
    assert narrate(TABLE, e.CircleUnlinked(a="gang-a", b="moon")) == {"a": "gang A", "b": "moon"}
    assert narrate(TABLE, e.ThreatRevealed(who="spirit", threat="nobody")) == {
        "who": "spirit of the harbour", "threat": "nobody",
    }  # fmt: skip


def test_a_scene_that_is_not_open_is_told_by_its_id() -> None:
    assert narrate(TABLE, e.SceneClosed(scene="s1")) == {"scene": "A scene"}
    before = next(state for state, event in samples() if isinstance(event, e.StepDetailed))
    assert before is not None
    assert narrate(before, e.SessionBegan()) == {}
