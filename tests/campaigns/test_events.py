import pytest

from campaigns import events as e
from campaigns.events import Score
from rules_engine.kernel.errors import UnknownEventType

RESULT = e.ResultRecorded(match="m", version=3, scores=(Score(participant="p", place=1, match="m"),))


def test_an_event_comes_back_from_its_body() -> None:
    kind, schema, body = e.body_of(RESULT)
    assert (kind, schema) == ("stage.result_recorded", 2)
    assert e.CODEC.decode_event(kind, schema, body) == RESULT


def test_results_of_schema_1_counted_no_objectives() -> None:
    body = (
        b'{"kind":"stage.result_recorded","match":"m","scores":[{"match":"m","participant":"p","place":1}],"version":3}'
    )
    assert e.CODEC.decode_event("stage.result_recorded", 1, body) == RESULT


def test_stages_of_schema_1_had_no_scenario() -> None:
    body = (
        b'{"campaign":"c","format":"round_robin","kind":"stage.opened","order":["points"],"participants":["p","q"],'
        b'"seed":"7","stage":"s"}'
    )
    opened = e.StageOpened(
        stage="s", campaign="c", format="round_robin", participants=("p", "q"), seed="7", order=("points",)
    )
    assert e.CODEC.decode_event("stage.opened", 1, body) == opened
    assert e.CODEC.decode_event(*e.body_of(opened)) == opened


def test_a_stream_is_named_after_what_it_is_about() -> None:
    assert (e.stream_of(e.CAMPAIGN, "c1"), e.stream_of(e.STAGE, "s1")) == ("campaign/c1", "stage/s1")
    assert (e.id_of("campaign/c1"), e.id_of("stage/s1")) == ("c1", "s1")


@pytest.mark.parametrize(("kind", "schema"), [("stage.invented", 1), ("stage.result_recorded", 3)])
def test_what_never_was_an_event_is_refused(kind: str, schema: int) -> None:
    with pytest.raises(UnknownEventType):
        e.CODEC.decode_event(kind, schema, e.body_of(RESULT)[2])
