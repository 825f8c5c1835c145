"""Messages about a notebook's module speak of its cells."""

from dataclasses import replace

import pytest

from grader.flows.cell_names import name_cells
from grader.model.course import StudentId
from grader.model.submission import Cell, Submission
from grader.wire.notebook import failure_line
from tests.unit.flows.builders import judged

NOTEBOOK = Submission(StudentId("ann"), cells=(Cell(1, 2), Cell(3, 5)))


@pytest.mark.parametrize(
    ("message", "told"),
    [
        (None, None),
        ("The result is a wrong value.", "The result is a wrong value."),
        (
            "Your code raised KeyError in line 6 of sums.py.",
            "Your code raised KeyError in cell 3, line 2 of your notebook.",
        ),
        (
            "sums.py could not be imported: SyntaxError in line 5: '(' was never closed",
            "Your notebook could not be imported: SyntaxError in cell 3, line 1: "
            + "'(' was never closed",
        ),
        (
            "sums.py could not be imported: SyntaxError in line 6: nothing after 'if' on line 5",
            "Your notebook could not be imported: SyntaxError in cell 3, line 2: "
            + "nothing after 'if' in cell 3, line 1",
        ),
        (
            "sums.py does not define add, which the cases use (x).",
            "Your notebook does not define add, which the cases use (x).",
        ),
        (
            "sums.py could not be imported: EOFError",
            "Your notebook could not be imported: EOFError",
        ),
    ],
)
def test_lines_are_told_by_cell(message: str | None, told: str | None) -> None:
    """Each place in the module is told as a cell and a line of it."""
    named = name_cells(judged("ann", message=message), NOTEBOOK, "sums.py")

    assert named.report.message == told


def test_a_module_stays_as_it_is() -> None:
    """Without cells nothing is worded again."""
    one = judged("ann", message="sums.py could not be imported: EOFError")

    assert name_cells(one, Submission(StudentId("ann")), "sums.py") is one


SOURCE = b"# cell 1\nx = 1\ny = 2\n# cell 3\nz = 3\nundefined"
FAILING = replace(NOTEBOOK, sources={"sums.py": SOURCE})
STOPS = ": what stands before counts, the rest was not run."


@pytest.mark.parametrize(
    ("line", "kind", "told"),
    [
        (6, "NameError", f"Cell 3, line 2 of your notebook failed with NameError{STOPS}"),
        (3, "Own", f"Cell 1, line 2 of your notebook failed with an error of its own{STOPS}"),
        (3, "print", f"Cell 1, line 2 of your notebook failed with an error of its own{STOPS}"),
        (7, "NameError", None),
        (0, "NameError", None),
        ("9" * 5000, "NameError", None),
    ],
)
def test_a_cell_that_failed_is_told(line: int | str, kind: str, told: str | None) -> None:
    """Of what was printed no more is told than a line of the notebook and a kind of error."""
    printed = f"hello\n{failure_line('sums.py', 77777, kind).replace('77777', str(line))}\n"

    message = name_cells(judged("ann", printed=printed), FAILING, "sums.py").report.message

    assert (message or "").partition("\n")[0] == (told or "")
