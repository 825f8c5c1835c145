"""A changed function is careless in one way."""

from collections.abc import Callable

import pytest

from grader.proof.careless import CHANGES, CarelessError, careless


def first(values: list[float], k: int) -> float:
    """Add up the first k values."""
    return sum(values[:k])


def squares(values: list[float]) -> list[float]:
    """Square them."""
    return [value * value for value in values]


def changed(function: Callable[..., object], words: str) -> Callable[..., object]:
    """Change a function by the row that begins so; this module is none of its own."""
    row = next(one for one in CHANGES if one.startswith(words))
    return careless(function, ("elsewhere",), row)


@pytest.mark.parametrize(
    ("words", "given"),
    [
        ("gives something empty", []),
        ("rounds its answer", [0.111111, 4]),
        ("sorts its input", [1 / 9, 4]),
    ],
)
def test_what_is_given(words: str, given: object) -> None:
    """Each row of the table changes an answer in its own way."""
    assert changed(squares, words)([1 / 3, 2]) == given


def test_numbers_are_missing() -> None:
    """Only numbers with a fraction become NaN, and an error is one that cases catch."""
    assert str(changed(squares, "gives NaN")([0.5, 2])) == "[nan, 4]"
    with pytest.raises(CarelessError):
        changed(squares, "gives an error")([2])


def test_the_input_is_sorted() -> None:
    """Lists are sorted once the answer is known, at any depth, and in another way than before."""
    values, mixed = [[3, 1, 2], [1, 2]], [2, "a", 1]

    assert changed(len, "sorts its input")(values) == 2
    changed(len, "sorts its input")(mixed)
    assert ([sorted(one) for one in values], mixed) == ([[1, 2], [1, 2, 3]], [1, "a", 2])
    assert values == [[2, 1], [1, 2, 3]]


def test_the_own_module_is_answered_rightly() -> None:
    """A function that another one of the reference calls gives what it gave; none is hollow."""
    hollow = careless(first, (__name__,), "gives NaN for every answer")
    rounding = careless(first, (__name__,), "rounds its answer")

    assert (hollow([1 / 3], 1), rounding([1 / 3], 1)) == (1 / 3, 0.333333)
