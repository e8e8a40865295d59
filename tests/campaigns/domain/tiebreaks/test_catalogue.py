"""Every worked example of a tie-break, and what holds for all of them."""

from fractions import Fraction
from typing import Any

import pytest

from campaigns.domain.numbers import shown
from campaigns.domain.standings import standings
from campaigns.domain.tiebreaks.catalogue import HEAD_TO_HEAD, TIE_BREAKS, not_for_round_robins, read_order
from campaigns.domain.tiebreaks.field import Field, Part, field_of
from tests.support.campaigns import EVENT_T, crosstable, examples, numbers, stage_of


@pytest.mark.parametrize("example", examples("tiebreaks"))
def test_worked_examples(example: dict[str, Any]) -> None:
    results = stage_of(example)
    for code, expected in example["expect"].items():
        of = {row.participant: row.numbers[0] for row in standings(results, (code,)).rows}
        who = example["who"].split() if "who" in example else results.participants
        assert [of[each] for each in who] == numbers(expected), code
        assert example.get("shown") in (None, shown(of[who[0]]))
    warned = not_for_round_robins(read_order(["points", *example.get("warned", [])]), 2026)
    assert list(warned) == example.get("warned", [])


def test_camp_tie_11_a_code_may_fix_its_edition() -> None:
    stage = {edition: crosstable(EVENT_T, rulings={"fide_edition": edition}) for edition in (2024, 2026)}
    by = {
        (edition, code): [row.numbers for row in standings(stage[edition], ("pairing_number", code)).rows]
        for edition in stage
        for code in ("buchholz", "buchholz@2024", "buchholz@2026")
    }
    assert by[2024, "buchholz"] == by[2024, "buchholz@2024"] == by[2026, "buchholz@2024"]
    assert by[2026, "buchholz"] == by[2026, "buchholz@2026"] == by[2024, "buchholz@2026"]
    assert by[2024, "buchholz"] != by[2026, "buchholz"]


def test_camp_tie_11_an_unknown_code_or_edition_is_refused() -> None:
    for code in ("luck", "buchholz@1999", ""):
        with pytest.raises(KeyError):
            read_order([code])


def test_camp_tie_17_ruling_60_only_the_text_of_2026_bars_buchholz_from_round_robins() -> None:
    order = read_order(["points", "buchholz_cut1", "buchholz@2024", "buchholz@2026", "koya"])
    assert not_for_round_robins(order, 2026) == ("buchholz_cut1", "buchholz")
    assert not_for_round_robins(order, 2024) == ("buchholz",)


def test_camp_tie_02_without_any_opponent_a_number_is_0_or_the_floor() -> None:
    alone = crosstable(".\n.", seed="s")
    for code in TIE_BREAKS:
        expected = {"omw": Fraction(33, 100), "oomw": Fraction(33, 100)}.get(code, 0)
        if code not in ("lot", "pairing_number", "pairing_number_reversed"):
            assert [row.numbers for row in standings(alone, (code,)).rows] == [(expected,), (expected,)], code


def test_every_number_is_what_its_parts_give() -> None:
    field = field_of(crosstable(EVENT_T, seed="s"))
    for entry in read_order(tuple(TIE_BREAKS)):
        of = entry.tie_break
        unit = field.unit**of.degree
        for who, number in enumerate(entry.numbers(field)):
            assert Fraction(of.finish(entry.parts(field, who)), unit) == number


def test_no_two_codes_have_one_trf_code() -> None:
    trf = [of.trf for of in TIE_BREAKS.values() if of.trf]
    assert len(set(trf)) == len(trf) == 23
    assert HEAD_TO_HEAD not in TIE_BREAKS


def test_camp_group_05_three_kinds_mean_nothing_between_groups() -> None:
    apart = {code for code, of in TIE_BREAKS.items() if not of.between_groups}
    assert apart == {"sonneborn_berger", "sonneborn_berger_cut1", "koya"}


def test_a_number_is_computed_once() -> None:
    asked = []

    def parts(_: Field, who: int) -> list[Part]:
        asked.append(who)
        return [Part(worth=who)]

    field = field_of(crosstable(EVENT_T))
    assert field.each(parts) == field.each(parts) == list(range(16))
    assert asked == list(range(16))
