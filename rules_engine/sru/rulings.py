"""The league's choices on what the text leaves open: one field a setting of docs/rules/sru.md, section 8.

``rumors.die`` of the document is the field ``rumors_die``.
"""

from typing import Literal, TypeAlias

from rules_engine.kernel.messages import Record

Rounding: TypeAlias = Literal["down", "up"]
Mode: TypeAlias = Literal["manual", "table"]


class Rulings(Record, frozen=True, kw_only=True, forbid_unknown_fields=True, cache_hash=True):
    """Settings of section 8 with their defaults."""

    rumors_die: Literal["d6", "d8", "d10", "d12", "d20"] = "d6"  # SRU-RULING-01
    rumors_apply_when: Literal["lt", "lte"] = "lt"  # SRU-RULING-02
    rumors_fade_when: Literal["gt", "gte"] = "gt"  # SRU-RULING-03
    rumors_half_rounding: Rounding = "down"  # SRU-RULING-04
    rumors_call_dice: Literal["per_call", "per_rumor"] = "per_call"  # SRU-RULING-05
    rumors_stacking: Literal["sum", "strongest", "best_and_worst"] = "sum"  # SRU-RULING-06
    rumors_sign: Literal["gm_may_turn", "fixed"] = "gm_may_turn"  # SRU-RULING-07
    rumors_roll_on_rental: bool = False  # SRU-RULING-09
    rumors_propagate_down: bool = False  # SRU-RULING-10
    rumors_obscure_extra_cost: int = 1  # SRU-RULING-11
    rumors_obscure_applies: Literal["either_end", "receiving_end"] = "either_end"  # SRU-RULING-11
    rumors_spread_mode: Literal["follow_source", "own_copies"] = "follow_source"  # SRU-RULING-13
    rumors_max_index: int = 6  # SRU-RULING-15
    rumors_start_index: int = 3  # SRU-RULING-16
    rumors_merge_same_adjective: bool = True  # SRU-RULING-16
    rumors_fade_mode: Literal["always", "player_choice", "off"] = "always"  # SRU-RULING-17
    rumors_fade_scope: Literal["participants", "all_active"] = "participants"  # SRU-RULING-18
    session_unit: Literal["event", "game"] = "event"  # SRU-RULING-18
    rumors_domain_bound: bool = True  # SRU-RULING-19
    rumors_detection_basis: Literal["per_rumor", "total"] = "per_rumor"  # SRU-RULING-20
    rumors_gm_amount: Literal["half", "free"] = "half"  # SRU-RULING-21
    complications_reputation: Literal["rumor", "counter"] = "rumor"  # SRU-RULING-22
    complications_needs_failure: Literal["risk_only", "all"] = "risk_only"  # SRU-RULING-43
    rental_per_point: int = 500  # SRU-RULING-51
    rental_points: Literal["total", "power"] = "total"  # SRU-RULING-51
    rental_factor: int = 100  # SRU-RULING-51, in hundredths
    hooks_after_game: bool = True  # section 6.4, H1
    hooks_before_game: bool = False  # section 6.4, H2
    test_compare: Literal["gte", "gt"] = "gte"  # SRU-RULING-26
    test_model: Literal["deterministic", "dice_pool", "manual"] = "deterministic"  # SRU-RULING-27
    test_generic_bonus: int = 2  # SRU-RULING-29
    test_generic_bonus_applies: Literal["claimed", "always_outside"] = "claimed"  # SRU-RULING-29
    reserve_pools: Literal["single", "several"] = "single"  # SRU-RULING-30
    reserve_point_value: int = 1  # SRU-RULING-30
    reserve_recharge_on: Literal["session_start", "scene", "by_hand"] = "session_start"  # SRU-RULING-55
    passive_half_rounding: Rounding = "down"  # SRU-RULING-23
    passive_in_phase: Literal["set_aside_only", "half_plus"] = "set_aside_only"  # SRU-RULING-24
    passive_no_reserve_opponent: Literal["half", "zero"] = "half"  # SRU-RULING-24
    passive_end_of_phase: Literal["returned", "spent"] = "returned"  # SRU-RULING-31
    passive_others_limit: Literal["people", "points"] = "people"  # SRU-RULING-32
    passive_combine: Literal["best", "sum"] = "best"  # SRU-RULING-33
    active_reference: Literal["passive", "defence_index"] = "passive"  # SRU-RULING-34
    active_failed_counter: Literal["net", "difference"] = "net"  # SRU-RULING-36
    active_bonus_floor: int = 0  # SRU-RULING-37
    synergy_cap: int | None = None  # SRU-RULING-40
    risk_mode: Mode = "manual"  # SRU-RULING-42
    botch_mode: Mode = "manual"  # SRU-RULING-42
    assistants_result: Literal["score", "margin"] = "score"  # SRU-RULING-45
    assistants_min_power: int = 0  # SRU-RULING-46
    assistants_min_duration: int = 0  # SRU-RULING-46
    assistants_invested_at_recharge: Literal["refill", "locked"] = "refill"  # SRU-RULING-47
    assistants_limit_rounding: Rounding = "down"  # SRU-RULING-48
    assistants_limit_minimum: int = 0  # SRU-RULING-48
    assistants_count_for: Literal["owner", "controller"] = "owner"  # SRU-RULING-49
    assistants_specialised_bonus: int = 2  # SRU-RULING-50
    assistants_outside_field: Literal["refused", "power_only"] = "refused"  # SRU-RULING-50
    assistants_limit_scope: Literal["domain", "kind"] = "domain"  # SRU-RULING-54
    hooks_scenario_checks: bool = False  # section 6.4, H3


DEFAULTS = Rulings()
