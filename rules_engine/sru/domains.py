"""DOMAIN and DEF: the five domains of the text, those a table adds, and what resists in each."""

from typing import Final

from msgspec.structs import replace

from rules_engine.kernel.errors import MalformedInput, RuleViolation
from rules_engine.kernel.rule_ids import RuleId
from rules_engine.sru.components import (
    AssistantKind,
    Character,
    Domain,
    Limit,
    Opponent,
    Profile,
    ResistanceOption,
    Source,
)


def _options(source: Source, **labels: str) -> tuple[ResistanceOption, ...]:
    return tuple(ResistanceOption(id=name, label=label, source=source) for name, label in labels.items())


ANIMALS: Final = AssistantKind(id="animal", label="animals", skill="animal_handling", possible_only=True)

# SRU-DOMAIN-01, SRU-DOMAIN-06: the slots of the five built-in domains.
COMBAT: Final = Domain(
    id="combat",
    name="combat",
    builtin=True,
    resistance_options=_options("attribute", reaction="Reaction"),  # SRU-DEF-04
    protection_skill="dodge",  # SRU-PASSIVE-08
    protection_attribute="reaction",
    assistant_kinds=(AssistantKind(id="drone", label="drones", skill="autosoft"), ANIMALS),  # SRU-ASSIST-02
    assistant_limit=Limit(rating="rigger_commlink", divisor=2),  # SRU-ASSIST-21
    rumor_themes=("reputation", "knowledge of the fighting style"),  # SRU-RUMOR-02
)
MAGIC: Final = Domain(
    id="magic",
    name="magic",
    builtin=True,
    resistance_options=(  # SRU-DEF-05
        *_options("attribute", charisma="Charisma", physique="Physique"),
        *_options("object resistance", object="object resistance"),
    ),
    protection_skill="counterspelling",  # SRU-PASSIVE-09
    protection_attribute="magic",
    assistant_kinds=(AssistantKind(id="spirit", label="spirits", skill="summoning"),),  # SRU-ASSIST-03
    assistant_limit=Limit(rating="magic", divisor=2),  # SRU-ASSIST-22
    rumor_themes=("karma", "affinity with spirits", "notoriety of the astral signature"),  # SRU-RUMOR-03
)
MATRIX: Final = Domain(
    id="matrix",
    name="matrix",
    builtin=True,
    resistance_options=_options("device rating", device="device rating"),  # SRU-DEF-06
    protection_skill="infosec",  # SRU-PASSIVE-10
    protection_attribute="commlink",
    assistant_kinds=(AssistantKind(id="agent", label="agents", skill="software"),),  # SRU-ASSIST-04
    assistant_limit=Limit(rating="commlink", divisor=2),  # SRU-ASSIST-23
    rumor_themes=("standing among hackers", "notoriety of the persona"),  # SRU-RUMOR-04
)
SOCIAL: Final = Domain(
    id="social",
    name="social",
    builtin=True,
    resistance_options=_options(  # SRU-DEF-07
        "attribute", charisma="Charisma", intuition="Intuition", logic="Logic"
    ),
    protection_skill="leadership",  # SRU-PASSIVE-11
    protection_attribute="charisma",
    assistant_kinds=(AssistantKind(id="contact", label="contacts", skill="milieu"),),  # SRU-ASSIST-05
    assistant_limit=Limit(rating="charisma", divisor=2),  # SRU-ASSIST-24
    rumor_themes=("reputation",),  # SRU-RUMOR-05
)
INFILTRATION: Final = Domain(
    id="infiltration",
    name="infiltration",
    builtin=True,
    resistance_options=(  # SRU-DEF-08
        *_options("attribute", intuition="Intuition"),
        *_options("security rating", security="security rating"),
    ),
    protection_skill="perception",  # SRU-PASSIVE-12
    protection_attribute="intuition",
    assistant_kinds=(AssistantKind(id="equipment", label="equipment", skill="hardware"), ANIMALS),  # SRU-ASSIST-06
    assistant_limit=Limit(rating="hardware_kit", divisor=1),  # SRU-ASSIST-25
    rumor_themes=("notoriety", "knowledge of methods"),  # SRU-RUMOR-06
)
BUILT_IN: Final = (COMBAT, MAGIC, MATRIX, SOCIAL, INFILTRATION)


def domain(profile: Profile, domain_id: str) -> Domain:
    """A domain of a profile; all are played by the same procedure (SRU-DOMAIN-02). Raises MalformedInput."""
    for each in profile.domains:
        if each.id == domain_id:
            return each
    raise MalformedInput(f"There is no domain {domain_id}; there are: {', '.join(d.id for d in profile.domains)}.")


def add_domain(profile: Profile, added: Domain) -> Profile:
    """The profile with a domain of the table's own (SRU-DOMAIN-03).

    Errors: RuleViolation where a slot is empty (SRU-DOMAIN-06) or the id is taken (SRU-DOMAIN-03).
    """
    if any(each.id == added.id for each in profile.domains):
        raise RuleViolation(RuleId("SRU-DOMAIN-03"), domain=added.id)
    empty = [slot for slot in SLOTS if not getattr(added, slot)]
    if empty:
        raise RuleViolation(RuleId("SRU-DOMAIN-06"), domain=added.id, slot=empty[0])
    return replace(profile, domains=(*profile.domains, replace(added, builtin=False)))


SLOTS: Final = (
    "name", "resistance_options", "protection_skill", "protection_attribute", "assistant_kinds", "rumor_themes",
)  # fmt: skip


def assistant_kind(domain_: Domain, kind_id: str) -> AssistantKind:
    """A kind of assistant of a domain (SRU-ASSIST-01). Raises MalformedInput."""
    for kind in domain_.assistant_kinds:
        if kind.id == kind_id:
            return kind
    raise MalformedInput(f"The domain {domain_.id} has no assistants of the kind {kind_id}.")


def resistance(target: Opponent | Character, domain_: Domain, option_id: str) -> int:
    """What resists: the one option that the game master chose, for a character its attribute.

    Rules: SRU-DEF-03, SRU-RULING-25.
    Errors: MalformedInput for an option that the domain does not have; RuleViolation (SRU-DEF-03) where the target has
    no value for it.
    """
    if all(option.id != option_id for option in domain_.resistance_options):
        raise MalformedInput(f"Nothing resists in {domain_.id} as {option_id}.")
    if isinstance(target, Character):
        return target.rating(option_id)
    value = target.resistance.get(domain_.id, {}).get(option_id)
    if value is None:
        raise RuleViolation(RuleId("SRU-DEF-03"), target=target.name, domain=domain_.name, option=option_id)
    return value


def resisting(target: Opponent | Character, domain_: Domain) -> tuple[str, ...]:
    """The options by which a target can resist in a domain."""
    has = target.attributes if isinstance(target, Character) else target.resistance.get(domain_.id, {})
    return tuple(option.id for option in domain_.resistance_options if option.id in has)
