"""The league's choices on rules that the texts leave open: one field a setting of docs/rules/duels.md, section 22."""

from typing import Literal, TypeAlias

import msgspec

from rules_engine.kernel.messages import Record

Variant: TypeAlias = Literal["advanced", "basic"]


class Rulings(Record, frozen=True, kw_only=True, forbid_unknown_fields=True, cache_hash=True):
    """Settings of section 22; the defaults are those of the advanced game, ``rulings_for`` gives a variant's."""

    ace_triggers_damage_bonus: bool = True  # DUELS-RULING-072
    aces_keep_attack_alive: bool = True  # DUELS-RULING-065
    alpha_rotation: Literal["left_each_round", "fixed"] = "left_each_round"  # DUELS-RULING-020
    alpha_tie_reroll: Literal["tied_teams", "all_teams"] = "tied_teams"  # DUELS-RULING-015
    army_points_match: Literal["exact", "ceiling"] = "exact"  # DUELS-RULING-013
    bad_karma_removal: Literal["all_matching", "all_but_one_of_each"] = "all_matching"  # DUELS-RULING-063
    basic_aces_on_miss: Literal["nothing", "one_click_and_effect"] = "nothing"  # DUELS-RULING-066
    basic_dice_choice: Literal["hidden_until_all_ready", "open"] = "hidden_until_all_ready"  # DUELS-RULING-024
    beaten_team_figures: Literal["leave_with_gear", "leave_dropping_gear"] = "leave_with_gear"  # DUELS-RULING-094
    black_ace_pieces: Literal["one_per_ace", "one_per_attack"] = "one_per_ace"  # DUELS-RULING-080
    black_ace_scope: Literal["target_only", "any_figure_of_target_team"] = "target_only"  # DUELS-RULING-079
    black_heal_range: Literal["contact_only", "black_band"] = "contact_only"  # DUELS-RULING-106
    called_shot_split: bool = False  # DUELS-RULING-078
    cross_allied_bases: bool = True  # DUELS-RULING-041
    cross_level_melee: Literal["yellow_dice_barred", "no_attack_in_yellow_range"] = (
        "yellow_dice_barred"  # DUELS-RULING-060
    )
    descend_after_climb: bool = True  # DUELS-RULING-045
    dial_overflow: Literal["stop_excess_lost", "spill_to_chosen_dial", "wrap"] = "stop_excess_lost"  # DUELS-RULING-075
    dice_choice: Literal["up_to_six", "exactly_six"] = "up_to_six"  # DUELS-RULING-022
    elevation_attack_bonus: Literal["lower_attacker", "higher_attacker", "none"] = "lower_attacker"  # DUELS-RULING-052
    figure_placement_order: Literal["whole_team", "one_figure_each"] = "whole_team"  # DUELS-RULING-018
    finished_dial_choice: Literal["forbidden", "allowed"] = "forbidden"  # DUELS-RULING-076
    friendly_fire: bool = False  # DUELS-RULING-033
    gear_action_scope: Literal["combined", "single_operation"] = "combined"  # DUELS-RULING-034
    grazing_blocks: bool = False  # DUELS-RULING-036
    heal_dial_chooser: Literal["healer", "healed_figure"] = "healer"  # DUELS-RULING-109
    heal_needs_line: bool = False  # DUELS-RULING-111
    heal_past_start: Literal["stop", "spill_to_chosen_dial"] = "stop"  # DUELS-RULING-110
    identical_dice_interchangeable: bool = False  # DUELS-RULING-101
    impossible_attack_spent: bool = False  # DUELS-RULING-032
    initiative_dice: Literal["white_and_jokers", "any_colour"] = "white_and_jokers"  # DUELS-RULING-025
    initiative_recalculated: bool = False  # DUELS-RULING-029
    intervening_elevated: Literal["blocks_if_above_lower_figure", "blocks_if_above_higher_figure"] = (
        "blocks_if_above_lower_figure"  # DUELS-RULING-059
    )
    joker_attack_range: Literal["rides_companion", "own_band_required"] = "rides_companion"  # DUELS-RULING-009
    joker_band_match: Literal["same_colour", "any_joker_band"] = "same_colour"  # DUELS-RULING-006
    joker_companion: Literal["self_standing", "any_other_die"] = "self_standing"  # DUELS-RULING-008
    jump_timing: Literal["between_actions", "before_move_only"] = "between_actions"  # DUELS-RULING-047
    level_distance: Literal["ten_inches_per_level", "taped", "plan_only"] = "ten_inches_per_level"  # DUELS-RULING-039
    line_of_fire: Literal["one_free_line", "whole_base_visible"] = "one_free_line"  # DUELS-RULING-035
    max_level: int = 3  # DUELS-RULING-050
    mixed_colour_attack: bool = True  # DUELS-RULING-011
    obstructing_die: Literal["one_per_attack", "one_per_piece"] = "one_per_attack"  # DUELS-RULING-054
    obstructing_ignores_height: bool = True  # DUELS-RULING-056
    obstructing_occupied_counts: Literal["true", "target_only", "false"] = "true"  # DUELS-RULING-055
    obstructing_start_jokers: Literal["joker_rule_applies", "always_allowed"] = "joker_rule_applies"  # DUELS-RULING-043
    obstructing_stop: Literal["on_entering", "start_inside_also_stops"] = "on_entering"  # DUELS-RULING-042
    one_inch_inclusive: bool = False  # DUELS-RULING-051
    one_way_trade: bool = True  # DUELS-RULING-104
    partial_climb: bool = False  # DUELS-RULING-044
    pickup_counts_burned: bool = True  # DUELS-RULING-100
    pickup_partial_payment: bool = False  # DUELS-RULING-098
    pickup_reuses_rolled_dice: bool = True  # DUELS-RULING-102
    placement_fallback: Literal["maximise_distance", "reject_setup"] = "maximise_distance"  # DUELS-RULING-019
    red_heal_without_band: Literal["self_only", "contact"] = "self_only"  # DUELS-RULING-107
    round_limit: int | None = None  # DUELS-RULING-095
    same_team_tie: Literal["controller_choice", "reroll"] = "controller_choice"  # DUELS-RULING-028
    shield_assignment: Literal["target_chooses_maximum", "attacker_chooses_maximum"] = (
        "target_chooses_maximum"  # DUELS-RULING-069
    )
    skill_bonuses_stack: Literal["true", "highest_only"] = "true"  # DUELS-RULING-117
    skill_contact_default: bool = True  # DUELS-RULING-116
    skill_range_rounding: Literal["down", "up", "nearest"] = "down"  # DUELS-RULING-115
    skill_test_jokers: Literal["named_colour_only", "jokers_may_join"] = "named_colour_only"  # DUELS-RULING-113
    stealth_failure_damage: bool = True  # DUELS-RULING-118
    terrain_dice_stack: Literal["true", "best_only"] = "true"  # DUELS-RULING-053
    terrain_die_has_ace: bool = False  # DUELS-RULING-005
    terrain_placement_order: Literal["both_together", "one_each_twice"] = "both_together"  # DUELS-RULING-016
    terrain_spacing_fallback: Literal["forfeit", "reduce_spacing"] = "forfeit"  # DUELS-RULING-017
    unmarked_bonus: Literal["never", "whole_band"] = "never"  # DUELS-RULING-073
    upward_line_ignores_lower_bases: bool = False  # DUELS-RULING-058
    victory_clock_restart: bool = False  # DUELS-RULING-091
    victory_clock_unit: Literal["team_turn", "round", "figure_turn"] = "round"  # DUELS-RULING-088
    victory_reference: Literal["any_opponent", "all_opponents", "eliminating_team"] = "any_opponent"  # DUELS-RULING-092
    victory_reversal_limit: int | None = None  # DUELS-RULING-090
    victory_threshold: Literal["lower_or_equal", "strictly_lower"] = "lower_or_equal"  # DUELS-RULING-089


ADVANCED = Rulings()
BASIC = msgspec.structs.replace(ADVANCED, dice_choice="exactly_six", victory_clock_unit="team_turn")


def rulings_for(variant: Variant) -> Rulings:
    """The default settings of a variant (docs/rules/duels.md, section 22)."""
    return BASIC if variant == "basic" else ADVANCED
