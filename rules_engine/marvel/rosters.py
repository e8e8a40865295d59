"""What a player brings: a roster of cards, what is wrong with it, and the team that it makes of a match.

The rules leave team building out (MARVEL-RULING-01). What a league checks all the same is what section 17 of
docs/rules/marvel.md marks as a team check: levels, which are the army points, and one character of each real name.
"""

from collections import Counter
from collections.abc import Iterator
from typing import Final, Literal, TypeAlias

from rules_engine.kernel.errors import Facts
from rules_engine.kernel.messages import Record, Seat
from rules_engine.kernel.rule_ids import RuleId
from rules_engine.kernel.ruleset import Problem
from rules_engine.marvel.catalog import Catalog
from rules_engine.marvel.components import Card
from rules_engine.marvel.setup import CharacterSetup, TeamSetup

Reason: TypeAlias = Literal["characters", "levels", "copies", "real_name"]
WHOLE: Final = "roster"  # what a problem is about that is no single card's


class Roster(Record, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What one player brings: ids of cards in the catalog."""

    characters: tuple[str, ...]


def roster_problems(roster: Roster, catalog: Catalog, army_points: int) -> tuple[Problem, ...]:
    """Everything that is wrong with a roster whose levels must add up to ``army_points``; empty for a legal one.

    Each card comes once, as often as the catalog has it. Rules: MARVEL-RULING-01.
    """
    return (
        *_level_problems(roster, catalog, army_points),
        *_copy_problems(roster, catalog),
        *_name_problems(roster, catalog),
    )


def _problem(path: str, rule_id: str, *, reason: Reason, subject: str, found: int, allowed: int) -> Problem:
    told: Facts = {"reason": reason, "subject": subject, "found": found, "allowed": allowed}
    return Problem(path, RuleId(rule_id), told)


def _level_problems(roster: Roster, catalog: Catalog, army_points: int) -> Iterator[Problem]:
    if not roster.characters:
        yield _problem(
            "characters", "MARVEL-RULING-01", reason="characters", subject=WHOLE, found=0, allowed=army_points
        )
    cards = (catalog.card(card_id) for card_id in roster.characters)
    levels = sum(card.level for card in cards if card)
    if levels != army_points:
        yield _problem(
            "characters", "MARVEL-RULING-01", reason="levels", subject=WHOLE, found=levels, allowed=army_points
        )


def _copy_problems(roster: Roster, catalog: Catalog) -> Iterator[Problem]:
    copies: Counter[str] = Counter()
    for index, card_id in enumerate(roster.characters):
        copies[card_id] += 1
        allowed = 1 if catalog.card(card_id) else 0
        if copies[card_id] > allowed:
            yield _problem(
                f"characters[{index}]",
                "MARVEL-RULING-01",
                reason="copies",
                subject=card_id,
                found=copies[card_id],
                allowed=allowed,
            )


def _name_problems(roster: Roster, catalog: Catalog) -> Iterator[Problem]:
    """Two cards of one person: the same real name on different cards."""
    bearers: dict[str, list[str]] = {}
    for index, card_id in enumerate(roster.characters):
        card = catalog.card(card_id)
        if card is None or not card.real_name:
            continue
        others = bearers.setdefault(card.real_name, [])
        if others and card_id not in others:
            yield _problem(
                f"characters[{index}]",
                "MARVEL-RULING-01",
                reason="real_name",
                subject=card.real_name,
                found=len(others) + 1,
                allowed=1,
            )
        others.append(card_id)


def muster(roster: Roster, catalog: Catalog, *, team: str, seat: Seat) -> TeamSetup:
    """A legal roster as a team of a match: its characters are ``A1``, ``A2`` … in the roster's order."""
    return TeamSetup(
        id=team,
        characters=tuple(
            CharacterSetup(id=f"{team}{number}", seat=seat, card=_known(catalog.card(card_id)))
            for number, card_id in enumerate(roster.characters, 1)
        ),
    )


def _known(card: Card | None) -> Card:
    assert card is not None, "a roster is mustered only when roster_problems found none"
    return card
