"""What can have happened in a campaign; people and names are ids, their texts lie in the ledger's table of texts."""

from typing import Final, TypeAlias, get_args

import msgspec

from matches.events import TypedText
from rules_engine.kernel.codec import EventCodec, Plain, encode, kind_of
from rules_engine.kernel.messages import Event, Record

CAMPAIGN: Final = "campaign/"  # what the names of the two kinds of streams begin with
STAGE: Final = "stage/"


def stream_of(prefix: str, id_: str) -> str:
    """The name of the stream of a campaign or stage."""
    return prefix + id_


def id_of(stream: str) -> str:
    """The campaign or stage whose stream has this name."""
    return stream.partition("/")[2]


class Score(Record, frozen=True, kw_only=True):
    """What one participant reached in one match: place 1 is best, a shared first place is a draw.

    match: the match's id, empty for a bye. objectives, army_points_destroyed, army_points_left: of this match.
    """

    participant: str
    place: int
    shared: bool = False
    army_points_left: int = 0
    army_points_destroyed: int = 0
    objectives: int = 0
    match: str = ""


class CampaignEvent(Event, frozen=True, kw_only=True):
    """Base of the events of ``campaign/…`` and ``stage/…`` streams."""


class CampaignOpened(CampaignEvent, frozen=True, kw_only=True, tag="campaign.opened"):
    """A campaign begins. army_points: the total of every roster. seed: of its lots and, in a demo, of all chance."""

    campaign: str
    name: TypedText
    ruleset: str
    version: int
    variant: str
    army_points: int
    seed: str


class ParticipantEnrolled(CampaignEvent, frozen=True, kw_only=True, tag="campaign.participant_enrolled"):
    """Somebody takes part: a person, or a computer player of a level. roster: the game's own record, canonical JSON."""

    participant: str
    name: TypedText
    level: str
    roster: msgspec.Raw


NO_SCENARIO: Final = msgspec.Raw(b"null")


class StageOpened(CampaignEvent, frozen=True, kw_only=True, tag="stage.opened"):
    """A stage begins with these participants, in seeding order; ``order``: codes of the tie-breaks.

    scenario: the whole content of the file of the scenario that its matches are played in, canonical JSON; ``null``
    without one. Schema 2 has it.
    """

    schema = 2
    stage: str
    campaign: str
    format: str
    participants: tuple[str, ...]
    seed: str
    order: tuple[str, ...]
    scenario: msgspec.Raw = NO_SCENARIO


ROUND_ROBIN, SOLO = "round_robin", "solo"  # formats of stages: everyone meets everyone; each plays alone
HOME, AWAY = "A", "B"  # the seats of a table's two participants


class TablePaired(Record, frozen=True, kw_only=True):
    """Who plays at a table: two participants, or one who plays alone; no ``away`` and no match: a bye."""

    table: int
    home: str
    away: str | None = None
    match: str = ""


class RoundPublished(CampaignEvent, frozen=True, kw_only=True, tag="stage.round_published"):
    """The pairings of a round."""

    round: int
    tables: tuple[TablePaired, ...]


class ResultRecorded(CampaignEvent, frozen=True, kw_only=True, tag="stage.result_recorded"):
    """A match's confirmed result, taken from version ``version`` of its stream. Schema 2 counts objectives."""

    schema = 2
    match: str
    version: int
    scores: tuple[Score, ...]


CampaignEvents: TypeAlias = CampaignOpened | ParticipantEnrolled | StageOpened | RoundPublished | ResultRecorded


def _without_scenario(body: Plain) -> Plain:
    return body | {"scenario": None}


def _without_objectives(body: Plain) -> Plain:
    return body | {"scores": [score | {"objectives": 0} for score in body["scores"]]}


CODEC: Final = EventCodec[CampaignEvents](
    get_args(CampaignEvents),
    upcasts={("stage.result_recorded", 1): _without_objectives, ("stage.opened", 1): _without_scenario},
)


def body_of(event: CampaignEvents) -> tuple[str, int, bytes]:
    """Kind, schema and canonical JSON of an event."""
    return kind_of(event), event.schema, encode(event)
