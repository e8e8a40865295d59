"""What a match refuses, one class for each thing that somebody can act upon."""

from uuid import UUID


class MatchError(Exception):
    """Base of all errors of matches."""


class MatchNotFound(MatchError):
    """There is no match with this id."""

    def __init__(self, match_id: UUID) -> None:
        super().__init__(f"There is no match {match_id}.")
        self.match_id = match_id


class NotAllowed(MatchError):
    """The actor may not do this in this match."""

    def __init__(self, actor: str, what: str) -> None:
        super().__init__(f"{actor or 'Nobody'} may not {what}.")
        self.actor, self.what = actor, what


class WrongStatus(MatchError):
    """The match has not come so far, or is past it."""

    def __init__(self, status: str, wanted: tuple[str, ...]) -> None:
        super().__init__(f"The match is {status}; it would have to be {' or '.join(wanted)}.")
        self.status, self.wanted = status, wanted


class SeatsNotSeeded(MatchError):
    """Server dice are not rolled before every seat has given its seed."""

    def __init__(self, seats: tuple[str, ...]) -> None:
        super().__init__(f"These seats have not given their seed for the dice: {', '.join(seats)}.")
        self.seats = seats


class NotEffective(MatchError):
    """A version that is not the end of a step of the match as it stands, so that it cannot be set back to it."""

    def __init__(self, version: int) -> None:
        super().__init__(f"Version {version} is not the end of a step of the match as it stands.")
        self.version = version


class NotCorrectable(MatchError):
    """Only what people typed from the table can be corrected: faces of real dice, and what they measured."""

    def __init__(self, version: int, reason: str) -> None:
        super().__init__(f"Version {version} cannot be corrected: {reason}.")
        self.version, self.reason = version, reason


class CorrectionConflict(MatchError):
    """With the correction a later step is no longer legal: the first of these is named; nothing was changed."""

    def __init__(self, version: int, command: str, cause: Exception) -> None:
        super().__init__(f"With this correction {command} at version {version} is no longer possible: {cause}")
        self.version, self.command, self.cause = version, command, cause


class LogRefused(MatchError):
    """A line of a typed-in match is wrong; nothing was stored. rule_id: of the rule that forbids it, if one does."""

    def __init__(self, line: int, reason: str, rule_id: str = "") -> None:
        super().__init__(f"line {line}: {reason}")
        self.line, self.reason, self.rule_id = line, reason, rule_id
