"""What a figure is worth by the state of its dials, for computer players; thousandths of an army point."""

from functools import lru_cache
from itertools import product
from typing import Final

from rules_engine.duels.components import BULLETS_TO_ELIMINATE, DIALS, Profile

MOST_BULLETS: Final = BULLETS_TO_ELIMINATE - 1
MOST_CLICKS: Final = 14  # of one attack, for the table of losses
ALIVE, HEALTH, QUALITY = 350, 450, 200  # thousandths of a figure's army points: for being there, its life, its values


@lru_cache(maxsize=1 << 14)
def worth(profile: Profile, clicks: tuple[int, int, int]) -> int:
    """A figure by the state of its dials: 0 once three bullets are visible."""
    if _bullets(profile, clicks) > MOST_BULLETS:
        return 0
    life, whole = _life(profile, clicks), _life(profile, (0, 0, 0))
    now, new = _values(profile, clicks), _values(profile, (0, 0, 0))
    return profile.army_points * (ALIVE + HEALTH * life // whole + QUALITY * now // max(new, 1))


def _bullets(profile: Profile, clicks: tuple[int, int, int]) -> int:
    head, weapon, body = clicks
    return profile.head[head].bullets + profile.weapon[weapon].bullets + profile.body[body].bullets


def _life(profile: Profile, clicks: tuple[int, int, int]) -> int:
    """How many clicks a figure can still take, put where they harm least, until it is eliminated."""
    rooms = [_rooms(profile, dial, at) for dial, at in zip(DIALS, clicks, strict=True)]
    shares = product(range(MOST_BULLETS + 1), repeat=len(DIALS))
    fits = (share for share in shares if sum(share) <= MOST_BULLETS)
    return 1 + max(sum(room[bullets] for room, bullets in zip(rooms, share, strict=True)) for share in fits)


def _rooms(profile: Profile, dial: str, at: int) -> list[int]:
    """For 0, 1 and 2 bullets: how far a dial can turn without showing more; 0 if it shows more already."""
    windows = getattr(profile, dial)
    return [
        max((place - at for place in range(at, len(windows)) if windows[place].bullets <= bullets), default=0)
        for bullets in range(MOST_BULLETS + 1)
    ]


def _values(profile: Profile, clicks: tuple[int, int, int]) -> int:
    head, weapon, body = clicks
    shown = (profile.head[head].value or 0, profile.weapon[weapon].value or 0, profile.body[body].value or 0)
    return shown[0] + 2 * shown[1] + 2 * shown[2]


@lru_cache(maxsize=1 << 14)
def losses(profile: Profile, clicks: tuple[int, int, int], *, called: bool) -> tuple[int, ...]:
    """What a figure loses by 0, 1, 2 … clicks on one dial; called: the attacker picks it, else its controller."""
    before, pick = worth(profile, clicks), min if called else max
    return (0, *(before - pick(_after(profile, clicks, number)) for number in range(1, MOST_CLICKS)))


def _after(profile: Profile, clicks: tuple[int, int, int], number: int) -> list[int]:
    """The worths after clicks on each dial that can turn."""
    found = []
    for place, dial in enumerate(DIALS):
        last = len(getattr(profile, dial)) - 1
        if clicks[place] < last:
            turned = list(clicks)
            turned[place] = min(clicks[place] + number, last)
            found.append(worth(profile, (turned[0], turned[1], turned[2])))
    return found or [worth(profile, clicks)]


def clicked(profile: Profile, clicks: tuple[int, int, int]) -> tuple[int, int, int]:
    """The dials after a click on each (DUELS-SKILL-07)."""
    head, weapon, body = (min(at + 1, len(getattr(profile, dial)) - 1) for at, dial in zip(clicks, DIALS, strict=True))
    return head, weapon, body
