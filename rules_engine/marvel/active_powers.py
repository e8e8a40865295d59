"""Active powers (section 17): using one in an activation, and entering by hand what only its text says."""

from rules_engine.kernel.errors import MalformedInput, RuleViolation
from rules_engine.kernel.messages import Decision, Legal
from rules_engine.kernel.rule_ids import RuleId
from rules_engine.marvel import down, endurance, judge, measuring, powers, seeing
from rules_engine.marvel.commands import EnterEffect, SetEndurance, UsePower
from rules_engine.marvel.components import Power
from rules_engine.marvel.events import EffectEntered, PowerUsed
from rules_engine.marvel.pending import EffectPending
from rules_engine.marvel.state import Character, MatchState
from rules_engine.marvel.story import Story

RULE = RuleId("MARVEL-RULING-08")


def use(story: Story, command: UsePower, decision: Decision) -> None:
    """Use an active power of the acting character on itself or another character.

    Rules: MARVEL-DOWN-01, MARVEL-MOVE-02, MARVEL-RULING-08. Errors: RuleViolation for a power that cannot be used or
    paid now, or a target that it does not reach; MalformedInput for a power or a target that does not exist.
    """
    state = story.state
    character = state.character(decision.subject)
    power = character.card.find_power(command.power)
    if power is None or power.kind != "active":
        raise MalformedInput(f"{character.id} has no active power {command.power}.")
    down.check_standing(character)
    target = judge.character(state, command.target or character.id)
    if not powers.can_pay(character, power):
        raise RuleViolation(RULE, character=character.id, power=power.id, pow=character.pow)
    if not _reaches(state, character, power, target):
        raise RuleViolation(RULE, character=character.id, power=power.id, target=target.id)
    story.tell(_used(character, power, target))
    endurance.settle(story, target, by=state.go)


def _reaches(state: MatchState, character: Character, power: Power, target: Character) -> bool:
    """Whether a power works on a target: on its user always, on others within range and, if it says so, in sight.

    Movements are the user's own (MARVEL-MOVE-02).
    """
    if target.id == character.id or power.moves:
        return target.id == character.id
    distance = measuring.distance(state, character.id, target.id)
    near = power.range is None or (distance is not None and distance <= power.range)
    return near and (not power.requires_los or seeing.sees(state, character.id, target.id))


def _used(character: Character, power: Power, target: Character) -> PowerUsed:
    healed = min(max(target.endurance + power.endurance, 0), target.card.endurance.total)
    return PowerUsed(
        character=character.id,
        power=power.id,
        target=target.id,
        pow=character.pow - power.cost,
        ability=power.ability,
        defence=power.defence,
        x=power.defence_change,
        moves=power.moves,
        endurance=healed if power.endurance else None,
        seat=character.seat if power.by_hand else "",
    )


def options(state: MatchState, decision: Decision) -> Legal:
    """Each active power that the acting character can use, on each character that it reaches."""
    character = state.character(decision.subject)
    if character.down:
        return Legal(commands=())
    return Legal(
        commands=tuple(
            UsePower(seat=decision.seat, decision=decision.id, power=power.id, target=target.id)
            for power in character.card.powers
            if power.kind == "active" and powers.can_pay(character, power)
            for target in state.characters
            if target.in_play and _reaches(state, character, power, target)
        )
    )


# --- by hand ----------------------------------------------------------------------------------------------------------


def awaiting(state: MatchState, effect: EffectPending) -> tuple[Decision, ...]:
    """The controller of a power tells what it does."""
    return (state.ask("enter_effect", effect.seat, effect.character),)


def step(story: Story) -> bool:  # noqa: ARG001 -- the shape of all steps
    """Somebody must tell what the power does."""
    return False


def enter(story: Story, command: EnterEffect, decision: Decision) -> None:
    """Set what a power does whose card tells it in words only; who newly is in the red zone tests (MARVEL-KO-01).

    Errors: MalformedInput for what does not exist; nothing has happened then.
    """
    before, effect = story.state, story.state.top
    assert isinstance(effect, EffectPending), "a power was used"
    for change in command.effects:
        judge.check(before, change)
    story.tell(EffectEntered(character=effect.character, power=effect.power))
    judge.apply(story, command.effects, decision.seat)
    for name in dict.fromkeys(change.character for change in command.effects if isinstance(change, SetEndurance)):
        endurance.settle(story, before.character(name))


def effect_options(state: MatchState, decision: Decision) -> Legal:  # noqa: ARG001 -- the shape of all options
    """That the power has done nothing; anything else has too many forms to be listed."""
    return Legal(commands=(EnterEffect(seat=decision.seat, decision=decision.id),), complete=False)
