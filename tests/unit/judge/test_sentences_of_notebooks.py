"""Messages about a notebook's module speak of its cells."""

import pytest

from grader.border.notebook import failure_line
from grader.cases.events import Failure
from grader.judge.reports import make_report
from grader.model.course import StudentId
from grader.model.report import Place, Report
from grader.model.submission import Cell, Submission
from tests.unit.judge.builders import a_case, a_result, a_run, judging_of

SOURCE = b"# cell 1\nx = 1\ny = 2\n# cell 3\nz = 3\nundefined"
CELLS = (Cell(1, 2), Cell(3, 5))
REFUSED = "Your notebook could not be imported:"
SYNTAX = "builtins.SyntaxError"


def report_of(
    failure: Failure | None = None, printed: str = "", *, is_whole: bool = True
) -> Report:
    """Report on a notebook that could not be imported, or on its only case."""
    result = a_result("one", "failed" if failure else "passed", failure=failure)
    run = a_run(result) if failure is None or not is_whole else a_run(whole=failure)
    run.printed = printed
    submission = Submission(StudentId("ann"), {"sums.py": SOURCE}, cells=CELLS)
    return make_report(submission, run, judging_of(a_case("one"))).report


def test_a_case_names_the_cell() -> None:
    """A sentence says cell and line, and the place the line of the module."""
    failure = Failure("raised", "builtins.KeyError", file="sums.py", line=6)

    (case,) = report_of(failure, is_whole=False).cases

    assert str(case.message).startswith(
        "Your code raised KeyError in cell 3, line 2 of your notebook (`undefined`)."
    )
    assert case.failure is not None
    assert case.failure.place == Place("sums.py", 6)


@pytest.mark.parametrize(
    ("line", "type_name", "text", "told"),
    [
        (
            *(5, SYNTAX, "'(' was never closed"),
            f"{REFUSED} SyntaxError in cell 3, line 1: '(' was never closed",
        ),
        (
            *(6, SYNTAX, "nothing after 'if' on line 5"),
            f"{REFUSED} SyntaxError in cell 3, line 2: nothing after 'if' in cell 3, line 1",
        ),
        (
            *(0, "builtins.ImportError", "cannot import name 'add' from 'sums' (sums.py)"),
            "Your notebook does not define add, which the cases use.",
        ),
        (0, "builtins.KeyError", "", f"{REFUSED} KeyError"),
    ],
)
def test_an_import_names_the_cell(line: int, type_name: str, text: str, told: str) -> None:
    """Each place in the module is told as a cell and a line of it, those of Python's text too."""
    failure = Failure("import", type_name, text=text, file="sums.py", line=line)

    assert str(report_of(failure).message).partition("\n")[0] == told


STOPS = ": this cell was not run to its end, and the next cells were tried."


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

    message = report_of(printed=printed).message

    assert (message or "").partition("\n")[0] == (told or "")
