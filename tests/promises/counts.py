"""How often a promise is put to the test: seldom in ``make test``, often in ``make soak``."""

import os


def count(small: int, full: int) -> int:
    """``full`` with SOAK=1 in the environment, else ``small``."""
    return full if os.environ.get("SOAK") else small
