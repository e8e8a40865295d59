"""What the rosters of all games have in common: how plain data becomes one."""

from typing import Any, TypeVar

import msgspec

from rules_engine.kernel.errors import MalformedInput

R = TypeVar("R", bound=msgspec.Struct)


def read_roster(plain: Any, kind: type[R]) -> R:  # plain data of any shape
    """The roster in plain data, as a game's own record. Raises MalformedInput, naming the path of the bad field."""
    try:
        return msgspec.convert(plain, kind)
    except msgspec.ValidationError as error:
        raise MalformedInput(f"Not a roster of this game: {error}.") from error
