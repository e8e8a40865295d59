"""Damage to characters: what it takes, and the loss or the Stamina test that follows at once (MARVEL-RULING-31)."""

from rules_engine.marvel import abilities, damage, ko, loss
from rules_engine.marvel.components import DamageKind
from rules_engine.marvel.damage import Harm, Track, Wound
from rules_engine.marvel.events import DamageTaken
from rules_engine.marvel.state import Character, MatchState
from rules_engine.marvel.story import Story


def hurt(story: Story, character_id: str, harm: Harm, kind: DamageKind, *, by: str = "") -> Wound:
    """Let a character take damage; what it does to it.

    Rules: MARVEL-ATK-10, MARVEL-RULING-31, MARVEL-RULING-65. by: the team to which a loss is credited.
    """
    wound = foresee(story.state, story.state.character(character_id), harm, kind)
    suffer(story, character_id, wound, by=by)
    return wound


def suffer(story: Story, character_id: str, wound: Wound, *, by: str = "") -> None:
    """Tell what damage does, and the loss or begin the test that it leads to (MARVEL-KO-01, MARVEL-LOSS-01)."""
    story.tell(DamageTaken(character=character_id, damage=wound.damage, cruel=wound.cruel, left=wound.left))
    if wound.loss:
        loss.lose(story, character_id, by=by)
    elif wound.tests:
        ko.enter_red(story, character_id)


def settle(story: Story, before: Character, *, by: str = "") -> None:
    """What endurance that was set rather than damaged leads to: a loss (MARVEL-LOSS-01), or a test (MARVEL-KO-01).

    before: the character as it was; one that has left play since is settled.
    """
    after = story.state.find(before.id)
    if after is None:
        return
    if after.endurance == 0:
        loss.lose(story, after.id, by=by)
    elif after.band == "red" and before.band != "red" and not after.ko:
        ko.enter_red(story, after.id)


def foresee(state: MatchState, character: Character, harm: Harm, kind: DamageKind) -> Wound:
    """What damage would do to a character as it is now."""
    ward = abilities.ward(state, character, kind)
    track = Track(left=character.endurance, red=character.card.endurance.red, ko=character.ko)
    return damage.wound(harm, ward, track, state.rulings)
