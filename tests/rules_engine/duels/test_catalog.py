import copy
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml
from msgspec.structs import replace

from rules_engine.duels.catalog import (
    Catalog,
    Limits,
    Roster,
    RosterFigure,
    RosterPass,
    held_passes,
    muster,
    read_catalog,
    roster_problems,
)
from rules_engine.duels.components import (
    Band,
    DamageBonus,
    DieSpec,
    Gear,
    GearPoints,
    GearShield,
    JudgeRules,
    Position,
    Profile,
)
from rules_engine.duels.file_fields import read_die
from rules_engine.kernel.plain_data import FileRejected
from rules_engine.kernel.ruleset import Problem
from tests.support.duels import gear
from tests.support.security_passes import card

SAMPLE = Path(__file__).parents[3] / "catalogs" / "duels-sample.yaml"
PLAIN = {
    "figures": [
        {
            "slug": "ann",
            "name": "Ann",
            "collection_number": "T1",
            "army_points": 2,
            "base_diameter_in": 4.72,
            "starting_dice": ["white d6", "blue d8 ace"],
            "damage_bonuses": [{"colour": "blue", "clicks": 1}],
            "tape": {
                "bands": [{"colour": "blue", "to_in": "8.5"}, {"colour": "green", "from_in": 2, "to_in": 16}],
                "bonus_marks": [{"colour": "blue", "to_in": 4}],
            },
            "dials": {
                "head": [{"value": 6}, {"value": 5, "bullets": 1}],
                "weapon": [{"value": 5}, {"bullets": 1}],
                "body": [{"value": 7, "shields": ["blue"]}, {"value": 6, "bullets": 1}],
            },
            "tags": ["mage"],
        },
        {
            "slug": "bob",
            "name": "Bob",
            "collection_number": "T2",
            "sample": True,
            "army_points": 3,
            "base_diameter_in": 4,
            "tape": {"bands": [{"colour": "yellow", "to_in": 2}]},
            "dials": {
                "head": [{"value": 6}],
                "weapon": [{"value": 5}],
                "body": [{"value": 7}, {"value": 0, "bullets": 3}],
            },
        },
    ],
    "gear": [
        {"slug": "axe", "name": "Axe", "points": 8, "dice": ["yellow d6"], "equip_restriction": ["bob"]},
        {"slug": "orb", "name": "Orb", "points": 5, "sample": True, "equip_restriction": ["mage"]},
        {"slug": "coat", "name": "Coat", "points": 8,
         "shields": [{"colour": "red", "number": 5}], "other_bonus": "Warm."},
    ],
}  # fmt: skip
CATALOG = read_catalog(PLAIN, "test.yaml")
LIMITS = Limits(army_points=5)


def roster(*figures: tuple[str, ...]) -> Roster:
    return Roster(figures=tuple(RosterFigure(figure=slug, gear=tuple(gear)) for slug, *gear in figures))


def spoilt(path: str, value: Any) -> dict[str, Any]:
    """The plain catalog with another value at ``figures.0.tape.bands``; None takes the entry out."""
    plain: Any = copy.deepcopy(PLAIN)
    keys = [int(key) if key.isdigit() else key for key in path.split(".")]
    at = plain
    for key in keys[:-1]:
        at = at[key]
    if value is None:
        del at[keys[-1]]
    else:
        at[keys[-1]] = value
    return dict(plain)


def problems(plain: Any) -> list[str]:
    with pytest.raises(FileRejected) as caught:
        read_catalog(plain, "test.yaml")
    return str(caught.value).splitlines()


def test_duels_fig_03_a_figure_is_read_as_it_is_printed() -> None:
    assert CATALOG.figure("ann") == Profile(
        slug="ann",
        name="Ann",
        collection_number="T1",
        army_points=2,
        radius=236,
        starting_dice=(DieSpec(colour="white", sides=6), DieSpec(colour="blue", sides=8, has_ace=True)),
        bands=(Band(colour="blue", end=850), Band(colour="green", start=200, end=1600)),
        head=(Position(value=6), Position(value=5, bullets=1)),
        weapon=(Position(value=5), Position(value=None, bullets=1)),
        body=(Position(value=7, shields=("blue",)), Position(value=6, bullets=1)),
        damage_bonuses=(DamageBonus(colour="blue", clicks=1),),
        bonus_marks=(Band(colour="blue", end=400),),
        tags=("mage",),
    )
    assert CATALOG.figure("cyd") is None


def test_duels_fig_02_gear_is_read_as_it_is_printed() -> None:
    axe = Gear(
        slug="axe", name="Axe", points=8, dice=(DieSpec(colour="yellow", sides=6),), equip_restriction=("bob",)
    )  # fmt: skip
    coat = Gear(
        slug="coat", name="Coat", points=8, shields=(GearShield(colour="red", number=5),), other_bonus="Warm."
    )  # fmt: skip
    assert (CATALOG.piece("axe"), CATALOG.piece("coat"), CATALOG.piece("cup")) == (axe, coat, None)


def test_duels_dice_11_dice_12_ruling_004_dice_have_any_size_and_some_have_an_ace() -> None:
    assert read_die("green d20 ace") == DieSpec(colour="green", sides=20, has_ace=True)
    assert read_die("white d5") == DieSpec(colour="white", sides=5)


def test_duels_fig_09_fig_10_ruling_010_each_figure_has_the_bands_of_its_own_tape() -> None:
    ann, bob = CATALOG.figures
    assert [(band.colour, band.start, band.end) for band in ann.bands] == [("blue", 0, 850), ("green", 200, 1600)]
    assert [(band.colour, band.start, band.end) for band in bob.bands] == [("yellow", 0, 200)]
    assert [distance for distance in (0, 199, 200, 1600, 1601) if ann.bands[1].reaches(distance)] == [200, 1600]


def test_duels_fig_12_ruling_077_a_window_shows_a_value_or_none_bullets_and_shields() -> None:
    ann = CATALOG.figures[0]
    assert (ann.weapon[1], ann.body[0]) == (Position(value=None, bullets=1), Position(value=7, shields=("blue",)))


def test_duels_ruling_096_other_bonuses_of_gear_are_text() -> None:
    assert [piece.other_bonus for piece in CATALOG.gear] == ["", "", "Warm."]


def test_entries_marked_as_samples_are_known() -> None:
    assert CATALOG.samples == ("bob", "orb")


ANN, BOB = "test.yaml: figures[0] 'ann': ", "test.yaml: figures[1] 'bob': "
AXE, COAT = "test.yaml: gear[0] 'axe': ", "test.yaml: gear[2] 'coat': "
SLUG = "must be a slug: small letters, digits, single hyphens"
COLOURS = "must be yellow, blue, green, black or red"
DIE = 'must be a die such as "white d6" or "blue d8 ace": a colour, 4–20 sides, "ace" if the 1 is an ace'
DIAMETER = "must be above 0 and an even number of hundredths, as 4.72"


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        ("figures", 3, "test.yaml: figures: must be a list of entries"),
        ("scenario", [], "test.yaml: scenario: is no list of a catalog"),
        ("figures.0", "ann", "test.yaml: figures[0]: must be a mapping of fields"),
        ("figures.0.slug", "Ann!", "test.yaml: figures[0] 'Ann!': slug: " + SLUG),
        ("figures.0.name", " ", ANN + "name: must be a text that is not empty"),
        ("figures.0.collection_number", 1, ANN + "collection_number: must be a text that is not empty"),
        ("figures.0.sample", "no", ANN + "sample: must be true or false"),
        ("figures.0.army_points", 0, ANN + "army_points: must be 1 or more"),
        ("figures.0.base_diameter_in", 0, ANN + "base_diameter_in: " + DIAMETER),
        ("figures.0.base_diameter_in", 4.73, ANN + "base_diameter_in: " + DIAMETER),
        ("figures.0.starting_dice.1", "blue d3", ANN + "starting_dice[1]: " + DIE),
        ("figures.0.damage_bonuses.0.clicks", 0, ANN + "damage_bonuses[0].clicks: must be 1 or more"),
        ("figures.0.damage_bonuses.0.colour", "white", ANN + "damage_bonuses[0].colour: " + COLOURS),
        ("figures.0.damage_bonuses", [{"colour": "blue", "clicks": 1}] * 2,
            ANN + "damage_bonuses[1].colour: repeats blue; one entry a colour"),
        ("figures.0.tape.bands", [], ANN + "tape.bands: must be a list of 1–5 bands"),
        ("figures.0.tape.bands.1.colour", "blue", ANN + "tape.bands[1].colour: repeats blue; one entry a colour"),
        ("figures.0.tape.bands.1.from_in", 16, ANN + "tape.bands[1].to_in: must be greater than from_in"),
        ("figures.0.tape.bands.1.from_in", -1,
            ANN + "tape.bands[1].from_in: must be inches, 0 or more, with at most two decimals"),
        ("figures.0.tape.bonus_marks.0.to_in", 0, ANN + "tape.bonus_marks[0].to_in: must be greater than from_in"),
        ("figures.0.tape.bonus_marks.0.colour", "green",
            ANN + "tape.bonus_marks[0].colour: must be the colour of one of damage_bonuses"),
        ("figures.1.tape.bands.0.colour", "red", BOB + "tape.bands: must hold at least one of yellow, blue and green"),
        ("figures.1.dials.head", [], BOB + "dials.head: must be a list of 1–40 positions"),
        ("figures.1.dials.head", [{"value": 1}] * 41, BOB + "dials.head: must be a list of 1–40 positions"),
        ("figures.1.dials.head.0.value", 100, BOB + "dials.head[0].value: must be 0–99, or nothing"),
        ("figures.1.dials.body.1.bullets", 4, BOB + "dials.body[1].bullets: must be 0–3"),
        ("figures.1.dials.body.1.bullets", 2,
            BOB + "dials: the highest bullet counts of the three dials must add up to at least 3"),
        ("figures.1.dials.body.0.bullets", 3, BOB + "dials: must not show 3 bullets at their start positions"),
        ("figures.1.dials.body.0.shields", ["white"], BOB + "dials.body[0].shields[0]: " + COLOURS),
        ("figures.1.slug", "ann", "test.yaml: figures[1] 'ann': slug: is used by an earlier entry"),
        ("figures.1.tags", ["A b"], BOB + "tags[0]: " + SLUG),
        ("figures.1.tape", None, BOB + "tape: is missing"),
        ("gear.0.points", 13, AXE + "points: must be 0–12"),
        ("gear.0.equip_restriction", ["cyd"],
            AXE + "equip_restriction[0]: 'cyd' is no figure and no tag of this catalog"),
        ("gear.2.shields.0.number", 1, COAT + "shields[0].number: must be 2 or more"),
        ("gear.2.other_bonus", 1, COAT + "other_bonus: must be a text"),
    ],
)  # fmt: skip
def test_a_problem_names_file_entry_and_field(path: str, value: Any, message: str) -> None:
    assert message in problems(spoilt(path, value))


def test_all_problems_of_a_file_are_told_at_once() -> None:
    plain = spoilt("figures.0.army_points", 0)
    plain["gear"][0]["points"] = 13
    plain["gear"][2]["colour"] = "red"
    assert problems(plain) == [
        ANN + "army_points: must be 1 or more",
        AXE + "points: must be 0–12",
        COAT + "colour: is no field of this entry",
    ]


def test_a_catalog_is_a_mapping() -> None:
    assert problems([]) == ["test.yaml: must be a mapping with the lists figures, gear and passes"]


def test_an_empty_catalog_is_legal() -> None:
    assert read_catalog({}, "test.yaml") == Catalog(figures=(), gear=())


@pytest.mark.parametrize(
    ("brought", "limits", "found"),
    [
        (roster(("ann", "orb"), ("bob", "axe")), LIMITS, []),
        (roster(("bob", "axe")), LIMITS, [Problem("figures", "DUELS-SETUP-04", {"army_points": 3, "allowed": 5})]),  # type: ignore[arg-type]
        (roster(("bob", "axe")), Limits(army_points=5, army_points_match="ceiling"), []),
        (roster(("bob",)), Limits(army_points=2, army_points_match="ceiling"),
            [Problem("figures", "DUELS-SETUP-04", {"army_points": 3, "allowed": 2})]),  # type: ignore[arg-type]
        (roster(), Limits(army_points=0), [Problem("figures", "DUELS-SETUP-02", {"figures": 0})]),  # type: ignore[arg-type]
        (roster(("ann", "orb", "coat"), ("bob",)), LIMITS,
            [Problem("figures[0].gear", "DUELS-SETUP-06", {"gear_points": 13, "allowed": 12})]),  # type: ignore[arg-type]
        (roster(("ann", "axe"), ("bob", "orb")), LIMITS, [
            Problem("figures[0].gear[0]", "DUELS-RULING-097", {"figure": "ann", "gear": "axe"}),  # type: ignore[arg-type]
            Problem("figures[1].gear[0]", "DUELS-RULING-097", {"figure": "bob", "gear": "orb"}),  # type: ignore[arg-type]
        ]),
        (roster(("bob", "coat"), ("bob", "coat")), Limits(army_points=6), [
            Problem("figures[1]", "DUELS-FIG-03", {"figure": "bob", "allowed": 1}),  # type: ignore[arg-type]
            Problem("figures[1].gear[0]", "DUELS-FIG-02", {"gear": "coat", "allowed": 1}),  # type: ignore[arg-type]
        ]),
        (roster(("bob", "coat"), ("bob", "coat")), Limits(army_points=6, copies=2), []),
        (roster(("cyd", "cup")), Limits(army_points=0), [
            Problem("figures[0]", "DUELS-FIG-03", {"figure": "cyd", "allowed": 0}),  # type: ignore[arg-type]
            Problem("figures[0].gear[0]", "DUELS-FIG-02", {"gear": "cup", "allowed": 0}),  # type: ignore[arg-type]
        ]),
    ],
)  # fmt: skip
def test_duels_setup_04_setup_06_ruling_013_ruling_097_all_problems_of_a_roster(
    brought: Roster, limits: Limits, found: list[Problem]
) -> None:
    assert list(roster_problems(brought, CATALOG, limits)) == found


def test_duels_setup_02_a_roster_becomes_a_team() -> None:
    team = muster(roster(("bob", "axe"), ("ann",)), CATALOG, team="B", seat="bea")
    assert [(figure.id, figure.seat, figure.profile.slug) for figure in team.figures] == [
        ("B1", "bea", "bob"),
        ("B2", "bea", "ann"),
    ]
    assert (team.id, team.figures[0].gear) == ("B", (CATALOG.piece("axe"),))


# --- passes -----------------------------------------------------------------------------------------------------------

PERMIT = card(GearPoints(points=3), when="setup", figures=("mage",))  # ann is one
WITH_PASSES = replace(CATALOG, passes=(replace(PERMIT, slug="permit"), replace(card(JudgeRules()), slug="luck")))


def with_passes(*entries: RosterPass) -> Roster:
    return replace(roster(("ann",), ("bob",)), passes=entries)


def test_the_catalog_knows_its_passes() -> None:
    assert WITH_PASSES.card("luck") == WITH_PASSES.passes[1]
    assert WITH_PASSES.card("nothing") is None


@pytest.mark.parametrize(
    ("entries", "wrong"),
    [
        ((RosterPass(card="luck"), RosterPass(card="permit", figure=1)), []),
        ((RosterPass(card="luck", figure=2),), []),
        ((RosterPass(card="nothing"),), [0]),
        ((RosterPass(card="luck"), RosterPass(card="luck")), [1]),
        ((RosterPass(card="permit"),), [0]),
        ((RosterPass(card="permit", figure=2),), [0]),
        ((RosterPass(card="luck", figure=3),), [0]),
    ],
    ids=["bound and not", "bound", "unknown", "twice", "to be bound", "for mages", "no figure"],
)
def test_duels_pass_02_passes_of_a_roster_are_those_of_the_catalog_for_figures_they_suit(
    entries: tuple[RosterPass, ...], wrong: list[int]
) -> None:
    found = roster_problems(with_passes(*entries), WITH_PASSES, Limits(army_points=5))
    assert [(problem.path, problem.rule_id) for problem in found] == [
        (f"passes[{index}]", "DUELS-PASS-02") for index in wrong
    ]


def test_duels_setup_06_a_pass_raises_the_limit_of_the_figure_it_is_bound_to() -> None:
    heavy = replace(WITH_PASSES, gear=(gear("safe", 12), gear("bag", 3)))
    brought = roster(("ann", "safe", "bag"), ("bob",))
    limits = Limits(army_points=5)
    assert [problem.facts for problem in roster_problems(brought, heavy, limits)] == [
        {"gear_points": 15, "allowed": 12}
    ]
    allowed = replace(brought, passes=(RosterPass(card="permit", figure=1),))
    assert roster_problems(allowed, heavy, limits) == ()


def test_the_passes_of_rosters_are_held_in_their_match() -> None:
    brought = with_passes(RosterPass(card="luck"), RosterPass(card="luck"), RosterPass(card="permit", figure=1))
    team = muster(brought, WITH_PASSES, team="B", seat="bea")
    held = held_passes([("bea", brought), ("cy", roster(("bob",)))], WITH_PASSES, [team])
    assert [(each.id, each.seat, each.card.slug, each.figure) for each in held] == [
        ("B1+luck", "bea", "luck", ""),
        ("B1+luck#2", "bea", "luck", ""),
        ("B1+permit", "bea", "permit", "B1"),
    ]


def sample() -> Catalog:
    return read_catalog(yaml.safe_load(SAMPLE.read_text()), SAMPLE.name)


def test_the_sample_catalog_is_legal_and_says_that_it_is_a_sample() -> None:
    catalog = sample()
    assert len(catalog.figures) >= 13
    assert len(catalog.gear) >= 24
    slugs = {profile.slug for profile in catalog.figures} | {piece.slug for piece in catalog.gear}
    assert set(catalog.samples) == slugs


def strength(profile: Profile) -> int:
    return sum(position.value or 0 for dial in (profile.weapon, profile.body) for position in dial)


@pytest.mark.parametrize("weaker", [2, 3])
def test_more_army_points_are_stronger_figures(weaker: int) -> None:
    by_points: Callable[[int], list[int]] = lambda points: [  # noqa: E731 -- short and local
        strength(profile) for profile in sample().figures if profile.army_points == points
    ]
    assert max(by_points(weaker)) < min(by_points(weaker + 1))
