"""Standings: participants sorted by an ordered list of numbers, each number shown, each tie explained."""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise

import msgspec

from campaigns.domain.scoring import verdict
from campaigns.domain.tiebreaks import LEAGUE_ORDER, TIE_BREAKS, Results
from campaigns.events import Score


class Standing(msgspec.Struct, frozen=True, kw_only=True):
    """One participant's rank and why.

    numbers: one for each code of ``order``, in that order. decided_by: the code that put this participant below the one
    before, empty for the first and for an equal rank.
    """

    participant: str
    rank: int
    numbers: tuple[int, ...]
    decided_by: str
    played: int
    won: int
    drawn: int
    lost: int


def standings(
    participants: Sequence[str], scores: Iterable[Score], *, seed: str, order: Sequence[str] = LEAGUE_ORDER
) -> tuple[Standing, ...]:
    """Rank all participants; those whose numbers are all equal share a rank.

    participants: ids in seeding order. scores: one for each participant and finished match or bye, in any order.
    order: codes of ``TIE_BREAKS``.
    Errors: KeyError for a score of somebody who does not take part, or an unknown code.
    """
    by: dict[str, list[Score]] = {participant: [] for participant in participants}
    for score in scores:
        by[score.participant].append(score)
    seeding = {who: number for number, who in enumerate(participants, start=1)}
    results = Results(scores=by, seeding=seeding, seed=seed)
    numbers = {who: tuple(TIE_BREAKS[code](who, results) for code in order) for who in participants}
    ranked = sorted(participants, key=lambda who: (tuple(-number for number in numbers[who]), who))
    found: list[Standing] = []
    for place, (before, who) in enumerate(pairwise([None, *ranked]), start=1):
        assert who is not None, "only the first of the pairs has nobody before"
        decided_by = _decided_by(numbers[before], numbers[who], order) if before else ""
        tied = bool(before) and not decided_by
        verdicts = Counter(map(verdict, by[who]))
        found.append(
            Standing(
                participant=who,
                rank=found[-1].rank if tied else place,
                numbers=numbers[who],
                decided_by=decided_by,
                played=verdicts["win"] + verdicts["draw"] + verdicts["loss"],
                won=verdicts["win"],
                drawn=verdicts["draw"],
                lost=verdicts["loss"],
            )
        )
    return tuple(found)


def _decided_by(above: tuple[int, ...], below: tuple[int, ...], order: Sequence[str]) -> str:
    return next((code for code, one, other in zip(order, above, below, strict=True) if one != other), "")
