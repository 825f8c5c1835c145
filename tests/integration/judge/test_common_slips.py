"""The commonest slips of beginners are named with what to do."""

import pytest

from grader.flows.grade_class import GradedClass
from grader.jail.spec import Isolation
from tests.integration.judge.conftest import Write
from tests.integration.judge.tiny_course import ADD, of

pytestmark = [pytest.mark.jail, pytest.mark.slow]

CASES = """
    import pytest
    from sums import add

    def test_compared():
        assert add(1, 2) == 3

    def test_about():
        assert add(0.1, 0.2) == pytest.approx(0.3)
"""
SEEN = {
    "printed": ("def add(a, b):\n    print(a + b)\n", "write `return` where it says `print`"),
    "in_a_loop": (
        "def add(a, b):\n    n = 0\n    for one in (a, b):\n        n += one\n        return n\n",
        "The `return` in line 5 of sums.py ends the loop that begins in line 3 of sums.py",
    ),
    "one_too_few": (
        "def add(a):\n    return a\n",
        "with 2 values, and yours begins `def add(a):`. The stub has `def add(a, b):`.",
    ),
    "one_too_many": (
        "def add(a, b, c):\n    return a\n",
        "add is called with 2 values, and yours begins `def add(a, b, c):`",
    ),
    "inner_call": (
        "def plus(a):\n    return a\n\ndef add(a, b):\n    return plus(a, b)\n",
        "Your code raised TypeError in line 5 of sums.py.",
    ),
    "other_order": (
        "def add(b, a):\n    return a - b\n",
        "Line 1 of sums.py names the values of add in another order than the stub",
    ),
    "empty": (
        'def add(a, b):\n    """Add."""\n    pass  # later\n',
        "add, which begins in line 1 of sums.py, is not written yet",
    ),
    "typed": ("def add(a, b):\n    return input()\n", "Nobody can type anything here"),
    "text": ("def add(a, b):\n    return str(a + b)\n", "leave the number as it is"),
    "decimal": (
        "from decimal import Decimal\ndef add(a, b):\n    return Decimal(a) - Decimal(b)\n",
        "The result is a Decimal where a number was expected. `float()` makes",
    ),
    "fraction": (
        "from fractions import Fraction\ndef add(a, b):\n    return Fraction(a) - Fraction(b)\n",
        "The result is a Fraction where a number was expected. `float()` makes",
    ),
    "complex": (
        "def add(a, b):\n    return (a + b) * 1j\n",
        "The result is a complex number where a number was expected.",
    ),
}


@pytest.fixture(scope="module")
def graded(level: Isolation, write: Write) -> GradedClass:
    """Judge all of them."""
    return write(ADD, CASES).grade(level, {name: code for name, (code, _) in SEEN.items()})


@pytest.mark.parametrize("name", SEEN)
def test_it_is_named_with_what_to_do(name: str, graded: GradedClass) -> None:
    """Each failing case says what is behind it."""
    messages = [case.message for case in of(graded, name).report.cases]

    assert all(SEEN[name][1] in (text or "") for text in messages), messages


def test_that_it_printed_is_told(graded: GradedClass) -> None:
    """Only of the code that printed is it said so."""
    told = [name for name in SEEN if of(graded, name).report.has_printed]

    assert told == ["printed"]
