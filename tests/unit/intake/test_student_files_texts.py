"""What keeps a handed-in file from being read as Python."""

from collections.abc import Callable
from pathlib import Path

import pytest

from grader.intake.student_files import text_fault
from tests.unit.intake.handed_in import CODE, LESSON, take_path

Write = Callable[[dict[str, str | bytes]], Path]


def test_a_module_beside_it_may_not() -> None:
    """An empty module is refused by its name, but for the file that makes a folder a package."""
    assert text_fault({"shop/__init__.py": b"", "shop/prices.py": CODE}) is None
    module = text_fault({"shop/__init__.py": b"", "shop/prices.py": b"\n"})
    package = text_fault({"shop/__init__.py": b""})

    assert module == "shop/prices.py is empty."
    assert package == "shop/__init__.py is empty."


@pytest.mark.parametrize(
    "data",
    [
        b"# coding: utf-7\nx = s+AHU-m([1])\n",
        b"# coding: unicode_escape\nx = s\\x75m([1])\n",
        b"# coding: unicode_escape\n# \\\xe9x\nx = s\\x75m([1])\n",
        b"#!/usr/bin/python\n# coding: raw_unicode_escape\n# \\u000ax = 1\n",
        b"# coding: utf-16\nx = 1\n",
        b"# coding: cp037\nx = 1\n",
        b"# \r# coding: utf-7\rx = s+AHU-m([1])\r",
    ],
)
def test_code_that_reads_otherwise_than_it_runs_is_refused(data: bytes) -> None:
    """An encoding may not make other code of plain letters than a reader sees."""
    fault = text_fault({"sums.py": data})

    assert fault is not None
    assert "which is not taken. Save it with the encoding UTF-8" in fault


@pytest.mark.parametrize(
    "name",
    "latin-1 cp1252 UTF8 utf-8-unix ascii".split(),
)
def test_an_encoding_with_plain_letters_may_be_declared(name: str) -> None:
    """What leaves plain letters as they are is read, or is Python's to refuse."""
    assert text_fault({"sums.py": f"# coding: {name}\nx = '+AHU-' '\\x75'\n".encode()}) is None


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (CODE + b"\0", "sums.py holds null bytes, so it is not text."),
        (CODE.decode().encode("utf-16-le"), "sums.py holds null bytes, so it is not text."),
        (b"", "sums.py is empty."),
        (b" \r\n\t\n", "sums.py is empty."),
        (b"\xef\xbb\xbf", "sums.py is empty."),
        (b"\xef\xbb\xbf\r\n", "sums.py is empty."),
        (b"x = 1\n# caf\xe9\n", "sums.py is not UTF-8 text (line 2)."),
        (b"x = '\xed\xa0\x80'\n", "sums.py is not UTF-8 text (line 1)."),
    ],
)
def test_what_is_no_text(data: bytes, sentence: str, write: Write) -> None:
    """Bytes that Python would not read are refused with what to do; their digest stays."""
    found = take_path(write({"sums.py": data}), LESSON, "ann")

    assert found.refused is not None
    assert found.refused.startswith(sentence)
    assert found.sources == {"sums.py": data}


@pytest.mark.parametrize(
    "data",
    [
        b"# -*- coding: latin-1 -*-\n# caf\xe9\n",
        b"#!/usr/bin/env python3\n# vim: set fileencoding=latin-1 :\n# caf\xe9\n",
        b"\xef\xbb\xbf" + CODE.replace(b"\n", b"\r\n"),
        CODE.replace(b"\n", b"\r"),
        "# café 😀\n".encode(),
    ],
)
def test_what_is_text(data: bytes, write: Write) -> None:
    """Every way of saving that Python reads is taken, byte for byte."""
    found = take_path(write({"sums.py": data}), LESSON, "ann")

    assert (found.refused, found.sources) == (None, {"sums.py": data})


def test_a_coding_line_stands_at_the_top(write: Write) -> None:
    """A coding line further down than the second declares nothing."""
    found = take_path(write({"sums.py": b"\n\n# coding: latin-1\n# \xe9\n"}), LESSON, "ann")

    assert found.refused is not None
