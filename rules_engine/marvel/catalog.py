"""What a league plays with: characters and scenery, read from a file that is written by hand from cards and pieces.

`read_catalog` names everything that cannot be played at once, and keeps warnings about what is merely unusual. The
engine never opens a file: it gets plain data.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from msgspec.structs import asdict

from rules_engine.kernel.messages import Record
from rules_engine.kernel.plain_data import Fault, FileProblem, FileRejected, read_entries
from rules_engine.marvel import catalog_file as file
from rules_engine.marvel.components import (
    Attack,
    Card,
    CardAbility,
    CriticalEffect,
    Defences,
    OverloadOption,
    Power,
    SceneryPiece,
    SpecialName,
    SpecialRule,
    Template,
    Zones,
)

TENTHS_OF_MM_IN_AN_INCH = 254


class Catalog(Record, frozen=True, kw_only=True):
    """Characters and scenery of a league.

    samples: ids of the entries whose values are invented. warnings: what lies outside the usual bounds.
    """

    characters: tuple[Card, ...]
    scenery: tuple[SceneryPiece, ...] = ()
    samples: tuple[str, ...] = ()
    warnings: tuple[FileProblem, ...] = ()

    def card(self, card_id: str) -> Card | None:
        """The character with an id, if the catalog has it."""
        return next((card for card in self.characters if card.id == card_id), None)


def read_catalog(plain: Any, source: str) -> Catalog:
    """The catalog in the plain data of a file called ``source``.

    Errors: `FileRejected` with every problem of the file, each naming file, entry and field.
    """
    if not isinstance(plain, dict):
        raise FileRejected((FileProblem(source, "", "", "must be a mapping with the lists characters and scenery"),))
    cards, problems = read_entries(plain, "characters", file.CardFile, source, key="id", check=file.card_faults)
    pieces, more = read_entries(plain, "scenery", file.SceneryFile, source, key="id")
    unknown = tuple(
        FileProblem(source, str(name), "", "is no list of a catalog")
        for name in plain
        if name not in {"characters", "scenery"}
    )
    if unknown or problems or more:
        raise FileRejected((*unknown, *problems, *more))
    return Catalog(
        characters=tuple(_card(entry) for _, entry in cards),
        scenery=tuple(_piece(entry) for _, entry in pieces),
        samples=tuple(entry.id for _, entry in (*cards, *pieces) if entry.sample),
        warnings=(
            *_warnings(cards, file.card_warnings, source),
            *_unknown_comrades(cards, source),
            *_warnings(pieces, file.piece_warnings, source),
        ),
    )


def _warnings(
    entries: Sequence[tuple[str, Any]], check: Callable[[Any], Iterable[Fault]], source: str
) -> Iterator[FileProblem]:
    for label, entry in entries:
        for fault in check(entry):
            yield FileProblem(source, label, fault.path, fault.message)


def _unknown_comrades(cards: Sequence[tuple[str, file.CardFile]], source: str) -> Iterator[FileProblem]:
    names = {card.name for _, card in cards}
    for label, card in cards:
        for place, ability in enumerate(card.abilities):
            if ability.character and ability.character not in names:
                field, told = f"abilities[{place}].character", f"{ability.character!r} is no name in this catalog"
                yield FileProblem(source, label, field, told)


# --- from the file's shape to the records of the game -----------------------------------------------------------------


def _card(entry: file.CardFile) -> Card:
    return Card(
        id=entry.id,
        name=entry.name,
        real_name=entry.real_name,
        level=entry.level or 0,
        factions=entry.factions,
        alignment=entry.alignment,
        pow=Zones(**asdict(entry.pow)),
        speeds=tuple(map(int, entry.speeds)),
        strength=entry.strength,
        attack=entry.attack,
        size=entry.size,
        agility=entry.agility,
        stamina=entry.stamina,
        willpower=entry.willpower,
        defences=Defences(**asdict(entry.defences)),
        endurance=Zones(**asdict(entry.endurance)),
        height=int(entry.height),
        base_height=int(entry.base_height),
        radius=_radius(entry),
        abilities=tuple(map(_ability, entry.abilities)),
        attacks=tuple(map(_attack, entry.attacks)),
        powers=tuple(map(_power, entry.powers)),
    )


def _radius(entry: file.CardFile) -> int:
    """Half of the base's diameter in hundredths of an inch, rounded to the nearest."""
    if entry.base_diameter_mm is None:
        return int(entry.base_diameter) // 2
    return max((entry.base_diameter_mm * 500 + TENTHS_OF_MM_IN_AN_INCH // 2) // TENTHS_OF_MM_IN_AN_INCH, 1)


def _ability(entry: file.AbilityFile) -> CardAbility:
    return CardAbility(ability=entry.ability, x=entry.x or 0, versus=entry.versus, character=entry.character)


def _attack(entry: file.AttackFile) -> Attack:
    template, critical = entry.template, entry.critical_effect
    return Attack(
        id=entry.id,
        name=entry.name,
        cost=entry.cost,
        frequency=entry.frequency,
        mode=entry.mode,
        range=int(entry.range or 0),
        template=_template(template) if template and entry.mode == "breath" else None,
        nature=entry.nature,
        type=entry.type,
        against=entry.defence,
        damage=entry.damage,
        special_rules=tuple(_special(special.rule, special.x) for special in entry.special_rules),
        critical_effect=_critical(critical) if critical else None,
        overload_options=tuple(map(_option, entry.overload_options)),
    )


def _template(entry: file.TemplateFile) -> Template:
    return Template(name=entry.name, length=int(entry.length), width=int(entry.width))


def _special(rule: SpecialName, x: int | None) -> SpecialRule:
    return SpecialRule(rule=rule, x=0 if rule in file.WITHOUT_X else x or 0)


def _critical(entry: file.CriticalFile) -> CriticalEffect:
    return CriticalEffect(rule=_special(entry.rule, entry.x) if entry.rule else None, text=entry.text)


def _option(entry: file.OptionFile) -> OverloadOption:
    specials = tuple(_special(special.rule, special.x) for special in entry.special_rules)
    return OverloadOption(
        label=entry.label, cost=entry.cost, damage=entry.damage, range=int(entry.range), special_rules=specials
    )


def _power(entry: file.PowerFile) -> Power:
    fields = asdict(entry)
    fields["range"] = None if entry.range is None else int(entry.range)
    fields["ability"] = _ability(entry.ability) if entry.ability else None
    return Power(**fields)


def _piece(entry: file.SceneryFile) -> SceneryPiece:
    return SceneryPiece(
        id=entry.id,
        name=entry.name,
        type=entry.type,
        size=entry.size,
        da=entry.da,
        sp=entry.sp,
        height=int(entry.height),
        width=int(entry.width),
        depth=int(entry.depth),
    )
