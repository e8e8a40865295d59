"""Ratings across campaigns: OpenSkill's Plackett-Luce model, computed from results and never stored as events.

The formulas are those of Weng and Lin (JMLR 12, 2011) as openskill 6.2.0 has them. Floating point stays inside; what
goes out is whole numbers: millionths, and hundredths of an ordinal.
"""

from collections.abc import Iterable, Mapping, Sequence
from math import exp, hypot, sqrt
from types import MappingProxyType
from typing import Final

import msgspec

MU: Final = 25.0
SIGMA: Final = 25 / 3
BETA: Final = 25 / 6
KAPPA: Final = 0.0001
TAU: Final = 25 / 300
MILLION: Final = 1_000_000
LEAST_MATCHES: Final = 5  # CAMP-RULING-75


class Side(msgspec.Struct, frozen=True):
    """Who plays together, and their place; equal places are a draw (CAMP-RATE-03)."""

    people: tuple[str, ...]
    place: int


class RatedMatch(msgspec.Struct, frozen=True, kw_only=True):
    """A match that was played. order: that of its first result that counts; corrections keep it (CAMP-RATE-04)."""

    match: str
    order: int
    sides: tuple[Side, ...]


class Rating(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody's rating: mean and deviation in millionths, and how many matches were rated."""

    mu: int = round(MU * MILLION)
    sigma: int = round(SIGMA * MILLION)
    matches: int = 0

    @property
    def ordinal(self) -> int:
        """What is shown and sorted by: μ − 3σ in hundredths, halves away from zero.

        Rules: CAMP-RATE-06.
        """
        value = self.mu - 3 * self.sigma
        hundredths = (abs(value) + MILLION // 200) // (MILLION // 100)
        return hundredths if value >= 0 else -hundredths

    @property
    def is_provisional(self) -> bool:
        """Whether too few matches were rated.

        Rules: CAMP-RATE-06, CAMP-RULING-75.
        """
        return self.matches < LEAST_MATCHES


class _Skill(msgspec.Struct, frozen=True):
    mu: float = MU
    sigma: float = SIGMA
    matches: int = 0


NOBODY: Final[Mapping[str, Rating]] = MappingProxyType({})


def rate(
    matches: Iterable[RatedMatch], *, before: Mapping[str, Rating] = NOBODY, tau: float = TAU
) -> dict[str, Rating]:
    """Everyone's rating after these matches, in whatever order they are handed in.

    Rules: CAMP-RATE-01, CAMP-RATE-03, CAMP-RATE-04, CAMP-RATE-05, CAMP-RULING-79. Matches with fewer than two sides are
    left out. before: ratings to go on from, nobody's for all results of a pool. tau: what a deviation grows by before
    each match.
    """
    skills = {who: _Skill(each.mu / MILLION, each.sigma / MILLION, each.matches) for who, each in before.items()}
    for match in sorted(matches, key=lambda match: (match.order, match.match)):
        if len(match.sides) > 1:
            skills.update(_after(match.sides, skills, tau))
    return {who: _rounded(skill) for who, skill in skills.items()}


def start_from(ratings: Mapping[str, Rating]) -> list[str]:
    """People by rating, the highest ordinal first, equal ones by id: a seeding order (CAMP-ENROL-17, CAMP-RATE-08)."""
    return sorted(ratings, key=lambda who: (-ratings[who].ordinal, who))


def _rounded(skill: _Skill) -> Rating:
    return Rating(mu=round(skill.mu * MILLION), sigma=round(skill.sigma * MILLION), matches=skill.matches)


def _after(sides: Sequence[Side], skills: Mapping[str, _Skill], tau: float) -> dict[str, _Skill]:
    """Everyone's skill after a match of these sides."""
    teams = [[_grown(skills.get(who, _Skill()), tau) for who in side.people] for side in sides]
    means = [sum(skill.mu for skill in team) for team in teams]
    variances = [sum(skill.sigma**2 for skill in team) for team in teams]
    scale = sqrt(sum(variance + BETA**2 for variance in variances))
    strengths = [exp(mean / scale) for mean in means]
    found = {}
    for number, (side, team) in enumerate(zip(sides, teams, strict=True)):
        omega, delta = _moved(number, [each.place for each in sides], strengths)
        variance = variances[number]
        omega *= variance / scale
        delta *= variance / scale**2 * sqrt(variance) / scale
        for who, skill in zip(side.people, team, strict=True):
            share = skill.sigma**2 / variance
            sigma = skill.sigma * sqrt(max(1 - share * delta, KAPPA))
            found[who] = _Skill(skill.mu + share * omega, sigma, skill.matches + 1)
    return found


def _grown(skill: _Skill, tau: float) -> _Skill:
    return _Skill(skill.mu, hypot(skill.sigma, tau), skill.matches)


def _moved(number: int, places: Sequence[int], strengths: Sequence[float]) -> tuple[float, float]:
    """How far a side's mean and variance move, before they are scaled: sums over the sides that are not behind it."""
    omega = delta = 0.0
    for other, place in enumerate(places):
        if place > places[number]:
            continue
        tied = places.count(place)
        behind = sum(strength for strength, theirs in zip(strengths, places, strict=True) if theirs >= place)
        chance = strengths[number] / behind
        omega += ((other == number) - chance) / tied
        delta += chance * (1 - chance) / tied
    return omega, delta
