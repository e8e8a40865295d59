"""What a league plays with: characters and scenery, read from a file that is written by hand from cards and pieces.

`read_catalog` names everything that cannot be played at once, and keeps warnings about what is merely unusual. The
engine never opens a file: it gets plain data.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

from msgspec.structs import asdict

from rules_engine.kernel.messages import Record
from rules_engine.kernel.plain_data import Fault, FileProblem, FileRejected, read
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
E = TypeVar("E", file.CardFile, file.SceneryFile)


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


class _Listed(Record, frozen=True, kw_only=True):
    """One list of a file: its readable entries, and what is wrong and what is unusual in it."""

    entries: tuple[Any, ...]  # file.CardFile or file.SceneryFile
    problems: tuple[FileProblem, ...]
    warnings: tuple[FileProblem, ...]


def read_catalog(plain: Any, source: str) -> Catalog:
    """The catalog in the plain data of a file called ``source``.

    Errors: `FileRejected` with every problem of the file, each naming file, entry and field.
    """
    if not isinstance(plain, dict):
        raise FileRejected((FileProblem(source, "", "", "must be a mapping with the lists characters and scenery"),))
    cards = _listed(plain, "characters", file.CardFile, source, checks=(file.card_faults, file.card_warnings))
    pieces = _listed(plain, "scenery", file.SceneryFile, source, checks=(lambda _: (), file.piece_warnings))
    unknown = tuple(
        FileProblem(source, str(name), "", "is no list of a catalog")
        for name in plain
        if name not in {"characters", "scenery"}
    )
    if problems := (*unknown, *cards.problems, *pieces.problems):
        raise FileRejected(problems)
    return Catalog(
        characters=tuple(_card(entry) for entry in cards.entries),
        scenery=tuple(_piece(entry) for entry in pieces.entries),
        samples=tuple(entry.id for entry in (*cards.entries, *pieces.entries) if entry.sample),
        warnings=(*cards.warnings, *_unknown_comrades(cards.entries, source), *pieces.warnings),
    )


def _listed(
    plain: Mapping[Any, Any],
    name: str,
    kind: type[E],
    source: str,
    *,
    checks: tuple[Callable[[E], Iterable[Fault]], Callable[[E], Iterable[Fault]]],
) -> _Listed:
    """The list of one name; checks: what cannot be played and what is unusual about an entry."""
    listed = plain.get(name, [])
    if not isinstance(listed, list):
        return _Listed(entries=(), problems=(FileProblem(source, name, "", "must be a list of entries"),), warnings=())
    entries: list[E] = []
    problems: list[FileProblem] = []
    warnings: list[FileProblem] = []
    for index, raw in enumerate(listed):
        entry, faults = read(raw, kind)
        label = _label(name, index, raw)
        if entry is not None:
            faults = tuple(checks[0](entry))
            if any(entry.id == other.id for other in entries):
                faults += (Fault("id", "is used by an earlier entry"),)
            entries.append(entry)
            warnings += [FileProblem(source, label, fault.path, fault.message) for fault in checks[1](entry)]
        problems += [FileProblem(source, label, fault.path, fault.message) for fault in faults]
    return _Listed(entries=tuple(entries), problems=tuple(problems), warnings=tuple(warnings))


def _label(name: str, index: int, raw: Any) -> str:
    """``characters[3] 'night-wren'``: the entry as people find it in the file."""
    entry_id = raw.get("id") if isinstance(raw, dict) else None
    return f"{name}[{index}] {entry_id!r}" if entry_id else f"{name}[{index}]"


def _unknown_comrades(cards: Sequence[file.CardFile], source: str) -> Iterator[FileProblem]:
    names = {card.name for card in cards}
    for index, card in enumerate(cards):
        for place, ability in enumerate(card.abilities):
            if ability.character and ability.character not in names:
                field, told = f"abilities[{place}].character", f"{ability.character!r} is no name in this catalog"
                yield FileProblem(source, f"characters[{index}] {card.id!r}", field, told)


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
