"""Elimination (DUELS-ELIM): figures that show three bullets leave the table."""

from rules_engine.duels import objectives, victory
from rules_engine.duels.components import BULLETS_TO_ELIMINATE
from rules_engine.duels.events import FigureEliminated, Overridden
from rules_engine.duels.state import Figure, MatchState
from rules_engine.duels.story import Story


def is_eliminated(figure: Figure) -> bool:
    """Whether three bullets show on the three dials together (DUELS-ELIM-01, DUELS-ELIM-02, DUELS-RULING-084)."""
    return figure.in_play and figure.bullets >= BULLETS_TO_ELIMINATE


def eliminate(story: Story) -> None:
    """Take every eliminated figure off the table, then count army points again.

    Rules: DUELS-ELIM-01, DUELS-ELIM-03, DUELS-ELIM-04, DUELS-RULING-085 (all clicks of the attack, jump or test have
    been applied when this is called), DUELS-RULING-087 (in basic its gear leaves the game), DUELS-WIN-01.
    """
    gone = [figure for figure in story.state.figures if is_eliminated(figure)]
    if not gone:
        return
    by = "" if any(isinstance(event, Overridden) for event in story.events) else _acting(story.state)
    for figure in gone:
        killer = "" if by == figure.id else by
        credited = credit(story.state, figure, killer)
        ground = story.state.gear_where_it_stands(figure) if story.state.advanced else ()
        objectives.let_go(story, figure)
        story.tell(FigureEliminated(figure=figure.id, by=killer, credited=credited, ground=ground))
    victory.recount(story, blamed=credited)


def credit(state: MatchState, figure: Figure, killer: str) -> str:
    """The team that a figure's elimination is counted for: its eliminator's if an enemy, else an only opponent's."""
    if killer and state.figure(killer).team != figure.team:
        return state.figure(killer).team
    others = [team for team in state.teams if team != figure.team]
    return others[0] if len(others) == 1 else ""


def _acting(state: MatchState) -> str:
    """The figure whose turn it is: all clicks come from what it does."""
    return state.turn.figure if state.turn else ""
