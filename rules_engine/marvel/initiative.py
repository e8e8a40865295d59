"""The Initiative phase (MARVEL-TURN-03): the bag, Perfect Plan, the draw, and who has the first go."""

from rules_engine.kernel.dice import Dice, Die
from rules_engine.kernel.errors import MalformedInput, RuleViolation
from rules_engine.kernel.messages import Decision, Legal
from rules_engine.kernel.rule_ids import RuleId
from rules_engine.marvel import abilities
from rules_engine.marvel.commands import ChooseFirst, TakeCounter, UsePlan
from rules_engine.marvel.events import Bag, FirstChosen, InitiativeDrawn, PlanCountered, PlanDeclined, PlanUsed
from rules_engine.marvel.setup import Setup, TeamSetup
from rules_engine.marvel.state import Character, MatchState
from rules_engine.marvel.story import Story

PLAN = RuleId("MARVEL-ABILITY-PERFECT-PLAN")


# --- the bag ----------------------------------------------------------------------------------------------------------


def starting_bag(setup: Setup) -> Bag:
    """The initiative counters at the start of the game.

    Rules: MARVEL-RULING-09, MARVEL-ABILITY-GREAT-STRATEGIST, MARVEL-ABILITY-MASTERMIND, each once per character that
    has it; a Mastermind's counter is taken from every other team that has one left.
    """
    bag = {
        team.id: setup.rulings.initiative_counters_per_side + _count(team, "great_strategist") for team in setup.teams
    }
    for team in setup.teams:
        for _ in range(_count(team, "mastermind")):
            bag = {name: number + 1 if name == team.id else max(number - 1, 0) for name, number in bag.items()}
    return tuple(bag.items())


def _count(team: TeamSetup, ability: str) -> int:
    return sum(entry.ability == ability for member in team.characters for entry in member.card.abilities)


def _without(state: MatchState, team: str) -> Bag:
    """The bag after a draw: the counter returns, or it stays out; an empty bag is refilled (MARVEL-RULING-09)."""
    if state.rulings.initiative_counters_returned:
        return state.bag
    left = tuple([(name, number - (name == team)) for name, number in state.bag])
    return left if any(number for _, number in left) else starting_bag(state.setup)


# --- Perfect Plan -----------------------------------------------------------------------------------------------------


def planners(state: MatchState, team: str) -> tuple[Character, ...]:
    """The characters of a team that can use a Perfect Plan: once a game, not while KO (MARVEL-RULING-72)."""
    return tuple(
        [other for other in state.team(team) if not other.planned and abilities.has(state, other, "perfect_plan")]
    )


def _asked(state: MatchState) -> str:
    """The next team that may use a Perfect Plan, or counter the one announced; none if nobody can."""
    if state.plan is None:
        teams = [team for team in state.teams if team not in state.unplanned]
    else:
        owner = state.character(state.plan.character).team
        teams = [team for team in state.after(owner) if team not in state.plan.refused]
    return next((team for team in teams if planners(state, team)), "")


def awaiting(state: MatchState) -> tuple[Decision, ...]:
    """Perfect Plans, a counter to take, the draw, the choice of the first go: one question at a time."""
    if state.control:
        return (state.ask("choose_first", state.seat_of(state.control), state.control),)
    asked = _asked(state)
    if asked:
        kind = "counter_plan" if state.plan else "use_plan"
        return (state.ask(kind, planners(state, asked)[0].seat, asked),)
    if state.plan is not None:
        planner = state.character(state.plan.character)
        return (state.ask("take_counter", planner.seat, planner.team),)
    first = state.teams[0]
    pools = (Die("bag", sum(number for _, number in state.bag)),)
    return (state.ask("roll_initiative", state.seat_of(first), first, pools=pools),)


def use_plan(story: Story, command: UsePlan, decision: Decision) -> None:
    """Announce a Perfect Plan, counter one with another, or do not.

    Rules: MARVEL-ABILITY-PERFECT-PLAN, MARVEL-ABILITY-PERFECT-PLAN-02, MARVEL-RULING-72. Errors: RuleViolation for a
    character of the team that cannot use one.
    """
    if not command.character:
        story.tell(PlanDeclined(team=decision.subject))
        return
    if command.character not in [planner.id for planner in planners(story.state, decision.subject)]:
        raise RuleViolation(PLAN, character=command.character)
    used = PlanUsed if decision.kind == "use_plan" else PlanCountered
    story.tell(used(character=command.character))


def take_counter(story: Story, command: TakeCounter, decision: Decision) -> None:  # noqa: ARG001 -- shape of all answers
    """Take a counter of one's choice from the bag (MARVEL-ABILITY-PERFECT-PLAN). Raises MalformedInput for none."""
    if not dict(story.state.bag).get(command.team):
        raise MalformedInput(f"The bag has no counter of {command.team}.")
    story.tell(InitiativeDrawn(team=command.team, bag=_without(story.state, command.team)))


def plan_options(state: MatchState, decision: Decision) -> Legal:
    """Each Perfect Plan of the team that the seat speaks for, and none."""
    names = [*[planner.id for planner in planners(state, decision.subject)], ""]
    return Legal(commands=tuple(UsePlan(seat=decision.seat, decision=decision.id, character=name) for name in names))


def counter_options(state: MatchState, decision: Decision) -> Legal:
    """A counter of each team that has one in the bag."""
    return Legal(
        commands=tuple(
            TakeCounter(seat=decision.seat, decision=decision.id, team=team) for team, number in state.bag if number
        )
    )


# --- the draw ---------------------------------------------------------------------------------------------------------


def draw(story: Story, decision: Decision, dice: Dice) -> None:
    """Draw one counter: a die with a face for each, those of the first team first (MARVEL-TURN-03)."""
    roll = dice.roll("initiative", decision.pools)
    counters = [team for team, number in story.state.bag for _ in range(number)]
    team = counters[roll.faces[0] - 1]
    story.tell(InitiativeDrawn(team=team, bag=_without(story.state, team), roll=roll))


def choose_first(story: Story, command: ChooseFirst, decision: Decision) -> None:  # noqa: ARG001 -- shape of all answers
    """Choose which side has the first go (MARVEL-RULING-10). Raises MalformedInput for a team that does not play."""
    if not story.state.team(command.team):
        raise MalformedInput(f"There is no team {command.team} with characters in play.")
    story.tell(FirstChosen(team=command.team))


def first_options(state: MatchState, decision: Decision) -> Legal:
    """Each team with characters in play."""
    return Legal(
        commands=tuple(
            ChooseFirst(seat=decision.seat, decision=decision.id, team=team) for team in state.teams if state.team(team)
        )
    )


def step(story: Story) -> bool:
    """Where the owner of the drawn counter may not choose, its side has the first go (MARVEL-RULING-10)."""
    state = story.state
    if not state.control or state.rulings.initiative_owner_chooses:
        return False
    story.tell(FirstChosen(team=state.control))
    return True
