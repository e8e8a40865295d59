from msgspec.structs import replace

from rules_engine.sru.commands import CallForStep, GoIntoDetail, HelpStep, PlanRun, TakeStep
from rules_engine.sru.evaluation import KNOWN, POINT, REACHED, chance, evaluate, party_of
from rules_engine.sru.setups import CallOffer, Consequence, HelpOffer, ScriptTest
from tests.support.sru import CITY, character, give, place, rumor, scripted, session, step

WHOLE = ("MOD-OBST-GLOBAL", "MOD-DUR-SCENE")
OPPONENTS = (place(skill=4), place("net", domain="matrix", option="device"))
HACK = ScriptTest(domain="matrix", skill="hacking", target="net", option="device", rows=WHOLE)
HELP = HelpOffer(id="help", title="Help", test=HACK, effect="routine")
CREW = (character(skills={"stealth": 5}), character("Bob", skills={"hacking": 6}))


def test_at_a_table_steps_and_points_count() -> None:
    state = session(opponents=(place(),))
    assert evaluate(state, "alice") == 6 * POINT
    assert evaluate(replace(state, reached=(("A", 2),)), "alice") == 2 * REACHED + 6 * POINT
    known = replace(state, opponents=(place(identified=("rae",)),))
    assert evaluate(known, "alice") == 6 * POINT - KNOWN
    hurt = replace(state, characters=(replace(state.character("rae"), damage=2, stress=1),))
    assert evaluate(hurt, "alice") == 6 * POINT - 900
    assert evaluate(state, "gm") == 0


def test_steps_to_come_are_worth_what_the_cheapest_plan_promises() -> None:
    state = scripted(step("door", WHOLE), step("room"), opponents=OPPONENTS)
    assert evaluate(state, "alice") == 2 * REACHED + (6 - 3) * POINT
    assert evaluate(give(state, TakeStep, actor="rae", reserve=3), "alice") == 2 * REACHED + 3 * POINT
    hopeless = scripted(
        step("door", WHOLE), characters=(character(reserve=0, skills={"stealth": 5}),), opponents=OPPONENTS
    )
    assert evaluate(hopeless, "alice") == 0


def test_help_that_was_given_makes_the_step_cheaper() -> None:
    state = scripted(step("door", WHOLE, helps=(HELP,)), characters=CREW, opponents=OPPONENTS)
    before = evaluate(state, "alice")
    assert evaluate(give(state, HelpStep, offer="help", actor="bob"), "alice") == before == REACHED + 12 * POINT


def test_detail_and_preparation_count_for_their_step() -> None:
    order = step("order", consequences=(Consequence(opponent="office", domain="infiltration", change=-9),))
    state = scripted(step("office", WHOLE, detail=(step("door"),), plan=(order,)), opponents=OPPONENTS)
    assert evaluate(state, "alice") == REACHED + 6 * POINT
    assert evaluate(give(state, GoIntoDetail), "alice") == REACHED + 6 * POINT
    assert evaluate(give(state, PlanRun), "alice") == REACHED + 6 * POINT


def test_sru_ruling_42_a_risk_is_worth_its_odds() -> None:
    poor = (character(reserve=0, skills={"stealth": 5}),)
    risky = step("door", ("MOD-OBST-MAJOR",))
    by_table = scripted(risky, characters=poor, opponents=OPPONENTS, rulings={"risk_mode": "table"})
    assert evaluate(by_table, "alice") == REACHED * 666 // 1000
    pending = give(by_table, TakeStep, actor="rae", risk=True)
    assert evaluate(pending, "alice") == REACHED * 666 // 1000
    assert chance(9, risky, by_table) == 0
    by_hand = scripted(replace(risky, risk_reaches=True), characters=poor, opponents=OPPONENTS)
    assert evaluate(by_hand, "alice") == REACHED
    hopeless = scripted(risky, characters=poor, opponents=OPPONENTS)
    assert chance(1, risky, hopeless) == 0


def test_a_call_counts_as_the_assistant_that_it_promises() -> None:
    mage = (character(attributes={"magic": 4}, skills={"summoning": 5}),)
    ward = (place("ward", domain="magic", option="object", rating=5),)
    test = {"domain": "magic", "skill": "sorcery", "target": "ward", "option": "object"}
    call = CallOffer(id="spirit", title="spirit", domain="magic", kind="spirit", aspect="x", circles=("gang-a",))
    state = scripted(
        step("ward", test=test, calls=(call,)), characters=mage, opponents=ward, graph=CITY, rumors=(rumor(4),),
        rulings={"rumors_fade_mode": "off"},
    )  # fmt: skip
    assert evaluate(state, "alice") == REACHED + POINT
    asked = give(state, CallForStep, offer="spirit", character="rae")
    assert party_of(asked).assistants[0].power == 5
    assert evaluate(asked, "alice") == REACHED + 6 * POINT
