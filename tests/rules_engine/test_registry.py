import pytest

from rules_engine import registry
from rules_engine.kernel.errors import MalformedInput
from tests.support.tiny_game import TINY, Tiny


def test_a_registered_ruleset_is_found_by_its_name() -> None:
    assert registry.ruleset("tiny", 1, "plain") is TINY


@pytest.mark.parametrize("name", [("duels", 1, "advanced"), ("duels", 1, "basic"), ("marvel", 1, "quick")])
def test_a_game_is_registered_under_its_own_name(name: tuple[str, int, str]) -> None:
    found = registry.ruleset(*name)
    assert (found.key, found.version, found.variant) == name


def test_an_unknown_ruleset_is_refused_with_a_list_of_those_there_are() -> None:
    with pytest.raises(MalformedInput, match="no ruleset duels 9 advanced; there are: duels 1 advanced, duels 1 basic"):
        registry.ruleset("duels", 9, "advanced")


@pytest.mark.parametrize(("variant", "found"), [("", "advanced"), ("basic", "basic")])
def test_without_a_variant_the_newest_version_of_the_usual_one_is_meant(variant: str, found: str) -> None:
    newest = registry.newest("duels", variant)
    assert (newest.key, newest.version, newest.variant) == ("duels", 1, found)


@pytest.mark.parametrize(("key", "variant"), [("chess", ""), ("duels", "blitz")])
def test_a_game_or_variant_that_nobody_registered_has_no_newest_version(key: str, variant: str) -> None:
    with pytest.raises(MalformedInput, match=f"There is no ruleset {key} .*; there are: duels 1 advanced"):
        registry.newest(key, variant)


@pytest.mark.parametrize(
    ("key", "variant", "called"),
    [("duels", "basic", "Shadowrun Duels, basic"), ("sru", "standard", "SRU"), ("tiny", "plain", "Tiny")],
)
def test_people_call_a_game_by_its_title_and_its_variant_if_it_has_several(key: str, variant: str, called: str) -> None:
    assert registry.called(key, 1, variant) == called


def test_a_name_is_given_once() -> None:
    registry.register(TINY)
    with pytest.raises(TypeError, match="tiny 1 plain is registered already"):
        registry.register(Tiny())
    assert registry.ruleset("tiny", 1, "plain") is TINY


def test_a_game_that_cannot_be_typed_in_is_refused_with_a_list_of_those_that_can() -> None:
    assert registry.table_log("duels")
    with pytest.raises(MalformedInput, match="Matches of chess cannot be typed in; those of duels can"):
        registry.table_log("chess")
