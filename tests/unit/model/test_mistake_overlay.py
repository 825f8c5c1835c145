"""A file that holds only what differs stands for a whole one."""

from collections.abc import Mapping
from typing import Any

import pytest

from grader.model.mistake_overlay import laid_over

WHOLE = '''"""The reference."""
from __future__ import annotations

import math

LIMIT = 2
SCALE, OFFSET = 1, 0


class Base:
    name = "base"


class Child(Base):
    pass


def cut(values):
    return values[:LIMIT]


def total(values):
    return sum(cut(values)) * SCALE + OFFSET


TABLE = [total([number]) for number in (1, 2)]

if __name__ == "__main__":
    print(total([1, 2, 3]))
'''


def names(part: str, whole: str = WHOLE) -> Mapping[str, Any]:
    """Run what comes of a part."""
    space: dict[str, Any] = {"__name__": "module"}
    exec(compile(laid_over(whole.encode(), part.encode()), "module.py", "exec"), space)
    return space


def test_the_rest_is_the_references() -> None:
    """Functions, imports and constants that a part does not define are the whole file's."""
    found = names("def total(values):\n    return math.prod(cut(values))\n")

    assert found["total"]([3, 4, 5]) == 12
    assert found["Child"].name == "base"


@pytest.mark.parametrize(
    ("part", "name", "value"),
    [
        ("def cut(values):\n    return [7]\n", "TABLE", [7, 7]),
        ("def cut(values):\n    return seven()\n\ndef seven():\n    return [7]\n", "TABLE", [7, 7]),
        ("LIMIT = 0\n", "TABLE", [0, 0]),
        ("SCALE = 3\n", "TABLE", [3, 6]),
        ("import math as m\n\ndef cut(values):\n    return [m.floor(2.5)]\n", "TABLE", [2, 2]),
        ("if 1:\n    def cut(values):\n        return [8]\n", "TABLE", [8, 8]),
        ("class Base:\n    name = 'other'\n", "Child", "other"),
        ("def cut(values):\n    return values[LIMIT:]\n\nassert cut([1]) == []\n", "TABLE", [0, 0]),
    ],
)
def test_what_is_made_at_import_sees_the_part(part: str, name: str, value: object) -> None:
    """A definition stands where the one stood that it replaces, so nothing has the old one."""
    found = names(part)[name]

    assert getattr(found, "name", found) == value


def test_nothing_of_what_is_replaced_is_left() -> None:
    """A case that reads the source sees one definition of a name."""
    source = laid_over(WHOLE.encode(), b"def cut(values):\n    return math.nan\n").decode()

    assert source.count("def cut") == 1
    assert "print(total([1, 2, 3]))" in source
    assert laid_over(b"f = 1\nprint(f)\n", b"f = 2\n") == b"f = 2\nprint(f)\n"
    assert "LIMIT]" not in source


def test_the_docstring_is_the_parts() -> None:
    """The whole file's docstring says nothing of a part."""
    assert names('"""Wrong."""\nLIMIT = 3\n')["__doc__"] == "Wrong."
    assert names("LIMIT = 3\n").get("__doc__") is None


def test_what_a_part_does_at_import_is_done_once() -> None:
    """A part that defines everything leaves nothing of the whole but what it does not bind."""
    part = "Base = Child = cut = total = LIMIT = SCALE = OFFSET = None\nTABLE = 5\n"

    assert names(part)["TABLE"] == 5


def test_a_file_of_another_encoding_is_read_as_python_reads_it() -> None:
    """Each file has its own encoding, and what comes of both is UTF-8."""
    whole = b"# coding: latin-1\nSIGN = '\xe9'\n\ndef sign():\n    return SIGN\n"

    source = laid_over(whole, "def sign():\n    return SIGN + 'ß'\n".encode())

    space: dict[str, Any] = {}
    exec(source, space)
    assert space["sign"]() == "éß"


def test_a_whole_file_that_is_no_python_changes_nothing() -> None:
    """Whoever reads the reference says what is wrong with it."""
    assert laid_over(b"def f(:", b"def f(): pass") == b"def f(): pass"
