from typing import Any

import pytest
from msgspec.structs import replace

from rules_engine.kernel.errors import MalformedInput, RuleViolation
from rules_engine.sru.commands import AdmitAction, DeclareAction
from rules_engine.sru.components import AssistantKind, Domain, Limit, ResistanceOption
from rules_engine.sru.domains import (
    BUILT_IN,
    INFILTRATION,
    MAGIC,
    add_domain,
    assistant_kind,
    domain,
    resistance,
    resisting,
)
from rules_engine.sru.events import ActionResolved
from rules_engine.sru.profile import STANDARD
from tests.support.sru import character, give, happened, only, place, rows_by_id, session

SMUGGLING = Domain(
    id="smuggling",
    name="smuggling",
    resistance_options=(ResistanceOption(id="customs", label="customs rating", source="security rating"),),
    protection_skill="patrol",
    protection_attribute="intuition",
    assistant_kinds=(AssistantKind(id="carrier", label="carriers", skill="milieu"),),
    assistant_limit=Limit(rating="charisma", divisor=2),
    rumor_themes=("reliability",),
)
ROWS = rows_by_id("domains")


def slots(each: Domain) -> dict[str, Any]:
    return {
        "resistance": [option.id for option in each.resistance_options],
        "protection": [each.protection_skill, each.protection_attribute],
        "assistants": [[kind.id, kind.skill] for kind in each.assistant_kinds if not kind.possible_only],
        "possible": [[kind.id, kind.skill] for kind in each.assistant_kinds if kind.possible_only],
        "limit": [each.assistant_limit.rating, each.assistant_limit.divisor],
        "rumors": len(each.rumor_themes),
    }


def test_sru_domain_01_the_built_in_domains() -> None:
    """SRU-EX-61."""
    assert {each.id: slots(each) for each in STANDARD.domains} == ROWS["SRU-EX-61"]["domains"]
    assert all(each.builtin for each in BUILT_IN)


def test_sru_domain_03_a_domain_of_the_tables_own() -> None:
    """SRU-EX-13."""
    given = ROWS["SRU-EX-13"]
    customs = place(
        "customs", domain="smuggling", option="customs", rating=given["resistance"], skill=given["protector"]
    )
    rae = character(skills={"smuggling": given["skill"]})
    state = session(rae, opponents=(customs,), profile=add_domain(STANDARD, replace(SMUGGLING, builtin=True)))
    assert not state.domain("smuggling").builtin
    fields = {"actor": "rae", "domain": "smuggling", "skill": "smuggling", "target": "customs", "option": "customs"}
    state = give(state, DeclareAction, **fields, rows=tuple(given["rows"]))
    action = only(happened(state, AdmitAction), ActionResolved).action
    assert {name: getattr(action, name) for name in given["expect"]} == given["expect"]


def test_sru_def_10_reference_values_are_offered() -> None:
    """SRU-EX-67."""
    assert {each.id: each.value for each in STANDARD.places} == ROWS["SRU-EX-67"]["places"]
    dearer = replace(STANDARD, places=(replace(STANDARD.places[0], value=5), *STANDARD.places[1:]))
    assert dearer.places[0].value == 5


@pytest.mark.parametrize("slot", ["resistance_options", "protection_skill", "assistant_kinds", "rumor_themes"])
def test_sru_domain_06_every_slot_is_filled(slot: str) -> None:
    with pytest.raises(RuleViolation) as caught:
        add_domain(STANDARD, replace(SMUGGLING, **{slot: type(getattr(SMUGGLING, slot))()}))
    assert (caught.value.rule_id, caught.value.facts["slot"]) == ("SRU-DOMAIN-06", slot)


def test_sru_domain_03_a_domain_has_a_name_of_its_own() -> None:
    with pytest.raises(RuleViolation) as caught:
        add_domain(STANDARD, replace(SMUGGLING, id="magic"))
    assert caught.value.rule_id == "SRU-DOMAIN-03"


def test_sru_def_03_def_07_what_resists_depends_on_domain_and_target() -> None:
    office = place()
    assert resistance(office, INFILTRATION, "security") == 3
    with pytest.raises(RuleViolation) as caught:
        resistance(office, MAGIC, "object")
    assert caught.value.rule_id == "SRU-DEF-03"
    with pytest.raises(MalformedInput, match="charm"):
        resistance(office, MAGIC, "charm")
    assert resisting(office, INFILTRATION) == ("security",)
    assert resisting(character(attributes={"charisma": 2}), MAGIC) == ("charisma",)
    assert resistance(character(attributes={"charisma": 2}), MAGIC, "charisma") == 2


def test_what_there_is_not_is_malformed() -> None:
    with pytest.raises(MalformedInput, match="piracy"):
        domain(STANDARD, "piracy")
    with pytest.raises(MalformedInput, match="drone"):
        assistant_kind(MAGIC, "drone")
    assert assistant_kind(MAGIC, "spirit").skill == "summoning"
