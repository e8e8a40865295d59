from typing import Any

import pytest

from campaigns.domain.pairings import bracket
from campaigns.domain.pairings.bracket import LoserOf, Seed, WinnerOf
from campaigns.domain.pairings.protocol import Options
from tests.support.pairings import rows


@pytest.mark.parametrize("row", rows("elimination", "seeds"))
def test_camp_elim_01_seeds_are_placed_by_unfolding(row: dict[str, Any]) -> None:
    assert {size: list(bracket.unfolded(int(size))) for size in row["seeds"]} == row["seeds"]


@pytest.mark.parametrize(("count", "size"), [(2, 2), (3, 4), (8, 8), (9, 16), (64, 64)])
def test_camp_elim_01_the_bracket_is_the_smallest_power_of_two(count: int, size: int) -> None:
    assert bracket.size_for(count) == size


@pytest.mark.parametrize("shape", [bracket.single, bracket.double])
@pytest.mark.parametrize("count", range(2, 65))
def test_camp_elim_07_and_elim_08_every_place_is_fed_once_by_a_place_before_it(shape: Any, count: int) -> None:
    places = shape(count, Options())
    seen: set[str] = set()
    sources = []
    for place in places:
        for source in place.sources:
            assert isinstance(source, Seed) or source.place in seen
            sources.append(source)
        seen.add(place.name)
    assert len(set(sources)) == len(sources)
    assert len(seen) == len(places)
    seeds = sorted(source.number for source in sources if isinstance(source, Seed))
    assert seeds == list(range(1, bracket.size_for(count) + 1))
    assert {source.place for source in sources if isinstance(source, WinnerOf)} == seen - {
        places[-1].name,
        bracket.THIRD,
    }
    if shape is bracket.double:
        losers = {source.place for source in sources if isinstance(source, LoserOf)}
        assert losers == {name for name in seen if name.startswith("upper")}
