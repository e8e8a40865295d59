"""What can go wrong in a campaign, by who can act on it."""

from rules_engine.kernel.ruleset import Problem


class CampaignError(Exception):
    """Base of all errors of campaigns; its text is one sentence for the person who can act."""


class CampaignNotFound(CampaignError):
    """There is no campaign or stage with this id."""


class RosterRejected(CampaignError):
    """A roster breaks rules; ``problems`` has each one with its rule id and the facts of its sentence."""

    def __init__(self, problems: tuple[Problem, ...]) -> None:
        super().__init__(" ".join(f"{problem}." for problem in problems))
        self.problems = problems


class CatalogRejected(CampaignError):
    """A catalog file is wrong; ``problems`` names file, entry and field of each."""

    def __init__(self, problems: tuple[str, ...]) -> None:
        super().__init__("\n".join(problems))
        self.problems = problems


class PairingImpossible(CampaignError):
    """No pairing can be made of these participants."""


class DemoStalled(CampaignError):
    """The matches of a demo league do not come to an end: most likely no worker is running."""
