"""The league's choices on rules that the text leaves open: one field a setting of docs/rules/marvel.md, section 18.

The row ``scenario`` is data: a `Setup` carries the table, objectives and length of a match (MARVEL-RULING-01).
"""

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta

from rules_engine.kernel.messages import Record
from rules_engine.marvel.components import DamageKind, Nature

NotNegative: TypeAlias = Annotated[int, Meta(ge=0, le=99, description="0–99")]
AtLeastOne: TypeAlias = Annotated[int, Meta(ge=1, le=99, description="1–99")]
Percent: TypeAlias = Annotated[int, Meta(ge=1, le=100)]


class Rulings(Record, frozen=True, kw_only=True, forbid_unknown_fields=True, cache_hash=True):
    """Settings of section 18 in the order of its table, each with its default."""

    pow_carry_over: bool = False  # MARVEL-RULING-07
    initiative_counters_per_side: AtLeastOne = 2  # MARVEL-RULING-09
    initiative_counters_returned: bool = True  # MARVEL-RULING-09
    initiative_owner_chooses: bool = True  # MARVEL-RULING-10
    general_passes_per_turn: NotNegative = 0  # MARVEL-RULING-11
    strategist_passes_per_turn: NotNegative = 1  # MARVEL-RULING-11
    chained_activations: bool = True  # MARVEL-RULING-12
    ensnare_applies_to: Literal["all_speeds", "first_speed"] = "all_speeds"  # MARVEL-RULING-14
    agile_move_costs_pow: bool = True  # MARVEL-RULING-15
    climb_double_scope: Literal["stretch", "whole_move"] = "stretch"  # MARVEL-RULING-16
    fly_ignores_climb_double: bool = True  # MARVEL-RULING-17
    allow_targeting_allies: bool = False  # MARVEL-RULING-18
    max_attacks_per_activation: AtLeastOne | None = None  # MARVEL-RULING-19
    enforce_attack_frequency: bool = True  # MARVEL-RULING-19
    reaction_window: Literal["every_attack", "special_power_only"] = "every_attack"  # MARVEL-RULING-20
    defensive_enhancement_stacks: bool = False  # MARVEL-RULING-21
    defensive_enhancement_defences: tuple[Nature, ...] = ("physical", "energy", "mental")  # MARVEL-RULING-22
    overload_pow_cost: NotNegative = 1  # MARVEL-RULING-23
    overload_applies_to_all_rolls: bool = True  # MARVEL-RULING-24
    overload_die_counts_for_critical: bool = True  # MARVEL-RULING-25
    cover_min_hidden_percent: Percent = 50  # MARVEL-RULING-26
    area_hit_roll: Literal["per_target", "single", "none"] = "per_target"  # MARVEL-RULING-28
    area_hits_allies: bool = True  # MARVEL-RULING-29
    wave_requires_los: bool = False  # MARVEL-RULING-29
    halving_stage: Literal["before_modifiers", "after_modifiers"] = "before_modifiers"  # MARVEL-RULING-31
    effects_require_damage: bool = False  # MARVEL-RULING-32
    awkwardness_ends_on_activation: bool = False  # MARVEL-RULING-33
    defence_reductions_stack: bool = True  # MARVEL-RULING-33
    explosive_half_minimum: Literal[0, 1] = 0  # MARVEL-RULING-34
    explosive_hits_attacker: bool = True  # MARVEL-RULING-34
    pierce_line: Literal["whole_line", "behind_target_only"] = "whole_line"  # MARVEL-RULING-36
    push_knockdown: Literal["on_contact", "always", "never"] = "on_contact"  # MARVEL-RULING-37
    push_contact_damage: Literal["agility_test", "automatic"] = "agility_test"  # MARVEL-RULING-37
    homing_ignores_cover: bool = False  # MARVEL-RULING-38
    immunity_blocks_effects: bool = False  # MARVEL-RULING-39
    irresistible_ignores_immunity: bool = False  # MARVEL-RULING-40
    resistances_stack: bool = True  # MARVEL-RULING-41
    cruel_needs_damage: bool = False  # MARVEL-RULING-43
    assassin_doubles: Literal["base", "total"] = "base"  # MARVEL-RULING-44
    brutal_needs_plus_one: bool = True  # MARVEL-RULING-45
    ko_end_phase_scope: Literal["zone_at_end_phase", "any_time_in_turn"] = "zone_at_end_phase"  # MARVEL-RULING-48
    ko_keeps_drawbacks: bool = True  # MARVEL-RULING-49
    ko_down_penalties_stack: bool = True  # MARVEL-RULING-50
    failed_recovery_consumes_activation: bool = True  # MARVEL-RULING-51
    rerolls_on_recovery: bool = False  # MARVEL-RULING-51
    rage_trigger: Literal["recovery", "stand_up"] = "recovery"  # MARVEL-RULING-53
    stand_up_outside_activation: bool = False  # MARVEL-RULING-54
    grab_size_limit: Literal["size", "strength"] = "size"  # MARVEL-RULING-55
    grab_defence: Nature = "physical"  # MARVEL-RULING-56
    throw_roll_counts_as_ranged: bool = True  # MARVEL-RULING-56
    throw_miss: Literal["stop", "land_harmless"] = "stop"  # MARVEL-RULING-57
    throw_at_ally: Literal["auto_hit", "hit_roll", "forbidden"] = "auto_hit"  # MARVEL-RULING-58
    throw_blockers: Literal["scenery_before_target", "scenery_including_target", "everything"] = (
        "scenery_before_target"  # MARVEL-RULING-59
    )
    thrown_scenery_after_hit: Literal["stays", "destroyed"] = "stays"  # MARVEL-RULING-60
    throw_damage_kind: DamageKind = DamageKind()  # MARVEL-RULING-61
    leap_counts_as_movement: bool = False  # MARVEL-RULING-63
    fall_boundary: Literal["lower_row", "higher_row"] = "lower_row"  # MARVEL-RULING-64
    scenery_defence: int | None = None  # MARVEL-RULING-68
    scenery_immune_natures: tuple[Nature, ...] = ()  # MARVEL-RULING-68
    leadership_compares: Literal["card_pow", "current_counters"] = "card_pow"  # MARVEL-RULING-69
    master_fighter_melee_only: bool = False  # MARVEL-RULING-70
    total_vision_attacks_through_scenery: bool = True  # MARVEL-RULING-71
    total_vision_ignores_cover: bool = False  # MARVEL-RULING-71
