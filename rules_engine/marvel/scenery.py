"""Damage to scenery (MARVEL-SCEN): what a piece absorbs, and its end."""

from rules_engine.marvel import falling
from rules_engine.marvel.components import DamageKind
from rules_engine.marvel.events import SceneryDamaged, SceneryDestroyed
from rules_engine.marvel.rulings import Rulings
from rules_engine.marvel.state import SceneryInPlay
from rules_engine.marvel.story import Story


def taken(piece: SceneryInPlay, damage: int, kind: DamageKind, rulings: Rulings) -> int:
    """What damage takes off a piece's structure points: less its DA, nothing of a nature that scenery is immune to.

    Rules: MARVEL-RULING-67, MARVEL-RULING-68 (``scenery_immune_natures``).
    """
    if kind.nature in rulings.scenery_immune_natures:
        return 0
    return min(max(damage - piece.piece.da, 0), piece.sp)


def damage(story: Story, piece_id: str, points: int, kind: DamageKind) -> None:
    """Let a piece of scenery take damage; at 0 structure points it is removed, and who stood on it falls.

    Rules: MARVEL-SCEN-01 to MARVEL-SCEN-06 by their DA and SP, MARVEL-RULING-68. A piece that is gone takes none.
    """
    piece = story.state.find_scenery(piece_id)
    if piece is None:
        return
    lost = taken(piece, points, kind, story.state.rulings)
    story.tell(SceneryDamaged(scenery=piece_id, damage=lost, left=piece.sp - lost))
    if lost == piece.sp:
        falling.let_fall(story)


def destroy(story: Story, piece_id: str) -> None:
    """Remove a thrown piece that broke (MARVEL-THROW-07); who stood on it falls."""
    story.tell(SceneryDestroyed(scenery=piece_id))
    falling.let_fall(story)
