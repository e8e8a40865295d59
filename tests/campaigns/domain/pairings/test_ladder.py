from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from campaigns.domain.pairings import ladder
from campaigns.domain.pairings.protocol import History, Locked, Options, Participant, PastRound, Round
from tests.support.pairings import options, paired, past_table, refused, rows, shown


def entered(names: str, since: dict[str, int] | None = None, **states: Any) -> list[Participant]:
    return [
        Participant(id=name, number=number, since=(since or {}).get(name, 0), state=states.get(name, "present"))
        for number, name in enumerate(names.split(), start=1)
    ]


def recorded(results: list[tuple[str, int]]) -> History:
    return History(rounds=tuple(PastRound(tables=(past_table(word, day=day),)) for word, day in results))


def challenge(*pairs: str, **more: Any) -> Options:
    return options(locked=tuple(Locked(seats=tuple(pair.split("-"))) for pair in pairs), **more)


@pytest.mark.parametrize("row", rows("ladder", "positions"))
def test_camp_ladder_03_to_ladder_08_positions(row: dict[str, Any]) -> None:
    people = entered(row["people"], row.get("since"))
    last = max(day for _, day in row["results"])
    chosen = options(today=row.get("today", last), **row.get("options", {}))
    assert " ".join(ladder.positions(people, recorded(row["results"]), chosen)) == row["positions"]


@pytest.mark.parametrize("row", rows("ladder", "challenge"))
def test_camp_ladder_02_and_ladder_06_challenges(row: dict[str, Any]) -> None:
    people, done = entered(row["people"]), recorded(row["results"])
    made = ladder.pair(
        people, done, challenge(row["challenge"], today=row.get("today", 0), **row.get("options", {})), ""
    )
    if "refused" in row:
        assert refused(made) == (row["refused"], tuple(row["challenge"].split("-")))
    else:
        assert shown(paired(made)) == row["challenge"]
        assert (paired(made).number, paired(made).pairings[0].by_hand) == (len(done.rounds) + 1, True)


@pytest.mark.parametrize("row", rows("ladder", "matches"))
def test_camp_ladder_10_and_ladder_11_who_is_ranked_and_by_which_matches(row: dict[str, Any]) -> None:
    chosen = options(**row["options"])
    points = {
        who: sum(matches[at][0] for at in ladder.counting(matches, chosen)) for who, matches in row["matches"].items()
    }
    assert points == row["points"]
    assert [who for who, matches in row["matches"].items() if ladder.has_rank(len(matches), chosen)] == row["ranked"]


def test_camp_ladder_11_margins_then_earlier_matches_count_first() -> None:
    matches = [(3, 5), (1, 0), (3, 9), (3, 5), (0, 40)]
    assert ladder.counting(matches, Options(best_matches=2)) == (0, 2)
    assert ladder.counting(matches, Options()) == (0, 1, 2, 3, 4)


def test_camp_ladder_05_ruling_42_a_week_is_given_to_answer() -> None:
    assert [ladder.is_overdue(3, Options(today=today)) for today in (10, 11)] == [False, True]
    assert ladder.is_overdue(3, Options(today=5, ladder_answer_days=1))


def test_camp_ladder_01_there_are_no_rounds_to_pair() -> None:
    assert refused(ladder.pair(entered("A B"), History(), Options(), "")) == ("no_rounds", ())


def test_camp_ladder_09_in_a_free_league_any_two_may_play_within_the_limits() -> None:
    people = entered("A B C D E")
    made = paired(ladder.free_league(people, History(), challenge("A-E", "E-A", "B-C"), ""))
    assert [(one.seats, one.table) for one in made.pairings] == [(("A", "E"), 1), (("E", "A"), 2), (("B", "C"), 3)]
    assert refused(ladder.free_league(people, History(), challenge("A-E", "E-A", "A-E"), ""))[0] == "same_opponent"


def test_camp_ladder_09_and_multi_01_a_free_league_may_have_larger_tables() -> None:
    people = entered("A B C D E")
    assert shown(paired(ladder.free_tables(people, History(), challenge("A-B-C", "A-D-B-E"), ""))) == "A-B-C A-D-B-E"
    third = challenge("A-B-C", "A-D-B-E", "E-B-A")
    assert refused(ladder.free_tables(people, History(), third, "")) == ("same_opponent", ("E", "B", "A"))
    assert refused(ladder.free_tables(people, History(), challenge("A-B"), ""))[0] == "table_size"
    assert refused(ladder.free_league(people, History(), challenge("A-B-C"), ""))[0] == "table_size"


def test_camp_ruling_39_a_ladder_of_points_has_no_reach() -> None:
    made = ladder.pair(entered("A B C D E"), History(), challenge("A-E", ladder_kind="points"), "")
    assert shown(paired(made)) == "A-E"


@pytest.mark.parametrize("pair", ["A-A", "A-Z", "A-B"])
def test_camp_pair_04_only_two_who_are_there_can_play(pair: str) -> None:
    people = entered("A B", B="dropped")
    assert refused(ladder.free_league(people, History(), challenge(pair), ""))[0] == "two_places"


def test_who_left_has_no_position() -> None:
    done = recorded([("C>A", 1)])
    assert ladder.positions(entered("A B C", A="removed"), done, Options(today=1)) == ("C", "B")
    assert ladder.positions([], History(), Options()) == ()


@settings(deadline=None)
@given(
    st.integers(2, 12), st.lists(st.tuples(st.integers(0, 11), st.integers(0, 11), st.sampled_from("><=")), max_size=20)
)
def test_camp_ladder_08_positions_are_always_those_of_everybody_once(
    count: int, results: list[tuple[int, int, str]]
) -> None:
    names = [chr(65 + n) for n in range(count)]
    people = entered(" ".join(names))
    done = History()
    for day, (one, other, outcome) in enumerate(results):
        wanted = f"{names[one % count]}-{names[other % count]}"
        made = ladder.pair(people, done, challenge(wanted, today=day), "")
        if isinstance(made, Round):
            table = past_table(wanted.replace("-", outcome), day=day)
            done = History(rounds=(*done.rounds, PastRound(tables=(table,))))
    for move in ("insert", "swap"):
        chosen = options(today=40, ladder_idle_days=3, ladder_move=move)
        assert sorted(ladder.positions(people, done, chosen)) == names
