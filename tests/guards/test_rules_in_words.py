"""Every rule that a player can meet says in each language what it is about."""

import re
import tomllib
from typing import Final

import pytest

from tests.support.sources import GAMES, ROOT, defined

TEXTS: Final = ROOT / "matches" / "rule_texts"
LANGUAGES: Final = ("en", "fr", "es")
EACH: Final = pytest.mark.parametrize(("game", "language"), [(game, each) for game in GAMES for each in LANGUAGES])


def said(game: str, language: str) -> dict[str, str]:
    return tomllib.loads((TEXTS / "rules" / f"{game}.{language}.toml").read_text(encoding="utf-8"))


def refused_by(game: str) -> set[str]:
    """The ids that refusals name."""
    return set(tomllib.loads((TEXTS / f"{game}.en.toml").read_text(encoding="utf-8"))["rules"])


@EACH
def test_every_rule_and_every_ruling_that_refuses_has_its_text(game: str, language: str) -> None:
    rules = {rule_id for rule_id in defined(game) if "-EX-" not in rule_id and "-RULING-" not in rule_id}
    assert sorted(said(game, language)) == sorted(rules | refused_by(game))


@EACH
def test_a_text_is_one_plain_sentence(game: str, language: str) -> None:
    texts = said(game, language).values()
    assert [text for text in texts if not text.endswith(".") or re.search(r"[!\"']|  |\. \S", text)] == []
    assert len(set(texts)) == len(texts)


@pytest.mark.parametrize("game", GAMES)
def test_no_language_is_left_in_english(game: str) -> None:
    english = said(game, "en")
    for language in ("fr", "es"):
        assert [rule_id for rule_id, text in said(game, language).items() if text == english[rule_id]] == []


@pytest.mark.parametrize("game", GAMES)
def test_french_has_its_no_break_spaces(game: str) -> None:
    assert [text for text in said(game, "fr").values() if re.search(r"[^\u00a0][;:?!%]", text)] == []
