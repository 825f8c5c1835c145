"""What leans on CPython holds for the Python that runs, and a Python without it is refused."""

import sys
from types import FrameType, SimpleNamespace
from typing import Any

import pytest

from grader.errors import JailError
from grader.judge.pool import Pool
from grader.wire import cpython


def a_frame() -> FrameType:
    """Ask for the frame of who called."""
    return cpython.frame(1)


def test_this_python_is_one_that_the_grader_runs_on() -> None:
    """Or no test below means anything."""
    assert cpython.fault() == ""


def test_frames_go_from_the_caller_outwards() -> None:
    """A depth of 0 is the caller itself."""
    here = sys._getframe()

    assert a_frame() is here
    assert next(cpython.frames(0)) is here
    assert cpython.module_name(here) == __name__
    assert list(cpython.frames(0))[1] is here.f_back


def test_a_position_has_lines_and_columns() -> None:
    """Two questions of one line are two places."""
    places = [
        cpython.position(a_frame()), cpython.position(a_frame())
    ]  # fmt: skip

    assert places[0] != places[1]
    assert {len(place) for place in places} == {4}


def test_what_something_else_holds_is_held() -> None:
    """An item of another list, a local name, an attribute: each of them counts."""
    held: list[Any] = []
    table: dict[int, Any] = {3: held, 1: [], 2: {}, 4: SimpleNamespace(x=held)}

    assert cpython.unheld(table) == [1, 2, 4]
    del table[4], held
    assert cpython.unheld(table) == [1, 2, 3]


@pytest.mark.parametrize(
    ("broken", "said"),
    [
        ({"position": lambda of: (1, 1, None, None)}, "no columns of expressions"),
        ({"unheld": lambda table: []}, "does not count references"),
    ],
)
def test_another_python_is_refused(
    broken: dict[str, Any], said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before a submission is judged by it, with what to do."""
    for name, function in broken.items():
        monkeypatch.setattr(cpython, name, function)

    with pytest.raises(JailError, match=said):
        Pool(None, 2).start()  # type: ignore[arg-type] # no worker is started
