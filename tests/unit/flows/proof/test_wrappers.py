"""A wrapped function is careless in one way, where it should be, and nowhere else."""

from collections.abc import Callable

import pytest

from grader.flows.proof.wrappers import wrapped


def first(values: list[float], k: int) -> float:
    """Add up the first k values."""
    if k > 100:
        raise ValueError
    return sum(values[: max(k, 0)])


def careless(kind: str, *details: object) -> Callable[..., object]:
    """Wrap the function; this module is none of its own, so that a call here is from outside."""
    return wrapped(first, ("elsewhere",), kind, *details)


@pytest.mark.parametrize(
    ("edge", "name", "k"), [("beyond", "k", 4), ("none", "k", 0), ("gives nothing", "", -1)]
)
def test_a_list_is_changed_at_its_edge_only(edge: str, name: str, k: int) -> None:
    """The list is reversed at the edge, and stays as it was elsewhere."""
    at_edge, elsewhere = [3, 1, 2], [3, 1, 2]
    function = careless("spoils", "reverses", edge, name)

    assert function(at_edge, k) == first([3, 1, 2], k)
    assert function(elsewhere, 2) == 4
    assert (at_edge, elsewhere) == ([2, 1, 3], [3, 1, 2])


def test_a_list_is_changed_where_an_error_is_raised() -> None:
    """The error goes through, and the list is sorted."""
    values = [3, 1, 2]

    with pytest.raises(ValueError):  # noqa: PT011 # it has no words
        careless("spoils", "sorts", "raises", "")(values, 200)
    assert values == [1, 2, 3]


def test_numbers_are_rounded_where_they_should_be() -> None:
    """On the way in each value is rounded, on the way out the sum; and float32 is no decimal."""
    third = 1 / 3

    assert careless("given", 6)([third, third], 2) == 2 * round(third, 6)
    assert careless("gives", 6)([third, third], 2) == round(2 * third, 6)
    assert careless("gives", "float32")([third], 1) == pytest.approx(third, rel=1e-7)
    assert careless("gives", "float32")([third], 1) != third


def test_between_means_for_the_own_module() -> None:
    """A caller from outside gets the precise answer, and one of the module's own does not."""
    from_outside = careless("between", 6)
    from_inside = wrapped(first, (__name__,), "between", 6)

    assert from_outside([1 / 3], 1) == 1 / 3
    assert from_inside([1 / 3], 1) == 0.333333


def test_an_answer_is_remembered() -> None:
    """A list of the same length gets the answer of the first, and no other list does."""
    function = careless("remembers", "values")

    assert [function([1, 2], 2), function([5, 5], 2), function([5, 5, 5], 2)] == [3, 3, 10]


def test_missing_keys_are_added() -> None:
    """Queries that were not judged get judgments, and documents a grade."""
    results = {"one": ["a", "new"], "two": ["b"]}
    judged = {"one": {"a": 1, "b": 2}}

    wrapped(lambda results, judged: None, (), "adds keys")(results, judged)

    assert judged == {"one": {"a": 1, "b": 2, "new": 0}, "two": {}}
    assert results == {"one": ["a", "new"], "two": ["b"]}
