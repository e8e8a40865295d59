"""Tie-breaks from opponents' results by FIDE C.07: the Buchholz family, Sonneborn-Berger, Koya, mean ratings."""

from collections.abc import Sequence

from msgspec.structs import replace

from campaigns.domain.numbers import Number
from campaigns.domain.scoring import PLAYED
from campaigns.domain.tiebreaks.field import Field, Part, Parts, PartsOf, mean_of
from campaigns.domain.tiebreaks.outings import Who


def buchholz(field: Field, who: Who) -> Parts:
    """`buchholz`, TRF `BH`: the adjusted scores of all opponents, dummies for unplayed rounds (C.07, article 8.1).

    Rules: CAMP-TIE-17; CAMP-TIE-05 and CAMP-TIE-06 by edition. In go: SOS.
    """
    return field.contests[who]


def sonneborn_berger(field: Field, who: Who) -> Parts:
    """`sonneborn_berger`, TRF `SB`: each opponent's adjusted score times the points against them (C.07, article 9.1).

    Rules: CAMP-TIE-22; CAMP-TIE-05 and CAMP-TIE-06 by edition.
    """
    return [replace(part, worth=part.score * part.points) for part in field.contests[who]]


def fore_buchholz(field: Field, who: Who) -> Parts:
    """`fore_buchholz`, TRF `FB`: Buchholz as if every match paired in the last round were a draw (C.07, article 8.3).

    Rules: CAMP-TIE-20.
    """
    return buchholz(field.last_round_drawn, who)


def average_buchholz(field: Field, who: Who) -> Parts:
    """`average_buchholz`, TRF `AOB`: the mean of the Buchholz values of the opponents met (C.07, article 8.2).

    Rules: CAMP-TIE-21.
    """
    return _of_opponents(field, who, field.each(buchholz))


def average_fore_buchholz(field: Field, who: Who) -> Parts:
    """`average_fore_buchholz`, TRF `AOB/F`: the mean of their fore Buchholz values (C.07 of 2026, article 8.2).

    Rules: CAMP-TIE-21.
    """
    return _of_opponents(field, who, field.each(fore_buchholz))


def koya(field: Field, who: Who) -> Parts:
    """`koya`, TRF `KS`: the points against those who have at least half of what was possible (C.07, article 9.2).

    Rules: CAMP-TIE-26, CAMP-RULING-62 (`koya_steps` moves the limit by halves of a win, article 14.5).
    """
    return [
        replace(part, worth=part.points)
        for part in field.contests[who]
        if part.opponent is not None and _qualifies(field, part.opponent)
    ]


def average_rating(field: Field, who: Who) -> Parts:
    """`average_rating`, TRF `ARO`: the mean rating, at the start of the stage, of opponents met (C.07, article 10.1).

    Rules: CAMP-TIE-30; CAMP-TIE-08 (edition 2026 leaves forfeits out, 2024 counts them in round robins). Who has no
    rating is left out; ``rounded_mean`` makes a whole number of it.
    """
    ratings, ids = field.results.ratings, field.results.participants
    return [
        Part(worth=ratings[ids[opponent]], round=outing.round, match=outing.match, opponent=opponent)
        for outing in field.matches(who)
        if outing.outcome in PLAYED or field.edition == 2024
        for opponent in outing.opponents
        if ids[opponent] in ratings
    ]


def rounded_mean(parts: Parts) -> Number:
    """The mean as a whole number, halves rounded up (CAMP-TIE-30)."""
    mean = mean_of(parts)
    return (2 * mean.numerator + mean.denominator) // (2 * mean.denominator)


def cut(parts_of: PartsOf, least: int, greatest: int = 0) -> PartsOf:
    """The tie-break without that many of the least contributions, then of the greatest (C.07, articles 14.1 to 14.4).

    Rules: CAMP-TIE-07, CAMP-TIE-18, CAMP-TIE-19, CAMP-TIE-23.
    """

    def parts(field: Field, who: Who) -> Parts:
        found = list(parts_of(field, who))
        for _ in range(least):
            _cut(found, _least(found))
        for _ in range(greatest):
            _cut(found, _greatest(found))
        return found

    return parts


def _cut(parts: Parts, at: int) -> None:
    """Cut a contribution; the last one is never cut."""
    if sum(not part.cut for part in parts) > 1:
        parts[at] = replace(parts[at], cut=True)


def _least(parts: Sequence[Part]) -> int:
    """Which contribution a cut takes: of the lowest score, or of a voluntary unplayed round if worth no less.

    Rules: CAMP-TIE-07 (C.07, articles 14.1 and 16.5).
    """
    left = [at for at, part in enumerate(parts) if not part.cut]
    lowest = min(left, key=lambda at: (parts[at].score, parts[at].worth), default=0)
    voluntary = [at for at in left if parts[at].voluntary]
    smallest = min(voluntary, key=lambda at: parts[at].worth, default=lowest)
    return smallest if parts and parts[smallest].worth >= parts[lowest].worth else lowest


def _greatest(parts: Sequence[Part]) -> int:
    left = [at for at, part in enumerate(parts) if not part.cut]
    return max(left, key=lambda at: (parts[at].score, parts[at].worth), default=0)


def _qualifies(field: Field, opponent: Who) -> bool:
    """Whether somebody's points are at least half of what the most is, or moved by halves of a win (CAMP-RULING-62)."""
    halves = len(field.rounds[opponent]) + field.rulings.koya_steps
    return 2 * field.points[opponent] >= field.win * halves


def _of_opponents(field: Field, who: Who, numbers: Sequence[Number]) -> Parts:
    return [
        Part(worth=numbers[opponent], round=outing.round, match=outing.match, opponent=opponent)
        for outing in field.matches(who)
        for opponent in outing.opponents
    ]
