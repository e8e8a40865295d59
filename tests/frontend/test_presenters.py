import pytest
from msgspec.structs import replace

from frontend import presenters
from rules_engine.kernel.picture import Card, DieFace, Gauge, Marker, Picture, Shape, Token, Window

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


def test_the_board_is_drawn_at_ten_units_to_the_inch() -> None:
    picture = Picture(
        width=3000,
        depth=2500,
        teams=("A", "B"),
        shapes=(Shape(id="t", kind="elevated", outline=SQUARE, level=2),),
        tokens=(Token(id="B1", team="B", x=1500, y=500, radius=236, level=2, acting=True),),
        markers=(Marker(name="Vest", x=700, y=800),),
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
    }
    assert board["markers"] == [{"x": 65, "y": 75, "name": "Vest"}]
    assert board["description"] == "Kyushi (B1), level 2, at 15, 5 inches."


def test_a_table_whose_places_nobody_knows_has_no_board() -> None:
    assert presenters.board(Picture(width=6000, depth=6000, teams=("A",))) is None
    assert presenters.table_picture(None) == {"board": None, "cards": []}
