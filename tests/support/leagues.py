"""Leagues of the tiny game, whose fencers stand in for the rosters of any game."""

import uuid
from collections.abc import Iterator
from pathlib import Path
from uuid import UUID

import pytest

from campaigns import queries
from campaigns.services import catalogs, leagues
from campaigns.subscribers import COUNTS, record_results, refresh_standings
from ledger import queries as ledger_queries
from matches.services import computer
from rules_engine.registry import ruleset
from tests.support import tiny_game  # noqa: F401 -- registers itself

ACTOR = "organizer"
FENCERS = {"foil": 6, "sabre": 6, "broom": 1}


def new_id() -> str:
    return str(uuid.uuid4())


@pytest.fixture
def tiny_catalog(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A folder of catalogs that holds the tiny game's alone."""
    lines = "\n".join(f"  {slug}: {points}" for slug, points in FENCERS.items())
    (tmp_path / "tiny-sample.yaml").write_text(f"fencers:\n{lines}\n")
    monkeypatch.setattr(catalogs, "FOLDER", tmp_path)
    catalogs._sample.cache_clear()
    yield
    catalogs._sample.cache_clear()


def open_league(name: str = "Low Tide League", seed: str = "7") -> str:
    tiny = ruleset("tiny", 1, "plain")
    return leagues.open_campaign(new_id(), ACTOR, name=name, ruleset=tiny, army_points=6, seed=seed)


def enrol(campaign: str, name: str, *, fencer: str = "foil", level: str = "random") -> str:
    newcomer = leagues.NewParticipant(name=name, roster={"fencer": fencer}, level=level)
    return leagues.enrol(campaign, new_id(), ACTOR, newcomer)


def league_of(*names: str, seed: str = "7") -> tuple[str, str]:
    """A campaign with a paired round robin: its id and the stage's."""
    campaign = open_league(seed=seed)
    people = [enrol(campaign, name) for name in names]
    return campaign, leagues.open_round_robin(campaign, new_id(), ACTOR, people)


def play(stage: str) -> None:
    """Play every match of a stage as its tasks would, and let the league hear of it."""
    for table in queries.tables(stage):
        if table.match:
            computer.play(UUID(table.match))
            hear(table.match)
    refresh_standings(ledger_queries.read_stream(f"stage/{stage}"))


def hear(match: str) -> None:
    """Hand the league what it wants of a match's events."""
    record_results([event for event in ledger_queries.read_stream(f"match/{match}") if event.kind in COUNTS])
