from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from campaigns.domain.pairings import bracket, elimination
from campaigns.domain.pairings.elimination import NOBODY, Rank, progress
from campaigns.domain.pairings.protocol import History, Options, Participant, PastRound, PastTable, Round
from tests.support.pairings import met, options, paired, past_table, people, play_through, refused, rows, sets

FORMATS: dict[str, Any] = {"single": elimination.single, "double": elimination.double}
SHAPES: dict[str, Any] = {"single": bracket.single, "double": bracket.double}


def play(
    format_: str, everybody: tuple[Participant, ...], chosen: Options, upsets: Any = ()
) -> tuple[list[Round], History]:
    """A whole bracket in which the lower number wins, but at the places of upsets."""
    done, rounds = History(), list[Round]()
    while isinstance(made := FORMATS[format_](everybody, done, chosen, "demo"), Round):
        tables = [decided(one.seats, one.place, higher=one.place in upsets) for one in made.pairings]
        done = History(rounds=(*done.rounds, PastRound(tables=tuple(tables))))
        rounds.append(made)
    assert made.reason.code == "complete"
    return rounds, done


def decided(seats: tuple[str, ...], place: str, *, higher: bool = False) -> PastTable:
    winner = (max if higher else min)(seats, key=int)
    return PastTable(seats=seats, place=place, winner=winner, gained=(0, 0))


def label(ranks: tuple[Rank, ...]) -> dict[str, str]:
    return {rank.participant: rank.label for rank in ranks}


@pytest.mark.parametrize("row", rows("elimination", "format"))
def test_camp_elim_03_a_bracket_is_played_to_its_end(row: dict[str, Any]) -> None:
    everybody, chosen = people(row["people"]), options(**row.get("options", {}))
    rounds, done = play(row["format"], everybody, chosen, row.get("upsets", ()))
    if "first" in row:
        assert met(rounds[0]) == sets(row["first"])
    if "rounds" in row:
        assert list(map(met, rounds)) == list(map(sets, row["rounds"]))
    if "last" in row:
        assert (met(rounds[-1]), rounds[-1].pairings[0].place) == (sets(row["last"]), "second-final")
    if "matches" in row:
        assert sum(len(played.pairings) for played in rounds) == row["matches"]
    if "ranks" in row:
        found = label(elimination.ranks(everybody, done, chosen, shape=SHAPES[row["format"]]))
        assert {who: found[who] for who in row["ranks"]} == row["ranks"]


def at(place: str, word: str, **more: Any) -> History:
    return History(rounds=(PastRound(tables=(past_table(word, 1, place=place, **more),)),))


@pytest.mark.parametrize("row", rows("bracket_draws"))
def test_camp_elim_04_ruling_33_a_draw_is_decided_before_the_next_match(row: dict[str, Any]) -> None:
    history = History(
        rounds=(
            PastRound(
                tables=(
                    past_table("1=4", 1, place="upper-1-1", left=tuple(row["left"])),
                    past_table("2>3", 2, place="upper-1-2"),
                )
            ),
        )
    )
    chosen = options(third_place=False, **row["options"])
    made = elimination.single(people(4), history, chosen, "")
    if "expected" in row:
        assert met(paired(made)) == sets(row["expected"])
        assert paired(made).pairings[0].reason.code == row["code"]
    else:
        assert refused(made) == ("draw_waits", ("1", "4"))


def test_camp_round_05_open_results_are_awaited() -> None:
    history = History(
        rounds=(PastRound(tables=(past_table("1?4", place="upper-1-1"), past_table("2>3", place="upper-1-2"))),)
    )
    assert refused(elimination.single(people(4), history, Options(), "")) == ("open_results", ("1", "4"))


def test_a_void_table_is_played_again() -> None:
    assert met(paired(elimination.single(people(2), at("upper-1-1", "1v2"), Options(), ""))) == sets("1-2")


def test_camp_fix_06_a_table_that_was_played_stands_as_it_was() -> None:
    first = PastRound(tables=(past_table("1<4", place="upper-1-1"), past_table("2>3", place="upper-1-2")))
    final = PastRound(tables=(past_table("1>2", place="upper-2-1"),))
    history = History(rounds=(first, final))
    chosen = Options(third_place=False)
    found = progress(people(4), history, chosen, shape=bracket.single)
    assert (found[-1].seats, found[-1].winner) == (("1", "2"), "1")


def test_camp_elim_12_and_elim_13_who_withdraws_loses_without_a_table() -> None:
    left = people(4, state={"4": "dropped"})
    found = progress(left, History(), Options(third_place=False), shape=bracket.single)
    assert [(one.seats, one.winner, one.table) for one in found] == [
        (("1", "4"), "1", None),
        (("2", "3"), None, None),
        (("1", None), None, None),
    ]
    right = people(4, state={"1": "removed"})
    assert progress(right, History(), Options(third_place=False), shape=bracket.single)[0].winner == "4"


def test_camp_elim_12_if_both_withdraw_the_next_opponent_goes_on() -> None:
    gone = people(4, state={"1": "removed", "4": "dropped"})
    made = paired(elimination.single(gone, History(), Options(third_place=False), ""))
    assert met(made) == sets("2-3")
    history = at("upper-1-2", "2>3")
    found = progress(gone, history, Options(), shape=bracket.single)
    assert [one.winner for one in found] == [NOBODY, "2", "3", "2"]
    ranks = elimination.ranks(gone, history, Options(), shape=bracket.single)
    assert label(ranks) == {"2": "1", "3": "2", "1": "3–4", "4": "3–4"}


def test_camp_elim_12_a_double_forfeit_leaves_the_place_empty() -> None:
    history = at("upper-1-1", "1x4")
    found = progress(people(4), history, Options(), shape=bracket.double)
    assert found[0].winner == found[0].loser == NOBODY
    assert {one.place.name: one.seats for one in found}["upper-2-1"] == (NOBODY, None)
    ranks = elimination.ranks(people(4), history, Options(), shape=bracket.double)
    assert label(ranks) == {"2": "1–2", "3": "1–2", "1": "3–4", "4": "3–4"}


def test_nobody_is_third_where_there_was_one_semifinal() -> None:
    rounds, done = play("single", people(3), Options())
    assert [met(played) for played in rounds] == [sets("2-3"), sets("1-2")]
    assert label(elimination.ranks(people(3), done, Options(), shape=bracket.single)) == {"1": "1", "2": "2", "3": "3"}


def test_no_third_place_where_both_semifinals_were_double_forfeits() -> None:
    tables = (past_table("1x4", place="upper-1-1"), past_table("2x3", place="upper-1-2"))
    history = History(rounds=(PastRound(tables=tables),))
    assert refused(elimination.single(people(4), history, Options(), ""))[0] == "complete"
    ranks = elimination.ranks(people(4), history, Options(), shape=bracket.single)
    assert set(label(ranks).values()) == {"1–4"}


def test_camp_ruling_34_seeding_again_waits_for_all_and_puts_an_empty_place_last() -> None:
    again = Options(third_place=False, reseed=True)
    first = tuple(past_table(word, place=f"upper-1-{n}") for n, word in enumerate(["1x8", "4>5", "2>7"], start=1))
    half = History(rounds=(PastRound(tables=first),))
    assert met(paired(elimination.single(people(8), half, again, ""))) == sets("3-6")
    done = History(rounds=(PastRound(tables=(*first, past_table("3>6", place="upper-1-4"))),))
    assert met(paired(elimination.single(people(8), done, again, ""))) == sets("3-4")


def test_camp_pair_04_whoever_is_absent_is_waited_for() -> None:
    one = people(4, state={"4": "absent"})
    assert met(paired(elimination.single(one, History(), Options(), ""))) == sets("2-3")
    both = people(2, state={"1": "absent"})
    assert refused(elimination.single(both, History(), Options(), ""))[0] == "absent"


@pytest.mark.parametrize("count", [0, 1])
def test_camp_pair_06_one_alone_is_told_so(count: int) -> None:
    assert refused(elimination.double(people(count), History(), Options(), "")) == ("too_few", ("1",) * count)


def test_camp_elim_06_those_still_in_it_share_the_first_rank() -> None:
    history = at("upper-1-1", "1>4")
    assert label(elimination.ranks(people(4), history, Options(), shape=bracket.single)) == {
        "1": "1–3", "2": "1–3", "3": "1–3", "4": "4",
    }  # fmt: skip


@given(
    st.integers(2, 64), st.sampled_from(["single", "double"]), st.lists(st.sampled_from("><"), min_size=1, max_size=9)
)
def test_camp_elim_05_and_elim_10_brackets_of_any_size_are_complete(
    count: int, format_: str, outcomes: list[str]
) -> None:
    chosen = Options(third_place=False)
    rounds, done = play_through(FORMATS[format_], people(count), chosen, outcomes=" ".join(outcomes))
    tables = [one for played in rounds for one in played.pairings]
    lost = Counter(
        who for played in done.rounds for table in played.tables for who in table.seats if who != table.winner
    )
    lives = 1 if format_ == "single" else 2
    second = sum(one.place == bracket.SECOND_FINAL for one in tables)
    assert len(tables) == lives * (count - 1) + second
    assert sorted(lost[str(n)] for n in range(1, count + 1)) == [second, *[lives] * (count - 1)]
    for played in rounds:
        seated = [who for one in played.pairings for who in one.seats]
        assert len(set(seated)) == len(seated)
    ranks = elimination.ranks(people(count), done, chosen, shape=SHAPES[format_])
    assert ranks[0].label == "1"
    assert lost[ranks[0].participant] == second
    assert [rank.rank for rank in ranks] == sorted(rank.rank for rank in ranks)


@given(st.integers(2, 40), st.randoms(use_true_random=False))
def test_camp_pair_02_the_order_in_which_people_are_stored_does_not_matter(count: int, shuffle: Any) -> None:
    everybody = list(people(count))
    before = elimination.double(everybody, History(), Options(), "demo")
    shuffle.shuffle(everybody)
    assert elimination.double(everybody, History(), Options(), "demo") == before


def test_camp_elim_02_byes_fall_to_the_top_seeds() -> None:
    for count in range(2, 65):
        found = progress(people(count), History(), Options(), shape=bracket.single)
        byes = [one.winner for one in found if one.place.name.startswith("upper-1-") and one.winner]
        assert sorted(map(int, byes)) == list(range(1, bracket.size_for(count) - count + 1))


def test_a_participant_who_is_replaced_keeps_the_bracket() -> None:
    swapped = tuple(replace(who, id="new") if who.id == "4" else who for who in people(4))
    assert met(paired(elimination.single(swapped, History(), Options(), ""))) == sets("1-new 2-3")
