import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules_engine.kernel.units import INCH, inches, show


@pytest.mark.parametrize(
    ("value", "length"),
    [(8, 800), (0, 0), ("8", 800), ("8.1", 810), ("8.05", 805), ("0.5", 50), ("8.10", 810), ("20.8800", 2088)],
)
def test_inches_are_read_exactly(value: str | int, length: int) -> None:
    assert inches(value) == length


@pytest.mark.parametrize("value", ["", "8.", ".5", "8.125", "1e3", "-1", "+1", "8,1", " 8", "NaN", "٨", -1])
def test_what_is_no_length_is_refused(value: str | int) -> None:
    with pytest.raises(ValueError, match="not a length in inches"):
        inches(value)


@pytest.mark.parametrize("value", [8.1, True, None])
def test_floats_and_flags_are_no_lengths(value: object) -> None:
    with pytest.raises(TypeError, match=r"not (float|bool|NoneType)"):
        inches(value)  # type: ignore[arg-type]


@pytest.mark.parametrize(("length", "text"), [(810, "8.1"), (800, "8"), (805, "8.05"), (0, "0"), (10000, "100")])
def test_lengths_are_shown_without_needless_zeros(length: int, text: str) -> None:
    assert show(length) == text


@given(st.integers(min_value=0, max_value=10**9))
def test_what_is_shown_reads_back(length: int) -> None:
    assert inches(show(length)) == length


@given(st.integers(min_value=0, max_value=10**6))
def test_whole_inches_are_a_hundred_each(number: int) -> None:
    assert inches(number) == number * INCH
