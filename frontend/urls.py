"""The public pages."""

from django.urls import path

from frontend.views import public

urlpatterns = [
    path("", public.home, name="home"),
    path("campaigns/<uuid:campaign_id>/", public.standings, name="standings"),
    path("campaigns/<uuid:campaign_id>/matches/", public.pairings, name="pairings"),
    path("matches/", public.matches_outside, name="matches-outside"),
    path("matches/<uuid:match_id>/", public.match, name="match"),
    path("matches/<uuid:match_id>/log.jsonl", public.match_log, name="match-log"),
    path("verifier.py", public.verifier, name="verifier"),
    path("healthz", public.healthz, name="healthz"),
]
