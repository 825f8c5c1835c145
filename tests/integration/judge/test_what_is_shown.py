"""An instructor sees what was called and what came of it, whatever a call raised."""

import pytest

from grader.grading.grade_class import GradedClass
from grader.model.report import Shown
from grader.sandbox.spec import Isolation
from tests.integration.judge.conftest import Write
from tests.integration.judge.tiny_course import ADD, of

pytestmark = [pytest.mark.jail, pytest.mark.slow]

CASES = """
    import unittest
    from sums import add

    def test_one():
        assert add(1, 2) == 3

    class TestSums(unittest.TestCase):
        def test_two(self):
            self.assertEqual(add(1, 2), 3)
"""
RAISED = ("ValueError", "KeyboardInterrupt", "SystemExit", "GeneratorExit")


@pytest.fixture(scope="module")
def graded(level: Isolation, write: Write) -> GradedClass:
    """Judge submissions that raise."""
    raising = {name: f"def add(a, b):\n    raise {name}(3)\n" for name in RAISED}
    return write(ADD, CASES).grade(level, raising)


@pytest.mark.parametrize("raised", RAISED)
def test_the_call_is_shown(raised: str, graded: GradedClass) -> None:
    """A call that raised is shown and traced, also where no `except Exception` catches it."""
    judged = of(graded, raised)

    for case, trace in zip(judged.report.cases, judged.traces, strict=True):
        assert case.outcome.value == "failed"
        assert case.shown is not None
        assert case.shown.call == "add(1, 2)"
        assert (case.shown.got or "").startswith(raised)
        assert trace.calls == (("add(1, 2)", f"raised {raised}"),)


REFUSALS = """
    import unittest
    import pytest
    from sums import add

    def test_pytest():
        with pytest.raises(ValueError):
            add(1, None)

    def test_a_choice():
        with pytest.raises((TypeError, ValueError)):
            add(1, None)

    class TestSums(unittest.TestCase):
        def test_unittest(self):
            with self.assertRaises(ValueError):
                add(1, None)

        def test_called(self):
            self.assertRaises(ValueError, add, 1, None)
"""


def test_what_was_not_raised_is_expected(level: Isolation, write: Write) -> None:
    """Of an exception that did not come, its name is what was expected, the result what came."""
    refuses = "def add(a, b):\n    if b is None:\n        raise ValueError\n    return a + b\n"

    judged = of(
        write(refuses, REFUSALS).grade(level, {"ann": "def add(a, b):\n    return a\n"}), "ann"
    )

    shown = [case.shown and (case.shown.expected, case.shown.got) for case in judged.report.cases]
    one, choice = "ValueError to be raised", "any of (TypeError, ValueError) to be raised"
    assert shown == [(one, "1"), (choice, "1"), (one, "1"), (one, "1")]


CHANGED = """
    from sums import add

    def test_left():
        values = [3, 1]
        add(values, 2)
        assert values == [3, 1]

    def test_right():
        values = {"a": 1}
        add(values, 2)
        assert {"a": 1} == values

    def test_result():
        values = [3, 1]
        assert add(values, 2) == [1, 3]
"""


UNRELATED = """
    from unittest.mock import Mock, patch

    import pytest
    import sums
    from sums import add

    def test_uncaught():
        with patch("builtins.input", side_effect=EOFError):
            assert add(1, 0) == "bye"

    def test_of_its_own():
        def broken():
            raise ConnectionError("SECRET")
        assert add(2, broken) is None

    def test_refused():
        with pytest.raises(ValueError):
            add(3, 0)

    def test_not_called():
        heard = Mock()
        with pytest.raises(ValueError):
            add(4, heard)
        heard.assert_not_called()

    def test_unchanged():
        values = [3, 1]
        assert list(add(5, values)) == values

    def test_printed(capsys):
        add(6, 0)
        assert "hello" in capsys.readouterr().out

    def test_same():
        box = sums.Made()
        assert box.fit() is box
"""
CAREFUL = """
class Made:
    def fit(self):
        return self


def add(a, b):
    if a == 1:
        try:
            return input()
        except EOFError:
            return "bye"
    if a == 2:
        try:
            return b()
        except OSError:
            return None
    if a in (3, 4):
        raise ValueError
    if a == 6:
        print("hello")
    return b
"""
CARELESS = """
class Made:
    def fit(self):
        pass


def add(a, b):
    if a == 1:
        return input()
    if a == 2:
        return b()
    if a == 3:
        return Made()
    if a == 4:
        b(Made())
        raise ValueError
    return [1, 3] if a == 5 else b
"""


def test_what_has_nothing_to_do_with_it_is_not_blamed(level: Isolation, write: Write) -> None:
    """A failure is told by what happened, not by what stands beside it."""
    course = write(CAREFUL, UNRELATED)

    cases = of(course.grade(level, {"ann": CARELESS, "ben": CAREFUL}), "ann").report.cases

    assert [case.message for case in cases] == [
        (
            "Your code asked for input() that is not there: EOFError in line 9 of sums.py. "
            "There is no keyboard here: use the values that your function is called with."
        ),
        "Your code raised ConnectionError in line 11 of sums.py (`return b()`).",
        "An exception was expected here, and none was raised.",
        "Your code does not do what this case asks for.",
        "The result is a wrong value.",
        "The result is a wrong value.",
        "The result is a wrong value.",
    ]
    assert [case.shown and (case.shown.expected, case.shown.got) for case in cases[4:]] == [
        ("[3, 1]", "[1, 3]"),
        ("something that holds 'hello'", "''"),
        ("<Made object>", "None"),
    ]


def test_a_changed_argument_is_said(level: Isolation, write: Write) -> None:
    """Where a case compares what it handed over, the student reads so, and not of a result."""
    reference, wrong = "def add(a, b):\n    return sorted(a)\n", "def add(a, b):\n    a.clear()\n"

    judged = of(
        write(reference, CHANGED).grade(level, {"ann": wrong + "    return []\n"}), "ann"
    ).report

    given = "that your function was given is not as it should be afterwards."
    assert [case.message for case in judged.cases] == [
        f"The list {given}",
        f"The dictionary {given}",
        "The result is a wrong value.",
    ]
    assert judged.cases[0].shown == Shown("add([3, 1], 2)", "[3, 1]", "[]")


ORDERS = """
    import unittest
    from sums import add

    def test_more():
        assert add(2, 2) > add(1, 1)

    def test_same():
        assert add(1, 0) > add(0, 1)

    def test_least():
        assert 10 <= add(1, 2)

    def test_other():
        assert add(0, 0) != 0

    def test_one_of():
        assert add(1, 1) in [5, 6]

    class TestOrders(unittest.TestCase):
        def test_greater(self):
            self.assertGreater(add(1, 2), 4)

        def test_unequal(self):
            self.assertNotEqual(add(1, 2), 3)

        def test_member(self):
            self.assertIn(add(1, 2), [10])
"""


def test_what_an_order_expects_is_said(level: Isolation, write: Write) -> None:
    """Only of an equality is the other side what was expected; no line contradicts the verdict."""
    reference = (
        "def add(a, b):\n"
        "    return {(2, 2): 9, (1, 1): 5, (1, 0): 2, (0, 1): 1, (0, 0): 1}.get((a, b), 10)\n"
    )
    wrong = "def add(a, b):\n    return {(2, 2): -7, (1, 1): 2000}.get((a, b), a + b)\n"

    cases = of(write(reference, ORDERS).grade(level, {"ann": wrong}), "ann").report.cases

    shown = {
        case.id.rpartition("::")[2]: case.shown and (case.shown.expected, case.shown.got)
        for case in cases
    }
    assert shown == {
        "test_more": ("less than -7", "2000"),
        "test_same": (None, "1"),
        "test_least": ("at least 10", "3"),
        "test_other": ("anything but 0", "0"),
        "test_one_of": ("something that is in [5, 6]", "2000"),
        "test_greater": ("more than 4", "3"),
        "test_unequal": ("anything but 3", "3"),
        "test_member": ("something that is in [10]", "3"),
    }
    assert all("was expected" not in (case.message or "") for case in cases)
