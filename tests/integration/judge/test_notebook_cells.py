"""Every cell of a notebook is run, also after one that fails, and the page says which one did."""

import pytest

from grader.grading.grade_class import GradedClass
from grader.sandbox.spec import Isolation
from tests.integration.judge.conftest import Write
from tests.integration.judge.tiny_course import ADD, of
from tests.unit.intake.handed_in import notebook

pytestmark = [pytest.mark.jail, pytest.mark.slow]

CASES = """
from sums import add


def test_add():
    assert add(1, 2) == 3


def test_add_none():
    assert add(0, 0) == 0
"""
STOPS = ": this cell was not run to its end, and the next cells were tried."
AWAITS = "import asyncio\n\nasync def one():\n    await asyncio.sleep(0)\n    return 1"
FAKE = "print('sums.py, line {}: {}; this cell was not run to its end.')"
OTTER = 'import otter\ngrader = otter.Notebook("sums.ipynb")'
PLOT = """
import matplotlib.pyplot as plt, seaborn as sns
from matplotlib import cm
plt.rcParams["figure.figsize"] = (4, 3)
fig, ((left, right), axes) = plt.subplots(2, 2)
counts, edges, bars = plt.hist([1, 2])
for ax in axes.flat:
    ax.plot([add(1, 2)])
with plt.style.context("dark"):
    sns.lineplot(x=[1], y=[2], color=cm.viridis[0]).set(title="x")
plt.show()
"""
HARMLESS: dict[str, str | tuple[str, str]] = {
    "display": "from IPython.display import HTML, Image\ndisplay(add(1, 2), HTML('x'))",
    "plot": PLOT,
    "magic": "%matplotlib inline\nget_ipython().run_line_magic('autoreload', '2')",
    "timed": "%%time\n%time x = add(1, 2)\nassert x == 3",
    "shell": "!pip install numpy\nfiles = !ls",
    "test": ("test", "assert add(1, 2) == 4"),
    "otter": f"{OTTER}\ngrader.check('q1')\ngrader.check_all()",
    "widget": "import ipywidgets as w\n@w.interact(n=3)\ndef g(n): return n\nassert g(2) == 2",
    "awaits": f"{AWAITS}\nassert await one() == 1",
    "future": "from __future__ import annotations\ndef f(x: Unknown): pass",
}
FAILS = {
    "fails": ("x = 1\nundefined", "line 2 of your notebook failed with NameError"),
    "typo": ("def show(:\n    pass", "line 1 of your notebook failed with SyntaxError"),
    "returns": ("return add", "line 1 of your notebook failed with SyntaxError"),
    "asks": ("name = input()", "line 1 of your notebook failed with EOFError"),
    "leaves": (
        "import sys\nsys.exit(0)",
        "line 2 of your notebook failed with an error of its own",
    ),
    "own": (
        "class Own(Exception):\n    pass\nraise Own('secret')",
        "line 3 of your notebook failed with an error of its own",
    ),
}
NOTEBOOKS = {
    **{name: notebook("x = 0", ADD, cell, "last = 1") for name, cell in HARMLESS.items()},
    **{name: notebook(cell, ("markdown", "x"), ADD) for name, (cell, _) in FAILS.items()},
    "wrong": notebook("undefined", ADD.replace("+", "-")),
    "later": notebook(ADD, "undefined", ADD.replace("+", "-")),
    "too_far": notebook(ADD, FAKE.format(99, "KeyError")),
}


@pytest.fixture(scope="module")
def graded(level: Isolation, write: Write) -> GradedClass:
    """Judge the notebooks as a lesson does that says nothing of them."""
    files = {f"{name}/work.ipynb": data for name, data in NOTEBOOKS.items()}
    return write(ADD, CASES).grade(level, files)


@pytest.fixture(scope="module")
def strict(level: Isolation, write: Write) -> GradedClass:
    """Judge them where every cell must run."""
    files = {f"{name}/work.ipynb": data for name, data in NOTEBOOKS.items()}
    return write(ADD, CASES, 'notebook = "strict"').grade(level, files)


@pytest.mark.parametrize("name", [*HARMLESS, "too_far"])
def test_what_jupyter_runs_is_run(name: str, graded: GradedClass) -> None:
    """A cell that shows something, or tests another, costs no points and no word."""
    report = of(graded, name).report

    assert (report.verdict, report.points, report.message) == ("passed", "2", None)


@pytest.mark.parametrize("name", FAILS)
def test_the_cells_after_one_that_fails_count(name: str, graded: GradedClass) -> None:
    """All cases pass, and the page names cell, line and kind of what failed."""
    report = of(graded, name).report

    assert (report.verdict, report.points) == ("passed", "2")
    cell, said = FAILS[name]
    line = cell.split("\n")[int(said.split()[1]) - 1]
    assert report.message == f"Cell 1, {said}{STOPS}\n    {line}"


@pytest.mark.parametrize("name", ["wrong", "later"])
def test_what_the_last_cell_defines_is_judged(name: str, graded: GradedClass) -> None:
    """A wrong function after a cell that fails is wrong, and both are told."""
    report = of(graded, name).report

    assert (report.verdict, report.points) == ("failed", "1")
    assert f"failed with NameError{STOPS}" in str(report.message)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("fails", "Your notebook could not be imported: NameError in cell 1, line 2: "),
        ("typo", "Cell 1, line 1 of your notebook is not valid Python: SyntaxError: "),
        ("returns", "Cell 1, line 1 of your notebook is not valid Python: SyntaxError: 'return' "),
    ],
)
def test_a_strict_lesson_takes_whole_notebooks(name: str, said: str, strict: GradedClass) -> None:
    """A cell that fails costs the whole, with its cell and line."""
    report = of(strict, name).report

    assert report.verdict == "error"
    assert str(report.message or report.cases[0].message).startswith(said)


@pytest.mark.parametrize("name", HARMLESS)
def test_a_strict_lesson_reads_notebooks_too(name: str, strict: GradedClass) -> None:
    """What Jupyter runs is no failure."""
    assert of(strict, name).report.verdict == "passed"
