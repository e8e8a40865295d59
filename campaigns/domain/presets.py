"""Presets: named sets of format, scoring, order of tie-breaks and settings, to be copied and then changed."""

from collections.abc import Mapping
from typing import Final, TypeAlias

import msgspec

SettingValue: TypeAlias = str | int | bool
LEAGUE_ORDER: Final = ("points", "wins", "destroyed", "left", "lot")
SCENARIO_ORDER: Final = ("points", "wins", "objectives", "destroyed", "left", "lot")
SOLO_ORDER: Final = ("objectives", "left", "lot")  # nobody is beaten: who gets further, then who spends less


class Preset(msgspec.Struct, frozen=True, kw_only=True):
    """What a campaign starts from. formats: the first is proposed. scoring: a text of ``scoring_expression``.

    order: codes of tie-breaks. settings: only those that differ from their defaults.
    """

    formats: tuple[str, ...]
    scoring: str
    order: tuple[str, ...]
    settings: Mapping[str, SettingValue]


PRESETS: Final[Mapping[str, Preset]] = {  # CAMP-PRESET-01
    "club_league": Preset(
        formats=("free_league", "round_robin"),
        scoring="win 3, draw 1",
        order=("points", "head_to_head", "margin", "wins"),
        settings={"roster_freeze": "never", "roster_visibility": "public"},
    ),
    "weekend_swiss": Preset(
        formats=("swiss",),
        scoring="win 3, draw 1",
        order=("points", "omw", "sos_mean", "margin", "destroyed"),
        settings={
            "auto_confirm_minutes": 10,
            "bye_numbers": "average_own",
            "forfeit_numbers": "average_own",
            "separate_tag": "club",
            "not_played": "double_forfeit",
        },
    ),
    "demo_day": Preset(
        formats=("free_league",),
        scoring="win 1",
        order=("points", "objectives"),
        settings={
            "league_minimum_matches": 1,
            "roster_freeze": "never",
            "same_opponent_limit": 9,
            "auto_confirm_minutes": 5,
        },
    ),
    "chess_like": Preset(
        formats=("swiss",),
        scoring="win 1, draw 0.5",
        order=("points", "buchholz_cut1", "buchholz", "sonneborn_berger", "progressive"),
        settings={"within_group": "fold"},
    ),
    "narrative_campaign": Preset(
        formats=("free_league",),
        scoring="win 3, draw 1, +1 if 1 objectives",
        order=("points", "objectives", "wins"),
        settings={
            "roster_kind": "pool",
            "unique_scope": "campaign",
            "roster_freeze": "round",
            "roster_visibility": "private",
        },
    ),
}


def changed(preset: Preset, settings: Mapping[str, SettingValue]) -> dict[str, SettingValue]:
    """The settings of a campaign that its preset does not have, or has otherwise.

    Rules: CAMP-PRESET-01. settings: only those that differ from their defaults.
    """
    return {name: value for name, value in settings.items() if preset.settings.get(name) != value}
