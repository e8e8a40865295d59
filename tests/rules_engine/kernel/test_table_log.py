"""What typed-in matches have in common: slugs that a catalog does not have."""

import pytest

from rules_engine.kernel.errors import MalformedInput
from rules_engine.kernel.table_log import check_known

SLUGS = ("katana", "heavy-pistol", "light-pistol")


def test_what_the_catalog_has_passes() -> None:
    check_known("katana", "gear", iter(SLUGS))


@pytest.mark.parametrize(
    ("written", "told"),
    [
        ("katanna", r"There is no gear 'katanna' in the catalog \(do you mean katana\?\)\.$"),
        ("heavy-pistl", r"do you mean heavy-pistol\?"),
        ("medkit", r"There is no gear 'medkit' in the catalog\.$"),
    ],
)
def test_what_it_does_not_have_is_refused_with_what_is_most_like_it(written: str, told: str) -> None:
    with pytest.raises(MalformedInput, match=told):
        check_known(written, "gear", iter(SLUGS))
