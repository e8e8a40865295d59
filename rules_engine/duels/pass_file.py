"""Security passes as people write them down (docs/passes.md): the list ``passes`` of a catalog file."""

from collections.abc import Callable, Iterator
from typing import Annotated, Any, Final, Literal, TypeAlias

from msgspec import Meta, Struct
from msgspec.structs import asdict

from rules_engine.duels import components as c
from rules_engine.duels.components import (
    ActionName,
    DialName,
    Effect,
    Lasting,
    PassLimit,
    PassPoint,
    SecurityPass,
    Whose,
)
from rules_engine.duels.file_fields import BandColour, DieText, Distance, Names, read_die
from rules_engine.duels.pass_checks import card_faults
from rules_engine.kernel.plain_data import Fault, Slug, Text, read

Number: TypeAlias = Annotated[int, Meta(ge=1, le=40, description="1–40")]
Face: TypeAlias = Annotated[Annotated[int, Meta(ge=1, le=20)] | None, Meta(description="1–20, or nothing for any")]
Shield: TypeAlias = Annotated[Annotated[int, Meta(ge=2)] | None, Meta(description="2 or more, or nothing")]


class WordingFile(Struct, frozen=True, kw_only=True):
    """A text in each language."""

    en: Text
    fr: Text
    es: Text


class PassFile(Struct, frozen=True, kw_only=True):
    """A pass; ``sample`` marks an invented one. Its effects are read one by one, each by its own name."""

    slug: Slug
    name: WordingFile
    text: WordingFile
    sample: Annotated[bool, Meta(description="true or false")] = False
    when: tuple[PassPoint, ...]
    effects: tuple[Any, ...]
    uses: Number = 1
    per: PassLimit = "match"
    serves: Literal["acting", "team"] = "acting"
    figures: Names = ()
    teams: Annotated[tuple[Text, ...], Meta(description="a list of teams")] = ()
    seats: Annotated[tuple[Text, ...], Meta(description="a list of seats")] = ()


# --- effects ----------------------------------------------------------------------------------------------------------


class DieEffect(Struct, frozen=True, kw_only=True):
    """``extra_die``."""

    die: DieText


class DialEffect(Struct, frozen=True, kw_only=True):
    """``dial_bonus``."""

    dial: DialName
    amount: Number
    lasts: Lasting = "now"


class ShieldEffect(Struct, frozen=True, kw_only=True):
    """``extra_shield``."""

    colour: BandColour
    number: Shield = None
    lasts: Lasting = "now"


class MoreDiceEffect(Struct, frozen=True, kw_only=True):
    """``more_dice``."""

    dice: Number
    lasts: Lasting = "now"


class PointsEffect(Struct, frozen=True, kw_only=True):
    """``gear_points``."""

    points: Number


class ActionEffect(Struct, frozen=True, kw_only=True):
    """``extra_action``."""

    action: ActionName


class ClicksEffect(Struct, frozen=True, kw_only=True):
    """``heal_clicks``, ``extra_clicks`` and ``fewer_clicks``."""

    clicks: Number


class PlaceEffect(Struct, frozen=True, kw_only=True):
    """``re_place``."""

    within_in: Distance | None = None


class ReRollEffect(Struct, frozen=True, kw_only=True):
    """``re_roll``."""

    dice: Number = 1
    whose: Whose = "own"


class FaceEffect(Struct, frozen=True, kw_only=True):
    """``set_face``."""

    dice: Number = 1
    face: Face = None
    whose: Whose = "own"


class PlainEffect(Struct, frozen=True, kw_only=True):
    """``free_pick_up``, ``ignore_karma`` and ``judge_rules``."""


Build: TypeAlias = Callable[[Any], Effect]  # from the record of a file's fields


def _as(kind: type[Effect]) -> Build:
    """An effect that has the fields of its file."""
    return lambda entry: kind(**asdict(entry))


def _re_place(entry: PlaceEffect) -> c.RePlace:
    return c.RePlace(within=None if entry.within_in is None else int(entry.within_in))


EFFECTS: Final[dict[str, tuple[type[Struct], Build]]] = {
    "extra_die": (DieEffect, lambda entry: c.ExtraDie(die=read_die(entry.die))),
    "dial_bonus": (DialEffect, _as(c.DialBonus)),
    "extra_shield": (ShieldEffect, _as(c.ExtraShield)),
    "more_dice": (MoreDiceEffect, _as(c.MoreDice)),
    "gear_points": (PointsEffect, _as(c.GearPoints)),
    "extra_action": (ActionEffect, _as(c.ExtraAction)),
    "heal_clicks": (ClicksEffect, _as(c.HealClicks)),
    "free_pick_up": (PlainEffect, _as(c.FreePickUp)),
    "re_place": (PlaceEffect, _re_place),
    "re_roll": (ReRollEffect, _as(c.ReRoll)),
    "set_face": (FaceEffect, _as(c.SetFace)),
    "ignore_karma": (PlainEffect, _as(c.IgnoreKarma)),
    "extra_clicks": (ClicksEffect, _as(c.ExtraClicks)),
    "fewer_clicks": (ClicksEffect, _as(c.FewerClicks)),
    "judge_rules": (PlainEffect, _as(c.JudgeRules)),
}
"""The vocabulary: the name of each effect, its fields in a file, and the effect."""


# --- reading ----------------------------------------------------------------------------------------------------------


def pass_faults(entry: PassFile) -> Iterator[Fault]:
    """What is wrong with the effects of an entry, and between its fields."""
    faults = [fault for _, found in _effects(entry) for fault in found]
    yield from faults or card_faults(card_of(entry))


def card_of(entry: PassFile) -> SecurityPass:
    """The pass of an entry; effects that cannot be read are left out."""
    return SecurityPass(
        slug=entry.slug,
        name=c.Wording(**asdict(entry.name)),
        text=c.Wording(**asdict(entry.text)),
        when=entry.when,
        effects=tuple(effect for effect, _ in _effects(entry) if effect is not None),
        uses=entry.uses,
        per=entry.per,
        serves=entry.serves,
        figures=entry.figures,
        teams=entry.teams,
        seats=entry.seats,
    )


def _effects(entry: PassFile) -> list[tuple[Effect | None, tuple[Fault, ...]]]:
    return [_effect(raw, f"effects[{index}]") for index, raw in enumerate(entry.effects)]


def _effect(raw: Any, path: str) -> tuple[Effect | None, tuple[Fault, ...]]:  # plain data of any shape
    name = raw.get("effect") if isinstance(raw, dict) else None
    if not isinstance(name, str) or name not in EFFECTS:
        return None, (Fault(f"{path}.effect", f"must be one of {', '.join(EFFECTS)}"),)
    kind, build = EFFECTS[name]
    entry, faults = read({key: value for key, value in raw.items() if key != "effect"}, kind, path)
    return (None if entry is None else build(entry)), faults
