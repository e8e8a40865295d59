from msgspec.structs import replace

from rules_engine.kernel.picture import DieFace
from rules_engine.sru.commands import GoIntoDetail, SkipStep, TakeStep
from rules_engine.sru.components import Adjustment
from rules_engine.sru.picture import dice_shown, picture
from tests.support.sru import CITY, character, give, place, rumor, scripted, session, step
from tests.support.told_sru import ROLL, SPIRIT, TABLE


def test_everybody_is_a_card_with_what_is_left() -> None:
    rae = character(reserve=4, skills={"stealth": 5, "dodge": 0}, damage=1, army_points=10)
    alarm = Adjustment(domain="matrix", change=1, reason="alarm")
    state = session(
        rae, opponents=(place(skill=4, adjustments=(alarm,)),), graph=CITY, rumors=(rumor(4),), assistants=(SPIRIT,),
        rulings={"rumors_fade_mode": "off"},
    )  # fmt: skip
    spent = replace(state.character("rae"), reserves=(replace(state.character("rae").reserves[0], current=1),))
    drawn = picture(replace(state, characters=(spent,)))
    assert (drawn.width, drawn.depth, drawn.teams, drawn.tokens) == (0, 0, ("A",), ())
    card, office = drawn.cards
    assert (card.name, card.points, card.in_play, card.carried) == ("Rae", 10, True, ("spirit of the harbour 4",))
    assert card.notes == ("stealth 5", "“god of dance” 4, gang A", "damage 1")
    gauge = card.gauges[0]
    assert (gauge.name, gauge.windows[gauge.at].value, len(gauge.windows)) == ("Reserve", 1, 5)
    assert office.notes == ("infiltration: security rating 3, protection 2", "matrix +1")


def test_the_steps_of_a_script_are_goals() -> None:
    state = scripted(step("door"), step("room", detail=(step("window"), step("shelf"))), step("roof"), step("street"))
    state = give(give(give(state, TakeStep, actor="rae"), GoIntoDetail), TakeStep, actor="rae")
    drawn = picture(state)
    assert [(goal.name, goal.note, goal.done) for goal in drawn.goals] == [
        ("The door", "reached", True), ("The room", "now", False),
        ("The roof", "to come", False), ("The street", "to come", False),
    ]  # fmt: skip
    assert drawn.scored == (("A", 1),)
    state = give(state, SkipStep)
    assert [goal.note for goal in picture(state).goals] == ["reached", "not reached", "now", "to come"]
    state = give(give(state, SkipStep), SkipStep)
    assert [goal.note for goal in picture(state).goals] == ["reached", "not reached", "not reached", "not reached"]
    assert picture(TABLE).goals == ()


def test_dice_are_plain() -> None:
    assert dice_shown(TABLE, ROLL) == (DieFace(name="d6", sides=6, shown="4"),)
