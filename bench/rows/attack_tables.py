"""Row 10: the exact table of an attack with six coloured dice, beside icepool; and equal to it in every cell."""

from collections.abc import Iterator
from random import Random

from bench.harness import Figure, Setting, Work, compared, counted, race
from bench.icepool_attack import Attack, our_table, pools, table
from rules_engine.duels import odds
from rules_engine.duels.odds import Coded, Situation

SIDES = (4, 6, 8, 10, 12)
WARM = 100  # calls between two looks at the clock
SIX = Situation(
    dice=tuple(Coded(colour, sides, 1) for colour, sides in ((0, 4), (0, 6), (1, 6), (2, 6), (3, 8), (5, 8))),
    margin=9,
    shields=((0, 4), (1, 5), (2, 10**6)),
)


def measure(setting: Setting) -> Iterator[Figure]:
    """Both cold, then both warm, then cell by cell."""
    options = setting.options
    what = "exact table of six coloured dice with shields"
    cold = race({"ours": _cold, "icepool, new evaluator": _icepool_cold}, options, computes=True)
    yield compared(10, f"{what}, cold", cold, "icepool, new evaluator", unit="tables", goal=10)
    attack, dice = Attack(SIX), pools(SIX)
    repeated: dict[str, Work] = {"ours": _warm, "icepool, same evaluator": lambda: bool(attack.evaluate(*dice).items())}
    warm = race(repeated, options, computes=True)
    yield compared(10, f"{what}, warm", warm, "icepool, same evaluator", unit="tables", goal=1000)
    hands = [SIX, *_drawn(options.hands)]
    cells = [(our_table(odds.odds(hand)), table(Attack(hand).evaluate(*pools(hand)))) for hand in hands]
    equal = sum(ours == theirs for ours, theirs in cells)
    count = sum(len(theirs[2]) for _, theirs in cells)
    yield counted(
        10, f"hands equal in every cell, {count:,} cells", f"{equal} of {len(hands)}", "all", met=equal == len(hands)
    )


def _cold() -> int:
    for cached in vars(odds).values():
        if hasattr(cached, "cache_clear"):
            cached.cache_clear()
    odds.odds(SIX)
    return 1


def _icepool_cold() -> int:
    return bool(Attack(SIX).evaluate(*pools(SIX)).items())


def _warm() -> int:
    for _ in range(WARM):
        odds.odds(SIX)
    return WARM


def _drawn(count: int) -> Iterator[Situation]:
    """Hands of one to five dice drawn by chance, with shields, bonuses and a margin."""
    chance = Random(10)
    for _ in range(count):
        dice = sorted(Coded(chance.randrange(6), chance.choice(SIDES), 1) for _ in range(chance.randint(1, 5)))
        colours = sorted({die.colour for die in dice})
        yield Situation(
            dice=tuple(dice),
            margin=chance.randint(-2, 20),
            shields=tuple(sorted((chance.choice(colours), chance.randint(2, 12)) for _ in range(chance.randint(0, 3)))),
            bonuses=tuple((colour, chance.randint(1, 3)) for colour in colours if chance.randrange(2)),
        )
