"""A setup → the opening events of a session (docs/rules/sru.md, section 6.2)."""

from rules_engine.kernel.errors import MalformedInput, RuleViolation
from rules_engine.kernel.rule_ids import RuleId
from rules_engine.sru import circles, rumors, script, script_check, sessions
from rules_engine.sru.components import GM, Character, Opponent
from rules_engine.sru.domains import domain
from rules_engine.sru.events import SessionOpened, SruEvents
from rules_engine.sru.evolve import evolve
from rules_engine.sru.profile import check as check_profile
from rules_engine.sru.setups import Setup
from rules_engine.sru.story import Story


def start(setup: Setup) -> tuple[SruEvents, ...]:
    """Check a setup and open the session: section 6.2, steps 1 and 2, and, where no rumor rolls, 4 and 5.

    Errors: RuleViolation for several reserves where a league has one a character (SRU-RULING-30), or no character
    (SRU-RULING-18); MalformedInput for what does not fit together.
    """
    check(setup)
    participants = [character.id for team in setup.teams for character in team.characters]
    again = rumors.fades_again(setup.played, setup.rulings)
    fading = rumors.fading(setup.rumors, participants, setup.info.id, setup.rulings) if again else ()
    todo = script.tasks(setup.script) if setup.script else ()
    opened = SessionOpened(setup=setup, to_fade=fading, todo=todo)
    story = Story(evolve(None, opened))
    story.events.append(opened)
    sessions.go_on(story)
    script.go_on(story)
    return tuple(story.events)


def check(setup: Setup) -> None:
    """Raise what is wrong with a setup; errors as of `start`."""
    check_profile(setup.profile, setup.rulings)
    characters = [character for team in setup.teams for character in team.characters]
    if not setup.teams or not all(any(each.state == "active" for each in team.characters) for team in setup.teams):
        raise RuleViolation(sessions.RULE, teams=len(setup.teams))
    everybody: list[Character | Opponent] = [*characters, *setup.others, *setup.opponents]
    ids = [each.id for each in everybody] + [each.id for each in setup.assistants]
    if len(set(ids)) < len(ids) or len({team.id for team in setup.teams}) < len(setup.teams):
        raise MalformedInput("Every team, character, opponent and assistant has an id of its own.")
    placed = [(character, team.id) for team in setup.teams for character in team.characters]
    for character, team in (*placed, *((other, GM) for other in setup.others)):
        if character.team != team or (character.seat == GM) != (team == GM) or not character.seat:
            raise MalformedInput(f"{character.name} has no seat of the team {team}.")
        _check_character(setup, character)
    circles.check(setup.graph)
    people = {character.id for character in (*characters, *setup.others)}
    if any(not {each.owner, each.controller} <= people for each in setup.assistants):
        raise MalformedInput("Assistants come with the characters who called and control them.")
    for rumor in setup.rumors:
        circles.circle(setup.graph, rumor.circle)
        domain(setup.profile, rumor.domain)
    if setup.script is not None:
        script_check.check(setup)


def _check_character(setup: Setup, character: Character) -> None:
    if setup.rulings.reserve_pools == "single" and len(character.reserves) > 1:
        raise RuleViolation(RuleId("SRU-RULING-30"), character=character.name, reserves=len(character.reserves))
    if any(not 0 <= reserve.current <= reserve.maximum <= 99 for reserve in character.reserves):
        raise MalformedInput(f"A reserve of {character.name} holds 0 points up to its maximum, which is at most 99.")
    if character.set_aside or character.shielding:
        raise MalformedInput(f"{character.name} sets points aside in an action phase, not before.")
    values = (*character.attributes.values(), *character.ratings.values(), *character.skills.values())
    if any(not 0 <= value <= 12 for value in values):
        raise MalformedInput(f"Attributes, ratings and skills of {character.name} are 0 to 12.")
