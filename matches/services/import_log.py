"""A match typed in from a real table, one action or roll a line (docs/match-log.md): all is stored, or nothing."""

import re
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from typing import Any, Final
from uuid import UUID

import msgspec
from django.db import transaction
from django.utils.translation import get_language

from ledger import queries as ledger
from matches import events as e
from matches import replay
from matches.domain import commands as c
from matches.domain import sentences
from matches.errors import LogRefused, NotAllowed, WrongStatus
from matches.replay import Play
from matches.services import commands, lifecycle, results, texts
from matches.services.writing import Draft, typed_text, write
from rules_engine import registry
from rules_engine.kernel.codec import encode
from rules_engine.kernel.errors import DecisionClosed, MalformedInput, RuleViolation
from rules_engine.kernel.fold import fold

PLAY: Final = "play"  # the line between head and play
LONGEST: Final = 500  # characters of a line
COMMENT: Final = re.compile(r"(^|\s)#.*")  # not within a word: U6#2 is a die


class Line(msgspec.Struct, frozen=True):
    """A line that says something, without its comment."""

    number: int
    text: str


class NamedFile(msgspec.Struct, frozen=True):
    """The plain data of a file, and what it is called."""

    name: str
    plain: Any


@transaction.atomic
def import_log(text: str, catalog: NamedFile, actor: str, scenario: NamedFile | None = None) -> UUID:
    """Store a match that was played at a real table. The same text, in the same scenario, is the same match.

    catalog, scenario: plain data of files; ``actor`` wrote for all seats.
    Errors: LogRefused names the first wrong line and the rule it breaks; what reading the catalog raises. Nothing is
    stored then.
    """
    told = text if scenario is None else f"{text}{scenario.plain}"
    match_id = uuid.uuid5(lifecycle.MATCHES, sha256(told.encode()).hexdigest())
    if ledger.stream_version(replay.stream_of(match_id)):
        return match_id
    draft = Draft(match_id, Play())
    head, play = _parts(text)
    _start(draft, head, catalog, scenario, actor=actor)
    for line in play:
        with _refused(line):
            _play_line(draft, line, actor)
    _end(draft, play[-1] if play else head[-1], actor)
    write(draft)
    return match_id


def _parts(text: str) -> tuple[list[Line], list[Line]]:
    """The lines of the head, ``play`` at their end, and those of the play."""
    lines = [
        Line(number, " ".join(said.split()))
        for number, raw in enumerate(text.splitlines(), 1)
        if (said := COMMENT.sub("", raw)).strip()
    ]
    for line in lines:
        if len(line.text) > LONGEST:
            raise LogRefused(line.number, f"a line has at most {LONGEST} characters")
    for index, line in enumerate(lines):
        if line.text == PLAY:
            return lines[: index + 1], lines[index + 1 :]
    raise LogRefused(lines[-1].number if lines else 1, f"the line {PLAY!r} between head and play is missing")


def _start(draft: Draft, head: list[Line], catalog: NamedFile, scenario: NamedFile | None, *, actor: str) -> None:
    first, play = head[0], head[-1]
    match = re.fullmatch(r"ruleset: (\w+) ([0-9]{1,4}) (\w+)", first.text)
    if match is None:
        raise LogRefused(first.number, "a log begins with its ruleset, such as 'ruleset: duels 1 advanced'")
    key, version, variant = match[1], int(match[2]), match[3]
    with _refused(first):
        ruleset, log = registry.ruleset(key, version, variant), registry.table_log(key)
    reader = log.head(variant, ruleset.read_catalog(catalog.plain, catalog.name))
    for line in head[1:-1]:
        with _refused(line):
            reader.read(line.text)
    told = scenario and ruleset.read_scenario(scenario.plain, scenario.name)
    with _refused(play):
        setup = reader.setup()
        setup = log.in_scenario(setup, told) if told else setup
        seats = ruleset.seats(fold(ruleset, ruleset.start(setup)))
        plan = c.ScheduleMatch(
            ruleset=key,
            ruleset_version=version,
            variant=variant,
            dice="table",
            seats=tuple(e.SeatPlan(seat=seat, team=team, scorekeeper=actor) for seat, team in seats.items()),
            setup=msgspec.Raw(encode(texts.interned(draft.match_id, setup))),
        )
        lifecycle.add_schedule(draft, draft.derived_id("schedule"), actor, plan)
        lifecycle.add_start(draft, draft.derived_id("start"), actor)


def _play_line(draft: Draft, line: Line, actor: str) -> None:
    if match := re.fullmatch(r"(\w+) gives up", line.text):
        reason = typed_text(draft.match_id, "gave up at the table")
        command = c.Forfeit(seat=match[1], team=draft.play.known.team_of(match[1]), reason=reason)
        results.add_forfeit(draft, draft.derived_id("forfeit"), actor, command)
        return
    for build in registry.table_log(draft.play.known.ruleset).read_line(line.text):
        asked = texts.interned(draft.match_id, build(draft.play.state), draft.batches)
        commands.answer(draft, draft.derived_id(asked.seat), actor, asked, seal=False)


def _end(draft: Draft, last: Line, actor: str) -> None:
    """The result counts: who wrote for all seats has written it for all."""
    facts = draft.play.known
    if facts.status == "running":
        expected = registry.table_log(facts.ruleset).expected(draft.play.awaiting())
        raise LogRefused(last.number, f"the match is not over; expected now: {expected}")
    if facts.status == "reported":
        for plan in facts.seats:
            if plan.team not in draft.play.known.agreed and draft.play.known.status == "reported":
                results.add_agreement(draft, draft.derived_id(plan.seat), actor, seat=plan.seat)


@contextmanager
def _refused(line: Line) -> Iterator[None]:
    """Turns a refusal into one that names the line, and the rule in a sentence of the active language."""
    try:
        yield
    except RuleViolation as refusal:
        forbidden = sentences.refusal(refusal.rule_id, refusal.facts, get_language())
        raise LogRefused(line.number, f"{line.text!r}: {forbidden}", refusal.rule_id) from refusal
    except (MalformedInput, DecisionClosed, WrongStatus, NotAllowed) as refusal:
        raise LogRefused(line.number, f"{line.text!r}: {str(refusal).removesuffix('.')}") from refusal
