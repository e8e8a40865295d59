"""Scenarios of SRU: a file's plain data → a record → the setup of a session that needs no game master."""

from collections.abc import Iterator, Sequence
from typing import Annotated, Any, Final

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from rules_engine.kernel.errors import RuleViolation
from rules_engine.kernel.messages import Seat
from rules_engine.kernel.plain_data import Fault
from rules_engine.kernel.scenarios import Scenario, ScenarioFile, changed, check_seats, read_file
from rules_engine.sru import circles
from rules_engine.sru.catalog import Catalog, Roster, muster
from rules_engine.sru.components import Circle, Domain, Graph, Link, Opponent, Profile
from rules_engine.sru.domains import add_domain
from rules_engine.sru.profile import STANDARD
from rules_engine.sru.profile import check as check_profile
from rules_engine.sru.rulings import DEFAULTS, Rulings
from rules_engine.sru.script_check import refused, script_faults
from rules_engine.sru.setups import Script, ScriptScene, Setup

VARIANT: Final = "standard"
TEAM: Final = "A"


class SruScenarioFile(ScenarioFile, frozen=True, kw_only=True):
    """The shape of a file: settings, domains of its own, opponents, circles and scenes (docs/scenarios.md)."""

    rulings: Annotated[dict[str, Any], Meta(description="a mapping of settings")] = msgspec.field(default_factory=dict)
    domains: tuple[Domain, ...] = ()
    opponents: tuple[Opponent, ...]
    circles: tuple[Circle, ...] = ()
    links: tuple[Link, ...] = ()
    scenes: tuple[ScriptScene, ...]

    def settings(self) -> tuple[Rulings | None, tuple[Fault, ...]]:
        """The default settings with those that the file changes, or what is wrong with them."""
        return changed(DEFAULTS, self.rulings)


class SruScenario(Scenario, frozen=True, kw_only=True):
    """A scenario, ready to be played; setup: of its sessions, still without a team."""

    setup: Setup


def read_scenario(plain: Any, source: str) -> SruScenario:  # plain data of any shape
    """The scenario in the plain data of a file called ``source``.

    Errors: `FileRejected` with every problem of the file, each naming file, field and reason.
    """
    entry = read_file(plain, SruScenarioFile, source, game=("sru", VARIANT), check=_faults)
    return SruScenario(
        id=entry.id, ruleset="sru", variant=VARIANT, title=entry.title, description=entry.description, seats=1,
        army_points=entry.army_points, setup=_setup(entry, _profile(entry)),
    )  # fmt: skip


def scenario_setup(rosters: Sequence[tuple[Seat, Roster]], catalog: Catalog, scenario: SruScenario) -> Setup:
    """The setup of a scenario's session for a legal roster; rumors that its circles do not tell stay at home.

    Raises MalformedInput for another number of rosters.
    """
    check_seats(scenario, rosters)
    ((seat, roster),) = rosters
    team, rumors = muster(roster, catalog, team=TEAM, seat=seat)
    known = {each.id for each in scenario.setup.graph.circles}
    told = tuple(rumor for rumor in rumors if rumor.circle in known)
    return replace(scenario.setup, teams=(team,), rumors=told)


def _setup(entry: SruScenarioFile, profile: Profile) -> Setup:
    rulings, _ = entry.settings()
    return Setup(
        profile=profile,
        rulings=rulings or DEFAULTS,
        teams=(),
        opponents=entry.opponents,
        graph=Graph(circles=entry.circles, links=entry.links),
        script=Script(id=entry.id, title=entry.title.en, scenes=entry.scenes),
    )


def _profile(entry: SruScenarioFile) -> Profile:
    profile = STANDARD
    for domain in entry.domains:
        profile = add_domain(profile, domain)
    return profile


def _faults(entry: SruScenarioFile) -> Iterator[Fault]:
    """Everything that is wrong between the fields of a file."""
    _, faults = entry.settings()
    yield from faults
    try:
        profile = _profile(entry)
    except RuleViolation as refusal:
        yield Fault("domains", str(refusal))
        return
    setup = _setup(entry, profile)
    for path, check, known in (
        ("rulings", check_profile, (setup.profile, setup.rulings)),
        ("circles", circles.check, (setup.graph,)),
    ):
        yield from refused(path, check, *known)
    ids = [opponent.id for opponent in entry.opponents]
    yield from (
        Fault(f"opponents[{number}].id", f"repeats the id {name}")
        for number, name in enumerate(ids)
        if name in ids[:number]
    )
    yield from script_faults(setup)
