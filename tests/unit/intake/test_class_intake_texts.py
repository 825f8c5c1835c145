"""What is no text is refused with a sentence; all that Python reads is taken."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.unit.intake.handed_in import CODE, LESSON, take_path

Write = Callable[[dict[str, str | bytes]], Path]


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (CODE.decode().encode("utf-16"), "sums.py is saved as UTF-16."),
        (b"\xfe\xff\x00d", "sums.py is saved as UTF-16."),
        (CODE + b"\0", "sums.py holds null bytes, so it is not text."),
        (CODE.decode().encode("utf-16-le"), "sums.py holds null bytes, so it is not text."),
        (b"PK\x03\x04\x14\0", "sums.py is a zip archive or an office document, whatever it is"),
        (b"%PDF-1.7\n", "sums.py is a PDF document, whatever it is called. Save the code as plain"),
        (b"{\\rtf1\\ansi x = 1}", "sums.py is saved as rich text"),
        (b"\n<!DOCTYPE html>\n<title>", "sums.py is a web page"),
        (b'{"cells": [], "nbformat": 4}', "sums.py is a notebook"),
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
