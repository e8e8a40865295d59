"""RUMOR: calls, fading, detection, the game master's use, and how rumors are made and grow. Pure functions."""

from collections.abc import Iterable, Mapping, Sequence
from typing import assert_never

from msgspec.structs import replace

from rules_engine.kernel.errors import RuleViolation
from rules_engine.kernel.messages import Id, Record
from rules_engine.kernel.rule_ids import RuleId
from rules_engine.kernel.typed_text import Typed
from rules_engine.sru.circles import copies, index_there
from rules_engine.sru.components import Adjective, Graph, Polarity, Rumor
from rules_engine.sru.rounding import half
from rules_engine.sru.rulings import Rulings

FIRST_POINT = 1  # of negative reputation, whatever `rumors.start_index` says (SRU-RULING-16, SRU-RULING-22)


def sides(rulings: Rulings) -> int:
    """How many sides the die of rumors has: SRU-RULING-01."""
    return int(rulings.rumors_die[1:])


# --- calls ------------------------------------------------------------------------------------------------------------


class Told(Record, frozen=True, kw_only=True):
    """A rumor that counts for a call, with its index in the circle that covers the call."""

    rumor: str
    index: int


class Heard(Record, frozen=True, kw_only=True):
    """What a die made of a rumor: whether it applies, with which sign, and what it adds to the score."""

    rumor: str
    index: int
    applies: bool
    sign: int
    modifier: int


class Scope(Record, frozen=True, kw_only=True):
    """Whose call it is, in which domain, and the circles that cover it, which are the game master's word."""

    character: str
    domain: str
    circles: tuple[str, ...]


def told(rumors: Iterable[Rumor], scope: Scope, graph: Graph, rulings: Rulings) -> tuple[Told, ...]:
    """The rumors that count for a call; where there are none, no die is rolled: SRU-RUMOR-15, SRU-RUMOR-16.

    Of several covering circles the highest index counts, once (SRU-RULING-14), and of rumors of one adjective the best
    (SRU-RULING-12). A rumor counts in its own domain (SRU-RULING-19).
    """
    best: dict[tuple[str, str], Told] = {}
    for rumor in rumors:
        bound = rulings.rumors_domain_bound and rumor.domain != scope.domain
        if rumor.character == scope.character and not bound:
            index = max((index_there(rumor, each, graph, rulings) for each in scope.circles), default=0)
            key = (rumor.domain, rumor.adjective)
            if index and (key not in best or index > best[key].index):
                best[key] = Told(rumor=rumor.id, index=index)
    return tuple(best.values())


def dice_of_call(counted: Sequence[Told], rulings: Rulings) -> int:
    """How many dice a call rolls: SRU-RULING-05."""
    return len(counted) if rulings.rumors_call_dice == "per_rumor" else min(1, len(counted))


def applies(index: int, face: int, rulings: Rulings) -> bool:
    """Whether a rumor applies: SRU-RUMOR-17, SRU-RULING-02."""
    return face <= index if rulings.rumors_apply_when == "lte" else face < index


def sign(rumor: Rumor, signs: Mapping[str, int], rulings: Rulings) -> int:
    """+1 or -1, the rumor's polarity unless the game master turns it for this use: SRU-RUMOR-18, SRU-RULING-07.

    signs: rumor id → what the game master chose. Errors: RuleViolation (SRU-RULING-07) where polarity ``depends`` and
    nothing was chosen, or something was turned that a league keeps fixed.
    """
    usual = {"positive": 1, "negative": -1, "depends": 0}[rumor.polarity]
    chosen = signs.get(rumor.id, usual)
    if chosen not in {1, -1} or (usual and chosen != usual and rulings.rumors_sign == "fixed"):
        raise RuleViolation(RuleId("SRU-RULING-07"), rumor=rumor.adjective)
    return chosen


def call(
    counted: Sequence[Told],
    rumors: Mapping[str, Rumor],
    faces: Sequence[int],
    *,
    signs: Mapping[str, int],
    rulings: Rulings,
) -> tuple[Heard, ...]:
    """What the die (or dice, one a rumor) make of a call's rumors: SRU-RUMOR-16 to SRU-RUMOR-18, SRU-RULING-04.

    Errors: as of `sign`.
    """
    each = faces if rulings.rumors_call_dice == "per_rumor" else [faces[0]] * len(counted)
    heard = []
    for entry, face in zip(counted, each, strict=True):
        works, turned = applies(entry.index, face, rulings), sign(rumors[entry.rumor], signs, rulings)
        amount = turned * half(entry.index, rulings.rumors_half_rounding) if works else 0
        heard.append(Heard(rumor=entry.rumor, index=entry.index, applies=works, sign=turned, modifier=amount))
    return tuple(heard)


def total(heard: Sequence[Heard], rulings: Rulings) -> int:
    """What a call's rumors add to the score together: SRU-RULING-06, SRU-RULING-08."""
    amounts = [entry.modifier for entry in heard]
    best, worst = max(0, *amounts, 0), min(0, *amounts, 0)
    match rulings.rumors_stacking:
        case "sum":
            return sum(amounts)
        case "best_and_worst":
            return best + worst
        case "strongest":
            return 0 if best == -worst else best if best > -worst else worst
        case _:
            assert_never(rulings.rumors_stacking)


# --- fading -----------------------------------------------------------------------------------------------------------


def fade(rumor: Rumor, face: int, rulings: Rulings) -> Rumor:
    """A rumor after its die at a session's start: SRU-RUMOR-21, SRU-RUMOR-22, SRU-RULING-03; at 0 it is gone."""
    fades = face >= rumor.index if rulings.rumors_fade_when == "gte" else face > rumor.index
    if not fades:
        return rumor
    index = rumor.index - 1
    return replace(rumor, index=index, state="active" if index else "faded")


def fading(rumors: Iterable[Rumor], participants: Iterable[str], session: str, rulings: Rulings) -> tuple[str, ...]:
    """The rumors that roll at a session's start: by character, then by creation (section 6.2, step 2).

    Rules: SRU-RULING-17, SRU-RULING-18: a rumor made during the event does not roll in it.
    """
    if rulings.rumors_fade_mode == "off":
        return ()
    taking_part = set(participants)
    rolling = [
        rumor
        for rumor in rumors
        if rumor.state == "active"
        and rumor.session != session
        and (rumor.character in taking_part or rulings.rumors_fade_scope == "all_active")
    ]
    return tuple(rumor.id for rumor in sorted(rolling, key=lambda rumor: rumor.character))


def fades_again(played: int, rulings: Rulings) -> bool:
    """Whether rumors roll before another game of an event that has ``played`` so many: SRU-RULING-18 `session_unit`."""
    return played == 0 or rulings.session_unit == "game"


# --- other uses -------------------------------------------------------------------------------------------------------


def detection(base: int, counted: Sequence[int], rulings: Rulings) -> int:
    """The detection score of a planned run, a point for every two of rumor: SRU-RUMOR-19, SRU-RULING-20.

    base: entered by hand. counted: the indices that the game master picked, each in its circle.
    """
    if rulings.rumors_detection_basis == "total":
        return base + sum(counted) // 2
    return base + sum(index // 2 for index in counted)


def gm_amount(index: int, rulings: Rulings) -> int | None:
    """What is proposed when the game master uses a rumor elsewhere: SRU-RUMOR-20, SRU-RULING-21; None: nothing."""
    return index // 2 if rulings.rumors_gm_amount == "half" else None


# --- making -----------------------------------------------------------------------------------------------------------


class Deed(Record, frozen=True, kw_only=True):
    """What earns a character a rumor (SRU-RUMOR-07): the three elements (SRU-RUMOR-08), domain, sign and how much."""

    character: Id
    domain: Id
    circle: Id
    adjective: Adjective
    index: int | None
    polarity: Polarity = "positive"
    origin: Typed = ""


def earn(rumors: Iterable[Rumor], deed: Deed, rumor_id: str, *, session: str, rulings: Rulings) -> Rumor:
    """The rumor after a deed: the same one raised, or a new one called ``rumor_id``: SRU-RUMOR-07 to SRU-RUMOR-11.

    Rules: SRU-RULING-15 (gains past the maximum are lost), SRU-RULING-16.
    Errors: RuleViolation (SRU-RUMOR-08) where circle, adjective, domain or index is missing.
    """
    missing = [name for name in ("circle", "adjective", "domain", "index") if not getattr(deed, name)]
    if missing or deed.index is None:
        raise RuleViolation(RuleId("SRU-RUMOR-08"), reason="rumor_incomplete", missing=missing[0])
    same = same_rumor(rumors, deed) if rulings.rumors_merge_same_adjective else None
    if same is not None:
        return replace(same, index=min(rulings.rumors_max_index, same.index + deed.index))
    return Rumor(
        id=rumor_id, character=deed.character, domain=deed.domain, circle=deed.circle, adjective=deed.adjective,
        index=min(rulings.rumors_max_index, deed.index), polarity=deed.polarity, origin=deed.origin, session=session,
    )  # fmt: skip


def same_rumor(rumors: Iterable[Rumor], deed: Deed) -> Rumor | None:
    """The active rumor of the same character, domain, circle and adjective (SRU-RULING-16)."""
    key = (deed.character, deed.domain, deed.circle, deed.adjective)
    for rumor in rumors:
        if rumor.state == "active" and (rumor.character, rumor.domain, rumor.circle, rumor.adjective) == key:
            return rumor
    return None


def spread(rumor: Rumor, rumors: Iterable[Rumor], graph: Graph, rulings: Rulings) -> tuple[Rumor, ...]:
    """The rumors of their own that a new or grown rumor leaves in other circles (SRU-RULING-13 ``own_copies``).

    A circle that tells as much of it already keeps what it has.
    """
    there = {each.id: each.index for each in rumors if each.state == "active"}
    return tuple(each for each in copies(rumor, graph, rulings) if each.index > there.get(each.id, 0))


def negative_point(rumors: Iterable[Rumor], deed: Deed, rumor_id: str, *, session: str, rulings: Rulings) -> Rumor:
    """A point of negative reputation as a rumor, which starts at 1: SRU-COMP-06, SRU-RULING-22."""
    point = replace(deed, index=FIRST_POINT, polarity="negative")
    return earn(
        (rumor for rumor in rumors if rumor.polarity == "negative"), point, rumor_id, session=session, rulings=rulings
    )
