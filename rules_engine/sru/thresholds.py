"""DEF, PASSIVE and Table A: what a test must reach."""

from collections.abc import Iterable, Sequence
from typing import Final

from rules_engine.kernel.errors import RuleViolation
from rules_engine.kernel.messages import Record
from rules_engine.kernel.rule_ids import RuleId
from rules_engine.sru.components import Character, Opponent, Profile, SetAside
from rules_engine.sru.domains import domain, resistance
from rules_engine.sru.profile import modifier
from rules_engine.sru.rounding import half
from rules_engine.sru.rulings import Rulings


class Modifiers(Record, frozen=True, kw_only=True):
    """What the rows of Table A add to a threshold, by axis; a MOD-SYN row stands for the obstacle."""

    obstacle: int = 0
    duration: int = 0
    circumstances: int = 0


class Help(Record, frozen=True, kw_only=True):
    """What synergies give an action: on the score, on the threshold, as a routine, off the passive protection."""

    score: int = 0
    threshold: int = 0
    passive: int = 0
    routine: bool = False


UNHELPED: Final = Help()


class Threshold(Record, frozen=True, kw_only=True):
    """A threshold with what it is made of (section 2)."""

    resistance: int
    passive: int
    adjustment: int
    modifiers: Modifiers
    rumor: int = 0
    synergy: int = 0

    @property
    def defence(self) -> int:
        """The defence index: SRU-DEF-01; also how well the target notices trouble (SRU-DEF-02)."""
        return defence_index(self.resistance, self.passive, self.adjustment)

    @property
    def value(self) -> int:
        """The number to reach: SRU-ACTION-03 to SRU-ACTION-06."""
        rows = self.modifiers.obstacle + self.modifiers.duration + self.modifiers.circumstances
        return self.defence + rows + self.rumor - self.synergy


class Verdict(Record, frozen=True, kw_only=True):
    """A score against a threshold: SRU-ACTION-07, SRU-ACTION-09."""

    reached: bool
    margin: int
    shortfall: int


def defence_index(resistance: int, passive: int, adjustment: int = 0) -> int:
    """Resistance plus passive protection plus what has changed since: SRU-DEF-01, SRU-DEF-09 (nothing active)."""
    return resistance + passive + adjustment


def passive_of_skill(skill: int, rulings: Rulings) -> int:
    """Outside an action phase half the skill protects: SRU-PASSIVE-01, SRU-PASSIVE-02, SRU-RULING-23."""
    return half(skill, rulings.passive_half_rounding)


def passive_in_phase(skill: int, set_aside: int, rulings: Rulings) -> int:
    """In an action phase the points set aside protect: SRU-PASSIVE-04, SRU-RULING-24."""
    return set_aside + (passive_of_skill(skill, rulings) if rulings.passive_in_phase == "half_plus" else 0)


def combined(own: int, foreign: int, rulings: Rulings) -> int:
    """Own protection and a protector's: SRU-RULING-33."""
    return own + foreign if rulings.passive_combine == "sum" else max(own, foreign)


def set_aside_in(set_aside: Iterable[SetAside], domain_id: str) -> int:
    """The points set aside for a domain, of all reserves."""
    return sum(entry.points for entry in set_aside if entry.domain == domain_id)


class Situation(Record, frozen=True, kw_only=True):
    """What passive protection depends on beside the target: tables, action phase or not, who may shield it."""

    profile: Profile
    rulings: Rulings
    in_phase: bool
    characters: Sequence[Character] = ()


def passive(target: Opponent | Character, domain_id: str, at: Situation) -> int:
    """Passive protection of a target; a place has its guardian's or none.

    Rules: SRU-PASSIVE-02, SRU-PASSIVE-04, SRU-PASSIVE-07, SRU-PASSIVE-13, SRU-PASSIVE-14.
    """
    if isinstance(target, Opponent):
        return _of_guardian(target, domain_id, at)
    own = own_passive(target, domain_id, at)
    return combined(own, _of_protectors(target, domain_id, at), at.rulings)


def own_passive(character: Character, domain_id: str, at: Situation) -> int:
    """A character's own passive protection, from the domain's skill: SRU-PASSIVE-08 to SRU-PASSIVE-12."""
    skill = character.skills.get(domain(at.profile, domain_id).protection_skill, 0)
    if at.in_phase:
        return passive_in_phase(skill, set_aside_in(character.set_aside, domain_id), at.rulings)
    return passive_of_skill(skill, at.rulings)


def _of_protectors(target: Character, domain_id: str, at: Situation) -> int:
    given = [
        shielding.points if at.rulings.passive_others_limit == "points" else own_passive(protector, domain_id, at)
        for protector in at.characters
        for shielding in protector.shielding
        if (shielding.domain, shielding.other) == (domain_id, target.id)
    ]
    return max(given, default=0)


def _of_guardian(target: Opponent, domain_id: str, at: Situation) -> int:
    guardian = target.guardian
    if guardian is None:
        return 0
    skill = guardian.skills.get(domain_id, 0)
    if not at.in_phase:
        return passive_of_skill(skill, at.rulings)
    if guardian.reserve is not None:
        return passive_in_phase(skill, set_aside_in(guardian.set_aside, domain_id), at.rulings)
    return passive_of_skill(skill, at.rulings) if at.rulings.passive_no_reserve_opponent == "half" else 0


def modifiers(profile: Profile, rows: Sequence[str]) -> Modifiers:
    """What rows of Table A add: SRU-ACTION-04 (circumstances), SRU-ACTION-05.

    Errors: MalformedInput for a row that there is not; RuleViolation (SRU-ACTION-05) for two rows of one axis, where
    a MOD-SYN row takes the obstacle's place.
    """
    found = [modifier(profile, row) for row in rows]
    obstacles = [row for row in found if row.axis in {"obstacle", "synergy"}]
    durations = [row for row in found if row.axis == "duration"]
    if len(obstacles) > 1 or len(durations) > 1:
        raise RuleViolation(RuleId("SRU-ACTION-05"), rows=", ".join(rows))
    return Modifiers(
        obstacle=sum(row.value for row in obstacles),
        duration=sum(row.value for row in durations),
        circumstances=sum(row.value for row in found if row.axis == "circumstance"),
    )


def threshold(
    target: Opponent | Character,
    domain_id: str,
    option: str,
    *,
    rows: Modifiers,
    at: Situation,
    helped: Help = UNHELPED,
) -> Threshold:
    """The threshold of an action: SRU-ACTION-06. helped: what synergies give (SRU-SYNERGY-01).

    A routine has neither obstacle nor duration (SRU-SYNERGY-03, SRU-RULING-38); passive protection that a synergy takes
    away does not fall below 0 (SRU-SYNERGY-06, SRU-RULING-40).
    Errors: as of `resistance`.
    """
    adjustments = target.adjustments if isinstance(target, Opponent) else ()
    return Threshold(
        resistance=resistance(target, domain(at.profile, domain_id), option),
        passive=max(0, passive(target, domain_id, at) - helped.passive),
        adjustment=sum(adjustment.change for adjustment in adjustments if adjustment.domain == domain_id),
        modifiers=Modifiers(circumstances=rows.circumstances) if helped.routine else rows,
        synergy=helped.threshold,
    )


def verdict(score: int, threshold_: int, rulings: Rulings) -> Verdict:
    """Whether a score reaches a threshold: SRU-RULING-26, SRU-ACTION-07."""
    over = rulings.test_compare == "gt"
    margin = score - threshold_
    return Verdict(reached=margin > 0 if over else margin >= 0, margin=margin, shortfall=max(0, over - margin))
