"""PASSIVE: points set aside, a defence abandoned, others protected."""

from collections.abc import Iterator

from rules_engine.kernel.errors import MalformedInput, RuleViolation
from rules_engine.kernel.rule_ids import RuleId
from rules_engine.sru.commands import SetPointsAside, ShieldOthers
from rules_engine.sru.components import Character, Shielding
from rules_engine.sru.events import ProtectionAbandoned, ProtectionPhaseEnded, ProtectionSetAside, ProtectionShielded
from rules_engine.sru.state import Action, SessionState
from rules_engine.sru.story import Story
from rules_engine.sru.thresholds import own_passive, set_aside_in


def set_points_aside(story: Story, command: SetPointsAside) -> None:
    """A character sets reserve points aside in an action phase, at most its skill: SRU-PASSIVE-03, SRU-PASSIVE-04.

    ``points`` are those of this reserve for the domain in all: fewer than before give some back.
    Errors: RuleViolation outside of a phase (SRU-PASSIVE-03), ``over_skill``, ``over_reserve``.
    """
    state, character = story.state, story.state.character(command.character)
    reserve = next((each for each in character.reserves if each.id == command.reserve), None)
    if reserve is None or command.points < 0:
        raise MalformedInput(f"{command.character} cannot set {command.points} points of {command.reserve} aside.")
    skill = character.skills.get(state.domain(command.domain).protection_skill, 0)
    before = sum(
        entry.points
        for entry in character.set_aside
        if (entry.domain, entry.reserve) == (command.domain, command.reserve)
    )
    others = set_aside_in(character.set_aside, command.domain) - before
    free = reserve.current + before
    check_set_aside(
        character, command.points + others, skill=skill, free=free + others, in_phase=bool(state.action_phase)
    )
    story.tell(
        ProtectionSetAside(
            character=character.id, domain=command.domain, reserve=reserve.id, points=command.points,
            free=free - command.points,
        )
    )  # fmt: skip


def check_set_aside(character: Character, points: int, *, skill: int, free: int, in_phase: bool) -> None:
    """Raise RuleViolation unless a character can set so many points aside: SRU-PASSIVE-03."""
    reason, most = ("over_skill", skill) if points > skill else ("over_reserve", free)
    if not in_phase:
        reason, most = "no_phase", 0
    elif points <= min(skill, free):
        return
    raise RuleViolation(RuleId("SRU-PASSIVE-03"), reason=reason, character=character.name, points=points, most=most)


def check_taking_back(character: Character, domain_id: str, taken_back: int) -> None:
    """Raise RuleViolation (``over_set_aside``) where more is taken back than was set aside: SRU-PASSIVE-05."""
    most = set_aside_in(character.set_aside, domain_id)
    if not 0 <= taken_back <= most:
        raise RuleViolation(
            RuleId("SRU-PASSIVE-05"), reason="over_set_aside", character=character.name, points=taken_back, most=most
        )


def abandon(story: Story, action: Action) -> None:
    """An action for which a defence in its domain is abandoned: all that was set aside is lost (SRU-PASSIVE-06)."""
    if action.taken_back is not None:
        character = story.state.character(action.actor)
        points = set_aside_in(character.set_aside, action.domain)
        story.tell(
            ProtectionAbandoned(
                character=character.id, domain=action.domain, points=points, taken_back=action.taken_back,
                lost=points - action.taken_back, free=character.free,
            )
        )  # fmt: skip


def shield_others(story: Story, command: ShieldOthers) -> None:
    """A character protects others, up to the domain's main attribute: SRU-PASSIVE-07, SRU-RULING-32.

    Errors: RuleViolation (``over_attribute``); MalformedInput for the protector himself or nobody.
    """
    state, character = story.state, story.state.character(command.character)
    points = command.points or (0,) * len(command.others)
    if character.id in command.others or len(set(command.others)) < len(command.others):
        raise MalformedInput(f"{character.name} protects other characters, each once.")
    if len(points) != len(command.others) or min(points, default=0) < 0:
        raise MalformedInput("There is one number of points for each whom somebody protects.")
    shielding = tuple(
        Shielding(domain=command.domain, other=state.character(other).id, points=given)
        for other, given in zip(command.others, points, strict=True)
    )
    check_shielding(state, character, command.domain, shielding)
    story.tell(ProtectionShielded(character=character.id, domain=command.domain, shielding=shielding))


def check_shielding(state: SessionState, character: Character, domain_id: str, others: tuple[Shielding, ...]) -> None:
    """Raise RuleViolation (``over_attribute``) for too many: people, or under ``points`` the points handed out.

    Nobody hands out more than his own protection to one of them.
    """
    most, count = character.rating(state.domain(domain_id).protection_attribute), len(others)
    if state.rulings.passive_others_limit == "points":
        count, own = sum(each.points for each in others), own_passive(character, domain_id, state.situation)
        largest = max((each.points for each in others), default=0)
        count, most = (largest, own) if largest > own else (count, most)
    if count > most:
        raise RuleViolation(
            RuleId("SRU-PASSIVE-07"), reason="over_attribute", character=character.name, others=count, most=most
        )


def end_of_phase(state: SessionState) -> Iterator[ProtectionPhaseEnded]:
    """What was set aside comes back as the phase ends, if a league does not count it as spent: SRU-RULING-31."""
    for character in state.characters:
        for entry in character.set_aside:
            returned = entry.points if state.rulings.passive_end_of_phase == "returned" else 0
            yield ProtectionPhaseEnded(
                character=character.id, domain=entry.domain, reserve=entry.reserve, returned=returned
            )
