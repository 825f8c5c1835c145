"""`grader import`: lessons of other systems come over, and what did not is said."""

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest

from grader.cli.main import run
from tests.integration.judge.tiny_course import write_files
from tests.integration.study.terminal import skip_unless_judging

pytestmark = pytest.mark.process

EXERCISE = {
    ".meta/config.json": json.dumps(
        {
            "files": {
                "solution": ["two_fer.py"],
                "test": ["two_fer_test.py"],
                "example": [".meta/example.py"],
            }
        }
    ),
    ".meta/example.py": 'def two_fer(name="you"):\n    return f"One for {name}."\n',
    ".docs/instructions.md": "# Instructions\n\nShare it.\n",
    ".docs/hints.md": "# Hints\n\n## General\n\nA default helps.\n",
    "two_fer.py": "def two_fer(name):\n    pass\n",
    "two_fer_test.py": "import unittest\nfrom two_fer import two_fer\n\n\n"
    "class TwoFerTest(unittest.TestCase):\n    def test_nobody(self):\n"
    '        self.assertEqual(two_fer(), "One for you.")\n',
}
PLAIN = {
    "README.md": "# Boxes\n\nWrite a box.\n",
    "solutions/boxes.py": '"""Boxes."""\n\nimport sizes\nimport numpy\n\n'
    "LIMIT = 3\n_LEAST = 1\n\n\n"
    'class Box:\n    """Holds a number."""\n\n    def __init__(self, n):\n        self.n = n\n\n'
    '    def grow(self):\n        """Grow by one."""\n        self._check()\n'
    "        self.n += sizes.STEP\n        return self.n\n\n"
    "    def _check(self):\n        pass\n\n\n"
    "def total(numbers):\n    return _sum(numbers)\n\n\ndef _sum(numbers):\n"
    "    return int(numpy.sum(numbers))\n",
    "solutions/sizes.py": "STEP = 1\n",
    "conftest.py": "import pytest\n\n\n@pytest.fixture\ndef one():\n    return 1\n",
    "data.csv": "1,2\n",
    "boxes_test.py": "from boxes import LIMIT, Box, total\n\n\ndef test_grow(one):\n"
    "    assert Box(one).grow() == 2\n\n\ndef test_total():\n    assert total([LIMIT, 4]) == 7\n",
    "test_alone.py": "def test_nothing():\n    assert True\n",
}


def cell(kind: str, source: str, shown: str | None = None, **nbgrader: Any) -> dict[str, Any]:
    """Write a cell of a notebook."""
    outputs = [{"output_type": "execute_result", "data": {"text/plain": shown}}] if shown else []
    marks = {"grade": False, "solution": False, **nbgrader} if nbgrader else None
    metadata = {"nbgrader": marks} if marks else {}
    return {"cell_type": kind, "source": source, "metadata": metadata, "outputs": outputs}


def notebook(*cells: dict[str, Any]) -> str:
    """Write a notebook."""
    return json.dumps({"cells": cells, "metadata": {}, "nbformat": 4})


NBGRADER = notebook(
    cell("markdown", "# Squares\n\nCompute them."),
    cell("code", "%matplotlib inline\nimport math"),
    cell(
        "code",
        'def squares(n):\n    """Compute them."""\n    ### BEGIN SOLUTION\n'
        "    return [i ** 2 for i in range(1, n + 1)]\n    ### END SOLUTION",
        solution=True,
        grade_id="squares",
    ),
    cell(
        "code",
        '"""Check some."""\n'
        "assert squares(2) == [1, 4]\n### BEGIN HIDDEN TESTS\n"
        "assert squares(4) == [1, 4, 9, 16]\n### END HIDDEN TESTS",
        grade=True,
        points=2,
        grade_id="some-squares",
    ),
    cell("code", "def half(n):\n    return n / 2", solution=True, grade_id="half"),
    cell("code", "squares(3)"),
    cell("code", "assert half(3) == 1.5", grade=True, points=0.5, grade_id="halves"),
    cell("markdown", "Why?", grade=True, solution=True, points=3, grade_id="essay"),
)
OTTER = notebook(
    cell("raw", "# ASSIGNMENT CONFIG\ninit_cell: false"),
    cell("markdown", "# Homework"),
    cell("code", "import math"),
    cell("raw", "# BEGIN QUESTION\nname: q1\npoints: 3"),
    cell("markdown", "Write `square`."),
    cell("raw", "# BEGIN SOLUTION"),
    cell(
        "code",
        "x = 2 + 2 # SOLUTION\n\ndef square(n):\n    # BEGIN SOLUTION\n    return n * n\n"
        "    # END SOLUTION\n",
    ),
    cell("raw", "# END SOLUTION"),
    cell("raw", "# BEGIN TESTS"),
    cell("code", "x == 4", "True"),
    cell("code", "# HIDDEN\nassert square(33) == 1089"),
    cell(
        "code",
        '""" # BEGIN TEST CONFIG\nhidden: true\n""" # END TEST CONFIG\nsquare(-25)',
        "625",
    ),
    cell("raw", "# END TESTS"),
    cell("raw", "# END QUESTION"),
    cell("raw", "# BEGIN QUESTION\nname: q2\nmanual: true"),
    cell("raw", "# BEGIN SOLUTION"),
    cell("code", "why = 'by hand'\nprint(square(5))"),
    cell("raw", "# END SOLUTION"),
    cell("raw", "# END QUESTION"),
)


class Desk:
    """An author's: what is to be brought along, and a course."""

    def __init__(self, root: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.root = root
        self.course = root / "course"
        self._capsys = capsys

    def bring(self, source: str, files: dict[str, str], *more: str) -> tuple[int, str]:
        """Write what is to be brought along, and type the command."""
        write_files(self.root / "from", dict(files))
        begun = [] if self.course.exists() else ["--new-course", "Brought"]
        words = ["import", str(self.root / "from" / source), "--course", str(self.course)]
        code = run([*words, *begun, *more])
        told = self._capsys.readouterr()
        return code, told.out + told.err

    def read(self, path: str) -> str:
        """Read a file of the course."""
        return (self.course / path).read_text(encoding="utf-8")

    def lesson(self, number: int = 0) -> dict[str, Any]:
        """What the manifest says of a lesson."""
        found: dict[str, Any] = tomllib.loads(self.read("exercises/course.toml"))
        entry: dict[str, Any] = found["lessons"][number]
        return entry

    def handed_out(self) -> str:
        """All that students receive."""
        files = (self.course / "exercises").rglob("*")
        return "\n".join(path.read_text() for path in files if path.is_file())


@pytest.fixture
def desk(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Desk:
    """Begin with nothing."""
    skip_unless_judging()
    return Desk(tmp_path, capsys)


def test_an_exercise_of_exercisms(desk: Desk) -> None:
    """Text, hints, solution and tests come over; the stub is made of the solution."""
    _, told = desk.bring("two-fer", {f"two-fer/{name}": text for name, text in EXERCISE.items()})

    assert "1 case, 0 known mistakes" in told
    assert "wrong" not in told.replace("0 things wrong", "")
    assert desk.read("exercises/two_fer/README.md") == "# Two fer\n\n## Instructions\n\nShare it.\n"
    assert "def two_fer(name='you'):\n    raise NotImplementedError  # TODO" in desk.read(
        "exercises/two_fer/two_fer.py"
    )
    assert desk.read("solutions/two_fer/hints.md") == EXERCISE[".docs/hints.md"]
    assert desk.read("solutions/two_fer/two_fer.py") == EXERCISE[".meta/example.py"]
    assert desk.read("tests/hidden/two_fer/test_two_fer.py") == EXERCISE["two_fer_test.py"]


def test_a_track_of_exercisms(desk: Desk) -> None:
    """What an exercise needs comes before it and is required; what nobody teaches locks nothing."""

    def listed(slug: str, **more: Any) -> dict[str, Any]:
        return {"slug": slug, "name": slug.title(), "status": "active", **more}

    lists = {
        "practice": [
            listed("sharing", prerequisites=["defaults", "magic"]),
            listed("old", status="deprecated"),
            listed("gone"),
        ],
        "concept": [listed("defaulting", concepts=["defaults"], prerequisites=[])],
    }
    files = {"track/config.json": json.dumps({"exercises": lists})}
    for place in ("practice/sharing", "practice/old", "concept/defaulting"):
        files |= {f"track/exercises/{place}/{name}": text for name, text in EXERCISE.items()}

    _, told = desk.bring("track", files)

    assert (desk.lesson(0)["id"], desk.lesson(0)["requires"]) == ("defaulting", [])
    assert (desk.lesson(1)["id"], desk.lesson(1)["requires"]) == ("sharing", ["defaulting"])
    assert desk.lesson(1)["module"] == "two_fer"
    assert "old was left out. Its status is deprecated." in told
    assert "gone was left out. " in told
    assert told.count("1 case, 0 known mistakes") == 2


def test_plain_pytest_files(desk: Desk) -> None:
    """The stub tells nothing of how it is solved; what the solution imports is given."""
    pytest.importorskip("numpy")

    _, told = desk.bring("plain", {f"plain/{name}": text for name, text in PLAIN.items()})

    stub = desk.read("exercises/boxes/boxes.py")
    assert "test_alone.py was left out: it imports no module that lies beside it." in told
    assert "2 cases, 0 known mistakes" in told
    assert (desk.lesson()["files"], desk.lesson()["packages"]) == (["sizes.py"], ["numpy"])
    assert ("LIMIT = 3" in stub, "_LEAST" in stub, "_sum" in stub, "_check" in stub) == (
        True, False, False, False,
    )  # fmt: skip
    assert desk.read("tests/hidden/boxes/test_boxes.py") == PLAIN["boxes_test.py"]
    assert desk.read("tests/hidden/boxes/data.csv") == "1,2\n"
    assert desk.read("exercises/boxes/README.md").startswith("# Boxes\n")


def test_an_assignment_of_nbgraders(desk: Desk) -> None:
    """Hidden tests stay hidden, solutions are taken out, points come along."""
    _, told = desk.bring("1 - Squares.ipynb", {"1 - Squares.ipynb": NBGRADER})

    lesson = "lesson_1_squares"
    hidden = desk.read(f"tests/hidden/{lesson}/test_{lesson}.py")
    assert "essay is graded by hand: it stays with you." in told
    assert "2 cases, 0 known mistakes" in told
    assert "@pytest.mark.points(2)\ndef test_some_squares():" in hidden
    assert '@pytest.mark.points(0.5)\n@pytest.mark.reveal("values")\ndef test_halves():' in hidden
    assert "16]" in hidden
    assert not any(text in desk.handed_out() for text in ("16]", "i ** 2", "n / 2", "HIDDEN"))
    assert "assert squares(2) == [1, 4]" in desk.read(f"exercises/{lesson}/test_{lesson}.py")


def test_an_assignment_of_otters(desk: Desk) -> None:
    """A cell that shows a value becomes a case that expects it; a question's points are shared."""
    code, told = desk.bring("hw01.ipynb", {"hw01.ipynb": OTTER})

    hidden = desk.read("tests/hidden/hw01/test_hw01.py")
    assert code == 0, told
    assert "q2 is graded by hand: it stays with you." in told
    assert hidden.count("@pytest.mark.points(1)") == 0
    assert "assert repr(x == 4) == 'True'" in hidden
    assert "assert repr(square(-25)) == '625'" in hidden
    assert not any(
        text in desk.handed_out() for text in ("1089", "625", "2 + 2", "n * n", "by hand")
    )
    assert desk.read("exercises/hw01/hw01.py").endswith(
        "x = ...\n\ndef square(n):\n    ...  # TODO\n"
    )


REFUSED: dict[str, tuple[dict[str, str], str]] = {
    "nothing": ({"nothing/notes.txt": "no"}, "is nothing that lessons can be made of"),
    "student.ipynb": (
        {"student.ipynb": notebook(cell("code", "x = 1"))},
        "is neither nbgrader's nor otter's",
    ),
    "broken.ipynb": ({"broken.ipynb": "{"}, "is no notebook that can be read"),
    "outside": (
        {
            "outside/.meta/config.json": json.dumps(
                {"files": {"solution": ["../x.py"], "test": ["t.py"], "example": ["e.py"]}}
            ),
            "outside/t.py": "",
            "outside/e.py": "",
            "x.py": "",
        },
        "names ../x.py, which lies outside of its folder",
    ),
    "unsolved": (
        {"unsolved/.meta/config.json": "{}"},
        "names 0 solutions, 0 examples of them and 0 tests",
    ),
    "untested": (
        {"untested/test_a.py": "from a import (\n", "untested/a.py": ""},
        "test_a.py was left out: '(' was never closed in line 1.",
    ),
}


@pytest.mark.parametrize("source", REFUSED)
def test_what_cannot_be_taken_is_said(desk: Desk, source: str) -> None:
    """Nothing is written then."""
    files, sentence = REFUSED[source]

    code, told = desk.bring(source, files)

    assert (code, desk.course.exists()) == (2, False)
    assert sentence in " ".join(told.split())


def test_a_lesson_that_is_there_stays_as_it_is(desk: Desk) -> None:
    """What is there already is not written over."""
    files = {f"two-fer/{name}": text for name, text in EXERCISE.items()}
    desk.bring("two-fer", files)
    before = desk.read("exercises/course.toml")

    code, told = desk.bring("two-fer", files)

    assert (code, desk.read("exercises/course.toml")) == (2, before)
    assert "two-fer was left out. exercises/course.toml: two lessons have the id two_fer." in told
