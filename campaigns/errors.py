"""What can go wrong in a campaign, by who can act on it."""

from django.utils.translation import get_language

from matches.domain.sentences import refusal
from rules_engine.kernel.ruleset import Problem


class CampaignError(Exception):
    """Base of all errors of campaigns; its text is one sentence for the person who can act."""


class CampaignNotFound(CampaignError):
    """There is no campaign or stage with this id."""


class RosterRejected(CampaignError):
    """A roster breaks rules; ``problems`` has each one with its rule id and the facts of its sentence.

    Its text has a line for each: where, and the sentence in the active language with the rule's id.
    """

    def __init__(self, problems: tuple[Problem, ...]) -> None:
        super().__init__("\n".join(map(_told, problems)))
        self.problems = problems


def _told(problem: Problem) -> str:
    return f"{problem.path}: {refusal(problem.rule_id, problem.facts, get_language())}"


class CatalogRejected(CampaignError):
    """A catalog file is wrong; ``problems`` names file, entry and field of each."""

    def __init__(self, problems: tuple[str, ...]) -> None:
        super().__init__("\n".join(problems))
        self.problems = problems


class ScenarioRejected(CampaignError):
    """A scenario file is wrong; ``problems`` names file, field and reason of each."""

    def __init__(self, problems: tuple[str, ...]) -> None:
        super().__init__("\n".join(problems))
        self.problems = problems


class PairingImpossible(CampaignError):
    """No pairing can be made of these participants."""


class DemoStalled(CampaignError):
    """The matches of a demo league do not come to an end: most likely no worker is running."""
