"""What every ruleset of the kernel's protocol must keep, tried on random matches.

A `Game` says how to make setups; the rest is the protocol. A match is played by listed commands picked at random, each
decision by the same chance from a seed, so that a seed names a match.
"""

import hashlib
import os
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from functools import lru_cache
from typing import Any, TypeAlias

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from rules_engine.kernel.codec import encode, kind_of
from rules_engine.kernel.dice import Chance, SeededDice
from rules_engine.kernel.errors import DecisionClosed, MalformedInput, RuleViolation
from rules_engine.kernel.fold import Step, audit, fold
from rules_engine.kernel.messages import Command, Decision, Event
from rules_engine.kernel.ruleset import Ruleset
from tests.support.sources import ROOT

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


def digests(games: Mapping[str, Game], length: int) -> list[str]:
    """The fingerprints of two matches of every game."""
    return [digest(game, seed, length) for game in games.values() for seed in (7, 8)]


def happened(games: Mapping[str, Game], *, seeds: int, length: int) -> set[str]:
    """The types of all events of some matches of every game."""
    return {
        type(event).__name__
        for game in games.values()
        for seed in range(seeds)
        for event in random_match(game, seed, length).events
    }


# --- the same tests for every ruleset ---------------------------------------------------------------------------------

SEEDS = st.integers(min_value=0, max_value=2**32)


class Effort(msgspec.Struct, frozen=True, kw_only=True):
    """How many random matches try a law: one that tries every listed command, one that looks by every seat, others.

    length: most commands of a match. opening: its first steps, which no tampering of the audit's test is about.
    elsewhere: hash seeds and time zones of other processes.
    """

    listed: int = 4
    seen: int = 3
    others: int = 6
    length: int
    opening: int
    elsewhere: tuple[tuple[str, str], ...] = (("1", "Pacific/Kiritimati"), ("2", "America/Bogota"))


def laws_of(module: str, games: Mapping[str, Game], effort: Effort) -> type[Any]:
    """The tests of all laws as a class for a module, which names its games ``GAMES`` and the effort ``EFFORT``."""
    every_game = pytest.mark.parametrize("game", games.values(), ids=games)
    length = effort.length

    def tried(examples: int) -> Callable[[Callable[..., None]], Callable[..., None]]:
        return lambda law: every_game(settings(max_examples=examples, deadline=None)(given(seed=SEEDS)(law)))

    class Laws:
        @tried(effort.listed)
        def test_listed_commands_are_accepted_and_spoilt_ones_refused(self, game: Game, seed: int) -> None:
            check_listed_commands(game, random_match(game, seed, length))

        @tried(effort.listed)
        def test_an_answer_of_any_kind_is_accepted_or_refused(self, game: Game, seed: int) -> None:
            check_any_answer(game, random_match(game, seed, length))

        @tried(effort.others)
        def test_somebody_decides_until_there_is_an_outcome(self, game: Game, seed: int) -> None:
            check_decisions(game, random_match(game, seed, length))

        @tried(effort.others)
        def test_folding_at_once_equals_step_by_step(self, game: Game, seed: int) -> None:
            check_folding(game, random_match(game, seed, length))

        @tried(effort.others)
        def test_the_audit_of_an_honest_match_finds_nothing(self, game: Game, seed: int) -> None:
            match = random_match(game, seed, length)
            assert audit(game.ruleset, match.setup, match.steps) == ()

        @every_game
        def test_the_audit_of_a_tampered_match_finds_it(self, game: Game) -> None:
            match = random_match(game, 1, length)
            steps = enumerate(match.steps)
            number = next(index for index, step in steps if len(step.events) > 1 and index > effort.opening)
            short = Step(match.steps[number].command, match.steps[number].events[:-1])
            found = audit(game.ruleset, match.setup, (*match.steps[:number], short))
            assert [(difference.step, difference.event) for difference in found] == [(number, len(short.events))]

        @tried(effort.others)
        def test_records_come_back_from_json(self, game: Game, seed: int) -> None:
            check_round_trips(game, random_match(game, seed, length))

        @tried(effort.seen)
        def test_a_view_offers_a_seat_its_answers(self, game: Game, seed: int) -> None:
            check_views(game, random_match(game, seed, length))

        @pytest.mark.parametrize(("hash_seed", "zone"), effort.elsewhere)
        def test_a_seed_gives_the_same_match_on_every_machine(self, hash_seed: str, zone: str) -> None:
            code = (
                f"from {module} import EFFORT, GAMES; from tests.support.laws import digests;"
                " print(*digests(GAMES, EFFORT.length))"
            )
            elsewhere = subprocess.run(
                [sys.executable, "-c", code], env={**os.environ, "PYTHONHASHSEED": hash_seed, "TZ": zone},
                cwd=ROOT, capture_output=True, text=True, check=True,
            )  # fmt: skip
            assert elsewhere.stdout.split() == digests(games, length)

    return Laws
