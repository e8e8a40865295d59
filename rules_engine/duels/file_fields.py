"""Fields that several kinds of files have: dice, colours, distances, slugs (docs/rules/duels.md, section 20)."""

import re
from typing import Annotated, Literal, TypeAlias

from msgspec import Meta

from rules_engine.duels.components import DieSpec
from rules_engine.kernel.plain_data import Inches, Slug

DieText: TypeAlias = Annotated[
    str,
    Meta(
        pattern=r"^(white|yellow|blue|green|black|red) d([4-9]|1[0-9]|20)( ace)?$",
        description='a die such as "white d6" or "blue d8 ace": a colour, 4–20 sides, "ace" if the 1 is an ace',
    ),
]
BandColour: TypeAlias = Annotated[
    Literal["yellow", "blue", "green", "black", "red"], Meta(description="yellow, blue, green, black or red")
]
Distance: TypeAlias = Annotated[Inches, Meta(description="inches, 0 or more, with at most two decimals")]
Names: TypeAlias = Annotated[tuple[Slug, ...], Meta(description="a list of slugs")]


def read_die(text: str) -> DieSpec:
    """``"blue d8 ace"`` → a die of any size (section 20.1, DUELS-RULING-004); the text has been checked."""
    colour, sides, *ace = re.split(" d?", text)
    return DieSpec(colour=colour, sides=int(sides), has_ace=bool(ace))  # type: ignore[arg-type]  # checked by DieText
