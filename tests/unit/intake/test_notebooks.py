"""A notebook becomes a module in which every line can be found in its cell again."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from grader.intake.notebooks import python_lines
from grader.model.course import MIB, Lesson
from grader.model.submission import Cell, Submission, place_in
from tests.unit.intake.handed_in import (
    CODE,
    LESSON,
    find_submissions,
    notebook,
    take_path,
    write,
)

ADD = "def add(a, b):\n    return a + b"


STRICT = replace(LESSON, notebook="strict")


def taken(tmp_path: Path, data: bytes, lesson: Lesson = LESSON) -> Submission:
    """Take one notebook."""
    (tmp_path / "ann.ipynb").write_bytes(data)
    return take_path(tmp_path / "ann.ipynb", lesson, "ann")


def test_code_cells_are_joined_in_order(tmp_path: Path) -> None:
    """Cells of code become one module; cells of text, empty ones and outputs are left out."""
    found = taken(
        tmp_path, notebook(("markdown", "# Sums"), "import math\n", "", ADD, ("raw", "x"))
    )

    assert found.refused is None
    assert found.sources == {
        "sums.py": f"# cell 2\nimport math\n\n# cell 4\n{ADD}\n".encode(),
    }
    assert found.cells == (Cell(2, 2), Cell(4, 5))
    assert [place_in(found.cells, line) for line in (2, 5, 6)] == [
        *("cell 2, line 1", "cell 4, line 1", "cell 4, line 2"),
    ]


def test_what_nbgrader_tests_with_is_left_out(tmp_path: Path) -> None:
    """A cell that grades the others is none of the student's; the others keep their numbers."""
    found = taken(tmp_path, notebook(ADD, ("test", "assert add(1, 2) == 3"), "x = 1"))

    assert found.sources == {"sums.py": f"# cell 1\n{ADD}\n# cell 3\nx = 1\n".encode()}
    assert found.cells == (Cell(1, 2), Cell(3, 5))


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("%matplotlib inline\nx = 1", ["pass  # %matplotlib inline", "x = 1"]),
        ("!pip install numpy", ["pass  # !pip install numpy"]),
        ("if x:\n    !ls\n", ["if x:", "    pass  # !ls", ""]),
        ("!pip install \\\n   numpy\nx = 1", ["pass  # !pip install \\", "#    numpy", "x = 1"]),
        ("files = !ls", ["pass  # files = !ls"]),
        ("t = %timeit -o f()", ["pass  # t = %timeit -o f()"]),
        ("add?\n?add\nadd??", ["pass  # add?", "pass  # ?add", "pass  # add??"]),
        ("%%bash\nls\n  -l", ["# %%bash", "# ls", "#   -l"]),
        ("\n%%time\nx = 1", ["", "# %%time", "x = 1"]),
        ("%%capture out\n!ls", ["# %%capture out", "pass  # !ls"]),
        ("x = (7\n% 3)", ["x = (7", "% 3)"]),
        ("x = 7 \\\n% 3", ["x = 7 \\", "% 3"]),
        ('"""\n%d\n!x\n"""\n!ls', ['"""', "%d", "!x", '"""', "pass  # !ls"]),
        ("s = 'it\\'s (' # (\n!ls", ["s = 'it\\'s (' # (", "pass  # !ls"]),
        ("x = '''a\n''' + \"'''\"\n%time", ["x = '''a", "''' + \"'''\"", "pass  # %time"]),
        ("a, b[0] = !ls\nx['y'] = %who", ["pass  # a, b[0] = !ls", "pass  # x['y'] = %who"]),
        ("x[0]?\nf('a')??", ["pass  # x[0]?", "pass  # f('a')??"]),
        ("x = '= !a'\ny = 1  # why?", ["x = '= !a'", "y = 1  # why?"]),
        ("if x:\n    %time y = f()\n%time", ["if x:", "    y = f()", "pass  # %time"]),
        ("x != y\ny = 'what?'", ["x != y", "y = 'what?'"]),
        ("a = 1\r\nb = 2\rc = 3", ["a = 1", "b = 2", "c = 3"]),
        ("", [""]),
    ],
)
def test_lines_of_a_notebook_only(text: str, lines: list[str]) -> None:
    """Magics, shell lines and questions become comments; each line keeps its number."""
    assert python_lines(text) == lines


@pytest.mark.parametrize(
    ("cell", "sentence"),
    [
        ("def add(a, b:\n    return", "line 1 of your notebook is not valid Python: SyntaxError: "),
        ("x = 1\n\nif x:\nprint(x)", "line 4 of your notebook is not valid Python: Indentation"),
        ("'never closed", "line 1 of your notebook is not valid Python: SyntaxError: unterm"),
        ("(" * 300, "line 1 of your notebook is not valid Python: SyntaxError: too many nes"),
        ("x = 1\0", "of your notebook"),
    ],
)
def test_a_cell_that_is_no_python(cell: str, sentence: str, tmp_path: Path) -> None:
    """A mistake in a cell is told with the cell, the line and what stands there."""
    found = taken(tmp_path, notebook(("markdown", "x"), ADD, cell), STRICT)

    assert found.refused is not None
    assert found.refused.startswith("Cell 3")
    assert sentence in found.refused
    assert "Run all cells again to see it.\n    " in found.refused
    assert b"# cell 3" in found.sources["sums.py"]


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"", "The notebook is an empty file."),
        (b"{}", "The notebook holds no code: every code cell is empty."),
        (notebook("  ", ("markdown", "x")), "The notebook holds no code"),
        (notebook(ADD)[:-9], "This file is no notebook that can be read"),
        (b"[]", "This file is no notebook that can be read"),
        (b'{"cells": [{"source": 7}]}', "This file is no notebook that can be read"),
        (b'{"cells":' + b"[" * 100_000, "This file is no notebook that can be read"),
        (b'{"x": ' + b"[" * 9999 + b"]" * 9999 + b"}", "This file is no notebook that can be rea"),
        (b'{"cells":[{"cell_type":"code","source":"\\ud800"}]}', "This file is no notebook"),
        (notebook("x <- 1", language="R"), "The notebook is written in R; Python is needed."),
        (notebook("x = 1\n" * 200_000), f"The notebook holds too much code: {MIB} bytes are the"),
        (notebook("?\n" * 120_000), f"The notebook holds too much code: {MIB} bytes are the"),
        (notebook("# " + "\u00e9" * 600_000), f"The notebook holds too much code: {MIB} bytes"),
    ],
)
def test_what_is_no_notebook(data: bytes, sentence: str, tmp_path: Path) -> None:
    """A file that is no notebook, or not one of Python, gets a sentence that says so."""
    found = taken(tmp_path, data)

    assert found.refused is not None
    assert found.refused.startswith(sentence)


def test_a_notebook_in_a_students_folder(tmp_path: Path) -> None:
    """The only notebook of a folder is taken, and one of the lesson's name before any other."""
    write(tmp_path, {
        "one/work.ipynb": notebook("x = 1"),
        "two/sums.ipynb": notebook("x = 2"),
        "two/draft.ipynb": notebook("x = 3"),
        "three/sums.py": CODE,
        "three/sums.ipynb": notebook("x = 4"),
        "four/a.ipynb": notebook("x"),
        "four/b.ipynb": notebook("x"),
    })  # fmt: skip

    found = {str(one.student): one for one in find_submissions(tmp_path, LESSON)}

    assert found["one"].sources == {"sums.py": b"# cell 1\nx = 1\n"}
    assert found["two"].sources == {"sums.py": b"# cell 1\nx = 2\n"}
    assert found["two"].ignored == ("draft.ipynb",)
    assert found["three"].sources == {"sums.py": CODE}
    assert found["three"].ignored == ("sums.ipynb",)
    assert found["four"].refused == (
        "sums.py was not found: submit a file of exactly this name. Which of a.ipynb and b.ipynb "
        "is meant is unclear."
    )
