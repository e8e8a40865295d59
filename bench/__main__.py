"""``python -m bench``: every figure beside its yardstick, as a table and as JSON."""

import argparse
import platform
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Final

import msgspec

from bench import servers
from bench.harness import FULL, QUICK, Figure, Options, Setting, table

RESULTS: Final = Path(__file__).parent / "results.json"
ROWS: Final = {  # module of bench.rows → the rows of the table that it measures
    "appending": (1, 2, 3),
    "writers": (4,),
    "rebuilding": (5,),
    "coding": (6,),
    "folding": (7,),
    "stepping": (8,),
    "matches": (9,),
    "attack_tables": (10,),
    "players": (11,),
    "verifying": (12,),
    "games": (13,),
}


def main() -> None:
    """Measure the rows that were asked for, print the table, write the results."""
    options, rows = _arguments()
    figures = []
    for figure in _measured(options, rows):
        figures.append(figure)
        print(f"  row {figure.row}: {figure.what}", flush=True)  # a run takes minutes
    print("\n".join(table(figures)))
    results = {"python": platform.python_version(), "machine": platform.platform(), "options": options, "rows": figures}
    RESULTS.write_bytes(msgspec.json.format(msgspec.json.encode(results)))


def _arguments() -> tuple[Options, frozenset[int]]:
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    size = parser.add_mutually_exclusive_group()
    size.add_argument("--quick", action="store_true", help="a look: fewer and shorter rounds")
    size.add_argument("--full", action="store_true", help="the full counts: 200 matches, a million events")
    parser.add_argument("--matches", type=int, help="between two levels of computer players")
    parser.add_argument("--rows", help="only these, as in 1,2,12", default="")
    given = parser.parse_args()
    options = QUICK if given.quick else FULL if given.full else Options()
    if given.matches:
        options = msgspec.structs.replace(options, matches=given.matches)
    every = frozenset(row for rows in ROWS.values() for row in rows)
    return options, frozenset(map(int, given.rows.split(","))) if given.rows else every


def _measured(options: Options, rows: frozenset[int]) -> Iterator[Figure]:
    with servers.postgresql() as url:
        servers.connect(url)
        servers.migrate()
        for module, measures in ROWS.items():
            if rows.intersection(measures):  # imported here, as models want Django set up
                yield from import_module(f"bench.rows.{module}").measure(Setting(options, url))


if __name__ == "__main__":
    main()
