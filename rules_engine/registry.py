"""The door to the games: (key, version, variant) → Ruleset."""

from typing import Any, Final, TypeAlias, cast

from rules_engine.duels.match_log import DUELS_LOG
from rules_engine.duels.ruleset import ADVANCED, BASIC
from rules_engine.kernel.errors import MalformedInput
from rules_engine.kernel.ruleset import Ruleset
from rules_engine.kernel.table_log import TableLog
from rules_engine.marvel.ruleset import MARVEL
from rules_engine.sru.ruleset import STANDARD as SRU

AnyRuleset: TypeAlias = Ruleset[Any]  # each game has a state of its own

_rulesets: Final[dict[tuple[str, int, str], AnyRuleset]] = {}
_table_logs: Final[dict[str, TableLog]] = {"duels": DUELS_LOG}


def register(ruleset: AnyRuleset) -> None:
    """Make a version of a variant known. A version that has matches stays registered for ever.

    Errors: TypeError when another ruleset has its name.
    """
    name = (ruleset.key, ruleset.version, ruleset.variant)
    if _rulesets.setdefault(name, ruleset) is not ruleset:
        raise TypeError(f"{_show(name)} is registered already")


def ruleset(key: str, version: int, variant: str) -> AnyRuleset:
    """The ruleset of that name. Raises MalformedInput when there is none."""
    try:
        return _rulesets[key, version, variant]
    except KeyError:
        known = ", ".join(map(_show, rulesets()))
        raise MalformedInput(f"There is no ruleset {_show((key, version, variant))}; there are: {known}.") from None


def newest(key: str, variant: str = "") -> AnyRuleset:
    """The newest version of a game's variant; of the variant registered first where none is named.

    Errors: MalformedInput when there is none.
    """
    found = [each for each in _rulesets.values() if each.key == key and variant in ("", each.variant)]
    if not found:
        return ruleset(key, 1, variant or "of any variant")
    return max(found, key=lambda each: each.version)


def called(key: str, version: int, variant: str) -> str:
    """What people call a ruleset: ``Shadowrun Duels, basic``; no variant where a game has but one."""
    found = ruleset(key, version, variant)
    variants = {each.variant for each in _rulesets.values() if each.key == key}
    return f"{found.title}, {variant}" if len(variants) > 1 else found.title


def rulesets() -> tuple[tuple[str, int, str], ...]:
    """The names of all registered rulesets: key, version, variant; sorted."""
    return tuple(sorted(_rulesets))


def table_log(key: str) -> TableLog:
    """How matches of a game are typed in from a real table. Raises MalformedInput for a game without a way."""
    if key not in _table_logs:
        raise MalformedInput(f"Matches of {key} cannot be typed in; those of {', '.join(_table_logs)} can.")
    return _table_logs[key]


def _show(name: tuple[str, int, str]) -> str:
    return "{} {} {}".format(*name)


for _known in (ADVANCED, BASIC, MARVEL, SRU):
    register(cast("AnyRuleset", _known))  # its functions take its own commands and events, no others reach them
