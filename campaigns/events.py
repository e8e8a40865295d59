"""What can have happened in a campaign; people and names are ids, their texts lie in the ledger's table of texts."""

from typing import ClassVar, TypeAlias, get_args

import msgspec

from rules_engine.kernel.codec import encode
from rules_engine.kernel.errors import UnknownEventType


class Score(msgspec.Struct, frozen=True, kw_only=True):
    """What one participant reached in one match: place 1 is best, a shared first place is a draw.

    match: the match's id, empty for a bye. army_points_destroyed, army_points_left: of this match.
    """

    participant: str
    place: int
    shared: bool = False
    army_points_left: int = 0
    army_points_destroyed: int = 0
    match: str = ""


class TextOf(msgspec.Struct, frozen=True, kw_only=True):
    """A text that a person typed: its id, and the salted hash that proves it while it is kept."""

    id: str
    hash: str


class CampaignEvent(msgspec.Struct, frozen=True, kw_only=True, tag_field="kind"):
    """Base of the events of ``campaign/…`` and ``stage/…`` streams."""

    schema: ClassVar[int] = 1


class CampaignOpened(CampaignEvent, frozen=True, kw_only=True, tag="campaign.opened"):
    """A campaign begins. army_points: the total of every roster. seed: of its lots and, in a demo, of all chance."""

    campaign: str
    name: TextOf
    ruleset: str
    version: int
    variant: str
    army_points: int
    seed: str


class ParticipantEnrolled(CampaignEvent, frozen=True, kw_only=True, tag="campaign.participant_enrolled"):
    """Somebody takes part: a person, or a computer player of a level. roster: the game's own record, canonical JSON."""

    participant: str
    name: TextOf
    level: str
    roster: msgspec.Raw


class StageOpened(CampaignEvent, frozen=True, kw_only=True, tag="stage.opened"):
    """A stage begins with these participants, in seeding order; ``order``: codes of the tie-breaks."""

    stage: str
    campaign: str
    format: str
    participants: tuple[str, ...]
    seed: str
    order: tuple[str, ...]


HOME, AWAY = "A", "B"  # the seats of a table's two participants


class TablePaired(msgspec.Struct, frozen=True, kw_only=True):
    """Who plays whom at a table; no ``away`` and no match: a bye."""

    table: int
    home: str
    away: str | None = None
    match: str = ""


class RoundPublished(CampaignEvent, frozen=True, kw_only=True, tag="stage.round_published"):
    """The pairings of a round."""

    round: int
    tables: tuple[TablePaired, ...]


class ResultRecorded(CampaignEvent, frozen=True, kw_only=True, tag="stage.result_recorded"):
    """A match's confirmed result, taken from version ``version`` of its stream."""

    match: str
    version: int
    scores: tuple[Score, ...]


CampaignEvents: TypeAlias = CampaignOpened | ParticipantEnrolled | StageOpened | RoundPublished | ResultRecorded
TYPES = {str(type_.__struct_config__.tag): type_ for type_ in get_args(CampaignEvents)}


def decode(kind: str, schema: int, body: bytes) -> CampaignEvents:
    """The event in a stored body. Raises UnknownEventType."""
    type_ = TYPES.get(kind)
    if type_ is None or schema != type_.schema:
        raise UnknownEventType(f"There is no event {kind} with schema {schema} in campaigns.")
    event: CampaignEvents = msgspec.json.decode(body, type=type_)
    return event


def body_of(event: CampaignEvents) -> tuple[str, int, bytes]:
    """Kind, schema and canonical JSON of an event."""
    return str(event.__struct_config__.tag), event.schema, encode(event)
