"""Events → the next state. Applies what has happened: never refuses, rolls or looks up a rule that could change."""

from typing import assert_never

from msgspec.structs import replace

from rules_engine.kernel.errors import CorruptHistory
from rules_engine.marvel import commands as c
from rules_engine.marvel import events as e
from rules_engine.marvel import evolve_attacks as attacks
from rules_engine.marvel import evolve_board as board
from rules_engine.marvel.changes import Changes, add, hurt, moved, of, on_top, pushed, rolled
from rules_engine.marvel.opening import opened
from rules_engine.marvel.pending import EffectPending, Faces, FallPending, HitPending, TestPending
from rules_engine.marvel.state import Activation, Boon, Character, MatchState, Measured, Offer, Plan


def evolve(state: MatchState | None, event: e.MarvelEvents) -> MatchState:
    """The state after an event; None is the state before the first. Raises CorruptHistory for a match never opened."""
    if isinstance(event, e.MatchOpened):
        return opened(event.setup, event.bag, event.to_deploy)
    if state is None:
        raise CorruptHistory("A match of Marvel starts with the event marvel.match_opened.")
    return replace(state, ply=state.ply + 1, **_changes(state, event))


def _changes(state: MatchState, event: e.MarvelEvents) -> Changes:
    """What an event changes."""
    match event:
        case e.TestBegan():
            return _test_began(state, event)
        case e.TestRolled():
            return rolled(state, event.roll.faces)
        case e.RerollChosen():
            return _reroll_chosen(state, event)
        case e.Rerolled():
            return _rerolled(state, event)
        case e.DiceKept():
            return on_top(state, dice=replace(_dice(state), settled=True))
        case e.TestEnded():
            return _test_ended(state, event)
        case e.DamageTaken():
            return hurt(state, event.character, event.left)
        case e.KnockedOut():
            return of(state, event.character, ko=True, down=True, dazed=True, pow=0, enhancements=())
        case e.KnockedDown():
            return of(state, event.character, down=True, enhancements=())
        case e.Recovered():
            return of(state, event.character, ko=False, pow=event.pow)
        case e.RecoveryFailed():
            return _activation_ended(state, event) | of(state, event.character, activated=event.activated)
        case e.StoodUp():
            return of(state, event.character, down=False, dazed=False, pow=event.pow)
        case e.CharacterLost():
            return _lost(state, event)
        case e.ActivationStarted():
            return _activation_started(state, event)
        case e.Followed():
            return _followed(state, event)
        case e.CountersGained():
            return of(state, event.character, pow=event.pow)
        case e.ActivationEnded():
            return _activation_ended(state, event)
        case e.OfferDeclined():
            return {"offer": None if state.offer is None else replace(state.offer, declined=True)}
        case e.GoStarted():
            return {"go": event.team, "offer": None}
        case e.Passed():
            return _passed(state, event)
        case e.AttackDeclared():
            return attacks.declared(state, event)
        case e.DefenceEnhanced():
            return attacks.enhanced(state, event)
        case e.ReactionEnded():
            return attacks.reaction_ended(state)
        case e.OverloadChosen():
            return attacks.overload_chosen(state, event)
        case e.TargetsAdded():
            return on_top(state, targets=event.targets, reactors=event.reactors)
        case e.TargetTaken():
            return attacks.target_taken(state, event)
        case e.HitBegan():
            return attacks.hit_began(state, event)
        case e.HitRolled():
            return rolled(state, event.roll.faces)
        case e.HitEnded():
            return attacks.hit_ended(state, event)
        case e.CriticalTaken():
            return on_top(state, stage="agility", effect=event.effect, plus_one=not event.effect, push=event.push)
        case e.CriticalTextDue():
            return pushed(state, EffectPending(character=event.attacker, power=event.attack, seat=event.seat))
        case e.TargetStruck():
            return attacks.target_struck(state, event)
        case e.EffectBegan():
            return attacks.effect_began(state)
        case e.Weakened():
            return attacks.weakened(state, event)
        case e.CountersLost():
            return of(state, event.character, pow=event.pow)
        case e.AttackEnded():
            return {"pending": state.pending[:-1]}
        case e.PowerUsed():
            return _power_used(state, event)
        case e.EffectEntered():
            return {"pending": state.pending[:-1]}
        case e.MeasurementStated():
            return _measured(state, event.measured)
        case e.CharacterMoved():
            return board.character_moved(state, event)
        case e.Leapt():
            return board.leapt(state, event)
        case e.FallsBegan():
            return pushed(state, FallPending(falls=event.falls, seat=event.seat, by=event.by))
        case e.FallsStated():
            return on_top(state, falls=event.falls, seat="")
        case e.CharacterFell():
            return board.fell(state, event)
        case e.SceneryDamaged():
            return board.structure(state, event.scenery, event.left)
        case e.SceneryDestroyed():
            return board.structure(state, event.scenery, 0)
        case e.PushBegan():
            return board.push_began(state, event)
        case e.CharacterPushed():
            return board.was_pushed(state, event)
        case e.PushMet():
            return on_top(state, done=True)
        case e.GrabBegan():
            return board.grab_began(state, event)
        case e.ItemGrabbed():
            return board.grabbed(state)
        case e.ItemThrown():
            return board.thrown(state, event)
        case e.ItemFlew():
            return on_top(state, stage="path", harmless=event.harmless)
        case e.PathReached():
            return board.path_reached(state)
        case e.ItemArrived():
            return board.arrived(state, event)
        case e.TargetReached():
            return on_top(state, stage="item")
        case e.FallsEnded() | e.PushEnded() | e.GrabEnded():
            return {"pending": state.pending[:-1]}
        case e.TurnStarted():
            return _turn_started(state, event)
        case e.Regenerated():
            return hurt(state, event.character, event.endurance)
        case e.PowGenerated():
            return {"phase": "initiative", "characters": _with_counters(state, event.counters)}
        case e.PlanUsed():
            return {"plan": Plan(character=event.character)} | of(state, event.character, planned=True)
        case e.PlanDeclined():
            return _plan_declined(state, event.team)
        case e.PlanCountered():
            return {"plan": None, "unplanned": state.teams} | of(state, event.character, planned=True)
        case e.InitiativeDrawn():
            return {"control": event.team, "bag": event.bag, "plan": None}
        case e.FirstChosen():
            return {"phase": "action", "go": event.team}
        case e.EndPhaseBegan():
            return _end_phase_began(state, event)
        case e.ObjectiveScored():
            scored = (*state.scored, event.objective) if event.once else state.scored
            return {"objectives": add(state.objectives, event.team, event.points), "scored": scored}
        case e.TurnEnded():
            return {}
        case e.MatchEnded():
            return {"result": event.outcome, "phase": "over", "pending": (), "activation": None, "offer": None}
        case e.CharacterDeployed():
            return _deployed(state, event)
        case e.Changed():
            return _changed(state, event.change)
        case e.MatchOpened():  # pragma: no cover -- handled by `evolve`
            raise AssertionError
        case _:
            assert_never(event)


# --- tests ------------------------------------------------------------------------------------------------------------


def _test_began(state: MatchState, event: e.TestBegan) -> Changes:
    test = TestPending(character=event.character, attribute=event.attribute, purpose=event.purpose, limit=event.limit)
    left = tuple([other for other in state.to_test if other != event.character or event.purpose != "end_phase"])
    return {"to_test": left} | pushed(state, test)


def _dice(state: MatchState) -> Faces:
    assert isinstance(state.top, TestPending | HitPending), "a roll is being resolved"
    return state.top.dice


def _reroll_chosen(state: MatchState, event: e.RerollChosen) -> Changes:
    dice = _dice(state)
    chosen = replace(dice, again=event.dice, used=(*dice.used, *event.dice), abilities=(*dice.abilities, event.ability))
    lucky = of(state, event.character, lucky=True) if event.ability == "luck" else {}
    return lucky | on_top(state, dice=chosen)


def _rerolled(state: MatchState, event: e.Rerolled) -> Changes:
    return on_top(state, dice=replace(_dice(state), faces=event.faces, again=()))


def _test_ended(state: MatchState, event: e.TestEnded) -> Changes:
    ended: Changes = {"pending": state.pending[:-1]}
    if event.purpose == "tactics" and state.offer is not None:
        ended["offer"] = replace(state.offer, tested=event.passed)
    if event.purpose == "agility":
        ended["pending"] = attacks.dodged(state.pending[:-1], passed=event.passed)
    return ended


# --- the turn ---------------------------------------------------------------------------------------------------------


def _turn_started(state: MatchState, event: e.TurnStarted) -> Changes:
    characters = tuple([_fresh(character) for character in state.characters])
    return {"turn": event.turn, "phase": "power", "characters": characters, "control": "", "go": "", "unplanned": (),
            "passes": (), "to_test": ()}  # fmt: skip


def _fresh(character: Character) -> Character:
    """A character at the start of a turn: nothing of the turn is used."""
    hurt_now = character.band != "green"
    return replace(
        character, activated=False, enhanced=False, uses=(), lucky=False, passes=0, led=0, follows=False, hurt=hurt_now
    )


def _with_counters(state: MatchState, counters: tuple[e.Counters, ...]) -> tuple[Character, ...]:
    held = {entry.character: entry.pow for entry in counters}
    return tuple([replace(other, pow=held.get(other.id, other.pow)) for other in state.characters])


def _plan_declined(state: MatchState, team: str) -> Changes:
    if state.plan is None:
        return {"unplanned": (*state.unplanned, team)}
    return {"plan": replace(state.plan, refused=(*state.plan.refused, team))}


def _activation_started(state: MatchState, event: e.ActivationStarted) -> Changes:
    begun = Activation(
        character=event.character, by=event.by, ability=event.ability, chain=event.chain, led=not event.follow
    )
    changes = of(state, event.character, activated=True, enhancements=(), reductions=event.reductions)
    return {"activation": begun, "offer": None} | changes


def _followed(state: MatchState, event: e.Followed) -> Changes:
    assert state.activation is not None, "a character is acting"
    taken: Changes = {}
    if event.leader:
        leader = state.character(event.leader)
        led = state.changed(leader.id, led=leader.led + 1)
        taken = of(led, event.character, pow=event.pow, follows=True)
    return {"activation": replace(state.activation, led=True)} | taken


def _activation_ended(state: MatchState, event: e.ActivationEnded | e.RecoveryFailed) -> Changes:
    assert state.activation is not None, "a character is acting"
    return {"activation": None, "offer": Offer(character=event.character, chain=state.activation.chain)}


def _passed(state: MatchState, event: e.Passed) -> Changes:
    if not event.strategist:
        return {"passes": add(state.passes, event.team, 1)}
    return of(state, event.strategist, passes=state.character(event.strategist).passes + 1)


def _end_phase_began(state: MatchState, event: e.EndPhaseBegan) -> Changes:
    """Counters not kept are gone, and so is all that lasts until the end of the turn, or round (MARVEL-RULING-05)."""
    kept = {entry.character: entry.pow for entry in event.counters}
    characters = [replace(other, pow=kept.get(other.id, 0), reductions=(), boons=()) for other in state.characters]
    return {"phase": "end", "go": "", "offer": None, "to_test": event.to_test, "characters": tuple(characters)}


# --- the board, losses, things done by hand ---------------------------------------------------------------------------


def _deployed(state: MatchState, event: e.CharacterDeployed) -> Changes:
    changes = of(state, event.character, place=event.place, elevation=event.elevation, deployed=True)
    return {"to_deploy": state.to_deploy[1:]} | changes


def _measured(state: MatchState, measured: Measured) -> Changes:
    pair = (measured.a, measured.b)
    return {"measured": (*[fact for fact in state.measured if (fact.a, fact.b) != pair], measured)}


def _lost(state: MatchState, event: e.CharacterLost) -> Changes:
    gone = moved(state, event.character, None, 0) | of(state, event.character, in_play=False, place=None, endurance=0)
    credited = {"destroyed": add(state.destroyed, event.by, event.points)} if event.by else {}
    left = tuple([other for other in state.to_test if other != event.character])
    return gone | credited | {"to_test": left}


def _power_used(state: MatchState, event: e.PowerUsed) -> Changes:
    reaction = attacks.reacted(state, event.character, event.bonus)
    state = replace(state, **reaction)
    user = state.character(event.character)
    paid = state.changed(
        user.id, pow=event.pow, uses=(*user.uses, event.power), uses_ever=(*user.uses_ever, event.power)
    )
    target = paid.character(event.target)
    if event.ability or event.x:
        boon = Boon(power=event.power, ability=event.ability, defence=event.defence, x=event.x)
        target = replace(target, boons=(*target.boons, boon))
    changes: Changes = {"characters": paid.with_character(target)}
    if event.endurance is not None:
        changes = hurt(replace(paid, characters=paid.with_character(target)), target.id, event.endurance)
    if event.moves and state.activation is not None:
        changes["activation"] = replace(state.activation, extra_moves=state.activation.extra_moves + event.moves)
    if event.seat:
        changes |= pushed(state, EffectPending(character=user.id, power=event.power, seat=event.seat))
    return reaction | changes


def _changed(state: MatchState, change: c.Change) -> Changes:
    match change:
        case c.SetEndurance():
            return hurt(state, change.character, change.endurance)
        case c.SetPow():
            return of(state, change.character, pow=change.pow)
        case c.SetCondition():
            dazed = change.ko or (change.down and state.character(change.character).dazed)
            return of(state, change.character, ko=change.ko, down=change.down, dazed=dazed)
        case c.SetPlace():
            return moved(state, change.character, change.place, change.elevation)
        case c.SetStructure():
            return board.structure(state, change.scenery, change.sp)
        case c.AwardPoints():
            return {"objectives": add(state.objectives, change.team, change.points)}
        case c.EndMatch():
            return {}
        case _:
            assert_never(change)
