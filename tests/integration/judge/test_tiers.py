"""Which tier a lesson is judged in is what its reference's run needed."""

from pathlib import Path

import pytest

from grader.advice.learning import learn_lesson
from grader.course.lesson_files import load_lesson_files
from grader.course.manifest import find_lesson, load_course
from grader.judge.pool import Pool
from grader.judge.stage import Stage
from tests.integration.attack_course import needs
from tests.integration.judge.tiny_course import HIDDEN, LESSON, TinyCourse

pytestmark = pytest.mark.jail
REFERENCE = """\
import warnings

__all__ = ["add", "adds"]
LIMIT = 3


class Total:
    def __init__(self, value):
        self.value = value


class TooMany(ValueError):
    pass


def add(a, b):
    return a + b


def adds(values):
    return sorted(values)


def evens(values):
    return (value for value in values if value % 2 == 0)


def apply(function, value):
    return function(value)


def total(values):
    return Total(sum(values))


def check(values):
    if not values:
        raise ValueError("none")
    if len(values) > 3:
        raise TooMany("many")
    print("checked")
    warnings.warn("few", UserWarning)
    return values


def write(path):
    path.write_text("3", encoding="utf-8")
"""
FUNCTIONS = {
    "pytest": "from sums import add\n\ndef test_it():\n    assert add(1, 2) == 3\n",
    "unittest": """\
import unittest
from sums import add

class TestIt(unittest.TestCase):
    def test_it(self):
        self.assertAlmostEqual(add(1.0, 2.0), 3.0)
""",
    "a module": "import sums\n\ndef test_it():\n    assert sums.add(1, sums.LIMIT) == 4\n",
    "a star": "from sums import *\n\ndef test_it():\n    assert adds([2, 1]) == [1, 2]\n",
    "arguments that are changed": (
        "from sums import adds\n\ndef test_it():\n    xs = [2, 1]\n    adds(xs)\n"
        "    assert xs == [2, 1]\n"
    ),
    "exceptions and print": """\
import pytest
from sums import check

def test_it(capsys):
    with pytest.raises(ValueError, match="none"):
        check([])
    with pytest.warns(UserWarning):
        assert check([1]) == [1]
    assert capsys.readouterr().out == "checked\\n"
""",
    "files": (
        "from sums import write\n\ndef test_it(tmp_path):\n    write(tmp_path / 'a')\n"
        "    assert (tmp_path / 'a').read_text() == '3'\n"
    ),
    "an iterator": "from sums import evens\n\ndef test_it():\n    assert [*evens([1, 2])] == [2]\n",
    "a function of the test's": (
        "from sums import apply\n\ndef test_it():\n    assert apply(lambda x: x, 3) == 3\n"
    ),
    "a function's signature": (
        "import inspect\nfrom sums import add\n\ndef test_it():\n"
        "    assert list(inspect.signature(add).parameters) == ['a', 'b']\n"
    ),
    "a patch": (
        "import sums\n\ndef test_it(monkeypatch):\n    monkeypatch.setattr(sums, 'LIMIT', 4)\n"
        "    assert sums.LIMIT == 4\n"
    ),
    "an exception of an own class": (
        "import pytest\nfrom sums import check\n\ndef test_it():\n"
        "    with pytest.raises(ValueError):\n        check([1, 2, 3, 4])\n"
    ),
}
OBJECTS = {
    "an object": (
        "from sums import total\n\ndef test_it():\n    assert total([1, 2]).value == 3\n",
        "sums.total() is object Total",
    ),
    "a class": (
        "import sums\n\ndef test_it():\n    assert issubclass(sums.TooMany, ValueError)\n",
        "sums.TooMany is class TooMany",
    ),
}


def needed(place: Path, hidden: list[str]) -> list[list[str]]:
    """Learn a lesson of such hidden files; say what needs objects in the case of each."""
    needs("reduced")
    files = {f"{HIDDEN}test_{number}.py": text for number, text in enumerate(hidden)}
    root = TinyCourse.write(place, REFERENCE, "").add(files).root / "course"
    course = load_course(root)
    lesson = find_lesson(course, LESSON)
    lesson_files = load_lesson_files(course, lesson)
    limits = lesson.limits
    cache = place / "bytecode"
    folder = str(lesson_files.hidden_folder)
    stage = Stage(folder, LESSON, {}, (), "reduced", str(cache), limits, lesson.hand_in)
    with Pool(stage, 1) as pool:
        cases = learn_lesson(pool, lesson, lesson_files, cache).knowledge.contract.cases
    by_file = {case.partition("::")[0]: made.needs() for case, made in cases.items()}
    return [by_file[f"test_{number}.py"] for number in range(len(hidden))]


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[str]]:
    """What needs objects in a lesson of functions and data."""
    place = tmp_path_factory.mktemp("plain")
    return dict(zip(FUNCTIONS, needed(place, [*FUNCTIONS.values()]), strict=True))


@pytest.fixture(scope="module")
def rich(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[str]]:
    """What needs objects in a lesson that has much of it."""
    place = tmp_path_factory.mktemp("rich")
    return dict(zip(OBJECTS, needed(place, [text for text, _ in OBJECTS.values()]), strict=True))


@pytest.mark.parametrize("style", FUNCTIONS)
def test_functions_and_data_need_no_objects(plain: dict[str, list[str]], style: str) -> None:
    """Whatever the style in which they are tested."""
    assert plain[style] == []


@pytest.mark.parametrize("name", OBJECTS)
def test_what_needs_objects_is_named(rich: dict[str, list[str]], name: str) -> None:
    """As an author reads it in what verify says."""
    assert OBJECTS[name][1] in rich[name]
