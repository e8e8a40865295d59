from itertools import combinations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from campaigns.domain.pairings import aims, matching, swiss
from campaigns.domain.pairings.aims import field_of
from campaigns.domain.pairings.protocol import History, Locked, Options, Participant, Round
from tests.support.pairings import (
    fraction,
    history,
    met,
    options,
    paired,
    people,
    play_through,
    played_on,
    refused,
    rows,
    sets,
    shown,
)


def given_by(row: dict[str, Any]) -> tuple[tuple[Participant, ...], History, Options]:
    fields = {name: row[name] for name in ("tags", "state", "asks_for", "fixed_table") if name in row}
    points = {who: fraction(worth) for who, worth in row["points"].items()} if "points" in row else None
    return (
        people(row["people"], **fields),
        history(*row.get("history", ()), points=points),
        options(**row.get("options", {})),
    )


def costs(row: dict[str, Any], round_: Round) -> dict[str, int]:
    """What a round costs by aim."""
    everybody, before, chosen = given_by(row)
    free = [who for who in everybody if who.state == "present" and not who.asks_for]
    field = field_of(free, before, chosen, "demo")
    vertex = {who.id: at for at, who in enumerate(free)}
    pairs = [sorted(vertex[who] for who in pairing.seats) for pairing in round_.pairings if not pairing.bye]
    byes = [vertex[pairing.seats[0]] for pairing in round_.pairings if pairing.bye == "pairing_allocated"]
    edges = [(one, other) for one, other in pairs]
    return {aim.code: sum(aims.column(aim, field, edges, byes)) for aim in aims.aims(chosen)}


@pytest.mark.parametrize("row", rows("swiss"))
def test_camp_swiss_01_a_round_is_the_best_by_the_aims_in_their_order(row: dict[str, Any]) -> None:
    everybody, before, chosen = given_by(row)
    made = paired(swiss.pair(everybody, before, chosen, "demo"))
    if "expected" in row:
        assert met(made) == sets(row["expected"])
    if "one_of" in row:
        assert met(made) in map(sets, row["one_of"])
    if "byes" in row:
        assert {pairing.seats[0]: pairing.bye for pairing in made.pairings if pairing.bye} == row["byes"]
    if "costs" in row:
        found = costs(row, made)
        assert {aim: found[aim] for aim in row["costs"]} == row["costs"]
    if "alternative" in row:
        wanted = row["alternative"]
        pairing = next(one for one in made.pairings if set(one.seats) == set(wanted["to"].split("-")))
        other = swiss.alternative(everybody, before, chosen, "demo", pairing)
        assert other is not None
        assert (other.aim, other.cost, other.best) == (wanted["aim"], wanted["cost"], wanted["best"])
        assert set(wanted["to"].split("-")) not in map(set, other.seats)
        assert not wanted.get("expected") or set(map(frozenset, other.seats)) == sets(wanted["expected"])


@pytest.mark.parametrize(
    ("counts", "rounds"),
    [((2,), 1), ((3, 4), 2), ((5, 8), 3), ((9, 16), 4), ((17, 32), 5), ((33, 64), 6), ((65, 128), 7), ((129, 256), 8)],
)  # of CAMP-EX-14
def test_camp_stage_05_ruling_16_rounds_are_proposed_by_size(counts: tuple[int, ...], rounds: int) -> None:
    assert [swiss.rounds_proposed(count) for count in counts] == [rounds] * len(counts)


def test_camp_pair_03_every_pairing_says_what_stood_in_the_way() -> None:
    first = paired(swiss.pair(people(5), History(), Options(within_group="fold"), "demo"))
    assert [pairing.reason.code for pairing in first.pairings] == ["first_round", "first_round", "bye"]
    assert first.pairings[2].reason.facts == {"who": "5", "earlier": 0}
    tags = {"1": ["club:a"], "2": ["club:a"]}
    clubs = Options(separate_tag="club", separation_rounds=9)
    second = paired(swiss.pair(people(4, tags=tags), history("1>3 2>4"), clubs, "demo"))
    assert [pairing.reason.code for pairing in second.pairings] == ["same_tag", "same_points"]
    assert second.pairings[0].reason.facts == {"upper": "1", "lower": "2", "tag": "club"}
    third = paired(swiss.pair(people(2), history("1>3 2x4"), Options(), "demo"))
    assert [pairing.reason.code for pairing in third.pairings] == ["float"]
    assert third.pairings[0].reason.facts == {"upper": "1", "lower": "2", "steps": 3}
    last = paired(swiss.pair(people(4), history("1>3 2>4", "1>2 3>4", "1>4 2>3"), Options(), "demo"))
    assert [pairing.reason.code for pairing in last.pairings] == ["rematch", "rematch"]
    assert [pairing.reason.facts["times"] for pairing in last.pairings] == [1, 1]


def test_camp_swiss_04_a_second_bye_is_called_one() -> None:
    made = paired(swiss.pair(people(3), history("1>2 3B", "2>3 1B", "3>1 2B"), Options(), "demo"))
    assert [pairing.reason.code for pairing in made.pairings] == ["rematch", "bye_again"]


def test_camp_pair_07_a_forbidden_pair_is_refused_until_the_organizer_allows_it() -> None:
    family = people(2, tags={"1": ["family:x"], "2": ["family:x"]})
    assert refused(swiss.pair(family, History(), Options(), "")) == ("forbidden", ("1", "2"))
    made = paired(swiss.pair(family, History(), Options(allow_forbidden=True), ""))
    assert (shown(made), made.pairings[0].reason.code) == ("1-2", "forbidden_allowed")


def test_camp_pair_07_the_second_roster_of_a_person_is_as_forbidden_as_the_family() -> None:
    same = people(4, tags={"1": ["person:x"], "2": ["person:x"], "3": ["person:y"], "4": ["person:y"]})
    assert not {frozenset("12"), frozenset("34")} & met(paired(swiss.pair(same, History(), Options(), "demo")))


@pytest.mark.parametrize("count", [0, 1])
def test_camp_pair_06_one_alone_is_named_and_not_left_out(count: int) -> None:
    assert refused(swiss.pair(people(count), History(), Options(), "")) == ("too_few", ("1",) * count)


def test_camp_round_05_ruling_17_open_results_are_awaited_unless_they_count_as_draws() -> None:
    before = history("1?4 2>3")
    assert refused(swiss.pair(people(4), before, Options(), "")) == ("open_results", ("1", "4"))
    made = paired(swiss.pair(people(4), before, Options(pair_with_open_results="as_draw"), ""))
    assert [note.code for note in made.notes] == ["open_as_draws"]
    assert frozenset("14") not in met(made)


def test_camp_round_08_locked_places_stay_and_only_the_rest_is_paired() -> None:
    locked = (
        Locked(seats=("8", "1"), table=3),
        Locked(seats=("2",), bye="zero"),
        Locked(seats=("3", "4"), by_hand=False),
    )
    made = paired(swiss.pair(people(8), History(), Options(locked=locked, within_group="fold"), ""))
    assert shown(made) == "3-4 5-6 8-1 7 2"
    assert [(one.table, one.reason.code, one.by_hand) for one in made.pairings] == [
        (1, "kept", False),
        (2, "first_round", False),
        (3, "by_hand", True),
        (0, "bye", False),
        (0, "by_hand", True),
    ]


def test_camp_round_08_a_round_may_be_locked_as_a_whole() -> None:
    locked = (Locked(seats=("2", "1")), Locked(seats=("3", "4")))
    made = paired(swiss.pair(people(4), History(), Options(locked=locked), ""))
    assert (shown(made), made.exact) == ("2-1 3-4", True)


@pytest.mark.parametrize(
    "locked",
    [
        (Locked(seats=("3", "3")),),
        (Locked(seats=("3", "7")), Locked(seats=("3", "8"))),
        (Locked(seats=("3", "9")),),
        (Locked(seats=("3",)),),
        (Locked(seats=("3", "4"), bye="zero"),),
    ],
)
def test_camp_round_04_nobody_can_be_locked_twice_nor_without_a_place(locked: tuple[Locked, ...]) -> None:
    code, who = refused(swiss.pair(people(8), History(), Options(locked=locked), ""))
    assert (code, "3" in who or who == ("9",)) == ("two_places", True)


def test_camp_round_07_only_the_people_of_tables_that_have_not_started_are_paired_again() -> None:
    started, locked = Locked(seats=("1", "5"), table=1, by_hand=False), Locked(seats=("2", "6"), table=2, by_hand=False)
    again = Options(locked=(started, locked), within_group="adjacent")  # of CAMP-EX-18
    assert shown(paired(swiss.pair(people(8), History(), again, ""))) == "1-5 2-6 3-4 7-8"


def test_camp_pair_05_there_is_no_alternative_to_what_was_not_chosen() -> None:
    locked = Options(locked=(Locked(seats=("1", "2")),))
    made = paired(swiss.pair(people(4), History(), locked, ""))
    assert [swiss.alternative(people(4), History(), locked, "", one) for one in made.pairings] == [None, None]
    before = history("1?2")
    assert swiss.alternative(people(2), before, Options(), "", made.pairings[0]) is None


def test_camp_pair_05_the_alternative_to_a_bye_gives_it_to_somebody_else() -> None:
    chosen = Options(within_group="fold")
    made = paired(swiss.pair(people(5), history("1>3 2>4 5B"), chosen, ""))
    other = swiss.alternative(people(5), history("1>3 2>4 5B"), chosen, "", made.pairings[-1])
    assert (made.pairings[-1].seats, made.pairings[-1].bye) == (("4",), "pairing_allocated")
    assert other is not None
    assert ("4",) not in other.seats
    assert other.aim == "order"


def test_camp_pair_05_an_alternative_may_have_lost_by_lot_alone() -> None:
    made = paired(swiss.pair(people(4), History(), Options(), "demo"))
    other = swiss.alternative(people(4), History(), Options(), "demo", made.pairings[0])
    assert other is not None
    assert (other.aim, other.cost, other.best) == ("lot", 69998, 67645)  # as CAMP-EX-38 says
    assert set(map(frozenset, other.seats)) == sets("1-4 2-3")


@pytest.mark.parametrize(("float_cost", "is_whole"), [("square", False), ("linear", True)])
def test_camp_ruling_19_squares_prefer_several_small_floats(float_cost: Any, is_whole: bool) -> None:
    points = {"1": 4, "2": 2, "3": 2, "4": 0}
    made = paired(swiss.pair(people(4), History(points=points), Options(float_cost=float_cost), "demo"))
    assert (met(made) == sets("1-4 2-3")) is is_whole


def test_camp_swiss_13_a_large_field_is_paired_by_near_edges_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(swiss, "FULL", 20)
    monkeypatch.setattr(swiss, "WINDOW", 6)
    for within in ("random", "fold", "adjacent"):
        for count in (40, 41):
            rounds, _ = play_through(swiss.pair, people(count), options(within_group=within), outcomes="> = <", most=4)
            assert not any(played.exact for played in rounds)
            assert "rematch" not in [pairing.reason.code for played in rounds for pairing in played.pairings]


def test_camp_swiss_13_near_edges_lose_nothing_at_the_aims_about_score(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(swiss, "WINDOW", 12)
    outcomes = [">", "=", "<", ">", "<"]
    for within in ("random", "fold"):
        chosen = options(within_group=within)
        rounds, _ = play_through(swiss.pair, people(91), chosen, outcomes=" ".join(outcomes), most=5)
        done = History()
        for played in rounds:
            field = field_of(people(91), done, chosen, "demo")
            exact = swiss.solve(field)
            with monkeypatch.context() as large:
                large.setattr(swiss, "FULL", 0)
                near = swiss.solve(field)
            assert (near.exact, near.costs[:7]) == (False, exact.costs[:7])
            done = played_on(done, played, outcomes)


def test_camp_swiss_13_the_whole_graph_is_looked_at_if_a_first_aim_could_be_better(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(swiss, "FULL", 4)
    monkeypatch.setattr(swiss, "WINDOW", 1)
    adjacent = Options(within_group="adjacent")
    assert not paired(swiss.pair(people(6), history("1=4 2=5 3=6"), adjacent, "")).exact
    made = paired(swiss.pair(people(6), history("1=2 3=4 5=6"), adjacent, ""))
    assert made.exact
    assert not met(made) & sets("1-2 3-4 5-6")


def test_camp_swiss_05_aims_are_made_coarser_when_numbers_grow_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(matching, "BITS", 12)
    made = paired(swiss.pair(people(8), History(), Options(within_group="fold"), "demo"))
    assert [note.facts for note in made.notes] == [{"aim": "lot"}]
    assert (made.exact, met(made)) == (False, sets("1-5 2-6 3-7 4-8"))


SIZES = st.integers(2, 64)
WITHIN = st.sampled_from(["random", "fold", "adjacent"])
OUTCOMES = st.lists(st.sampled_from([">", "<", "=", "f>", "f<", "x"]), min_size=1, max_size=9).map(" ".join)


@settings(max_examples=40, deadline=None)
@given(SIZES, WITHIN, OUTCOMES)
def test_camp_round_04_and_pair_04_everybody_has_one_place_a_round(count: int, within: Any, outcomes: str) -> None:
    rounds, _ = play_through(swiss.pair, people(count), Options(within_group=within), outcomes=outcomes, most=5)
    for number, played in enumerate(rounds, start=1):
        assert played.number == number
        assert sorted(who for one in played.pairings for who in one.seats) == sorted(
            str(n) for n in range(1, count + 1)
        )
        tables = [one.table for one in played.pairings if not one.bye]
        assert tables == list(range(1, count // 2 + 1))
    byes = [one.seats[0] for played in rounds for one in played.pairings if one.bye]
    assert len(byes) == len(rounds) * (count % 2)
    if count > 10 and "f" not in outcomes:
        assert len(set(byes)) == len(byes)


@settings(max_examples=60, deadline=None)
@given(st.integers(2, 8), WITHIN, OUTCOMES, st.integers(1, 6), st.sampled_from(["a", "b"]))
def test_camp_swiss_02_no_rematch_and_no_second_bye_while_one_can_be_avoided(
    count: int, within: Any, outcomes: str, most: int, seed: str
) -> None:
    chosen = Options(within_group=within)
    rounds, _ = play_through(swiss.pair, people(count), chosen, seed=seed, outcomes=outcomes, most=most)
    done = History()
    for played in rounds:
        field = field_of(people(count), done, chosen, seed)
        assert swiss.solve(field).costs == min(total(field, pairs) for pairs in perfect(range(count + count % 2)))
        done = played_on(done, played, outcomes.split())


def perfect(vertices: Any) -> Any:
    """All perfect matchings of an even number of vertices."""
    first, *rest = vertices
    if not rest:
        return
    for other in rest:
        left = [vertex for vertex in rest if vertex != other]
        for more in perfect(left) if left else [()]:
            yield ((first, other), *more)


def total(field: aims.Field, pairs: tuple[tuple[int, int], ...]) -> tuple[int, ...]:
    plain = [pair for pair in pairs if pair[1] != field.bye]
    byes = [one for one, other in pairs if other == field.bye]
    return tuple(sum(aims.column(aim, field, plain, byes)) for aim in aims.aims(field.options))


@settings(deadline=None)
@given(SIZES, st.randoms(use_true_random=False), st.text(max_size=4))
def test_camp_pair_01_and_pair_02_the_same_input_in_any_order_gives_the_same_round(
    count: int, shuffle: Any, seed: str
) -> None:
    everybody = list(people(count))
    before = swiss.pair(everybody, History(), Options(), seed)
    shuffle.shuffle(everybody)
    assert swiss.pair(everybody, History(), Options(), seed) == before


def test_camp_swiss_10_another_seed_draws_other_lots() -> None:
    assert len({shown(paired(swiss.pair(people(16), History(), Options(), seed))) for seed in "abcd"}) == 4


STATES = st.sampled_from(["present", "present", "present", "absent", "dropped", "removed"])
ASKING = st.sampled_from(["", "", "", "half", "zero", "full"])


@settings(max_examples=60, deadline=None)
@given(st.data(), st.integers(4, 24))
def test_camp_swiss_12_who_comes_late_drops_or_asks_for_a_bye_is_placed_as_it_should_be(data: Any, count: int) -> None:
    """Drops, late entries, byes, forfeits and pairs by hand: the invariants hold in every round."""
    done = History()
    for _ in range(3):
        there = data.draw(st.integers(2, count))
        states = {str(n): data.draw(STATES) for n in range(1, there + 1)}
        asking = {who: data.draw(ASKING) for who, state in states.items() if state == "present"}
        free = [who for who, kind in asking.items() if not kind]
        locked = (Locked(seats=(free[0], free[1])),) if len(free) > 3 and data.draw(st.booleans()) else ()
        everybody = people(there, state=states, asks_for=asking)
        made = swiss.pair(everybody, done, Options(locked=locked), "demo")
        if not isinstance(made, Round):
            assert (made.reason.code, len(free) < 2) == ("too_few", True)
            continue
        placed = [who for one in made.pairings for who in one.seats]
        assert sorted(placed) == sorted(who for who, state in states.items() if state in ("present", "absent"))
        kinds = {one.seats[0]: one.bye for one in made.pairings if one.bye}
        asked = {who: kind for who, kind in asking.items() if kind}
        asked |= {who: "absent" for who, state in states.items() if state == "absent"}
        assert {who: kinds.pop(who) for who in asked} == asked
        assert list(kinds.values()) == ["pairing_allocated"] * (len(free) % 2)
        assert [one.seats for one in made.pairings if one.by_hand] == [place.seats for place in locked]
        done = played_on(done, made, data.draw(OUTCOMES).split())


def test_every_two_of_a_family_are_kept_apart_while_there_is_another_way() -> None:
    """CAMP-PAIR-07 over a whole event."""
    families = {str(n): [f"family:{n % 4}"] for n in range(1, 13)}
    rounds, _ = play_through(swiss.pair, people(12, tags=families), Options(), outcomes="> < =", most=5)
    forbidden = {frozenset(map(str, pair)) for pair in combinations(range(1, 13), 2) if (pair[0] - pair[1]) % 4 == 0}
    assert len(rounds) == 5
    assert not any(met(played) & forbidden for played in rounds)
