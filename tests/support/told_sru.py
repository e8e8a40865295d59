"""One event of every kind and case of SRU, with the state before it: what narration is tested with."""

from collections.abc import Iterator

from msgspec.structs import replace

from rules_engine.kernel.dice import Roll
from rules_engine.kernel.messages import Outcome, Placing
from rules_engine.kernel.rule_ids import RuleId
from rules_engine.sru import events as e
from rules_engine.sru.components import Assistant, Circle, Link, Shielding
from rules_engine.sru.profile import STANDARD, ProfileChange
from rules_engine.sru.rulings import DEFAULTS
from rules_engine.sru.state import Action, Call, Hampering, Offer, Scene, SessionState, Synergy
from tests.support.sru import CITY, character, place, rumor, scripted, session, step

SPIRIT = Assistant(
    id="spirit", domain="magic", kind="spirit", label="spirit of the harbour", aspect="hiding", power=4, duration=2,
    row="DUR-2", owner="rae", controller="rae", span="scene",
)  # fmt: skip
TABLE = session(
    character(), character("Bob", seat="bob"), opponents=(place(),), graph=CITY, rumors=(rumor(4),),
    assistants=(SPIRIT,), rulings={"rumors_fade_mode": "off"},
)  # fmt: skip
SCRIPT = scripted(step("door"))
ROLL = Roll(n=1, purpose="test", names=("d6",), sides=(6,), faces=(4,), source="fixed")
ACTION = Action(
    id="a1", scene="s1", actor="rae", domain="infiltration", skill="stealth", target="office", option="security",
    threshold=8, score=5, shortfall=3, margin=-3, reserve=1,
)  # fmt: skip
CALL = Call(id="h1", character="rae", domain="magic", kind="spirit", label="spirit", aspect="hiding", score=6)
HAMPERING = Hampering(id="p1", protector="rae", threat="office", domain="infiltration", protector_score=5)


def samples() -> Iterator[tuple[SessionState | None, e.SruEvents]]:
    """Every event, in the order of the union, each case of its sentence once."""
    yield None, e.SessionOpened(setup=TABLE.setup, to_fade=())
    yield from (*_session(), *_actions(), *_protection(), *_assistants(), *_rumors())
    yield SCRIPT, e.StepDetailed(step="door", todo=())
    yield SCRIPT, e.StepPlanned(step="door", todo=())
    yield SCRIPT, e.StepEnded(step="door", reached=True, todo=())
    yield SCRIPT, e.StepEnded(step="door", reached=False, todo=())


Told = Iterator[tuple[SessionState, e.SruEvents]]


def _session() -> Told:
    yield TABLE, e.RumorFadeChosen(rumor="r1", roll=True)
    yield TABLE, e.RumorFadeChosen(rumor="r1", roll=False)
    yield TABLE, e.RumorFadeRolled(rumor="r1", before=4, roll=ROLL, after=4, faded=False)
    yield TABLE, e.RumorFadeRolled(rumor="r1", before=4, roll=ROLL, after=3, faded=False)
    yield TABLE, e.RumorFadeRolled(rumor="r1", before=1, roll=ROLL, after=0, faded=True)
    yield TABLE, e.SessionBegan()
    yield TABLE, e.ReserveRecharged(character="rae", reserve="reserve", before=2, after=6)
    yield TABLE, e.SceneOpened(scene=Scene(id="s2", title="Later"))
    yield TABLE, e.SceneClosed(scene="s1")
    yield TABLE, e.PhaseOpened(phase="s1/1")
    yield TABLE, e.PhaseClosed(phase="s1/1")
    placing = Placing(team="A", place=1, points_left=4, points_destroyed=0, objectives=3)
    yield TABLE, e.SessionClosed(outcome=Outcome(placings=(placing,), rule_id=RuleId("SRU-RULING-18")))
    change = ProfileChange(name="MOD-OBST-GLOBAL", old="2", new="3")
    yield TABLE, e.ProfileChanged(profile=replace(STANDARD, version=2), rulings=DEFAULTS, changes=(change,))
    yield TABLE, e.GmRuled(text="The alarm is silent.", changes=(), adjustments=())


def _actions() -> Told:
    yield TABLE, e.ActionDeclared(action=ACTION)
    yield TABLE, e.ActionDeclared(action=replace(ACTION, helps=Offer(effect="routine")))
    yield TABLE, e.ActionAdmitted(action=ACTION)
    yield TABLE, e.ActionRefused(action="a1", reason="condition_missing")
    yield TABLE, e.ActionRefused(action="a1", reason="no_justification")
    yield TABLE, e.SynergyRefused(action="a1", reason="not_credible_place")
    yield TABLE, e.SynergyRefused(action="a1", reason="not_credible_time")
    yield TABLE, e.RumorGmUsed(rumor="r1", action="a1", effect="threshold", amount=2, reason="known")
    yield TABLE, e.RumorGmUsed(rumor="r1", action="a1", effect="score", amount=2, reason="known")
    yield TABLE, e.ActionTested(action=ACTION)
    for result in ("reached", "not_reached"):
        action = replace(ACTION, outcome=result)
        yield TABLE, e.ActionResolved(action=action)
        yield TABLE, e.ActionResolved(action=action, roll=ROLL)
    for effect in ("score", "threshold", "routine", "remove_passive"):
        offer = Offer(effect=effect, amount=2)
        yield TABLE, e.SynergyGranted(synergy=Synergy(id="a1", giver="rae", offer=offer))
    yield TABLE, e.ComplicationApplied(action="a1", complication="defence_raised", who="office", domain="matrix")
    yield TABLE, e.ComplicationApplied(action="a1", complication="runner_identified", who="rae", opponent="office")
    yield TABLE, e.ComplicationApplied(action="a1", complication="negative_reputation", who="rae")
    yield TABLE, e.ComplicationApplied(action="a1", complication="damage", who="rae", amount=2)
    yield TABLE, e.ComplicationApplied(action="a1", complication="stress", who="rae", amount=2)
    yield TABLE, e.ActionComplicated(action="a1", number=2)
    yield TABLE, e.ActionComplicated(action="a1", number=0)
    yield TABLE, e.ActionsGiven(character="rae", actions=2)
    yield TABLE, e.ActionsGiven(character="rae", actions=None)
    yield TABLE, e.ThreatRevealed(who="rae", threat="office")


def _protection() -> Told:
    yield TABLE, e.ProtectionSetAside(character="rae", domain="combat", reserve="reserve", points=4, free=2)
    yield TABLE, e.ProtectionAbandoned(character="rae", domain="combat", points=4, taken_back=3, lost=1, free=2)
    yield TABLE, e.ProtectionPhaseEnded(character="rae", domain="combat", reserve="reserve", returned=4)
    yield (
        TABLE,
        e.ProtectionShielded(character="rae", domain="magic", shielding=(Shielding(domain="magic", other="bob"),)),
    )
    yield TABLE, e.ProtectionShielded(character="rae", domain="magic", shielding=())
    yield TABLE, e.ProtectionActiveDeclared(hampering=HAMPERING)
    yield TABLE, e.ProtectionActiveAnswered(hampering=replace(HAMPERING, response="ignored"), stage="score")
    yield TABLE, e.ProtectionActiveAnswered(hampering=replace(HAMPERING, response="countered"), stage="score")
    yield TABLE, e.ProtectionActiveAnswered(hampering=replace(HAMPERING, response="countered"), stage="counter")
    resolved = e.ProtectionActiveResolved(
        hampering=HAMPERING, timing="action_phase", passive=2, loser="rae", points_lost=2
    )
    yield TABLE, resolved
    yield TABLE, replace(resolved, loser="", points_lost=0)
    yield TABLE, replace(resolved, timing="outside", loser="", points_lost=0, bonus_left=1)


def _assistants() -> Told:
    yield TABLE, e.AssistantRequested(call=CALL)
    yield TABLE, e.AssistantRequested(call=replace(CALL, rented=True))
    yield TABLE, e.AssistantAdmitted(call=CALL, rolls=True)
    yield TABLE, e.AssistantRefused(call=CALL, reason="not_available")
    yield TABLE, e.AssistantRefused(call=CALL, reason="no_result")
    yield TABLE, e.RumorCallRolled(call=CALL, roll=ROLL, heard=(), total=2)
    yield TABLE, e.AssistantTested(call=CALL)
    yield TABLE, e.AssistantActivated(assistant=SPIRIT, score=6, rumor_call="")
    yield (
        TABLE,
        e.AssistantRented(assistant=replace(SPIRIT, price=3000), points=6, per_point=500, factor=100, price=3000),
    )
    yield TABLE, e.AssistantHandedOver(assistant="spirit", giver="rae", taker="bob")
    for reason in ("duration", "dismissed", "destroyed"):
        yield TABLE, e.AssistantEnded(assistant="spirit", reason=reason)


def _rumors() -> Told:
    yield TABLE, e.RumorCreated(rumor=rumor(2, id="r2", adjective="violent"))
    yield TABLE, e.RumorChanged(rumor="r1", before=4, after=5, reason="deed")
    yield TABLE, e.RumorChanged(rumor="r1", before=4, after=0, reason="organizer")
    yield TABLE, e.RumorDetectionCounted(plan="run", base=3, counted=(("r1", 4),), score=5)
    yield TABLE, e.CircleSaved(circle=Circle(id="x", name="the docks"))
    yield TABLE, e.CircleLinked(link=Link(a="gang-a", b="city"))
    yield TABLE, e.CircleUnlinked(a="gang-a", b="gang-b")
