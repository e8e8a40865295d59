import tomllib
from typing import get_args

import pytest

from matches.domain.sentences import TEXTS, part, refusal, rule_text, sentence, told_in
from matches.events import MatchEvents
from rules_engine.kernel.codec import kind_of


def test_an_event_is_told_in_one_sentence() -> None:
    facts = {"figure": "Kyushi (B1)", "target": "Silver Max (A2)", "distance": "7.5", "dice": "U6, G8"}
    assert sentence("duels.attack_declared", facts) == "Kyushi (B1) attacks Silver Max (A2) at 7.5 in with U6, G8."
    assert sentence("duels.attack_declared", facts, "fr").endswith("à 7,5 pouces avec U6, G8.")


def test_a_case_picks_the_sentence() -> None:
    assert sentence("duels.dodge_chosen", {"target": "Max", "case": "none"}) == "Max does not dodge."
    assert sentence("duels.turn_ended", {"figure": "Max", "case": "unheard of"}) == "Max ends its turn."


def test_words_are_told_in_the_language() -> None:
    facts = {"colour": "red", "purpose": "dodge", "figure": "red"}
    assert refusal("DUELS-DICE-07", facts) == "A red die cannot be rolled for a dodge. [DUELS-DICE-07]"
    assert refusal("DUELS-DICE-07", facts, "es") == "Un dado rojo no se puede tirar para esquivar. [DUELS-DICE-07]"
    assert refusal("DUELS-RULING-114", facts, "es").startswith("red necesita")


@pytest.mark.parametrize(
    ("asked", "told"), [("fr", "fr"), ("es-MX", "es"), ("en-us", "en"), ("de", "en"), (None, "en")]
)
def test_a_language_without_texts_is_told_in_english(asked: str | None, told: str) -> None:
    assert told_in(asked) == told
    assert sentence("match.match_started", {}, asked) == sentence("match.match_started", {}, told)


def test_what_has_no_text_is_told_all_the_same() -> None:
    assert sentence("duels.attack_declared", {}) == "… attacks … at … in with …."
    assert sentence("chess.pawn_moved", {}) == "pawn moved."
    assert sentence("duels.pawn_moved", {}) == "pawn moved."
    assert refusal("DUELS-NONE", {}) == "DUELS-NONE"
    assert refusal("CHESS-1", {}, "fr") == "CHESS-1"


@pytest.mark.parametrize("language", ["en", "fr", "es"])
def test_every_event_of_a_match_beside_its_game_has_a_sentence(language: str) -> None:
    told = tomllib.loads((TEXTS / f"match.{language}.toml").read_text(encoding="utf-8"))["events"]
    assert sorted(told) == sorted(kind_of(type_) for type_ in get_args(MatchEvents))


@pytest.mark.parametrize(
    ("language", "says"),
    [
        ("en", "Attack dice that show the same number are lost: Bad Karma."),
        ("fr", "Les dés d’attaque qui montrent le même nombre sont perdus\u00a0: c’est le Mauvais Karma."),
        ("es", "Los dados de ataque que muestran el mismo número se pierden: es el Mal Karma."),
        ("de", "Attack dice that show the same number are lost: Bad Karma."),
    ],
)
def test_a_rule_says_what_it_is_about(language: str, says: str) -> None:
    assert rule_text("DUELS-ATK-14", language) == says


def test_a_rule_without_a_text_says_nothing() -> None:
    assert (rule_text("DUELS-NONE"), rule_text("CHESS-1", "fr")) == ("", "")


@pytest.mark.parametrize(
    ("kind", "facts", "language", "title"),
    [
        ("duels.round_started", {"round": 3, "team": "A"}, "en", "Round 3"),
        ("duels.round_started", {"round": 3, "team": "A"}, "fr", "Ronde 3"),
        ("marvel.turn_started", {"turn": 2}, "es", "Turno 2"),
        ("sru.scene.opened", {"scene": "The vault"}, None, "The vault"),
        ("duels.alpha_decided", {"team": "A"}, "en", ""),
        ("chess.pawn_moved", {}, "en", ""),
    ],
)
def test_some_events_begin_a_part_of_the_match(
    kind: str, facts: dict[str, object], language: str | None, title: str
) -> None:
    assert part(kind, facts, language) == title
