"""An exception is taken apart into what can be told, whatever it does when it is asked."""

from pathlib import Path

import pytest

from grader.cases.comparison import Comparison
from grader.cases.messages import LONGEST_TEXT, MOST_FRAMES, Compared, Side, Trouble
from grader.inside.together import Places, imported, take_apart


@pytest.fixture
def places(tmp_path: Path) -> Places:
    """A submission's folder and a hidden one."""
    return Places(str(tmp_path / "work"), str(tmp_path / "hidden"))


def run(tmp_path: Path, file: str, source: str) -> BaseException:
    """Run a source as if it stood in a file; give what it raised."""
    with pytest.raises(BaseException) as raised:  # noqa: PT011 # whatever the source raises
        exec(compile(source, str(tmp_path / file), "exec"), {})
    return raised.value


def told(error: BaseException, places: Places, *sides: object) -> Trouble:
    """Take an exception apart, after a comparison of these sides."""
    comparison = Comparison()
    if sides:
        left, right, operator = sides
        comparison.sides = (left, right, str(operator))
    return take_apart(error, places, comparison)


def test_lines_of_both_folders(tmp_path: Path, places: Places) -> None:
    """Lines of the submission and of the hidden files are told, of nothing else."""
    source = "def f():\n    raise ValueError('no')\nf()\n"

    mine = told(run(tmp_path, "work/sums.py", source), places).lines
    hidden = told(run(tmp_path, "hidden/a/test_sums.py", source), places).lines
    others = told(run(tmp_path, "elsewhere.py", source), places).lines

    assert [(one.is_hidden, one.file, one.number, one.function) for one in mine] == [
        (False, "sums.py", 3, "<module>"),
        (False, "sums.py", 2, "f"),
    ]
    assert [(one.is_hidden, one.file) for one in hidden] == [(True, "a/test_sums.py")] * 2
    assert others == []


def test_types_and_text(tmp_path: Path, places: Places) -> None:
    """An exception is named with its bases, and its text names files as their authors do."""
    error = FileNotFoundError(f"{tmp_path}/work/data.txt is missing")

    found = told(error, places)

    assert found.types[:2] == ["builtins.FileNotFoundError", "builtins.OSError"]
    assert found.types[-1] == "builtins.BaseException"
    assert found.text == "data.txt is missing"


def test_syntax_errors(tmp_path: Path, places: Places) -> None:
    """The line is that of the broken file, since no frame of it ever ran."""
    found = told(run(tmp_path, "work/sums.py", "def f(a b):\n    pass\n"), places)

    assert [(line.file, line.number) for line in found.lines] == [("sums.py", 1)]
    assert (found.is_import, found.text, found.column > 0) == (True, "invalid syntax", True)


@pytest.mark.parametrize(
    ("sides", "compared"),
    [
        ((4, 3, "=="), Compared(Side("number", "4"), Side("number", "3"), "==")),
        (
            (pytest.approx(0.5), 4.0, "<"),
            Compared(Side("number", "4.0"), Side("number", "0.5"), ">"),
        ),
    ],
    ids=["as written", "expected first"],
)
def test_comparisons(sides: tuple[object, ...], compared: Compared, places: Places) -> None:
    """What was got comes first, also where the case has it on the right."""
    assert told(AssertionError("x"), places, *sides).compared == compared


def test_a_comparison_is_an_asserts(places: Places) -> None:
    """An exception of another kind was not raised by the comparison before it."""
    assert told(ValueError("x"), places, 1, 2, "==").compared is None


def test_what_hurts_when_it_is_asked(places: Places) -> None:
    """Texts that raise, never end or have no UTF-8 are told as far as they can be."""

    class Sore(Exception):
        def __str__(self) -> str:
            raise RuntimeError

        def __repr__(self) -> str:
            raise RuntimeError

    assert told(Sore(), places).text == ""
    assert told(ValueError("\ud800"), places).text == "\\ud800"
    assert len(told(ValueError("x" * 10**6), places).text) == LONGEST_TEXT
    sore = told(AssertionError(), places, Sore(), 1, "==").compared
    assert sore is not None
    assert sore.got == Side("object", "something that cannot be shown")


def test_deep_recursion(tmp_path: Path, places: Places) -> None:
    """Of a long traceback the last lines are told."""
    error = run(tmp_path, "work/sums.py", "def f(n):\n    1 / n\n    f(n - 1)\nf(99)\n")

    lines = told(error, places).lines

    assert len(lines) == MOST_FRAMES
    assert lines[-1].number == 2


def test_what_pytest_wraps(tmp_path: Path) -> None:
    """What a hidden file raised when it was imported is found below what pytest makes of it."""
    inner = run(tmp_path, "work/sums.py", "1 / 0\n")
    wrapped = pytest.Collector.CollectError("cannot be imported")
    wrapped.__cause__ = inner

    assert imported(wrapped) is inner
    assert imported(inner) is inner
