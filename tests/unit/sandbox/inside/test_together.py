"""What goes wrong beside a submission is told in kinds and lines, whatever it does when asked."""

import socket
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from grader.cases.events import CaseEvent, CaseResult, Ended, EventReader, Failure, Shown
from grader.model.course import MIB
from grader.sandbox.inside.together import Beside


@pytest.fixture
def sockets() -> Iterator[tuple[socket.socket, socket.socket]]:
    """Both ends of a channel."""
    one, other = socket.socketpair()
    with one, other:
        yield one, other


@pytest.fixture
def beside(tmp_path: Path, sockets: tuple[socket.socket, socket.socket]) -> Beside:
    """A run in a submission's folder, of a hidden one."""
    return Beside(sockets[0].fileno(), str(tmp_path / "work"), str(tmp_path / "hidden"))


def run(tmp_path: Path, file: str, source: str) -> BaseException:
    """Run a source as if it stood in a file; give what it raised."""
    with pytest.raises(BaseException) as raised:  # noqa: PT011 # whatever the source raises
        exec(compile(source, str(tmp_path / file), "exec"), {})
    return raised.value


RAISES = "def f():\n    raise ValueError('no')\nf()\n"


def test_raised_in_the_submission(tmp_path: Path, beside: Beside) -> None:
    """What the submission's own lines raised is said with the last of them."""
    failure, shown = beside.explain(run(tmp_path, "work/sums.py", RAISES))

    types = "builtins.ValueError|builtins.Exception|builtins.BaseException"
    assert failure == Failure("raised", types, text="no", file="sums.py", line=2)
    assert shown == (None, None, "ValueError: no")


@pytest.mark.parametrize(
    ("sides", "failure", "shown"),
    [
        ((4, 3, "=="), Failure("wrong_value"), (None, "3", "4")),
        (([3], 3, "=="), Failure("wrong_type", "list", "number"), (None, "3", "[3]")),
        ((Path("a"), 3, "=="), Failure("wrong_value"), (None, "3", "PosixPath('a')")),
        ((4, 3, "<"), Failure("wrong_value"), (None, "less than 3", "4")),
        ((pytest.approx(0.5), 4.0, "<"), Failure("wrong_value"), (None, "more than 0.5", "4.0")),
    ],
    ids=["value", "type", "own class", "order", "expected first"],
)
def test_comparisons(
    sides: tuple[object, object, str], failure: Failure, shown: Shown, beside: Beside
) -> None:
    """What failed in the case itself is said in kinds, as in other lessons."""
    beside.sides = sides

    assert beside.explain(AssertionError("x")) == (failure, shown)


@pytest.mark.parametrize(
    ("file", "source", "failure"),
    [
        ("work/sums.py", "x = 1\n1 / 0\n", ("import", "division by zero", "sums.py", 2)),
        ("work/sums.py", RAISES, ("import", "no", "sums.py", 2)),
        ("hidden/test_a.py", "assert 1 == 2, 'told'\n", ("test_error", "", "", 0)),
        ("work/sums.py", "def f(a b):\n", ("import", "invalid syntax", "sums.py", 1)),
        ("hidden/test_a.py", "from os import no_such\n", ("import", "cannot import name", "", 0)),
    ],
    ids=["at the top", "below the top", "of the case", "no Python", "no such name"],
)
def test_files_that_cannot_be_imported(
    file: str, source: str, failure: tuple[str, str, str, int], tmp_path: Path, beside: Beside
) -> None:
    """Only what happened while the submission was imported is said in full."""
    found = beside.failure_of_file("test_a.py", run(tmp_path, file, source))

    kind, text, *place = failure
    assert (found.kind, [found.file, found.line]) == (kind, place)
    assert found.text.startswith(text)
    assert bool(found.text) == bool(text)


def test_a_function_that_a_hidden_file_called(tmp_path: Path, beside: Beside) -> None:
    """It got something of the file's, so that its exception is not that of an import."""
    names: dict[str, object] = {}
    exec(compile("def f():\n    1 / 0\n", str(tmp_path / "work/sums.py"), "exec"), names)
    with pytest.raises(ZeroDivisionError) as raised:
        exec(compile("f()\n", str(tmp_path / "hidden/test_a.py"), "exec"), names)

    found = beside.failure_of_file("test_a.py", raised.value)

    assert (found.kind, found.file, found.line) == ("raised", "sums.py", 2)


def test_files_are_named_as_their_authors_do(tmp_path: Path, beside: Beside) -> None:
    """No folder of the jail is in a text."""
    error = FileNotFoundError(f"{tmp_path}/work/data.txt is missing")

    assert beside.explain(error)[0].text == "data.txt is missing"


def told(
    result: CaseResult, beside: Beside, sockets: tuple[socket.socket, socket.socket]
) -> CaseResult:
    """Send a result, and read it."""
    beside.end(result)
    reader: EventReader[CaseEvent] = EventReader(msgspec.msgpack.Decoder(CaseEvent), MIB)
    (event,) = reader.feed(sockets[1].recv(MIB))
    assert isinstance(event, Ended)
    return event.result


def test_what_hurts_when_it_is_asked(
    beside: Beside, sockets: tuple[socket.socket, socket.socket]
) -> None:
    """Texts that raise, never end or have no UTF-8 are told as far as they can be."""

    class Sore(Exception):
        def __str__(self) -> str:
            raise RuntimeError

    for error, text in (
        (Sore(), ""),
        (ValueError("\ud800"), "\\ud800"),
        (ValueError("x" * 10**6), "x" * 2000),
    ):
        failure, shown = beside.explain(error)
        found = told(CaseResult("one", "failed", failure, shown), beside, sockets).failure
        assert found is not None
        assert (found.text or "").startswith(text)
        assert len(found.text) < 3000
