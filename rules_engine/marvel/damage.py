"""How damage comes about: the order of MARVEL-RULING-31 as one pure function."""

from rules_engine.kernel.messages import Record
from rules_engine.marvel.rulings import Rulings


class Harm(Record, frozen=True, kw_only=True):
    """Damage on its way to one target: steps 1 to 3 of MARVEL-RULING-31.

    damage: as printed, changed by an overload option. doubled: by Assassin. critical: the +1 was chosen. halved: an
    Agility test was passed; least: what half of some damage is at least. irresistible: resistances count nothing.
    cruel: the attacker is Cruel, and the attack succeeded.
    """

    damage: int
    doubled: bool = False
    critical: bool = False
    halved: bool = False
    least: int = 0
    irresistible: bool = False
    cruel: bool = False


class Ward(Record, frozen=True, kw_only=True):
    """What a target has against damage of one nature and type: matching abilities, those that it may not use left out.

    resistances: X of each one that matches the nature or the type.
    """

    weak: bool = False
    immune: bool = False
    resistances: tuple[int, ...] = ()


class Track(Record, frozen=True, kw_only=True):
    """The endurance of a target before the damage: boxes left, of which ``red`` at most are red."""

    left: int
    red: int
    ko: bool = False

    @property
    def in_red(self) -> bool:
        """Whether it is in the red zone (MARVEL-RULING-46)."""
        return 0 < self.left <= self.red


class Wound(Record, frozen=True, kw_only=True):
    """What damage does: endurance lost to it and to Cruel, what is left, and what follows.

    loss: endurance is 0 (MARVEL-LOSS-01). tests: the red zone is newly entered (MARVEL-KO-01). blocked: an Immunity
    stopped the damage.
    """

    damage: int
    cruel: int
    left: int
    loss: bool
    tests: bool
    blocked: bool = False


NO_WARD = Ward()


def wound(harm: Harm, ward: Ward, track: Track, rulings: Rulings) -> Wound:
    """Steps 1 to 10 of MARVEL-RULING-31 for one target.

    Rules: MARVEL-ATK-10, MARVEL-LOSS-01, MARVEL-KO-01, MARVEL-ABILITY-CRUEL, MARVEL-RULING-43, MARVEL-RULING-47.
    """
    blocked = is_blocked(harm, ward, rulings)
    damage = points(harm, ward, rulings)
    left = max(track.left - damage, 0)
    cruel = int(harm.cruel and 0 < left <= track.red and not blocked and (damage > 0 or not rulings.cruel_needs_damage))
    left -= cruel
    tests = 0 < left <= track.red and not track.in_red and not track.ko
    return Wound(damage=damage, cruel=cruel, left=left, loss=left == 0, tests=tests, blocked=blocked)


def points(harm: Harm, ward: Ward, rulings: Rulings) -> int:
    """Steps 1 to 6 of MARVEL-RULING-31: what comes off the target's endurance, not below 0.

    Rules: MARVEL-CRIT-01, MARVEL-ABILITY-ASSASSIN as MARVEL-RULING-44, MARVEL-WAVE-02, MARVEL-WAVE-03,
    MARVEL-BREATH-02, MARVEL-BREATH-03, MARVEL-SPECIAL-EXPLOSIVE-03, MARVEL-RULING-30, MARVEL-ABILITY-WEAKNESS.
    """
    early = rulings.halving_stage == "before_modifiers"
    damage = full(harm, rulings)
    if harm.halved and early:
        damage = half(damage, harm.least)
    damage = _modified(damage, harm, ward, rulings)
    return half(damage, harm.least) if harm.halved and not early else damage


def full(harm: Harm, rulings: Rulings) -> int:
    """Steps 1 and 2 of MARVEL-RULING-31: doubled by Assassin, +1 for a critical (MARVEL-RULING-44)."""
    if not harm.doubled:
        return harm.damage + harm.critical
    if rulings.assassin_doubles == "base":
        return 2 * harm.damage + harm.critical
    return 2 * (harm.damage + harm.critical)


def half(damage: int, least: int) -> int:
    """Half of some damage, rounded down, at least ``least``; half of nothing is nothing (MARVEL-RULING-30)."""
    return max(damage // 2, least) if damage else 0


def is_blocked(harm: Harm, ward: Ward, rulings: Rulings) -> bool:
    """Whether an Immunity stops the damage.

    Rules: MARVEL-ABILITY-IMMUNITY, MARVEL-ABILITY-WEAKNESS-02, MARVEL-RULING-40, MARVEL-RULING-42.
    """
    ignored = harm.irresistible and rulings.irresistible_ignores_immunity
    return ward.immune and not ward.weak and not ignored


def _modified(damage: int, harm: Harm, ward: Ward, rulings: Rulings) -> int:
    """Steps 4 to 6 of MARVEL-RULING-31: Weakness, Immunity, Resistances; a Weakness cancels the others.

    Rules: MARVEL-ABILITY-RESISTANCE, MARVEL-SPECIAL-IRRESISTIBLE, MARVEL-RULING-41.
    """
    if ward.weak:
        return 2 * damage
    if is_blocked(harm, ward, rulings):
        return 0
    if harm.irresistible or not ward.resistances:
        return damage
    resisted = sum(ward.resistances) if rulings.resistances_stack else max(ward.resistances)
    return max(damage - resisted, 0)
