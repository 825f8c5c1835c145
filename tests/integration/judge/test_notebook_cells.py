"""A notebook counts up to the cell that fails, and its page says which one that was."""

import pytest

from grader.flows.grading.grade_class import GradedClass
from grader.jail.spec import Isolation
from tests.integration.judge.conftest import Write
from tests.integration.judge.tiny_course import ADD, of
from tests.unit.intake.handed_in import notebook

pytestmark = [pytest.mark.jail, pytest.mark.slow]

CASES = "from sums import add\n\n\ndef test_add():\n    assert add(1, 2) == 3\n"
STOPS = ": what stands before counts, the rest was not run."
AWAITS = "import asyncio\n\nasync def one():\n    await asyncio.sleep(0)\n    return 1"
FAKE = "print('sums.py, line {}: {}; the notebook was run up to here.')"
TOLD = {
    "plain": None,
    "magic": None,
    "awaits": None,
    "fails": f"Cell 3, line 2 of your notebook failed with NameError{STOPS}\n    undefined",
    "no_python": f"Cell 2, line 1 of your notebook failed with SyntaxError{STOPS}\n    ",
    "returns": f"Cell 2, line 1 of your notebook failed with SyntaxError{STOPS}\n    ",
    "own_error": f"Cell 2, line 3 of your notebook failed with an error of its own{STOPS}\n    ",
    "too_far": None,
}
NOTEBOOKS = {
    "plain": notebook(ADD, "print(add(1, 2))"),
    "magic": notebook("ip = get_ipython()\nget_ipython().run_line_magic('pylab', '')", ADD),
    "awaits": notebook(AWAITS, "n = await one()", "def add(a, b):\n    return n * a + b"),
    "fails": notebook(ADD, ("markdown", "x"), "x = 1\nundefined", ADD.replace("+", "-")),
    "no_python": notebook(ADD, "def show(:\n    pass", ADD.replace("+", "-")),
    "returns": notebook(ADD, "return add"),
    "own_error": notebook(ADD, "class Own(Exception):\n    pass\nraise Own('secret')"),
    "too_far": notebook(ADD, FAKE.format(99, "KeyError")),
    "before": notebook("undefined", ADD),
}


@pytest.fixture(scope="module")
def lenient(level: Isolation, write: Write) -> GradedClass:
    """Judge the notebooks as a lesson does that says nothing of them."""
    files = {f"{name}/work.ipynb": data for name, data in NOTEBOOKS.items()}
    return write(ADD, CASES).grade(level, files)


@pytest.fixture(scope="module")
def strict(level: Isolation, write: Write) -> GradedClass:
    """Judge them where every cell must run."""
    files = {f"{name}/work.ipynb": data for name, data in NOTEBOOKS.items()}
    return write(ADD, CASES, 'notebook = "strict"').grade(level, files)


@pytest.mark.parametrize("name", TOLD)
def test_what_stands_before_an_error_counts(name: str, lenient: GradedClass) -> None:
    """The cases pass, and the page names cell, line and kind of what ended the notebook."""
    report = of(lenient, name).report

    assert report.verdict == "passed"
    assert (report.message is None) == (TOLD[name] is None)
    assert (report.message or "").startswith(TOLD[name] or "")


def test_what_stands_after_an_error_does_not(lenient: GradedClass) -> None:
    """A function of a later cell is not there, and the page says why."""
    report = of(lenient, "before").report

    assert report.verdict == "error"
    assert f"Cell 1, line 1 of your notebook failed with NameError{STOPS}" in str(report.message)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("fails", "Your notebook could not be imported: NameError in cell 3, line 2: "),
        ("no_python", "Cell 2, line 1 of your notebook is not valid Python: SyntaxError: "),
        ("returns", "Cell 2, line 1 of your notebook is not valid Python: SyntaxError: 'return' "),
    ],
)
def test_a_strict_lesson_takes_whole_notebooks(name: str, said: str, strict: GradedClass) -> None:
    """A cell that fails costs the whole, with its cell and line."""
    report = of(strict, name).report

    assert report.verdict == "error"
    assert str(report.message or report.cases[0].message).startswith(said)


@pytest.mark.parametrize("name", ["plain", "magic", "awaits"])
def test_a_strict_lesson_reads_notebooks_too(name: str, strict: GradedClass) -> None:
    """What Jupyter runs is no failure."""
    assert of(strict, name).report.verdict == "passed"
