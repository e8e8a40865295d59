from typing import Any

import pytest
from msgspec.structs import replace

from rules_engine.duels.commands import (
    ChooseDice,
    DeclareAttack,
    DeclareHeal,
    DeclareInitiative,
    DeclareSkillTest,
    DropGear,
    EndTurn,
    Jump,
    MoveTo,
    Roll,
    StartMove,
    StartTurn,
    Walk,
)
from rules_engine.duels.components import Setup, SkillTest
from rules_engine.duels.events import (
    DiceChosen,
    InitiativeBegan,
    RoundEnded,
    RoundStarted,
    TeamTurnEnded,
    TeamTurnStarted,
    TurnEnded,
    TurnsBegan,
    TurnStarted,
)
from rules_engine.duels.legal import awaiting, legal_commands
from rules_engine.duels.rounds import can_act
from rules_engine.duels.state import GroundGear, MatchState, Measured, Turn
from rules_engine.kernel.errors import DecisionClosed, MalformedInput, RuleViolation
from rules_engine.kernel.messages import Command
from rules_engine.kernel.units import inches
from tests.support.duels import (
    F1,
    F2,
    F3,
    F4,
    answer,
    bands,
    entry,
    examples,
    fold_all,
    gear,
    happened,
    in_turn,
    kinds,
    make_setup,
    play,
    reach,
    with_alpha,
)

EIGHT = "W6 Y6 U6 G6 W4 Y4 U8 G8"


def refusal(state: MatchState, command: Command) -> str:
    with pytest.raises(RuleViolation) as refused:
        happened(state, command)
    return refused.value.rule_id


def duel(labels: str = EIGHT, variant: str = "advanced", **more: Any) -> Setup:
    return make_setup(entry("A1", F1, labels), entry("B1", F2, labels), variant=variant, **more)


def teams(variant: str = "advanced", **more: Any) -> Setup:
    figures = [entry(name, F1, EIGHT) for name in ("A1", "A2", "B1", "B2")]
    return make_setup(*figures, variant=variant, **more)


def choosing(state: MatchState, figure: str, count: int = 6) -> ChooseDice:
    seat = state.figure(figure).seat
    decision = next(decision for decision in awaiting(state) if decision.subject == figure)
    return ChooseDice(seat=seat, decision=decision.id, figure=figure, dice=state.figure(figure).cup[:count])


# --- alpha ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("example", examples("rounds", "DUELS-RULING-020"))
def test_duels_round_02_ruling_020_alpha_passes_to_the_left(example: dict[str, Any]) -> None:
    figures = [entry(f"{team}1", F1, "W6") for team in example["teams"]]
    setup = make_setup(*figures, variant=example.get("variant", "advanced"), rulings=example.get("rulings"))
    state = with_alpha(setup, *(9 if team == "B" else 3 for team in example["teams"]))
    alphas = []
    for number in range(1, len(example["alpha"]) + 1):
        while state.round < number:
            state = reach(state, "act") if kinds(state)[0] != f"act:{_acting(state)}" else _next(state)
        alphas.append(state.alpha)
    assert alphas == example["alpha"]


def _acting(state: MatchState) -> str:
    return state.turn.figure if state.turn else ""


def _next(state: MatchState) -> MatchState:
    return play(state, (answer(state, "act", EndTurn, figure=_acting(state)), ""))


def test_duels_ruling_021_beaten_teams_are_skipped() -> None:
    setup = make_setup(*(entry(name, F1) for name in ("A1", "B1", "C1")))
    state = in_turn(setup, "A1")
    for alpha, gone, later in (("A", "B1", "C"), ("B", "B1", "C"), ("C", "A1", "B")):
        without = replace(state.changed(gone, in_play=False), alpha=alpha, order=(), beaten=(gone[0],))
        last = without.figures[0] if gone != "A1" else without.figures[2]
        ended = happened(replace(without, turn=Turn(figure=last.id)), _end(without, last.id))
        assert RoundStarted(round=2, alpha=later) in ended


def _end(state: MatchState, figure: str) -> EndTurn:
    return EndTurn(seat=figure[0], decision=f"act:{figure}:{state.ply}", figure=figure)


def test_duels_ruling_021_alpha_is_never_a_beaten_team() -> None:
    setup = make_setup(*(entry(name, F1) for name in ("A1", "B1", "C1")), rulings={"alpha_rotation": "fixed"})
    state = in_turn(setup, "C1")
    state = replace(state.changed("A1", in_play=False), order=(), beaten=("A",))
    assert RoundStarted(round=2, alpha="B") in happened(state, _end(state, "C1"))


# --- choosing dice ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("example", examples("rounds", "DUELS-RULING-022"))
def test_duels_round_04_round_05_ruling_022_how_many_dice(example: dict[str, Any]) -> None:
    labels = " ".join(EIGHT.split()[: example["pool"]])
    setup = duel(labels, example.get("variant", "advanced"), rulings=example.get("rulings"))
    state = reach(with_alpha(setup, 9, 3), "choose_dice")
    for count in example["legal"]:
        command = choosing(state, "A1", count)
        assert happened(state, command)[0] == DiceChosen(figure="A1", dice=command.dice)
    for count, rule in example["refused"]:
        assert refusal(state, choosing(state, "A1", count)) == rule


def test_duels_round_04_advanced_teams_choose_in_turn() -> None:
    state = reach(with_alpha(teams(), 3, 9), "choose_dice")
    assert kinds(state) == ["choose_dice:B1", "choose_dice:B2"]
    first = choosing(state, "B1")
    state = play(state, (choosing(state, "B2"), ""))
    assert kinds(state) == ["choose_dice:B1"]
    state = play(state, (first, ""))
    assert kinds(state) == ["choose_dice:A1", "choose_dice:A2"]
    assert not any(decision.hidden for decision in awaiting(state))


def test_duels_round_05_ruling_024_basic_players_choose_at_once() -> None:
    for choice, hidden in (("hidden_until_all_ready", True), ("open", False)):
        setup = teams("basic", rulings={"basic_dice_choice": choice})
        state = reach(with_alpha(setup, 9, 3), "choose_dice")
        assert kinds(state) == ["choose_dice:A1", "choose_dice:A2", "choose_dice:B1", "choose_dice:B2"]
        assert {decision.hidden for decision in awaiting(state)} == {hidden}


def test_a_choice_stays_open_while_others_choose() -> None:
    state = reach(with_alpha(teams("basic"), 9, 3), "choose_dice")
    later = choosing(state, "A1")
    for figure in ("B1", "A2", "B2"):
        state = play(state, (choosing(state, figure), ""))
    assert happened(state, later)[1] == TurnsBegan(order=("A", "B"))


def test_duels_round_06_dice_left_in_the_cup_are_not_used() -> None:
    state = reach(with_alpha(duel(), 9, 3), "choose_dice")
    state = play(state, (choosing(state, "A1", 2), ""))
    assert state.figure("A1").base == ("A1/W6", "A1/Y6")
    state = reach(state, "declare_initiative")
    assert refusal(state, answer(state, "declare_initiative", DeclareInitiative, figure="A1", dice=("A1/W4",))) == (
        "DUELS-ROUND-06"
    )


def test_dice_must_be_in_the_cup_and_the_figure_the_asked_one() -> None:
    state = reach(with_alpha(duel(), 9, 3), "choose_dice")
    for dice in (("A1/W6", "A1/W6"), ("B1/W6",), ("A1/X6",)):
        with pytest.raises(MalformedInput, match="different dice of its cup"):
            happened(state, replace(choosing(state, "A1"), dice=dice))
    with pytest.raises(MalformedInput, match="A1 chooses"):
        happened(state, replace(choosing(state, "A1"), figure="B1"))


def test_a_figure_without_dice_chooses_by_itself() -> None:
    state = reach(with_alpha(make_setup(entry("A1", F1), entry("B1", F2, "W6")), 3, 9), "choose_dice")
    assert happened(state, choosing(state, "B1", 1))[1:3] == (DiceChosen(figure="A1", dice=()), InitiativeBegan())


def test_few_choices_are_listed_in_full() -> None:
    state = reach(with_alpha(duel("W6 Y6 U6"), 9, 3), "choose_dice")
    legal = legal_commands(state, awaiting(state)[0])
    assert legal.complete
    assert len({command.dice for command in legal.commands}) == 8  # type: ignore[attr-defined]
    assert legal.commands[0].dice == ("A1/W6", "A1/Y6", "A1/U6")  # type: ignore[attr-defined]


def test_duels_ruling_022_exactly_six_of_eight_are_28_choices() -> None:
    state = reach(with_alpha(duel(variant="basic"), 9, 3), "choose_dice")
    legal = legal_commands(state, awaiting(state)[0])
    assert (len(legal.commands), legal.complete) == (28, True)


@pytest.mark.parametrize(("variant", "empty"), [("advanced", True), ("basic", False)])
def test_of_many_choices_some_are_listed(variant: str, empty: bool) -> None:
    state = reach(with_alpha(duel(f"{EIGHT} R6 K6 R8 K8", variant), 9, 3), "choose_dice")
    legal = legal_commands(state, awaiting(state)[0])
    assert not legal.complete
    assert 20 <= len(legal.commands) <= 40
    assert any(not command.dice for command in legal.commands) is empty  # type: ignore[attr-defined]
    assert all(happened(state, command) for command in legal.commands)


# --- the worked round -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("example", examples("rounds", "DUELS-ROUND-10"))
def test_duels_dice_15_round_06_round_07_round_10_dice_of_a_round(example: dict[str, Any]) -> None:
    rig = gear("rig", 4, example["gear"])
    setup = make_setup(entry("A1", F1, example["starting"], rig), entry("B1", F2, "W6"))
    state = reach(with_alpha(setup, 9, 3), "choose_dice")
    assert (len(state.figure("A1").cup), state.figure("A1").clicks) == (5, (0, 0, 0))
    chosen = ChooseDice(seat="A", decision=awaiting(state)[0].id, figure="A1", dice=tuple(example["chosen"]))
    state = play(state, (chosen, ""))
    state = reach(state, "declare_initiative")
    for figure in ("A1", "B1"):
        state = play(state, (answer(state, "declare_initiative", DeclareInitiative, figure=figure), ""))
    state = play(state, (answer(state, "act", StartMove, figure="A1", dice=("A1/W6",)), ""))
    state = play(state, (answer(state, "roll_move", Roll), example["move"]))
    state = play(state, (answer(state, "move", MoveTo), ""))
    state = replace(state, measured=(Measured(a="A1", b="B1", distance=inches(7)),))
    attack = answer(state, "act", DeclareAttack, attacker="A1", target="B1", dice=("A1/rig/U6",))
    state = play(state, (attack, ""))
    state = play(
        state,
        (_first(state), ""),
    )
    state = play(state, (answer(state, "roll_attack", Roll), example["attack"]))
    assert state.figure("A1").base == tuple(example["left"])
    assert example["unused"] in state.figure("A1").cup
    while state.round == 1:
        state = play(state, (_end_or_first(state), "W6=4"))
    assert sorted(state.figure("A1").cup) == sorted([*example["chosen"], example["unused"]])
    assert state.figure("A1").base == ()


def _first(state: MatchState) -> Command:
    return legal_commands(state, awaiting(state)[0]).commands[0]


def _end_or_first(state: MatchState) -> Command:
    first = awaiting(state)[0]
    return _end(state, first.subject) if first.kind == "act" else _first(state)


# --- turns, basic -----------------------------------------------------------------------------------------------------


def test_duels_round_01_round_08_basic_teams_take_all_their_turns() -> None:
    state = reach(with_alpha(teams("basic"), 9, 3), "choose_dice")
    for figure in ("A1", "A2", "B1"):
        state = play(state, (choosing(state, figure), ""))
    assert happened(state, choosing(state, "B2"))[1:] == (TurnsBegan(order=("A", "B")), TeamTurnStarted(team="A"))
    state = play(state, (choosing(state, "B2"), ""))
    assert kinds(state) == ["start_turn:A"]
    start = answer(state, "start_turn", StartTurn, figure="A2")
    assert happened(state, start) == (TurnStarted(figure="A2"),)
    state = play(state, (start, ""))
    assert happened(state, _end(state, "A2")) == (TurnEnded(figure="A2"), TurnStarted(figure="A1"))
    state = play(state, (_end(state, "A2"), ""))
    assert happened(state, _end(state, "A1")) == (
        TurnEnded(figure="A1"),
        TeamTurnEnded(team="A"),
        TeamTurnStarted(team="B"),
    )


def test_duels_round_01_a_figure_has_one_turn_a_round() -> None:
    setup = make_setup(*(entry(name, F1, "W6") for name in ("A1", "A2", "A3", "B1", "B2", "B3")), variant="basic")
    state = reach(with_alpha(setup, 9, 3), "start_turn")
    assert len(legal_commands(state, awaiting(state)[0]).commands) == 3
    state = play(state, (answer(state, "start_turn", StartTurn, figure="A2"), ""))
    state = play(state, (_end(state, "A2"), ""))
    assert [command.figure for command in legal_commands(state, awaiting(state)[0]).commands] == ["A1", "A3"]  # type: ignore[attr-defined]
    assert refusal(state, answer(state, "start_turn", StartTurn, figure="A2")) == "DUELS-ROUND-01"
    with pytest.raises(MalformedInput, match="not B1"):
        happened(state, answer(state, "start_turn", StartTurn, figure="B1"))


def test_duels_round_08_each_player_of_a_team_starts_its_own_figures() -> None:
    setup = teams("basic")
    first, second = setup.teams[0].figures
    setup = replace(
        setup, teams=(replace(setup.teams[0], figures=(first, replace(second, seat="A-two"))), setup.teams[1])
    )
    state = reach(with_alpha(setup, 9, 3), "start_turn")
    assert [(decision.seat, decision.subject) for decision in awaiting(state)] == [("A", "A"), ("A-two", "A")]
    for decision, figure in zip(awaiting(state), ("A1", "A2"), strict=True):
        assert [command.figure for command in legal_commands(state, decision).commands] == [figure]  # type: ignore[attr-defined]
    early = answer(state, "start_turn", StartTurn, "A", figure="A1")
    state = play(state, (answer(state, "start_turn", StartTurn, "A-two", figure="A2"), ""))
    with pytest.raises(DecisionClosed):
        happened(state, early)


FACING = (Measured(a="A1", b="B1", distance=inches("1")),)


@pytest.mark.parametrize("example", examples("rounds", "DUELS-ACT-09"))
def test_duels_act_09_ruling_030_ruling_031_a_basic_turn(example: dict[str, Any]) -> None:
    _check_basic_turn(example)


@pytest.mark.parametrize("example", examples("rounds", "DUELS-ACT-03")[1:])
def test_duels_act_03_a_basic_turn_has_two_attacks(example: dict[str, Any]) -> None:
    _check_basic_turn(example)


@pytest.mark.parametrize("example", examples("rounds", "DUELS-ACT-02")[1:])
def test_duels_act_02_a_basic_turn_has_one_move(example: dict[str, Any]) -> None:
    _check_basic_turn(example)


def _check_basic_turn(example: dict[str, Any]) -> None:
    test = SkillTest(id="lock", name="Lock", colour="black", attribute="head", difficulty=9)
    carried = gear("vest", 3)
    setup = make_setup(entry("A1", F1, "Y6 U6 G6 K6", carried), entry("B1", F4), variant="basic", skill_tests=(test,))
    state = in_turn(setup, "A1", measured=FACING)
    *before, last = example["turn"]
    for action in before:
        state = _act(state, action)
    if "refused" in example:
        assert refusal(state, _command(state, last)) == example["refused"]
    else:
        state = _act(state, last)
        assert kinds(state) == ["act:B1"], "the turn is over by itself"


def _command(state: MatchState, action: str) -> Command:
    base = state.figure("A1").base
    match action:
        case "move":
            return answer(state, "act", StartMove, figure="A1")
        case "attack":
            return answer(state, "act", DeclareAttack, attacker="A1", target="B1", dice=base[:1])
        case "heal":
            return answer(state, "act", DeclareHeal, healer="A1", healed="A1", die="A1/K6")
        case "gear":
            return answer(state, "act", DropGear, figure="A1", gear="A1/vest")
        case "test":
            return answer(state, "act", DeclareSkillTest, figure="A1", test="lock", dice=("A1/K6",))
        case "jump":
            return answer(state, "act", Jump, figure="A1", levels=1)
        case _:
            return answer(state, "act", EndTurn, figure="A1")


def _act(state: MatchState, action: str) -> MatchState:
    state = play(state, (_command(state, action), ""))
    while state.pending is not None:
        first = awaiting(state)[0]
        command = Roll(seat=first.seat, decision=first.id) if first.kind.startswith("roll_") else _first(state)
        if first.kind == "move":
            command = answer(state, "move", MoveTo)
            state = replace(state, measured=())
        state = play(state, (command, "T=2"))
        state = replace(state, measured=FACING)
    return state


# --- turns, advanced --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("example", examples("rounds", "DUELS-ATK-01"))
def test_duels_act_03_two_attacks_a_turn(example: dict[str, Any]) -> None:
    state = in_turn(make_setup(entry("A1", F1, "W6 W4"), entry("B1", F4)), "A1", measured=FACING)
    refused = answer(state, "act", DeclareAttack, attacker="A1", target="B1", dice=("A1/W6",))
    assert refusal(state, refused) == "DUELS-DICE-02"
    assert state.turn == Turn(figure="A1")
    spent = in_turn(make_setup(entry("A1", F1, "U6"), entry("B1", F4)), "A1", measured=FACING)
    spent = replace(spent, turn=Turn(figure="A1", attacks=example["attacks"]))
    third = answer(spent, "act", DeclareAttack, attacker="A1", target="B1", dice=("A1/U6",))
    assert refusal(spent, third) == example["refused"]


@pytest.mark.parametrize("example", examples("rounds", "DUELS-ACT-08"))
def test_duels_act_01_act_02_act_07_act_08_a_turn_ends_when_declared(example: dict[str, Any]) -> None:
    setup = make_setup(entry("A1", F1, "U6 U8"), entry("A2", F1, "U6"), entry("B1", F4), entry("B2", F3))
    state = in_turn(setup, "A1", measured=FACING)
    state = play(state, (answer(state, "act", StartMove, figure="A1"), ""))
    walk = Walk(distance=inches(example["moved"]))
    state = play(state, (answer(state, "move", MoveTo, legs=(walk,)), ""))
    state = _act(replace(state, measured=FACING), "attack")
    assert refusal(state, answer(state, "act", StartMove, figure="A1")) == example["refused"]
    with pytest.raises(MalformedInput, match="A1 is acting"):
        happened(state, replace(_end(state, "A1"), figure="B1"))
    late = answer(state, "act", DeclareAttack, attacker="A1", target="B1", dice=state.figure("A1").base)
    assert happened(state, _end(state, "A1")) == (TurnEnded(figure="A1"), TurnStarted(figure="A2"))
    state = play(state, (_end(state, "A1"), ""))
    with pytest.raises(DecisionClosed):
        happened(state, late)


def test_duels_round_09_round_10_round_11_a_round_follows_the_other() -> None:
    state = in_turn(duel("W6"), "A1")
    assert happened(state, _end(state, "A1")) == (TurnEnded(figure="A1"), TurnStarted(figure="B1"))
    state = play(state, (_end(state, "A1"), ""))
    assert happened(state, _end(state, "B1")) == (
        TurnEnded(figure="B1"),
        RoundEnded(round=1),
        RoundStarted(round=2, alpha="B"),
    )
    state = play(state, (_end(state, "B1"), ""))
    assert (state.figure("A1").cup, state.figure("A1").base) == (("A1/W6",), ())


# --- the end of a turn by itself --------------------------------------------------------------------------------------

LOCK = SkillTest(id="lock", name="Lock", colour="black", attribute="head", difficulty=9)
GATE = replace(LOCK, id="gate", once=False)
SPENT = Turn(figure="A1", moved=True, attacks=2, geared=True, healed=True, tested=True)


@pytest.mark.parametrize(
    ("labels", "used", "more", "can"),
    [
        ("", {"moved": False}, {}, True),
        ("W6 W4", {"attacks": 0}, {}, False),
        ("U6", {"attacks": 1}, {}, True),
        ("U6", {}, {}, False),
        ("R6", {"attacks": 1}, {}, False),
        ("R6", {"attacks": 1}, {"rulings": {"joker_companion": "any_other_die"}}, True),
        ("R6", {"healed": False}, {}, True),
        ("U6", {"healed": False}, {}, False),
        ("W6", {"tested": False}, {}, False),
        ("W6", {"tested": False}, {"skill_tests": (LOCK,)}, True),
        ("", {"tested": False}, {"skill_tests": (LOCK,)}, False),
        ("W6", {"tested": False}, {"skill_tests": (LOCK,), "won": ("lock",)}, False),
        ("W6", {"tested": False}, {"skill_tests": (GATE,), "won": ("gate",)}, True),
        ("", {}, {"level": 1}, True),
        ("", {}, {"level": 1, "rulings": {"jump_timing": "before_move_only"}}, False),
        ("", {"geared": False}, {}, False),
        ("", {"geared": False}, {"carried": (gear("vest", 3),)}, True),
        ("", {"geared": True}, {"carried": (gear("vest", 3),)}, False),
        ("", {"gear_open": True}, {"carried": (gear("vest", 3),)}, True),
        ("", {"gear_open": True}, {"carried": (gear("vest", 3),), "rulings": {"gear_action_scope": "single_operation"}},
         False),
        ("", {"geared": False}, {"ground": (GroundGear(gear="B1/vest"),)}, True),
        ("R6", {"healed": False, "geared": False}, {"variant": "basic"}, False),
    ],
)  # fmt: skip
def test_duels_act_04_act_05_act_06_act_08_whether_an_action_is_left(
    labels: str, used: dict[str, Any], more: dict[str, Any], can: bool
) -> None:
    state_of = {"tests_won": more.pop("won", ()), "ground": more.pop("ground", ())}
    level, carried = more.pop("level", 0), more.pop("carried", ())
    setup = make_setup(entry("A1", F1, labels, *carried), entry("B1", F4), **more)
    state = in_turn(setup, "A1", **state_of).changed("A1", level=level)
    assert can_act(state, state.figure("A1"), replace(SPENT, **used)) is can


def test_duels_dice_04_a_colour_without_a_band_attacks_nobody() -> None:
    short = replace(F1, bands=bands("Y 0-2"))
    state = in_turn(make_setup(entry("A1", short, "U6"), entry("B1", F4)), "A1")
    assert not can_act(state, state.figure("A1"), replace(SPENT, attacks=0))


def test_duels_act_08_a_turn_ends_by_itself() -> None:
    state = in_turn(make_setup(entry("A1", F1, "W6"), entry("B1", F4)), "A1")
    state = play(state, (answer(state, "act", StartMove, figure="A1"), ""))
    assert happened(state, answer(state, "move", MoveTo))[1:] == (TurnEnded(figure="A1"), TurnStarted(figure="B1"))


def test_duels_ruling_095_no_round_follows_the_last() -> None:
    state = in_turn(duel(rulings={"round_limit": 1}), "B1")
    state = replace(state, order=())
    assert [type(event).__name__ for event in happened(state, _end(state, "B1"))] == [
        "TurnEnded", "RoundEnded", "MatchEnded",
    ]  # fmt: skip


def test_the_turn_of_a_figure_that_is_gone_ends() -> None:
    state = in_turn(make_setup(entry("A1", F1), entry("A2", F1), entry("B1", F4), entry("B2", F3)), "A1")
    state = replace(state, figures=tuple(replace(f, clicks=(5, 3, 0)) if f.id == "A1" else f for f in state.figures))
    events = happened(state, _end(state, "A1"))
    assert [type(event).__name__ for event in events] == [
        "TurnEnded", "FigureEliminated", "ClockChanged", "TurnStarted",
    ]  # fmt: skip
    assert fold_all(state, events).turn == Turn(figure="A2")


def test_nothing_is_asked_when_the_match_is_over() -> None:
    state = in_turn(duel(), "A1")
    assert awaiting(replace(state, phase="over", turn=None)) == ()
