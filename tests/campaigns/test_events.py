import pytest

from campaigns import events as e
from campaigns.events import Score
from rules_engine.kernel.errors import UnknownEventType

RESULT = e.ResultRecorded(match="m", version=3, scores=(Score(participant="p", place=1, match="m"),))


def test_an_event_comes_back_from_its_body() -> None:
    kind, schema, body = e.body_of(RESULT)
    assert (kind, schema) == ("stage.result_recorded", 1)
    assert e.decode(kind, schema, body) == RESULT


@pytest.mark.parametrize(("kind", "schema"), [("stage.invented", 1), ("stage.result_recorded", 2)])
def test_what_never_was_an_event_is_refused(kind: str, schema: int) -> None:
    with pytest.raises(UnknownEventType):
        e.decode(kind, schema, e.body_of(RESULT)[2])
