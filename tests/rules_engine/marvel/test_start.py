from typing import Any

import pytest
from msgspec.structs import replace

from rules_engine.kernel.errors import MalformedInput, RuleViolation
from rules_engine.kernel.geometry import Place
from rules_engine.kernel.messages import JUDGE
from rules_engine.marvel.events import MatchOpened, PowGenerated, TurnStarted
from rules_engine.marvel.setup import Objective, Setup, Table, Victory, Zone
from rules_engine.marvel.start import start
from tests.support.marvel import ALPHA, BRAVO, CHARLIE, make_setup, piece, zones


def test_with_everybody_on_the_table_the_first_turn_begins() -> None:
    events = start(make_setup())
    assert [type(event) for event in events] == [MatchOpened, TurnStarted, PowGenerated]
    assert events[0] == MatchOpened(setup=make_setup(), bag=(("one", 2), ("two", 2)))


def test_marvel_ruling_01_two_sides_with_characters_meet() -> None:
    for sides in ([[ALPHA]], [[ALPHA], []]):
        with pytest.raises(RuleViolation) as refused:
            start(make_setup(*sides))
        assert refused.value.rule_id == "MARVEL-RULING-01"


def seated(*seats: str) -> Setup:
    setup = make_setup([ALPHA], [BRAVO, CHARLIE])
    free = iter(seats)
    teams = tuple(
        replace(team, characters=tuple(replace(member, seat=next(free)) for member in team.characters))
        for team in setup.teams
    )
    return replace(setup, teams=teams)


@pytest.mark.parametrize(
    ("setup", "words"),
    [
        (make_setup([ALPHA], [ALPHA]), "'ALPHA' is not one"),
        (make_setup([ALPHA], [("", BRAVO)]), "'' is not one"),
        (make_setup(scenery=(piece("ALPHA", "T1", 1, 0, 1),)), "'ALPHA' is not one"),
        (make_setup(objectives=(Objective(id="BRAVO", name="B"),)), "'BRAVO' is not one"),
        (seated("a", "b", JUDGE), "'judge' cannot play for two"),
        (seated("a", "a", "b"), "'a' cannot play for two"),
    ],
)
def test_ids_and_seats_belong_to_one(setup: Setup, words: str) -> None:
    with pytest.raises(MalformedInput, match=words):
        start(setup)


BOW = ((0, 0), (1000, 1000), (1000, 0), (0, 1000))
PIT = Objective(id="pit", name="Pit")


@pytest.mark.parametrize(
    ("setup", "words"),
    [
        (make_setup([replace(ALPHA, endurance=zones("0 0 0"))], [BRAVO]), "ALPHA needs endurance"),
        (make_setup([replace(ALPHA, endurance=zones("4 -1 2"))], [BRAVO]), "ALPHA needs endurance"),
        (make_setup([replace(ALPHA, pow=zones("4 3 -2"))], [BRAVO]), "ALPHA needs endurance, and POW"),
        (make_setup([replace(ALPHA, radius=0)], [BRAVO]), "ALPHA needs a base"),
        (make_setup(table=Table(width=3600, depth=0)), "a width and a depth"),
        (make_setup(victory=Victory(turn_limit=0)), "one turn or more"),
        (make_setup(zones=(Zone(team="six", outline=BOW),)), "no team six for a zone"),
        (make_setup(zones=(Zone(team="one", outline=BOW),)), "around an area"),
        (make_setup(scenery=(piece("bench", "T1", 1, 0, 1, outline=BOW),)), "around an area"),
        (make_setup(objectives=(replace(PIT, team="six"),)), "no team six for pit"),
        (make_setup(objectives=(PIT,), board="tracked"), "pit is about a place, which is not there"),
        (make_setup(objectives=(replace(PIT, kind="destroy", target="van"),)), "pit is about van, which is not there"),
        (
            make_setup(objectives=(replace(PIT, kind="survive", target="BRAVO", team="one"),)),
            "pit is about BRAVO, which is not there",
        ),
    ],
)
def test_what_no_match_can_be_played_with_is_refused(setup: Setup, words: str) -> None:
    with pytest.raises(MalformedInput, match=words):
        start(setup)


def test_objectives_that_are_there() -> None:
    hill = replace(PIT, place=Place(100, 100))
    van = replace(PIT, id="van-gone", kind="destroy", target="van")
    guard = replace(PIT, id="guard", kind="survive", target="ALPHA", team="one")
    bench = piece("van", "T2", 3, 0, 1, outline=((0, 0), (100, 0), (100, 100)))
    assert start(make_setup(objectives=(hill, van, guard), board="tracked", scenery=(bench,)))


def test_a_team_may_have_several_players() -> None:
    assert start(seated("a", "b", "c"))


def off_the_table(board: str, places: dict[str, Place]) -> Setup:
    setup = make_setup([ALPHA], [BRAVO, CHARLIE], board=board)
    teams = tuple(
        replace(
            team,
            characters=tuple(
                replace(member, deployed=False, place=places.get(member.id)) for member in team.characters
            ),
        )
        for team in setup.teams
    )
    return replace(setup, teams=teams)


@pytest.mark.parametrize(
    ("board", "places", "order"),
    [
        ("declared", {}, ("one", "two", "two")),
        ("tracked", {}, ("one", "two", "two")),
        ("tracked", {"ALPHA": Place(1, 1)}, ("two", "two")),
    ],
)
def test_who_is_not_on_the_table_is_deployed_in_turn(board: Any, places: Any, order: tuple[str, ...]) -> None:
    events = start(off_the_table(board, places))
    assert events[0].to_deploy == order  # type: ignore[union-attr]
    assert len(events) == 1
