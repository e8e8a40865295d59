"""The formats of pairing by the names that stages use: one protocol for all."""

from collections.abc import Mapping
from typing import Final

from campaigns.domain.pairings import elimination, groups, ladder, multi_table, round_robin, swiss
from campaigns.domain.pairings.protocol import Format

FORMATS: Final[Mapping[str, Format]] = {  # CAMP-STAGE-01, CAMP-PAIR-01
    "round_robin": round_robin.single,
    "double_round_robin": round_robin.double,
    "swiss": swiss.pair,
    "single_elimination": elimination.single,
    "double_elimination": elimination.double,
    "groups_knockout": groups.pair,
    "ladder": ladder.pair,
    "free_league": ladder.free_league,
}
MULTI_FORMATS: Final[Mapping[str, Format]] = {  # the same at tables of three to seven
    "swiss": multi_table.pair,
    "round_robin": multi_table.until_all_met,
    "free_league": ladder.free_tables,
}
