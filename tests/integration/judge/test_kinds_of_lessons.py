"""Lessons of several files, of classes and with numpy are judged like those of one function."""

import textwrap

import pytest

from grader.grading.grade_class import GradedClass
from grader.sandbox.spec import Isolation
from tests.integration.judge.conftest import Write
from tests.integration.judge.tiny_course import ADD, case_of, of, outcomes
from tests.unit.intake.handed_in import zipped

pytestmark = [pytest.mark.jail, pytest.mark.slow]

PLUS = "def plus(a, b):\n    return a + b\n"
THROUGH_PARTS = "from parts import plus\n\n\ndef add(a, b):\n    return plus(a, b)\n"
WITH_FILES = """
    from table import OFFSET

    def add(a, b):
        with open("data/shift.txt") as file:
            return a + b + int(file.read()) - OFFSET
"""
FILES_CASES = """
    from parts import plus
    from sums import add

    def test_add():
        assert add(1, 2) == 3

    def test_plus():
        assert plus(1, 1) == 2
"""
TWO_FILES = 'hand_in = ["sums.py", "parts.py"]\nfiles = ["table.py", "data/shift.txt"]\n'


@pytest.fixture(scope="module")
def several(level: Isolation, write: Write) -> GradedClass:
    """Judge a lesson of two files, with two of the course's beside them."""
    course = write(THROUGH_PARTS, FILES_CASES, TWO_FILES).add({
        "solutions/sums/parts.py": PLUS,
        "exercises/sums/table.py": "OFFSET = 5\n",
        "exercises/sums/data/shift.txt": "5",
    })  # fmt: skip
    return course.grade(level, {
        "right/sums.py": THROUGH_PARTS,
        "right/parts.py": PLUS,
        "right/notes.txt": "mine",
        "wrong/sums.py": THROUGH_PARTS,
        "wrong/parts.py": PLUS.replace("+", "-"),
        "reads/sums.py": WITH_FILES,
        "reads/parts.py": PLUS,
        "one/sums.py": THROUGH_PARTS,
        "broken/sums.py": THROUGH_PARTS,
        "broken/parts.py": "def plus(a, b:\n",
        "own_table/sums.py": WITH_FILES,
        "own_table/parts.py": PLUS,
        "own_table/table.py": "OFFSET = 6\n",
    })  # fmt: skip


@pytest.mark.parametrize(
    ("student", "expected"),
    [
        ("right", ["passed", "passed"]),
        ("wrong", ["failed", "failed"]),
        ("reads", ["passed", "passed"]),
        ("one", []),
        ("broken", ["error", "error"]),
        ("own_table", ["passed", "passed"]),
    ],
)
def test_several_files(student: str, expected: list[str], several: GradedClass) -> None:
    """The files of a submission see each other and the course's, never another's of that name."""
    assert list(outcomes(several, student).values()) == expected


STACK = """
    from . import KIND

    class Stack:
        kind = KIND

        def __init__(self):
            self.items = []

        def push(self, item):
            self.items.append(item)
            return len(self.items)
"""
STACK_CASES = """
    from src.stack import Stack

    def test_push():
        assert Stack().push(1) == 1

    def test_kind():
        assert Stack.kind == "list"
"""
KIND = "KIND = 'list'\n"


def test_a_package(level: Isolation, write: Write) -> None:
    """A package is handed in as a folder or a zip; else it is said how to hand it in."""
    code = textwrap.dedent(STACK)
    reference = {"src/stack.py": code, "src/__init__.py": KIND}
    asked = 'module = "src.stack"\nhand_in = ["src/stack.py", "src/__init__.py"]\n'
    course = write(code, STACK_CASES, asked).add({
        f"{tree}/sums/{name}": text
        for tree in ("solutions", "exercises")
        for name, text in reference.items()
    })  # fmt: skip

    handed_in: dict[str, str | bytes] = {
        **{f"right/hw/{name}": text for name, text in reference.items()},
        "zipped/work.zip": zipped({name: text.encode() for name, text in reference.items()}),
        "wrong/src/stack.py": code.replace("len(self.items)", "0"),
        "wrong/src/__init__.py": KIND,
        "flat/stack.py": code,
        "half/src/stack.py": code,
    }

    graded = course.grade(level, handed_in)

    needed = "submit a folder, or a zip, in which it has just this path."
    assert {
        name: list(outcomes(graded, name).values()) for name in ("right", "zipped", "wrong")
    } == {
        "right": ["passed", "passed"],
        "zipped": ["passed", "passed"],
        "wrong": ["failed", "passed"],
    }
    assert {name: of(graded, name).report.message for name in ("flat", "half")} == {
        "flat": f"src/stack.py was not found: {needed} You submitted: stack.py.",
        "half": f"src/__init__.py was not found: {needed}",
    }


ACCOUNT = """
    class Account:
        def __init__(self, owner):
            self.owner = owner
            self.balance = 0

        def pay_in(self, amount):
            if amount <= 0:
                raise ValueError("amount")
            self.balance += amount
            return self.balance
"""
ACCOUNT_CASES = """
    import pytest
    from sums import Account

    @pytest.fixture
    def account():
        return Account("ann")

    def test_owner(account):
        assert account.owner == "ann"

    def test_pay_in(account):
        account.pay_in(1)
        assert account.pay_in(2) == 3

    def test_refuses(account):
        with pytest.raises(ValueError):
            account.pay_in(0)

    def test_kind():
        assert isinstance(Account("ben"), Account)
"""


@pytest.fixture(scope="module")
def classes(level: Isolation, write: Write) -> GradedClass:
    """Judge a lesson whose cases are about a class: nothing of it can be made in advance."""
    loop = ACCOUNT.replace("self.balance += amount", "while True: pass")
    return write(ACCOUNT, ACCOUNT_CASES, "seconds_per_case = 0.5").grade(level, {
        "right": ACCOUNT,
        "wrong": ACCOUNT.replace("+= amount", "= amount").replace("<= 0", "< 0"),
        "loops": loop,
        "function": "def Account(owner):\n    return None\n",
        "without": "x = 1\n",
        "always": "class Account:\n    def __init__(self, owner):\n        pass\n"
        "    def __eq__(self, other):\n        return True\n"
        "    def __getattr__(self, name):\n        return lambda *a: self\n",
    })  # fmt: skip


@pytest.mark.parametrize(
    ("student", "expected"),
    [
        ("right", ["passed", "passed", "passed", "passed"]),
        ("wrong", ["passed", "failed", "failed", "passed"]),
        ("loops", ["passed", "timed_out", "passed", "passed"]),
        ("without", ["error", "error", "error", "error"]),
        ("always", ["failed", "failed", "failed", "passed"]),
    ],
)
def test_a_lesson_about_a_class(student: str, expected: list[str], classes: GradedClass) -> None:
    """Methods, attributes and exceptions of a class are judged, each case by itself."""
    assert list(outcomes(classes, student).values()) == expected


ALWAYS = "class Always:\n    def __eq__(self, other):\n        return True\n"


def test_an_object_is_named_by_its_class(level: Isolation, write: Write) -> None:
    """An object in place of data is refused, with the name of the student's own class."""
    cases = "from sums import add\ndef test_one():\n    assert add(1, 2) == 3\n"
    code = f"{ALWAYS}\n\ndef add(a, b):\n    return Always()\n"

    graded = write(ADD, cases).grade(level, {"always": code})

    case = case_of(graded, "always", "test_one")
    assert case.outcome.value == "failed"
    assert "your class Always" in (case.message or "")
