"""Events → rows of matches. Rows change in the transaction of the append; the feed makes up for imported streams."""

from collections.abc import Sequence

import msgspec

from ledger import queries as ledger_queries
from ledger.events import StoredEvent
from matches import replay
from matches.domain.facts import MatchFacts
from matches.models import Match, MatchSeat


def write_rows(play: replay.Play, stored: Sequence[StoredEvent]) -> None:
    """Make a match's rows say what is so after these events, the newest of its stream."""
    facts, last = play.known, stored[-1]
    match_id = replay.match_of(last.stream)
    changing = {
        "status": facts.status,
        "placings": msgspec.to_builtins(facts.placings),
        "waits_for_computer": play.waits_for_computer(),
        "version": last.version,
        "changed_at": last.recorded_at,
    }
    if stored[0].version > 1:
        Match.objects.filter(id=match_id, version__lt=last.version).update(**changing)
        return
    match, _ = Match.objects.update_or_create(
        id=match_id,
        defaults={
            "ruleset": facts.ruleset,
            "ruleset_version": facts.ruleset_version,
            "variant": facts.variant,
            "dice": facts.dice,
            "judges": list(facts.judges),
            "scheduled_at": stored[0].recorded_at,
            **changing,
        },
    )
    match.seats.all().delete()
    write_seats(match, facts)


def write_seats(match: Match, facts: MatchFacts) -> None:
    """Write a row for each seat of a match that has none."""
    MatchSeat.objects.bulk_create(
        MatchSeat(
            match=match,
            order=order,
            seat=plan.seat,
            team=plan.team,
            account=plan.account,
            computer=plan.computer,
        )
        for order, plan in enumerate(facts.seats)
    )


def handle(events: Sequence[StoredEvent]) -> None:
    """Bring the rows of these events' matches up to date, if they are behind; for the feed."""
    newest = {event.stream: event.version for event in events}
    versions = dict(Match.objects.filter(id__in=map(replay.match_of, newest)).values_list("id", "version"))
    for stream, version in newest.items():
        if versions.get(replay.match_of(stream), 0) < version:
            stored = ledger_queries.read_stream(stream)
            write_rows(replay.Play.of(stored), stored)


def reset() -> None:
    """Drop all rows that ``handle`` writes."""
    Match.objects.all().delete()
