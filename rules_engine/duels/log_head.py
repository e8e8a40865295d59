"""The head of a typed-in match of Duels: the lines before ``play`` (docs/match-log.md)."""

import re
from typing import Any

import msgspec

from rules_engine.duels.catalog import (
    Catalog,
    Limits,
    Roster,
    RosterFigure,
    RosterPass,
    held_passes,
    muster,
    roster_problems,
)
from rules_engine.duels.components import Placement, Setup
from rules_engine.duels.rulings import Rulings, Variant, rulings_for
from rules_engine.kernel.errors import MalformedInput, RuleViolation
from rules_engine.kernel.table_log import check_known


class LogHead:
    """Army points, rulings, terrain, figures and passes: what the lines before ``play`` say."""

    def __init__(self, variant: Variant, catalog: Catalog) -> None:
        self._variant = variant
        self._catalog = catalog
        self._numbers = {"army points": 0, "terrain pieces a team": 2}
        self._rulings: dict[str, str] = {}
        self._rosters: dict[str, list[RosterFigure]] = {}
        self._passes: dict[str, list[RosterPass]] = {}

    def read(self, text: str) -> None:
        """Take in a line.

        Raises MalformedInput when it is none of a head, names what the catalog does not have, or a figure is not its
        team's next one.
        """
        if match := re.fullmatch(r"(army points|terrain pieces a team): ([0-9]{1,4})", text):
            self._numbers[match[1]] = int(match[2])
        elif match := re.fullmatch(r"ruling: ([a-z_]+) = (\S+)", text):
            self._rulings[match[1]] = match[2]
        elif match := re.fullmatch(r"([A-Z])([0-9]{1,2}): ([a-z0-9-]+)(?: with ([a-z0-9, -]+))?", text):
            self._read_figure(match[1], int(match[2]), match[3], tuple(match[4].split(", ")) if match[4] else ())
        elif match := re.fullmatch(r"([A-Z]) holds ([a-z0-9-]+)(?: for \1([0-9]{1,2}))?", text):
            check_known(match[2], "pass", (card.slug for card in self._catalog.passes))
            self._passes.setdefault(match[1], []).append(RosterPass(card=match[2], figure=int(match[3] or 0)))
        else:
            raise MalformedInput(f"No line of a head reads like this: {text}")

    def _read_figure(self, team: str, number: int, slug: str, gear: tuple[str, ...]) -> None:
        check_known(slug, "figure", (profile.slug for profile in self._catalog.figures))
        for piece in gear:
            check_known(piece, "gear", (known.slug for known in self._catalog.gear))
        roster = self._rosters.setdefault(team, [])
        roster.append(RosterFigure(figure=slug, gear=gear))
        if number != len(roster):
            raise MalformedInput(f"The next figure of team {team} is {team}{len(roster)}.")

    def setup(self) -> Setup:
        """The setup for the declared board; each team is one seat, of the same name.

        Errors: MalformedInput for a ruling that there is not; RuleViolation for what is wrong with a roster.
        """
        limits = Limits(army_points=self._numbers["army points"])
        rosters = [(team, self._roster(team)) for team in self._rosters]
        for _, roster in rosters:
            for problem in roster_problems(roster, self._catalog, limits):
                raise RuleViolation(problem.rule_id, path=problem.path, **problem.facts)
        teams = tuple(muster(roster, self._catalog, team=team, seat=team) for team, roster in rosters)
        return Setup(
            variant=self._variant,
            board="declared",
            rulings=self._chosen_rulings(),
            placement=Placement(terrain_per_team=self._numbers["terrain pieces a team"]),
            teams=teams,
            passes=held_passes(rosters, self._catalog, teams),
        )

    def _roster(self, team: str) -> Roster:
        return Roster(figures=tuple(self._rosters[team]), passes=tuple(self._passes.get(team, ())))

    def _chosen_rulings(self) -> Rulings:
        plain: dict[str, Any] = msgspec.to_builtins(rulings_for(self._variant))
        try:
            return msgspec.convert(plain | self._rulings, Rulings, strict=False)
        except msgspec.ValidationError as error:
            raise MalformedInput(f"Not a ruling of this game: {error}.") from error
