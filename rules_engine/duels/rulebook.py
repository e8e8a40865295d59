"""What the engine does with each rule and ruling of docs/rules/duels.md; a guard compares this with code and tests."""

from typing import Final

from rules_engine.kernel.rulebook import Rulebook, described

RULEBOOK: Final = Rulebook(
    areas=(
        *("DICE", "FIG", "SETUP", "ROUND", "INIT", "ACT", "MEAS", "MOVE", "ELEV", "ATK", "TERR", "SHLD", "DMG", "ACE"),
        *("ELIM", "WIN", "GEAR", "HEAL", "SKILL", "STEALTH", "PASS", "RULING"),
    ),
    exceptions={
        "DUELS-DICE-10": described("how people read a four-sided die; the face is typed in as read"),
        "DUELS-FIG-01": described("the sculpt has no effect on play"),
        "DUELS-FIG-08": described("the cup is state.Figure.cup"),
        "DUELS-SETUP-05": described("whom the basic text is written for; teams of any size play it"),
        "DUELS-SETUP-12": described("what can stand for terrain on a real table"),
        "DUELS-SETUP-16": described("points to sections 9 to 11: movement, attack and terrain"),
        "DUELS-ROUND-03": described("a marker without effect; the alpha team is state.MatchState.alpha"),
        "DUELS-ROUND-12": described("contradicted by DUELS-ROUND-02; settled by alpha_rotation (DUELS-RULING-020)"),
        "DUELS-MEAS-06": described("the unit; lengths are kernel.units.Length"),
        "DUELS-MOVE-08": described("which way a figure faces has no effect and is not recorded"),
        "DUELS-ELEV-09": described("points to DUELS-ELEV-10 and DUELS-ELEV-11"),
        "DUELS-PASS-01": described("what security passes are"),
        "DUELS-RULING-001": described(
            "basic takes what its text lacks from the advanced text: one engine, two variants"
        ),
        "DUELS-RULING-002": described("which symbols the texts have lost"),
        "DUELS-RULING-003": described("how one word of the text is read, place by place"),
        "DUELS-RULING-007": described("how a sentence is read; the rule is DUELS-DICE-08"),
        "DUELS-RULING-012": described("inches are authoritative; lengths are kernel.units.Length"),
        "DUELS-RULING-038": described("a sentence without a rule"),
        "DUELS-RULING-067": described("which word means the cup and which the base; state.Figure has both"),
        "DUELS-RULING-068": described("a garbled sentence; the rule is DUELS-ATK-19"),
    },
)
