import re
from typing import Any

import pytest
from django.template.loader import render_to_string
from msgspec.structs import replace

from campaigns.domain.scoring import LEAGUE, Scoring
from campaigns.queries import Campaign, Stage, StandingLine
from frontend import presenters
from rules_engine.kernel.picture import Card, DieFace, Gauge, Goal, Marker, Picture, Shape, Token, Window

HEAD = Gauge(
    name="Head",
    use="move",
    windows=(Window(value=6), Window(value=5, hits=1, shields=("blue",)), Window(value=None, hits=2)),
    at=0,
    step_word="click",
    hit_word="bullet",
)
SQUARE = ((0, 0), (1000, 0), (1000, 1000), (0, 1000))


@pytest.mark.parametrize(
    ("number", "words"), [(1, "1st"), (2, "2nd"), (3, "3rd"), (4, "4th"), (11, "11th"), (13, "13th"), (22, "22nd")]
)
def test_ordinals(number: int, words: str) -> None:
    assert presenters.ordinal(number) == words


def test_a_dial_is_turned_to_its_window_and_says_what_comes_next() -> None:
    shown = presenters.dial(HEAD)
    assert (shown["value"], shown["hurt"], shown["hits"], shown["start"]) == (6, False, [], "rotate(0.0 60 60)")
    assert shown["label"] == "Head: 6, at the start position. Next: 5 with 1 bullet, blue shield."
    assert [segment["style"] for segment in shown["segments"]] == ["is-now", "", ""]


def test_a_turned_dial_shows_clicks_bullets_and_shields() -> None:
    shown = presenters.dial(replace(HEAD, at=1))
    assert (shown["value"], shown["hurt"], shown["hits"], shown["shields"]) == (5, True, ["60.0"], ("blue",))
    assert [segment["style"] for segment in shown["segments"]] == ["is-spent", "is-now", ""]
    assert shown["label"] == ("Head: 5 with 1 bullet, blue shield, after 1 of 2 clicks. Next: no value with 2 bullets.")


@pytest.mark.parametrize(
    ("face", "expected"),
    [
        (DieFace(name="black d8", colour="black", sides=8, shown="A"), ("black", True, 8, "A", "black d8")),
        (DieFace(name="white d6", colour="white", sides=6, shown="4"), ("white", False, 6, "4", "white d6")),
        (DieFace(name="d7", sides=7, shown="7"), ("white", False, 6, "7", "d7")),
    ],
)
def test_a_die_is_drawn_as_its_game_shows_it(face: DieFace, expected: tuple[str, bool, int, str, str]) -> None:
    chip = presenters.die(face)
    assert tuple(chip[key] for key in ("colour", "hatched", "shape", "face", "name")) == expected


def test_a_game_without_words_of_its_own_has_steps_and_hits() -> None:
    shown = presenters.dial(
        Gauge(name="Hull", use="", windows=(Window(value=2, hits=1), Window(value=1, hits=2)), at=1)
    )
    assert shown["label"] == "Hull: 1 with 2 hits, after 1 of 1 step."


def test_the_last_position_has_no_next_and_a_blank_window_a_dash() -> None:
    shown = presenters.dial(replace(HEAD, at=2))
    assert (shown["value"], len(shown["hits"])) == ("–", 2)
    assert "Next" not in shown["label"]


def test_the_id_of_a_small_base_stands_below_it() -> None:
    tokens = (
        Token(id="A1", team="A", x=1000, y=1000, radius=60),
        Token(id="A2", team="A", x=2000, y=1000, radius=140),
    )
    cards = tuple(Card(id=token.id, name="", team="A", points=1, in_play=True) for token in tokens)
    shown = presenters.board(Picture(width=3000, depth=2500, teams=("A",), tokens=tokens, cards=cards))
    assert shown is not None
    assert [(token["roomy"], token["baseline"] > token["y"] + token["radius"]) for token in shown["tokens"]] == [
        (False, True),
        (True, False),
    ]


def test_a_card_of_no_team_has_no_mark() -> None:
    card = Card(id="guard", name="Guard", team="", points=0, in_play=True)
    (shown,) = presenters.cards(Picture(width=0, depth=0, teams=("A",), cards=(card,)))
    assert (shown["team"], shown["dials"]) == (None, [])


def test_objectives_are_listed_with_the_points_of_each_team() -> None:
    picture = Picture(
        width=3000,
        depth=2500,
        teams=("A", "B"),
        goals=(Goal(name="Safe", points=2, note="open"),),
        scored=(("A", 0), ("B", 2)),
    )
    shown = presenters.table_picture(picture, {"A": "Ann"})
    assert shown["goals"] == [{"name": "Safe", "points": 2, "note": "open", "done": False}]
    assert shown["scored"] == [
        {"team": "A", "name": "Ann", "points": 0},
        {"team": "B", "name": "", "points": 2},
    ]


def test_the_board_is_drawn_at_ten_units_to_the_inch() -> None:
    picture = Picture(
        width=3000,
        depth=2500,
        teams=("A", "B"),
        shapes=(Shape(id="t", kind="elevated", outline=SQUARE, level=2),),
        tokens=(Token(id="B1", team="B", x=1500, y=500, radius=236, level=2, acting=True),),
        markers=(Marker(name="Vest", x=700, y=800), Marker(name="Safe", x=100, y=200, goal=True)),
        cards=(Card(id="B1", name="Kyushi", team="B", points=2, in_play=True),),
    )
    board = presenters.board(picture)
    assert board is not None
    assert (board["width"], board["depth"]) == (300, 250)
    assert board["grid"] == "M120 0V250M240 0V250M0 120H300M0 240H300"
    (token,) = board["tokens"]
    assert (token["team"], token["x"], token["y"], token["radius"], token["rings"], token["now"]) == (
        1, 150, 50, 24, [28, 33], 29,
    )  # fmt: skip
    assert board["shapes"][0] == {
        "path": "M0 0L100 0L100 100L0 100z",
        "kind": "elevated",
        "level": 2,
        "tag": {"x": 50, "y": 57},
        "name": "",
    }
    assert board["markers"] == [{"x": 65, "y": 75, "name": "Vest", "count": 1, "words": "Vest at 7.0, 8.0"}]
    assert board["goals"] == [{"x": 10, "y": 20, "name": "Safe"}]
    assert board["description"] == "Kyushi (B1), level 2, at 15, 5 inches."


def test_pieces_on_one_spot_are_counted_and_named() -> None:
    picture = Picture(
        width=3000,
        depth=2500,
        teams=("A",),
        tokens=(Token(id="A1", team="A", x=1500, y=500, radius=236),),
        markers=(
            Marker(name="Vest", x=700, y=800),
            Marker(name="Medkit", x=90, y=800),
            Marker(name="Vest", x=700, y=800),
        ),
        cards=(Card(id="A1", name="Kyushi", team="A", points=2, in_play=True),),
    )
    board = presenters.board(picture)
    assert board is not None
    assert [(each["name"], each["count"], each["words"]) for each in board["markers"]] == [
        ("Vest, Vest", 2, "2 pieces at 7.0, 8.0: Vest, Vest"),
        ("Medkit", 1, "Medkit at 0.9, 8.0"),
    ]
    shown = render_to_string("frontend/components/board.html", {"board": board})
    assert shown.count('class="b-gear"') == 2
    assert re.findall(r'<text class="b-t" [^>]*>(×\d)</text>', shown) == ["×2"]
    assert "On the table: 2 pieces at 7.0, 8.0: Vest, Vest; Medkit at 0.9, 8.0." in shown
    assert "figcaption" not in render_to_string("frontend/components/board.html", {"board": board | {"markers": []}})


def test_a_table_whose_places_nobody_knows_has_no_board() -> None:
    assert presenters.board(Picture(width=6000, depth=6000, teams=("A",))) is None
    assert presenters.table_picture(None) == {"board": None, "cards": [], "goals": [], "scored": []}


ORDER = ("points", "wins", "destroyed", "left", "lot")
CAMPAIGN = Campaign(
    id="c", name="Low Tide", ruleset="duels", version=1, variant="advanced", army_points=6, seed="1", opened_at=0
)
STAGE = Stage(id="s", campaign="c", format="round_robin", order=ORDER)


def line(name: str, rank: int, decided_by: str, *numbers: int) -> StandingLine:
    return StandingLine(
        participant=name, name=name, level="", rank=rank, numbers=numbers, decided_by=decided_by, played=3, won=1,
        drawn=1, lost=1, version=9,
    )  # fmt: skip


def ranked(*lines: StandingLine) -> list[dict[str, Any]]:
    """The rows of a page with these standings."""
    rows: list[dict[str, Any]] = presenters.standings(CAMPAIGN, STAGE, lines, open_tables=0)["rows"]
    return rows


def test_every_place_says_what_put_it_there_the_first_against_the_second() -> None:
    rows = ranked(
        line("Ana", 1, "", 9, 3, 12, 6, 5),
        line("Bo", 2, "points", 6, 2, 12, 6, 9),
        line("Cy", 3, "destroyed", 6, 2, 10, 6, 8),
        line("Di", 4, "lot", 6, 2, 10, 6, 3),
        line("Eve", 4, "", 6, 2, 10, 6, 3),
    )
    assert [row["opening"] for row in rows] == [
        "1st: more points than Bo.",
        "2nd: fewer points than Ana.",
        "3rd: same points and wins as Bo, fewer army points destroyed.",
        "4th: same points, wins, army points destroyed and army points left as Cy, the worse lot.",
        "4th, tied with Di: every number is the same.",
    ]
    assert [(step["words"], step["decisive"]) for step in rows[2]["why"]] == [
        ("Match points: 6, level with Bo.", False),
        ("Matches won: 2, level with Bo.", False),
        ("Army points destroyed: 10 against 12.", True),
    ]
    assert rows[3]["why"][-1] == {"words": "Lot, fixed by the seed of the stage: it puts Cy first.", "decisive": True}
    assert [step["decisive"] for step in rows[4]["why"]] == [False] * 5


def test_the_first_by_lot_is_told_so_and_who_is_alone_needs_no_reason() -> None:
    first, _ = ranked(line("Ana", 1, "", 3, 1, 6, 6, 5), line("Bo", 2, "lot", 3, 1, 6, 6, 4))
    assert first["opening"].endswith(" as Bo, the better lot.")
    assert first["why"][-1]["words"].endswith("it puts Ana first.")
    (alone,) = ranked(line("Ana", 1, "", 0, 0, 0, 0, 5))
    assert "why" not in alone


def test_a_stage_in_a_scenario_tells_its_title_and_what_it_is_about() -> None:
    content = {"id": "heist", "title": {"en": "Heist", "fr": "Casse"}, "description": {"en": "Get in."}}
    stage = replace(STAGE, scenario=content)
    page = presenters.standings(CAMPAIGN, stage, [], open_tables=0)
    assert page["scenario"] == {"title": "Heist", "description": "Get in."}
    assert page["columns"] == ["AP destroyed", "AP left", "Points"]
    counted = replace(stage, order=("points", "wins", "objectives", "destroyed", "left", "lot"))
    page = presenters.standings(CAMPAIGN, counted, [line("Ana", 1, "", 6, 2, 4, 8, 3, 99)], open_tables=0)
    assert page["columns"] == ["Objectives", "AP destroyed", "AP left", "Points"]
    assert (page["rows"][0]["wide"], page["rows"][0]["main"]) == (["4", "8", "3"], "6")
    assert page["order"][2] == "Objective points"
    assert presenters.standings(CAMPAIGN, STAGE, [], open_tables=0)["scenario"] is None


def test_what_results_are_worth_is_told_from_the_scoring() -> None:
    assert presenters.worth(LEAGUE) == "A win is worth 3 points, a draw 1, a loss 0."
    assert presenters.worth(Scoring(win=1)) == "A win is worth 1 point, a draw 0, a loss 0."


def test_who_plays_alone_is_ranked_by_steps_and_reserve() -> None:
    stage = Stage(id="s", campaign="c", format="solo", order=("objectives", "left", "lot"))
    lines = [line("Ana", 1, "", 3, 4, 5), line("Bo", 2, "left", 3, 2, 9)]
    page = presenters.standings(CAMPAIGN, stage, lines, open_tables=0)
    assert (page["columns"], page["records"], page["worth"]) == (["Reserve left", "Steps"], False, "")
    assert page["order"] == ["Steps reached", "Reserve left", "Lot, fixed by the seed of the stage"]
    assert [(row["wide"], row["main"]) for row in page["rows"]] == [(["4"], "3"), (["2"], "3")]
    assert page["rows"][1]["opening"] == "2nd: same steps as Ana, fewer reserve points left."
