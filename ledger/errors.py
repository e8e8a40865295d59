"""What the ledger refuses, one class for each thing that somebody can act upon."""


class LedgerError(Exception):
    """Base of all errors of the ledger."""


class ConcurrencyConflict(LedgerError):
    """The stream is not at the version that the caller expected; nothing was written."""

    def __init__(self, stream: str, expected: int, actual: int) -> None:
        super().__init__(f"{stream} is at version {actual}, not {expected}")
        self.stream, self.expected, self.actual = stream, expected, actual


class CommandIdReused(LedgerError):
    """The stream knows this command id with another request."""

    def __init__(self, stream: str, command_id: str) -> None:
        super().__init__(f"{stream} knows command {command_id} with another request")
        self.stream, self.command_id = stream, command_id


class BrokenChain(LedgerError):
    """An event does not follow from the one before it: the log was changed."""

    def __init__(self, stream: str, version: int, reason: str) -> None:
        super().__init__(f"{stream} is broken at version {version}: {reason}")
        self.stream, self.version, self.reason = stream, version, reason


class UnknownStream(LedgerError):
    """No event was ever written to this stream."""

    def __init__(self, stream: str) -> None:
        super().__init__(f"there is no stream {stream}")
        self.stream = stream


class StreamDiffers(LedgerError):
    """An imported stream exists already with other content; nothing was written."""

    def __init__(self, stream: str, version: int) -> None:
        super().__init__(f"{stream} exists with another event at version {version}")
        self.stream, self.version = stream, version


class UnwritableText(LedgerError):
    """A typed text has a character that cannot be kept: NUL, or half of a surrogate pair."""

    def __init__(self, character: str) -> None:
        super().__init__(f"A text cannot hold the character U+{ord(character):04X}.")


class NotUnderstood(LedgerError):
    """Imported events that a subscriber cannot take, for they are no history of its app; nothing was written."""

    def __init__(self, stream: str, subscriber: str, failure: Exception) -> None:
        super().__init__(f"{stream} is not understood by {subscriber}: {failure or type(failure).__name__}")
        self.stream, self.subscriber = stream, subscriber


class MalformedExport(LedgerError):
    """A line of an exported stream cannot be read."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(f"line {line}: {reason}")
        self.line, self.reason = line, reason
