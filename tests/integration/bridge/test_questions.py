"""What a test does with an object is one question, and the submission is asked nothing else."""

from collections.abc import Callable
from typing import Any

import pytest

from .conftest import Open

pytestmark = pytest.mark.jail

OBJECTS = """
class Helper:
    pass

class Plain:
    def __init__(self):
        self.table = [True] * 1000
        self.helper = Helper()
        self.__name__ = "hidden"
    def size(self):
        return 1

class Slotted:
    __slots__ = ("table",)
    def size(self):
        return 1

class Text(str):
    def size(self):
        return 1

class Items(list):
    def size(self):
        return 1

def make():
    def inner():
        return 1
    return inner
"""
USES: dict[str, Callable[[Any], Any]] = {
    "Plain().size()": lambda m: m.Plain().size(),
    "Slotted().size()": lambda m: m.Slotted().size(),
    "Text('a').size()": lambda m: m.Text("a").size(),
    "Items().size()": lambda m: m.Items().size(),
    "make()()": lambda m: m.make()(),
}


@pytest.mark.parametrize("use", USES.values(), ids=USES)
def test_a_call_is_one_question(
    open_session: Open, use: Callable[[Any], Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A method is called without a look at what its object holds."""
    session = open_session(OBJECTS)
    lesson = session.ask("import", ("lesson", False))
    asked: list[str] = []
    send = session.send

    def noting(kind: int, seq: int, op: str, *rest: Any) -> None:
        asked.append(op)
        send(kind, seq, op, *rest)

    monkeypatch.setattr(session, "send", noting)

    assert use(lesson) == 1
    assert [op for op in asked if op != "get"] == ["call", asked[-1]]
    assert asked.count("get") == 1  # the name in the module
    assert [text for text, _ in session.records.calls][-1].endswith(("size()", "inner()"))


def test_an_object_is_called_by_name(open_session: Open) -> None:
    """An object that can be called takes arguments by name, and the call is noted."""
    session = open_session("class C:\n    def __call__(self, a, b=1):\n        return a + b\n")
    made = session.ask("import", ("lesson", False)).C()

    assert [made(2), made(2, b=3), made(a=4)] == [3, 5, 5]
    assert ("C(2, b=3)", "5") in session.records.calls


STAND_INS: dict[str, Callable[[Any], Any]] = {
    "a module": lambda m: m,
    "a class": lambda m: m.Plain,
    "an instance": lambda m: m.Plain(),
    "a function": lambda m: m.make,
    "a method": lambda m: m.Plain().size,
}


@pytest.mark.parametrize("name", STAND_INS)
def test_numpy_hears_of_no_interface_to_memory(open_session: Open, name: str) -> None:
    """Whatever stands for an object of the submission, numpy is told no address to read."""
    told = "Plain.__array_interface__ = make.__array_interface__ = {}\n"
    told += "Plain.size.__array_interface__ = __array_interface__ = {}\n"
    session = open_session(OBJECTS + told)
    stand_in = STAND_INS[name](session.ask("import", ("lesson", False)))

    assert not hasattr(stand_in, "__array_interface__")


def test_a_look_at_names_gives_nothing(open_session: Open) -> None:
    """Python lists a module's names to suggest one, and an import error is told whole after it."""
    session = open_session("def f(x):\n    return x\n")
    lesson = session.ask("import", ("lesson", False))

    assert "f" in dir(lesson)
    assert not session.has_given
    assert lesson.f(1) == 1
    assert session.has_given
