"""What settles a tie when no result does: a lot that was fixed beforehand, or the organizer's word."""

from hashlib import sha256

from campaigns.domain.tiebreaks.field import Field, Part, Parts
from campaigns.domain.tiebreaks.outings import Who

LOT_BYTES = 6


def lot(field: Field, who: Who) -> Parts:
    """`lot`: a number that the stage's seed and the pairing number fix: nobody can draw it again.

    Rules: CAMP-TIE-44, CAMP-STAGE-08, CAMP-RULING-72, CAMP-RULING-84.
    """
    return [Part(worth=int.from_bytes(sha256(f"{field.results.seed}/{who + 1}".encode()).digest()[:LOT_BYTES]))]


def decided(field: Field, who: Who) -> Parts:
    """`decided`: an order that the organizer set for a tie; who is not named stands below, and keeps the tie.

    Rules: CAMP-TIE-45. Who is named in several orders has the place of the last.
    """
    own = field.results.participants[who]
    order = next((order for order in reversed(field.results.decided) if own in order), ())
    return [Part(worth=len(order) - order.index(own))] if order else []
