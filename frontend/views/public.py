"""Public pages: standings, pairings, one page a match; nothing here needs a login or a script."""

import re
from pathlib import Path
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse, HttpResponsePermanentRedirect, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

import ledger.offline_verifier
from campaigns import queries as campaigns
from campaigns.errors import CampaignNotFound
from frontend import presenters
from ledger import export
from ledger.errors import UnknownStream
from matches import queries as matches
from matches import replay
from matches.errors import MatchNotFound

MOST_LISTED = 200  # matches on one page


@require_safe
def home(request: HttpRequest) -> HttpResponse | HttpResponseRedirect | HttpResponsePermanentRedirect:
    """The newest campaign's standings; where there is no campaign yet, how to get one, and the matches there are."""
    found = campaigns.campaigns()
    if found:
        return redirect("standings", campaign_id=found[0].id)
    return render(request, "frontend/public/empty.html", {"outside": bool(campaigns.matches_outside())})


@require_safe
def standings(request: HttpRequest, campaign_id: UUID) -> HttpResponse:
    """The standings of a campaign's first stage, each place explained."""
    campaign, stage = _stage(campaign_id)
    lines = campaigns.standings(stage.id)
    context = presenters.standings(campaign, stage, lines, open_tables=campaigns.open_tables(stage.id))
    others = [other for other in campaigns.campaigns() if other.id != campaign.id]
    context |= {"here": "standings", "others": others, "outside": bool(campaigns.matches_outside())}
    return render(request, "frontend/public/standings.html", context)


@require_safe
def pairings(request: HttpRequest, campaign_id: UUID) -> HttpResponse:
    """All rounds with their tables, and a link to each match."""
    campaign, stage = _stage(campaign_id)
    names = {who.id: who.name for who in campaigns.participants(campaign.id)}
    context = presenters.pairings(campaign, campaigns.tables(stage.id), names)
    return render(request, "frontend/public/pairings.html", context | {"here": "pairings"})


@require_safe
def matches_outside(request: HttpRequest) -> HttpResponse:
    """The matches outside any league, such as those typed in from a table; of many the last changed."""
    ids = campaigns.matches_outside()
    context = presenters.outside(matches.matches(ids=ids[:MOST_LISTED]), total=len(ids))
    return render(request, "frontend/public/outside.html", context)


@require_safe
def match(request: HttpRequest, match_id: UUID) -> HttpResponse:
    """One match: the table after an event (``?at=``, the last one if left out), and the log in plain sentences."""
    try:
        page = matches.page(match_id)
    except MatchNotFound as error:
        raise Http404(str(error)) from error
    at = _version(request.GET.get("at", ""), last=len(page.frames))
    table, names = campaigns.table_of(str(match_id)), {}
    if table:
        people = {who.id: who.name for who in campaigns.participants(table.campaign)}
        names = {seat.team: people[table.holders[seat.seat]] for seat in page.row.seats}
    context = presenters.match(page, at=at, names=names, language=get_language())
    context |= presenters.table_picture(page.picture(at), names)
    return render(request, "frontend/public/match.html", context | {"table": table})


@require_safe
def match_log(request: HttpRequest, match_id: UUID) -> HttpResponse:  # noqa: ARG001 -- a view's signature
    """The whole log of a match as JSON Lines, for the offline verifier."""
    try:
        lines = list(export.write(replay.stream_of(match_id)))
    except UnknownStream as error:
        raise Http404(f"There is no match {match_id}.") from error
    response = HttpResponse("".join(f"{line}\n" for line in lines), content_type="application/x-ndjson")
    response["Content-Disposition"] = f'attachment; filename="match-{match_id}.jsonl"'
    return response


@require_safe
def verifier(request: HttpRequest) -> HttpResponse:  # noqa: ARG001 -- a view's signature
    """The offline verifier: one file that checks a downloaded log without this server."""
    text = Path(ledger.offline_verifier.__file__).read_text(encoding="utf-8")
    response = HttpResponse(text, content_type="text/x-python; charset=utf-8")
    response["Content-Disposition"] = 'attachment; filename="offline_verifier.py"'
    return response


@require_safe
def healthz(request: HttpRequest) -> HttpResponse:  # noqa: ARG001 -- a view's signature
    """Whether this process answers."""
    return HttpResponse("ok", content_type="text/plain")


def _stage(campaign_id: UUID) -> tuple[campaigns.Campaign, campaigns.Stage]:
    try:
        campaign = campaigns.campaign(str(campaign_id))
    except CampaignNotFound as error:
        raise Http404(str(error)) from error
    stages = campaigns.stages(campaign.id)
    if not stages:
        raise Http404("This campaign has no stage yet.")
    return campaign, stages[0]


def _version(text: str, *, last: int) -> int:
    """The event asked for, the last one if none or nonsense is."""
    return int(text) if re.fullmatch("[0-9]{1,9}", text) and 1 <= int(text) <= last else last
