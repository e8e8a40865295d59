"""What every ruleset of the kernel's protocol must keep, tried on random matches.

A `Game` says how to make setups; the rest is the protocol. A match is played by listed commands picked at random, each
decision by the same chance from a seed, so that a seed names a match.
"""

import hashlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import lru_cache
from typing import Any, TypeAlias

import msgspec
from msgspec.structs import replace

from rules_engine.kernel.codec import encode, kind_of
from rules_engine.kernel.dice import Chance, SeededDice
from rules_engine.kernel.errors import DecisionClosed, MalformedInput, RuleViolation
from rules_engine.kernel.fold import Step, fold
from rules_engine.kernel.messages import Command, Decision, Event
from rules_engine.kernel.ruleset import Ruleset

State: TypeAlias = Any  # each game has its own
REFUSED = (RuleViolation, MalformedInput, DecisionClosed)


def nothing_said(state: State, chance: Chance) -> Command | None:
    return None


def nothing_spoilt(state: State, command: Command) -> Iterable[Command]:
    return ()


class Game(msgspec.Struct, frozen=True):
    """A ruleset with what random matches of it need.

    setup: a setup from chance. talk: what a seat might say now without being asked, such as a measurement. spoil:
    copies of a legal command that break a rule of this game.
    """

    name: str
    ruleset: Ruleset[State]
    setup: Callable[[Chance], msgspec.Struct]
    talk: Callable[[State, Chance], Command | None] = nothing_said
    spoil: Callable[[State, Command], Iterable[Command]] = nothing_spoilt


class Match(msgspec.Struct, frozen=True):
    """A random match: its steps, opening first, and the state after each."""

    setup: msgspec.Struct
    steps: tuple[Step, ...]
    states: tuple[State, ...]

    @property
    def events(self) -> tuple[Event, ...]:
        return tuple(event for step in self.steps for event in step.events)


@lru_cache(maxsize=32)
def random_match(game: Game, seed: int, length: int) -> Match:
    """A match of at most ``length`` commands."""
    chance, dice = Chance(seed), SeededDice(seed)
    setup = game.setup(chance)
    opening = Step(None, game.ruleset.start(setup))
    steps, states = [opening], [fold(game.ruleset, opening.events)]
    while len(steps) <= length and (open_ := game.ruleset.awaiting(states[-1])):
        command = game.talk(states[-1], chance) or pick(game, states[-1], open_[chance.below(len(open_))], chance)
        step = Step(command, game.ruleset.decide(states[-1], command, dice))
        steps.append(step)
        states.append(fold(game.ruleset, step.events, states[-1]))
    return Match(setup, tuple(steps), tuple(states))


def pick(game: Game, state: State, decision: Decision, chance: Chance) -> Command:
    """One of the listed answers."""
    commands = game.ruleset.legal_commands(state, decision).commands
    return commands[chance.below(len(commands))]


# --- the laws ---------------------------------------------------------------------------------------------------------


def check_listed_commands(game: Game, match: Match) -> None:
    """`decide` accepts each command that `legal_commands` lists, and refuses spoilt copies; it changes nothing."""
    for state in match.states:
        before = encode(state)
        for decision in game.ruleset.awaiting(state):
            commands = game.ruleset.legal_commands(state, decision).commands
            assert commands, f"{decision.id} has no answer"
            for command in commands:
                assert game.ruleset.decide(state, command, SeededDice(1)), command
            for spoilt in spoilt_copies(game, state, commands[-1]):
                assert_refused(game, state, spoilt)
        assert encode(state) == before


def spoilt_copies(game: Game, state: State, command: Command) -> Iterator[Command]:
    """Another seat's, of a closed decision, with a die twice, and whatever else the game refuses."""
    others = [seat for seat in game.ruleset.seats(state) if seat != command.seat]
    yield from (replace(command, seat=seat) for seat in others)
    yield replace(command, decision=f"closed:{command.decision}")
    dice = getattr(command, "dice", ())
    if dice:
        yield replace(command, dice=(*dice, dice[0]))
    yield from game.spoil(state, command)


def check_any_answer(game: Game, match: Match) -> None:
    """Any command ever given, as an answer to any decision, is accepted or refused; nothing else goes wrong."""
    given = {type(step.command): step.command for step in match.steps[1:] if step.command is not None}
    for state in match.states:
        for decision in game.ruleset.awaiting(state):
            for command in given.values():
                with suppress(*REFUSED):
                    game.ruleset.decide(
                        state, replace(command, seat=decision.seat, decision=decision.id), SeededDice(1)
                    )


def assert_refused(game: Game, state: State, command: Command) -> None:
    try:
        events = game.ruleset.decide(state, command, SeededDice(1))
    except REFUSED:
        return
    raise AssertionError(f"{command} was accepted: {events}")


def check_decisions(game: Game, match: Match) -> None:
    """Open decisions have ids of their own and seats of the match; none is open exactly when there is an outcome."""
    for state in match.states:
        open_ = game.ruleset.awaiting(state)
        assert len({decision.id for decision in open_}) == len(open_)
        assert {decision.seat for decision in open_} <= set(game.ruleset.seats(state))
        assert (game.ruleset.outcome(state) is None) == bool(open_)


def check_folding(game: Game, match: Match) -> None:
    """Folding all events at once gives what deciding step by step gave."""
    assert fold(game.ruleset, match.events) == match.states[-1]


def check_views(game: Game, match: Match) -> None:
    """A seat's view offers it the answers that it has."""
    for state in match.states:
        for decision in game.ruleset.awaiting(state):
            seen = game.ruleset.view(state, decision.seat)
            assert game.ruleset.legal_commands(seen, decision) == game.ruleset.legal_commands(state, decision)


def check_round_trips(game: Game, match: Match) -> None:
    """Setup, commands and events come back from JSON as they were."""
    codec = game.ruleset.codec
    assert codec.decode_setup(encode(match.setup)) == match.setup
    for event in match.events:
        assert codec.decode_event(kind_of(event), event.schema, encode(event)) == event
    for step in match.steps[1:]:
        assert step.command is not None
        assert codec.decode_command(encode(step.command)) == step.command


def digest(game: Game, seed: int, length: int) -> str:
    """A fingerprint of all that was decided and of the state it led to."""
    match = random_match(game, seed, length)
    record = hashlib.sha256()
    for event in match.events:
        record.update(encode(event))
    record.update(encode(match.states[-1]))
    return record.hexdigest()
