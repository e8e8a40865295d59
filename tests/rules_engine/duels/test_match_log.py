"""What lines of a typed-in match mean (docs/match-log.md); whole logs are imported in tests/matches."""

import re
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from rules_engine.duels import commands as c
from rules_engine.duels.match_log import DUELS_LOG, FORMS
from rules_engine.duels.state import AttackPending, GroundGear, HealPending, MatchState, MovePending, SpillPending
from rules_engine.kernel.errors import MalformedInput
from rules_engine.kernel.messages import Command, Outcome
from rules_engine.kernel.rule_ids import RuleId
from rules_engine.kernel.units import inches
from tests.support.duels import F1, F2, entry, gear, in_turn, make_setup, opened

ROOT = Path(__file__).parents[3]
VEST = gear("vest", 4, "U6 G6", "U5")
PISTOL = gear("pistol", 2, "U6")
SETUP = make_setup(entry("A1", F1, "W6 U6 U8 R6 W6", VEST), entry("A2", F1, "W6"), entry("B1", F2, "W6 Y6", PISTOL))
ATTACK = AttackPending(attacker="A1", target="B1", distance=500, dice=("A1/U6", "A1/vest/U6"))


def turn(**changes: Any) -> MatchState:
    return in_turn(SETUP, "A1", **changes)


def read(state: MatchState, text: str) -> list[Command]:
    return [build(state) for build in DUELS_LOG.read_line(text)]


def shown(commands: list[Command]) -> list[str]:
    """Commands without seat and decision, in short."""
    return [re.sub(r"seat='\w+', decision='[^']*',? ?", "", repr(command)) for command in commands]


def phase(name: str, **changes: Any) -> MatchState:
    return replace(opened(SETUP), phase=name, alpha="A", to_roll_alpha=(), round=1, **changes)


def hit(**changes: Any) -> MatchState:
    told: dict[str, Any] = {"dodge": (), "rolled": True, "karma_done": True, "hit": True}
    return turn(pending=replace(ATTACK, **told | changes))


TERRAIN = phase("terrain", to_place=("A",))
PLACEMENT = phase("placement", to_place=("A", "A", "B"))
MOVING = turn(pending=MovePending(figure="A1", dice=(), allowance=900))


def basic_turn() -> MatchState:
    """Basic: a figure of team A must start its turn."""
    setup = make_setup(entry("A1", F1, "W6"), entry("A2", F1, "W6"), entry("B1", F2, "W6"), variant="basic")
    return replace(in_turn(setup, "A1"), turn=None)


def measurement(other: str, distance: int) -> str:
    fields = f"a='A1', b='{other}', distance={distance}, in_sight=True, through=0"
    return f"StateMeasurement({fields}, inside_a=False, inside_b=False, edge=None)"


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("A1 ends its turn", ["EndTurn(figure='A1')"]),
        ("A1 is 7 in from B1", [
            measurement("B1", 700)
        ]),
        ("A1 is 7.5 in from B1, out of sight, through 2, from inside, into it, 0.5 in to the edge", [
            measurement("B1", 750).replace("True", "False").replace("through=0", "through=2")
            .replace("a=False", "a=True").replace("b=False", "b=True").replace("None", "50"),
        ]),
        ("A1 attacks B1 with U6 U8", ["DeclareAttack(attacker='A1', target='B1', dice=('A1/U6', 'A1/U8'))"]),
        ("A1 attacks B1 with vest/U6 U6 at 0 in", [
            measurement("B1", 0),
            "DeclareAttack(attacker='A1', target='B1', dice=('A1/vest/U6', 'A1/U6'))",
        ]),
        ("A1 attacks B1 with W6 W6", ["DeclareAttack(attacker='A1', target='B1', dice=('A1/W6', 'A1/W6#2'))"]),
        ("A1 attacks B1 with W6#2 U6 U6", [
            "DeclareAttack(attacker='A1', target='B1', dice=('A1/W6#2', 'A1/U6', 'A1/vest/U6'))",
        ]),
        ("A1 moves with W6, touching obstructing terrain", [
            "StartMove(figure='A1', dice=('A1/W6',), touching_obstructing=True)",
        ]),
        ("A1 jumps down 2", ["Jump(figure='A1', levels=2, to=None)"]),
        ("A1 drops vest", ["DropGear(figure='A1', gear='A1/vest', spot=None)"]),
        ("A1 gives A2 vest", ["TradeGear(figure='A1', ally='A2', gives=('A1/vest',), takes=())"]),
        ("A1 gives A2 nothing", ["TradeGear(figure='A1', ally='A2', gives=(), takes=())"]),
        ("A1 heals A2 with R6", ["DeclareHeal(healer='A1', healed='A2', die='A1/R6')"]),
        ("A1 heals itself with R6", ["DeclareHeal(healer='A1', healed='A1', die='A1/R6')"]),
        ("A1 tries hack with U8 W6", ["DeclareSkillTest(figure='A1', test='hack', dice=('A1/U8', 'A1/W6'))"]),
    ],
)  # fmt: skip
def test_lines_of_a_turn(line: str, expected: list[str]) -> None:
    assert shown(read(turn(), line)) == expected


def test_every_command_answers_the_open_decision_of_its_kind() -> None:
    command = read(turn(), "A1 ends its turn")[0]
    assert (command.seat, command.decision.split(":")[:2]) == ("A", ["act", "A1"])


@pytest.mark.parametrize(
    ("state", "line", "expected"),
    [
        (phase("dice"), "A1 takes W6 vest/G6 R6", "ChooseDice(figure='A1', dice=('A1/W6', 'A1/vest/G6', 'A1/R6'))"),
        (TERRAIN, "A places obstructing terrain", (
            "PlaceTerrain(terrain='obstructing', outline=(), levels=0, stands_on='', clearance=None, no_room=False)"
        )),
        (TERRAIN, "A places elevated terrain, 2 high, on P1, 6.5 in clear, no room for more", (
            "PlaceTerrain(terrain='elevated', outline=(), levels=2, stands_on='P1', clearance=650, no_room=True)"
        )),
        (TERRAIN, "A places no more terrain", "PassTerrain()"),
        (PLACEMENT, "A2 is placed", (
            "PlaceFigure(figure='A2', place=None, level=0, enemy_distance=None, terrain_distance=None, no_room=False)"
        )),
        (PLACEMENT, "A2 is placed 50 in from enemies and 12.5 in from terrain on level 1, no room for more", (
            "PlaceFigure(figure='A2', place=None, level=1, enemy_distance=5000, terrain_distance=1250, no_room=True)"
        )),
        (MOVING, "A1 goes 4 in, up 1, 2.5 in, down 2, inside", (
            "MoveTo(legs=(Walk(points=(), distance=400), Climb(levels=1, to=None), Walk(points=(), distance=250), "
            "Descend(levels=2, to=None)), swallowed=True)"
        )),
        (MOVING, "A1 goes nowhere", "MoveTo(legs=(), swallowed=False)"),
        (phase("declaring"), "A2 declares nothing", "DeclareInitiative(figure='A2', dice=())"),
        (phase("ties", ties=(("A1", "A2"),)), "order A2 A1", "SettleTie(order=('A2', 'A1'))"),
        (turn(pending=ATTACK), "B1 does not dodge", "ChooseDodge(dice=(), terrain_dice=())"),
        (turn(pending=ATTACK), "B1 dodges with W6 T4 Y6", "ChooseDodge(dice=('B1/W6', 'B1/Y6'), terrain_dice=('T4',))"),
        (turn(pending=replace(ATTACK, dodge=(), rolled=True)), "A1 keeps U6", "KeepDice(dice=('A1/U6',))"),
        (hit(), "B1 blocks U6 U6", "ChooseShields(blocked=('A1/U6', 'A1/vest/U6'))"),
        (hit(shields_done=True), "A1 uses the red bonus", "ChooseBonus(colour='red')"),
        (basic_turn(), "A2 starts", "StartTurn(figure='A2')"),
        (turn(pending=SpillPending(figure="B1", seat="B", clicks=3)), "B1 takes 3 on body", (
            "AssignDamage(dial='body', clicks=None)"
        )),
        (hit(clicks=2, left=2, shields_done=True), "B1 takes 2 on head", "AssignDamage(dial='head', clicks=None)"),
        (hit(clicks=2, left=2, shields_done=True), "B1 takes 1 on the head", "AssignDamage(dial='head', clicks=1)"),
        (hit(clicks=2, left=2, shields_done=True), "B1 takes it on body", "AssignDamage(dial='body', clicks=None)"),
        (hit(clicks=2, left=2, gear_owed=1, shields_done=True), "B1 gives up pistol", (
            "GiveUpGear(gear='B1/pistol', spot=None)"
        )),
        (turn(pending=HealPending(healer="A1", healed="A2", die="A1/R6", clicks=1)), "A2 is healed on body", (
            "ChooseHealedDial(dial='body')"
        )),
        (turn(ground=(GroundGear(gear="B1/pistol"),)), "A1 picks up pistol paying W6 U8", (
            "PickUpGear(figure='A1', gear='B1/pistol', pay=('A1/W6', 'A1/U8'))"
        )),
        (turn(ground=(GroundGear(gear="B1/pistol"),)), "A1 is 3 in from pistol", (
            measurement("B1/pistol", 300)
        )),
    ],
)  # fmt: skip
def test_lines_of_other_moments(state: MatchState, line: str, expected: str) -> None:
    assert shown(read(state, line)) == [expected]


def test_a_move_without_dice_is_one_line() -> None:
    start, go = DUELS_LOG.read_line("A1 moves 6 in")
    state = turn()
    assert shown([start(state)]) == ["StartMove(figure='A1', dice=(), touching_obstructing=False)"]
    moving = MOVING
    assert shown([go(moving)]) == ["MoveTo(legs=(Walk(points=(), distance=600),), swallowed=False)"]
    stay = DUELS_LOG.read_line("A1 stays")[1]
    assert shown([stay(moving)]) == ["MoveTo(legs=(), swallowed=False)"]


def test_faces_are_typed_with_or_without_the_names_of_their_dice() -> None:
    rolling = turn(pending=MovePending(figure="A1", dice=("A1/W6", "A1/vest/U6", "A1/W6#2")))
    for line in ("roll 4 1 6", "roll W6=4 vest/U6=A W6=6", "roll W6=4 U6=1 W6#2=6"):
        command = read(rolling, line)[0]
        assert isinstance(command, c.Roll)
        assert command.faces == (4, 1, 6)


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("roll 4 1", r"3 dice are rolled: W6 vest/U6 W6#2"),
        ("roll 4 U8=1 6", r"Here vest/U6 is rolled, not U8"),
        ("roll 4 x 6", r"'x' has no face"),
    ],
)
def test_a_roll_that_does_not_fit_is_refused(line: str, reason: str) -> None:
    rolling = turn(pending=MovePending(figure="A1", dice=("A1/W6", "A1/vest/U6", "A1/W6#2")))
    with pytest.raises(MalformedInput, match=reason):
        read(rolling, line)


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("A1 dances", "No line of a match reads like this"),
        ("A1 attacks B1 with U8 U8", r"There is no U8 here; there are: W6, U6, R6, W6#2, vest/U6, vest/G6"),
        ("A1 drops pistol", r"There is no pistol here; there are: vest"),
        ("A9 attacks B1 with U8 at 3 in", "There is no figure A9"),
        ("A2 ends its turn", "This cannot be said now; expected now: what A1 does"),
        ("A1 is 3 in from nowhere", "There is no nowhere here; there are: none"),
    ],
)
def test_a_line_that_names_what_is_not_there_is_refused(line: str, reason: str) -> None:
    with pytest.raises(MalformedInput, match=reason):
        read(turn(), line)


def test_nothing_is_said_after_the_end() -> None:
    over = phase("over", result=Outcome(placings=(), rule_id=RuleId("DUELS-WIN-03")))
    with pytest.raises(MalformedInput, match="nothing, the match is over"):
        read(over, "roll 4 1")


def test_the_guide_names_every_form_of_line() -> None:
    guide = (ROOT / "docs" / "match-log.md").read_text(encoding="utf-8")
    rows = [row for row in guide.split("## The lines")[1].splitlines() if row.startswith("| `")]
    lines = [line for row in rows for line in re.findall(r"`([A-Za-z][^`]*)`", row.split("|")[1])]
    used = {pattern.pattern for pattern, _ in FORMS for line in lines if pattern.fullmatch(line)}
    assert used == {pattern.pattern for pattern, _ in FORMS}


def test_lengths_are_whole_hundredths() -> None:
    command = read(turn(), "A1 is 7.25 in from B1")[0]
    assert isinstance(command, c.StateMeasurement)
    assert command.distance == inches("7.25")
