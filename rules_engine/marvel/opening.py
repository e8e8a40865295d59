"""A setup → the first state: characters with full endurance, scenery with all its structure points."""

from rules_engine.marvel.setup import CharacterSetup, ScenerySetup, Setup
from rules_engine.marvel.state import Character, MatchState, SceneryInPlay


def opened(setup: Setup, bag: tuple[tuple[str, int], ...], to_deploy: tuple[str, ...]) -> MatchState:
    """The state after the opening event (section 17, State)."""
    return MatchState(
        setup=setup,
        characters=tuple(_enter(entry, team.id) for team in setup.teams for entry in team.characters),
        scenery=tuple(_stand(entry) for entry in setup.scenery),
        bag=bag,
        to_deploy=to_deploy,
        ply=1,
    )


def _enter(entry: CharacterSetup, team: str) -> Character:
    place = entry.place
    return Character(
        id=entry.id,
        team=team,
        seat=entry.seat,
        card=entry.card,
        endurance=entry.card.endurance.total,
        place=place,
        elevation=place.level if place else entry.elevation,
        deployed=entry.deployed or place is not None,
    )


def _stand(entry: ScenerySetup) -> SceneryInPlay:
    piece = entry.piece
    return SceneryInPlay(id=piece.id, piece=piece, sp=piece.sp, outline=entry.outline, floor=entry.floor)
