"""Lessons of several files, of classes and with numpy are judged like those of one function."""

import textwrap

import pytest

from grader.grading.grade_class import GradedClass
from grader.model.report import Verdict
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


def test_other_files_are_listed(several: GradedClass) -> None:
    """What was not asked for is ignored and listed, but for what the course gave everybody."""
    assert several.ignored == {"right": ("notes.txt",)}


@pytest.mark.parametrize(
    ("student", "message"),
    [
        ("one", "parts.py was not found: submit a file of exactly this name."),
        ("broken", "parts.py could not be imported: SyntaxError in line 1: '(' was never closed"),
    ],
)
def test_the_file_is_named(student: str, message: str, several: GradedClass) -> None:
    """A sentence names the file that it speaks of."""
    assert (of(several, student).report.message or "").splitlines()[0] == message


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


def test_a_function_in_place_of_a_class(classes: GradedClass) -> None:
    """What is no class fails every case, and is nobody's fault but the submission's."""
    assert "passed" not in outcomes(classes, "function").values()
    assert of(classes, "function").report.verdict in (Verdict.FAILED, Verdict.ERROR)


ALWAYS = "class Always:\n    def __eq__(self, other):\n        return True\n"


def test_an_object_is_named_by_its_class(level: Isolation, write: Write) -> None:
    """An object in place of data is refused, with the name of the student's own class."""
    cases = "from sums import add\ndef test_one():\n    assert add(1, 2) == 3\n"
    code = f"{ALWAYS}\n\ndef add(a, b):\n    return Always()\n"

    graded = write(ADD, cases).grade(level, {"always": code})

    case = case_of(graded, "always", "test_one")
    assert case.outcome.value == "failed"
    assert "your class Always" in (case.message or "")


NUMPY_CASES = """
    import numpy as np
    from sums import add

    def test_close():
        np.testing.assert_allclose(add(np.array([1.0, 2.0]), np.array([3.0, 4.0])), [4.0, 6.0])

    def test_shape():
        assert add(np.ones((2, 3)), 1).shape == (2, 3)

    def test_equal():
        assert (add(np.array([1, 2]), 1) == np.array([2, 3])).all()

    def test_scalar():
        assert add(np.float64(1.5), 2) == 3.5
"""


@pytest.fixture(scope="module")
def arrays(level: Isolation, write: Write) -> GradedClass:
    """Judge a lesson that lists numpy."""
    pytest.importorskip("numpy")
    numpy = "import numpy as np\n\n\ndef add(a, b):\n    return np.add(a, b)\n"
    return write(numpy, NUMPY_CASES, 'packages = ["numpy"]').grade(level, {
        "right": ADD,
        "wrong": numpy.replace("np.add", "np.subtract"),
        "lists": "def add(a, b):\n    return [1]\n",
    })  # fmt: skip


@pytest.mark.parametrize(
    ("student", "expected"),
    [
        ("right", ["passed", "passed", "passed", "passed"]),
        ("wrong", ["failed", "passed", "failed", "failed"]),
        ("lists", ["failed", "failed", "failed", "failed"]),
    ],
)
def test_a_lesson_with_numpy(student: str, expected: list[str], arrays: GradedClass) -> None:
    """Arrays cross with their values, shapes and kinds, and are compared on our side."""
    assert list(outcomes(arrays, student).values()) == expected


def test_numpy_is_there_only_where_it_is_listed(level: Isolation, write: Write) -> None:
    """A lesson that lists no package has Python's own library and nothing else."""
    cases = "from sums import add\ndef test_one():\n    assert add(1, 2) == 3\n"

    graded = write(ADD, cases).grade(level, {"numpy": f"import numpy\n\n\n{ADD}"})

    assert "ModuleNotFoundError" in (of(graded, "numpy").report.message or "")
