"""The shape of a bracket: which places it has, and whose winners and losers come to each; nobody plays in here."""

from collections.abc import Iterator
from typing import TypeAlias

import msgspec

from campaigns.domain.pairings.protocol import Options


class Seed(msgspec.Struct, frozen=True):
    """A place's participant is the seed of this number; one past the last is a bye."""

    number: int


class WinnerOf(msgspec.Struct, frozen=True):
    """A place's participant is whoever wins at another."""

    place: str


class LoserOf(msgspec.Struct, frozen=True):
    """A place's participant is whoever loses at another."""

    place: str


Source: TypeAlias = Seed | WinnerOf | LoserOf


class Place(msgspec.Struct, frozen=True, kw_only=True):
    """One match of a bracket: ``upper-1-2`` is the second of the upper bracket's first round."""

    name: str
    sources: tuple[Source, Source]


FINAL, SECOND_FINAL, THIRD = "final", "second-final", "third-place"


def unfolded(size: int) -> tuple[int, ...]:
    """The order of seeds in a bracket of a power of two; neighbours meet (CAMP-ELIM-01)."""
    seeds = [1]
    while len(seeds) < size:
        seeds = [seed for one in seeds for seed in (one, 2 * len(seeds) + 1 - one)]
    return tuple(seeds)


def size_for(participants: int) -> int:
    """The smallest power of two that holds all (CAMP-ELIM-01)."""
    return 1 << (participants - 1).bit_length()


def upper(round_number: int, match: int) -> str:
    """The name of a place of the upper bracket, or of the only one."""
    return f"upper-{round_number}-{match}"


def lower(round_number: int, match: int) -> str:
    """The name of a place of the lower bracket."""
    return f"lower-{round_number}-{match}"


def single(participants: int, options: Options) -> tuple[Place, ...]:
    """The places of a single elimination, in the order in which they can be played.

    Rules: CAMP-ELIM-01, CAMP-ELIM-03, CAMP-ELIM-05 as CAMP-RULING-31. participants: two or more.
    """
    rounds = size_for(participants).bit_length() - 1
    places = list(_upper(rounds))
    if options.third_place and rounds > 1:
        semifinals = (LoserOf(upper(rounds - 1, 1)), LoserOf(upper(rounds - 1, 2)))
        places.insert(-1, Place(name=THIRD, sources=semifinals))
    return tuple(places)


def double(participants: int, options: Options) -> tuple[Place, ...]:
    """The places of a double elimination, in the order in which they can be played; a second final is the last.

    Rules: CAMP-ELIM-07 to CAMP-ELIM-10, CAMP-RULING-35. participants: two or more.
    """
    rounds = size_for(participants).bit_length() - 1
    last_lower = WinnerOf(lower(2 * rounds - 2, 1)) if rounds > 1 else LoserOf(upper(1, 1))
    final = Place(name=FINAL, sources=(WinnerOf(upper(rounds, 1)), last_lower))
    return (*_upper(rounds), *_lower(rounds, options), final)


def _upper(rounds: int) -> Iterator[Place]:
    seeds = unfolded(1 << rounds)
    for match in range(len(seeds) // 2):
        yield Place(name=upper(1, match + 1), sources=(Seed(seeds[2 * match]), Seed(seeds[2 * match + 1])))
    for number in range(2, rounds + 1):
        for match in range(1, (1 << (rounds - number)) + 1):
            sources = (WinnerOf(upper(number - 1, 2 * match - 1)), WinnerOf(upper(number - 1, 2 * match)))
            yield Place(name=upper(number, match), sources=sources)


def _lower(rounds: int, options: Options) -> Iterator[Place]:
    """Lower rounds 1 … 2(k − 1): losers of the first round among themselves, then survivors and new losers in turn."""
    for number in range(1, 2 * rounds - 1):
        matches = 1 << (rounds - 1 - (number + 1) // 2)
        for match in range(1, matches + 1):
            yield Place(name=lower(number, match), sources=_lower_sources(number, match, matches, options))


def _lower_sources(number: int, match: int, matches: int, options: Options) -> tuple[Source, Source]:
    if number == 1:
        return LoserOf(upper(1, 2 * match - 1)), LoserOf(upper(1, 2 * match))
    if number % 2:
        return WinnerOf(lower(number - 1, 2 * match - 1)), WinnerOf(lower(number - 1, 2 * match))
    is_reversed = options.lower_bracket_order == "alternate" and number % 4 == 2
    entering = matches + 1 - match if is_reversed else match
    return WinnerOf(lower(number - 1, match)), LoserOf(upper(number // 2 + 1, entering))
