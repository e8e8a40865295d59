"""IMPOSSIBLE: what to do about a threshold out of reach, and the cheapest way through a step. Pure functions."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import Final, Literal, TypeAlias

from msgspec.structs import replace

from rules_engine.kernel.messages import Record
from rules_engine.sru import scores
from rules_engine.sru.assistants import index
from rules_engine.sru.components import Adjustment, Assistant, Character, Opponent
from rules_engine.sru.setups import Consequence, HelpOffer, ScriptTest, Step
from rules_engine.sru.thresholds import UNHELPED, Help, Situation, Threshold, Verdict, modifiers, threshold, verdict

Way: TypeAlias = Literal["lower_demands", "go_into_detail", "synergy", "plan_run"]
WAYS: Final[tuple[Way, ...]] = ("lower_demands", "go_into_detail", "synergy", "plan_run")


class OutOfReach(Record, frozen=True, kw_only=True):
    """What is missing, with and without the reserve, and what can be done: nothing is forbidden (SRU-RULING-41).

    risk: a risk may be declared (SRU-ACTION-08). ways: SRU-IMPOSSIBLE-03 to SRU-IMPOSSIBLE-08.
    """

    shortfall: int
    after_reserve: int
    risk: bool
    ways: tuple[Way, ...]


def out_of_reach(found: Verdict, free: int, *, point_value: int = 1) -> OutOfReach:
    """What a team can do about a verdict: SRU-IMPOSSIBLE-03, SRU-IMPOSSIBLE-04, SRU-IMPOSSIBLE-07, SRU-IMPOSSIBLE-08.

    free: the reserve that is left, each point worth ``point_value``.
    """
    short = found.shortfall > 0
    return OutOfReach(
        shortfall=found.shortfall,
        after_reserve=max(0, found.shortfall - free * point_value),
        risk=short,
        ways=WAYS if short else (),
    )


# --- the cheapest way through a step ----------------------------------------------------------------------------------


class Party(Record, frozen=True, kw_only=True):
    """Who can act, against whom, and what is ready: all that a plan depends on.

    ready: what granted synergies give to the step itself. used: offers that were taken.
    """

    at: Situation
    characters: tuple[Character, ...]
    opponents: tuple[Opponent, ...]
    assistants: tuple[Assistant, ...] = ()
    ready: Help = UNHELPED
    used: tuple[str, ...] = ()

    def opponent(self, opponent_id: str) -> Opponent:
        """An opponent of the step."""
        return next(opponent for opponent in self.opponents if opponent.id == opponent_id)

    def paying(self, who: str, spent: int) -> "Party":
        """The party after somebody has spent points, of the fullest reserves first."""
        if not spent:
            return self
        return replace(
            self, characters=tuple(_pay(each, spent) if each.id == who else each for each in self.characters)
        )


class Move(Record, frozen=True, kw_only=True):
    """A part of a plan: who does what, and the reserve points that it takes.

    way: how; subject: the step or the offer that it is about. Going into detail and planning are moves of nobody.
    """

    way: Literal["attempt", "lower_demands", "synergy", "go_into_detail", "plan_run"]
    subject: str
    actor: str = ""
    reserve: int = 0


class Plan(Record, frozen=True, kw_only=True):
    """A way through a step: its moves in order, what they cost, and what is missing in spite of them.

    party: as it is after the plan.
    """

    moves: tuple[Move, ...]
    cost: int
    missing: int
    party: Party


def cheapest_plan(step: Step, party: Party) -> Plan:
    """The plan with which least is missing, and of those the cheapest; of equal ones the one with fewest moves.

    It weighs trying the step, each set of the synergies that it offers, lower demands, detail and preparation
    (SRU-IMPOSSIBLE-01 to SRU-IMPOSSIBLE-08); no chance is taken in it.
    """
    plans = [*_direct(step, party), *_lowered(step, party), *_detailed(step, party), *_planned(step, party)]
    return min(plans, key=lambda plan: (plan.missing, plan.cost, len(plan.moves)))


def _direct(step: Step, party: Party) -> Iterator[Plan]:
    offers = [offer for offer in step.helps if offer.id not in party.used]
    for number in range(len(offers) + 1):
        for chosen in combinations(offers, number):
            if not any(set(offer.unless) & {*party.used, *(each.id for each in chosen)} for offer in chosen):
                yield _with_help(step, step.test, chosen, party=party)


def _lowered(step: Step, party: Party) -> Iterator[Plan]:
    """Lower demands cost what they leave behind: each point of a raised index counts as one."""
    if step.lowered is not None:
        test = replace(step.test, rows=step.lowered.rows)
        plan = _with_help(step, test, (), party=party)
        later = sum(max(0, each.change) for each in step.lowered.consequences)
        moves = tuple(replace(move, way="lower_demands") for move in plan.moves)
        after = replace(plan.party, opponents=changed(plan.party.opponents, step.lowered.consequences))
        yield replace(plan, moves=moves, cost=plan.cost + later, party=after)


def _detailed(step: Step, party: Party) -> Iterator[Plan]:
    if step.detail:
        yield _chain(
            Plan(moves=(Move(way="go_into_detail", subject=step.id),), cost=0, missing=0, party=_unready(party)),
            step.detail,
        )


def _planned(step: Step, party: Party) -> Iterator[Plan]:
    if step.plan and f"{step.id}:planned" not in party.used:
        first = Plan(moves=(Move(way="plan_run", subject=step.id),), cost=0, missing=0, party=_unready(party))
        prepared = _chain(first, step.plan)
        after = replace(prepared.party, used=(*prepared.party.used, f"{step.id}:planned"), ready=party.ready)
        then = cheapest_plan(step, after)
        yield replace(
            then, moves=(*prepared.moves, *then.moves), cost=prepared.cost + then.cost,
            missing=prepared.missing + then.missing,
        )  # fmt: skip


def _unready(party: Party) -> Party:
    return replace(party, ready=UNHELPED)


def _chain(plan: Plan, steps: Sequence[Step]) -> Plan:
    for step in steps:
        then = cheapest_plan(step, plan.party)
        plan = Plan(
            moves=(*plan.moves, *then.moves), cost=plan.cost + then.cost, missing=plan.missing + then.missing,
            party=_unready(then.party),
        )  # fmt: skip
    return plan


def _with_help(step: Step, test: ScriptTest, offers: Sequence[HelpOffer], *, party: Party) -> Plan:
    moves, cost, missing, helped = [], 0, 0, party.ready
    for offer in offers:
        move, short = _best(offer.test, party, UNHELPED, way="synergy", subject=offer.id)
        party, cost, missing = party.paying(move.actor, move.reserve), cost + move.reserve, missing + short
        moves.append(move)
        helped = add(helped, offer)
    move, short = _best(test, party, helped, way="attempt", subject=step.id)
    after = party.paying(move.actor, move.reserve)
    after = replace(after, opponents=changed(after.opponents, step.consequences))
    return Plan(moves=(*moves, move), cost=cost + move.reserve, missing=missing + short, party=after)


def add(helped: Help, offer: HelpOffer) -> Help:
    """What help comes to with one more synergy (SRU-SYNERGY-07)."""
    return Help(
        score=helped.score + (offer.amount if offer.effect == "score" else 0),
        threshold=helped.threshold + (offer.amount if offer.effect == "threshold" else 0),
        passive=helped.passive + (offer.amount if offer.effect == "remove_passive" else 0),
        routine=helped.routine or offer.effect == "routine",
    )


def _best(
    test: ScriptTest, party: Party, helped: Help, *, way: Literal["attempt", "synergy"], subject: str
) -> tuple[Move, int]:
    """Who does a test with least missing, then least spent, and what is missing then."""
    rulings = party.at.rulings
    aim = difficulty(test, party, helped).value
    bonus = rulings.test_generic_bonus if test.time and not party.at.in_phase else 0
    found = []
    for who, skill, free in _actors(test, party):
        score = scores.points(skill, rulings=rulings, bonus=bonus, synergy=helped.score)
        short = verdict(score, aim, rulings).shortfall
        spent = min(free, -(-short // rulings.reserve_point_value))
        found.append((max(0, short - spent * rulings.reserve_point_value), spent, who))
    missing, spent, who = min(found, key=lambda entry: entry[:2])
    return Move(way=way, subject=subject, actor=who, reserve=spent), missing


def difficulty(test: ScriptTest, party: Party, helped: Help = UNHELPED) -> Threshold:
    """The threshold of a test of a step."""
    rows = modifiers(party.at.profile, test.rows)
    return threshold(party.opponent(test.target), test.domain, test.option, rows=rows, at=party.at, helped=helped)


def _actors(test: ScriptTest, party: Party) -> Iterator[tuple[str, int, int]]:
    """Everybody who can act, with skill or power and the points of the fullest reserve; assistants spend none."""
    for character in party.characters:
        yield character.id, character.skills.get(test.skill, 0), fullest(character)
    for assistant in party.assistants:
        if assistant.domain == test.domain and assistant.state == "active":
            yield assistant.id, index(assistant, in_field=True, rulings=party.at.rulings), 0


def fullest(character: Character) -> int:
    """The points of a character's fullest reserve, of which an action is paid."""
    return max((reserve.current for reserve in character.reserves), default=0)


def _pay(character: Character, spent: int) -> Character:
    pool = max(character.reserves, key=lambda reserve: reserve.current)
    paid = replace(pool, current=pool.current - spent)
    return replace(character, reserves=tuple(paid if each is pool else each for each in character.reserves))


def changed(opponents: Iterable[Opponent], consequences: Iterable[Consequence]) -> tuple[Opponent, ...]:
    """The opponents with what stays of a test."""
    known = tuple(opponents)
    by_id: dict[str, list[Adjustment]] = {opponent.id: [] for opponent in known}
    for each in consequences:
        by_id[each.opponent].append(Adjustment(domain=each.domain, change=each.change, reason="plan"))
    return tuple(
        replace(opponent, adjustments=(*opponent.adjustments, *by_id[opponent.id])) if by_id[opponent.id] else opponent
        for opponent in known
    )
