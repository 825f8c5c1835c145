"""What keeps a handed-in file from being read as Python."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.intake.file_reader import text_fault
from grader.intake.student_files import is_plainly_text

CODE = b"x = 1\n"


def test_the_file_of_a_package_may_be_empty() -> None:
    """The empty file that makes a folder a package refuses none of the modules in it."""
    fault = text_fault({"shop/__init__.py": b"", "shop/prices.py": CODE})

    assert fault is None


def test_a_module_beside_it_may_not() -> None:
    """An empty module is refused by its name, and so is a package of nothing else."""
    module = text_fault({"shop/__init__.py": b"", "shop/prices.py": b"\n"})
    package = text_fault({"shop/__init__.py": b""})

    assert module == "shop/prices.py is empty."
    assert package == "shop/__init__.py is empty."


NOTEBOOKS = {
    "of now": b'{"cells": [], "metadata": {}, "nbformat": 4}',
    "of version 3": b'{"metadata": {}, "nbformat": 3, "worksheets": [{"cells": []}]}',
    "without cells": b'{"metadata": {}, "nbformat": 4}',
    "that is cut": b'\n{\n "cells": [\n  {\n   "cell_type": "co',
}


@pytest.mark.parametrize("kind", NOTEBOOKS)
def test_a_notebook_under_a_modules_name(kind: str) -> None:
    """It is called a notebook, also one that would be refused under its own name."""
    fault = text_fault({"sums.py": NOTEBOOKS[kind]})

    assert fault is not None
    assert fault.startswith("sums.py is a notebook, whatever it is called.")


PLAIN = [
    '"""Sums."""\n',
    "# Größe\n",
    "from math import log2\n",
    "@cache\n",
    "PI = 3\n",
    "_x = 1\n",
]


@pytest.mark.parametrize("text", PLAIN)
def test_most_modules_are_plainly_text(text: str) -> None:
    """How modules begin, with any letters in them."""
    assert is_plainly_text(text.encode())


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
    assert "plain letters stand for others" in fault
    assert not is_plainly_text(data)


@pytest.mark.parametrize(
    "name", "latin-1 cp1252 koi8-r mac-roman shift_jis gb18030 big5 euc-kr UTF8 ascii x".split()
)
def test_an_encoding_with_plain_letters_may_be_declared(name: str) -> None:
    """What leaves plain letters as they are is read, or is Python's to refuse."""
    assert text_fault({"sums.py": f"# coding: {name}\nx = '+AHU-' '\\x75'\n".encode()}) is None


BEGINS = [
    b"",
    b"PK\x03\x04",
    b"%PDF-",
    b"{\\rtf",
    b"<html",
    b'{"cells":[],"nbformat":4}',
    b"\xff\xfe",
]
PARTS = st.sampled_from(
    [*BEGINS, b"\xef\xbb\xbf", b" ", b"\n", b"\0", b"\xe4", b"# coding: ", b"utf-7", b"utf-8", b"x"]
)


@given(begin=st.sampled_from(BEGINS), parts=st.lists(PARTS | st.binary(max_size=3), max_size=6))
def test_what_is_plainly_text_has_no_fault(begin: bytes, parts: list[bytes]) -> None:
    """Nothing of which a sentence is due passes for text."""
    data = begin + b"".join(parts)

    assert not (is_plainly_text(data) and text_fault({"sums.py": data}))


@given(parts=st.lists(PARTS | st.text(max_size=3).map(str.encode), max_size=6))
def test_and_so_it_is_after_a_letter(parts: list[bytes]) -> None:
    """The same of files that begin as a module does."""
    data = b"x" + b"".join(parts)

    assert not (is_plainly_text(data) and text_fault({"sums.py": data}))
