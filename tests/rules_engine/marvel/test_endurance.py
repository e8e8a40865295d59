from rules_engine.marvel import endurance
from rules_engine.marvel.components import DamageKind
from rules_engine.marvel.damage import Harm
from rules_engine.marvel.events import CharacterLost, DamageTaken, TestBegan
from rules_engine.marvel.story import Story
from tests.support.marvel_attacks import scene

BLUNT = DamageKind()


def hurt(boxes: int, damage: int, *, ko: bool = False, gift: str = "") -> Story:
    state = scene({"steps": [], "with": {"BRAVO": {"endurance": boxes, "ko": ko, "abilities": [gift]}}})
    story = Story(state)
    endurance.hurt(story, "BRAVO", Harm(damage=damage), BLUNT, by="one")
    return story


def test_marvel_atk_10_damage_comes_off_endurance() -> None:
    assert hurt(10, 3).events == [DamageTaken(character="BRAVO", damage=3, left=7)]
    assert hurt(10, 3, gift="resistance 1 vs blunt").events == [DamageTaken(character="BRAVO", damage=2, left=8)]


def test_marvel_ko_01_entering_the_red_zone_begins_a_test() -> None:
    began = TestBegan(character="BRAVO", attribute="stamina", purpose="red_zone", limit=9)
    assert hurt(5, 3).events == [DamageTaken(character="BRAVO", damage=3, left=2), began]
    assert hurt(5, 3, ko=True).events == [DamageTaken(character="BRAVO", damage=3, left=2)]
    assert hurt(2, 1).events == [DamageTaken(character="BRAVO", damage=1, left=1)]


def test_marvel_loss_01_no_endurance_left_is_a_loss() -> None:
    lost = CharacterLost(character="BRAVO", by="one", points=1)
    assert hurt(3, 3).events == [DamageTaken(character="BRAVO", damage=3, left=0), lost]
    assert hurt(1, 9).events == [DamageTaken(character="BRAVO", damage=9, left=0), lost]
