"""gradescope-utils' decorators work by their own import path, without that package."""

import importlib
import sys
from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from grader.cases.gradescope import install, partial_credit, take_score

PATH = "gradescope_utils.autograder_utils.decorators"


@pytest.fixture
def decorators() -> Iterator[Any]:
    """Import the decorators as a hidden file does; leave no module behind."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "modules", dict(sys.modules))
        install()
        yield importlib.import_module(PATH)


def case() -> None:
    """Stand for a hidden case."""


@pytest.mark.parametrize(
    ("name", "values", "attribute", "kept"),
    [
        ("weight", (2.5,), "__weight__", 2.5),
        ("number", ("1.1",), "__number__", "1.1"),
        ("visibility", ("hidden",), "__visibility__", "hidden"),
        ("hide_errors", ("Look again.",), "__hide_errors_message__", "Look again."),
        ("tags", ("a", "b"), "__tags__", ("a", "b")),
    ],
)
def test_marks_stay_on_the_function(
    name: str, values: tuple[Any, ...], attribute: str, kept: Any, decorators: Any
) -> None:
    """A decorator notes its value on the function, and gives the function back."""

    def method() -> None: ...

    assert getattr(decorators, name)(*values)(method) is method
    assert getattr(method, attribute) == kept


@pytest.mark.parametrize(
    ("name", "named", "attribute", "kept"),
    [
        ("weight", {"weight": 2}, "__weight__", 2),
        ("weight", {"val": 0.5}, "__weight__", 0.5),
        ("number", {"number": "1.1"}, "__number__", "1.1"),
        ("visibility", {"visibility": "hidden"}, "__visibility__", "hidden"),
        ("hide_errors", {"error_message": "Look."}, "__hide_errors_message__", "Look."),
        ("partial_credit", {"weight": 3}, "__weight__", 3),
    ],
)
def test_values_may_be_named(
    name: str, named: dict[str, Any], attribute: str, kept: Any, decorators: Any
) -> None:
    """A decorator takes its value under a name too."""

    def method() -> None: ...

    assert getattr(getattr(decorators, name)(**named)(method), attribute) == kept


def test_a_leaderboard_keeps_name_and_doc(decorators: Any) -> None:
    """A test with a leaderboard is known by its own name and sentence, and keeps its marks."""

    def test_quick(set_leaderboard_value: Any = None) -> None:
        """sorts quickly"""
        set_leaderboard_value(value=3)

    weighted = decorators.weight(weight=2)(test_quick)
    marked = decorators.leaderboard(column_name="speed", sort_order="asc")(weighted)
    marked()

    assert (marked.__name__, marked.__doc__) == ("test_quick", "sorts quickly")
    assert marked.__weight__ == 2


def test_errors_are_hidden_without_a_message(decorators: Any) -> None:
    """`hide_errors()` needs no message: the package has a default."""

    def method() -> None: ...

    decorators.hide_errors()(method)

    assert isinstance(vars(method).get("__hide_errors_message__", ""), str)


def test_the_whole_path_can_be_imported(decorators: Any) -> None:
    """Imports of the package's other forms find something."""
    package = importlib.import_module("gradescope_utils")

    assert package.autograder_utils.decorators is decorators
    assert importlib.import_module("gradescope_utils.autograder_utils.json_test_runner").__name__


@pytest.mark.parametrize(
    ("scores", "share"),
    [([2], 0.5), ([4], 1.0), ([9], 1.0), ([-1], 0.0), ([0], 0.0), ([1, 3], 0.75), ([], None)],
)
def test_a_test_gives_itself_a_share(scores: list[float], share: float | None) -> None:
    """The last score counts, within nothing and the whole weight."""

    @partial_credit(4)
    def test(set_score: Any = None) -> None:
        for score in scores:
            set_score(score)

    test()

    assert take_score(test) == share


def test_a_score_is_taken_once() -> None:
    """The score of one submission never reaches the next."""

    @partial_credit(4)
    def test(set_score: Any = None) -> None:
        set_score(4)

    test()

    assert [take_score(test), take_score(test)] == [1.0, None]


def test_a_method_keeps_its_score() -> None:
    """The score of a bound method is found and forgotten."""

    class Tests:
        @partial_credit(2)
        def check(self, set_score: Any = None) -> None:
            set_score(1)

    tests = Tests()
    tests.check()

    assert [take_score(tests.check), take_score(tests.check)] == [0.5, None]


@pytest.mark.parametrize(
    ("score", "share"),
    [
        *((score, 0.0) for score in ("2", None, [2], object(), 1j, Decimal("nan"))),
        *((score, 0.5) for score in (Fraction(2), Decimal(2), np.float64(2), np.int64(2))),
        (10**400, 1.0),
        (-(10**400), 0.0),
    ],
)
def test_a_score_is_a_number(score: Any, share: float) -> None:
    """What is no number is worth nothing, and one beyond all bounds is cut to them."""

    @partial_credit(4)
    def test(set_score: Any = None) -> None:
        set_score(score)

    test()

    assert take_score(test) == share


def test_nan_is_no_score() -> None:
    """A score that is no number in floating point gives no share that is none."""

    @partial_credit(4)
    def test(set_score: Any = None) -> None:
        set_score(float("nan"))

    test()

    assert take_score(test) == 0.0


@pytest.mark.parametrize("function", [None, case, 3])
def test_other_functions_have_no_score(function: Any) -> None:
    """A case without partial credit has no share."""
    assert take_score(function) is None


def test_a_leaderboard_is_ignored(decorators: Any) -> None:
    """A leaderboard's test runs, and its value goes nowhere."""
    given: list[int] = []

    def test(set_leaderboard_value: Any = None) -> None:
        set_leaderboard_value(3)
        given.append(3)

    decorators.leaderboard("speed", "asc")(test)()

    assert given == [3]
