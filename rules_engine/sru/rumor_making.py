"""Rumors that are made, raised and withdrawn in a session (SRU-RUMOR-07), and the circles that an organizer edits."""

from typing import Literal

from msgspec.structs import replace

from rules_engine.kernel.errors import MalformedInput
from rules_engine.sru import circles, rumors
from rules_engine.sru.commands import CountDetection, LinkCircles, RecordDeed, SaveCircle, UnlinkCircles, WithdrawRumor
from rules_engine.sru.components import Graph, Rumor
from rules_engine.sru.events import (
    CircleLinked,
    CircleSaved,
    CircleUnlinked,
    RumorChanged,
    RumorCreated,
    RumorDetectionCounted,
)
from rules_engine.sru.story import Story


def record_deed(story: Story, command: RecordDeed) -> None:
    """A deed makes a rumor or raises one: SRU-RUMOR-07, SRU-RULING-16.

    Errors: RuleViolation (``rumor_incomplete``); MalformedInput for a character, circle or domain that there is not, or
    for an index outside the scale.
    """
    state, deed = story.state, command.deed
    state.character(deed.character)
    rumor = rumors.earn(state.rumors, deed, f"r{state.ply}", session=state.setup.info.id, rulings=state.rulings)
    circles.circle(state.graph, deed.circle), state.domain(deed.domain)
    if (deed.index or 0) < 1:
        raise MalformedInput("A rumor has an index of 1 or more.")
    tell_rumor(story, rumor, "deed")


def tell_rumor(story: Story, rumor: Rumor, reason: Literal["deed", "complication"]) -> None:
    """A new or raised rumor, and the rumors of their own that it leaves in other circles: SRU-RULING-13."""
    state = story.state
    circles.circle(state.graph, rumor.circle)
    for each in (rumor, *rumors.spread(rumor, state.rumors, state.graph, state.rulings)):
        before = next((known.index for known in state.rumors if known.id == each.id), None)
        if before is None or not before:
            story.tell(RumorCreated(rumor=each))
        else:
            story.tell(RumorChanged(rumor=each.id, before=before, after=each.index, reason=reason))


def withdraw(story: Story, command: WithdrawRumor) -> None:
    """The organizer withdraws a rumor that is told. Raises MalformedInput."""
    rumor = story.state.rumor(command.rumor)
    if rumor.state != "active":
        raise MalformedInput(f"The rumor {rumor.id} is no longer told.")
    story.tell(RumorChanged(rumor=rumor.id, before=rumor.index, after=0, reason="organizer"))


def count_detection(story: Story, command: CountDetection) -> None:
    """Rumors that the game master picks count into a planned run's detection score: SRU-RUMOR-19, SRU-RULING-20."""
    state = story.state
    picked = [state.rumor(each) for each in command.rumors]
    counted = tuple(
        (rumor.id, circles.index_there(rumor, command.circle or rumor.circle, state.graph, state.rulings))
        for rumor in picked
    )
    score = rumors.detection(command.base, [index for _, index in counted], state.rulings)
    story.tell(RumorDetectionCounted(plan=command.plan, base=command.base, counted=counted, score=score))


def save_circle(story: Story, command: SaveCircle) -> None:
    """A circle is new or changed. Raises MalformedInput for a graph that would be none."""
    graph = story.state.graph
    others = tuple(each for each in graph.circles if each.id != command.circle.id)
    circles.check(replace(graph, circles=(*others, command.circle)))
    story.tell(CircleSaved(circle=command.circle))


def link_circles(story: Story, command: LinkCircles) -> None:
    """Two circles become adjacent. Raises MalformedInput."""
    graph = story.state.graph
    circles.check(Graph(circles=graph.circles, links=(*graph.links, command.link)))
    story.tell(CircleLinked(link=command.link))


def unlink_circles(story: Story, command: UnlinkCircles) -> None:
    """Two circles are no longer adjacent. Raises MalformedInput where they are not."""
    if all({link.a, link.b} != {command.a, command.b} for link in story.state.graph.links):
        raise MalformedInput(f"{command.a} and {command.b} are not linked.")
    story.tell(CircleUnlinked(a=command.a, b=command.b))
